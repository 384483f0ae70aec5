"""Fork bot workers from a process that has loaded everything: they share its memory, and start at once.

A server forks the fork server before it has any thread, then asks it for workers. Whoever has been forked shares all
memory that nobody has written to since: the interpreter's modules, numba, and the machine code of the games. The fork
server knows its workers, so it needs no guard: when the server is gone, it kills them and exits.
"""

import gc
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count as count_up
from typing import BinaryIO, NamedTuple, NoReturn

FORK, KILL = "fork", "kill"
"""What the fork server is told, with the number of a worker."""
_LONGEST = 64
_FDS = 3
"""File descriptors that come with `FORK`: the worker's input and output, and where its id and exit code are told."""


class ForkServer:
    """The fork server, as the process sees it that has started it."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._numbers = count_up(1)

    @classmethod
    def start(
        cls, load: Callable[[], None], work: Callable[[], None], *, unneeded: Iterable[socket.socket] = ()
    ) -> "ForkServer | None":
        """Fork this process before it has threads; None where workers cannot be forked.

        `load` is called there before the first fork, and `work` in each worker. Sockets that are `unneeded` there are
        closed: their other ends should notice when this process is gone.
        """
        if sys.platform != "linux":
            return None
        gc.collect()
        gc.freeze()  # a collection would write to every object, and so unshare it
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if os.fork() == 0:
            for one in (ours, *unneeded):
                os.close(one.fileno())
            _end_with(lambda: _serve(theirs, load, work))
        theirs.close()
        return cls(ours)

    def fork(self) -> "ForkedProcess":
        """Fork a worker; raises `OSError` if the fork server is gone."""
        (read_input, write_input), (read_output, write_output), (read_status, write_status) = (os.pipe() for _ in "123")
        inherited = [read_input, write_output, write_status]
        kept = [write_input, read_output, read_status]
        number = next(self._numbers)
        try:
            socket.send_fds(self._channel, [f"{FORK} {number}".encode()], inherited)
        except OSError:
            for fd in kept:
                os.close(fd)
            raise
        finally:
            for fd in inherited:
                os.close(fd)
        files = os.fdopen(write_input, "wb"), os.fdopen(read_output, "rb"), os.fdopen(read_status, "rb")
        return ForkedProcess(*files, lambda: self._kill(number))

    def _kill(self, number: int) -> None:
        with suppress(OSError):  # if the fork server is gone, so are its workers
            self._channel.send(f"{KILL} {number}".encode())


class ForkedProcess:
    """A forked worker, with what we need of `subprocess.Popen`."""

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO, status: BinaryIO, kill: Callable[[], None]) -> None:
        self.stdin, self.stdout = stdin, stdout
        self.pid = 0
        """The id of the process, once the fork server has told it."""
        self.kill = kill
        """Kills it, unless it has ended: its parent alone knows for certain whose id that is by now."""
        self._status = status

    def wait(self) -> int:
        """Wait until it has ended; return the exit code, as far as it is known."""
        with self._status:
            self.pid = int(self._status.readline() or 0)
            return int(self._status.readline() or -signal.SIGKILL)


def _end_with(work: Callable[[], None]) -> NoReturn:
    """Run what a forked process is for, and exit without cleaning up what is its parent's."""
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)


def _serve(channel: socket.socket, load: Callable[[], None], work: Callable[[], None]) -> None:
    """Fork and kill workers until nobody is left to ask for it; then kill all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to end
    signal.signal(signal.SIGCHLD, lambda *_: None)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    workers: dict[int, _Worker] = {}
    load()
    gc.collect()
    gc.freeze()
    while True:
        ready, _, _ = select.select([channel.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 512)
            _reap(workers)
        if channel.fileno() in ready:
            message, fds, _, _ = socket.recv_fds(channel, _LONGEST, _FDS)
            if not message:
                break
            order, number = message.decode().split()
            if order == FORK:
                workers[int(number)] = _fork(fds, workers.values(), [channel.fileno(), woken, wake], work)
            elif int(number) in workers:
                os.kill(workers[int(number)].pid, signal.SIGKILL)
    for worker in workers.values():
        os.kill(worker.pid, signal.SIGKILL)


class _Worker(NamedTuple):
    """A worker, as the fork server knows it: its process, and where to tell how that has ended."""

    pid: int
    status: int


def _fork(fds: list[int], others: Iterable[_Worker], of_server: Iterable[int], work: Callable[[], None]) -> _Worker:
    """Fork a worker with this input and output."""
    source, target, status = fds
    pid = os.fork()
    if pid == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        os.dup2(source, 0)
        os.dup2(target, 1)
        for fd in (*fds, *(other.status for other in others), *of_server):
            os.close(fd)
        _end_with(work)
    os.close(source)
    os.close(target)
    _tell(status, pid)
    return _Worker(pid, status)


def _reap(workers: dict[int, _Worker]) -> None:
    """Tell how workers have ended."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            number = next(number for number, worker in workers.items() if worker.pid == ended[0])
            worker = workers.pop(number)
            _tell(worker.status, os.waitstatus_to_exitcode(ended[1]))
            os.close(worker.status)


def _tell(status: int, number: int) -> None:
    with suppress(BrokenPipeError):  # nobody waits any more
        os.write(status, f"{number}\n".encode())
