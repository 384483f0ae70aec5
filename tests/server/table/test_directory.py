import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import game_ids
from tablee.server.table.directory import Entry, Seated, UndoAsked, entry_of, waiting_tables
from tests.server.storage.entries import entry as entry_with
from tests.server.table.clocked import DAYS, LIVE
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


def waiting(table, *, turn=1, due=None, moved=0, other_level=0, stand_in=0, **more):
    participants = [Seated(1, "Zoé", seat=0, stand_in=stand_in), Seated(2, "Ali", other_level, 1)]
    made = entry_with(table, status="playing", participants=participants, turn=turn, **more)
    return msgspec.structs.replace(made, due=due, moved=moved), [1]


def test_tables_wait_where_people_do_or_days_are_counted_and_the_least_time_comes_first():
    own = [
        *(waiting("no clock", moved=5), waiting("older", moved=3), waiting("late", due=9), waiting("soon", due=7)),
        *(waiting("theirs", turn=2), waiting("bot", other_level=2), waiting("played for me", stand_in=3)),
        waiting("bot by days", other_level=2, clock=DAYS, due=8),
        *(waiting("live bot", other_level=2, clock=LIVE, due=1), waiting("over")),
    ]
    own[-1] = msgspec.structs.replace(own[-1][0], status="over"), [1]
    own.append(waiting("asked", turn=2, due=6, undo=UndoAsked(4, 2, [1])))
    own.append(waiting("own question", turn=2, undo=UndoAsked(4, 1, [2])))
    assert own[-2][0].asked_by([1]) == 2
    assert [one.table for one in waiting_tables(own)] == ["asked", "soon", "bot by days", "late", "older", "no clock"]


def test_who_shares_a_device_is_no_company():
    entry, _ = waiting("shared")
    assert entry.waits_for([1])
    assert not entry.waits_for([1, 2])


def test_only_days_for_each_turn_make_a_game_by_days():
    assert [waiting("t", clock=clock)[0].is_by_days for clock in (None, LIVE, DAYS)] == [False, False, True]
