"""How long bots think, and whether what they expect comes true."""

import pytest

from tablee.arena.decision_stats import Prediction, calibration, pace, slope


def drawn(chance_of: dict[float, float], deals: int = 1000) -> list[Prediction]:
    """Games in which what is said with one chance comes with another: to a thousandth as often as that."""
    return [
        Prediction(deal, said, float(deal * 7 % 1000 < 1000 * true))
        for deal in range(deals)
        for said, true in chance_of.items()
    ]


def test_the_longest_decision_is_told_and_so_is_the_usual_one() -> None:
    found = pace([0.001] * 99 + [2.0])
    assert found is not None
    assert (found.decisions, found.median, found.longest) == (100, 0.001, 2.0)
    assert 0.001 < found.slow < 2.0
    assert pace([]) is None


def test_what_comes_as_often_as_it_was_said_lies_on_the_line() -> None:
    found = calibration(drawn({0.15: 0.15, 0.55: 0.55, 0.95: 0.95}), even=0.5)
    assert found is not None
    assert [(each.low, each.decisions) for each in found.bins] == [(0.1, 1000), (0.5, 1000), (0.9, 1000)]
    assert all(each.came.low < each.said < each.came.high for each in found.bins)
    assert found.gap < 0.03
    assert found.slope == pytest.approx(1.0, abs=0.02)


def test_who_is_too_sure_is_found_out() -> None:
    found = calibration(drawn({0.1: 0.4, 0.9: 0.6}), even=0.5)
    assert found is not None
    assert not any(each.came.low < each.said < each.came.high for each in found.bins)
    assert found.gap == pytest.approx(0.3, abs=0.01)
    assert found.slope < 0.4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_slope_leaves_even_odds_as_they_are(players: int) -> None:
    """Said with half the logarithm of the true odds, measured from an even share."""
    even = 1 / players
    middle = even / (1 - even)
    true = {1 / (1 + 1 / (middle * factor**2)): 1 / (1 + 1 / (middle * factor)) for factor in (0.25, 1.0, 4.0)}
    halved = {shrunk: straight for straight, shrunk in true.items()}
    assert slope(drawn(halved), even) == pytest.approx(2.0, abs=0.02)


def test_decisions_of_one_deal_are_one_witness() -> None:
    alone = calibration([Prediction(deal, 0.55, float(deal % 2)) for deal in range(20)], 0.5)
    repeated = calibration([Prediction(deal, 0.55, float(deal % 2)) for deal in range(20) for _ in range(50)], 0.5)
    assert alone is not None
    assert repeated is not None
    assert repeated.bins[0].came.low == pytest.approx(alone.bins[0].came.low)


def test_what_is_certain_says_nothing_about_the_slope() -> None:
    predictions = drawn({0.3: 0.3, 0.7: 0.7})
    certain = [Prediction(deal, 1.0, 1.0) for deal in range(100)]
    assert slope([*predictions, *certain], 0.5) == pytest.approx(slope(predictions, 0.5))
