"""How many moves a second the server takes, every one of them stored for good, next to boardgame.io in memory.

Each measurement starts a server of its own, opens tables for two with both guests connected, then keeps some of them
going: both guests play at random, and the next move waits until both have the last. All of it stays on this machine.
"""

import argparse
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from load_generator import Outcome, Plan
from server_process import Databases, ServerProcess, install_peer, open_peer, open_tablee, stored_actions

from tablee.api.compile_all import compile_games

LOAD_GENERATOR = Path(__file__).parent / "load_generator.py"
FEEDS = ("events", "scenes")
GAMES = ("isis", "morfals", "morpyam", "netzwerk", "morisi")
DATABASES = ("sqlite", "postgres")
PEER = "boardgame.io"
GRACE = 120.0
"""Seconds for opening the tables, besides those for playing."""
Label = tuple[str, str, str]
"""A feed, the game, and the database under it."""
Measure = Callable[[int, argparse.Namespace], Outcome]
COLUMNS = (
    ("feed", 13),
    ("game", 10),
    ("database", 10),
    ("tables", 7),
    ("moves/s", 9),
    ("events/s", 9),
    ("commits/s", 10),
    ("p50 ms", 8),
    ("p99 ms", 8),
    ("moves/cpu-s", 12),
    ("KiB/guest", 10),
    ("client busy", 12),
)


def main() -> int:
    """Measure, print, and return an exit code."""
    options = _options()
    compile_games()
    if not options.json:
        print("".join(f"{name:>{width}}" for name, width in COLUMNS), flush=True)
    rows = []
    for row in _rows(options):
        rows.append(row)
        if not options.json:
            print(_line(row), flush=True)
    print(json.dumps(rows, indent=1) if options.json else _comparison(rows))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="measure all in turn so often, show the best (default 2)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each measurement plays (default 2)")
    parser.add_argument("--games", type=int, default=500, help="tables opened for each measurement (default 500)")
    parser.add_argument("--tables", type=_numbers, default=[10, 50, 200], help="active at a time (default 10,50,200)")
    parser.add_argument(
        "--database", type=_databases, default=["sqlite"], help="sqlite, postgres, or both with a comma"
    )
    parser.add_argument(
        "--only", nargs="+", choices=GAMES, default=["isis"], metavar="GAME",
        help="these games instead of Isis & Osiris, which is nearest to what boardgame.io plays here",
    )  # fmt: skip
    parser.add_argument("--without-peer", action="store_true", help="leave out boardgame.io, which npm would fetch")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    options = parser.parse_args()
    if not 0 < options.seconds <= 60 or not 0 < options.rounds <= 20:
        parser.error("at most 60 seconds and 20 rounds")
    if not 0 < min(options.tables) <= max(options.tables) <= options.games <= 5000:
        parser.error("at most 5000 games, and no more tables at a time than games")
    return options


def _databases(text: str) -> list[str]:
    found = text.split(",")
    if not set(found) <= set(DATABASES):
        raise argparse.ArgumentTypeError(f"one or both of {', '.join(DATABASES)}")
    return found


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


# ---- measuring ---------------------------------------------------------------------------------------------


def _rows(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """What is measured, line by line."""
    with tempfile.TemporaryDirectory() as folder:
        databases = Databases(Path(folder))
        measures: dict[Label, Measure] = {
            (feed, game, kind): partial(_measure_ours, feed, game, kind, databases)
            for game in options.only
            for feed in FEEDS
            for kind in options.database
        }
        if not options.without_peer and install_peer(Path(folder)):
            measures[PEER, "", "none"] = partial(_measure_peer, Path(folder))
        else:
            print(f"{PEER} is left out: it was not asked for, or npm could not fetch it", file=sys.stderr)
        with contextlib.closing(databases):
            for tables in options.tables:
                yield from _rounds(measures, tables, options)


def _rounds(measures: dict[Label, Measure], tables: int, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Those that are compared take turns, so that a slow moment of the machine does not hit one of them alone."""
    found: dict[Label, list[Outcome]] = {label: [] for label in measures}
    for _ in range(options.rounds):
        for label, measure in measures.items():
            found[label].append(measure(tables, options))
    return [_row(*label, tables, outcomes) for label, outcomes in found.items()]


def _measure_ours(
    feed: str, game: str, kind: str, databases: Databases, tables: int, options: argparse.Namespace
) -> Outcome:
    url = databases.new(kind)
    with tempfile.TemporaryDirectory() as folder:
        outcome = _measure(open_tablee(Path(folder), url), feed, tables, options, game)
        stored = stored_actions(url)
    if stored != outcome.all_actions:
        raise SystemExit(
            f"{outcome.all_actions} actions were confirmed, and {stored} are stored: nothing here is worth much"
        )
    return outcome


def _measure_peer(folder: Path, tables: int, options: argparse.Namespace) -> Outcome:
    return _measure(open_peer(folder), PEER, tables, options)


def _measure(server: ServerProcess, feed: str, tables: int, options: argparse.Namespace, game: str = "isis") -> Outcome:
    """Let guests in, in a process of their own, and close the server after them."""
    label = f"{feed}, {tables} tables"
    plan = Plan(server.port, feed, options.games, tables, options.seconds, label, game=game)
    command = [sys.executable, str(LOAD_GENERATOR), msgspec.json.encode(plan).decode()]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, timeout=options.seconds + GRACE, check=False)
    finally:
        server.close()
    if done.returncode:
        raise SystemExit(f"{label}: the guests could not play to the end")
    return msgspec.json.decode(done.stdout, type=Outcome)


def _row(feed: str, game: str, database: str, tables: int, rounds: list[Outcome]) -> dict[str, Any]:
    """The best of the rounds."""
    outcome = max(rounds, key=lambda outcome: outcome.moves / outcome.seconds)
    return {
        "feed": feed,
        "game": game,
        "database": database,
        "tables": tables,
        "moves": outcome.moves,
        "seconds": outcome.seconds,
        "moves_per_second": outcome.moves / outcome.seconds,
        "events_per_second": outcome.events / outcome.seconds,
        "commits_per_second": outcome.commits / outcome.seconds,
        "p50_milliseconds": outcome.latency_p50 * 1000,
        "p99_milliseconds": outcome.latency_p99 * 1000,
        "moves_per_cpu_second": outcome.moves / outcome.server_cpu,
        "bytes_per_idle_guest": outcome.bytes_per_guest,
        "client_busy": outcome.client_cpu / outcome.seconds,
        "moves_per_cpu_second_by_round": [found.moves / found.server_cpu for found in rounds],
        "moves_per_second_by_round": [found.moves / found.seconds for found in rounds],
    }


# ---- the report --------------------------------------------------------------------------------------------


def _line(row: dict[str, Any]) -> str:
    durable = row["feed"] != PEER
    cells = (
        row["feed"],
        row["game"],
        row["database"],
        row["tables"],
        f"{row['moves_per_second']:,.0f}",
        f"{row['events_per_second']:,.0f}" if durable else "",
        f"{row['commits_per_second']:,.0f}" if durable else "none",
        f"{row['p50_milliseconds']:.1f}",
        f"{row['p99_milliseconds']:.1f}",
        f"{row['moves_per_cpu_second']:,.0f}",
        f"{row['bytes_per_idle_guest'] / 1024:.0f}",
        f"{row['client_busy']:.0%}",
    )
    return "".join(f"{cell!s:>{width}}" for cell, (_, width) in zip(cells, COLUMNS, strict=True))


def _comparison(rows: list[dict[str, Any]]) -> str:
    found = {(row["feed"], row["game"], row["database"], row["tables"]): row for row in rows}
    lines = []
    for (feed, game, database, tables), row in found.items():
        peer, sqlite = found.get((PEER, "", "none", tables)), found.get((feed, game, "sqlite", tables))
        if feed != PEER and peer:
            times = row["moves_per_second"] / peer["moves_per_second"]
            work = row["moves_per_cpu_second"] / peer["moves_per_cpu_second"]
            lines.append(
                f"{feed}, {game}, {database}, {tables} tables: {times:.2f} × the moves of {PEER}, "
                f"{work:.2f} × for the same CPU time"
            )
        if database == "postgres" and sqlite:
            lines.append(
                f"{feed}, {game}, {tables} tables: postgres {_ratio(row, sqlite):.2f} × sqlite for the same CPU time"
            )
    return "\n".join(["", *lines])


def _ratio(row: dict[str, Any], other: dict[str, Any]) -> float:
    """How much more a second of processor does: the median of the rounds, each beside the other of the same round."""
    rounds = zip(row["moves_per_cpu_second_by_round"], other["moves_per_cpu_second_by_round"], strict=True)
    return statistics.median(one / two for one, two in rounds)


if __name__ == "__main__":
    sys.exit(main())
