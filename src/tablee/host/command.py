"""The commands of a host. What they need is loaded when one of them is run: `tablee engine` shall not wait for it."""

import argparse
from typing import Any

from tablee.games import find_game
from tablee.host.choices import Choices, add_flags, choose
from tablee.host.errors import HostError


def add_commands(commands: Any) -> None:
    """All commands of a host."""
    parser = commands.add_parser(
        "serve",
        help="keep a house open for others: several processes, settings from flags, the environment or a file",
        description="Keep a house open. Flags go before the environment, the environment before the file.",
    )
    add_flags(parser)
    parser.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> None:
    try:
        from tablee.host.logs import set_up_logs
        from tablee.host.parent import run_parent
    except ModuleNotFoundError as error:
        raise HostError(f"the server needs {error.name}: pip install 'tablee[server]'") from None

    def read() -> Choices:
        choices = choose(vars(options))
        for game in choices.serving.games:
            find_game(game)
        return choices

    chosen = read().serving
    set_up_logs(chosen.log_format, chosen.log_level, process=0)
    run_parent(read)
