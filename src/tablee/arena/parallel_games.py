"""Play the games of a tournament in parallel, on this machine or on a cluster, by joblib.

A game depends on its pairing alone. So another worker can play the games of a lost worker again.
"""

import math
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any

import joblib

from tablee.arena.arena_game import NOTHING, GameRecord, play_batch, side_by_side
from tablee.arena.schedule import Pairing, Tournament, pairings
from tablee.games.errors import TableeError

BATCH_SECONDS = 1.0  # of a batch: short enough to show progress, long enough for little overhead
OUTSIDE_BATCH_SECONDS = 5.0  # the same with outside bots, which start anew with every batch
SCHEDULER_PATIENCE = 15.0  # seconds to wait for an answer of a cluster's scheduler
AT_ONCE = 64  # games of a batch that are searched side by side
ATTEMPTS = 3  # the tournament ends after this many failures of workers in a row, without a finished game


def NEVER() -> bool:  # noqa: N802
    """Play all games."""
    return False


class ArenaFailed(TableeError):
    """The games cannot be played; the message says why."""


Batch = tuple[list[GameRecord], float]


def play_all(
    tournament: Tournament,
    games: Iterable[Pairing],
    backend: str = "loky",
    jobs: int = -1,
    scheduler: str | None = None,
    enough: Callable[[], bool] = NEVER,
    own: Mapping[str, Any] = NOTHING,
) -> Iterator[GameRecord]:
    """Yield the record of each game once, when the game is over. `jobs` -1 means one game per core.

    No game starts any more when `enough()` is true. `own` are the functions and searches among the entrants, by name.
    """
    waiting = dict.fromkeys(games)
    failures = 0
    with _place(backend, jobs, scheduler):
        while waiting and not enough():
            batches = _Batches(tournament, waiting, joblib.effective_n_jobs(jobs), enough)
            try:
                for records, seconds in _played(tournament, batches, jobs, own):
                    failures = 0
                    batches.note(len(records), seconds)
                    for record in records:
                        if record.pairing in waiting:
                            del waiting[record.pairing]
                            yield record
            except Exception as error:  # a worker or machine was lost: clusters raise many kinds of errors
                failures += 1
                if failures == ATTEMPTS:
                    raise ArenaFailed(f"the workers fail: {type(error).__name__}: {error}") from error


def recorded(tournament: Tournament, records: Iterable[GameRecord]) -> list[GameRecord]:
    """The games of a file that belong to this tournament, each once."""
    found = {record.pairing: record for record in records}
    return [found[pairing] for pairing in pairings(tournament) if pairing in found]


def missing_games(tournament: Tournament, done: Iterable[GameRecord]) -> list[Pairing]:
    """The games that are still to be played."""
    played = {record.pairing for record in done}
    return [pairing for pairing in pairings(tournament) if pairing not in played]


class _Batches:
    """The games to play, in batches of about equal duration."""

    def __init__(
        self, tournament: Tournament, games: Iterable[Pairing], jobs: int, enough: Callable[[], bool] = NEVER
    ) -> None:
        outside = any(entrant.is_outside for entrant in tournament.entrants)
        self._target = OUTSIDE_BATCH_SECONDS if outside else BATCH_SECONDS
        self._rest = deque(games)
        self._enough = enough
        self._jobs = jobs
        self._games = 0
        self._seconds = 0.0
        self._most = AT_ONCE if side_by_side(tournament) else 0

    def note(self, games: int, seconds: float) -> None:
        """Record how long some games took."""
        self._games += games
        self._seconds += seconds

    def __iter__(self) -> Iterator[list[Pairing]]:
        """Size batches by the pace so far, and smaller towards the end, so that all workers finish together."""
        while self._rest and not self._enough():
            by_pace = int(self._target * self._games / self._seconds) if self._seconds else 1
            fair_part = math.ceil(len(self._rest) / (2 * self._jobs))
            size = max(1, min(self._most or by_pace, fair_part))
            yield [self._rest.popleft() for _ in range(size)]


def _played(tournament: Tournament, batches: _Batches, jobs: int, own: Mapping[str, Any]) -> Iterator[Batch]:
    """Play batches; yield them as they finish."""
    tasks = (joblib.delayed(play_batch)(tournament, batch, dict(own)) for batch in batches)
    yield from joblib.Parallel(jobs, batch_size=1, return_as="generator_unordered")(tasks)


@contextmanager
def _place(backend: str, jobs: int, scheduler: str | None) -> Iterator[None]:
    """Configure joblib."""
    with ExitStack() as stack:
        if backend == "dask":
            stack.enter_context(_dask_client(jobs, scheduler))
        own = {"initializer": _ignore_interrupts} if backend == "loky" else {}
        stack.enter_context(joblib.parallel_config(backend=backend, **own))
        yield


def _ignore_interrupts() -> None:
    """Ignore Ctrl+C in workers, which get it from the terminal too: the main process reports and ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _dask_client(jobs: int, scheduler: str | None) -> Any:
    """A client of the given scheduler; without one, the connected client, or else one of a new local cluster."""
    try:
        from distributed import Client, get_client
    except ModuleNotFoundError as error:
        raise ArenaFailed(f"the backend dask needs {error.name}: pip install distributed") from None
    if scheduler is None:
        try:
            return nullcontext(get_client())
        except ValueError:
            return Client(
                n_workers=joblib.cpu_count() if jobs == -1 else jobs, threads_per_worker=1, dashboard_address=None
            )
    try:
        return Client(scheduler, timeout=SCHEDULER_PATIENCE)
    except (OSError, ValueError) as error:
        raise ArenaFailed(f"there is no scheduler at {scheduler}: {error}") from None
