"""Going through a game from its end: what was played is known better afterwards than it was judged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.bots.weighing import Weighed
from tablee.study.hindsight import Passed, Seen, looked_back

PART = 0.4


def chosen(value: float, gain: float, seat: int = 0) -> Passed:
    """A decision of one of two, with a rival that seemed to bring the first seat so much more."""
    return Passed(Weighed((value, 1 - value), 0.01, "another", (gain, -gain), 0.01), seat, 0.0)


def drawn(value: float, likely: float) -> Passed:
    return Passed(Weighed((value, 1 - value), 0.01), None, likely)


def first(found: list[Seen]) -> list[float]:
    return [one.worth[0] for one in found]


def test_what_turned_out_as_it_was_judged_costs_what_it_seemed_to() -> None:
    found = looked_back([chosen(0.6, 0.1), chosen(0.5, -0.05)], (0.5, 0.5), PART)
    assert first(found) == pytest.approx([0.6, 0.5])
    assert [one.better for one in found] == ["another", None]


def test_an_action_that_turned_out_worse_costs_more_by_what_its_rival_does_not_share() -> None:
    """0.2 worse than judged: of that its rival shares 0.08, so that it would have been better by 0.12 more."""
    steps = [chosen(0.6, 0.1), Passed(Weighed((0.5, 0.5), 0.01, "played"), 1, 0.0)]
    found = looked_back(steps, (0.3, 0.7), PART)
    assert first(found) == pytest.approx([0.3 + 0.1 + 0.12, 0.3])


def test_an_action_that_turned_out_better_costs_less_or_nothing() -> None:
    steps = [chosen(0.6, 0.1), Passed(Weighed((0.5, 0.5), 0.01, "played"), 1, 0.0)]
    assert first(looked_back(steps, (0.6, 0.4), PART)) == pytest.approx([0.6 + 0.1 - 0.06, 0.6])
    found = looked_back(steps, (0.9, 0.1), PART)
    assert (found[0].worth, found[0].better) == ((0.9, 0.1), None)


def test_what_seemed_a_little_worse_may_turn_out_to_have_been_better() -> None:
    steps = [chosen(0.6, -0.05, seat=0), Passed(Weighed((0.5, 0.5), 0.01, "played"), 1, 0.0)]
    found = looked_back(steps, (0.2, 0.8), PART)
    assert found[0].better == "another"
    assert found[0].worth[0] == pytest.approx(0.2 - 0.05 + 0.6 * 0.3)


def test_luck_is_reckoned_anew_as_well() -> None:
    """The outcome turned out 0.2 worse; others share 0.08 of that, and it was one in four of them."""
    steps = [drawn(0.45, 0.25), Passed(Weighed((0.5, 0.5), 0.01, "played"), 1, 0.0)]
    found = looked_back(steps, (0.3, 0.7), PART)
    assert first(found)[0] == pytest.approx(0.45 - 0.2 * (0.4 + 0.6 * 0.25))


def test_who_leaves_is_compared_with_what_was_thought_of_playing_on() -> None:
    found = looked_back([Passed(Weighed((0.7, 0.3), 0.01), None, 0.0)], (0.0, 1.0), PART)
    assert found == [Seen((0.7, 0.3))]


def test_a_first_look_without_rivals_shows_what_was_thought_of_every_position() -> None:
    steps = [Passed(Weighed((value, 1 - value), 0.01), 0, 0.0) for value in (0.5, 0.6, 0.7)]
    assert first(looked_back(steps, (1.0, 0.0), PART)) == [0.5, 0.6, 0.7]


SHARES = st.lists(st.floats(0.0, 1.0), min_size=3, max_size=3).filter(lambda parts: sum(parts) > 0.01)
GAINS = st.lists(st.floats(-0.5, 0.5), min_size=3, max_size=3)


@given(st.lists(st.tuples(SHARES, GAINS, st.sampled_from([0, 1, 2, "chance"])), max_size=8), st.integers(0, 2))
def test_worths_are_shares_of_a_win_and_nobody_gains_by_a_mistake(
    drawn: list[tuple[list[float], list[float], int | str]], winner: int
) -> None:
    last = tuple(float(seat == winner) for seat in range(3))
    steps = []
    for parts, gains, who in drawn:
        values = tuple(part / sum(parts) for part in parts)
        is_chance = who == "chance"
        weighed = Weighed(values, 0.01) if is_chance else Weighed(values, 0.01, "another", tuple(gains), 0.01)
        steps.append(Passed(weighed, None if is_chance else int(who), 0.3 if is_chance else 0.0))
    found = looked_back(steps, last, PART)
    after = [*(one.worth for one in found), last][1:]
    for step, seen, follows in zip(steps, found, after, strict=True):
        assert sum(seen.worth) == pytest.approx(1)
        assert min(seen.worth) >= 0
        if step.actor is not None:
            assert seen.worth[step.actor] >= follows[step.actor]
            assert (seen.better is not None) == (seen.worth[step.actor] > follows[step.actor])
