"""Both stores, and what lies behind them."""

import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tablee.server.storage import Store, open_store
from tests.server.house import PATIENCE


class Behind:
    """A database as it can be looked at and damaged without its store; `$1` stands for the first value."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_postgres = url.startswith("postgres")

    async def __call__(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a query finds."""
        if self.is_postgres:
            connection = await asyncpg.connect(self.url)
            try:
                return [tuple(row) for row in await connection.fetch(query, *values)]
            finally:
                await connection.close()
        with sqlite3.connect(self.url.removeprefix("sqlite:///")) as database:
            found = database.execute(re.sub(r"\$(\d)", r"?\1", query), values).fetchall()
        database.close()
        return found


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path}/tables.db"


@pytest.fixture
def behind(database_url: str) -> Behind:
    return Behind(database_url)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = open_store(database_url, PATIENCE)
    yield store
    await store.close()
