"""What storing moves in PostgreSQL costs: asyncpg beside psycopg 3, and NOTIFY inside a commit beside after it.

A real server with fsync is started for it, and everything stays on this machine. *moves per cpu-s* is what the client
manages with a second of its own processor time, *ms* how long one commit of a batch takes.
"""

import argparse
import asyncio
import contextlib
import importlib.util
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.postgres import Postgres

Columns = tuple[list[str], list[int], list[bytes]]
Store = Callable[[Columns], Awaitable[None]]
Driver = Callable[[str], Awaitable[tuple[Store, Callable[[], Awaitable[None]]]]]

SCHEMA = """
    CREATE TABLE events (
        table_id text COLLATE "C", number integer, body bytea NOT NULL, PRIMARY KEY (table_id, number)
    );
    CREATE TABLE directory (table_id text COLLATE "C" PRIMARY KEY, number integer NOT NULL) WITH (fillfactor = 50);
    INSERT INTO directory SELECT 'table-' || lpad(n::text, 4, '0'), 0 FROM generate_series(0, 499) AS n;
"""
MOVES = """
    WITH new AS (SELECT * FROM unnest({}::text[], {}::integer[], {}::bytea[]) AS new (t, n, b)),
    added AS (INSERT INTO events SELECT t, n, b FROM new)
    UPDATE directory SET number = n FROM new WHERE table_id = t
"""
NOTIFY = "SELECT pg_notify('bench', $1)"
BODY = b'{"event":"act","number":12,"at":1780011280123,"seat":1,"text":"pawn d2"}'
PACE = 0.005
PAYLOAD = "server " + " ".join(f"table-{index:04} 12" for index in range(20))


async def asyncpg_store(url: str) -> tuple[Store, Callable[[], Awaitable[None]]]:
    """On the event loop, in Cython."""
    import asyncpg

    connection = await asyncpg.connect(url)
    moves = await connection.prepare(MOVES.format("$1", "$2", "$3"))

    async def store(columns: Columns) -> None:
        await moves.fetch(*columns)

    return store, connection.close


async def psycopg_store(url: str) -> tuple[Store, Callable[[], Awaitable[None]]]:
    """On the event loop, in Cython around libpq."""
    import psycopg

    connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
    cursor = connection.cursor(binary=True)

    async def store(columns: Columns) -> None:
        await cursor.execute(MOVES.format("%b", "%b", "%b"), columns, prepare=True)

    return store, connection.close


async def psycopg_thread_store(url: str) -> tuple[Store, Callable[[], Awaitable[None]]]:
    """The blocking half of psycopg in a thread, as the writer of SQLite is."""
    import psycopg

    connection = psycopg.connect(url, autocommit=True)
    cursor = connection.cursor(binary=True)

    async def store(columns: Columns) -> None:
        await asyncio.to_thread(cursor.execute, MOVES.format("%b", "%b", "%b"), columns, prepare=True)

    return store, lambda: asyncio.to_thread(connection.close)


DRIVERS: dict[str, Driver] = {
    "asyncpg": asyncpg_store,
    "psycopg": psycopg_store,
    "psycopg in a thread": psycopg_thread_store,
}


def _installed() -> dict[str, Driver]:
    """Those drivers that are here: Tablée needs one of them only (`pip install 'psycopg[binary]'` for the other)."""
    return {name: driver for name, driver in DRIVERS.items() if importlib.util.find_spec(name.split()[0])}


def batches(size: int) -> Iterator[Columns]:
    """Batches of moves, of as many tables."""
    number = 0
    names = [f"table-{index:04}" for index in range(size)]
    while True:
        number += 1
        yield names, [number] * size, [BODY] * size


async def measure_driver(driver: Driver, url: str, size: int, seconds: float) -> tuple[float, float, float]:
    """Moves per processor-second, and the median and 99th percentile of a commit in milliseconds."""
    store, close = await driver(url)
    took, busy, until = [], time.process_time(), time.monotonic() + seconds
    for columns in batches(size):
        began = time.monotonic()
        await store(columns)
        took.append(time.monotonic() - began)
        if time.monotonic() > until:
            break
    busy = time.process_time() - busy
    await close()
    took.sort()
    return len(took) * size / busy, took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000


async def renew(url: str) -> None:
    """Begin with empty tables."""
    import asyncpg

    connection = await asyncpg.connect(url)
    await connection.execute("DROP TABLE IF EXISTS events, directory")
    await connection.execute(SCHEMA)
    await connection.close()


def compare_drivers(url: str, options: argparse.Namespace) -> None:
    """Drivers in turn, for each size of a batch."""
    print(f"{'moves a batch':>14}{'driver':>22}{'moves per cpu-s':>17}{'p50 ms':>8}{'p99 ms':>8}")
    for size in options.sizes:
        found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in _installed()}
        for _ in range(options.rounds):
            for name, driver in _installed().items():
                asyncio.run(renew(url))
                found[name].append(asyncio.run(measure_driver(driver, url, size, options.seconds)))
        for name, rounds in found.items():
            moves, p50, p99 = (statistics.median(column) for column in zip(*rounds, strict=True))
            print(f"{size:>14}{name:>22}{moves:>17,.0f}{p50:>8.2f}{p99:>8.2f}", flush=True)


# ---- NOTIFY ------------------------------------------------------------------------------------------------


async def writer(url: str, way: str, name: str, size: int, until: float) -> list[float]:
    """One server that commits batches and tells of them; returns how long each commit took."""
    import asyncpg

    connection = await asyncpg.connect(url)
    moves = await connection.prepare(MOVES.format("$1", "$2", "$3"))
    tell = await connection.prepare(NOTIFY)
    news = asyncio.Event()
    telling = asyncio.create_task(teller(url, news)) if way == "after" else None
    took = []
    for tables, numbers, bodies in batches(size):
        columns = [f"{name}{table}" for table in tables], numbers, bodies
        began = time.monotonic()
        async with connection.transaction():
            await moves.fetch(*columns)
            if way == "inside":
                await tell.fetch(PAYLOAD)
        took.append(time.monotonic() - began)
        news.set()
        if time.monotonic() > until:
            break
    if telling:
        telling.cancel()
        await asyncio.wait([telling])
    await connection.close()
    return took


async def teller(url: str, news: asyncio.Event) -> None:
    """Tell of commits on a connection of its own, of all that gather in a few milliseconds together."""
    import asyncpg

    connection = await asyncpg.connect(url)
    tell = await connection.prepare(NOTIFY)
    try:
        while await news.wait():
            await asyncio.sleep(PACE)
            news.clear()
            await tell.fetch(PAYLOAD)
    finally:
        connection.terminate()


async def measure_notify(url: str, way: str, servers: int, size: int, seconds: float) -> tuple[float, float, float]:
    """Commits a second of all servers together, and the median and 99th percentile of a commit in milliseconds."""
    import asyncpg

    listening = await asyncpg.connect(url)
    await listening.add_listener("bench", lambda *_: None)
    until = time.monotonic() + seconds
    found = await asyncio.gather(*(writer(url, way, f"{index} ", size, until) for index in range(servers)))
    await listening.close()
    took = sorted(one for times in found for one in times)
    return len(took) / seconds, took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000


def compare_notify(url: str, options: argparse.Namespace) -> None:
    """No notification, one inside each commit, and those after commits on another connection; for several servers."""
    print(f"\n{'servers':>8}{'NOTIFY':>10}{'commits/s':>11}{'p50 ms':>8}{'p99 ms':>8}")
    for servers in options.servers:
        found: dict[str, list[tuple[float, float, float]]] = {way: [] for way in ("none", "inside", "after")}
        for _ in range(options.rounds):
            for way, rounds in found.items():
                asyncio.run(renew(url))
                rounds.append(asyncio.run(measure_notify(url, way, servers, 20, options.seconds)))
        for way, rounds in found.items():
            commits, p50, p99 = (statistics.median(column) for column in zip(*rounds, strict=True))
            print(f"{servers:>8}{way:>10}{commits:>11,.0f}{p50:>8.2f}{p99:>8.2f}", flush=True)


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--sizes", type=_numbers, default=[1, 10, 50, 200], help="moves in a batch")
    parser.add_argument("--servers", type=_numbers, default=[1, 2, 8], help="that commit at the same time")
    options = parser.parse_args()
    with contextlib.closing(Postgres(safe=True)) as server:
        compare_drivers(server.url(), options)
        compare_notify(server.url(), options)


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


if __name__ == "__main__":
    main()
