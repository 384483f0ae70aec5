"""How long pages wait for the database while finished games gather: 1,000 … 1,000,000 rows, on both databases.

A database is filled by SQL: games of two among a tenth as many people, of whom one has played one game in two hundred;
a quarter of the games are rated; 300 tables are played or wait. Printed for each query of the shelf, the lobby, my
games, the ladder and the host's page: milliseconds, the best of five, asked through the store; of SQLite, which runs
in this process, milliseconds of processor. `--plans` prints the plans of the largest database that read a table as a
whole.
"""

import argparse
import asyncio
import contextlib
import re
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
from server_process import Databases

from tablee.server.features.history.model import WON, Wanted
from tablee.server.features.lobby.store import LobbyStore
from tablee.server.features.moderation.store import ModerationStore
from tablee.server.features.ratings.store import RatingStore
from tablee.server.storage import open_store
from tablee.server.table.directory import Entry, Seated

SIZES = (1_000, 10_000, 100_000, 1_000_000)
HEAVY = "person-0"
"""Who has played most."""
LIVE = 300
"""Tables that are not over."""
NOW = 1_780_000_000_000
TRIES = 5
NUMBERS = {
    "sqlite": "WITH RECURSIVE numbers (n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM numbers WHERE n < {last})",
    "postgres": "WITH numbers (n) AS (SELECT generate_series({first}, {last}))",
}
# One game in two hundred is the heavy person's; people meet whoever is next.
ONE = "CASE WHEN n % 200 = 0 THEN 0 ELSE 1 + n * 7919 % {people} END"
TWO = "1 + (n * 7919 + 1) % {people}"
FILL = (
    ("persons (id, name, since)", "SELECT 'person-' || n, 'Name ' || n, n", "people"),
    ("profiles (person, address, parts)", "SELECT 'person-' || n, 'at-' || n, 'results' WHERE n % 5 = 0", "people"),
    ("ratings (person, game, pace, mu, sigma, games, ended)",
     "SELECT 'person-' || n, 'isis', 'live', 1500 + n * 7919 % 1000, 60, 20, {now} - n", "people"),
    ("directory (table_id, status, number, turn, moved, due, body)",
     "SELECT 'table-' || n, 'over', 40, NULL, {now} - n * 1000, NULL, {body}", "games"),
    ("participants (table_id, participant, person)", f"SELECT 'table-' || n, 1, 'person-' || ({ONE})", "games"),
    ("participants (table_id, participant, person)", f"SELECT 'table-' || n, 3, 'person-' || ({TWO})", "games"),
    ("results (table_id, participant, game, ended, took, moves, people, bots, won, points, beaten)",
     "SELECT 'table-' || n, 1, 'isis', {now} - n * 1000, 600000, 40, 2, 0, n % 2, 30, 0", "games"),
    ("results (table_id, participant, game, ended, took, moves, people, bots, won, points, beaten)",
     "SELECT 'table-' || n, 3, 'isis', {now} - n * 1000, 600000, 40, 2, 0, 1 - n % 2, 28, 0", "games"),
    ("rated_tables (table_id, place, why, game, pace, ended)",
     "SELECT 'table-' || n, n, '', 'isis', 'live', {now} - n * 1000 WHERE n % 4 = 0", "games"),
    ("rated_seats (table_id, participant, account, mu_before, sigma_before, mu, sigma)",
     f"SELECT 'table-' || n, 1, 'person-' || ({ONE}), 1500, 60, 1510, 60 WHERE n % 4 = 0", "games"),
    ("rated_seats (table_id, participant, account, mu_before, sigma_before, mu, sigma)",
     f"SELECT 'table-' || n, 3, 'person-' || ({TWO}), 1500, 60, 1490, 60 WHERE n % 4 = 0", "games"),
    ("directory (table_id, status, number, turn, moved, due, body)",
     "SELECT 'live-' || n, CASE WHEN n % 3 = 0 THEN 'waiting' ELSE 'playing' END, 40, 1, {now} - n, NULL, {body}",
     "live"),
    ("participants (table_id, participant, person)", "SELECT 'live-' || n, 1, 'person-' || (n % 20)", "live"),
    ("lobby_tables (table_id, is_open, watched, seen)", "SELECT 'live-' || n, 1, 1, {now} - 1000", "live"),
)  # fmt: skip


def asked(store: Any) -> dict[str, Callable[[], Awaitable[Any]]]:
    """What pages ask the database for."""
    lobby, ratings, moderation = (
        LobbyStore(store.database),
        RatingStore(store.database),
        ModerationStore(store.database),
    )
    last = Wanted()
    return {
        "shelf: running": lambda: store.entries_of(HEAVY, unfinished=True, most=20),
        "shelf: latest": lambda: store.finished_games(HEAVY, last, 3, 0),
        "lobby: tables": lambda: lobby.tables(NOW, 40),
        "lobby: met": lambda: lobby.acquaintances(HEAVY, 20),
        "my games: page 1": lambda: store.finished_games(HEAVY, last, 21, 0),
        "my games: won, page 5": lambda: store.finished_games(HEAVY, Wanted(ended=WON), 21, 80),
        "my games: figures": lambda: store.figures_of(HEAVY),
        "my games: curve": lambda: ratings.curves(HEAVY, 200),
        "ladder": lambda: ratings.ladder("isis", "live", 100, 100),
        "ladder: to be counted": lambda: ratings.waiting(10),
        "host: tables": lambda: moderation.entries(50),
    }


def entry_body() -> str:
    """A row of the directory, as JSON."""
    people = [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1)]
    told = Entry("#", "isis", 1, 2, {}, False, "over", 40, people, None, opened=NOW, moved=NOW)
    return msgspec.json.encode(told).decode().replace("'", "''")


def statements(kind: str, games: int) -> list[str]:
    """What fills a database."""
    last = {"people": max(games // 10, 20), "games": games, "live": LIVE}
    body = f"replace('{entry_body()}', '#', 'table-' || n)"
    body = f"CAST({body} AS BLOB)" if kind == "sqlite" else f"convert_to({body}, 'UTF8')"
    found = []
    for into, select, of in FILL:
        numbers = NUMBERS[kind].format(first=0 if of == "people" else 1, last=last[of])
        wanted = select.format(now=NOW, body=body, people=last["people"])
        columns, _, where = wanted.partition(" WHERE ")
        found.append(f"INSERT INTO {into} {numbers} {columns} FROM numbers WHERE {where or '1 = 1'}")
    return found


async def fill(url: str, games: int) -> None:
    """Fill an empty database; results are written as they are, and not by its triggers."""
    if url.startswith("postgresql"):
        connection = await asyncpg.connect(url)
        await connection.execute("ALTER TABLE directory DISABLE TRIGGER ALL")
        for statement in statements("postgres", games):
            await connection.execute(statement)
        await connection.execute("ANALYZE")
        await connection.close()
    else:
        with contextlib.closing(sqlite3.connect(url.partition("///")[2])) as database:
            for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000"):
                database.execute(f"PRAGMA {pragma}")
            for trigger in ("end_new", "end_known"):
                database.execute(f"DROP TRIGGER {trigger}")
            for statement in statements("sqlite", games):
                database.execute(statement)
            database.commit()


async def measure(url: str, games: int) -> tuple[dict[str, float], list[str]]:
    """Milliseconds for everything that is asked, and the plans that read a table as a whole."""
    await open_store(url).close()
    await fill(url, games)
    store: Any = open_store(url)
    times, queries = {}, recorded(store.database)
    clock = time.process_time if url.startswith("sqlite") else time.perf_counter
    for name, ask in asked(store).items():
        tries = []
        for _ in range(TRIES):
            began = clock()
            await ask()
            tries.append(clock() - began)
        times[name] = 1000 * min(tries)
    await store.close()
    return times, await scans(url, queries)


def recorded(database: Any) -> list[tuple[Any, ...]]:
    """The queries that are asked from now on, each once."""
    queries: list[tuple[Any, ...]] = []
    fetch = database.fetch

    async def record(sql: str, *values: Any) -> Any:
        if sql not in [one[0] for one in queries]:
            queries.append((sql, *values))
        return await fetch(sql, *values)

    database.fetch = record
    return queries


async def scans(url: str, queries: Sequence[tuple[Any, ...]]) -> list[str]:
    """The queries that read a table as a whole, with their plans."""
    found = []
    if url.startswith("postgresql"):
        connection = await asyncpg.connect(url)
        for sql, *values in queries:
            plan = "\n".join(one[0] for one in await connection.fetch(f"EXPLAIN (ANALYZE) {sql}", *values))
            if "Seq Scan" in plan:
                found.append(f"{' '.join(sql.split())}\n{plan}")
        await connection.close()
    else:
        with contextlib.closing(sqlite3.connect(url.partition("///")[2])) as database:
            for sql, *values in queries:
                # Python's SQLite takes numbered parameters by place alone.
                plan = "\n".join(one[3] for one in database.execute(f"EXPLAIN QUERY PLAN {numbered(sql)}", values))
                if re.search(r"SCAN (directory|participants|results|rated_\w+|ratings|persons)\b(?! USING)", plan):
                    found.append(f"{' '.join(sql.split())}\n{plan}")
    return found


def numbered(sql: str) -> str:
    """SQL with parameters that SQLite numbers."""
    return re.sub(r"\$(\d+)", r"?\1", sql)


def main() -> None:
    """Fill and measure one database after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="*", default=SIZES)
    parser.add_argument("--database", default="sqlite,postgres", help="sqlite, postgres, or both (default)")
    parser.add_argument("--plans", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Databases(Path(folder))) as databases:
        for kind in options.database.split(","):
            found = [asyncio.run(measure(databases.new(kind), games)) for games in options.games]
            print(f"\n{kind:24}" + "".join(f"{games:>12,}" for games in options.games))
            for name in found[0][0]:
                print(f"{name:24}" + "".join(f"{times[name]:12.1f}" for times, _ in found), flush=True)
            for plan in found[-1][1] if options.plans else ():
                print(f"\n{plan}\n")


if __name__ == "__main__":
    main()
