"""The command line: `tablee --help`."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numba

import tablee
from tablee.arena import BACKENDS
from tablee.arena.entrants import KINDS
from tablee.games import find_game, only
from tablee.games.errors import TableeError
from tablee.kernel.contract import ContractError


class CommandError(Exception):
    """A command that cannot be carried out; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options) or 0)
    except (TableeError, ContractError, CommandError) as error:
        print(f"tablee: {error}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, BrokenPipeError):
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tablee", description="Board games at a table that never closes.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    _add_play(commands.add_parser("play", help="start the server and open its page"))
    _add_kit(commands)

    verify = commands.add_parser("verify", help="check a downloaded game: were all draws honest?")
    verify.add_argument("file")
    verify.set_defaults(run=_verify)

    engine = commands.add_parser("engine", help="speak the engine protocol on standard input and output")
    engine.set_defaults(run=_engine)

    bench = commands.add_parser("bench", help="measure random play in compiled code on one core")
    bench.add_argument("game", choices=tablee.games())
    bench.add_argument("--players", type=int, default=2)
    bench.add_argument("--seconds", type=_seconds, default=2.0)
    bench.add_argument("--seed", type=int, default=0)
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    bench.set_defaults(run=_bench)

    _add_arena(commands.add_parser("arena", help="let bots play each other, and see who is better"))

    _add_train(commands.add_parser("train", help="let a bot learn by playing against itself"))

    warm = commands.add_parser("warm", help="compile everything now instead of on first use")
    warm.add_argument("game", nargs="*", metavar="GAME", help="only these games")
    warm.set_defaults(run=_warm)
    return parser


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("game", nargs="*", metavar="GAME", help="only these games (default: all)")
    play.add_argument(
        "--reload",
        action="store_true",
        help="for makers of games: what is changed and saved in a game is on the open page within two seconds",
    )
    play.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 lets in the whole house")
    play.add_argument("--port", type=_port, default=None, help="port to listen on (0: any free one)")
    play.add_argument(
        "--database", default=None, metavar="URL", help="where tables are kept, sqlite:///path/to/file.db"
    )
    play.add_argument("--origin", action="append", default=[], help="another origin whose pages may connect")
    play.add_argument("--no-open", action="store_true", help="do not open a browser")
    play.set_defaults(run=_play)


def _add_kit(commands: Any) -> None:
    new_game = commands.add_parser("new-game", help="write a new game that plays, to be changed")
    new_game.add_argument("name", metavar="NAME", help="small letters, digits and _, like sea_stones")
    new_game.add_argument(
        "--into", type=Path, default=None, metavar="FOLDER", help="where its folder goes (default: here)"
    )
    new_game.set_defaults(run=_new_game)

    check = commands.add_parser("check", help="is something missing in a game? It says so in words")
    check.add_argument("game", nargs="*", metavar="GAME", help="these games (default: all)")
    check.add_argument("--quick", action="store_true", help="look at less of each, in a third of the time")
    check.set_defaults(run=_check)


def _add_arena(arena: argparse.ArgumentParser) -> None:
    arena.add_argument("game", metavar="GAME", help=", ".join(tablee.games()))
    arena.add_argument("--bots", nargs="+", required=True, metavar="BOT", help=f"who plays: {KINDS}")
    arena.add_argument("--games", type=int, default=100, help="games of every pair, or set, of bots (default 100)")
    arena.add_argument("--players", type=int, default=None, help="seats of a game (default: the fewest it has)")
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    arena.add_argument("--seed", type=int, default=0, help="other seeds, other dice (default 0)")
    arena.add_argument(
        "--patience", type=_seconds, default=10.0, help="seconds an outside bot may think about an action (default 10)"
    )
    arena.add_argument("--jobs", type=_jobs, default=-1, help="games at the same time (default: as many as cores)")
    arena.add_argument("--backend", choices=BACKENDS, default="loky", help="where games are played (default loky)")
    arena.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster (default: start one here)")
    arena.add_argument("--record", type=Path, metavar="FILE", help="keep every game here, and go on from it")
    arena.add_argument("--json", metavar="FILE", help="write the result as JSON ('-': print it instead of the table)")
    arena.add_argument("--html", type=Path, metavar="FILE", help="write a report with pictures, one file")
    arena.set_defaults(run=_arena)


def _add_train(train: argparse.ArgumentParser) -> None:
    train.add_argument("game", metavar="GAME", help="a game whose bots learn: morfals, morpyam")
    train.add_argument("--generations", type=_jobs, default=30, help="how often to learn from games (default 30)")
    train.add_argument(
        "--games", type=_jobs, default=5000, help="games of a generation, for each number of players (default 5000)"
    )
    train.add_argument("--seed", type=int, default=0, help="other seeds, other games (default 0)")
    train.add_argument(
        "--file", type=Path, default=None, metavar="FILE", help="keep what is learnt here, and go on from it"
    )
    train.add_argument(
        "--measure", type=int, default=1000, help="games against the untrained bot afterwards (default 1000, 0: none)"
    )
    train.set_defaults(run=_train)


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError("must be a number from 1 on")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 3600:
        raise argparse.ArgumentTypeError("must be a number more than 0 and less than 3600")
    return value


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("must be a number from 0 to 65535")
    return int(text)


def _play(options: argparse.Namespace) -> None:
    try:
        from tablee.kit.reloading import Reloading, begin_interpreted, settings_for_makers
        from tablee.live.settings import DEFAULT_PORT, Settings, default_database_url
        from tablee.site.run import PortTaken, run
    except ModuleNotFoundError as error:
        raise CommandError(f"the server needs {error.name}: pip install 'tablee[server]'") from None
    from tablee.warm import warm

    for game in options.game:
        find_game(game)
    if options.game:
        only(options.game)
    warm()
    if options.reload and not numba.config.DISABLE_JIT:
        begin_interpreted()
    settings = Settings(
        database_url=options.database or os.environ.get("DATABASE_URL") or default_database_url(),
        bot_workers=max(1, (os.cpu_count() or 2) - 1),
        origins=options.origin,
    )
    if options.reload:
        settings = settings_for_makers(settings)
    port = DEFAULT_PORT if options.port is None else options.port
    try:
        around: Any = Reloading if options.reload else lambda app: app
        run(settings, options.host, port, open_page=not options.no_open, around=around)
    except (PortTaken, ValueError) as error:
        raise CommandError(str(error)) from None


def _new_game(options: argparse.Namespace) -> None:
    from tablee.kit.new_game import print_new_game

    print_new_game(options.name, options.into)


def _check(options: argparse.Namespace) -> int:
    try:
        from tablee.kit.command import print_check
    except ModuleNotFoundError as error:
        raise CommandError(f"checking needs {error.name}: pip install 'tablee[server]'") from None
    return print_check(options.game or tablee.games(), quick=options.quick)


def _verify(options: argparse.Namespace) -> int:
    from tablee.table.export import Dishonest, read_export, verify

    try:
        exported = read_export(Path(options.file).read_bytes())
        draws = verify(exported, find_game(exported.opening.game))
    except Dishonest as problem:
        print(f"NOT honest: {problem}")
        return 1
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from None
    print(f"Honest: every action was legal, and all {draws} draws follow from the seed that was committed to.")
    print(f"The seed's fingerprint, to compare with the one shown before the game: {exported.opening.commitment}")
    return 0


def _engine(options: argparse.Namespace) -> None:  # noqa: ARG001
    from tablee.engine import serve

    serve(sys.stdin.buffer, sys.stdout)


def _bench(options: argparse.Namespace) -> None:
    from tablee.kernel.chance import new_random
    from tablee.kernel.playout import measure

    folder = find_game(options.game)
    fresh = folder.new(options.players, {}, options.seed)
    games, steps, seconds = measure(fresh, folder.rules.MOST_ACTIONS, options.seconds, new_random(options.seed))
    figures = {
        "game": options.game,
        "players": options.players,
        "seconds": round(seconds, 3),
        "games": games,
        "steps": steps,
        "games_per_second": round(games / seconds),
        "steps_per_second": round(steps / seconds),
    }
    if options.json:
        print(json.dumps(figures))
    else:
        print(f"{options.game}, {options.players} players, {seconds:.1f} s of random play on one core:")
        print(f"  {figures['games_per_second']:,} games a second, {figures['steps_per_second']:,} steps a second")


def _arena(options: argparse.Namespace) -> int:
    from tablee.arena.command import read_tournament, run
    from tablee.warm import warm

    tournament = read_tournament(options)
    warm([tournament.game])
    return run(tournament, options)


def _train(options: argparse.Namespace) -> None:
    from tablee.train import Course, learning_of, run
    from tablee.warm import warm

    folder = find_game(options.game)
    learning_of(folder)
    warm([folder.id])
    course = Course(folder.id, options.generations, options.games, options.seed)
    run(course, options.file or Path(f"{folder.id}-weights.json"), options.measure)


def _warm(options: argparse.Namespace) -> None:
    from tablee.warm import warm

    warm(options.game)


if __name__ == "__main__":
    sys.exit(main())
