"""Paces, and the clock that each means in a game."""

import pytest

from tablee.games import find_game
from tablee.games.errors import BadOptions
from tablee.table.clock import A_DAY, A_MINUTE, A_SECOND
from tablee.table.events import Clock
from tablee.table.paces import DAY_PACES, LIVE_PACES, clock_of


def test_half_of_a_turns_time_stands_in_the_bank_and_half_comes_with_the_turn():
    assert clock_of("normal", 20) == Clock(bank=5 * A_MINUTE, increment=15 * A_SECOND)


def test_no_pace_is_no_clock_and_one_that_there_is_not_is_refused():
    assert clock_of("", 20) is None
    with pytest.raises(BadOptions):
        clock_of("days-4", 20)


def test_by_days_there_are_days_for_holidays():
    for pace, days in DAY_PACES.items():
        clock = clock_of(pace, 20)
        assert clock.is_by_days
        assert clock.turn // A_DAY == days
        assert clock.bank >= 2 * days * A_DAY


@pytest.mark.parametrize("game", ["isis", "morfals", "morisi", "morpyam", "netzwerk"])
def test_in_every_game_a_slower_pace_has_more_time_and_a_longer_game_a_larger_bank(game):
    clocks = [clock_of(pace, find_game(game).turns) for pace in LIVE_PACES]
    assert sorted(clocks, key=lambda clock: clock.bank) == clocks
    assert all(clock.bank >= A_MINUTE and clock.increment >= 5 * A_SECOND for clock in clocks)
    assert clock_of("normal", 60).bank > clock_of("normal", 20).bank
