"""Caches for results of coroutines: by key, or for some seconds."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

Thing = TypeVar("Thing")


class AsyncCache(Generic[Thing]):
    """An LRU cache of awaited results; makes one at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: OrderedDict[Hashable, Thing] = OrderedDict()
        self._making = asyncio.Lock()
        _all.add(self)

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Thing]]) -> Thing:
        """Return the result for `key`, awaiting `make()` if it is missing; errors are not cached."""
        if key not in self._things:
            async with self._making:
                if key not in self._things:
                    self._things[key] = await make()
                    if len(self._things) > self._most:
                        self._things.popitem(last=False)
        self._things.move_to_end(key)
        return self._things[key]

    def forget(self) -> None:
        """Drop all results."""
        self._things.clear()


_all: WeakSet[AsyncCache[Any]] = WeakSet()


def forget_everything() -> None:
    """Drop the results of all caches, because games were reloaded."""
    for cache in _all:
        cache.forget()


class Recent(Generic[Thing]):
    """A result that is at most some seconds old; concurrent callers share one query."""

    def __init__(self, ask: Callable[[], Awaitable[Thing]], seconds: float) -> None:
        self._ask = ask
        self._seconds = seconds
        self._kept: tuple[float, Thing] | None = None
        self._asking = asyncio.Lock()

    def forget(self) -> None:
        """Drop the result."""
        self._kept = None

    async def get(self) -> Thing:
        """Return the result, asking again if it is too old; errors are not cached."""
        async with self._asking:
            now = time.monotonic()
            if self._kept is None or now - self._kept[0] >= self._seconds:
                self._kept = now, await self._ask()
            return self._kept[1]
