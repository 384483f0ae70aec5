import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import game_ids
from tablee.server.table.directory import Entry, entry_of
from tests.server.table.tables import NOW, finished, happen, new_table, play_randomly, started


def test_a_waiting_table_names_those_who_sit_there():
    table = new_table(3)
    happen(table, table.sit("Zoé", NOW))
    happen(table, table.sit("", NOW + 7, level=4))
    entry = entry_of(table)
    assert (entry.status, entry.turn, entry.moved, entry.players) == ("waiting", None, NOW + 7, 3)
    assert [(one.name, one.level, one.seat) for one in entry.participants] == [("Zoé", 0, None), ("Basile", 4, None)]


def test_the_one_to_act_is_named_also_where_it_is_to_throw():
    for game in game_ids():
        table = started(game=game)
        assert entry_of(table).turn == table.seats[table.to_act].id


def test_a_seat_that_a_bot_plays_is_said_so():
    table = started()
    happen(table, table.hand(1, NOW))
    assert [one.stand_in for one in sorted(entry_of(table).participants, key=lambda one: one.seat)] == [0, 3]


def test_the_end_has_its_result_and_nobody_to_act():
    table = finished()
    happen(table, table.follow("another", NOW))
    entry = entry_of(table)
    assert (entry.status, entry.turn, entry.next_table) == ("over", None, "another")
    assert (entry.scores, entry.winners, entry.reason) == (
        table.result.scores, table.result.winners, table.result.reason,
    )  # fmt: skip


@settings(max_examples=20)
@given(st.integers(2, 4), st.integers(0, 1000), st.integers(0, 50))
def test_an_entry_is_read_as_it_was_written(players, seed, steps):
    table = started(players)
    play_randomly(table, random.Random(seed), steps, leaving=0.02)
    entry = entry_of(table)
    assert msgspec.json.decode(msgspec.json.encode(entry), type=Entry) == entry
    assert entry.number == table.number
