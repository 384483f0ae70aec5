"""Deals: the same set-up and lots at several tables, the same seat for the person, and all of it can be checked."""

import random
from collections import Counter

import msgspec
import pytest

from tablee.games import find_game
from tablee.kit.trial_tables import NOW, SEED, happen
from tablee.server.features.daily.model import Day
from tablee.server.table.dice import commitment
from tablee.server.table.events import Act, Chance, Deal, Opening, Over
from tablee.server.table.export import Dishonest, export, read_export, verify
from tablee.server.table.table import Table

MORPYAM = find_game("morpyam")


def table_of(deal, name="table", players=2, game=MORPYAM, nonce=1):
    """One person against bots of level 1, just started."""
    opening = Opening(
        name, game.id, game.version, players, game.full_options(players, {}), commitment(SEED), True,
        deal=deal,
    )  # fmt: skip
    table = Table(opening, SEED, game)
    happen(table, table.sit("Zoé", NOW))
    for _ in range(players - 1):
        happen(table, table.sit("", NOW, level=1))
    happen(table, table.add_nonce(1, f"{nonce:032x}", NOW))
    return table


def play(table, seed, stop=20_000, own=None):
    """Play at random; the seat `own` always does what comes first."""
    rng = random.Random(seed)
    for _ in range(stop):
        seat = table.to_act
        if seat is None:
            break
        actions = table.actions(seat)
        happen(table, table.act(seat, table.step, actions[0] if seat == own else rng.choice(actions), NOW))
    return table


def rows(table, seat):
    """What a seat has drawn, one after the other."""
    return [event.text for event in table.events if isinstance(event, Chance) and event.seat == seat]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_deal_says_where_its_person_sits(seat):
    table = table_of(Deal("a deal", seat), players=3)
    assert [participant.level for participant in table.seats] == [0 if place == seat else 1 for place in range(3)]


def test_over_the_days_everybody_comes_to_every_seat_about_as_often():
    begun = [Day(f"day {number}", "netzwerk", 4, 3, bytes([number % 256]), 5).begun(()) for number in range(400)]
    seats = Counter(day.deal(day).seat for day in begun)
    assert sorted(seats) == [0, 1, 2, 3]
    assert min(seats.values()) > 70


def test_of_one_deal_every_table_begins_alike_whatever_browsers_add():
    one, two = (table_of(Deal("a deal", 0), name, nonce=nonce) for nonce, name in enumerate(("one", "two")))
    assert one.state.tobytes() == two.state.tobytes()
    other = table_of(Deal("another deal", 0))
    assert play(one, 1, 60).state.tobytes() != play(other, 1, 60).state.tobytes()


def test_what_a_seat_draws_does_not_depend_on_how_often_the_others_do():
    one, two = (play(table_of(Deal("a deal", 0)), seed, own=0) for seed in (1, 2))
    assert [len(rows(table, 1)) for table in (one, two)] != [len(rows(one, 1))] * 2
    assert rows(one, 0)[:8] == rows(two, 0)[:8]
    assert rows(one, 1) != rows(two, 1)


def test_two_who_play_the_same_get_the_same():
    one, two = (play(table_of(Deal("a deal", 1), name), 5) for name in ("one", "two"))
    steps = [[(e.seat, e.text) for e in table.events if isinstance(e, Act | Chance)] for table in (one, two)]
    assert steps[0] == steps[1]


def test_a_bot_begins_its_thought_with_the_same_in_the_same_deal_and_with_another_later():
    one, two = (table_of(Deal("a deal", 1), name) for name in ("one", "two"))
    assert one.seed_of_thought(0) == two.seed_of_thought(0) != one.seed_of_thought(1)
    play(one, 3, 8)
    assert one.seed_of_thought(0) != two.seed_of_thought(0)


@pytest.mark.parametrize("deal", [None, Deal("a deal", 1), Deal("table 00", 0, first="x")])
def test_tables_that_draw_by_seat_are_checked_like_others(deal):
    table = play(table_of(deal), 7)
    file = msgspec.json.encode(export(table, NOW))
    assert verify(read_export(file), MORPYAM) > 10
    forged = next(e for e in table.events if isinstance(e, Chance) and e.text.startswith("dice"))
    with pytest.raises(Dishonest):
        verify(read_export(file.replace(forged.text.encode(), b"dice 66666", 1)), MORPYAM)


def test_the_end_of_a_days_deal_does_not_reveal_its_seed_to_those_who_still_play():
    deal = Deal("2023-11-14", 0, day="2023-11-14")
    table = play(table_of(deal), 7)
    [over] = [event for event in table.events if isinstance(event, Over)]
    assert over.seed == ""
    assert export(table, NOW).seed == ""
    with pytest.raises(ValueError, match="revealed"):
        verify(export(table, NOW), MORPYAM)
    later = export(table, NOW + 2 * 86_400_000)
    assert verify(later, MORPYAM) > 10


def test_what_bots_answer_cannot_be_tried_out_in_a_deal():
    isis = find_game("isis")
    free, dealt = (table_of(deal, game=isis) for deal in (None, Deal("a deal", 0)))
    while free.to_act != 0:
        play(free, 0, 1)
    for table in (free, dealt):
        rng, own = random.Random(2), table.seats.index(next(one for one in table.seats if not one.level))
        while table.to_act != own or not any(isinstance(e, Act) and e.seat == own for e in table.events):
            happen(table, table.act(table.to_act, table.step, rng.choice(table.actions(table.to_act)), NOW))
        assert bool(table.can_take_back(own)) is (table is free)
