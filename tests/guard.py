"""A small process that ends what a run of tests leaves behind, however the run ends.

A run marks its processes by an environment variable and holds a pipe to its guard. When the run says through the pipe
that it was interrupted, or when it has ended, even by SIGKILL, the guard gives all marked processes some seconds to end
by themselves and then kills them. It leads a process group of its own: signals for the run do not reach it.
"""

import contextlib
import os
import secrets
import select
import signal
import subprocess
import sys
import time
from types import FrameType

import psutil

MARK = "RUN_OF_TESTS"
"""The variable. A run within a run adds to its value, so that the guards of both find its processes."""
GRACE = 5.0
"""Seconds in which processes may end by themselves."""
LOOKS_EVERY = 0.2
INTERRUPTED, ENDED = b"!", b"."
"""What the run says."""


class Guard:
    """What the run has of its guard."""

    def __init__(self) -> None:
        """Mark this process's children from now on, and start their guard."""
        os.environ[MARK] = f"{os.environ.get(MARK, '')}/{secrets.token_hex(4)}"
        command = [sys.executable, __file__, os.environ[MARK], str(os.getpid())]
        unmarked = {name: value for name, value in os.environ.items() if name != MARK}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, env=unmarked, start_new_session=True)
        signal.signal(signal.SIGINT, self._interrupt)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self._tell(INTERRUPTED)
        signal.default_int_handler(number, frame)

    def _tell(self, word: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            os.write(self._process.stdin.fileno(), word)

    def close(self) -> None:
        """Wait until no process of the run is left."""
        assert self._process.stdin is not None
        self._tell(ENDED)
        self._process.stdin.close()
        self._process.wait()


def marked(mark: str) -> list[psutil.Process]:
    """The processes of a run, and of the runs within it."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if f"{process.environ().get(MARK, '')}/".startswith(f"{mark}/"):
                found.append(process)
    return found


def main() -> None:
    """Wait for the end of the run or its interruption, then for the end of all its processes."""
    mark, run = sys.argv[1], int(sys.argv[2])
    while (word := _heard(run)) is None:
        pass
    since = time.monotonic()
    while (left := marked(mark)) or word == INTERRUPTED:
        waited = time.monotonic() - since
        if waited > GRACE:
            for process in left:
                with contextlib.suppress(psutil.Error):
                    process.kill()
        if waited > 2 * GRACE and word == INTERRUPTED:
            with contextlib.suppress(ProcessLookupError):
                os.kill(run, signal.SIGKILL)
        if waited > 10 * GRACE:  # what cannot be killed is not waited for
            return
        word = _heard(run) or word if word == INTERRUPTED else word
        time.sleep(LOOKS_EVERY)


def _heard(run: int) -> bytes | None:
    """What the run says, ENDED if it is gone, or None after a while."""
    if os.getppid() != run:
        return ENDED
    return os.read(0, 1) or ENDED if select.select([0], [], [], LOOKS_EVERY)[0] else None


if __name__ == "__main__":
    main()
