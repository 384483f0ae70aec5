"""The command line: `tablee --help`."""

import argparse
import json
import sys
from collections.abc import Sequence

import tablee
from tablee.games import find_game
from tablee.games.errors import TableeError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options) or 0)
    except TableeError as error:
        print(f"tablee: {error}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, BrokenPipeError):
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tablee", description="Board games at a table that never closes.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    engine = commands.add_parser("engine", help="speak the engine protocol on standard input and output")
    engine.set_defaults(run=_engine)

    bench = commands.add_parser("bench", help="measure random play in compiled code on one core")
    bench.add_argument("game", choices=tablee.games())
    bench.add_argument("--players", type=int, default=2)
    bench.add_argument("--seconds", type=_positive, default=2.0)
    bench.add_argument("--seed", type=int, default=0)
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    bench.set_defaults(run=_bench)

    warm = commands.add_parser("warm", help="compile everything now instead of on first use")
    warm.set_defaults(run=_warm)
    return parser


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < 3600:
        raise argparse.ArgumentTypeError("must be more than 0 and less than 3600")
    return value


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


def _warm(options: argparse.Namespace) -> None:  # noqa: ARG001
    from tablee.warm import warm

    warm()


if __name__ == "__main__":
    sys.exit(main())
