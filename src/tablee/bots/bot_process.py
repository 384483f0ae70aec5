"""Processes in which bots think: started, asked line by line, never waited for too long, and never left behind.

This is the one place that starts and ends them. A server's pool asks its children from the event loop (`pool.py`), an
arena asks the bots of other people one after the other (`Asked`). Each child leads a group of its own: Ctrl+C is not
for it, and it is killed with all that it has started. Should we end without doing so, `guard.py` does it.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from tablee.lines import LONGEST_LINE

START_PATIENCE = 60.0
"""Seconds that the first answer of a process may take beyond those of every other."""
LAST_PATIENCE = 5.0
"""Seconds to wait for a killed process to be gone."""

CRASHED, CHEATED, DAWDLED, BABBLED = "crashed", "cheated", "dawdled", "babbled"
FAULTS = (CRASHED, CHEATED, DAWDLED, BABBLED)
"""What a bot can do wrong: give no answer, an illegal action, an answer too late, or one that makes no sense."""

LONGEST_WORDS = 300
"""Characters that are kept of what a bot says of its fault."""


class BotFault(Exception):
    """A bot has not answered with an action as it should; `kind` is one of `FAULTS`."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words[:LONGEST_WORDS])
        self.kind = kind


class Child:
    """One process, from its start to its end. Raises `BotFault` if it cannot be started.

    Reading and even writing may block for ever, so a thread does it, which is over when the process is killed.
    """

    def __init__(self, command: Sequence[str], *, quiet: bool = False) -> None:
        """A quiet one's standard error goes nowhere."""
        self._process = _start(command, quiet)
        _guard.tell(f"+{self.pid}")
        self._lines: SimpleQueue[tuple[bytes, Future[bytes]] | None] = SimpleQueue()
        self._lock = Lock()
        self.gone: Future[int] = _promise()
        """Its exit code, once it has ended."""
        for work in (self._talk, self._wait):
            Thread(target=work, daemon=True).start()

    @property
    def pid(self) -> int:
        """The id of the process and of its group."""
        return self._process.pid

    def ask(self, line: bytes) -> "Future[bytes]":
        """Send a line, or nothing, and promise the next one that comes back; an empty one if it has ended."""
        answer: Future[bytes] = _promise()
        with self._lock:
            if self.gone.done():
                answer.set_result(b"")
            else:
                self._lines.put((line, answer))
        return answer

    def kill(self) -> None:
        """End it at once, with all that it has started; `gone` says when it is."""
        if self._process.returncode is None:
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
        if hasattr(os, "waitid"):  # until somebody asks how it ended, its id is still its group's, and nobody else's
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            _kill(self._process)
        code = self._process.wait()
        _guard.tell(f"-{self.pid}")
        with self._lock:
            self.gone.set_result(code)
            self._lines.put(None)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


class Asked:
    """A process for who can wait: it starts when it is first asked.

    Whatever it does wrong is a `BotFault`, and ends it. The next question starts another one.
    """

    def __init__(self, command: Sequence[str], patience: float, *, greets: bool = False) -> None:
        """One that greets says a line before it is asked anything."""
        self._command = command
        self._patience = patience
        self._greets = greets
        self._child: Child | None = None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return the answer, an object."""
        try:
            return parsed(self._exchange(json.dumps(request).encode() + b"\n"))
        except BotFault:
            self.end()
            raise

    def start(self) -> None:
        """Start it, if it does not run, and wait until it has greeted; raises `BotFault`."""
        if self._child is not None:
            return
        self._child, greeting = self._launched()
        try:
            said(self._child, greeting.result(START_PATIENCE) if self._greets else b"\n")
        except TimeoutError:
            self.end()
            raise dawdled(START_PATIENCE) from None
        except BotFault:
            self.end()
            raise

    def _launched(self) -> "tuple[Child, Future[bytes]]":
        child = Child(self._command, quiet=True)
        return child, child.ask(b"") if self._greets else _promise()

    def _exchange(self, line: bytes) -> bytes:
        patience = self._patience
        if self._child is None:
            self._child, _ = self._launched()
            patience += START_PATIENCE
        try:
            return said(self._child, self._child.ask(line).result(patience))
        except TimeoutError:
            raise dawdled(patience) from None

    def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            with suppress(TimeoutError):
                child.gone.result(LAST_PATIENCE)


def said(child: Child, answer: bytes) -> bytes:
    """An answer, unless it is none; raises `BotFault`."""
    if answer:
        return answer
    code = ""
    with suppress(TimeoutError):
        code = f" with exit code {child.gone.result(LAST_PATIENCE)}"
    raise BotFault(CRASHED, f"the process has ended{code}")


def dawdled(patience: float) -> BotFault:
    """The fault of who is waited for in vain."""
    return BotFault(DAWDLED, f"no answer within {patience:g} s")


def parsed(line: bytes) -> dict[str, Any]:
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


def _start(command: Sequence[str], quiet: bool) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            start_new_session=True,
        )
    except OSError as error:
        raise BotFault(CRASHED, f"it cannot be started: {error}") from None


def _promise() -> "Future[Any]":
    """A future that nobody can cancel: what a process says or not is not up to who waits for it."""
    promise: Future[Any] = Future()
    promise.set_running_or_notify_cancel()
    return promise


class _Guard:
    """The process that ends what we leave behind, started with the first child."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def tell(self, line: str) -> None:
        """Name a group of processes that we have started or ended."""
        if not hasattr(os, "killpg"):
            return
        with self._lock, suppress(OSError):
            if self._process is None or self._owner != os.getpid():
                self._start()
            assert self._process is not None
            assert self._process.stdin is not None
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def _start(self) -> None:
        command = [sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py"))]
        nowhere = subprocess.DEVNULL
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, start_new_session=True
        )
        self._owner = os.getpid()
        atexit.register(self._dismiss, self._process)

    def _dismiss(self, process: "subprocess.Popen[bytes]") -> None:
        """At a regular end, wait until nothing is left."""
        if self._owner == os.getpid():
            with suppress(OSError, subprocess.TimeoutExpired):
                process.communicate(timeout=LAST_PATIENCE)


_guard = _Guard()
