"""The store on PostgreSQL, which several servers share."""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from asyncpg import Connection, PostgresError

from tablee.server.storage import PATIENCE, DatabaseAbsent, PubSubMessage, Unavailable, Unusable
from tablee.server.storage.postgres.pg_connections import ABSENT, Address, ConnectionPool, PostgresDatabase, close, why
from tablee.server.storage.postgres.pg_pubsub import PostgresPubSub
from tablee.server.storage.postgres.pg_schema import migrate
from tablee.server.storage.postgres.pg_writer import PostgresWriter
from tablee.server.storage.store import Store

MIGRATION_PATIENCE = 60.0
"""Seconds that another program may take to bring the schema up to date."""

_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"


class PostgresStore(Store):
    """See `Store`."""

    is_shared = True
    writer: PostgresWriter

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        """Raises `ValueError` if there is no such database, or none that this program knows."""
        server = secrets.token_urlsafe(9)
        address = Address(url, patience, f"tablee {server}")
        with ThreadPoolExecutor(1) as beside:  # an event loop may be running here already, or none yet
            beside.submit(asyncio.run, prepare(address)).result()
        self._pool = ConnectionPool(address)
        self.pubsub = PostgresPubSub(address, server)
        super().__init__(PostgresDatabase(self._pool), PostgresWriter(address, self.pubsub.moved), _NOW, server)

    def tell_number(self, table: str, number: int) -> None:
        """Tell other servers what the latest event of a table is."""
        self.pubsub.moved(table, number)

    async def listen(self, callback: Callable[[PubSubMessage], None]) -> None:
        """Tell `callback` what other servers store and announce."""
        await self.pubsub.listen(callback)

    def announce(self, kind: str, payload: str) -> None:
        """Tell other servers something that is not stored."""
        self.pubsub.announce(kind, payload)

    async def close(self) -> None:
        """Finish what has been asked for, and let go of the database."""
        await self.writer.close()
        await self.pubsub.close()
        await self._pool.close()


async def connect(address: Address, deadline: float, **settings: str) -> Connection:
    """A connection; raises `ValueError` if we are refused, `DatabaseAbsent` if nobody answers until the deadline."""
    try:
        return await address.connect_until(deadline, **settings)
    except Unusable as error:
        raise ValueError(f"PostgreSQL does not let us in: {error}") from None
    except Unavailable as error:
        raise DatabaseAbsent(f"PostgreSQL cannot be reached: {error}") from None


async def prepare(address: Address) -> None:
    """Bring a database up to date; raises `ValueError` if there is none that we can use, see `open_store`."""
    patient = {"statement_timeout": "0", "lock_timeout": f"{MIGRATION_PATIENCE:.0f}s"}
    connection = await connect(address, time.monotonic() + address.patience, **patient)
    try:
        if await connection.fetchval("SHOW server_encoding") != "UTF8":
            raise ValueError("the database must have been created with the encoding UTF8")
        await migrate(connection)
    except ABSENT as error:
        raise DatabaseAbsent(f"PostgreSQL was lost: {why(error)}") from None
    except PostgresError as error:
        raise ValueError(f"the database cannot be used: {why(error)}") from None
    finally:
        await close(connection)
