"""How much anyone may ask for, as the clock goes."""

import pytest

from tablee.server.realtime.rate_limits import HOUSE, Asker, Limits, Rate, RatesInMemory, TooMuch
from tablee.server.realtime.settings import Settings


class Clock:
    """A clock that is moved by hand."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def test_so_many_at_once_and_so_many_a_second():
    clock = Clock()
    rates, wish = RatesInMemory(clock), [("zoé", Rate(2.0, 3.0))]
    assert [rates.take(wish) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert rates.take(wish) == pytest.approx(0.5)
    clock.now += 0.5
    assert rates.take(wish) == 0.0
    assert rates.take(wish) > 0
    clock.now += 1000.0
    assert [bool(rates.take(wish)) for _ in range(4)] == [False, False, False, True]


def test_what_is_heavy_costs_more_and_is_never_out_of_reach():
    clock = Clock()
    rates, wish = RatesInMemory(clock), [("zoé", Rate(2.0, 3.0))]
    assert [rates.take(wish, 2.0), rates.take(wish)] == [0.0, 0.0]
    assert rates.take(wish, 2.0) == pytest.approx(1.0)
    clock.now += 1000.0
    assert rates.take(wish, 50.0) == 0.0  # all that may be had at once
    assert rates.take(wish) == pytest.approx(0.5)


def test_what_one_key_refuses_is_counted_for_no_other():
    rates = RatesInMemory(Clock())
    much, little = ("address", Rate(1.0, 3.0)), ("person", Rate(1.0, 1.0))
    assert not rates.take([much, little])
    assert rates.take([much, little])
    assert [bool(rates.take([much])) for _ in range(3)] == [False, False, True]


def test_memory_is_bounded_and_those_who_owe_most_are_kept():
    clock = Clock()
    rates, rate = RatesInMemory(clock, most=100), Rate(1.0, 10.0)
    for _ in range(10):
        rates.take([("greedy", rate)])
    for number in range(1000):
        rates.take([(str(number), rate)])
        assert len(rates) <= 101
    assert rates.take([("greedy", rate)]) > 0


def limits(**settings):
    return Limits(Settings("", replay_rate=0.001, **settings))


def take(limits, *asker):
    try:
        limits.take("replay", Asker(*asker))
    except TooMuch as much:
        return much.wait <= 0
    return True


def test_a_person_is_one_whatever_the_address_and_an_address_is_several_people():
    bounded = limits(replay_burst=2, people_per_address=2)
    assert [take(bounded, f"192.0.2.{number}", "zoé", f"b{number}") for number in range(3)] == [
        True,
        True,
        False,
    ]
    assert [take(bounded, "192.0.2.9", f"p{number}", f"b{number}") for number in range(5)] == [True] * 4 + [False]


def test_a_browser_is_one_before_and_after_it_is_known_whose_it_is():
    bounded = limits(replay_burst=2)
    assert [take(bounded, "192.0.2.1", who, "browser") for who in ("", "zoé", "zoé")] == [True, True, False]


def test_all_without_a_browser_are_as_one_at_their_address():
    bounded = limits(replay_burst=2)
    assert [take(bounded, "192.0.2.1") for _ in range(3)] == [True, True, False]
    assert take(bounded, "192.0.2.2")


def test_the_house_itself_may():
    bounded = limits(replay_burst=1)
    assert all(take(bounded, *HOUSE) for _ in range(5))


def test_what_is_bounded_on_all_servers_is_told_to_the_others():
    bounded, zoe, told = limits(opening_burst=1), Asker("192.0.2.1", "zoé", "browser"), []
    bounded.when_spent = lambda what, asker: told.append((what, asker))
    bounded.take("opening", zoe)
    with pytest.raises(TooMuch) as much:
        bounded.take("opening", zoe)
    assert (much.value.what, much.value.wait > 0) == ("opening", True)
    bounded.take("replay", zoe)
    assert told == [("opening", zoe)]
