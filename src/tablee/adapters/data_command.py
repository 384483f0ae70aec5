"""`tablee data`: write games as a table of steps, from self-play, a record of the arena, or a server's database."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.games import find_game
from tablee.games.errors import TableeError

if TYPE_CHECKING:
    from tablee.adapters.data import StepRow

INCLUDED = ("observation", "state")


def add_data(commands: Any) -> None:
    """Add the command."""
    data = commands.add_parser("data", help="write games as a table of steps, to learn from")
    sources = data.add_subparsers(required=True, metavar="SOURCE")

    played = sources.add_parser("self-play", help="let bots play games now")
    played.add_argument("game", metavar="GAME")
    played.add_argument("file", metavar="FILE", help="name.jsonl or name.parquet; - prints JSON lines")
    played.add_argument("--games", type=int, default=100, help="number of games (default 100)")
    played.add_argument("--players", type=int, default=None, help="number of players (default: the fewest of the game)")
    played.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    played.add_argument(
        "--bots", nargs="+", default=["1"], metavar="BOT", help="levels or random: one, or one per seat"
    )
    played.add_argument("--seed", type=int, default=0, help="seed of the games (default 0)")
    _add_rest(played, _self_played)

    arena = sources.add_parser("arena", help="games of a tournament, from a file of `tablee arena --record`")
    arena.add_argument("record", type=Path, metavar="RECORD")
    arena.add_argument("file", metavar="FILE", help="name.jsonl or name.parquet; - prints JSON lines")
    _add_rest(arena, _from_arena)

    tables = sources.add_parser("tables", help="all finished games of a server, without names")
    tables.add_argument("database", metavar="URL", help="sqlite:///path/to/file.db or postgresql://…")
    tables.add_argument("file", metavar="FILE", help="name.jsonl or name.parquet; - prints JSON lines")
    tables.add_argument("--game", default="", metavar="GAME", help="only this game (default: all)")
    _add_rest(tables, _from_tables)


def _add_rest(parser: argparse.ArgumentParser, rows: Any) -> None:
    parser.add_argument(
        "--with", dest="include", choices=INCLUDED, action="append", default=[], help="also write these fields"
    )
    parser.set_defaults(run=lambda options: _write(rows(options), options.file))


def _write(rows: Iterable["StepRow"], file: str) -> int:
    from tablee.adapters.data import write

    count = write(rows, file)
    if file != "-":
        print(f"{count:,} steps in {file}")
    return 0 if count else 1


def _from_arena(options: argparse.Namespace) -> Iterable["StepRow"]:
    from tablee.adapters.data import from_arena

    return from_arena(options.record, options.include)


def _from_tables(options: argparse.Namespace) -> Iterable["StepRow"]:
    from tablee.adapters.data import from_tables

    return from_tables(options.database, options.game, options.include)


def _self_played(options: argparse.Namespace) -> Iterable["StepRow"]:
    from tablee.adapters.data import self_play

    definition = find_game(options.game)
    named = definition.typed_options(options.option)
    bots = [_bot(one) for one in options.bots]
    players = options.players or definition.players[0]
    return self_play(definition.id, players, named, options.games, bots, options.seed, options.include)


def _bot(text: str) -> Any:
    if text == "random":
        return "random"
    if not text.isdecimal():
        raise TableeError(f"a bot is a level or random, not {text!r}")
    return int(text)
