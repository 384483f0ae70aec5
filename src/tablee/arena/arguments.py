"""Command-line arguments of `tablee arena`, `tablee ladder` and `tablee bot-styles`."""

import argparse
from collections.abc import Callable
from pathlib import Path

from tablee.arena import BACKENDS, LADDER_SEED
from tablee.arena.entrants import KINDS
from tablee.games import game_ids
from tablee.games.brains.levels import LEVELS

AN_HOUR, A_DAY = 3600, 86_400


def count(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError("must be a number from 1 on")
    return int(text)


def seconds_below(most: int) -> Callable[[str], float]:
    """A reader of times between 0 and `most` seconds."""

    def seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value < most:
            raise argparse.ArgumentTypeError(f"must be a number more than 0 and less than {most}")
        return value

    return seconds


def add_arena(arena: argparse.ArgumentParser) -> None:
    """Arguments of `tablee arena`."""
    arena.add_argument("game", metavar="GAME", help=", ".join(game_ids()))
    arena.add_argument("--bots", nargs="+", required=True, metavar="BOT", help=f"the bots that play: {KINDS}")
    arena.add_argument(
        "--games", type=int, help="games of every pair (or set) of bots (default 100; with --sprt 20000)"
    )
    arena.add_argument("--players", type=int, default=None, help="number of players (default: the fewest of the game)")
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    arena.add_argument("--seed", type=int, default=0, help="seed of the dice and tiles (default 0)")
    arena.add_argument(
        "--patience",
        type=seconds_below(AN_HOUR),
        default=10.0,
        help="seconds that an outside bot may think about an action (default 10)",
    )
    arena.add_argument("--simulations", type=count, default=None, help="simulations that every bot may run per move")
    arena.add_argument("--seconds", type=seconds_below(A_DAY), default=None, help="seconds that a bot has per move")
    arena.add_argument(
        "--game-seconds", type=seconds_below(A_DAY), default=None, help="seconds that a bot has per game"
    )
    _add_test(arena)
    _add_workers(arena)
    arena.add_argument("--record", type=Path, metavar="FILE", help="write every game here, and continue from it")
    _add_reports(arena)


def add_ladder(ladder: argparse.ArgumentParser) -> None:
    """Arguments of `tablee ladder`."""
    ladder.description = (
        "Let one bot of each level play among bots of the level below, with 2, 3 and 4 players, on deals reserved for "
        "this: win rates, time per move, calibration, and the advantage of the first seat. Rungs are played in turns. "
        "Ctrl+C reports what was played; with --record the same command continues later."
    )
    ladder.add_argument("game", nargs="*", metavar="GAME", help="only these games (default: all)")
    length = ladder.add_mutually_exclusive_group()
    length.add_argument("--long", action="store_true", help="all levels, 200 games per rung: a night (the default)")
    length.add_argument("--sprt", action="store_true", help="play each rung until a sequential test has decided")
    length.add_argument("--short", action="store_true", help="levels 1 to 3, 4 games per rung: a quick trial")
    ladder.add_argument("--games", type=count, default=None, help="games per rung, rounded up to whole deals")
    ladder.add_argument("--levels", type=count, nargs="+", metavar="LEVEL", help="only these levels")
    ladder.add_argument("--players", type=count, nargs="+", metavar="SEATS", help="only with these numbers of players")
    ladder.add_argument("--seed", type=int, default=LADDER_SEED, help="seed of the deals, to choose settings on others")
    _add_workers(ladder)
    ladder.add_argument("--record", type=Path, metavar="FOLDER", help="write every game here, and continue from it")
    ladder.add_argument("--played", action="store_true", help="play nothing: report the games in the --record folder")
    _add_reports(ladder)


def add_styles(styles: argparse.ArgumentParser) -> None:
    """Arguments of `tablee bot-styles`."""
    styles.description = (
        "Compare all playing styles on the same decisions: how far each follows its taste, and what it gives up for it."
    )
    styles.add_argument("game", metavar="GAME", help=", ".join(game_ids()))
    styles.add_argument("--level", type=int, choices=LEVELS, default=4, help="level of the bots (default 4)")
    styles.add_argument("--players", type=int, default=None, help="number of players (default: the fewest of the game)")
    styles.add_argument("--games", type=count, default=20, help="games whose decisions are compared (default 20)")
    styles.add_argument("--seed", type=int, default=0, help="seed of the games (default 0)")


def _add_reports(parser: argparse.ArgumentParser) -> None:
    """Where the results are written."""
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON ('-': print it instead of the tables)")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a report with pictures as one HTML file")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables as Markdown")


def _add_workers(parser: argparse.ArgumentParser) -> None:
    """Where the games are played."""
    parser.add_argument("--jobs", type=count, default=-1, help="games at the same time (default: one per core)")
    parser.add_argument("--backend", choices=BACKENDS, default="loky", help="how games run in parallel (default loky)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="scheduler of a Dask cluster (default: start one here)")


def _add_test(arena: argparse.ArgumentParser) -> None:
    """A sequential test that ends the tournament."""
    tests = arena.add_mutually_exclusive_group()
    tests.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop when it is decided whether the first bot is stronger by ELO0 or by ELO1: --sprt 0 20",
    )
    tests.add_argument(
        "--sprt-rate", type=float, nargs=2, metavar=("LOW", "HIGH"), help="the same by win rates: 0.5 0.55"
    )
    arena.add_argument("--alpha", type=float, default=0.05, help="probability of a false positive (default 0.05)")
    arena.add_argument("--beta", type=float, default=0.05, help="probability of a false negative (default 0.05)")
