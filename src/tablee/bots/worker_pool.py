"""The pool of worker processes that a server asks: no bot can block the server or crash it."""

import asyncio
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count as count_up
from typing import Generic, TypeVar

import msgspec

from tablee.bots.bot_process import (
    BABBLED,
    CRASHED,
    DAWDLED,
    LAST_PATIENCE,
    BotFault,
    BotProcess,
    parse_answer,
    timeout_fault,
)
from tablee.bots.fork_server import ForkServer
from tablee.bots.metrics import Counter, Histogram
from tablee.bots.requests import (
    Declined,
    Evaluation,
    EvaluationRequest,
    Question,
    evaluation_line,
    read_answer,
    read_evaluation,
    request_line,
)
from tablee.games.brains.levels import LONGEST_THOUGHT
from tablee.games.brains.thoughts import Limit, Thought

Answer = TypeVar("Answer")
Item = TypeVar("Item")

WAITED = Histogram("tablee_bot_wait_seconds", "How long questions wait for a bot.", ("kind",))
THOUGHT = Histogram("tablee_bot_think_seconds", "How long bots think, by level.", ("level",))
RESTARTS = Counter("tablee_bot_restarts_total", "Processes of bots that had to be replaced.")

COMMAND = (sys.executable, "-m", "tablee.bots.worker")
START_PATIENCE = 120.0
"""Seconds that a worker may take to get ready: it loads every game that is in the cache."""
MOST_SESSIONS = 1000
"""Sessions whose last worker is remembered: more than all workers together are likely to remember."""
LONGEST_ROUND = 10.0
"""Seconds in which everybody who waits should be served: the more wait, the shorter each search."""
WITHOUT_RESERVE = 1.0
"""The longest search in seconds while the reserve is not ready: quick questions may have to wait for it."""
UNHURRIED = 3600.0
"""Seconds that no search takes."""
SHORTEST_THOUGHT = 0.2
"""The shortest limit in seconds of a long search, however many wait."""


class BotPool:
    """A number of worker processes that answer one question at a time each.

    Questions wait for a free worker: quick ones first, those that can wait last and never on all workers at once;
    askers of each kind take turns. A worker that crashes, answers nonsense, is silent for longer than `patience`
    seconds, or whose question is cancelled, is killed and replaced.
    """

    def __init__(
        self,
        count: int,
        command: Sequence[str] | None = None,
        patience: float = 10.0,
        *,
        quick: int = 0,
        forks: ForkServer | None = None,
    ) -> None:
        """Besides `count` workers, `quick` more answer quick questions only; they start with the first long one.

        Workers are processes that run `command`; if there is none, `forks` forks them.
        """
        start = partial(BotProcess, command or COMMAND, forks=None if command else forks)
        self._workers = [_Worker(start, patience) for _ in range(count)]
        self._reserve = [_Worker(start, patience, is_reserve=True) for _ in range(quick)]
        self._called: dict[_Worker, asyncio.Task[None]] = {}
        self._dispatcher = _WorkerDispatcher(self._workers)

    async def start(self) -> None:
        """Start all workers and wait until they are ready; raises `BotFault` if one is not.

        This is optional: a worker that has not been started starts when it is needed.
        """
        await asyncio.gather(*(worker.ready() for worker in self._workers))

    def renew(self) -> None:
        """Replace all running processes, because the games that they have loaded are out of date."""
        for worker in (*self._workers, *self._reserve):
            worker.renew()

    async def choose(self, question: Question) -> Thought:
        """What a bot plays; raises `BotFault`. The action may be illegal: the caller checks it.

        If it is free, the worker that was last asked in the question's session is asked again.
        """
        if not question.is_quick:
            self._call_reserve()
        with WAITED.timing("quick" if question.is_quick else "long"):
            worker = await self._dispatcher.get(question)
        try:
            with THOUGHT.timing(str(question.level)):
                return await worker.ask(msgspec.structs.replace(question, limit=self._fair_limit(question)))
        finally:
            self._dispatcher.put(worker)

    async def evaluate(self, request: EvaluationRequest) -> Evaluation | None:
        """Evaluate a position once nobody who plays waits; None if the time was too short. Raises `BotFault`."""
        self._call_reserve()
        with WAITED.timing("idle"):
            worker = await self._dispatcher.get(request)
        try:
            return await worker.evaluate(request)
        finally:
            self._dispatcher.put(worker)

    @property
    def waiting(self) -> tuple[int, int]:
        """How many questions wait for a quick and for a long search."""
        return len(self._dispatcher.quick), len(self._dispatcher.long)

    @property
    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [pid for worker in (*self._workers, *self._reserve) if (pid := worker.pid)]

    async def close(self) -> None:
        """End all workers; running questions fail, and so do later ones."""
        self._dispatcher.close()
        everyone = [*self._workers, *self._reserve]
        for worker in everyone:
            worker.give_up()
        for worker in everyone:
            await worker.end()

    def _fair_limit(self, question: Question) -> Limit:
        """The limit of a question, shorter if many wait, so that everybody is served soon.

        A steady question is searched to its end: if that takes longer than `patience`, the worker is replaced.
        """
        if question.steady:
            return Limit(question.limit.simulations, UNHURRIED)
        seconds = [LONGEST_THOUGHT] if question.limit.seconds is None else [LONGEST_THOUGHT, question.limit.seconds]
        if not question.is_quick:
            seconds.append(max(SHORTEST_THOUGHT, LONGEST_ROUND * len(self._workers) / (1 + len(self._dispatcher.long))))
            if not all(worker in self._called and self._called[worker].done() for worker in self._reserve):
                seconds.append(WITHOUT_RESERVE)
        return Limit(question.limit.simulations, min(seconds))

    def _call_reserve(self) -> None:
        """Start the reserve, since long searches keep the other workers busy."""
        for worker in self._reserve:
            if worker not in self._called:
                self._called[worker] = asyncio.create_task(self._join(worker))

    async def _join(self, worker: "_Worker") -> None:
        try:
            await worker.ready()
        except BotFault:
            del self._called[worker]  # the next long question calls it again
        else:
            self._dispatcher.put(worker)


class FairQueue(Generic[Item]):
    """A queue in which households take turns, askers take turns within each, and each asker's items stay in order.

    >>> queue = FairQueue[str]()
    >>> for asker, item in [("Zoé", "1"), ("Zoé", "2"), ("Zoé", "3"), ("Luc", "a"), ("Luc", "b")]:
    ...     queue.put(asker, item)
    >>> [queue.pop() for _ in range(len(queue))]
    ['1', 'a', '2', 'b', '3']
    """

    def __init__(self) -> None:
        self._households: OrderedDict[str, OrderedDict[str, deque[Item]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, asker: str, item: Item, household: str = "") -> None:
        """Add an item; a new asker goes to the end. An asker without a household is one of their own."""
        askers = self._households.setdefault(household or asker, OrderedDict())
        askers.setdefault(asker, deque()).append(item)
        self._count += 1

    def pop(self) -> Item:
        """Take the next item; its household and asker go to the end."""
        household, askers = self._households.popitem(last=False)
        asker, line = askers.popitem(last=False)
        item = line.popleft()
        if line:
            askers[asker] = line
        if askers:
            self._households[household] = askers
        self._count -= 1
        return item

    def discard(self, asker: str, item: Item, household: str = "") -> None:
        """Remove an item if it is still there."""
        askers = self._households.get(household or asker, OrderedDict())
        line = askers.get(asker, deque())
        if item not in line:
            return
        line.remove(item)
        self._count -= 1
        if not line:
            del askers[asker]
        if not askers:
            del self._households[household or asker]


class _WorkerDispatcher:
    """The free workers, the one free for longest first, and the questions that wait for one."""

    def __init__(self, workers: "Sequence[_Worker]") -> None:
        self._free = list(workers)
        self.quick, self.long, self._idle = FairQueue[_Ticket](), FairQueue[_Ticket](), FairQueue[_Ticket]()
        self._most_idle = max(1, len(workers) - 1)
        self._busy_idle: set[_Worker] = set()
        """Workers that answer a question that could wait: one is always left for those who play."""
        self._asked_last: OrderedDict[str, _Worker] = OrderedDict()
        self._is_closed = False

    async def get(self, question: Question | EvaluationRequest) -> "_Worker":
        """Wait for a free worker, preferably the last one of the question's session, and take it."""
        worker = self._first_free(question) or await self._wait(question)
        if question.session:
            self._asked_last.pop(question.session, None)
            self._asked_last[question.session] = worker
            if len(self._asked_last) > MOST_SESSIONS:
                self._asked_last.popitem(last=False)
        return worker

    def put(self, worker: "_Worker") -> None:
        """Give a worker back, to the waiter of the highest priority."""
        self._busy_idle.discard(worker)
        self._free.append(worker)
        for queue in (self.quick, self.long, self._idle):
            if queue is self._idle and len(self._busy_idle) >= self._most_idle:
                return
            if worker.is_reserve and queue is not self.quick:
                return
            while len(queue):
                ticket = queue.pop()
                if not ticket.done():  # a ticket that is done was cancelled just now
                    self._take(worker, idle=queue is self._idle)
                    ticket.set_result(worker)
                    return

    def _take(self, worker: "_Worker", *, idle: bool) -> None:
        self._free.remove(worker)
        if idle:
            self._busy_idle.add(worker)

    def close(self) -> None:
        """Let everybody who waits fail."""
        self._is_closed = True
        for queue in (self.quick, self.long, self._idle):
            while len(queue):
                ticket = queue.pop()
                if not ticket.done():
                    ticket.set_exception(_closed())

    def _first_free(self, question: Question | EvaluationRequest) -> "_Worker | None":
        if self._is_closed:
            raise _closed()
        may_be_reserve = question.is_quick and not question.can_wait
        free = [worker for worker in self._free if may_be_reserve or not worker.is_reserve]
        if not free or (question.can_wait and len(self._busy_idle) >= self._most_idle):
            return None
        last = self._asked_last.get(question.session)
        worker = last if last in free else free[0]
        self._take(worker, idle=question.can_wait)
        return worker

    async def _wait(self, question: Question | EvaluationRequest) -> "_Worker":
        queue = self._idle if question.can_wait else self.quick if question.is_quick else self.long
        ticket: _Ticket = asyncio.get_running_loop().create_future()
        queue.put(question.asker, ticket, question.household)
        try:
            return await ticket
        except asyncio.CancelledError:
            if ticket.cancelled():
                queue.discard(question.asker, ticket, question.household)
            elif ticket.exception() is None:
                self.put(ticket.result())  # it was given a worker in the same moment
            raise


class _Worker:
    """One place in the pool: a process, and its successor when it has to be replaced."""

    def __init__(self, start: Callable[[], BotProcess], patience: float, *, is_reserve: bool = False) -> None:
        """A worker of the reserve answers quick questions only."""
        self.is_reserve = is_reserve
        self._start_process = start
        self._patience = patience
        self._process: BotProcess | None = None
        self._start: asyncio.Task[BotProcess] | None = None
        self._closed = False
        self._numbers = count_up(1)

    @property
    def pid(self) -> int:
        """The id of its process, 0 if there is none."""
        return self._process.pid if self._process is not None else 0

    async def ask(self, question: Question) -> Thought:
        """Send a question and wait for the answer."""
        number = next(self._numbers)
        return await self._answered(request_line(number, question), lambda line: read_answer(line, number))

    async def evaluate(self, request: EvaluationRequest) -> Evaluation | None:
        """Send a request for an evaluation and wait for the answer."""
        number = next(self._numbers)
        return await self._answered(evaluation_line(number, request), lambda line: read_evaluation(line, number))

    async def _answered(self, line: bytes, read: "Callable[[bytes], Answer]") -> "Answer":
        """Exchange lines; a process that does not answer properly is replaced."""
        try:
            async with asyncio.timeout(self._patience):
                process = await self.ready()
        except TimeoutError:
            raise BotFault(DAWDLED, "the bot is not ready yet") from None
        try:
            return read(await _exchange(process, line, self._patience))
        except Declined:
            raise
        except BaseException:  # after a cancelled question too: its answer must not be taken for the next one's
            self._replace()
            raise

    async def ready(self) -> BotProcess:
        """The process, once it is ready for a question."""
        if self._start is None or _is_over(self._start):
            self._start = self._begin()
        return await asyncio.shield(self._start)

    def renew(self) -> None:
        """Replace the process if it has been started."""
        if self._start is not None and not self._closed:
            self._replace()

    def give_up(self) -> None:
        """Kill the process and start no other."""
        self._closed = True
        self._kill()

    async def end(self) -> None:
        """After `give_up`, wait until the process is gone."""
        if self._start is not None:
            await asyncio.wait([self._start])
        await self._end_processes()

    def _replace(self) -> None:
        RESTARTS.add()
        self._kill()
        self._start = self._begin()

    def _begin(self) -> "asyncio.Task[BotProcess]":
        task = asyncio.create_task(self._run())
        task.add_done_callback(_has_failed)  # retrieves the exception, as nobody may be waiting
        return task

    async def _run(self) -> BotProcess:
        await self._end_processes()
        if self._closed:
            raise _closed()
        self._process = process = self._start_process()
        try:
            if parse_answer(await _exchange(process, b"", START_PATIENCE)).get("ready") is not True:
                raise BotFault(BABBLED, "the bot does not say that it is ready")
        except BaseException:
            await self._end_process(process)
            raise
        return process

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    async def _end_processes(self) -> None:
        """End the process, and any that another start puts in its place meanwhile."""
        while self._process is not None:
            await self._end_process(self._process)

    async def _end_process(self, process: BotProcess) -> None:
        """Kill a process and wait until it is gone."""
        process.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_PATIENCE):
                await asyncio.wrap_future(process.gone)
        if self._process is process:
            self._process = None


_Ticket = asyncio.Future[_Worker]
"""What a waiting question holds: it is resolved with a worker."""


def _closed() -> BotFault:
    return BotFault(CRASHED, "the pool is closed")


def _has_failed(start: "asyncio.Task[BotProcess]") -> bool:
    return start.cancelled() or start.exception() is not None


def _is_over(start: "asyncio.Task[BotProcess]") -> bool:
    """Has the process failed to start, or ended since?"""
    return start.done() and (_has_failed(start) or start.result().gone.done())


async def _exchange(process: BotProcess, line: bytes, patience: float) -> bytes:
    """Send a line and return the next one that comes back."""
    try:
        async with asyncio.timeout(patience):
            answer = await asyncio.wrap_future(process.ask(line))
    except TimeoutError:
        raise timeout_fault(patience) from None
    if not answer:
        raise BotFault(CRASHED, "the bot has ended")
    return answer
