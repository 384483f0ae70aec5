"""What can be said on the command line to the arena, the ladder, and the tastes of characters."""

import argparse
from pathlib import Path

from tablee.arena import BACKENDS, LADDER_SEED
from tablee.arena.entrants import KINDS
from tablee.flags import count, seconds_below
from tablee.games import game_ids
from tablee.games.levels import LEVELS

AN_HOUR, A_DAY = 3600, 86_400


def add_arena(arena: argparse.ArgumentParser) -> None:
    """Bots against bots."""
    arena.add_argument("game", metavar="GAME", help=", ".join(game_ids()))
    arena.add_argument("--bots", nargs="+", required=True, metavar="BOT", help=f"who plays: {KINDS}")
    arena.add_argument("--games", type=int, help="games of every pair, or set, of bots (default 100; of a test 20000)")
    arena.add_argument("--players", type=int, default=None, help="seats of a game (default: the fewest it has)")
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    arena.add_argument("--seed", type=int, default=0, help="other seeds, other dice (default 0)")
    arena.add_argument(
        "--patience",
        type=seconds_below(AN_HOUR),
        default=10.0,
        help="seconds an outside bot may think about an action (default 10)",
    )
    _add_limits(arena)
    _add_test(arena)
    _add_workers(arena)
    arena.add_argument("--record", type=Path, metavar="FILE", help="keep every game here, and go on from it")
    arena.add_argument("--json", metavar="FILE", help="write the result as JSON ('-': print it instead of the table)")
    arena.add_argument("--html", type=Path, metavar="FILE", help="write a report with pictures, one file")


def add_ladder(ladder: argparse.ArgumentParser) -> None:
    """Level against level."""
    ladder.description = (
        "One bot of each level among bots of the level below, with 2, 3 and 4 seats, on deals that no setting was "
        "chosen on: who wins how much, how long each thinks, whether what it expects comes true, and what the first "
        "seat is worth. All rungs are climbed in turns; Ctrl+C reports what was played, and with --record the same "
        "command goes on later."
    )
    ladder.add_argument("game", nargs="*", metavar="GAME", help="only these games (default: all)")
    length = ladder.add_mutually_exclusive_group()
    length.add_argument("--long", action="store_true", help="all levels, 200 games a rung: for a night (the default)")
    length.add_argument("--short", action="store_true", help="levels 1 to 3, 4 games a rung: does it work at all?")
    ladder.add_argument("--games", type=count, default=None, help="games a rung, rounded up to whole deals")
    ladder.add_argument("--levels", type=count, nargs="+", metavar="LEVEL", help="only these levels")
    ladder.add_argument("--players", type=count, nargs="+", metavar="SEATS", help="only with so many seats")
    ladder.add_argument("--seed", type=int, default=LADDER_SEED, help="for other deals, as when settings are chosen")
    _add_workers(ladder)
    ladder.add_argument("--record", type=Path, metavar="FOLDER", help="keep every game here, and go on from it")
    ladder.add_argument("--played", action="store_true", help="play nothing: report what --record holds by now")
    ladder.add_argument("--json", metavar="FILE", help="write the result as JSON ('-': print it instead of the tables)")
    ladder.add_argument("--html", type=Path, metavar="FILE", help="write a report with pictures, one file")
    ladder.add_argument("--markdown", type=Path, metavar="FILE", help="write tables for a document, a game each")


def add_styles(styles: argparse.ArgumentParser) -> None:
    """One way of playing beside another."""
    styles.description = "Every way of playing after the same thoughts: how far one can tell it, and what it gives up."
    styles.add_argument("game", metavar="GAME", help=", ".join(game_ids()))
    styles.add_argument("--level", type=int, choices=LEVELS, default=4, help="who thinks (default 4)")
    styles.add_argument("--players", type=int, default=None, help="seats of a game (default: the fewest it has)")
    styles.add_argument("--games", type=count, default=20, help="games whose decisions are looked at (default 20)")
    styles.add_argument("--seed", type=int, default=0, help="other seeds, other games (default 0)")


def _add_workers(parser: argparse.ArgumentParser) -> None:
    """Where games are played."""
    parser.add_argument("--jobs", type=count, default=-1, help="games at the same time (default: as many as cores)")
    parser.add_argument("--backend", choices=BACKENDS, default="loky", help="where games are played (default loky)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster (default: start one here)")


def _add_limits(arena: argparse.ArgumentParser) -> None:
    """What bots may use."""
    arena.add_argument("--simulations", type=count, default=None, help="games in thought that bots may play a move")
    arena.add_argument("--seconds", type=seconds_below(A_DAY), default=None, help="that every bot has for a move")
    arena.add_argument("--game-seconds", type=seconds_below(A_DAY), default=None, help="that every bot has for a game")


def _add_test(arena: argparse.ArgumentParser) -> None:
    """When to stop."""
    tests = arena.add_mutually_exclusive_group()
    tests.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop as soon as it is clear whether the first bot is so much stronger: --sprt 0 20",
    )
    tests.add_argument(
        "--sprt-rate", type=float, nargs=2, metavar=("LOW", "HIGH"), help="the same by shares won: 0.5 0.55"
    )
    arena.add_argument("--alpha", type=float, default=0.05, help="how often a test may find what is not so (0.05)")
    arena.add_argument("--beta", type=float, default=0.05, help="how often it may miss what is so (default 0.05)")
