"""Threads that share the work on many games, for batches and searches."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any
from weakref import WeakSet

import numpy as np


class WorkerThreads:
    """Threads of one owner: `with` refuses a second thread, and every use after `close`, by raising `fault`.

    The threads start with the first work. A forked child, which has none of them, starts its own.
    """

    def __init__(self, count: int, owner: str, fault: type[Exception]) -> None:
        self.count, self._owner, self._fault, self.closed = count, owner, fault, False
        self._begin()
        _everywhere.add(self)

    def _begin(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise self._fault(f"another thread is using this {self._owner}: give each thread one of its own")
        if self.closed:
            self._lock.release()
            raise self._fault(f"this {self._owner} is closed")

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def share(self, games: int, work: Callable[..., None], *arguments: Any) -> None:
        """Call `work(*arguments, first, last)` for all games, each thread for its part."""
        if self.count == 1:
            work(*arguments, 0, games)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.count)
        bounds = np.linspace(0, games, self.count + 1).astype(int).tolist()
        for part in [self._pool.submit(work, *arguments, *part) for part in pairwise(bounds)]:
            part.result()

    def close(self) -> None:
        """End the threads."""
        self.closed = True
        if self._pool is not None:
            self._pool.shutdown()


_everywhere: "WeakSet[WorkerThreads]" = WeakSet()


def _begin_anew_in_a_child() -> None:
    """A forked child has neither the threads of a pool nor whoever held a lock."""
    for threads in _everywhere:
        threads._begin()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew_in_a_child)
