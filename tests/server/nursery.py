"""Servers and bots that start at once: a process that has loaded everything forks one whenever it is told to.

What they do from there on is what they always do; how they start is tested in `tests/host` and `tests/bots`. A run of
tests starts hundreds, and each alone would take seconds of a processor to load what all of them need.

`python -m tests.server.nursery` gets a socket as its standard input. Each message is an order in JSON, for a server
with the files for its output and for its complaints; the answer is what came of it. Bots come by another way: what a
server starts as its bot is the small program `nursed_bot.py`, which hands its own files on to a fork and lives as long.
"""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any

LONGEST = 1 << 16
"""Bytes of an order."""
PATIENCE = 60.0
OF_THE_MOMENT = {"PYTEST_CURRENT_TEST", "AHEAD", "SLOW_STORE", "WRONG_BY", "NETWORK"}
"""Variables that are looked at when a server starts, and not when it is loaded."""
CLIENT = Path(__file__).parent / "nursed_bot.py"


@cache
def the_nursery() -> "Nursery | None":
    """That of this process, where there can be one."""
    return Nursery() if sys.platform == "linux" else None


def nursery_for(environment: Mapping[str, str]) -> "Nursery | None":
    """One whose processes are as if they had had these variables from their start."""
    nursery = the_nursery()
    return nursery if nursery is not None and nursery.suits(environment) else None


def nursed_bots() -> tuple[str, ...] | None:
    """What a server starts as its bot: the house's own, at once."""
    nursery = the_nursery()
    return (sys.executable, "-I", "-S", str(CLIENT), nursery.door) if nursery is not None else None


def close_nursery() -> None:
    """End that of this process, if there is one, with all that has come from it."""
    if the_nursery.cache_info().currsize and (nursery := the_nursery()) is not None:
        nursery.close()
        the_nursery.cache_clear()


class Nursery:
    """The process from which others are forked; it ends with the one that has started it."""

    def __init__(self) -> None:
        self._environment = dict(os.environ)
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._folder = tempfile.TemporaryDirectory(prefix="tablee-nursery-")
        self.door = f"{self._folder.name}/bots"
        """Where bots come in."""
        self._lock = threading.Lock()
        self._process = subprocess.Popen([sys.executable, "-m", "tests.server.nursery", self.door], stdin=theirs)
        theirs.close()

    def suits(self, environment: Mapping[str, str]) -> bool:
        """Has it been loaded with these variables? With others it might have loaded something else."""
        differing = {name for name, _ in self._environment.items() ^ environment.items()}
        return differing <= OF_THE_MOMENT

    def start(self, arguments: list[str], environment: Mapping[str, str], errors: IO[bytes] | None) -> "Nursed":
        """A server; its output can be read."""
        reading, writing = os.pipe()
        of_the_moment = {name: environment[name] for name in OF_THE_MOMENT if name in environment}
        files = [writing, errors.fileno() if errors else 2]
        pid = self._ask(["start", arguments, of_the_moment], files)
        os.close(writing)
        return Nursed(self, pid, os.fdopen(reading, "rb"))

    def ended(self, pid: int) -> int | None:
        """The exit code of a process, once it has one."""
        code: int | None = self._ask(["ended", pid])
        return code

    def close(self) -> None:
        """End it, and all that has come from it."""
        self._line.close()
        self._process.wait(PATIENCE)
        self._folder.cleanup()

    def _ask(self, order: list[Any], files: list[int] = []) -> Any:  # noqa: B006 - nobody changes it
        with self._lock:
            socket.send_fds(self._line, [json.dumps(order).encode()], files)
            return json.loads(self._line.recv(LONGEST))


class Nursed:
    """A process of the nursery, with what tests ask of a `subprocess.Popen`."""

    def __init__(self, nursery: Nursery, pid: int, stdout: IO[bytes]) -> None:
        self._nursery = nursery
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        if self.returncode is None:
            self.returncode = self._nursery.ended(self.pid)
        return self.returncode

    def wait(self, timeout: float = PATIENCE) -> int:
        """Its exit code, once it has ended."""
        until = time.monotonic() + timeout
        while (code := self.poll()) is None:
            assert time.monotonic() < until, "the server does not end"
            time.sleep(0.005)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """End it as Ctrl+C would."""
        self.send_signal(signal.SIGTERM)


# ---- what runs in the process ---------------------------------------------------------------------------------


def main() -> None:
    """Fork servers and bots until nobody can order any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load()
    orders = socket.socket(fileno=os.dup(0))
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door.bind(sys.argv[1])
    door.listen(64)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    children: dict[int, int | None] = {}
    become = None
    try:
        while become is None:
            ready, _, _ = select.select([orders, door], [], [], 1.0)
            _reap(children)
            if door in ready:
                become = _let_in(door, children)
            if orders in ready and become is None:
                message, files, _, _ = socket.recv_fds(orders, LONGEST, 2)
                if not message:
                    return
                become = _obey(orders, json.loads(message), files, children)
    finally:
        if become is None:
            for child in [child for child, code in children.items() if code is None]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
    orders.close()
    door.close()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    become()


def load() -> None:
    """Load what servers and bots need, as far as it stays in memory."""
    import gc

    from tablee.api.compile_all import compile_games
    from tablee.bots.level_bots import prepare
    from tablee.games import working_games
    from tablee.server.web.launch import run  # noqa: F401

    compile_games()
    for folder in working_games():
        prepare(folder)
    gc.collect()
    gc.freeze()


def _reap(children: dict[int, int | None]) -> None:
    for child in [child for child, code in children.items() if code is None]:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            children[child] = os.waitstatus_to_exitcode(status)


def _obey(orders: socket.socket, order: list[Any], files: list[int], children: dict[int, int | None]) -> Any:
    """Carry out an order; returns, in the fork, what it is to do."""
    match order:
        case ["ended", pid]:
            answer = children[pid]
        case ["start", arguments, environment]:
            answer = os.fork()
            if answer == 0:
                return lambda: _serve(arguments, environment, files)
            children[answer] = None
            for file in files:
                os.close(file)
    orders.send(json.dumps(answer).encode())
    return None


def _serve(arguments: list[str], environment: dict[str, str], files: list[int]) -> None:
    from tests.server.house import main

    for name in OF_THE_MOMENT:
        os.environ.pop(name, None)
    os.environ.update(environment)
    _take(files, 1)
    sys.argv[1:] = arguments
    main()


def _take(files: list[int], first: int) -> None:
    """Have these as the standard files, from the one with that number on."""
    for number, file in enumerate(files, first):
        os.dup2(file, number)
        os.close(file)


# ---- bots -----------------------------------------------------------------------------------------------------


def _let_in(door: socket.socket, children: dict[int, int | None]) -> Any:
    """Fork a bot for who is at the door; returns, in the fork, what it is to do."""
    line, _ = door.accept()
    _, files, _, _ = socket.recv_fds(line, 1, 3)
    child = os.fork()
    if child == 0:
        return lambda: _think(line, files)
    children[child] = None
    line.close()
    for file in files:
        os.close(file)
    return None


def _think(line: socket.socket, files: list[int]) -> None:
    from tablee.bots.worker import main

    _take(files, 0)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    main()


def _end_with(line: socket.socket) -> None:
    """Who is at the other end of the line has been killed, or has nobody to think for: this is the end."""
    line.recv(1)
    os._exit(0)


if __name__ == "__main__":
    main()
