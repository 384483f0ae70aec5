"""The command line: `tablee --help`."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba

import tablee
from tablee.adapters.data_command import add_data
from tablee.arena.arguments import add_arena, add_ladder, add_styles
from tablee.flags import count, port, seconds_below
from tablee.games import find_game, only
from tablee.games.errors import TableeError
from tablee.games.levels import LEVELS
from tablee.host.command import add_commands
from tablee.host.errors import HostError
from tablee.kernel.contract import ContractError

if TYPE_CHECKING:
    from tablee.table.table import Table


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
        return 2
    except (KeyboardInterrupt, BrokenPipeError):
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tablee", description="Board games at a table that never closes.")
    parser.add_argument("--version", action="version", version=f"tablee {tablee.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    _add_play(commands.add_parser("play", help="start the server and open its page"))
    add_commands(commands)
    _add_kit(commands)

    verify = commands.add_parser("verify", help="check downloaded games and days: were all draws honest?")
    verify.add_argument("file", nargs="+", help="a game, or what went into the seed of a day; both are compared")
    verify.set_defaults(run=_verify)

    _add_story(commands.add_parser("story", help="tell what luck and skill made of a downloaded game"))

    _add_puzzles(commands.add_parser("puzzles", help="find positions for practice: one action is clearly best"))

    engine = commands.add_parser("engine", help="speak the engine protocol on standard input and output")
    engine.set_defaults(run=_engine)

    bench = commands.add_parser("bench", help="measure random play in compiled code on one core")
    bench.add_argument("game", choices=tablee.game_ids())
    bench.add_argument("--players", type=int, default=2)
    bench.add_argument("--seconds", type=_seconds, default=2.0)
    bench.add_argument("--seed", type=int, default=0)
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    bench.set_defaults(run=_bench)

    _add_contests(commands)

    _add_train(commands.add_parser("train", help="let a bot learn by playing against itself"))

    add_data(commands)

    models = commands.add_parser("mcp", help="let a language model play, by the Model Context Protocol on stdio")
    models.add_argument("--no-legal", action="store_true", help="do not tell it what is legal")
    models.set_defaults(run=_mcp)

    _add_move_data(commands.add_parser("move-data", help="move a house from one database to another, and compare"))

    warm = commands.add_parser("warm", help="compile everything now instead of on first use")
    warm.add_argument("game", nargs="*", metavar="GAME", help="only these games")
    warm.set_defaults(run=_warm)
    return parser


def _add_story(story: argparse.ArgumentParser) -> None:
    story.add_argument("file", help="a finished game, as its page downloads it")
    story.add_argument("--level", type=int, choices=tuple(LEVELS), default=5, help="of the bot that judges")
    story.add_argument("--seconds", type=_seconds, help="for the whole of it, about (default: as the game needs)")
    story.add_argument("--simulations", type=count, help="games in thought a position, instead of seconds")
    story.add_argument("--json", action="store_true", help="print one JSON object")
    story.add_argument("--html", metavar="FILE", help="draw it, into one file")
    story.set_defaults(run=_story)


def _add_puzzles(puzzles: argparse.ArgumentParser) -> None:
    puzzles.add_argument("game", metavar="GAME", help=", ".join(tablee.game_ids()))
    puzzles.add_argument("file", nargs="*", type=Path, help="finished games of it, as their pages download them")
    puzzles.add_argument("--games", type=int, default=60, help="that bots play, besides (default 60)")
    puzzles.add_argument("--count", type=count, default=72, help="positions to choose, at most (default 72)")
    puzzles.add_argument("--seed", type=int, default=1, help="other seeds, other games (default 1)")
    puzzles.add_argument("--minutes", type=float, help="begin no game after so long; the same command goes on later")
    puzzles.add_argument("--record", type=Path, metavar="FILE", help="keep what is found here, and go on from it")
    puzzles.add_argument("--out", type=Path, metavar="FILE", help="instead of practice.json in the game's folder")
    puzzles.add_argument("--json", action="store_true", help="print what was chosen as one JSON object")
    puzzles.set_defaults(run=_puzzles)


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("game", nargs="*", metavar="GAME", help="only these games (default: all)")
    play.add_argument(
        "--reload",
        action="store_true",
        help="for makers of games: what is changed and saved in a game is on the open page within two seconds",
    )
    play.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 lets in the whole house")
    play.add_argument("--port", type=port, default=None, help="port to listen on (0: any free one)")
    play.add_argument(
        "--database", default=None, metavar="URL", help="where tables are kept: sqlite:///file.db, postgresql://…"
    )
    play.add_argument("--origin", action="append", default=[], help="another origin whose pages may connect")
    play.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="another name under which the house answers"
    )
    play.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy, or a network of them, that is believed when it says for whom it asks (X-Forwarded-For)",
    )
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


def _add_contests(commands: Any) -> None:
    for name, words, add, run in (
        ("arena", "let bots play each other, and see who is better", add_arena, _arena),
        ("ladder", "measure all levels of bots, with 2, 3 and 4 seats", add_ladder, _ladder),
        ("styles", "see how differently the characters of the house play", add_styles, _styles),
    ):
        parser = commands.add_parser(name, help=words)
        add(parser)
        parser.set_defaults(run=run)


def _add_train(train: argparse.ArgumentParser) -> None:
    train.description = (
        "Let a bot learn by playing against itself: weights of features (morfals, morpyam), or a network that judges "
        "positions in place of games played out in thought (isis). A course that was broken off goes on from its file."
    )
    train.add_argument("game", metavar="GAME", help="a game whose bots learn: isis, morfals, morpyam")
    train.add_argument("--generations", type=count, default=30, help="how often to learn from games (default 30)")
    train.add_argument(
        "--games", type=count, default=5000, help="games of a generation, for each number of players (default 5000)"
    )
    train.add_argument("--seed", type=int, default=0, help="other seeds, other games (default 0)")
    train.add_argument(
        "--file", type=Path, default=None, metavar="FILE", help="keep what is learnt here, and go on from it"
    )
    train.add_argument(
        "--measure", type=int, default=1000, help="games against the untrained bot afterwards (default 1000, 0: none)"
    )
    train.set_defaults(run=_train)


def _add_move_data(move: argparse.ArgumentParser) -> None:
    move.description = (
        "Move all that a house keeps into an empty database, and compare every row there. The house may go on "
        "meanwhile, but what happens after the beginning is not moved: close it first to take everything along. "
        "An older database to move from is brought up to date, as by 'tablee play'."
    )
    database = "sqlite:///path/to/file.db or postgresql://user:password@host/database"
    move.add_argument("source", metavar="FROM", help=database)
    move.add_argument("target", metavar="TO", help="the same; it must be empty, a file may be missing")
    move.set_defaults(run=_move_data)


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
        allow_host=options.allow_host,
        trust_proxy=options.trust_proxy,
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
    return print_check(options.game or tablee.game_ids(), quick=options.quick)


def _verify(options: argparse.Namespace) -> int:
    from tablee.verifying import verify_files

    try:
        return verify_files([Path(file) for file in options.file])
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from None


def _story(options: argparse.Namespace) -> int:
    from tqdm import tqdm

    from tablee.study.budgets import asked_for
    from tablee.study.page import story_page
    from tablee.study.tables import finished, moves_of, plain
    from tablee.study.telling import lines_of
    from tablee.study.thinking import story_of  # it loads the search

    table = _finished(Path(options.file))
    moves = moves_of(table)
    budget = asked_for(finished(table)[0], moves, options.level, options.simulations, options.seconds)
    with tqdm(total=len(moves), file=sys.stderr, disable=None, bar_format="{n_fmt}/{total_fmt} {bar:12}") as bar:
        story = story_of(table, budget, lambda: bar.update() and None)
    names = [name or f"seat {seat}" for seat, name in enumerate(table.names)]
    if options.html:
        title = f"{find_game(story.game).name}: was it the dice?"
        Path(options.html).write_text(story_page(story, title, names), "utf8")
    print(json.dumps(plain(story)) if options.json else "\n".join(lines_of(story, names)))
    return 0


def _puzzles(options: argparse.Namespace) -> int:
    from tablee.puzzles import run
    from tablee.warm import warm

    warm([find_game(options.game).id])
    return run(options)


def _finished(file: Path) -> "Table":
    from tablee.table.export import read_export
    from tablee.table.log import Unreadable
    from tablee.table.table import fold

    try:
        exported = read_export(file.read_bytes())
        folder = find_game(exported.opening.game)
        table = fold(exported.opening, bytes.fromhex(exported.seed), folder, exported.events)
    except (OSError, ValueError, Unreadable) as error:
        raise CommandError(f"{file}: {error}") from None
    if table.status != "over":
        raise CommandError(f"{file}: this game is not over")
    return table


def _engine(options: argparse.Namespace) -> None:  # noqa: ARG001
    from tablee.engine import serve

    serve(sys.stdin.buffer, sys.stdout)


def _mcp(options: argparse.Namespace) -> None:
    from tablee.adapters.mcp import serve

    try:
        serve(legal=not options.no_legal)
    except ModuleNotFoundError as error:
        raise CommandError(str(error)) from None


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


def _ladder(options: argparse.Namespace) -> int:
    from tablee.arena.ladder_command import read_plan, run
    from tablee.warm import warm

    plan = read_plan(options)
    warm(list({rung.game: None for rung in plan.rungs}))
    return run(plan, options)


def _styles(options: argparse.Namespace) -> int:
    from tablee.arena.tastes import run
    from tablee.warm import warm

    warm([options.game])
    return run(options)


def _train(options: argparse.Namespace) -> None:
    from tablee.train import Course, file_of, learning_of, run
    from tablee.warm import warm

    folder = find_game(options.game)
    learning_of(folder)
    warm([folder.id])
    course = Course(folder.id, options.generations, options.games, options.seed)
    run(course, options.file or file_of(folder), options.measure)


def _move_data(options: argparse.Namespace) -> int:
    from tablee.store.move_command import print_move
    from tablee.store.moving import CannotMove

    try:
        return print_move(options.source, options.target)
    except CannotMove as error:
        raise CommandError(str(error)) from None


def _warm(options: argparse.Namespace) -> None:
    from tablee.warm import warm

    warm(options.game)


if __name__ == "__main__":
    sys.exit(main())
