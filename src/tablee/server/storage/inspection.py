"""Look at a database without changing it: is it there, which schema has it, may we write to it?"""

import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tablee.server.storage import PATIENCE, DatabaseAbsent, sqlite_path
from tablee.server.storage.schema import check_version, migrated_tables
from tablee.server.storage.sqlite.sqlite_schema import MIGRATIONS


class DatabaseState(NamedTuple):
    """What was found."""

    program: str
    """Which database it is, with its version."""
    version: int
    """The version of its schema; 0 if there is nothing in it, or no file yet."""
    newest: int
    """The version that this program brings it to."""
    exists: bool = True
    """Whether there is a database at all: SQLite's file is created when a server starts."""
    keys: Mapping[str, bytes] = MappingProxyType({})
    """The server's own keys by name: that for push notifications."""


def check_up_to_date(state: DatabaseState) -> None:
    """Raise `ValueError` unless a house of this version is there: a look neither creates nor upgrades one."""
    if not state.exists:
        raise ValueError("there is no such file, and none was created")
    if not state.version:
        raise ValueError("it holds no data of a server, and none was created")
    if state.version < state.newest:
        raise ValueError(
            f"its schema has version {state.version}, and this program reads {state.newest}: "
            "a server of this program brings it up to date when it starts"
        )


async def inspect_database(url: str, patience: float = PATIENCE) -> DatabaseState:
    """Raise `ValueError` if a server could not use the database, `DatabaseAbsent` if it may be there later."""
    path = sqlite_path(url)
    return await _inspect_postgres(url, patience) if path is None else _inspect_sqlite(path)


def _inspect_sqlite(path: Path) -> DatabaseState:
    program = f"SQLite {sqlite3.sqlite_version}"
    folder = path.absolute().parent
    try:
        if not path.exists():
            while not folder.exists():
                folder = folder.parent
            _check_writable(folder)
            return DatabaseState(program, 0, len(MIGRATIONS), exists=False)
        for one in (folder, path):
            _check_writable(one)
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            keys = dict(connection.execute(_KEYS)) if "server_keys" in tables else {}
        _check_ours(version, tables)
    except (OSError, sqlite3.Error, ValueError) as error:
        raise ValueError(f"{path} cannot be used as a database: {error}") from None
    check_version(version, len(MIGRATIONS))
    return DatabaseState(program, version, len(MIGRATIONS), keys=keys)


def _check_ours(version: int, tables: set[str]) -> None:
    """Refuse the database of another program; for an older version of ours, tables may be missing."""
    if tables and not version:
        raise ValueError("it is the database of another program")
    missing = {table.name for table in migrated_tables()} - tables
    if version == len(MIGRATIONS) and missing:
        raise ValueError(f"it is no database of ours, or damaged: it lacks {', '.join(sorted(missing)[:3])}")


def _check_writable(path: Path) -> None:
    if not os.access(path, os.W_OK):
        raise PermissionError(f"{path} cannot be written to by this user")


async def _inspect_postgres(url: str, patience: float) -> DatabaseState:
    from asyncpg import PostgresError

    from tablee.server.storage.postgres import pg_schema
    from tablee.server.storage.postgres.pg_connections import LOST, Address, close, why
    from tablee.server.storage.postgres.pg_store import connect

    connection = await connect(Address(url, patience, "tablee inspection"), time.monotonic() + patience)
    try:
        ((program, encoding, standby, versioned, may_create),) = await connection.fetch(_WHICH)
        if encoding != "UTF8":
            raise ValueError("the database must have been created with the encoding UTF8")
        if standby:
            raise ValueError("this PostgreSQL is a standby, which cannot be written to")
        version = (await connection.fetchval("SELECT max(version) FROM schema_version") or 0) if versioned else 0
        newest = len(pg_schema.MIGRATIONS)
        check_version(version, newest)
        rights = dict(map(tuple, await connection.fetch(_RIGHTS)))
        if version:  # without one, others may have tables in the same schema
            _check_ours(version, {*rights})
        closed = [name for name, is_ours in rights.items() if not is_ours and version]
        if closed:
            raise ValueError(f"its user may not write to {', '.join(closed)}: it must own them")
        if version < newest and not may_create:
            raise ValueError("its user may not create tables there: let it own the database")
        keys = dict(map(tuple, await connection.fetch(_KEYS))) if "server_keys" in rights else {}
        return DatabaseState(f"PostgreSQL {program}", version, newest, keys=keys)
    except LOST as error:
        raise DatabaseAbsent(f"PostgreSQL was lost: {why(error)}") from None
    except PostgresError as error:
        raise ValueError(f"the database cannot be used: {why(error)}") from None
    finally:
        await close(connection)


_KEYS = "SELECT name, secret FROM server_keys"
_WHICH = """
SELECT current_setting('server_version'), current_setting('server_encoding'), pg_is_in_recovery(),
    to_regclass('schema_version') IS NOT NULL, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
"""
_RIGHTS = """
SELECT tablename,
    has_table_privilege(quote_ident(tablename), 'SELECT') AND has_table_privilege(quote_ident(tablename), 'INSERT') AND
    has_table_privilege(quote_ident(tablename), 'UPDATE') AND has_table_privilege(quote_ident(tablename), 'DELETE')
FROM pg_tables WHERE schemaname = current_schema()
"""
