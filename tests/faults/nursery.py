"""Servers that start at once: a process that has loaded everything forks one whenever it is told to.

`python -m tests.faults.nursery` reads a line of JSON for each server: its settings, its port, the file in which it says
its address, and the file that says by how many seconds its wall clock is wrong. It answers with the process's id.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from tablee.live.settings import Settings
from tests.live.house import PATIENCE, House


class Nursery:
    """The process from which servers are forked."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.faults.nursery"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.ask("ready") == "ready"

    def ask(self, question: Any) -> Any:
        """Ask for a server, or that one which has ended be forgotten."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End it, and all servers that are left."""
        self._process.communicate(timeout=PATIENCE)


class NursedHouse(House):
    """A server of a nursery: a process like any other, and it is there in a moment."""

    def __init__(self, nursery: Nursery, folder: Path, **settings: Any) -> None:
        self._nursery = nursery
        folder.mkdir(exist_ok=True)
        self._said, self._clock = folder / "said", folder / "clock"
        self.is_up = False
        super().__init__(folder, **settings)

    def start(self) -> None:
        """Start the process, on the same port if there was one before."""
        self._said.write_text("")
        settings = msgspec.json.encode(self._settings).decode()
        self.pid = self._nursery.ask([settings, self.port, str(self._said), str(self._clock)])
        until = time.monotonic() + PATIENCE
        while not (line := self._said.read_text()).endswith("\n"):
            assert time.monotonic() < until, line
            time.sleep(0.01)
        self.port = int(line.splitlines()[0].rpartition(":")[2])
        self.is_up = True

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def set_clock(self, seconds: float) -> None:
        """Let its wall clock be wrong."""
        self._clock.write_text(str(seconds))

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the process as Ctrl+C would."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self.is_up:
            self.is_up = False
            self.send(number)
            assert self._nursery.ask(self.pid) == self.pid


# ---- what runs in the process ---------------------------------------------------------------------------------


def main() -> None:
    """Fork servers until standard input ends."""
    from tablee.site.run import run  # noqa: F401 - what is loaded here need not be loaded by each of them
    from tablee.warm import warm

    warm()
    children: set[int] = set()
    for line in sys.stdin:
        match json.loads(line):
            case int(gone):
                os.waitpid(gone, 0)
                children.discard(gone)
                answer: Any = gone
            case [settings, port, said, clock]:
                answer = _fork(settings, port, said, clock)
                children.add(answer)
            case other:
                answer = other
        print(json.dumps(answer), flush=True)
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def _fork(settings: str, port: int, said: str, clock: str) -> int:
    child = os.fork()
    if child == 0:
        try:
            _serve(settings, port, said, Path(clock))
        finally:
            os._exit(1)
    return child


def _serve(settings: str, port: int, said: str, clock: Path) -> None:
    from tablee.site.run import run

    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(os.open(said, os.O_WRONLY | os.O_APPEND), 1)
    os.dup2(os.open(f"{said}.errors", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    _put_wrong(clock)
    run(msgspec.json.decode(settings, type=Settings), "127.0.0.1", port, open_page=False)


def _put_wrong(clock: Path) -> None:
    """Let the wall clock of this process be wrong by what the file says, from when it says so."""
    time_ns = time.time_ns

    def wrong_ns() -> int:
        return time_ns() + (int(float(clock.read_text() or 0) * 1e9) if clock.exists() else 0)

    time.time_ns = wrong_ns
    time.time = lambda: wrong_ns() / 1e9


if __name__ == "__main__":
    main()
