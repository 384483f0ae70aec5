"""Transactions that are written once and run on both databases: SQLite, too, takes `$1` for a parameter.

A transaction is a generator: it yields one query after the other and is sent the rows that each has found.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from typing import Any, Literal, TypeVar

import msgspec

from tablee.bots.metrics import SIZES, Counter, Histogram

Answer = TypeVar("Answer")
Query = tuple[Any, ...]
"""SQL, followed by the values of its parameters; or SQL and `Many`."""
Rows = list[Any]
"""Each row is a sequence of its columns' values."""
Transaction = Generator[Query, Rows, Answer]
"""Yields queries, is sent the rows of each, and returns an answer."""
Mode = Literal["read", "single", "write", "serial", "exclusive"]
"""How a transaction is isolated, and whether it is repeated when the connection was lost:

`read`: changes nothing; repeated. `write`: may run twice without harm; repeated.
`single`: as `write`, of one query only, which needs no round trips to begin and to commit.
`serial`: serializable; never repeated once it may have been committed.
`exclusive`: as `serial`, and no other exclusive transaction runs meanwhile.
"""

COMMITS = Histogram("tablee_database_commit_seconds", "How long the database takes to store what has gathered.")
BATCHES = Histogram("tablee_database_batch_jobs", "How many decisions are stored together.", bounds=SIZES)
ERRORS = Counter("tablee_database_errors_total", "What the database could not store, conflicts left out.")


class Many(list[tuple[Any, ...]]):
    """Rows of values: a statement is run once for each, and returns nothing."""


class Database(ABC):
    """Runs transactions."""

    @abstractmethod
    async def transact(self, begin: Callable[[], Transaction[Answer]], mode: Mode) -> Answer:
        """Run the transaction that `begin` makes; a new one is made whenever it has to start again.

        Raises `Unavailable` if it only reads, else `NotSaved`.
        """

    async def fetch(self, sql: str, *values: Any) -> Rows:
        """The rows that a query finds; raises `Unavailable`."""
        [found] = await self.transact(lambda: in_turn((sql, *values)), "read")
        return found

    async def fetch_decoded(self, decode: Callable[[Rows], Answer], sql: str, *values: Any) -> Answer:
        """What `decode` makes of the rows that a query finds, in a worker thread: there may be many rows."""
        return await asyncio.to_thread(decode, await self.fetch(sql, *values))

    async def execute(self, *queries: Query, mode: Mode = "serial") -> list[Rows]:
        """Run queries in one transaction; returns the rows of each. Raises `NotSaved`."""
        return await self.transact(lambda: in_turn(*queries), mode)

    async def write(self, *queries: Query) -> list[Rows]:
        """Run queries that may run twice without harm in one transaction; returns the rows of each."""
        return await self.execute(*queries, mode="write" if len(queries) > 1 else "single")


class FeatureStore:
    """A part of `Store`, with the SQL of one feature."""

    def __init__(self, database: Database) -> None:
        self._database = database


def in_turn(*queries: Query) -> Transaction[list[Rows]]:
    """A transaction of queries of which none depends on the rows of another."""
    found = []
    for one in queries:
        found.append((yield one))
    return found


def json_rows(rows: Iterable[tuple[Any, ...]]) -> str:
    """Rows as the value of a parameter: `SELECT value ->> 0 FROM json_each(CAST($1 AS TEXT))` reads them."""
    return msgspec.json.encode(list(rows)).decode()
