"""What can be said on the command line about limits and tests."""

import argparse


def add_limits(arena: argparse.ArgumentParser) -> None:
    """What bots may use."""
    arena.add_argument("--simulations", type=_count, default=None, help="games in thought that bots may play a move")
    arena.add_argument("--seconds", type=_seconds, default=None, help="that every bot has for a move")
    arena.add_argument("--game-seconds", type=_seconds, default=None, help="that every bot has for a game")


def add_test(arena: argparse.ArgumentParser) -> None:
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


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError("must be a number from 1 on")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 86400:
        raise argparse.ArgumentTypeError("must be a number more than 0 and less than 86400")
    return value
