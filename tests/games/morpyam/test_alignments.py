"""Rows of tokens, points, and the ways to end: every sentence of the rules, one test or more each."""

from typing import Any

import pytest
from hypothesis import given, settings

import tablee
from tests.cases import each
from tests.games.agreement import replay
from tests.games.morpyam.positions import covered, drawing, fresh_turn, over, place_token, position, situation, thrown
from tests.games.morpyam.random_play import SETUPS, Habits, Options, habits, new_game, random_log, seeds
from tests.games.morpyam.reference import LINES

DOUBLE = {"double_morpyam": "ko"}


def scores_of(players: int, text: str) -> list[int]:
    return position("throw", players, board=drawing(text)).result().scores


# ---- points ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "four"), [(2, 2), (3, 3), (4, 3)])
def test_every_run_of_three_scores_1_and_of_four_2_with_two_players_and_3_with_more(players: int, four: int) -> None:
    for length, points in ((1, 0), (2, 0), (3, 1), (4, four)):
        for line in LINES:
            for start in range(len(line) - length + 1):
                board = dict.fromkeys(line[start : start + length], 1)
                result = position("throw", players, board=board).result()
                assert result.scores == [0, points, *[0] * (players - 2)]


def test_the_lines_are_rows_columns_and_both_diagonals() -> None:
    lengths = sorted(len(line) for line in LINES)
    assert lengths == sorted([6] * 12 + [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1] * 2)
    assert ["c6", "d5", "e4", "f3"] in LINES
    assert ["a3", "b4", "c5", "d6"] in LINES


@pytest.mark.parametrize(("players", "scores"), [(2, [3, 0]), (3, [4, 0, 0])])
def test_a_token_may_be_part_of_several_runs(players: int, scores: list[int]) -> None:
    corner = """
        . . . . . .
        . . . . . .
        . . . . . .
        0 . . . . .
        0 . . . . .
        0 0 0 0 . .
    """
    assert scores_of(players, corner) == scores


def test_a_block_of_three_by_three_scores_its_rows_columns_and_two_diagonals() -> None:
    block = """
        . . . . . .
        . 0 0 0 . .
        . 0 0 0 . .
        . 0 0 0 . .
        . . . . . .
        . . . . . .
    """
    assert scores_of(2, block) == [3 + 3 + 2, 0]


def test_a_run_ends_where_another_seats_token_or_a_free_square_is() -> None:
    broken = """
        . . . . . .
        . . . . . .
        0 0 . 0 0 .
        . . . . . .
        1 1 0 1 1 .
        . . . . . .
    """
    assert scores_of(2, broken) == [0, 0]


def test_two_runs_on_one_line_count_both() -> None:
    two = """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        0 0 0 1 1 1
    """
    assert scores_of(2, two) == [1, 1]


def test_the_edge_of_the_grid_does_not_join_the_other_edge() -> None:
    torn = """
        . . . . 0 .
        . . . . . 0
        0 . . . . .
        0 0 . . . .
        . . . . 0 0
        . . . . . .
    """
    assert scores_of(2, torn) == [0, 0]


def test_points_stand_before_the_end_with_no_winners_and_no_reason() -> None:
    result = position("throw", board=covered("a1 a2 a3", seat=0)).result()
    assert result == tablee.Result(over=False, scores=[1, 0], winners=[], reason=None)


# ---- five in a row --------------------------------------------------------------------------------------------

FIVES = [line[start : start + 5] for line in LINES for start in range(len(line) - 4)]
SIXES = [line for line in LINES if len(line) == 6]


def test_there_are_thirty_two_ways_to_five_in_a_row_and_fourteen_to_six() -> None:
    assert (len(FIVES), len(SIXES)) == (32, 14)


@each("five", FIVES)
def test_five_in_a_row_win_at_once_whichever_token_comes_last(five: list[str]) -> None:
    for last in five:
        rest = [square for square in five if square != last]
        game = place_token(last, board=dict.fromkeys(rest, 0))
        assert situation(game) == over(0)
        assert game.result() == tablee.Result(over=True, scores=[0, 0], winners=[0], reason="ko")


@each("six", SIXES)
def test_six_in_a_row_win_as_five_do(six: list[str]) -> None:
    for last in six[2:4]:
        rest = [square for square in six if square != last]
        result = place_token(last, board=dict.fromkeys(rest, 0)).result()
        assert result == tablee.Result(over=True, scores=[0, 0], winners=[0], reason="ko")


@each("players", [2, 3, 4])
@each("turn", [0, 1])
def test_who_aligns_five_wins_whoever_has_more_points(players: int, turn: int) -> None:
    board = {**covered("a1 b1 c1 d1", seat=turn), **covered("a6 a5 a4 a3", seat=1 - turn)}
    result = place_token("e1", players=players, board=board, turn=turn).result()
    assert (result.winners, result.reason) == ([turn], "ko")
    assert result.scores[1 - turn] == (2 if players == 2 else 3)
    assert result.scores[turn] == 0


def test_beside_a_run_of_five_shorter_runs_still_score() -> None:
    board = covered("a1 b1 c1 d1 a2 a3", seat=0)
    assert place_token("e1", board=board).result().scores == [1, 0]


def test_five_tokens_that_are_not_in_a_row_win_nothing() -> None:
    game = place_token("f1", board=covered("a1 b1 c1 d1", seat=0))
    assert situation(game) == fresh_turn(1)
    assert game.result().scores == [2, 0]


# ---- the last token -------------------------------------------------------------------------------------------

ALMOST_ALL = covered("a6 c6 a4 c4 a2 c2 e1", seat=0)
"""Seven of the eight tokens that seat 0 has with four players, no two of them in a row."""
FOUR_OF_1 = covered("f5 f4 f3 f2", seat=1)
FOUR_OF_2 = covered("b6 b5 b4 b3", seat=2)
THREE_OF_1 = covered("f4 f3 f2", seat=1)


def last_token(*boards: dict[str, int], square: str = "f6", **fields: Any) -> tablee.Game:
    """Seat 0 of four has placed its last token."""
    board = {name: seat for each in (ALMOST_ALL, *boards) for name, seat in each.items()}
    return place_token(square, players=4, board=board, **fields)


def test_the_game_ends_when_a_seat_places_its_last_token_and_gives_it_1_point() -> None:
    game = last_token()
    assert situation(game) == over(0)
    assert game.state()["hands"] == [0, 8, 8, 8]
    assert game.result() == tablee.Result(over=True, scores=[1, 0, 0, 0], winners=[0], reason="points")


def test_the_last_token_counts_in_a_row_too() -> None:
    assert last_token(square="a3").result().scores == [2, 0, 0, 0]


def test_before_the_last_token_nobody_has_the_extra_point() -> None:
    assert position("throw", 4, board=ALMOST_ALL).result().scores == [0, 0, 0, 0]


def test_most_points_win_whoever_has_placed_the_last_token() -> None:
    result = last_token(FOUR_OF_1).result()
    assert result == tablee.Result(over=True, scores=[1, 3, 0, 0], winners=[1], reason="points")


def test_a_tie_that_includes_the_seat_that_ended_the_game_goes_to_it() -> None:
    result = last_token(THREE_OF_1).result()
    assert result == tablee.Result(over=True, scores=[1, 1, 0, 0], winners=[0], reason="points")


def test_a_tie_of_others_is_shared() -> None:
    result = last_token(FOUR_OF_1, FOUR_OF_2).result()
    assert result == tablee.Result(over=True, scores=[1, 3, 3, 0], winners=[1, 2], reason="points")


@each(
    ("left", "winners"),
    [
        ([False, True, False, False], [2]),
        ([False, False, True, False], [1]),
        ([False, True, True, False], [0]),
        ([False, False, False, True], [1, 2]),
    ],
)
def test_a_seat_that_has_left_cannot_win_but_its_score_is_shown(left: list[bool], winners: list[int]) -> None:
    result = last_token(FOUR_OF_1, FOUR_OF_2, left=left).result()
    assert result == tablee.Result(over=True, scores=[1, 3, 3, 0], winners=winners, reason="points")


@pytest.mark.parametrize("turn", [0, 1])
def test_with_two_players_the_seventeenth_token_ends_the_game(turn: int) -> None:
    text = """
        0 0 1 0 0 1
        . . . . . .
        0 0 1 0 0 1
        . . . . . .
        0 0 1 0 0 1
        0 0 1 0 0 .
    """
    board = {square: turn if seat == 0 else 1 - turn for square, seat in drawing(text).items()}
    assert position("throw", board=board, turn=turn).result().scores == [0, 0]
    game = place_token("a5", board=board, turn=turn)
    assert game.state()["hands"][turn] == 0
    assert (situation(game), game.result().reason, game.result().winners) == (over(turn), "points", [turn])
    assert game.result().scores[turn] == 2


@pytest.mark.parametrize(("players", "options"), SETUPS)
@settings(max_examples=5)
@given(seed=seeds(), habits=habits())
def test_at_the_end_by_points_the_best_of_those_who_stayed_win(
    players: int, options: Options, seed: int, habits: Habits
) -> None:
    game = replay(new_game(players, **options), random_log(players, options, seed, habits))
    result, state = game.result(), game.state()
    assert result.over
    if result.reason == "points":
        staying = [seat for seat in range(players) if not state["left"][seat]]
        best = max(result.scores[seat] for seat in staying)
        tied = [seat for seat in staying if result.scores[seat] == best]
        assert result.winners == ([state["turn"]] if state["turn"] in tied else tied)
    else:
        assert result.winners == [state["turn"]]


# ---- a double morpyam -----------------------------------------------------------------------------------------


def test_two_tokens_with_five_alike_in_one_turn_win_at_once_if_the_option_says_so() -> None:
    game = replay(thrown("66666", options=DOUBLE, morpyams=0), ["place c3", "roll", "dice 22222", "place d4"])
    assert (situation(game), game.state()["morpyams"]) == (over(0), 2)
    assert game.result() == tablee.Result(over=True, scores=[0, 0], winners=[0], reason="double_morpyam")


def test_without_the_option_they_win_nothing() -> None:
    game = replay(thrown("66666"), ["place c3", "roll", "dice 22222", "place d4"])
    assert situation(game) == fresh_turn(0)
    assert "morpyams" not in game.state()


def test_the_tokens_count_on_whatever_squares_an_appel_too() -> None:
    game = replay(thrown("66666", options=DOUBLE, morpyams=0), ["place c5", "call carre", "dice 22222", "place b4"])
    assert game.result().reason == "double_morpyam"


def test_the_second_five_alike_may_come_at_a_later_throw_of_the_new_turn() -> None:
    game = thrown("66666", options=DOUBLE, morpyams=0)
    replay(game, ["place c3", "roll", "dice 22245", "keep 222", "roll", "dice 22222", "place d4"])
    assert game.result().reason == "double_morpyam"


def test_another_turn_counts_anew() -> None:
    game = replay(thrown("66666", options=DOUBLE, morpyams=0), ["place c3", "roll", "dice 12345"])
    assert game.state()["morpyams"] == 1
    game.play("place a1")
    assert (game.to_act, game.state()["morpyams"]) == (1, 0)
    replay(game, ["roll", "dice 12345", "place f6", "roll", "dice 66666", "place d4"])
    assert (situation(game), game.state()["morpyams"]) == (fresh_turn(0), 1)


def test_five_alike_that_are_not_placed_do_not_count() -> None:
    game = thrown("66666", options=DOUBLE, morpyams=0)
    replay(game, ["keep 6666", "roll", "dice 66666", "place c3"])
    assert (situation(game), game.state()["morpyams"]) == (fresh_turn(0), 1)


def test_a_turn_that_passes_without_a_second_token_is_forgotten() -> None:
    game = replay(thrown("66666", options=DOUBLE, morpyams=0), ["place c3", *["roll", "dice 11245", "keep -"] * 2])
    replay(game, ["call full", "dice 22222"])
    assert (situation(game), game.state()["morpyams"]) == (fresh_turn(1), 0)


# ---- several things at once -----------------------------------------------------------------------------------

ROW_OF_FOUR = covered("b6 c6 d6 e6", seat=0)
SEVEN_WITH_FOUR = {**ROW_OF_FOUR, **covered("a1 c2 e1", seat=0)}


def at_once(board: dict[str, int], square: str, **fields: Any) -> tablee.Game:
    """Seat 0 of four has placed a token with five 1s, the morpyam squares being taken."""
    game = thrown("11111", players=4, board={**covered("c3 d4", seat=2), **board}, **fields)
    game.play(f"place {square}")
    return game


@each(
    ("board", "square", "fields", "reason"),
    [
        (ROW_OF_FOUR, "a6", {"options": DOUBLE, "morpyams": 1}, "ko"),
        (SEVEN_WITH_FOUR, "a6", {}, "ko"),
        (SEVEN_WITH_FOUR, "a6", {"options": DOUBLE, "morpyams": 1}, "ko"),
        (ALMOST_ALL, "b1", {"options": DOUBLE, "morpyams": 1}, "double_morpyam"),
        (ALMOST_ALL, "b1", {"options": DOUBLE, "morpyams": 0}, "points"),
        (ALMOST_ALL, "b1", {}, "points"),
    ],
)
def test_ko_comes_before_a_double_morpyam_and_that_before_points(
    board: dict[str, int], square: str, fields: dict[str, Any], reason: str
) -> None:
    game = at_once(board, square, **fields)
    assert situation(game) == over(0)
    assert (game.result().reason, game.result().winners) == (reason, [0])


def test_the_extra_point_is_given_only_when_points_decide() -> None:
    ko = at_once(SEVEN_WITH_FOUR, "a6").result()
    double = at_once(ALMOST_ALL, "b1", options=DOUBLE, morpyams=1).result()
    assert (ko.scores, double.scores) == ([0] * 4, [0] * 4)


def test_a_double_morpyam_wins_whoever_has_more_points() -> None:
    result = at_once({**ALMOST_ALL, **FOUR_OF_1}, "b1", options=DOUBLE, morpyams=1).result()
    assert (result.scores, result.winners) == ([0, 3, 0, 0], [0])


# ---- once over ------------------------------------------------------------------------------------------------

ENDED = {
    "ko": lambda: place_token("a6", board=ROW_OF_FOUR),
    "points": last_token,
    "double_morpyam": lambda: at_once(ALMOST_ALL, "b1", options=DOUBLE, morpyams=1),
}


@pytest.mark.parametrize("reason", ENDED)
def test_once_over_nothing_can_be_played_and_nobody_can_leave(reason: str) -> None:
    game = ENDED[reason]()
    assert (game.result().reason, game.to_act, game.legal(), game.outcomes()) == (reason, None, [], [])
    with pytest.raises(tablee.GameOver):
        game.play("roll")
    with pytest.raises(tablee.GameOver):
        game.leave(1)


@pytest.mark.parametrize("reason", ENDED)
def test_once_over_a_state_is_read_back_with_its_reason(reason: str) -> None:
    game = ENDED[reason]()
    assert tablee.load(game.state()).result() == game.result()
