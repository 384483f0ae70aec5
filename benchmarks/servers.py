"""What several servers on one PostgreSQL cost: two beside one, with the two players of a table together and apart.

Each round measures all three in turn, each on a new database: one server, two servers with every other table on each,
and two servers with the players of every table on different ones. All of it stays on this machine. Tables pause between
moves, as what a move costs can be compared only while processors have time to spare; `--pause 0` asks for the most.
"""

import argparse
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from load_generator import Outcome, Plan
from server_process import Databases, open_tablee, stored_actions

from tablee.api.compile_all import compile_games

LOAD_GENERATOR = Path(__file__).parent / "load_generator.py"
GRACE = 180.0
"""Seconds for opening the tables, besides those for playing."""
SETTINGS = {"one server": (1, False), "two, together": (2, False), "two, apart": (2, True)}
"""How many servers, and whether the two of a table are at different ones."""


def main() -> int:
    """Measure, print, and return an exit code."""
    options = _options()
    compile_games()
    found: dict[str, list[Outcome]] = {name: [] for name in SETTINGS}
    database: dict[str, list[float]] = {name: [] for name in SETTINGS}
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Databases(Path(folder))) as databases:
        for _ in range(options.rounds):
            for name, setting in SETTINGS.items():
                url, before = databases.new("postgres"), databases.cpu()
                found[name].append(_measure(url, *setting, options))
                database[name].append((databases.cpu() - before) / found[name][-1].all_actions)
    rows = [_row(name, outcomes, found["one server"], database[name]) for name, outcomes in found.items()]
    print(json.dumps(rows, indent=1) if options.json else _table(rows))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="measure all in turn so often (default 3)")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement plays (default 3)")
    parser.add_argument("--games", type=int, default=200, help="tables opened for each measurement (default 200)")
    parser.add_argument("--tables", type=int, default=20, help="active at a time (default 20)")
    parser.add_argument("--feed", choices=("events", "scenes"), default="scenes", help="what guests get (scenes)")
    parser.add_argument("--pause", type=float, default=40.0, help="milliseconds between two moves of a table (40)")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    options = parser.parse_args()
    if not (0 < options.seconds <= 60 and 0 < options.rounds <= 20 and 0 <= options.pause <= 1000):
        parser.error("at most 60 seconds, 20 rounds and a pause of 1000 milliseconds")
    if not 0 < options.tables <= options.games <= 5000:
        parser.error("at most 5000 games, and no more tables at a time than games")
    return options


def _measure(url: str, servers: int, apart: bool, options: argparse.Namespace) -> Outcome:
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        houses = [stack.enter_context(contextlib.closing(open_tablee(Path(folder), url))) for _ in range(servers)]
        other = houses[1].port if servers > 1 else 0
        label = f"{servers} server{'s' * (servers > 1)}{', apart' * apart}"
        plan = Plan(
            houses[0].port,
            options.feed,
            options.games,
            options.tables,
            options.seconds,
            label,
            other,
            apart,
            options.pause / 1000,
        )
        command = [sys.executable, str(LOAD_GENERATOR), msgspec.json.encode(plan).decode()]
        done = subprocess.run(command, stdout=subprocess.PIPE, timeout=options.seconds + GRACE, check=False)
    if done.returncode:
        raise SystemExit(f"{label}: the guests could not play to the end")
    outcome = msgspec.json.decode(done.stdout, type=Outcome)
    if (stored := stored_actions(url)) != outcome.all_actions:
        raise SystemExit(f"{outcome.all_actions} moves were confirmed, and {stored} are stored")
    return outcome


def _row(name: str, rounds: list[Outcome], alone: list[Outcome], database: list[float]) -> dict[str, Any]:
    """The medians of the rounds; the cost of a move beside that at one server in the same round.

    `database` has the seconds of processor that PostgreSQL took for a move, the opening of all tables included.
    """
    ratios = [_cost(one) / _cost(other) for one, other in zip(rounds, alone, strict=True)]
    return {
        "servers": name,
        "moves": sum(one.moves for one in rounds),
        "moves_per_second": statistics.median(one.moves / one.seconds for one in rounds),
        "p50_milliseconds": statistics.median(one.latency_p50 for one in rounds) * 1000,
        "p99_milliseconds": statistics.median(one.latency_p99 for one in rounds) * 1000,
        "cpu_milliseconds_per_move": statistics.median(map(_cost, rounds)) * 1000,
        "database_milliseconds_per_move": statistics.median(database) * 1000,
        "cost": statistics.median(ratios),
        "cost_by_round": ratios,
    }


def _cost(outcome: Outcome) -> float:
    return outcome.server_cpu / outcome.moves


COLUMNS = {
    "servers": (14, ""),
    "moves": (8, ","),
    "moves_per_second": (9, ",.0f"),
    "p50_milliseconds": (8, ".1f"),
    "p99_milliseconds": (8, ".1f"),
    "cpu_milliseconds_per_move": (13, ".2f"),
    "database_milliseconds_per_move": (10, ".2f"),
    "cost": (7, ".2f"),
}
"""How wide each is, and how it is written."""
HEADS = ("", "moves", "moves/s", "p50 ms", "p99 ms", "cpu-ms/move", "database", "× one")


def _table(rows: list[dict[str, Any]]) -> str:
    head = "".join(f"{name:>{width}}" for name, (width, _) in zip(HEADS, COLUMNS.values(), strict=True))
    lines = [
        "".join(f"{format(row[name], how):>{width}}" for name, (width, how) in COLUMNS.items())
        + "  "
        + " ".join(f"{one:.2f}" for one in row["cost_by_round"])
        for row in rows
    ]
    return "\n".join([f"{head}  by round", *lines])


if __name__ == "__main__":
    sys.exit(main())
