"""What has been begun and is carried through, whoever hangs up meanwhile."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Errands:
    """Tasks of a room of its own: who waits for one may be cancelled, the task goes on."""

    def __init__(self, when_done: Callable[[], None] = lambda: None) -> None:
        """`when_done` is called whenever nothing is under way any more."""
        self._when_done = when_done
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def under_way(self) -> bool:
        """Is there anything that has been begun and not finished?"""
        return bool(self._tasks)

    def begin(self, work: Coroutine[Any, Any, Answer]) -> "asyncio.Task[Answer]":
        """Begin something; nobody need wait for it."""
        task = asyncio.create_task(work)
        self.keep(task)
        return task

    def keep(self, task: "asyncio.Task[Any]") -> None:
        """Let a task that somebody else has begun go on until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    async def carry_through(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Begin something and wait for it."""
        return await asyncio.shield(self.begin(work))

    async def finish(self) -> None:
        """Wait until all that has been begun is done, however it ends."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not self._tasks:
            self._when_done()
