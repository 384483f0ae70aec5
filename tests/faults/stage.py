"""Two servers on one PostgreSQL, and what can be done to them."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg

from tests.server.house import WRONG_BY, House

BOT = """
import json, sys
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "action": "anything"}), flush=True)
"""
"""A bot that knows no rules, starts in a moment and leaves the choice to the house, which plays something legal."""
BOT_COMMAND = (sys.executable, "-S", "-c", BOT)


class FaultyHouse(House):
    """A server to which things can be done."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        folder.mkdir(exist_ok=True)
        self._clock = folder / "clock"
        self.errors = (folder / "errors.txt").open("wb")
        super().__init__(folder, {WRONG_BY: str(self._clock)}, **settings)

    @property
    def pid(self) -> int:
        """The id of its process."""
        return self.process.pid

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def set_clock(self, seconds: float) -> None:
        """Let its wall clock be wrong."""
        self._clock.write_text(str(seconds))

    def leave(self) -> None:
        """End it, if it has not ended, for good."""
        self.kill()
        self.errors.close()


@contextlib.contextmanager
def two_servers(folder: Path, database_url: str, **settings: Any) -> Iterator[list[FaultyHouse]]:
    """Two servers that serve the same tables."""
    chosen = {"database_url": database_url, "database_patience": 1.0, "bot_command": BOT_COMMAND, **settings}
    houses = [FaultyHouse(folder / name, **chosen) for name in ("one", "other")]
    try:
        yield houses
    finally:
        for house in houses:
            house.leave()


@contextlib.asynccontextmanager
async def behind(database_url: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    """A connection to the database past the servers."""
    connection = await asyncpg.connect(database_url)
    try:
        yield connection
    finally:
        await connection.close()


async def restart(house: FaultyHouse) -> None:
    """Start a server again, while all others go on."""
    await asyncio.to_thread(house.start)
