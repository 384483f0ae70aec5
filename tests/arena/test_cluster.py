"""A real Dask cluster of two worker processes, one of which is killed midway."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from tablee.arena import parallel_games
from tablee.arena.parallel_games import ArenaFailed, play_all
from tablee.arena.schedule import pairings
from tests.arena import gate
from tests.arena.tournaments import played, what_happened


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalCluster]:
    monkeypatch.setenv("TABLEE_GATE", str(tmp_path))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


@pytest.mark.long
def test_every_game_is_played_once_though_a_worker_is_killed_in_the_middle_of_one(
    cluster: LocalCluster, tmp_path: Path
) -> None:
    planned = list(pairings(gate.TOURNAMENT))
    records = gate.with_a_worker_killed(
        tmp_path, lambda: play_all(gate.TOURNAMENT, planned, "dask", scheduler=cluster.scheduler_address)
    )
    assert len(records) == gate.GAMES
    assert what_happened(records) == what_happened(played(gate.TOURNAMENT))


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_games, "SCHEDULER_PATIENCE", 0.5)
    with pytest.raises(ArenaFailed, match="no scheduler at tcp://127"):
        next(play_all(gate.TOURNAMENT, pairings(gate.TOURNAMENT), "dask", scheduler="tcp://127.0.0.1:9"))
