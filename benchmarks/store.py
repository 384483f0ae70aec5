"""How many moves a second the store keeps for good, with nothing else going on: many tables, one act at a time each.

The directory of tables is written with every move, so this says what it costs. All of it stays on this machine.
"""

import argparse
import asyncio
import contextlib
import tempfile
import time
from pathlib import Path
from typing import Any

from server_process import Databases

from tablee.server.storage import open_store
from tablee.server.table.directory import Entry, Seated
from tablee.server.table.events import Act, Opening

PARTICIPANTS = [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1)]


async def measure(url: str, tables: int, seconds: float) -> list[float]:
    """Let every table move as fast as its moves are stored; returns how fast that was."""
    store: Any = open_store(url)
    names = [f"table-{index:04}" for index in range(tables)]
    await asyncio.gather(*(store.open_table(opening(name), bytes(32), entry(name, 0)) for name in names))
    commits, began, busy = store.writer.commits, time.monotonic(), time.process_time()
    moves = sum(await asyncio.gather(*(play(store, name, began + seconds) for name in names)))
    took, busy = time.monotonic() - began, time.process_time() - busy
    rates = [moves / took, (store.writer.commits - commits) / took, moves / busy]
    await store.close()
    return rates


async def play(store: Any, table: str, until: float) -> int:
    """Store one move after the other until it is time; returns how many."""
    number = 0
    while time.monotonic() < until:
        number += 1
        await store.append(table, [Act(number, number, 0, "pawn a1")], entry(table, number))
    return number


def opening(table: str) -> Opening:
    """A table like any other."""
    return Opening(table, "isis", 1, 2, {"reserve": "own", "memory": "hidden"}, "c" * 64)


def entry(table: str, number: int) -> Entry:
    """What the directory says of it."""
    options = {"reserve": "own", "memory": "hidden"}
    turn = PARTICIPANTS[number % 2].participant
    return Entry(table, "isis", 1, 2, options, False, "playing", number, PARTICIPANTS, turn, opened=1, moved=number)


def main() -> None:
    """Measure a few times: disks have moods."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--database", default="sqlite,postgres", help="sqlite, postgres, or both (default)")
    options = parser.parse_args()
    line = "{:>9}: {:,.0f} moves/s, {:,.0f} commits/s, {:,.0f} moves per processor-second"
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Databases(Path(folder))) as databases:
        for _ in range(options.rounds):
            for kind in options.database.split(","):
                rates = asyncio.run(measure(databases.new(kind), options.tables, options.seconds))
                print(line.format(kind, *rates), flush=True)


if __name__ == "__main__":
    main()
