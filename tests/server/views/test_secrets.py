"""What a seat cannot know changes nothing that it is sent, in every game, with every number of players and option.

The swapping itself is part of the kit: makers of other games have it, too. Here it is seen that it had something to do.
"""

import pytest

from tablee.games import find_game, game_ids
from tablee.kit.check_secrets import guess_faults, leaks, other_truths, positions
from tablee.kit.trial_tables import Bench
from tests.cases import each

GUESSED = {"morisi"}
"""Games in which something is hidden that nobody but its owner has been shown: predictions."""


@each("game", game_ids())
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_sent(game):
    assert list(leaks(Bench(find_game(game)))) == []


@pytest.mark.parametrize("game", ["isis", "morisi"])
def test_for_seats_and_onlookers_other_truths_were_found(game):
    compared = [seat is None for table, seat in positions(Bench(find_game(game))) if list(other_truths(table, seat))]
    assert set(compared) == {True, False}


@each("game", game_ids())
def test_something_is_guessed_at_where_something_was_never_shown(game):
    looks = enumerate(positions(Bench(find_game(game))))
    guessed = [fault for number, (table, seat) in looks for fault in guess_faults(table, seat, number)]
    assert bool(guessed) == (game in GUESSED)
    assert not any(guessed)
