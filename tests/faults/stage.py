"""Two servers on one PostgreSQL, and what can be done to them."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg

from tests.faults.nursery import NursedHouse, Nursery

BOT = """
import json, sys
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "action": "anything"}), flush=True)
"""
"""A bot that knows no rules, starts in a moment and leaves the choice to the house, which plays something legal."""
BOT_COMMAND = (sys.executable, "-S", "-c", BOT)


@contextlib.contextmanager
def two_servers(nursery: Nursery, folder: Path, database_url: str, **settings: Any) -> Iterator[list[NursedHouse]]:
    """Two servers that serve the same tables."""
    chosen = {"database_url": database_url, "database_patience": 1.0, "bot_command": BOT_COMMAND, **settings}
    houses = [NursedHouse(nursery, folder / name, **chosen) for name in ("one", "other")]
    try:
        yield houses
    finally:
        for house in houses:
            house.kill()


@contextlib.asynccontextmanager
async def behind(database_url: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    """A connection to the database past the servers."""
    connection = await asyncpg.connect(database_url)
    try:
        yield connection
    finally:
        await connection.close()


async def restart(house: NursedHouse) -> None:
    """Start a server again, while all others go on."""
    await asyncio.to_thread(house.start)
