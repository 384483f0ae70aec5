"""Two servers on one PostgreSQL, and what can be done to them."""

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import asyncpg

from tests.faults.network import Network
from tests.faults.players import Crew
from tests.server.house import NETWORK, WRONG_BY, House

SOON = 60.0
"""Seconds in which all must go on, on however busy a machine; `python -m tests.faults` says how long it takes."""


class FaultyHouse(House):
    """A server to which things can be done."""

    def __init__(self, folder: Path, network: Network | None = None, **settings: Any) -> None:
        """`network`: the one in which it runs, if that is not ours."""
        folder.mkdir(exist_ok=True)
        self._clock = folder / "clock"
        self.errors = (folder / "errors.txt").open("wb")
        environment = {WRONG_BY: str(self._clock)}
        if network is not None:
            environment[NETWORK] = network.name
            self.host = network.players.there
        super().__init__(folder, environment, **settings)

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
def two_servers(
    folder: Path, database_url: str, first: Mapping[str, Any] = {}, **settings: Any
) -> Iterator[list[FaultyHouse]]:
    """Two servers that serve the same tables; `first`: in what the first of them differs."""
    chosen = {"database_url": database_url, "database_patience": 1.0, **settings}
    houses = [FaultyHouse(folder / "one", **{**chosen, **first}), FaultyHouse(folder / "other", **chosen)]
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


@contextlib.asynccontextmanager
async def load(houses: Sequence[House], url: str, **amount: int) -> AsyncIterator[Crew]:
    """People play; in the end all that they were told is in the database."""
    async with Crew(houses, **amount) as crew:
        yield crew
        await crew.goes_on(time.monotonic())
        while crew.ledger.acknowledged < 20:
            await crew.goes_on(time.monotonic())
    verdict = await crew.ledger.compare(url)
    assert verdict.is_clean, verdict
    assert verdict.tables >= len(crew.games)


async def serves_again(crew: Crew, place: int) -> None:
    """Wait until somebody has their table before them at a server, sending people there."""
    async with asyncio.timeout(SOON):
        while not crew.at(place):
            for player in crew.at(1 - place)[:1]:
                player.wants_to_move = True
            await asyncio.sleep(0.05)
