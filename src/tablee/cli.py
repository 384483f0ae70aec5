"""The command line: `tablee --help`."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numba

import tablee
from tablee.adapters.data_command import add_data
from tablee.arena.arguments import add_arena, add_ladder, add_styles, count, seconds_below
from tablee.engine.contract import ContractError
from tablee.games import find_game, only, use_folders
from tablee.games.brains.levels import LEVELS
from tablee.games.errors import TableeError
from tablee.server.hosting.host_commands import add_commands
from tablee.server.hosting.serve_settings import HostError

EXAMPLES = Path(__file__).parents[2] / "examples"
_seconds = seconds_below(3600)


class CommandError(Exception):
    """A command that cannot be carried out; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options) or 0)
    except (TableeError, ContractError, CommandError, HostError) as error:
        print(f"tablee: {error}", file=sys.stderr)
        return error.code if isinstance(error, HostError) else 2
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    except OSError as error:  # a file that cannot be read or written
        print(f"tablee: {error}", file=sys.stderr)
        return 2


def _run_of(module: str) -> Callable[[argparse.Namespace], Any]:
    """The function `run` of a module, which is imported only if the command is given."""
    return lambda options: import_module(module).run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tablee", description="Board games at a table that never closes.")
    parser.add_argument("--version", action="version", version=f"tablee {tablee.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    _add_play(commands.add_parser("play", help="start the server and open its page"))
    add_commands(commands)
    _add_kit(commands)

    verify = commands.add_parser("verify", help="check that all draws of downloaded games and days were fair")
    verify.add_argument(
        "file", nargs="+", help="a downloaded game, or the seed of a day; a game and its day are compared"
    )
    verify.set_defaults(run=_verify)

    _add_story(commands.add_parser("story", help="split the result of a downloaded game into luck and skill"))

    _add_puzzles(commands.add_parser("puzzles", help="find puzzles: positions in which one action is clearly best"))

    engine = commands.add_parser("engine", help="speak the engine protocol on standard input and output")
    engine.set_defaults(run=_engine)

    bench = commands.add_parser("bench", help="measure compiled random play on one core")
    bench.add_argument("game", choices=tablee.game_ids())
    bench.add_argument("--players", type=int, default=2, help="number of players (default 2)")
    bench.add_argument("--seconds", type=_seconds, default=2.0, help="how long to measure (default 2)")
    bench.add_argument("--seed", type=int, default=0, help="seed of the games (default 0)")
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    bench.set_defaults(run=_bench)

    _add_contests(commands)

    _add_train(commands.add_parser("train", help="train a bot by self-play"))

    add_data(commands)

    models = commands.add_parser("mcp", help="serve games to a language model over MCP on standard input and output")
    models.add_argument("--no-legal", action="store_true", help="do not tell the model its legal actions")
    models.set_defaults(run=_mcp)

    _add_migrate(commands.add_parser("migrate", help="copy all data to another database, and compare"))

    compiling = commands.add_parser("compile", help="compile everything now instead of on first use")
    compiling.add_argument("game", nargs="*", metavar="GAME", help="only these games")
    compiling.set_defaults(run=_compile)
    return parser


def _add_story(story: argparse.ArgumentParser) -> None:
    story.add_argument("file", help="a finished game, downloaded from its page")
    story.add_argument("--level", type=int, choices=tuple(LEVELS), default=5, help="level of the evaluating bot")
    story.add_argument(
        "--seconds", type=_seconds, help="seconds for the whole game, roughly (default: what the game needs)"
    )
    story.add_argument("--simulations", type=count, help="simulations for each position, instead of seconds")
    story.add_argument("--json", action="store_true", help="print one JSON object")
    story.add_argument("--html", metavar="FILE", help="also write a report with a chart to one HTML file")
    story.set_defaults(run=_run_of("tablee.server.features.review.story_command"))


def _add_puzzles(puzzles: argparse.ArgumentParser) -> None:
    puzzles.add_argument("game", metavar="GAME", help=", ".join(tablee.game_ids()))
    puzzles.add_argument("file", nargs="*", type=Path, help="finished games of it, downloaded from their pages")
    puzzles.add_argument("--games", type=int, default=60, help="self-play games to search, too (default 60)")
    puzzles.add_argument("--count", type=count, default=72, help="positions to choose at most (default 72)")
    puzzles.add_argument("--seed", type=int, default=1, help="seed of the self-play games (default 1)")
    puzzles.add_argument("--minutes", type=float, help="start no game after this; the same command continues later")
    puzzles.add_argument("--record", type=Path, metavar="FILE", help="record what was found here, and continue from it")
    puzzles.add_argument("--out", type=Path, metavar="FILE", help="write here, not to practice.json of the game")
    puzzles.add_argument("--json", action="store_true", help="print the chosen positions as one JSON object")
    puzzles.set_defaults(run=_puzzles)


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("game", nargs="*", metavar="GAME", help="only these games (default: all)")
    play.add_argument(
        "--reload",
        action="store_true",
        help="for makers of games: show saved changes of a game on the open page within two seconds",
    )
    play.add_argument(
        "--with",
        dest="folders",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="also the games of packages in this folder, as they lie there",
    )
    play.add_argument("--with-examples", action="store_true", help="also the games in examples/ of a clone")
    play.add_argument("--host", default="127.0.0.1", help="address to listen on (0.0.0.0: all of this machine's)")
    play.add_argument("--port", type=port, default=None, help="port to listen on (0: any free one)")
    play.add_argument(
        "--database", default=None, metavar="URL", help="the database: sqlite:///file.db or postgresql://…"
    )
    play.add_argument("--origin", action="append", default=[], help="another origin whose pages may connect")
    play.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="another host name of this server"
    )
    play.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy, or a network of proxies, whose X-Forwarded-For is trusted",
    )
    play.add_argument(
        "--rulebooks",
        action="append",
        default=[],
        metavar="FOLDER",
        help="a folder of rulebooks without a program, for the shelf",
    )
    play.add_argument("--no-open", action="store_true", help="do not open a browser")
    play.set_defaults(run=_play)


def _add_kit(commands: Any) -> None:
    new_game = commands.add_parser("new-game", help="create a new game that already works, ready to be changed")
    new_game.add_argument("name", metavar="NAME", help="lower-case letters, digits and _, such as sea_stones")
    new_game.add_argument(
        "--into", type=Path, default=None, metavar="FOLDER", help="parent of the new folder (default: the current one)"
    )
    new_game.set_defaults(run=_run_of("tablee.kit.new_game"))

    new_rulebook = commands.add_parser("new-rulebook", help="create a rulebook without a program, to be changed")
    new_rulebook.add_argument("name", metavar="NAME", help="lower-case letters, digits, - and _, such as game-of-goose")
    new_rulebook.add_argument(
        "--into", type=Path, default=None, metavar="FOLDER", help="parent of the new folder (default: the current one)"
    )
    new_rulebook.set_defaults(run=_run_of("tablee.kit.new_rulebook"))

    check = commands.add_parser("check", help="check games and rulebooks for missing or wrong parts")
    check.add_argument(
        "game", nargs="*", metavar="GAME", help="these games, or folders of rulebooks (default: all games)"
    )
    check.add_argument("--quick", action="store_true", help="check less, in a third of the time")
    check.add_argument("--all", action="store_true", help="list every fault, not only the first of each kind")
    check.add_argument("--fix", action="store_true", help="first write what can be written: missing texts, typography")
    check.set_defaults(run=_check)


def _add_contests(commands: Any) -> None:
    for name, words, add, module in (
        ("arena", "let bots play each other, and rate them", add_arena, "arena_command"),
        ("ladder", "measure all levels of bots, with 2, 3 and 4 players", add_ladder, "ladder_command"),
        ("bot-styles", "compare the playing styles of bots", add_styles, "bot_styles"),
    ):
        parser = commands.add_parser(name, help=words)
        add(parser)
        parser.set_defaults(run=_run_of(f"tablee.arena.{module}"))


def _add_train(train: argparse.ArgumentParser) -> None:
    train.description = (
        "Train what a bot knows, weights of features or a value network, by letting it play against itself. "
        "The same command continues an interrupted course from its file."
    )
    train.add_argument("game", metavar="GAME", help="a game whose bots learn: morfals, morpyam, netzwerk")
    train.add_argument("--generations", type=count, default=30, help="number of generations (default 30)")
    train.add_argument(
        "--games", type=count, default=5000, help="games per generation and number of players (default 5000)"
    )
    train.add_argument("--seed", type=int, default=0, help="seed of the games (default 0)")
    train.add_argument(
        "--players", type=count, nargs="+", default=None, metavar="N", help="for these numbers of players (default all)"
    )
    train.add_argument(
        "--file", type=Path, default=None, metavar="FILE", help="write the weights here, and continue from it"
    )
    train.add_argument(
        "--measure", type=int, default=1000, help="games against the untrained bot afterwards (default 1000, 0: none)"
    )
    train.set_defaults(run=_run_of("tablee.arena.training"))


def _add_migrate(migrate: argparse.ArgumentParser) -> None:
    migrate.description = (
        "Copy all data of a server into an empty database, and compare every row there. Stop all servers first: as "
        "long as one is open on the source, nothing is copied."
    )
    database = "sqlite:///path/to/file.db or postgresql://user:password@host/database"
    migrate.add_argument("source", metavar="FROM", help=database)
    migrate.add_argument("target", metavar="TO", help="the same; it must be empty, or a file that does not exist yet")
    migrate.add_argument(
        "--while-open", action="store_true", help="for a trial: copy what is stored at this moment, while servers go on"
    )
    migrate.set_defaults(run=_migrate)


def port(text: str) -> int:
    """Read a port; 0 means any free one."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("must be a number from 0 to 65535")
    return int(text)


def _play(options: argparse.Namespace) -> None:
    try:
        from tablee.kit.live_reload import Reloading, begin_interpreted, settings_for_makers
        from tablee.server.realtime.settings import DEFAULT_PORT, Settings, default_database_url
        from tablee.server.web.launch import run
        from tablee.server.web.listening import CannotListen
    except ModuleNotFoundError as error:
        raise CommandError(f"the server needs {error.name}: pip install 'tablee[server]'") from None
    from tablee.api.compile_all import compile_games

    if options.with_examples and not EXAMPLES.is_dir():
        raise CommandError(f"there is no {EXAMPLES}: --with-examples is for a clone of the repository")
    use_folders([*options.folders, *[EXAMPLES] * options.with_examples])
    for game in options.game:
        find_game(game)
    for folder in options.rulebooks:
        if not Path(folder).is_dir():
            raise CommandError(f"there is no folder {folder!r}")
    if options.game:
        only(options.game)
    if options.reload and not numba.config.DISABLE_JIT:
        compile_games()  # for the bots: the server itself will interpret the rules
        begin_interpreted()
    settings = Settings(
        database_url=options.database or os.environ.get("DATABASE_URL") or default_database_url(),
        bot_workers=max(1, (os.cpu_count() or 2) - 1),
        origins=options.origin,
        allow_host=options.allow_host,
        trust_proxy=options.trust_proxy,
        rulebooks=options.rulebooks,
    )
    if options.reload:
        settings = settings_for_makers(settings)
    port = DEFAULT_PORT if options.port is None else options.port
    try:
        around: Any = Reloading if options.reload else lambda app: app
        run(settings, options.host, port, open_page=not options.no_open, around=around)
    except (CannotListen, ValueError) as error:
        raise CommandError(str(error)) from None


def _check(options: argparse.Namespace) -> int:
    try:
        from tablee.kit.check_booklets import is_booklet_folder, print_booklets
        from tablee.kit.checking import print_check
    except ModuleNotFoundError as error:
        raise CommandError(f"checking needs {error.name}: pip install 'tablee[server]'") from None
    folders = [name for name in options.game if name not in tablee.game_ids() and is_booklet_folder(name)]
    games = [name for name in options.game if name not in folders]
    unfit = print_booklets(folders)
    if folders and not games:
        return int(unfit > 0)
    how = {"quick": options.quick, "all_faults": options.all, "fix": options.fix}
    return int(print_check(games or tablee.game_ids(), **how) or unfit > 0)


def _verify(options: argparse.Namespace) -> int:
    from tablee.server.table.export import verify_files

    try:
        return verify_files([Path(file) for file in options.file])
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from None


def _puzzles(options: argparse.Namespace) -> int:
    from tablee.api.compile_all import compile_games
    from tablee.server.features.puzzles.puzzles_command import run

    compile_games([find_game(options.game).id])
    return run(options)


def _engine(options: argparse.Namespace) -> None:  # noqa: ARG001
    from tablee.api.protocol import serve

    serve(sys.stdin.buffer, sys.stdout)


def _mcp(options: argparse.Namespace) -> None:
    from tablee.adapters.mcp import serve

    try:
        serve(legal=not options.no_legal)
    except ModuleNotFoundError as error:
        raise CommandError(str(error)) from None


def _bench(options: argparse.Namespace) -> None:
    from tablee.engine.chance import new_random
    from tablee.engine.playouts import measure

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


def _migrate(options: argparse.Namespace) -> int:
    from tablee.server.storage.migrate import CannotMigrate, print_migration

    try:
        return print_migration(options.source, options.target, closed=not options.while_open)
    except CannotMigrate as error:
        raise CommandError(str(error)) from None


def _compile(options: argparse.Namespace) -> None:
    from tablee.api.compile_all import compile_games

    compile_games(options.game)


if __name__ == "__main__":
    sys.exit(main())
