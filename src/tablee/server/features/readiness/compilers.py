"""Processes that compile beside the server, at low priority unless somebody waits.

Of all processes of a server, and of all servers that share a cache, the one that holds a lock starts them. They end
with it (`bots/bot_process.py`).
"""

import asyncio
import json
import logging
import os
import shutil
import signal
import sys
import time
from collections.abc import Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from tablee.bots.bot_process import BotFault, BotProcess
from tablee.bots.compile_stages import is_done
from tablee.server.features.readiness.model import (
    Failures,
    Job,
    Progress,
    Underway,
    failed,
    forecast,
    new_pace,
    next_job,
    share_of,
    superseded,
)
from tablee.server.features.readiness.service import LOOK_EVERY, Readiness
from tablee.server.realtime.tasks import OneTask

logger = logging.getLogger("tablee")

COMMAND = (sys.executable, "-m", "tablee.api.compile_all")
USUAL, LOWEST = 0, 19
"""The niceness of what somebody waits for, and of the rest."""
PATIENCE = 900.0
"""Seconds after which a compiler is killed: a game whose random play never ends must not keep others waiting."""
MOST = 8
"""Processes at a time at most."""


class _Compiler(msgspec.Struct):
    """A process that compiles a job."""

    process: BotProcess
    report: "Future[bytes]"
    began: float
    hurried: bool
    is_broken_off: bool = False


class Compilers:
    """Compiles what is missing, one process for each job, and tells how far it is."""

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self._slots = min(os.cpu_count() or 1, MOST)
        self._running: dict[Job, _Compiler] = {}
        self._failures: dict[Job, Failures] = {}
        self._pace = 1.0
        self._compiling = OneTask()

    def start(self) -> None:
        """Compile in the background what is missing, if anything is."""
        if self._readiness.look():
            self._compiling.begin(self._go_on())

    async def close(self) -> None:
        """Kill all compilers, and wait until they are gone. What they have compiled is kept."""
        await self._compiling.stop()
        for compiler in self._running.values():
            compiler.process.kill()
        for compiler in self._running.values():
            await asyncio.wrap_future(compiler.process.gone)

    @property
    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [compiler.process.pid for compiler in self._running.values()]

    async def _go_on(self) -> None:
        while self._readiness.look():
            try:
                with _held(self._readiness.folder) as alone:
                    if alone:
                        await self._compile_all()
            except Exception:  # whatever it is, others wait for their games
                logger.exception("games cannot be compiled")
            await asyncio.sleep(LOOK_EVERY)

    async def _compile_all(self) -> None:
        missing = self._readiness.look()
        games = sorted({job.game for job in missing})
        logger.info("compiling %s beside the server, once", ", ".join(games))
        began = time.monotonic()
        while missing:
            self._look(missing, time.monotonic())
            await asyncio.sleep(LOOK_EVERY)
            missing = self._readiness.look()
        shutil.rmtree(self._readiness.folder, ignore_errors=True)  # nobody waits any more
        logger.info("everything is compiled, in %.0f s", time.monotonic() - began)

    def _look(self, missing: Collection[Job], now: float) -> None:
        """Note what has ended, begin what comes next, and tell how far it is."""
        for job, compiler in list(self._running.items()):
            if now - compiler.began > PATIENCE:
                compiler.process.kill()
            self._note_end(job, now)
        wanted = self._readiness.wanted()
        upcoming = next_job(missing, wanted, self._running, self._failures, now)
        if (slow := superseded(upcoming, wanted, self._underway(now), self._slots, self._pace)) is not None:
            self._running[slow].is_broken_off = True
            self._running[slow].process.kill()
        while upcoming is not None and len(self._running) < self._slots:
            self._begin(upcoming, upcoming in wanted, now)
            upcoming = next_job(missing, wanted, self._running, self._failures, now)
        self._tell(missing, wanted, now)

    def _underway(self, now: float) -> list[Underway]:
        return [Underway(job, now - one.began, one.hurried or one.is_broken_off) for job, one in self._running.items()]

    def _begin(self, job: Job, hurried: bool, now: float) -> None:
        try:
            process = BotProcess([*COMMAND, job.game, job.stage, str(USUAL if hurried else LOWEST)])
        except BotFault as fault:
            self._note_failure(job, str(fault), now)
            return
        self._running[job] = _Compiler(process, process.ask(b""), now, hurried)

    def _note_end(self, job: Job, now: float) -> None:
        compiler = self._running[job]
        if not compiler.process.gone.done():
            return
        del self._running[job]
        if is_done(*job):
            self._failures.pop(job, None)
            self._pace = new_pace(self._pace, job, now - compiler.began)
            logger.info("%s: the stage %r is compiled, in %.1f s", job.game, job.stage, now - compiler.began)
        elif not compiler.is_broken_off:
            self._note_failure(job, _fault(compiler), now)

    def _note_failure(self, job: Job, fault: str, now: float) -> None:
        late = self._failures[job] = failed(self._failures.get(job), fault, now)
        then = "it is given up" if late.again is None else f"another attempt follows in {late.again - now:.0f} s"
        logger.warning("%s: the stage %r could not be compiled: %s; %s", job.game, job.stage, fault, then)

    def _tell(self, missing: Collection[Job], wanted: Collection[Job], now: float) -> None:
        underway = self._underway(now)
        expected = forecast(missing, wanted, underway, self._slots, self._pace)
        told: dict[str, dict[str, Progress]] = {}
        for job in missing:
            late = next((self._failures[each] for each in (*job.before, job) if each in self._failures), None)
            told.setdefault(job.game, {})[job.stage] = Progress(
                share_of(job, missing, underway, self._pace),
                expected[job] + (max(0.0, late.again - now) if late and late.again else 0.0),
                late.fault if late else "",
                late is not None and late.again is None,
            )
        self._readiness.tell(told)


def _fault(compiler: _Compiler) -> str:
    """What went wrong in a process that has ended."""
    with suppress(ValueError, KeyError, TypeError, TimeoutError):
        return str(json.loads(compiler.report.result(1.0))["fault"]) or "its sources have changed"
    code = compiler.process.gone.result()
    if code < 0:
        with suppress(ValueError):
            return f"its process was killed ({signal.Signals(-code).name})"
    return f"its process has ended with exit code {code}"


@contextmanager
def _held(folder: Path) -> Iterator[bool]:
    """Hold the lock of a folder; yields False if another process has it."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # Windows: one process serves
        yield True
        return
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
