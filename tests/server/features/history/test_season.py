"""A season's look back: luck that evens out or does not, kinds of mistakes, and progress that is none of chance."""

import math

import pytest

from tablee.server.features.history.season import ReviewedGame, reviewed_game, season
from tablee.server.features.review.model import Account, Story, StoryStep


def game(at, luck=0.0, mistakes=0.1, slips=()):
    return ReviewedGame(f"table {at}", at, 1.0, luck, mistakes, tuple(slips))


def test_luck_that_comes_and_goes_is_even_and_luck_that_only_comes_is_not():
    even = season([game(at, 0.3 if at % 2 else -0.3) for at in range(20)])
    assert even.is_luck_even
    assert even.luck == pytest.approx(0)
    assert even.off == pytest.approx(0.3 * math.sqrt(20))
    lucky = season([game(at, 0.3) for at in range(20)])
    assert not lucky.is_luck_even
    assert lucky.luck == pytest.approx(6)


def test_few_games_say_nothing():
    assert not season([]).is_enough
    assert not season([game(at) for at in range(4)]).is_enough
    assert season([game(at) for at in range(5)]).is_enough
    assert season([game(at, mistakes=0.9 - at / 10) for at in range(9)]).progress == 0


def test_progress_is_said_only_beyond_doubt():
    better = season([game(at, mistakes=(0.5 if at < 10 else 0.1) + at % 3 / 50) for at in range(20)])
    worse = season([game(at, mistakes=(0.1 if at < 10 else 0.5) + at % 3 / 50) for at in range(20)])
    unsure = season([game(at, mistakes=(at * 7 % 5) / 5) for at in range(20)])
    assert (better.progress, worse.progress, unsure.progress) == (1, -1, 0)


def test_the_order_of_games_is_that_in_which_they_ended():
    found = season([game(3), game(1), game(2)])
    assert [one.ended for one in found.games] == [1, 2, 3]


def test_kinds_are_counted_by_what_they_cost_and_what_has_no_name_apart():
    found = season([game(1, slips=[("a", 0.1), ("b", 0.3), ("a", 0.1)]), game(2, slips=[("a", 0.05), ("", 0.2)])])
    assert [(kind.name, kind.times, kind.games) for kind in found.kinds] == [("b", 1, 1), ("a", 3, 2)]
    assert found.unnamed == pytest.approx(0.2)


def test_of_a_story_ones_own_mistakes_are_taken_and_no_doubts():
    def step(number, who, best_worth, worth, error):
        before, after = (best_worth, 1 - best_worth), (worth, 1 - worth)
        return StoryStep(number, who, "call full", before, before, after, "roll", error, "called_too_early")

    steps = (step(1, 0, 0.6, 0.4, 0.01), step(2, 0, 0.6, 0.58, 0.05), step(3, 1, 0.2, 0.9, 0.01))
    story = Story("morpyam", 2, (Account(0.5, 1.0, 0.4, 0.2, 0.3, 0.0),) * 2, steps)
    found = reviewed_game("table", 7, 0, story)
    assert (found.luck, found.mistakes, found.won) == (0.4, 0.2, 1.0)
    assert [(name, round(cost, 6)) for name, cost in found.slips] == [("called_too_early", 0.2)]
