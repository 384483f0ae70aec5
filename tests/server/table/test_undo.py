"""Taking back with the others' consent: who must agree, how far it goes, and what the log says."""

import random

import pytest

from tablee.server.table.events import Act, Back, Chance, Refused, UndoAnswer, UndoRequest
from tablee.server.table.export import Dishonest, export, verify
from tablee.server.table.timeouts import time_up
from tests.server.table.clocked import A_DAY, AN_HOUR, DAYS, LIVE, clocked, play
from tests.server.table.tables import NOW, happen, play_randomly

OTHER = {0: 1, 1: 0}


def placed(table, count, now=NOW):
    """Whoever is to act places a pawn, so many times."""
    for _ in range(count):
        seat = table.to_act
        happen(table, table.act(seat, table.step, table.actions(seat)[0], now))


def test_the_other_agrees_and_two_actions_are_taken_back():
    table = clocked(None)
    asker, before = table.to_act, table.state.copy()
    placed(table, 2)
    assert table.can_take_back(asker) is None
    happen(table, table.ask_back(asker, table.step, NOW))
    assert isinstance(table.events[-1], UndoRequest)
    assert table.must_agree(table.undo) == {OTHER[asker]}
    assert table.taken_back_by(table.undo.to) == 2
    happen(table, table.answer_back(OTHER[asker], table.step, NOW, yes=True))
    assert isinstance(table.events[-1], Back)
    assert table.undo is None
    assert (table.state == before).all()
    assert table.to_act == asker


def test_a_question_that_was_declined_is_not_asked_again_until_somebody_has_played():
    table = clocked(None)
    asker = table.to_act
    placed(table, 2)
    happen(table, table.ask_back(asker, table.step, NOW))
    happen(table, table.answer_back(OTHER[asker], table.step, NOW, yes=False))
    assert table.undo is None
    with pytest.raises(Refused, match="no_take_back"):
        table.ask_back(asker, table.step, NOW)
    placed(table, 1)
    placed(table, 1)
    assert table.can_ask_back(asker) is not None


def test_who_has_asked_can_withdraw_the_question_and_ask_again_but_not_agree_to_it():
    table = clocked(None)
    asker = table.to_act
    placed(table, 2)
    happen(table, table.ask_back(asker, table.step, NOW))
    with pytest.raises(Refused, match="not_now"):
        table.answer_back(asker, table.step, NOW, yes=True)
    happen(table, table.answer_back(asker, table.step, NOW, yes=False))
    happen(table, table.ask_back(asker, table.step, NOW))
    assert table.undo is not None


def test_a_question_lapses_when_somebody_plays_on():
    table = clocked(None)
    asker = table.to_act
    placed(table, 2)
    happen(table, table.ask_back(asker, table.step, NOW))
    placed(table, 1)
    assert table.undo is None
    with pytest.raises(Refused, match="not_now"):
        table.answer_back(OTHER[asker], table.step, NOW, yes=True)


def test_everybody_must_agree_but_bots_do_so_at_once():
    table = clocked(None, players=4, bots=1)
    people = [one.seat for one in table.seats if not one.level]
    while table.to_act not in people or table.can_ask_back(people[0]) is None:
        placed(table, 1)
    asker, *others = people
    happen(table, table.ask_back(asker, table.step, NOW))
    assert table.must_agree(table.undo) == set(others)
    happen(table, table.answer_back(others[0], table.step, NOW, yes=True))
    assert not isinstance(table.events[-1], Back)
    happen(table, table.answer_back(others[1], table.step, NOW, yes=True))
    assert isinstance(table.events[-1], Back)


def test_against_bots_alone_nobody_is_asked_and_throws_come_again_as_they_were():
    table = clocked(None, bots=1, game="morfals")
    person = next(one.seat for one in table.seats if not one.level)
    choice = random.Random(3)
    while table.can_ask_back(person) is None or table.can_take_back(person) is not None or table.to_act != person:
        play(table, NOW, choice)
    to = table.can_ask_back(person)
    thrown = [step.event.text for step in table.steps if isinstance(step.event, Chance) and step.event.number > to]
    played = [step.event.text for step in table.steps if isinstance(step.event, Act) and step.event.number >= to]
    assert thrown
    happen(table, table.ask_back(person, table.step, NOW))
    assert isinstance(table.events[-1], Back)
    back = table.number
    while played:
        seat = table.to_act
        text = "throw" if table.actions(seat) == ["throw"] else played.pop(0)
        happen(table, table.act(seat, table.step, text, NOW))
    again = [step.event.text for step in table.steps if isinstance(step.event, Chance) and step.event.number > back]
    assert again[: len(thrown)] == thrown[: len(again)]
    assert again


def test_one_may_ask_for_an_earlier_action_of_ones_own_but_for_no_other():
    table = clocked(None)
    asker = table.to_act
    placed(table, 6)
    own = [step.event.number for step in table.steps if step.event.seat == asker]
    happen(table, table.ask_back(asker, table.step, NOW, own[0]))
    assert table.undo.to == own[0]
    happen(table, table.answer_back(asker, table.step, NOW, yes=False))
    with pytest.raises(Refused, match="no_take_back"):
        table.ask_back(asker, table.step, NOW, own[0] + 1)


def test_nobody_may_ask_where_the_game_is_rated_nor_beyond_a_leaving():
    rated = clocked(LIVE, rated=True)
    asker = rated.to_act
    placed(rated, 2)
    with pytest.raises(Refused, match="no_take_back"):
        rated.ask_back(asker, rated.step, NOW)
    table = clocked(None, players=3)
    asker = table.to_act
    placed(table, 2)
    happen(table, table.leave(table.to_act, NOW))
    assert table.can_ask_back(asker) is None


def test_by_days_a_turn_begins_anew_after_consent_and_nobody_gains_time():
    table = clocked(DAYS)
    asker = table.to_act
    placed(table, 1, NOW + AN_HOUR)
    placed(table, 1, NOW + A_DAY)
    happen(table, table.ask_back(asker, table.step, NOW + A_DAY + AN_HOUR))
    answered = NOW + 2 * A_DAY
    happen(table, table.answer_back(OTHER[asker], table.step, answered, yes=True))
    assert table.times.seat == asker
    assert table.times.left(asker, DAYS, answered) == DAYS.turn + DAYS.bank
    assert all(bank <= DAYS.bank for bank in table.times.banks)
    assert not time_up(table, answered + DAYS.turn)


def test_no_increment_can_be_gained_by_taking_back():
    table = clocked(LIVE, bots=1)
    person = next(one.seat for one in table.seats if not one.level)
    now = NOW
    for _ in range(5):
        while table.can_ask_back(person) is None or table.to_act != person:
            now += 1000
            placed(table, 1, now)
        before = table.times.bank(person, LIVE, now)
        happen(table, table.ask_back(person, table.step, now))
        assert table.times.bank(person, LIVE, now) <= before


@pytest.mark.parametrize("game", ["isis", "morfals"])
def test_a_game_with_questions_and_answers_can_be_verified(game):
    table = clocked(None, game=game)
    choice = random.Random(5)
    for yes in (True, False, True):
        while table.can_ask_back(0) is None or table.can_take_back(0) is not None:
            play(table, NOW, choice)
        happen(table, table.ask_back(0, table.step, NOW))
        happen(table, table.answer_back(1, table.step, NOW, yes=yes))
        play(table, NOW, choice)
    play_randomly(table, choice)
    exported = export(table)
    assert verify(exported, table.definition)
    kinds = [type(event) for event in exported.events]
    assert kinds.count(UndoRequest) == kinds.count(UndoAnswer) == 3
    forged = [event for event in exported.events if not isinstance(event, UndoRequest)]
    forged = [type(event)(**{**_fields(event), "number": place}) for place, event in enumerate(forged, start=1)]
    with pytest.raises(Dishonest):
        verify(type(exported)(exported.tablee, exported.opening, exported.seed, forged), table.definition)


def _fields(event):
    return {name: getattr(event, name) for name in event.__struct_fields__}


def test_what_ends_a_turn_is_known_before_it_is_played():
    table = clocked(DAYS)
    seat = table.to_act
    pawn = next(action for action in table.actions(seat) if action.startswith("pawn"))
    assert table.passes_on(seat, table.step, pawn)
    assert not table.passes_on(seat, table.step, "draw")  # the tile has still to be placed
    assert not table.passes_on(seat, table.step - 1, pawn)
    assert not table.passes_on(OTHER[seat], table.step, pawn)
    assert not table.passes_on(seat, table.step, "nonsense")
