"""`tablee data`: write games as a table of steps, from self-play, a record of the arena, or a server's database."""

import argparse
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from tablee.games import find_game
from tablee.games.errors import TableeError

INCLUDED = ("observation", "state")
Rows = Callable[[ModuleType, argparse.Namespace], Any]  # makes rows by the module `data`, which is imported late


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
    played.add_argument("--jobs", type=int, default=-1, help="games at the same time (default -1: one per core)")
    _add_rest(played, _self_play)

    arena = sources.add_parser("arena", help="games of a tournament, from a file of `tablee arena --record`")
    arena.add_argument("record", type=Path, metavar="RECORD")
    arena.add_argument("file", metavar="FILE", help="name.jsonl or name.parquet; - prints JSON lines")
    _add_rest(arena, lambda data, given: data.from_arena(given.record, given.include))

    tables = sources.add_parser("tables", help="all finished games of a server, without names")
    tables.add_argument("database", metavar="URL", help="sqlite:///path/to/file.db or postgresql://…")
    tables.add_argument("file", metavar="FILE", help="name.jsonl or name.parquet; - prints JSON lines")
    tables.add_argument("--game", default="", metavar="GAME", help="only this game (default: all)")
    _add_rest(tables, lambda data, given: data.from_tables(given.database, given.game, given.include))


def _add_rest(parser: argparse.ArgumentParser, rows: Rows) -> None:
    parser.add_argument(
        "--with", dest="include", choices=INCLUDED, action="append", default=[], help="also write these fields"
    )
    parser.set_defaults(run=lambda options: _write(rows, options))


def _write(rows: Rows, options: argparse.Namespace) -> int:
    from tablee.adapters import data

    count = data.write(rows(data, options), options.file)
    if options.file != "-":
        print(f"{count:,} steps in {options.file}")
    return 0 if count else 1


def _self_play(data: ModuleType, options: argparse.Namespace) -> Any:
    definition = find_game(options.game)
    named = definition.typed_options(options.option)
    bots = [_bot(one) for one in options.bots]
    players = options.players or definition.players[0]
    return data.self_play(
        definition.id, players, named, options.games, bots, options.seed, options.include, options.jobs
    )


def _bot(text: str) -> Any:
    if text == "random":
        return "random"
    if not text.isdecimal():
        raise TableeError(f"a bot is a level or random, not {text!r}")
    return int(text)
