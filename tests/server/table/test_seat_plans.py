"""Plans: what fits is played, what does not is void, and nobody plans beyond chance or what is hidden."""

import random

import pytest

from tablee.server.table.events import Refused
from tablee.server.table.seat_plans import (
    MOST_STEPS,
    PlanBoard,
    SeatPlan,
    acted,
    course_of,
    is_void,
    known_now,
    planned,
    remaining,
    settled,
)
from tests.server.table.clocked import DAYS, clocked, play
from tests.server.table.tables import NOW, happen

OTHER = {0: 1, 1: 0}


def pawns(table):
    """The squares on which a pawn can be placed now, and so later, if nobody does before."""
    return [action for action in table.actions(table.to_act) if action.startswith("pawn")]


def act(table, text):
    happen(table, table.act(table.to_act, table.step, text, NOW))


def fate(table, seat, plan):
    return is_void(table, seat, plan, course_of(table, seat, plan))


def texts(table, seat, plan):
    return planned(table, seat, plan, course_of(table, seat, plan))


@pytest.fixture
def table():
    return clocked(DAYS)


def test_an_answer_is_played_when_it_fits_and_the_line_goes_on(table):
    other = table.to_act
    seat = OTHER[other]
    a, b, c, d = random.Random(1).sample(pawns(table), 4)
    plan = settled(table, seat, [[a, b, c, d]])
    act(table, a)
    assert texts(table, seat, plan) == [b]
    happen(table, acted(table, seat, [b], NOW))
    assert fate(table, seat, plan) is False
    assert remaining(table, seat, plan) == ((c, d),)
    act(table, c)
    assert texts(table, seat, plan) == [d]


def test_a_plan_is_void_when_the_others_do_something_else(table):
    seat = OTHER[table.to_act]
    a, b, c = random.Random(2).sample(pawns(table), 3)
    plan = settled(table, seat, [[a, b]])
    assert fate(table, seat, plan) is False
    act(table, c)
    assert texts(table, seat, plan) == []
    assert fate(table, seat, plan) is True


def test_a_line_that_has_been_played_to_its_end_is_not_called_void(table):
    seat = OTHER[table.to_act]
    a, b, c = random.Random(3).sample(pawns(table), 3)
    plan = settled(table, seat, [[a, b]])
    act(table, a)
    act(table, b)
    act(table, c)
    assert fate(table, seat, plan) is None


def test_lines_branch_and_of_two_answers_to_one_position_the_later_holds(table):
    seat = OTHER[table.to_act]
    a, b, c, d = random.Random(4).sample(pawns(table), 4)
    plan = settled(table, seat, [[a, b], [c, d]])
    assert plan.lines == ((a, b), (c, d))
    again = settled(table, seat, [*plan.lines, [a, d]])
    assert again.lines == ((c, d), (a, d))
    longer = settled(table, seat, [*again.lines, [a, d, c, b]])
    assert longer.lines == ((c, d), (a, d, c, b))
    assert settled(table, seat, [*longer.lines, [a, d]]).lines == longer.lines


def test_a_line_ends_with_an_own_answer_and_is_none_without_one(table):
    seat = OTHER[table.to_act]
    a, b, c = random.Random(5).sample(pawns(table), 3)
    assert settled(table, seat, [[a, b, c]]).lines == ((a, b),)
    assert settled(table, seat, [[a]]).lines == ()
    assert settled(table, OTHER[seat], [[a]]).lines == ()  # one's own next action is played, not planned


def test_who_is_to_act_plans_beyond_the_own_action_and_nothing_is_played_before_the_others_act(table):
    seat = table.to_act
    a, b, c = random.Random(6).sample(pawns(table), 3)
    plan = settled(table, seat, [[a, b, c]])
    assert texts(table, seat, plan) == []
    assert fate(table, seat, plan) is False
    act(table, a)
    act(table, b)
    assert texts(table, seat, plan) == [c]


def test_nothing_illegal_can_be_planned(table):
    seat = OTHER[table.to_act]
    a, b = random.Random(7).sample(pawns(table), 2)
    for line in ([a, a], [a, "nonsense"], ["pawn zz", b]):
        with pytest.raises(Refused, match="illegal_action"):
            settled(table, seat, [line])


def test_a_line_ends_at_chance(table):
    seat = table.to_act
    board = PlanBoard(table, seat)
    board.step("draw")
    assert board.to_act is None
    with pytest.raises(Refused, match="plan_ends"):
        board.step("reveal +1")
    dice = clocked(DAYS, game="morfals")
    while dice.actions(dice.to_act) == ["throw"]:
        play(dice, NOW)
    board = PlanBoard(dice, 0)
    board.step(dice.actions(dice.to_act)[0])
    assert board.to_act is None


def test_a_line_is_bounded(table):
    board = PlanBoard(table, 0)
    board.tried = [""] * MOST_STEPS
    with pytest.raises(Refused, match="plan_ends"):
        board.step(pawns(table)[0])


def test_what_is_hidden_ends_a_line_and_does_not_change_it():
    """Predictions of Morisi: another's are not planned for, and swapping them changes nothing."""
    table = clocked(DAYS, game="morisi", predictions="on")
    rng = random.Random(9)
    while not any(text.startswith("predict") for text in table.actions(table.to_act)):
        play(table, NOW, rng)
    assert PlanBoard(table, OTHER[table.to_act]).to_act is None
    while any(text.startswith("predict") for text in table.actions(table.to_act)):
        play(table, NOW, rng)
    seat = table.to_act
    board = PlanBoard(table, OTHER[seat])
    assert board.to_act == seat
    assert board.key == known_now(table, OTHER[seat])
    told = {bytes(state["predictions"].tobytes()) for state in board.states}
    assert len(told) > 1  # guesses, and not the truth


@pytest.mark.parametrize("game", ["netzwerk", "morisi"])
def test_a_whole_turn_is_answered_by_a_whole_turn(game):
    table = clocked(DAYS, game=game)
    rng = random.Random(10)
    for _ in range(30):
        play(table, NOW, rng)
    while table.events[-1].kind != "act" or table.steps[-1].event.seat == table.to_act:
        play(table, NOW, rng)
    seat = OTHER[table.to_act]
    board, line, turns = PlanBoard(table, seat), [], 0
    while turns < 2 and board.to_act is not None:
        who = board.to_act
        text = rng.choice(board.definition.actions(board.states[0]))
        board.step(text)
        line.append(text)
        turns += board.to_act != who
    plan = settled(table, seat, [line])
    for text in line:
        if table.to_act == seat:
            break
        act(table, text)
    answer = texts(table, seat, plan)
    assert answer == line[-len(answer) :]
    happen(table, acted(table, seat, answer, NOW))
    assert table.to_act != seat or not table.going_on


def test_an_own_action_that_was_taken_back_makes_the_plan_void_and_is_not_played_again(table):
    other = table.to_act
    seat = OTHER[other]
    a, b, c, d = random.Random(11).sample(pawns(table), 4)
    plan = settled(table, seat, [[a, b, c, d]])
    act(table, a)
    happen(table, acted(table, seat, texts(table, seat, plan), NOW))
    happen(table, table.take_back(seat, table.step, NOW))
    assert texts(table, seat, plan) == []
    assert fate(table, seat, plan) is True
    happen(table, table.take_back(other, table.step, NOW))
    assert remaining(table, seat, plan) == (), "also where the plan began, and before it is one's turn again"


def test_what_only_the_others_take_back_leaves_the_plan(table):
    other = table.to_act
    seat = OTHER[other]
    a, b, c = random.Random(12).sample(pawns(table), 3)
    plan = settled(table, seat, [[a, b]])
    act(table, c)
    happen(table, table.take_back(other, table.step, NOW))
    act(table, a)
    assert texts(table, seat, plan) == [b]


def test_what_is_forced_is_played_by_itself_but_dice_are_not_thrown():
    table = clocked(DAYS, game="morfals")
    while table.actions(table.to_act) != ["throw"]:
        play(table, NOW)
    assert texts(table, table.to_act, SeatPlan(forced=True)) == []
    isis = clocked(DAYS)
    rng = random.Random(13)
    while isis.to_act is not None and len(isis.actions(isis.to_act)) > 1:
        play(isis, NOW, rng)
    if isis.to_act is not None:
        assert texts(isis, isis.to_act, SeatPlan(forced=True)) == isis.actions(isis.to_act)
        assert texts(isis, isis.to_act, SeatPlan()) == []
