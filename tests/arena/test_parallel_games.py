"""All games, wherever they are played: the same results, each once, even if workers die midway."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from joblib.externals.loky import get_reusable_executor

from tablee.arena import parallel_games
from tablee.arena.arena_game import GameRecord, play_batch
from tablee.arena.parallel_games import ArenaFailed, play_all
from tablee.arena.schedule import Pairing, Tournament, pairings
from tests.arena import gate
from tests.arena.tournaments import outsider, played, tournament, what_happened

SMALL = tournament("level:1", "random", outsider("First"), games=6)


@pytest.fixture(scope="module")
def expected() -> dict[Pairing, GameRecord]:
    return what_happened(played(SMALL))


@pytest.fixture(autouse=True)
def _no_workers_left() -> Iterator[None]:
    yield
    get_reusable_executor(reuse=True).shutdown(wait=True)


@pytest.mark.parametrize(("backend", "jobs"), [("sequential", 1), ("threading", 2), ("loky", 2)])
def test_the_same_games_are_played_everywhere(backend: str, jobs: int, expected: dict[Pairing, GameRecord]) -> None:
    records = list(play_all(SMALL, pairings(SMALL), backend, jobs))
    assert len(records) == len(expected)
    assert what_happened(records) == expected


def test_games_are_still_played_once_each_when_a_worker_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_GATE", str(tmp_path))
    planned = list(pairings(gate.TOURNAMENT))
    records = gate.with_a_worker_killed(tmp_path, lambda: play_all(gate.TOURNAMENT, planned, "loky", jobs=2))
    assert len(records) == gate.GAMES
    assert what_happened(records) == what_happened(played(gate.TOURNAMENT))


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many games each batch had that was begun since; the list grows."""
    begun: list[int] = []

    def play_and_count(given: Tournament, batch: Sequence[Pairing], own: Any) -> tuple[list[GameRecord], float]:
        begun.append(len(batch))
        return play_batch(given, batch, own)

    monkeypatch.setattr(parallel_games, "play_batch", play_and_count)
    return begun


def test_workers_that_always_fail_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = counted(monkeypatch)
    unknown = tournament("random", "random", game="go")
    with pytest.raises(ArenaFailed, match="there is no game 'go'"):
        list(play_all(unknown, pairings(unknown), "sequential", 1))
    assert len(begun) == parallel_games.ATTEMPTS


def test_who_stops_listening_stops_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = counted(monkeypatch)
    given = tournament("random", "random", games=100)
    with closing(play_all(given, pairings(given), "sequential", 1)) as games:
        next(games)
        begun_by_then = sum(begun)
    assert 1 <= sum(begun) == begun_by_then < 100


def test_batches_grow_with_the_pace_and_shrink_towards_the_end() -> None:
    given: Tournament = tournament("random", "random", games=2000)
    line = parallel_games._Batches(given, pairings(given), jobs=2)
    batches = iter(line)
    assert len(next(batches)) == 1
    line.note(games=100, seconds=1.0)
    sizes = [len(batch) for batch in batches]
    assert sizes[0] == 100
    assert sizes[-1] == 1
    assert sum(sizes) == 1999


def test_a_backend_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaFailed, match="the backend dask needs distributed: pip install distributed"):
        next(play_all(SMALL, pairings(SMALL), "dask"))
