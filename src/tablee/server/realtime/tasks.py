"""Tasks of the event loop: in the background, periodic, throttled, in the worker thread; and the clock."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, ParamSpec, TypeVar

from tablee.server.storage import NotSaved, Unavailable

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

logger = logging.getLogger("tablee")

_WORKER = ThreadPoolExecutor(1, "worker")
"""One thread: several would be no faster, and the event loop would have to share the GIL with each of them."""


def milliseconds_now() -> int:
    """Milliseconds since 1970. Tables get the time only from here."""
    return time.time_ns() // 1_000_000


async def run_in_worker_thread(
    function: Callable[Arguments, Answer], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Answer:
    """Run a blocking function in the worker thread, after those submitted before."""
    return await asyncio.wrap_future(_WORKER.submit(function, *arguments, **named))


class BackgroundTasks:
    """Tasks that run to their end, even if the task that waits for one of them is cancelled."""

    def __init__(self, when_done: Callable[[], None] = lambda: None) -> None:
        """`when_done` is called whenever the last task has ended."""
        self._when_done = when_done
        self._tasks: dict[asyncio.Task[Any], asyncio.Future[None] | None] = {}
        """With the future of whoever waits for a task, if anybody does."""
        self._others = 0
        """Work that needs no task."""
        self._all_left: asyncio.Future[None] | None = None

    @property
    def under_way(self) -> bool:
        """Is anything going on?"""
        return bool(self._tasks or self._others)

    def enter(self) -> None:
        """Work begins that needs no task; `leave` is called when it has ended."""
        self._others += 1

    def leave(self) -> None:
        """Work that needed no task has ended."""
        self._others -= 1
        if not self._others and self._all_left is not None and not self._all_left.done():
            self._all_left.set_result(None)
        if not self.under_way:
            self._when_done()

    def begin(self, work: Coroutine[Any, Any, Answer]) -> "asyncio.Task[Answer]":
        """Start a task without waiting for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._finished)
        return task

    async def shield(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Run a task and wait for it; the task goes on if the waiting is cancelled."""
        task = self.begin(work)
        self._tasks[task] = done = task.get_loop().create_future()
        await done  # `asyncio.shield` would take twice as long
        return task.result()

    async def finish(self) -> None:
        """Wait until everything has ended, however it ends."""
        while self.under_way:
            if self._tasks:
                await asyncio.wait(self._tasks)
            else:
                self._all_left = asyncio.get_running_loop().create_future()
                await self._all_left

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        done = self._tasks.pop(task)
        if done is not None:
            if not task.cancelled():
                task.exception()  # if nobody waits any more, nobody need hear of it
            if not done.done():
                done.set_result(None)
        if not self.under_way:
            self._when_done()


class Turn:
    """A lock that is handed to whoever waits longest. While it `is_free`, it can be taken without a task."""

    def __init__(self) -> None:
        self.is_free = True
        self._waiting: list[asyncio.Future[None]] = []  # mostly empty, and an empty deque takes 760 bytes

    def take(self) -> None:
        """Take it while it is free."""
        assert self.is_free
        self.is_free = False

    def pass_on(self) -> None:
        """Let it go."""
        while self._waiting:
            next_one = self._waiting.pop(0)
            if not next_one.done():
                next_one.set_result(None)
                return
        self.is_free = True

    async def __aenter__(self) -> None:
        if self.is_free:
            self.is_free = False
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.pass_on()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.pass_on()


class Gate:
    """As `asyncio.Event`, without the empty deque."""

    __slots__ = ("_is_open", "_waiting")

    def __init__(self) -> None:
        self._is_open = True
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Is it open?"""
        return self._is_open

    def set(self) -> None:
        """Open it for all who wait, and who come."""
        self._is_open = True
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def clear(self) -> None:
        """Close it."""
        self._is_open = False

    async def wait(self) -> None:
        """Wait until it is opened, if it is not open."""
        if not self._is_open:
            opened = asyncio.get_running_loop().create_future()
            self._waiting.append(opened)
            await opened


class Inbox(Generic[Answer]):
    """As `asyncio.Queue`, for one reader, without the empty deques: together they take 3 kB."""

    __slots__ = ("_items", "_more")

    def __init__(self) -> None:
        self._items: list[Answer] = []
        self._more: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Is nothing there?"""
        return not self._items

    def put_nowait(self, item: Answer) -> None:
        """Add something."""
        self._items.append(item)
        if self._more is not None and not self._more.done():
            self._more.set_result(None)

    async def get(self) -> Answer:
        """Wait for something and take it: what came first."""
        while not self._items:
            self._more = asyncio.get_running_loop().create_future()
            await self._more
        self._more = None
        return self._items.pop(0)


class OneTask:
    """One task at a time, which is cancelled when its owner stops; then there is no other."""

    __slots__ = ("_has_stopped", "_task", "_when_done")

    def __init__(self, when_done: Callable[[], None] = lambda: None) -> None:
        """`when_done` is called whenever a task has ended."""
        self._when_done = when_done
        self._task: asyncio.Task[None] | None = None
        self._has_stopped = False

    @property
    def under_way(self) -> bool:
        """Is a task going on?"""
        return self._task is not None and not self._task.done()

    @property
    def may_begin(self) -> bool:
        """Can a task begin now?"""
        return not self.under_way and not self._has_stopped

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task."""
        self._task = asyncio.create_task(work)
        self._task.add_done_callback(self._finished)

    async def stop(self) -> bool:
        """Cancel the task and wait for its end; returns whether there was one."""
        self._has_stopped = True
        if self._task is None:
            return False
        self._task.cancel()
        await asyncio.wait([self._task])
        return True

    def _finished(self, task: "asyncio.Task[None]") -> None:
        if self._task is task:
            self._task = None
        self._when_done()


async def look_every(seconds: float, look: Callable[[], Awaitable[None]], fault: str, *, at_once: bool = False) -> None:
    """Look again and again. A look that fails is logged with `fault`, and the next may succeed."""
    if not at_once:
        await asyncio.sleep(seconds)
    while True:
        try:
            await look()
        except (NotSaved, Unavailable) as error:
            logger.warning("%s: %s", fault, error)
        except Exception:
            logger.exception(fault)
        await asyncio.sleep(seconds)


class Throttle:
    """Calls a function at once, and then at most once in an interval, however often it is asked for."""

    def __init__(self, do: Callable[[], None], interval: Callable[[], float]) -> None:
        """`interval` returns the seconds between two calls."""
        self._do = do
        self._interval = interval
        self._timer: asyncio.TimerHandle | None = None
        self._is_due = False

    def ask(self) -> bool:
        """Call the function, now or after the interval; returns whether it was called now."""
        self._is_due = self._timer is not None
        if self._is_due:
            return False
        self._timer = asyncio.get_running_loop().call_later(self._interval(), self._pass)
        self._do()
        return True

    def settle(self) -> None:
        """Drop the pending call: somebody else has done the same."""
        self._is_due = False

    def _pass(self) -> None:
        self._timer = None
        if self._is_due:
            self.ask()
