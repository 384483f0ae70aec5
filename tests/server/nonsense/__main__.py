"""The long form: every route and every message, again and again, until so many have been sent.

`python -m tests.server.nonsense --requests 100000` drives a server on SQLite and one on PostgreSQL, both on this
machine, and fails if one answers 5xx, complains in its log, or stores what it has refused.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from pathlib import Path

import asyncpg

from tests.postgres import Postgres
from tests.server.nonsense.driver import Driver, drive
from tests.server.nursery import close_nursery

TIMES = 25
"""Examples of each before all begin again."""


async def _new_database(server: Postgres) -> str:
    name = f"nonsense_{secrets.token_hex(4)}"
    connection = await asyncpg.connect(server.url("postgres"))
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return server.url(name)


def main() -> int:
    """Drive a house on each database; returns 1 if there was a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.nonsense", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000, help="requests and messages in all (default 100,000)")
    parser.add_argument("--minutes", type=float, default=60.0, help="begin no round after this (default 60)")
    parser.add_argument("--seed", type=int, default=None, help="what is sent follows from it (default: drawn)")
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    chosen = parser.parse_args()
    kinds = ("sqlite", "postgres") if chosen.database == "both" else (chosen.database,)
    server = Postgres() if "postgres" in kinds else None
    seed = secrets.randbits(32) if chosen.seed is None else chosen.seed
    print(f"--seed {seed}", flush=True)
    faults = 0
    try:
        for kind in kinds:
            with tempfile.TemporaryDirectory(prefix="tablee-nonsense-") as folder:
                url = asyncio.run(_new_database(server)) if kind == "postgres" and server else ""
                driver = Driver(Path(folder), url)
                faults += _drive(kind, driver, chosen.requests // len(kinds), 60 * chosen.minutes / len(kinds), seed)
    finally:
        close_nursery()
        if server is not None:
            server.close()
    return 1 if faults else 0


def _drive(kind: str, driver: Driver, requests: int, seconds: float, seed: int) -> int:
    """Drive one house until so many are sent, or the time is over; returns the number of faults."""
    started, told = time.monotonic(), 0
    try:
        while driver.count < requests and time.monotonic() < started + seconds:
            drive(driver, TIMES, seed := seed + 1)
            print(f"{kind}: {driver.count:,} sent, {len(driver.faults)} faults", flush=True)
            for fault in driver.faults[told:]:
                print(f"{kind}: FAULT {fault}", flush=True)
            told = len(driver.faults)
    finally:
        driver.close()
    live = sum(count for name, count in driver.asked.items() if name.startswith("live "))
    print(f"{kind}: {driver.count - live:,} requests and {live:,} messages, {len(driver.asked)} routes and kinds")
    print(f"{kind}: answers {dict(driver.answers.most_common())}, in {time.monotonic() - started:.0f} s")
    return len(driver.faults)


if __name__ == "__main__":
    sys.exit(main())
