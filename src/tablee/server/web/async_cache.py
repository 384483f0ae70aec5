"""What was costly to make is made once, and kept for a while."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

Thing = TypeVar("Thing")


class AsyncCache(Generic[Thing]):
    """Things by a key, made one at a time; those not asked for longest are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: OrderedDict[Hashable, Thing] = OrderedDict()
        self._making = asyncio.Lock()
        _all.add(self)

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Thing]]) -> Thing:
        """The thing of that key; whatever `make` raises is raised, and nothing kept."""
        if key not in self._things:
            async with self._making:
                if key not in self._things:
                    self._keep(key, await make())
        self._things.move_to_end(key)
        return self._things[key]

    def forget(self) -> None:
        """Keep nothing of what has been made."""
        self._things.clear()

    def _keep(self, key: Hashable, thing: Thing) -> None:
        self._things[key] = thing
        if len(self._things) > self._most:
            self._things.popitem(last=False)


_all: WeakSet[AsyncCache[Any]] = WeakSet()


def forget_everything() -> None:
    """Keep nothing in any of them: games have become others."""
    for cache in _all:
        cache.forget()
