"""The supervisor of `tablee serve`: it holds the listening socket, and starts, restarts and replaces server processes.

It serves no requests itself, so no request can bring it down. It restarts a dead process with exponential back-off,
kills one that hangs, and replaces all processes one by one at a reload (SIGHUP). A process whose supervisor is gone
exits by itself.
"""

import argparse
import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count as count_up
from typing import Any

from tablee.bots.metrics import Counter, Family, exposition, gauge, taken
from tablee.server.hosting import process_messages
from tablee.server.hosting.configuration import Configuration, add_flags, read_configuration, without_secrets
from tablee.server.hosting.logs import logger, set_up_logs
from tablee.server.hosting.prometheus import serve_metrics
from tablee.server.hosting.running import recorded
from tablee.server.hosting.serve_settings import NOT_YET, BadOption, CannotServe, HostError
from tablee.server.storage.inspection import inspect_database
from tablee.server.web.listening import EVERYWHERE, CannotListen, listen

START_PATIENCE = 900.0
"""Seconds until a process must be ready; one that replaces another may have to compile every game."""
COUNT_PATIENCE = 2.0
"""Seconds to wait for the metrics of a process."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
"""Seconds until a dead process is restarted: at first, and at most."""
LONG_LIFE = 60.0
"""A process that lived this many seconds resets the back-off."""
RESTARTS = Counter("tablee_process_restarts_total", "Processes that died and were started again.")


class ServerProcess:
    """A server process, as the supervisor sees it."""

    def __init__(self, process: asyncio.subprocess.Process, number: int, hang_patience: float) -> None:
        self.number = number
        self.born = time.monotonic()
        self.prepared: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._process = process
        self._patience = hang_patience
        self._silent = 0  # beats since the last sign of life
        self._watching: asyncio.Task[None] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._asks = count_up(1)
        self._counting: dict[int, asyncio.Future[list[Family]]] = {}

    @classmethod
    async def start(
        cls, configuration: Configuration, number: int, listening: socket.socket, *, replaces: bool = False
    ) -> "ServerProcess":
        """Start a process, and let it prepare; with `replaces` another one serves meanwhile."""
        ours, theirs = socket.socketpair()
        fds = (theirs.fileno(), listening.fileno())
        command = [sys.executable, "-m", "tablee.server.hosting.server_process", *map(str, fds)]
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *command, pass_fds=fds, stdin=asyncio.subprocess.DEVNULL, start_new_session=True
            )
        child = cls(process, number, configuration.serving.hang_patience)
        reader, child._writer = await asyncio.open_connection(sock=ours, limit=process_messages.LONGEST)
        child.say(process_messages.Begin(configuration, number, replaces))
        child._listening = asyncio.create_task(child._listen(reader))
        return child

    _listening: "asyncio.Task[None]"

    def say(self, order: process_messages.Order) -> None:
        """Send it an order."""
        assert self._writer is not None
        with suppress(OSError):
            self._writer.write(process_messages.line(order))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Read its reports until it is gone; then fail everything that still waits for one."""
        with suppress(OSError):
            while said := await reader.readline():
                self._hear(process_messages.read_report(said))
        promises: list[asyncio.Future[Any]] = [self.prepared, self.ready, *self._counting.values()]
        for promise in promises:
            if not promise.done():
                promise.set_exception(CannotServe(f"process {self.number} has ended before it was ready"))
                promise.exception()  # nobody may be waiting for it

    def _hear(self, report: process_messages.Report) -> None:
        match report:
            case process_messages.Prepared() if not self.prepared.done():
                self.prepared.set_result(None)
            case process_messages.Ready() if not self.ready.done():
                self.ready.set_result(None)
            case process_messages.SignOfLife():
                self._silent = 0
            case process_messages.Failed(why=why, code=code):
                for promise in (self.prepared, self.ready):
                    if not promise.done():
                        promise.set_exception(CannotServe(why, code))
                        promise.exception()  # nobody may be waiting for it
            case process_messages.Counted(ask=ask, families=families) if ask in self._counting:
                self._counting.pop(ask).set_result(families)

    async def serve(self) -> None:
        """Let it serve once it is prepared, and wait until it does; raise `CannotServe`."""
        await asyncio.wait_for(asyncio.shield(self.prepared), START_PATIENCE)
        self.say(process_messages.Go())
        await asyncio.wait_for(asyncio.shield(self.ready), START_PATIENCE)
        self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        """Kill the process if it hangs: its socket would go on taking connections that nobody answers.

        Beats are counted, not seconds: where the whole machine has slept, the process gets its time to wake up.
        """
        while self._silent * process_messages.BEAT < self._patience:
            self._silent += 1
            await asyncio.sleep(process_messages.BEAT)
        logger.error("process %d gives no sign of life: it is killed", self.number)
        self.kill()

    async def counted(self) -> list[Family]:
        """Its metrics; none if it does not answer in time."""
        ask = next(self._asks)
        self._counting[ask] = asyncio.get_running_loop().create_future()
        self.say(process_messages.CountRequest(ask))
        try:
            return await asyncio.wait_for(self._counting[ask], COUNT_PATIENCE)
        except (TimeoutError, CannotServe):
            self._counting.pop(ask, None)
            return []

    async def gone(self) -> int:
        """Wait for its end; return the exit code."""
        code = await self._process.wait()
        if self._watching is not None:
            self._watching.cancel()
        return code

    async def stop(self, patience: float, notice: float = 0.0) -> None:
        """Stop it gracefully; kill it `patience` seconds after the notice."""
        if self._watching is not None:
            self._watching.cancel()
        self.say(process_messages.Stop(notice))
        try:
            await asyncio.wait_for(self.gone(), notice + patience)
        except TimeoutError:
            logger.error("process %d does not end: it is killed", self.number)
            self.kill()
            await self.gone()

    def kill(self) -> None:
        """Kill it."""
        with suppress(ProcessLookupError):
            self._process.kill()


class ProcessSlot:
    """A slot that always holds one server process."""

    def __init__(self, number: int, listening: socket.socket) -> None:
        self.child: ServerProcess | None = None
        self.number = number
        self._listening = listening
        self._pause = FIRST_PAUSE
        self._closed = False

    async def open(self, configuration: Configuration) -> None:
        """Start the first process; raise `CannotServe`."""
        self._configuration = configuration
        self.child = await ServerProcess.start(configuration, self.number, self._listening)
        await self.child.serve()

    async def keep(self) -> None:
        """Restart the process whenever it dies."""
        while not self._closed:
            child = self.child
            assert child is not None
            code = await child.gone()
            if child is self.child and not self._closed:
                await self._start_again(child, code)

    async def _start_again(self, dead: ServerProcess, code: int) -> None:
        RESTARTS.add()
        if time.monotonic() - dead.born > LONG_LIFE:
            self._pause = FIRST_PAUSE
        logger.error("process %d has died (%s): another one in %.2g s", self.number, how(code), self._pause)
        await asyncio.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if self.child is dead and not self._closed:
            child = self.child = await ServerProcess.start(self._configuration, self.number, self._listening)
            with suppress(CannotServe, TimeoutError):  # then it has died, and we shall hear of it
                await child.serve()
                logger.info("process %d serves again", self.number)

    async def renew(self, configuration: Configuration) -> None:
        """Replace the process; raise `CannotServe`, and then the old one serves on.

        Two may serve at the same time where the database is for several; else the new one waits, loaded, until the
        old one has ended. Who comes meanwhile waits at the address, which the parent holds. If the new one fails even
        then, `keep` starts one with the old configuration.
        """
        new = await ServerProcess.start(configuration, self.number, self._listening, replaces=True)
        try:
            await asyncio.wait_for(asyncio.shield(new.prepared), START_PATIENCE)
            if not configuration.on_sqlite:
                await new.serve()
        except (CannotServe, TimeoutError):
            new.kill()
            raise
        old, self.child = self.child, new
        assert old is not None
        await old.stop(configuration.serving.stop_patience)
        if configuration.on_sqlite:
            try:
                await new.serve()
            except (CannotServe, TimeoutError):
                new.kill()
                raise
        self._configuration = configuration

    async def close(self, patience: float, notice: float) -> None:
        """Stop the process for good."""
        self._closed = True
        if self.child is not None:
            await self.child.stop(patience, notice)

    def kill(self) -> None:
        """Kill the process for good."""
        self._closed = True
        if self.child is not None:
            self.child.kill()


class Supervisor:
    """Runs all slots, and handles the host's signals."""

    def __init__(self, read: Callable[[], Configuration]) -> None:
        """`read` reads the configuration, now and at every reload; it raises `BadOption`."""
        self._read = read
        self.configuration = read()
        self._slots: list[ProcessSlot] = []
        self._stopping = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        self._since = time.time()

    async def run(self) -> None:
        """Serve until told to stop; raise `HostError` if that cannot start."""
        serving = self.configuration.serving
        with _listen(serving.host, serving.port) as listening:
            listening.setblocking(False)
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self._stop)
            loop.add_signal_handler(signal.SIGHUP, self._renew)
            async with serve_metrics(serving.metrics_address, self.metrics):
                await self._serve(listening)

    async def _serve(self, listening: socket.socket) -> None:
        self._slots = [ProcessSlot(number + 1, listening) for number in range(self.configuration.processes)]
        opening = asyncio.ensure_future(self._open())
        stopped = asyncio.ensure_future(self._stopping.wait())
        await asyncio.wait({opening, stopped}, return_when=asyncio.FIRST_COMPLETED)
        try:
            if opening.done():
                opening.result()
                self._greet(listening)
                keeping = [asyncio.ensure_future(slot.keep()) for slot in self._slots]
                await stopped
                for task in keeping:
                    task.cancel()
        finally:
            opening.cancel()
            await self._close()

    async def _open(self) -> None:
        """Start the first process alone, as it may set up the database; then all others at once."""
        first, *others = self._slots
        await first.open(self.configuration)
        await asyncio.gather(*(slot.open(self.configuration) for slot in others))

    def _greet(self, listening: socket.socket) -> None:
        host, port = listening.getsockname()[:2]
        name = "localhost" if host in (*EVERYWHERE, "127.0.0.1") else f"[{host}]" if ":" in host else host
        logger.info("open with %d processes", len(self._slots), extra={"about": {"pid": os.getpid()}})
        logger.info("chosen: %s", without_secrets(self.configuration))
        wished = self.configuration.serving.processes
        if self.configuration.on_sqlite and wished != 1:
            logger.info("SQLite is served by one process; PostgreSQL lets several serve (docs/hosts/hosting.md)")
        print(f"Tablée is open at http://{name}:{port}", flush=True)

    def _stop(self) -> None:
        """Stop gracefully; kill all processes the second time."""
        if self._stopping.is_set():
            logger.warning("stopped twice: killing all processes")
            for slot in self._slots:
                slot.kill()
        self._stopping.set()

    async def _close(self) -> None:
        serving = self.configuration.serving
        if self._renewing is not None:
            self._renewing.cancel()
        await asyncio.gather(*(slot.close(serving.stop_patience, serving.stop_notice) for slot in self._slots))
        logger.info("closed")

    # ---- reading the settings anew -------------------------------------------------------------------------

    def _renew(self) -> None:
        if self._renewing is not None and not self._renewing.done():
            logger.warning("a reload is under way already")
        elif not self._stopping.is_set():
            self._renewing = asyncio.ensure_future(self._replace_all())

    async def _replace_all(self) -> None:
        """Reload: read the configuration and replace the processes one by one; on an error nothing changes."""
        replaced: list[ProcessSlot] = []
        try:
            configuration = self._read()
            self._check_same(configuration)
            await _check_database(configuration)
            for slot in self._slots:
                await slot.renew(configuration)
                replaced.append(slot)
                logger.info("a process was replaced", extra={"about": {"place": slot.number}})
        except (HostError, TimeoutError) as error:
            logger.error("the settings were not taken over: %s", error)
            for slot in replaced:
                with suppress(HostError, TimeoutError):  # then it serves with the new settings, until it ends
                    await slot.renew(self.configuration)
            return
        self.configuration = configuration
        logger.info("all processes have been replaced; chosen: %s", without_secrets(configuration))

    def _check_same(self, configuration: Configuration) -> None:
        """Refuse changes of what the supervisor itself holds."""
        for name in ("host", "port", "metrics_address"):
            if getattr(configuration.serving, name) != getattr(self.configuration.serving, name):
                raise BadOption(f"{name} cannot be changed without stopping")
        if configuration.processes != self.configuration.processes:
            raise BadOption("the number of processes cannot be changed without stopping")

    # ---- numbers -------------------------------------------------------------------------------------------

    async def metrics(self) -> str:
        """The metrics of all processes, labelled by number; the supervisor's own as `parent`."""
        children = [slot.child for slot in self._slots if slot.child is not None]
        found = await asyncio.gather(*(child.counted() for child in children))
        restarts = [family for family in taken() if family.name == RESTARTS.name]
        own = [gauge("tablee_start_time_seconds", "When the server was started.", ({}, self._since)), *restarts]
        by_process = {str(child.number): families for child, families in zip(children, found, strict=True)}
        return exposition({"parent": own, **by_process})


async def _check_database(configuration: Configuration) -> None:
    """Refuse a database that the new processes could not use, while the old ones still serve."""
    try:
        await inspect_database(configuration.settings.database_url, configuration.settings.database_patience)
    except ValueError as error:
        raise CannotServe(str(error)) from None


def _listen(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except CannotListen as error:
        raise CannotServe(str(error), NOT_YET) from None


def supervise(flags: Mapping[str, Any]) -> None:
    """Serve with these flags until told to stop; raise `HostError` if that cannot start."""

    def read() -> Configuration:
        return read_configuration(flags)

    chosen = read().serving
    set_up_logs(chosen.log_format, chosen.log_level, process=0)
    with recorded(flags):
        asyncio.run(Supervisor(read).run())


def how(code: int) -> str:
    """How a process ended, in words."""
    if code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


def main() -> int:
    """`tablee serve`, which has put this program in its place: it does without the engine, and stays small."""
    parser = argparse.ArgumentParser(prog="tablee serve")
    add_flags(parser)
    try:
        supervise(vars(parser.parse_args()))
    except HostError as error:
        print(f"tablee: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
