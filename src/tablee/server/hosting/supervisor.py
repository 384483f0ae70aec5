"""The parent of `tablee serve`: it holds the address, and starts, watches and replaces the processes that serve.

It never serves itself, so that nothing people do can bring it down. A process that dies is started again, after a while
that doubles; all of them are replaced one by one when the settings are read anew; and a process whose parent is gone
ends by itself.
"""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count as count_up
from typing import Any

from tablee.host import orders
from tablee.host.choices import Choices, without_secrets
from tablee.host.errors import BadOption, CannotServe, HostError
from tablee.host.exposition import exposition
from tablee.host.logs import logger
from tablee.host.metrics import serve_metrics
from tablee.measures import Counter, Family, gauge, taken
from tablee.site.run import EVERYWHERE, PortTaken, listen

START_PATIENCE = 900.0
"""Seconds in which a process must be ready: the first one may have to compile every game."""
COUNT_PATIENCE = 2.0
"""Seconds in which a process must say what it has counted; else it is left out this time."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
"""Seconds until a process that died is started again, the first time and at the most."""
LONG_LIFE = 60.0
"""Seconds after which a process has lived well: the next one is started at once again."""
RESTARTS = Counter("tablee_process_restarts_total", "Processes that died and were started again.")


class Child:
    """A process that serves, as its parent sees it."""

    def __init__(self, process: asyncio.subprocess.Process, number: int) -> None:
        self.number = number
        self.born = time.monotonic()
        self.prepared: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._process = process
        self._writer: asyncio.StreamWriter | None = None
        self._asks = count_up(1)
        self._counting: dict[int, asyncio.Future[list[Family]]] = {}

    @classmethod
    async def start(cls, choices: Choices, number: int, listening: socket.socket) -> "Child":
        """Start a process, and let it prepare itself."""
        ours, theirs = socket.socketpair()
        fds = (theirs.fileno(), listening.fileno())
        command = [sys.executable, "-m", "tablee.host.child", *map(str, fds)]
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *command, pass_fds=fds, stdin=asyncio.subprocess.DEVNULL, start_new_session=True
            )
        child = cls(process, number)
        reader, child._writer = await asyncio.open_connection(sock=ours, limit=orders.LONGEST)
        child.say(orders.Begin(choices, number))
        child._listening = asyncio.create_task(child._listen(reader))
        return child

    _listening: "asyncio.Task[None]"

    def say(self, order: orders.Order) -> None:
        """Tell it something."""
        assert self._writer is not None
        with suppress(OSError):
            self._writer.write(orders.line(order))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Hear what it reports until it is gone; who still waits for a word of it is told that none will come."""
        with suppress(OSError):
            while said := await reader.readline():
                self._hear(orders.read_report(said))
        promises: list[asyncio.Future[Any]] = [self.prepared, self.ready, *self._counting.values()]
        for promise in promises:
            if not promise.done():
                promise.set_exception(CannotServe(f"process {self.number} has ended before it was ready"))
                promise.exception()  # nobody may be waiting for it

    def _hear(self, report: orders.Report) -> None:
        match report:
            case orders.Prepared() if not self.prepared.done():
                self.prepared.set_result(None)
            case orders.Ready() if not self.ready.done():
                self.ready.set_result(None)
            case orders.Failed(why=why) if not self.ready.done():
                self.ready.set_exception(CannotServe(why))
                self.ready.exception()
            case orders.Counted(ask=ask, families=families) if ask in self._counting:
                self._counting.pop(ask).set_result(families)

    async def serve(self) -> None:
        """Let it serve, once it has prepared itself, and wait until it does; raises `CannotServe`."""
        await asyncio.wait_for(asyncio.shield(self.prepared), START_PATIENCE)
        self.say(orders.Go())
        await asyncio.wait_for(asyncio.shield(self.ready), START_PATIENCE)

    async def counted(self) -> list[Family]:
        """What it has counted, or nothing if it does not say in time."""
        ask = next(self._asks)
        self._counting[ask] = asyncio.get_running_loop().create_future()
        self.say(orders.Count(ask))
        try:
            return await asyncio.wait_for(self._counting[ask], COUNT_PATIENCE)
        except (TimeoutError, CannotServe):
            self._counting.pop(ask, None)
            return []

    async def gone(self) -> int:
        """Wait until it has ended; its exit code."""
        return await self._process.wait()

    async def stop(self, patience: float, notice: float = 0.0) -> None:
        """Let it finish, and wait until it has; not for longer than that many seconds after the notice."""
        self.say(orders.Stop(notice))
        try:
            await asyncio.wait_for(self.gone(), notice + patience)
        except TimeoutError:
            logger.error("process %d does not end: it is killed", self.number)
            self.kill()
            await self.gone()

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            self._process.kill()


class Place:
    """The place of one process: there is always one in it."""

    def __init__(self, number: int, listening: socket.socket) -> None:
        self.child: Child | None = None
        self.number = number
        self._listening = listening
        self._pause = FIRST_PAUSE
        self._closed = False

    async def open(self, choices: Choices) -> None:
        """Put the first process into it; raises `CannotServe`."""
        self._choices = choices
        self.child = await Child.start(choices, self.number, self._listening)
        await self.child.serve()

    async def keep(self) -> None:
        """Start another one whenever one dies."""
        while not self._closed:
            child = self.child
            assert child is not None
            code = await child.gone()
            if child is self.child and not self._closed:
                await self._start_again(child, code)

    async def _start_again(self, dead: Child, code: int) -> None:
        RESTARTS.add()
        if time.monotonic() - dead.born > LONG_LIFE:
            self._pause = FIRST_PAUSE
        logger.error("process %d has died (%s): another one in %.2g s", self.number, how(code), self._pause)
        await asyncio.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if self.child is dead and not self._closed:
            child = self.child = await Child.start(self._choices, self.number, self._listening)
            with suppress(CannotServe, TimeoutError):  # then it has died, and we shall hear of it
                await child.serve()
                logger.info("process %d serves again", self.number)

    async def renew(self, choices: Choices) -> None:
        """Put another process into it; raises `CannotServe`, and then the old one serves on.

        Two may serve at the same time where the database is for several; else the new one waits, loaded, until the
        old one has ended. Who comes meanwhile waits at the address, which the parent holds.
        """
        old, self._choices = self.child, choices
        assert old is not None
        new = await Child.start(choices, self.number, self._listening)
        try:
            await asyncio.wait_for(asyncio.shield(new.prepared), START_PATIENCE)
            if not choices.on_sqlite:
                await new.serve()
        except (CannotServe, TimeoutError):
            new.kill()
            raise
        self.child = new
        await old.stop(choices.serving.stop_patience)
        if choices.on_sqlite:
            await new.serve()

    async def close(self, patience: float, notice: float) -> None:
        """Let it be empty."""
        self._closed = True
        if self.child is not None:
            await self.child.stop(patience, notice)

    def kill(self) -> None:
        """Empty it at once."""
        self._closed = True
        if self.child is not None:
            self.child.kill()


class Parent:
    """All places, and what the host tells us by signals."""

    def __init__(self, read: Callable[[], Choices]) -> None:
        """`read` reads the settings, now and again; raises `BadOption`."""
        self._read = read
        self.choices = read()
        self._places: list[Place] = []
        self._stopping = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        self._since = time.time()

    async def run(self) -> None:
        """Serve until told to stop; raises `HostError` if it cannot begin."""
        serving = self.choices.serving
        with _listen(serving.host, serving.port) as listening:
            listening.setblocking(False)
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self._stop)
            loop.add_signal_handler(signal.SIGHUP, self._renew)
            async with serve_metrics(serving.metrics_address, self.metrics):
                await self._serve(listening)

    async def _serve(self, listening: socket.socket) -> None:
        self._places = [Place(number + 1, listening) for number in range(self.choices.processes)]
        opening = asyncio.ensure_future(self._open())
        stopped = asyncio.ensure_future(self._stopping.wait())
        await asyncio.wait({opening, stopped}, return_when=asyncio.FIRST_COMPLETED)
        try:
            if opening.done():
                opening.result()
                self._greet(listening)
                keeping = [asyncio.ensure_future(place.keep()) for place in self._places]
                await stopped
                for task in keeping:
                    task.cancel()
        finally:
            opening.cancel()
            await self._close()

    async def _open(self) -> None:
        """The first process alone, which compiles what has to be; then all others at once."""
        first, *others = self._places
        await first.open(self.choices)
        await asyncio.gather(*(place.open(self.choices) for place in others))

    def _greet(self, listening: socket.socket) -> None:
        host, port = listening.getsockname()[:2]
        name = "localhost" if host in (*EVERYWHERE, "127.0.0.1") else f"[{host}]" if ":" in host else host
        logger.info("open with %d processes", len(self._places), extra={"about": {"pid": os.getpid()}})
        logger.info("chosen: %s", without_secrets(self.choices))
        wished = self.choices.serving.processes
        if self.choices.on_sqlite and wished != 1:
            logger.info("SQLite is served by one process; PostgreSQL lets several serve (docs/hosting.md)")
        print(f"Tablée is open at http://{name}:{port}", flush=True)

    def _stop(self) -> None:
        """The first time everybody may finish, the second time nobody."""
        if self._stopping.is_set():
            logger.warning("told to stop twice: all processes are killed")
            for place in self._places:
                place.kill()
        self._stopping.set()

    async def _close(self) -> None:
        serving = self.choices.serving
        if self._renewing is not None:
            self._renewing.cancel()
        await asyncio.gather(*(place.close(serving.stop_patience, serving.stop_notice) for place in self._places))
        logger.info("closed")

    # ---- reading the settings anew -------------------------------------------------------------------------

    def _renew(self) -> None:
        if self._renewing is not None and not self._renewing.done():
            logger.warning("told to read the settings again while that is going on: not twice")
        elif not self._stopping.is_set():
            self._renewing = asyncio.ensure_future(self._replace_all())

    async def _replace_all(self) -> None:
        """Read the settings, and replace the processes one by one; if it cannot be, all stays as it is."""
        try:
            choices = self._read()
            self._check_same(choices)
            for place in self._places:
                await place.renew(choices)
                logger.info("a process was replaced", extra={"about": {"place": place.number}})
        except (HostError, TimeoutError) as error:
            logger.error("the settings were not taken over: %s", error)
            return
        self.choices = choices
        logger.info("all processes have been replaced; chosen: %s", without_secrets(choices))

    def _check_same(self, choices: Choices) -> None:
        """What the parent itself holds cannot be changed while it runs."""
        for name in ("host", "port", "metrics_address"):
            if getattr(choices.serving, name) != getattr(self.choices.serving, name):
                raise BadOption(f"{name} cannot be changed without stopping")
        if choices.processes != self.choices.processes:
            raise BadOption("the number of processes cannot be changed without stopping")

    # ---- numbers -------------------------------------------------------------------------------------------

    async def metrics(self) -> str:
        """What all processes have counted, each under its number; the parent's own under `parent`."""
        children = [place.child for place in self._places if place.child is not None]
        found = await asyncio.gather(*(child.counted() for child in children))
        own = [gauge("tablee_start_time_seconds", "When the server was started.", ({}, self._since)), *_own()]
        by_process = {str(child.number): families for child, families in zip(children, found, strict=True)}
        return exposition({"parent": own, **by_process})


def _listen(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except PortTaken as error:
        raise CannotServe(str(error)) from None


def _own() -> Sequence[Family]:
    """What the parent counts; what only others can count is left out."""
    return [family for family in taken() if family.name == RESTARTS.name]


def how(code: int) -> str:
    """How a process ended."""
    if code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


def run_parent(read: Callable[[], Choices]) -> None:
    """Serve until told to stop."""
    asyncio.run(_run(read))


async def _run(read: Callable[[], Choices]) -> None:
    await Parent(read).run()
