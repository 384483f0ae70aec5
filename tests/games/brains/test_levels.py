"""What bots expect is straightened by what came of it, and what is certain is left alone."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games import find_game, game_ids
from tablee.games.brains.levels import LEVELS, slope_of, straightened
from tests.cases import each

shares = st.lists(st.floats(0.01, 1.0), min_size=2, max_size=4).map(lambda parts: [one / sum(parts) for one in parts])


@given(values=shares, slope=st.floats(0.3, 3.0))
def test_values_stay_shares_of_one_in_the_same_order(values: list[float], slope: float) -> None:
    found = straightened(values, slope)
    assert sum(found) == pytest.approx(1.0)
    order = sorted(range(len(values)), key=values.__getitem__)
    assert [found[seat] for seat in order] == sorted(found)


@given(values=shares)
def test_a_slope_of_one_changes_nothing(values: list[float]) -> None:
    assert straightened(values, 1.0) == tuple(values)


def test_a_file_beside_the_brain_says_how_far_to_believe_it(tmp_path: Path) -> None:
    (tmp_path / "calibration.json").write_text(json.dumps({"slopes": {"2": {"5": 1.5}}}))
    elsewhere = tmp_path / "elsewhere"
    assert slope_of([elsewhere, tmp_path], players=2, level=5) == 1.5
    assert slope_of([elsewhere, tmp_path], players=2, level=4) == 1.0
    assert slope_of([elsewhere], players=2, level=5) == 1.0


@each("game", game_ids())
def test_slopes_are_within_reason(game: str) -> None:
    folder = find_game(game)
    for players in folder.players:
        for level in LEVELS:
            assert 0.3 < slope_of(folder.folders, players, level) < 3.0
