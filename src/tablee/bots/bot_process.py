"""Bot processes: start them, exchange lines with them, give up after a timeout, and leave none behind.

This is the only module that starts and ends bot processes. The server's pool uses `BotProcess` from the event loop
(`worker_pool.py`); the arena uses the blocking `BotClient` for bots of other people. Each process leads a process group
of its own: Ctrl+C does not reach it, and it is killed with everything that it has started. If our own process ends
without cleaning up, `process_guard.py` kills the groups. Workers that `fork_server.py` has forked are in its care.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, BinaryIO

from tablee.bots.fork_server import ForkedProcess, ForkServer

LONGEST_LINE = 1 << 20
"""Bytes. Readers refuse longer lines."""
START_PATIENCE = 60.0
"""Seconds that the first answer of a process may take in addition to the usual patience."""
LAST_PATIENCE = 5.0
"""Seconds to wait for a killed process to be gone."""

CRASHED, CHEATED, DAWDLED, BABBLED = "crashed", "cheated", "dawdled", "babbled"
FAULTS = (CRASHED, CHEATED, DAWDLED, BABBLED)
"""The faults of a bot: no answer, an illegal action, an answer too late, an answer that makes no sense."""

LONGEST_WORDS = 300
"""Characters kept of the message of a fault."""


class BotFault(Exception):
    """A bot did not answer with an action as it should; `kind` is one of `FAULTS`."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words[:LONGEST_WORDS])
        self.kind = kind


def read_lines(source: BinaryIO) -> Iterator[bytes]:
    """Read lines without their ends. Of a line that is too long, keep just enough to show that it is."""
    while line := source.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        yield line.rstrip(b"\r\n")


class BotProcess:
    """One process, from its start to its end. Raises `BotFault` if it cannot be started.

    Reading and writing may block for ever, so a thread does both. The thread ends when the process is killed.
    """

    def __init__(self, command: Sequence[str], *, quiet: bool = False, forks: ForkServer | None = None) -> None:
        """Start the process, by `forks` if there is such a server; `quiet` discards its standard error."""
        try:
            self._process = (forks and _forked(forks)) or subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if quiet else None,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFault(CRASHED, f"it cannot be started: {error}") from None
        if not isinstance(self._process, ForkedProcess):
            _guard.tell(f"+{self.pid}")
        self._lines: SimpleQueue[tuple[bytes, Future[bytes]] | None] = SimpleQueue()
        self._lock = Lock()
        self.gone: Future[int] = _uncancellable()
        """The exit code, once the process has ended."""
        for work in (self._talk, self._wait):
            Thread(target=work, daemon=True).start()

    @property
    def pid(self) -> int:
        """The id of the process and of its group."""
        return self._process.pid

    def ask(self, line: bytes) -> "Future[bytes]":
        """Send a line (or nothing) and return the next line that comes back; empty if the process has ended."""
        answer: Future[bytes] = _uncancellable()
        with self._lock:
            if self.gone.done():
                answer.set_result(b"")
            else:
                self._lines.put((line, answer))
        return answer

    def kill(self) -> None:
        """Kill the process and its whole group; `gone` is done when it has ended."""
        if isinstance(self._process, ForkedProcess):
            self._process.kill()
        elif self._process.returncode is None:
            _kill(self._process)

    def _talk(self) -> None:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        while (asked := self._lines.get()) is not None:
            line, answer = asked
            try:
                stdin.write(line)
                stdin.flush()
                answer.set_result(stdout.readline(LONGEST_LINE + 1))
            except (OSError, ValueError):
                answer.set_result(b"")
        for pipe in (stdin, stdout):
            with suppress(OSError):
                pipe.close()

    def _wait(self) -> None:
        if isinstance(self._process, ForkedProcess):
            code = self._process.wait()
        else:
            if hasattr(os, "waitid"):  # until the exit code is read, no other process can get the id of this group
                os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
                _kill(self._process)
            code = self._process.wait()
            _guard.tell(f"-{self.pid}")
        with self._lock:
            self.gone.set_result(code)
            self._lines.put(None)


def _forked(forks: ForkServer) -> ForkedProcess | None:
    try:
        return forks.fork()
    except OSError:  # the fork server has died, and the command does the same for more memory
        return None


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _uncancellable() -> "Future[Any]":
    """A future that its waiters cannot cancel."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    return future


class BotClient:
    """Asks a process and blocks until it answers. The process starts with the first question.

    Every fault is a `BotFault` and ends the process; the next question starts another one.
    """

    def __init__(self, command: Sequence[str], patience: float, *, greets: bool = False) -> None:
        """A process that `greets` sends one line before it is asked anything."""
        self._command = command
        self._patience = patience
        self._greets = greets
        self._process: BotProcess | None = None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return the answer, a JSON object."""
        patience = self._patience if self._process is not None else self._patience + START_PATIENCE
        self.start()
        try:
            return parse_answer(self._exchange(json.dumps(request).encode() + b"\n", patience))
        except BotFault:
            self.end()
            raise

    def start(self) -> None:
        """Start the process if it does not run, and wait for its greeting, if it sends one; raises `BotFault`."""
        if self._process is None:
            self._process = BotProcess(self._command, quiet=True)
            try:
                if self._greets:
                    self._exchange(b"", START_PATIENCE)
            except BotFault:
                self.end()
                raise

    def _exchange(self, line: bytes, patience: float) -> bytes:
        """Send a line (or nothing) and return the next that comes back."""
        assert self._process is not None
        try:
            answer = self._process.ask(line).result(patience)
        except TimeoutError:
            raise timeout_fault(patience) from None
        if answer:
            return answer
        code = ""
        with suppress(TimeoutError):
            code = f" with exit code {self._process.gone.result(LAST_PATIENCE)}"
        raise BotFault(CRASHED, f"the process has ended{code}")

    def end(self) -> None:
        """Kill the process and wait until it is gone."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(TimeoutError):
                process.gone.result(LAST_PATIENCE)


def timeout_fault(patience: float) -> BotFault:
    """The fault of a bot that did not answer in time."""
    return BotFault(DAWDLED, f"no answer within {patience:g} s")


def parse_answer(line: bytes) -> dict[str, Any]:
    """An answer as an object; raises `BotFault`."""
    if len(line) > LONGEST_LINE:
        raise BotFault(BABBLED, f"a line of more than {LONGEST_LINE} bytes")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise BotFault(BABBLED, f"not a JSON object: {line[:80]!r}")
    return answer


class _Guard:
    """The guard process (`process_guard.py`), started with the first bot process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def tell(self, line: str) -> None:
        """Report a process group that has started (`+123`) or ended (`-123`)."""
        if not hasattr(os, "killpg"):
            return
        with self._lock, suppress(OSError):
            if self._process is None or self._owner != os.getpid():
                guard = [sys.executable, "-I", "-S", str(Path(__file__).with_name("process_guard.py"))]
                nowhere = subprocess.DEVNULL
                self._process = subprocess.Popen(
                    guard, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, start_new_session=True
                )
                self._owner = os.getpid()
                atexit.register(self._dismiss, self._process)
            assert self._process.stdin is not None
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def _dismiss(self, process: "subprocess.Popen[bytes]") -> None:
        """At a regular exit, wait until the guard has killed what is left."""
        if self._owner == os.getpid():
            with suppress(OSError, subprocess.TimeoutExpired):
                process.communicate(timeout=LAST_PATIENCE)


_guard = _Guard()
