import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import find_game, game_ids
from tablee.server.table.stored import LONG, is_worth_it, known_states, stored_table, take_snapshot
from tests.server.table.tables import SEED, finished, play_randomly, started


def same(one, other):
    """Are two tables the same in all that anybody can ask of them?"""
    assert [moment.latest for moment in one.past_states] == [moment.latest for moment in other.past_states]
    for mine, theirs in zip(one.past_states, other.past_states, strict=True):
        assert (mine.state is None) == (theirs.state is None)
        assert mine.state is None or mine.state.tobytes() == theirs.state.tobytes()
    assert [(played.event, played.latest) for played in one.steps] == [
        (played.event, played.latest) for played in other.steps
    ]
    assert (one.step, one.latest_step, one.to_act, one.status) == (
        other.step, other.latest_step, other.to_act, other.status,
    )  # fmt: skip
    assert (one.result, one.opens_with_chance) == (other.result, other.opens_with_chance)


@settings(max_examples=20)
@given(st.sampled_from(sorted(game_ids())), st.integers(0, 1000), st.integers(0, 60), st.integers(0, 30))
def test_a_table_from_a_snapshot_is_the_table_of_its_log(game, seed, before, after):
    table = started(game=game)
    play_randomly(table, random.Random(seed), before, leaving=0.01)
    snapshot = take_snapshot(table)
    play_randomly(table, random.Random(seed + 1), after, leaving=0.01)
    known = known_states(table.definition, table.opening, table.events, snapshot)
    assert len(known) > 0
    same(table, stored_table(table.opening, SEED, table.definition, table.events, snapshot=snapshot))


def test_a_table_from_a_snapshot_goes_on():
    table = started(2)
    play_randomly(table, random.Random(3), 12)
    again = stored_table(table.opening, SEED, table.definition, table.events, snapshot=take_snapshot(table))
    play_randomly(again, random.Random(4))
    assert again.status == "over"


@pytest.mark.parametrize("of", ["other rules", "another game", "another log"])
def test_a_snapshot_that_does_not_fit_is_forgotten(of):
    table, other = finished(2), finished(3)
    opening, definition, events = table.opening, table.definition, table.events
    if of == "other rules":
        opening = msgspec.structs.replace(opening, rules=opening.rules + 1)
    if of == "another game":
        definition = find_game("morfals")
    if of == "another log":
        events = other.events[:-3]
    assert known_states(definition, opening, events, take_snapshot(table)) == {}


def test_a_snapshot_is_taken_where_a_log_is_long():
    table = started(game="morpyam")
    play_randomly(table, random.Random(1))
    assert table.number > LONG
    assert is_worth_it(table, kept=0)
    assert not is_worth_it(table, kept=table.number - 1)
    assert not is_worth_it(started(), kept=0)
