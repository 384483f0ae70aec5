"""How well the lower levels play, over games that are the same every time; the higher ones would take minutes."""

import itertools

import pytest

from tablee.games.brains.levels import LEVELS
from tests.bots.positions import bot, random_player, share_won
from tests.cases import each


def test_level_3_beats_random_play_nearly_always() -> None:
    assert share_won(bot(3), random_player, games=6) >= 0.9


@pytest.mark.long
def test_even_level_1_is_sensible() -> None:
    assert share_won(bot(1), random_player, games=40) >= 0.9


@pytest.mark.long
@each("players", [3, 4])
@each("reserve", ["own", "common"])
def test_one_bot_among_random_players_wins_most_games(players: int, reserve: str) -> None:
    assert share_won(bot(2), random_player, games=12, players=players, reserve=reserve) >= 0.8


@pytest.mark.long
@pytest.mark.parametrize(("better", "weaker", "games", "least"), [(2, 1, 30, 0.6), (3, 1, 12, 0.7)])
def test_a_higher_level_beats_a_lower_one(better: int, weaker: int, games: int, least: float) -> None:
    assert share_won(bot(better), bot(weaker), games) >= least


def test_each_level_sees_further_or_thinks_several_times_as_hard_as_the_one_below() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5]
    for lower, higher in itertools.pairwise(LEVELS.values()):
        for seats in (2, 3, 4):
            assert higher.sight > lower.sight or higher.games(seats) >= 3 * lower.games(seats)
        assert higher.steps >= lower.steps
