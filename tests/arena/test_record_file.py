"""Every game of a tournament can be played again from its record."""

from pathlib import Path

import pytest

from tablee.arena.record_file import RecordFile, read_records, replayed
from tablee.games.errors import TableeError
from tests.arena.tournaments import outsider, played, tournament


@pytest.mark.parametrize("game", ["isis", "netzwerk"])
def test_a_record_leads_to_the_same_end(game: str) -> None:
    small = tournament("random", "random", game=game, games=2)
    for record in played(small):
        again = replayed(small, record)
        assert (tuple(again.result().scores), again.result().reason) == (record.scores, record.reason)
        assert len(again.log) == record.steps
        assert [seat for seat, _ in again.steps if seat != "chance"] == [one.seat for one in record.thoughts]


def test_who_left_leaves_again() -> None:
    small = tournament(outsider("Raises"), "random", games=2)
    for record in played(small):
        again = replayed(small, record)
        assert (again.result().reason, tuple(again.result().winners)) == ("left", record.winners)


def test_a_file_has_all_that_it_takes(tmp_path: Path) -> None:
    small, path = tournament("random", "random", games=4, seed=9), tmp_path / "games.jsonl"
    records = played(small)
    with RecordFile(path, small) as file:
        for record in records:
            file.add(record)
    path.write_bytes(path.read_bytes() + b'{"deal": 7, "sea')  # it is being written
    found, read = read_records(path)
    assert read == records
    assert [replayed(found, record).result().scores for record in read] == [list(one.scores) for one in records]
    path.write_text("something else\n")
    with pytest.raises(TableeError, match="is no record of a tournament"):
        read_records(path)
