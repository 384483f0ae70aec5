"""An outside bot as a process: asked one line at a time, and never waited for too long."""

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from tablee.lines import LONGEST_LINE

START_PATIENCE = 60.0
"""Seconds that the first answer of a process may take beyond those of every other."""
_LAST_PATIENCE = 5.0
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


class BotProcess:
    """A process that starts when it is first asked. Whatever it does wrong is a `BotFault`, and ends it.

    The next question starts another one.
    """

    def __init__(self, command: Sequence[str], patience: float) -> None:
        self._command = command
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return the answer, an object."""
        try:
            return _parsed(self._exchange(json.dumps(request).encode() + b"\n"))
        except BotFault:
            self.end()
            raise

    def _exchange(self, line: bytes) -> bytes:
        patience = self._patience
        if self._process is None:
            self._process = _start(self._command)
            patience += START_PATIENCE
        answers: SimpleQueue[bytes] = SimpleQueue()
        # Reading and even writing may block for ever; a thread of its own is over when the process is killed.
        self._thread = Thread(target=_talk, args=(self._process, line, answers), daemon=True)
        self._thread.start()
        try:
            answer = answers.get(timeout=patience)
        except Empty:
            raise BotFault(DAWDLED, f"no answer within {patience:g} s") from None
        if not answer:
            raise BotFault(CRASHED, f"the process has ended{self._exit_code()}")
        return answer

    def _exit_code(self) -> str:
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            return f" with exit code {self._process.wait(_LAST_PATIENCE)}"
        return ""

    def end(self) -> None:
        """Kill the process, with all that it has started, and wait until it is gone."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LAST_PATIENCE)
        if self._thread is not None:
            self._thread.join(_LAST_PATIENCE)
            if self._thread.is_alive():
                return  # something that escaped holds the pipe: closing it now would block
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """A process in a session of its own: Ctrl+C is not for it, and it can be killed with its children."""
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise BotFault(CRASHED, f"it cannot be started: {error}") from None


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _talk(process: subprocess.Popen[bytes], line: bytes, answers: "SimpleQueue[bytes]") -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(line)
        process.stdin.flush()
        answers.put(process.stdout.readline(LONGEST_LINE + 1))
    except (OSError, ValueError):
        answers.put(b"")


def _parsed(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise BotFault(BABBLED, f"a line of more than {LONGEST_LINE} bytes")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise BotFault(BABBLED, f"not a JSON object: {line[:80]!r}")
    return answer
