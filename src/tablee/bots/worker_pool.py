"""Bots in processes of their own: a server asks the pool, and no bot can hold it up or bring it down."""

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count as count_up
from typing import TypeVar

import msgspec

from tablee.bots.fair_queue import FairQueue
from tablee.bots.process import BABBLED, CRASHED, DAWDLED, LAST_PATIENCE, BotFault, Child, dawdled, parsed
from tablee.bots.questions import Declined, Question, Weighing, read_answer, read_weighed, request_line, weighing_line
from tablee.bots.weighing import Weighed
from tablee.games.levels import LONGEST_THOUGHT
from tablee.games.thoughts import Limit, Thought
from tablee.measures import Counter, Histogram

Answer = TypeVar("Answer")

WAITED = Histogram("tablee_bot_wait_seconds", "How long questions wait for a bot.", ("kind",))
THOUGHT = Histogram("tablee_bot_think_seconds", "How long bots think, by level.", ("level",))
RESTARTS = Counter("tablee_bot_restarts_total", "Processes of bots that had to be replaced.")

COMMAND = (sys.executable, "-m", "tablee.bots.worker")
START_PATIENCE = 120.0
"""Seconds a worker may take to get ready: it may have to compile every game first."""
MOST_SESSIONS = 1000
"""Sessions of which it is remembered who was asked last: more than all workers together are likely to remember."""
LONGEST_ROUND = 10.0
"""Seconds in which all who wait should have been served: if many do, thoughts are shorter."""
WITHOUT_RESERVE = 1.0
"""Seconds that a long thought has at most while the reserve is getting ready: quick questions may wait behind it."""
UNHURRIED = 3600.0
"""Seconds that no thought takes."""
SHORTEST_THOUGHT = 0.2
"""Seconds that a long thought has at least, however many wait."""


class BotPool:
    """A number of worker processes, each with one question at a time.

    Questions wait for a free worker: quick ones before all others, those that can wait after them and never on every
    worker at once, and the askers of each kind in turn. A worker that
    crashes, answers nonsense, is silent for longer than `patience` seconds, or whose question is cancelled, is killed
    and replaced.
    """

    def __init__(
        self, count: int, command: Sequence[str] | None = None, patience: float = 10.0, *, quick: int = 0
    ) -> None:
        """Besides `count` workers there are `quick` ones for quick questions alone, from the first long one on."""
        self._workers = [_Worker(command or COMMAND, patience) for _ in range(count)]
        self._reserve = [_Worker(command or COMMAND, patience, is_reserve=True) for _ in range(quick)]
        self._called: dict[_Worker, asyncio.Task[None]] = {}
        self._desk = _Desk(self._workers)

    async def start(self) -> None:
        """Start all workers, and wait until they are ready; raises `BotFault` if one is not.

        One may ask without it: a worker that has not been started starts when it is needed.
        """
        await asyncio.gather(*(worker.ready() for worker in self._workers))

    def renew(self) -> None:
        """Replace all processes that run: what they know of games has become old."""
        for worker in (*self._workers, *self._reserve):
            worker.renew()

    async def choose(self, question: Question) -> Thought:
        """What a bot plays; raises `BotFault`. Whether the action is legal is not looked at.

        If it can, the worker that was asked last in the question's session goes on from its thought.
        """
        if not question.is_quick:
            self._call_reserve()
        with WAITED.timing("quick" if question.is_quick else "long"):
            worker = await self._desk.get(question)
        try:
            with THOUGHT.timing(str(question.level)):
                return await worker.ask(msgspec.structs.replace(question, limit=self._fair_limit(question)))
        finally:
            self._desk.put(worker)

    async def weigh(self, weighing: Weighing) -> Weighed | None:
        """What a position is worth, once nobody who plays waits; None if it takes longer. Raises `BotFault`."""
        self._call_reserve()
        with WAITED.timing("idle"):
            worker = await self._desk.get(weighing)
        try:
            return await worker.weigh(weighing)
        finally:
            self._desk.put(worker)

    @property
    def waiting(self) -> tuple[int, int]:
        """How many wait for a quick and for a long thought."""
        return self._desk.waiting_quick, self._desk.waiting

    @property
    def pids(self) -> list[int]:
        """The ids of the processes that run."""
        return [pid for worker in (*self._workers, *self._reserve) if (pid := worker.pid)]

    async def close(self) -> None:
        """End all workers; questions under way, and later ones, fail."""
        self._desk.close()
        everyone = [*self._workers, *self._reserve]
        for worker in everyone:
            worker.give_up()
        for worker in everyone:
            await worker.end()

    def _fair_limit(self, question: Question) -> Limit:
        """The limit of a question, shorter if many wait: all should have their turn before long.

        What must be thought to its end is: if that takes longer than patience lasts, the worker is replaced.
        """
        if question.steady:
            return Limit(question.limit.simulations, UNHURRIED)
        seconds = [LONGEST_THOUGHT] if question.limit.seconds is None else [LONGEST_THOUGHT, question.limit.seconds]
        if not question.is_quick:
            seconds.append(max(SHORTEST_THOUGHT, LONGEST_ROUND * len(self._workers) / (1 + self._desk.waiting)))
            if not all(worker in self._called and self._called[worker].done() for worker in self._reserve):
                seconds.append(WITHOUT_RESERVE)
        return Limit(question.limit.simulations, min(seconds))

    def _call_reserve(self) -> None:
        """Long thoughts keep workers busy: have some ready for quick ones."""
        for worker in self._reserve:
            if worker not in self._called:
                self._called[worker] = asyncio.create_task(self._join(worker))

    async def _join(self, worker: "_Worker") -> None:
        try:
            await worker.ready()
        except BotFault:
            del self._called[worker]  # it is called again with the next long thought
        else:
            self._desk.put(worker)


class _Desk:
    """The workers that nobody is asking now, the one that has been free for longest first, and who waits for one."""

    def __init__(self, workers: "Sequence[_Worker]") -> None:
        self._free = list(workers)
        self._quick, self._long, self._last = FairQueue[_Ticket](), FairQueue[_Ticket](), FairQueue[_Ticket]()
        self._most_patient = max(1, len(workers) - 1)
        self._patient: set[_Worker] = set()
        """Those that are busy for nobody who plays."""
        self._asked_last: OrderedDict[str, _Worker] = OrderedDict()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many wait for a long thought."""
        return len(self._long)

    @property
    def waiting_quick(self) -> int:
        """How many wait for a quick one."""
        return len(self._quick)

    async def get(self, question: Question | Weighing) -> "_Worker":
        """Wait for a free worker, if possible the one that was last given for that session, and take it."""
        worker = self._first_free(question) or await self._wait(question)
        if question.session:
            self._remember(question.session, worker)
        return worker

    def _may_take_patient(self) -> bool:
        """Is there a worker left for those who play?"""
        return len(self._patient) < self._most_patient

    def put(self, worker: "_Worker") -> None:
        """Give a worker back: to who is next, quick questions first, and who does not play last."""
        self._patient.discard(worker)
        self._free.append(worker)
        for queue in (self._quick, self._long, self._last):
            if queue is self._last and not self._may_take_patient():
                return
            if worker.is_reserve and queue is not self._quick:
                return
            if self._given(queue, worker):
                return

    def _given(self, queue: "FairQueue[_Ticket]", worker: "_Worker") -> bool:
        """Give a free worker to the first who waits in a line, if anybody does."""
        while len(queue):
            ticket = queue.pop()
            if not ticket.done():  # one whose holder has just gone away
                self._take(worker, patient=queue is self._last)
                ticket.set_result(worker)
                return True
        return False

    def _take(self, worker: "_Worker", *, patient: bool) -> None:
        self._free.remove(worker)
        if patient:
            self._patient.add(worker)

    def close(self) -> None:
        """Nobody need wait any more."""
        self._is_closed = True
        for queue in (self._quick, self._long, self._last):
            while len(queue):
                ticket = queue.pop()
                if not ticket.done():
                    ticket.set_exception(_closed())

    def _first_free(self, question: Question | Weighing) -> "_Worker | None":
        if self._is_closed:
            raise _closed()
        may_be_reserve = question.is_quick and not question.can_wait
        free = [worker for worker in self._free if may_be_reserve or not worker.is_reserve]
        if not free or (question.can_wait and not self._may_take_patient()):
            return None
        last = self._asked_last.get(question.session)
        worker = last if last in free else free[0]
        self._take(worker, patient=question.can_wait)
        return worker

    async def _wait(self, question: Question | Weighing) -> "_Worker":
        queue = self._last if question.can_wait else self._quick if question.is_quick else self._long
        ticket: _Ticket = asyncio.get_running_loop().create_future()
        queue.put(question.asker, ticket, question.household)
        try:
            return await ticket
        except asyncio.CancelledError:
            if ticket.cancelled():
                queue.discard(question.asker, ticket, question.household)
            elif ticket.exception() is None:
                self.put(ticket.result())  # given in the same moment
            raise

    def _remember(self, session: str, worker: "_Worker") -> None:
        self._asked_last.pop(session, None)
        self._asked_last[session] = worker
        if len(self._asked_last) > MOST_SESSIONS:
            self._asked_last.popitem(last=False)


class _Worker:
    """One place in the pool: a process, and its successor when it has to go."""

    def __init__(self, command: Sequence[str], patience: float, *, is_reserve: bool = False) -> None:
        """One of the reserve answers quick questions alone."""
        self.is_reserve = is_reserve
        self._command = command
        self._patience = patience
        self._child: Child | None = None
        self._start: asyncio.Task[Child] | None = None
        self._closed = False
        self._numbers = count_up(1)

    @property
    def pid(self) -> int:
        """The id of its process, 0 if there is none."""
        return self._child.pid if self._child is not None else 0

    async def ask(self, question: Question) -> Thought:
        """Send a question and wait for its answer."""
        number = next(self._numbers)
        return await self._answered(request_line(number, question), lambda line: read_answer(line, number))

    async def weigh(self, weighing: Weighing) -> Weighed | None:
        """Send a position to be weighed and wait for what it is worth."""
        number = next(self._numbers)
        return await self._answered(weighing_line(number, weighing), lambda line: read_weighed(line, number))

    async def _answered(self, line: bytes, read: "Callable[[bytes], Answer]") -> "Answer":
        """What comes back; a process that does not answer properly is replaced."""
        child = await self._ready_in_time()
        try:
            return read(await _exchange(child, line, self._patience))
        except Declined:
            raise
        except BaseException:  # a cancelled question, too: its answer must never be taken for another's
            self._replace()
            raise

    async def ready(self) -> Child:
        """The process, once it is ready for a question."""
        if self._start is None or _is_over(self._start):
            self._start = self._begin()
        return await asyncio.shield(self._start)

    async def _ready_in_time(self) -> Child:
        try:
            async with asyncio.timeout(self._patience):
                return await self.ready()
        except TimeoutError:
            raise BotFault(DAWDLED, "the bot is not ready yet") from None

    def renew(self) -> None:
        """Replace the process, if it has been started."""
        if self._start is not None and not self._closed:
            self._replace()

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
        RESTARTS.add()
        self._kill()
        self._start = self._begin()

    def _begin(self) -> "asyncio.Task[Child]":
        task = asyncio.create_task(self._run())
        task.add_done_callback(_has_failed)  # nobody may be waiting for it
        return task

    async def _run(self) -> Child:
        await self._bury()
        if self._closed:
            raise _closed()
        self._child = child = Child(self._command)
        try:
            if parsed(await _exchange(child, b"", START_PATIENCE)).get("ready") is not True:
                raise BotFault(BABBLED, "the bot does not say that it is ready")
        except BaseException:
            await self._see_off(child)
            raise
        return child

    def _kill(self) -> None:
        if self._child is not None:
            self._child.kill()

    async def _bury(self) -> None:
        """Kill the process if it lives, and whichever another start has put in its place meanwhile, until none is."""
        while self._child is not None:
            await self._see_off(self._child)

    async def _see_off(self, child: Child) -> None:
        """Kill a process if it lives, and wait until it is gone."""
        child.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_PATIENCE):
                await asyncio.wrap_future(child.gone)
        if self._child is child:
            self._child = None


_Ticket = asyncio.Future[_Worker]
"""Whoever waits holds one; it is called by giving it a worker."""


def _closed() -> BotFault:
    return BotFault(CRASHED, "the pool is closed")


def _has_failed(start: "asyncio.Task[Child]") -> bool:
    return start.cancelled() or start.exception() is not None


def _is_over(start: "asyncio.Task[Child]") -> bool:
    """Has the process failed to start, or ended since?"""
    return start.done() and (_has_failed(start) or start.result().gone.done())


async def _exchange(child: Child, line: bytes, patience: float) -> bytes:
    """Send a line, and return the next one that comes back."""
    try:
        async with asyncio.timeout(patience):
            answer = await asyncio.wrap_future(child.ask(line))
    except TimeoutError:
        raise dawdled(patience) from None
    if not answer:
        raise BotFault(CRASHED, "the bot has ended")
    return answer
