"""What many look at is looked up once in a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Recent(Generic[Thing]):
    """Something as it was at most so many seconds ago; who asks meanwhile waits for the same answer."""

    def __init__(
        self, ask: Callable[[], Awaitable[Thing]], seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._ask = ask
        self._seconds = seconds
        self._clock = clock
        self._kept: tuple[float, Thing] | None = None
        self._asking = asyncio.Lock()

    def forget(self) -> None:
        """It has become something else."""
        self._kept = None

    async def get(self) -> Thing:
        """The thing; whatever asking for it raises is raised, and nothing kept."""
        async with self._asking:
            now = self._clock()
            if self._kept is None or now - self._kept[0] >= self._seconds:
                self._kept = now, await self._ask()
            return self._kept[1]
