"""Dice at a table: throws that wait for a hand, several actions in one gesture, and draws that can be checked."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import find_game
from tablee.server.table.events import Refused
from tablee.server.table.export import Dishonest, Export, export, verify
from tablee.server.table.table import MOST_AT_ONCE, THROW, fold
from tests.cases import each
from tests.server.table.tables import NOW, SEED, finished, happen, play_randomly, started

MORFALS, MORPYAM = find_game("morfals"), find_game("morpyam")

dice_games = st.one_of(
    st.fixed_dictionaries(
        {
            "game": st.just("morfals"),
            "match": st.sampled_from([1, 20]),
            "capture": st.sampled_from(["auto", "claim"]),
            "last_man": st.sampled_from(["auto", "announce"]),
        }
    ),
    st.fixed_dictionaries({"game": st.just("morpyam"), "players": st.sampled_from([2, 3, 4])}),
)


def throw(table):
    """The seat to throw throws."""
    happen(table, table.act(table.to_act, table.step, THROW, NOW))


def throw_until_somebody_may_place(table):
    while table.actions(table.to_act) == [THROW]:
        throw(table)
    return table.to_act


def choosing():
    """A table of Morpyam at which a seat has thrown once and may keep dice."""
    table = started(game="morpyam")
    while not any(action.startswith("keep") for action in table.actions(table.to_act)):
        happen(table, table.act(table.to_act, table.step, "roll", NOW))
    return table


# ---- throws that wait --------------------------------------------------------------------------------------


def test_who_begins_is_drawn_as_the_game_starts_and_then_the_table_waits_for_a_hand():
    table = started(game="morfals")
    assert [event.text[:5] for event in table.events if event.kind == "chance"] == ["start"]
    assert table.to_act == table.state[0].turn
    assert table.actions(table.to_act) == [THROW]
    assert table.actions(1 - table.to_act) == []


def test_a_throw_is_an_outcome_in_the_log_and_nothing_else():
    table = started(game="morfals")
    seat, number = table.to_act, table.number
    events = table.act(seat, number, THROW, NOW)
    assert [(event.number, event.kind, event.seat, event.text[:5]) for event in events] == [
        (number + 1, "chance", seat, "roll ")
    ]


def test_only_the_seat_whose_turn_it_is_throws():
    table = started(game="morfals")
    with pytest.raises(Refused, match="not_your_turn"):
        table.act(1 - table.to_act, table.step, THROW, NOW)


@each("text", ["roll 223", "place 7c", "throw; throw", "throw; place 7c", "throw ", ""])
def test_at_a_throw_nothing_else_can_be_done(text):
    table = started(game="morfals")
    with pytest.raises(Refused, match="illegal_action"):
        table.act(table.to_act, table.step, text, NOW)


def test_where_nothing_is_to_be_thrown_a_throw_is_refused():
    table = started(game="morfals")
    seat = throw_until_somebody_may_place(table)
    with pytest.raises(Refused, match="illegal_action"):
        table.act(seat, table.step, THROW, NOW)


def test_an_action_can_be_taken_back_until_the_other_throws():
    table = started(game="morfals")
    seat = throw_until_somebody_may_place(table)
    before = table.state.tobytes()
    happen(table, table.act(seat, table.step, table.actions(seat)[0], NOW))
    happen(table, table.take_back(seat, table.step, NOW))
    assert table.state.tobytes() == before
    happen(table, table.act(seat, table.step, table.actions(seat)[0], NOW))
    throw(table)
    assert table.can_take_back(seat) is None


def test_a_log_cut_off_before_a_throw_waits_for_it_still():
    table = started(game="morfals")
    again = fold(table.opening, SEED, MORFALS, table.events)
    assert again.unfinished(NOW) == []
    assert again.actions(again.to_act) == [THROW]


def test_a_throw_that_was_waited_for_falls_as_the_dice_say_however_long_it_takes():
    table = started(game="morfals")
    again = fold(table.opening, SEED, MORFALS, table.events)
    throw(table)
    throw(again)
    assert table.state.tobytes() == again.state.tobytes()


# ---- several actions in one gesture ------------------------------------------------------------------------


def test_dice_are_kept_and_thrown_in_one_gesture():
    table = choosing()
    seat, number = table.to_act, table.number
    events = table.act(seat, number, "keep -; roll", NOW)
    assert [(event.number, event.kind, event.text.split()[0]) for event in events] == [
        (number + 1, "act", "keep"),
        (number + 2, "act", "roll"),
        (number + 3, "chance", "dice"),
    ]
    happen(table, events)
    assert table.state[0].throws == 2


@each("text", ["keep -; keep -", "keep -; place a1", "keep 123456; roll", "keep -;roll", "; roll"])
def test_of_several_actions_all_are_played_or_none(text):
    table = choosing()
    before = table.state.tobytes()
    with pytest.raises(Refused, match="illegal_action"):
        table.act(table.to_act, table.step, text, NOW)
    assert table.state.tobytes() == before


def test_after_an_outcome_the_rest_is_refused_as_nobody_could_have_known_it():
    table = choosing()
    with pytest.raises(Refused, match="illegal_action"):
        table.act(table.to_act, table.step, "keep -; roll; keep -", NOW)


def test_too_many_actions_at_once_are_refused():
    table = choosing()
    with pytest.raises(Refused, match="illegal_action"):
        table.act(table.to_act, table.step, "; ".join(["keep -", "roll"] * MOST_AT_ONCE), NOW)


# ---- what everybody saw ------------------------------------------------------------------------------------


def test_the_latest_steps_look_the_same_to_everybody():
    table = started(game="morfals")
    throw(table)
    seen = [table.latest_steps(seat, 5) for seat in (None, 0, 1)]
    assert seen[0] == seen[1] == seen[2]
    assert [step.text.split()[0] for step in seen[0]] == ["start", "roll"]
    assert len({step.look for step in seen[0]}) == 2


def test_what_lay_there_before_and_after_a_step_is_known_as_long_as_it_is_in_force():
    table = started(game="morfals")
    seat = throw_until_somebody_may_place(table)
    action = table.actions(seat)[0]
    happen(table, table.act(seat, table.step, action, NOW))
    event = table.events[-1]
    before, after = table.around(event, seat)
    assert set(after["board"]) - set(before["board"]) == {action.split()[1]}
    happen(table, table.take_back(seat, table.step, NOW))
    assert table.around(event, seat) is None


# ---- the log is the table, and its dice can be checked -----------------------------------------------------


@settings(max_examples=12)
@given(dice_games, st.integers(0, 10_000), st.sampled_from([0.0, 0.01]))
def test_a_finished_game_with_dice_is_found_honest(game, seed, leaving):
    table = finished(seed=seed, leaving=leaving, **game)
    assert table.status == "over"
    draws = sum(event.kind in ("start", "chance") for event in table.events)
    assert verify(export(table), table.definition) == draws


@settings(max_examples=8)
@given(dice_games, st.integers(0, 10_000), st.integers(0, 200))
def test_every_beginning_of_such_a_log_is_a_table_that_can_go_on(game, seed, cut):
    table = finished(seed=seed, **game)
    beginning = fold(table.opening, SEED, table.definition, table.events[:cut])
    happen(beginning, beginning.unfinished(NOW))
    if beginning.status == "playing":
        play_randomly(beginning, random.Random(seed))
        assert beginning.status == "over"
    else:
        assert beginning.status in ("waiting", "over")


@pytest.mark.parametrize("definition", [MORFALS, MORPYAM], ids=lambda definition: definition.id)
def test_a_throw_that_was_changed_afterwards_is_found_out(definition):
    exported = export(finished(game=definition.id, seed=3))
    throws = [place for place, event in enumerate(exported.events) if event.kind == "chance"]
    for place in [throws[0], *random.Random(1).sample(throws, 8), throws[-1]]:
        event = exported.events[place]
        changed = msgspec.structs.replace(event, text=_other(event.text))
        events = [*exported.events[:place], changed, *exported.events[place + 1 :]]
        with pytest.raises(Dishonest):
            verify(Export(exported.tablee, exported.opening, exported.seed, events), definition)


def _other(text):
    """Another outcome of the same kind."""
    verb, result = text.split()
    others = {"start": ["0", "1"], "roll": ["223", "222"], "dice": ["11356", "66666"]}[verb]
    return f"{verb} {next(other for other in others if other != result)}"
