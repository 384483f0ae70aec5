"""What is done again and again, by itself, from when a server opens until it closes."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Rounds:
    """A task that goes on until it is told to end."""

    def __init__(self, go_on: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._go_on = go_on
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Go on from now on."""
        self._task = asyncio.create_task(self._go_on())

    async def end(self) -> bool:
        """Stop in the middle of whatever it is; returns whether it had begun at all."""
        if self._task is None:
            return False
        self._task.cancel()
        await asyncio.wait([self._task])
        return True
