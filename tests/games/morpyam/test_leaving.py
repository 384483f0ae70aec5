"""Leaving in every phase, and the record of a game: every sentence of the rules, one test or more each."""

import pytest

import tablee
from tablee.engine.chance import new_random
from tablee.engine.contract import CHANCE, OVER, sample
from tablee.games import find_game
from tablee.games.morpyam import rules
from tests.cases import each
from tests.games.agreement import replay
from tests.games.morpyam.positions import covered, fresh_turn, over, position, situation, thrown
from tests.games.morpyam.random_play import new_game

BEGUN = {
    "before the first throw": [],
    "while the dice fall": ["roll"],
    "while the dice of a call fall": ["call sec"],
    "after the first throw": ["roll", "dice 12345"],
    "after a call that came out": ["call sec", "dice 12345"],
    "after a call that failed": ["call full", "dice 12345"],
    "with dice kept": ["roll", "dice 12345", "keep 234"],
    "while some dice fall": ["roll", "dice 12345", "keep 234", "call carre"],
    "after the third throw": [*["roll", "dice 11245", "keep -"] * 2, "roll", "dice 12345"],
    "in a new turn after five alike": ["roll", "dice 66666", "place c3"],
    "while the dice of a new turn fall": ["roll", "dice 66666", "place c3", "roll"],
}
"""How far the turn of a seat has come when somebody leaves."""


def begun(players: int, turn: int, when: str, double_morpyam: str = "ko") -> tablee.Game:
    return replay(new_game(players, double_morpyam=double_morpyam), [f"start {turn}", *BEGUN[when]])


# ---- the game goes on -----------------------------------------------------------------------------------------


@each("players", [3, 4])
@each("when", BEGUN)
def test_the_leavers_half_played_turn_is_dropped_and_the_next_seat_plays(players: int, when: str) -> None:
    for turn in range(players):
        game = begun(players, turn, when)
        board = game.state()["board"]
        game.leave(turn)
        state = game.state()
        assert situation(game) == fresh_turn((turn + 1) % players)
        assert (state["board"], state["morpyams"]) == (board, 0)
        assert state["left"] == [seat == turn for seat in range(players)]


@each("players", [3, 4])
@each("when", BEGUN)
def test_a_leaving_on_another_seats_turn_changes_nothing_of_that_turn(players: int, when: str) -> None:
    for leaver in range(1, players):
        game = begun(players, 0, when)
        before, legal, outcomes = game.state(), game.legal(), game.outcomes()
        game.leave(leaver)
        assert game.state() == {**before, "left": [seat == leaver for seat in range(players)]}
        assert (game.legal(), game.outcomes()) == (legal, outcomes)


def test_the_turns_of_a_seat_that_has_left_are_passed_over() -> None:
    game = replay(new_game(4), ["start 3"])
    game.leave(0)
    game.leave(1)
    turns = []
    for square in ("a1", "f6", "c2", "d5"):
        turns.append(game.to_act)
        replay(game, ["roll", "dice 12345", f"place {square}"])
    assert turns == [3, 2, 3, 2]


def test_a_turn_that_passes_by_itself_passes_over_a_seat_that_has_left() -> None:
    game = replay(new_game(3), ["start 0", *["roll", "dice 11245", "keep -"] * 2])
    game.leave(1)
    replay(game, ["roll", "dice 11245"])
    assert situation(game) == fresh_turn(2)


def test_the_leavers_tokens_and_points_stay() -> None:
    board = covered("a1 a2 a3", seat=0)
    game = position("throw", 3, board=board)
    game.leave(0)
    assert game.state()["board"] == board
    assert game.state()["hands"] == [8, 11, 11]
    assert game.result().scores == [1, 0, 0]


def test_the_squares_of_a_leaver_stay_covered() -> None:
    game = thrown("55552", players=3, board=covered("b5", seat=2))
    game.leave(2)
    assert "place b5" not in game.legal()


def test_before_the_start_a_seat_may_leave_and_does_not_start() -> None:
    game = new_game(3)
    game.leave(0)
    assert (game.to_act, game.state()["phase"], game.state()["turn"]) == ("chance", "start", None)
    assert sorted(text for text, _ in game.outcomes()) == ["start 1", "start 2"]


# ---- the game ends --------------------------------------------------------------------------------------------


@each("leaver", [0, 1])
@each("when", BEGUN)
def test_of_two_players_one_leaves_and_the_other_wins_at_once(leaver: int, when: str) -> None:
    for turn in (0, 1):
        game = begun(2, turn, when)
        game.leave(leaver)
        assert situation(game) == over(1 - leaver)
        assert (game.state()["morpyams"], game.to_act) == (0, None)
        assert game.result() == tablee.Result(over=True, scores=[0, 0], winners=[1 - leaver], reason="left")


@pytest.mark.parametrize("leaver", [0, 1])
def test_of_two_players_one_leaves_before_the_start_and_the_other_wins_at_once(leaver: int) -> None:
    game = new_game(2)
    game.leave(leaver)
    assert situation(game) == over(1 - leaver)
    assert (game.result().winners, game.result().reason) == ([1 - leaver], "left")


@each("when", BEGUN)
def test_when_one_of_three_or_four_seats_remains_it_wins(when: str) -> None:
    for players in (3, 4):
        for survivor in range(players):
            game = begun(players, 0, when)
            for seat in range(players):
                if seat != survivor:
                    assert game.to_act is not None
                    game.leave(seat)
            assert situation(game) == over(survivor)
            assert (game.result().winners, game.result().reason) == ([survivor], "left")


@each("when", BEGUN)
def test_a_leaving_that_ends_the_game_winds_up_the_survivors_half_played_turn(when: str) -> None:
    game = begun(4, 2, when)
    for seat in (3, 0, 1):
        game.leave(seat)
    assert situation(game) == over(2)
    assert game.state()["left"] == [True, True, False, True]


def test_before_the_start_all_but_one_may_leave() -> None:
    game = new_game(4)
    for seat in (0, 3, 1):
        assert game.state()["phase"] == "start"
        game.leave(seat)
    assert situation(game) == over(2)


def test_whoever_remains_wins_with_the_lower_score_and_without_an_extra_point() -> None:
    game = position("throw", board=covered("a1 a2 a3", seat=0))
    game.leave(0)
    assert game.result() == tablee.Result(over=True, scores=[1, 0], winners=[1], reason="left")


# ---- who can leave --------------------------------------------------------------------------------------------


def test_a_seat_leaves_once() -> None:
    game = new_game(3)
    game.leave(1)
    with pytest.raises(tablee.TableeError, match="seat 1 has left already"):
        game.leave(1)


@pytest.mark.parametrize("seat", [-1, 3, 2**70])
def test_only_a_seat_of_the_game_can_leave(seat: int) -> None:
    with pytest.raises(tablee.TableeError, match="there is no seat"):
        new_game(3).leave(seat)


def test_nobody_leaves_a_game_that_is_over() -> None:
    game = new_game(2)
    game.leave(0)
    with pytest.raises(tablee.GameOver):
        game.leave(1)


# ---- the record -----------------------------------------------------------------------------------------------


def test_a_sample_is_the_state_itself_since_nothing_is_hidden() -> None:
    definition = find_game("morpyam")
    state = definition.new(2, {}, 0)
    for text in ("start 1", "roll", "dice 12345"):
        state = definition.apply(state, text)
    before = state.tobytes()
    sample(state[0], 0, new_random(1))
    assert state.tobytes() == before


def test_to_act_names_seats_chance_and_the_end() -> None:
    definition = find_game("morpyam")
    state = definition.new(2, {}, 0)
    started = definition.apply(state, "start 1")
    assert [rules.to_act(each[0]) for each in (state, started, definition.leave(state, 0))] == [CHANCE, 1, OVER]


def test_the_order_in_which_a_position_was_reached_leaves_no_trace_in_its_bytes() -> None:
    definition = find_game("morpyam")
    turns = [["roll", "dice 12345", "place a1"], ["call suite", "dice 12345", "place b4"]]
    pass_by = ["roll", "dice 11245", "keep 11", "roll", "dice 11245", "keep -", "call full", "dice 66666"]
    reached = set()
    for order in ([turns[0], pass_by, turns[1]], [turns[1], pass_by, turns[0]]):
        state = definition.new(2, {}, 0)
        for text in ["start 0", *(text for turn in order for text in turn)]:
            state = definition.apply(state, text)
        reached.add(state.tobytes())
    assert len(reached) == 1
