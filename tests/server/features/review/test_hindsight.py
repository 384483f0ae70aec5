"""Going through a game from its end: what was played is known better afterwards than it was judged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.bots.requests import Evaluation
from tablee.games import game_ids
from tablee.server.features.review.hindsight import ERRORS, EvaluatedStep, Hindsight, look_back

PART = 0.4


def chosen(value: float, gain: float, seat: int = 0) -> EvaluatedStep:
    """A decision of one of two, with a rival that seemed to bring the first seat so much more."""
    return EvaluatedStep(Evaluation((value, 1 - value), 0.01, "another", (gain, -gain), 0.01), seat, 0.0)


def drawn(value: float, likely: float) -> EvaluatedStep:
    return EvaluatedStep(Evaluation((value, 1 - value), 0.01), None, likely)


def first(found: list[Hindsight]) -> list[float]:
    return [one.values[0] for one in found]


def test_what_turned_out_as_it_was_judged_costs_what_it_seemed_to() -> None:
    found = look_back([chosen(0.6, 0.1), chosen(0.5, -0.05)], (0.5, 0.5), PART)
    assert first(found) == pytest.approx([0.6, 0.5])
    assert [one.better for one in found] == ["another", None]


def test_an_action_that_turned_out_worse_costs_more_by_what_its_rival_does_not_share() -> None:
    """0.2 worse than judged: of that its rival shares 0.08, so that it would have been better by 0.12 more."""
    steps = [chosen(0.6, 0.1), EvaluatedStep(Evaluation((0.5, 0.5), 0.01, "played"), 1, 0.0)]
    found = look_back(steps, (0.3, 0.7), PART)
    assert first(found) == pytest.approx([0.3 + 0.1 + 0.12, 0.3])


def test_an_action_that_turned_out_better_costs_less_or_nothing() -> None:
    steps = [chosen(0.6, 0.1), EvaluatedStep(Evaluation((0.5, 0.5), 0.01, "played"), 1, 0.0)]
    assert first(look_back(steps, (0.6, 0.4), PART)) == pytest.approx([0.6 + 0.1 - 0.06, 0.6])
    found = look_back(steps, (0.9, 0.1), PART)
    assert (found[0].values, found[0].better) == ((0.9, 0.1), None)


def test_what_seemed_a_little_worse_may_turn_out_to_have_been_better() -> None:
    steps = [chosen(0.6, -0.05, seat=0), EvaluatedStep(Evaluation((0.5, 0.5), 0.01, "played"), 1, 0.0)]
    found = look_back(steps, (0.2, 0.8), PART)
    assert found[0].better == "another"
    assert found[0].values[0] == pytest.approx(0.2 - 0.05 + 0.6 * 0.3)


def test_luck_is_reckoned_anew_as_well() -> None:
    """The outcome turned out 0.2 worse; others share 0.08 of that, and it was one in four of them."""
    steps = [drawn(0.45, 0.25), EvaluatedStep(Evaluation((0.5, 0.5), 0.01, "played"), 1, 0.0)]
    found = look_back(steps, (0.3, 0.7), PART)
    assert first(found)[0] == pytest.approx(0.45 - 0.2 * (0.4 + 0.6 * 0.25))


def test_who_leaves_is_compared_with_what_was_thought_of_playing_on() -> None:
    found = look_back([EvaluatedStep(Evaluation((0.7, 0.3), 0.01), None, 0.0)], (0.0, 1.0), PART)
    assert found == [Hindsight((0.7, 0.3))]


def test_a_first_look_without_rivals_shows_what_was_thought_of_every_position() -> None:
    steps = [EvaluatedStep(Evaluation((value, 1 - value), 0.01), 0, 0.0) for value in (0.5, 0.6, 0.7)]
    assert first(look_back(steps, (1.0, 0.0), PART)) == [0.5, 0.6, 0.7]


SHARES = st.lists(st.floats(0.0, 1.0), min_size=3, max_size=3).filter(lambda parts: sum(parts) > 0.01)
GAINS = st.lists(st.floats(-0.5, 0.5), min_size=3, max_size=3).map(
    lambda gains: [gain - sum(gains) / 3 for gain in gains]  # what one gains others lose: shares are 1 in all
)


@given(st.lists(st.tuples(SHARES, GAINS, st.sampled_from([0, 1, 2, "chance"])), max_size=8), st.integers(0, 2))
def test_worths_are_shares_of_a_win_and_nobody_gains_by_a_mistake(
    drawn: list[tuple[list[float], list[float], int | str]], winner: int
) -> None:
    last = tuple(float(seat == winner) for seat in range(3))
    steps = []
    for parts, gains, who in drawn:
        values = tuple(part / sum(parts) for part in parts)
        is_chance = who == "chance"
        weighed = Evaluation(values, 0.01) if is_chance else Evaluation(values, 0.01, "another", tuple(gains), 0.01)
        steps.append(EvaluatedStep(weighed, None if is_chance else int(who), 0.3 if is_chance else 0.0))
    found = look_back(steps, last, PART)
    after = [*(one.values for one in found), last][1:]
    for step, seen, follows in zip(steps, found, after, strict=True):
        assert sum(seen.values) == pytest.approx(1)
        assert min(seen.values) >= 0
        if step.actor is not None:
            assert seen.values[step.actor] >= follows[step.actor]
            assert (seen.better is not None) == (seen.values[step.actor] > follows[step.actor])


def test_no_game_calls_costs_mistakes_that_its_evaluator_cannot_tell_from_none() -> None:
    assert {game for game in ERRORS if ERRORS[game].wrong > 0} == set(game_ids())
