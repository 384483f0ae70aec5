"""Bots in processes of their own: a server asks the pool, and no bot can hold it up or bring it down."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from itertools import count as count_up
from typing import Any

from tablee.games.document import Document
from tablee.lines import LONGEST_LINE

COMMAND = (sys.executable, "-m", "tablee.bots.worker")
START_PATIENCE = 120.0
"""Seconds a worker may take to get ready: it may have to compile every game first."""
LAST_PATIENCE = 5.0
"""Seconds to wait for a killed worker to be gone."""
MOST_SESSIONS = 1000
"""Sessions of which it is remembered who was asked last: more than all workers together are likely to remember."""


class BotFailed(Exception):
    """A bot gave no answer that can be used; the pool can be asked again."""


class BotPool:
    """A number of worker processes, each with one request at a time.

    Requests wait for a free worker. A worker that crashes, answers nonsense, is silent for longer than `patience`
    seconds, or whose request is cancelled, is killed and replaced.
    """

    def __init__(self, count: int, command: Sequence[str] | None = None, patience: float = 10.0) -> None:
        self._workers = [_Worker(command or COMMAND, patience) for _ in range(count)]
        self._free = _FreeWorkers(self._workers)

    async def start(self) -> None:
        """Start all workers, and wait until they are ready; raises `BotFailed` if one is not.

        One may ask without it: a worker that has not been started starts when it is needed.
        """
        await asyncio.gather(*(worker.ready() for worker in self._workers))

    async def choose(self, game: str, knowledge: Document, level: int, seed: int, session: str = "") -> str:
        """What a bot of that level plays; raises `BotFailed`. Whether the action is legal is not looked at.

        A `session` names one bot in one game: if it can, the worker that was asked last goes on from its thought.
        """
        request = {"game": game, "knowledge": dict(knowledge), "level": level, "seed": seed}
        worker = await self._free.get(session)
        try:
            return await worker.ask({**request, "session": session} if session else request)
        finally:
            self._free.put(worker)

    async def close(self) -> None:
        """End all workers; requests under way, and later ones, fail."""
        for worker in self._workers:
            worker.give_up()
        idle = [await self._free.get() for _ in self._workers]
        for worker in idle:
            await worker.end()
            self._free.put(worker)


class _FreeWorkers:
    """The workers that nobody is asking now, the one that has been free for longest first."""

    def __init__(self, workers: "Sequence[_Worker]") -> None:
        self._workers = list(workers)
        self._count = asyncio.Semaphore(len(workers))
        self._asked_last: OrderedDict[str, _Worker] = OrderedDict()

    async def get(self, session: str = "") -> "_Worker":
        """Wait for a free worker, if possible the one that was last given for that session, and take it."""
        await self._count.acquire()
        last = self._asked_last.pop(session, None)
        worker = last if last in self._workers else self._workers[0]
        self._workers.remove(worker)
        if session:
            self._remember(session, worker)
        return worker

    def put(self, worker: "_Worker") -> None:
        """Give a worker back."""
        self._workers.append(worker)
        self._count.release()

    def _remember(self, session: str, worker: "_Worker") -> None:
        self._asked_last[session] = worker
        if len(self._asked_last) > MOST_SESSIONS:
            self._asked_last.popitem(last=False)


class _Worker:
    """One place in the pool: a process, and its successor when it has to go."""

    def __init__(self, command: Sequence[str], patience: float) -> None:
        self._command = command
        self._patience = patience
        self._process: Process | None = None
        self._killed = False
        self._start: asyncio.Task[Process] | None = None
        self._closed = False
        self._numbers = count_up(1)

    async def ask(self, request: dict[str, Any]) -> str:
        """Send a request and wait for its answer; a process that does not give one properly is replaced."""
        number = next(self._numbers)
        line = json.dumps({"id": number, **request}).encode() + b"\n"
        process = await self._ready_in_time()
        try:
            answer = _checked(await _exchange(process, line, self._patience), number)
        except BaseException:  # a cancelled request, too: its answer must never be taken for another's
            self._replace()
            raise
        if "error" in answer:
            raise BotFailed(answer["error"])
        return str(answer["action"])

    async def ready(self) -> Process:
        """The process, once it is ready for a request."""
        if self._start is None or _is_over(self._start):
            self._start = self._begin()
        return await asyncio.shield(self._start)

    async def _ready_in_time(self) -> Process:
        try:
            async with asyncio.timeout(self._patience):
                return await self.ready()
        except TimeoutError:
            raise BotFailed("the bot is not ready yet") from None

    def give_up(self) -> None:
        """Kill the process and start no other."""
        self._closed = True
        self._kill()

    async def end(self) -> None:
        """After `give_up`, wait until nothing is left of the process."""
        if self._start is not None:
            await asyncio.wait([self._start])
        await self._bury()

    def _replace(self) -> None:
        self._kill()
        self._start = self._begin()

    def _begin(self) -> "asyncio.Task[Process]":
        task = asyncio.create_task(self._run())
        task.add_done_callback(_has_failed)  # nobody may be waiting for it
        return task

    async def _run(self) -> Process:
        await self._bury()
        if self._closed:
            raise BotFailed("the pool is closed")
        try:
            process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)
        except OSError as error:
            raise BotFailed(f"the bot cannot be started: {error}") from error
        self._process, self._killed = process, False
        if self._closed:
            self._kill()
        try:
            await _greeted(process)
        except BotFailed:
            await self._bury()
            raise
        return process

    def _kill(self) -> None:
        if self._process is not None and not self._killed:
            self._killed = True  # a second time could take its exit status away from asyncio
            with suppress(ProcessLookupError):
                self._process.kill()

    async def _bury(self) -> None:
        """Kill the process if it lives, and wait until it is gone, with all it had still to say."""
        self._kill()
        if self._process is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_PATIENCE):
                    await self._process.communicate()
        self._process = None


def _has_failed(start: "asyncio.Task[Process]") -> bool:
    return start.cancelled() or start.exception() is not None


def _is_over(start: "asyncio.Task[Process]") -> bool:
    """Has the process failed to start, or ended since?"""
    return start.done() and (_has_failed(start) or start.result().returncode is not None)


async def _greeted(process: Process) -> None:
    greeting = _parsed(await _exchange(process, b"", START_PATIENCE))
    if greeting.get("ready") is not True:
        raise BotFailed("the bot does not say that it is ready")


async def _exchange(process: Process, line: bytes, patience: float) -> bytes:
    """Send a line, and return the next one that comes back."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(patience):
            process.stdin.write(line)
            await process.stdin.drain()
            answer = await process.stdout.readline()
    except TimeoutError:
        raise BotFailed(f"the bot gave no answer within {patience:g} s") from None
    except ConnectionError:
        raise BotFailed("the bot has ended") from None
    except ValueError:
        raise BotFailed("the bot's answer is too long") from None
    if not answer:
        raise BotFailed("the bot has ended")
    return answer


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise BotFailed("the bot's answer is not JSON") from None
    if not isinstance(answer, dict):
        raise BotFailed("the bot's answer is not an object")
    return answer


def _checked(line: bytes, number: int) -> dict[str, Any]:
    """The answer to the request of that number, with a text for an action or an error."""
    answer = _parsed(line)
    if type(answer.get("id")) is not int or answer["id"] != number:
        raise BotFailed("the bot answers something else")
    if not isinstance(answer.get("error", answer.get("action")), str):
        raise BotFailed("the bot's answer has no action")
    return answer
