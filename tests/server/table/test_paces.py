"""Paces, and the clock that each means in a game."""

import pytest

from tablee.games import find_game
from tablee.games.errors import BadOptions
from tablee.server.table.clock import A_DAY, A_MINUTE, A_SECOND, DAY_PACES, LIVE_PACES, clock_of
from tablee.server.table.events import Clock
from tests.cases import each


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


def test_where_a_turn_takes_people_longer_all_of_it_is_longer():
    assert clock_of("normal", 20, 90) == Clock(bank=15 * A_MINUTE, increment=45 * A_SECOND)
    assert clock_of("days-1", 20, 90) == clock_of("days-1", 20)


def test_a_game_at_a_steady_pace_takes_about_as_long_as_on_a_table():
    """Minutes for two, as bots of level 2 play it and people take for that: benchmarks/durations.py."""
    for game, minutes in {"isis": 14, "morfals": 12, "morisi": 44, "morpyam": 14, "netzwerk": 33}.items():
        definition = find_game(game)
        clock = clock_of("normal", definition.turns, definition.seconds)
        together = 2 * (clock.bank + definition.turns * clock.increment) / A_MINUTE
        assert 0.7 * minutes <= together <= 1.5 * minutes, (game, together)


@each("game", ["isis", "morfals", "morisi", "morpyam", "netzwerk"])
def test_in_every_game_a_slower_pace_has_more_time_and_a_longer_game_a_larger_bank(game):
    definition = find_game(game)
    clocks = [clock_of(pace, definition.turns, definition.seconds) for pace in LIVE_PACES]
    assert sorted(clocks, key=lambda clock: clock.bank) == clocks
    assert all(clock.bank >= A_MINUTE and clock.increment >= 5 * A_SECOND for clock in clocks)
    assert clock_of("normal", 60).bank > clock_of("normal", 20).bank
