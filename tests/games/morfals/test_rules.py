"""Every sentence of the rules, one test or more each."""

from fractions import Fraction
from typing import Any

import pytest

import tablee
from tablee.games import find_game
from tablee.games.language import ENGLISH
from tests.cases import each
from tests.games.agreement import replay
from tests.games.morfals.positions import THROW_FOR, column, eaten, far_apart, placing, position
from tests.games.morfals.random_play import new_game
from tests.games.morfals.reference import COLUMNS, ROWS, SQUARES, throws

CLAIM = {"capture": "claim"}
ANNOUNCE = {"last_man": "announce"}
MATCH = {"match": 20}


def chances(game: tablee.Game) -> dict[str, Fraction]:
    return {text: Fraction(chance).limit_denominator(100) for text, chance in game.outcomes()}


def fields(game: tablee.Game, *names: str) -> tuple[Any, ...]:
    """Some fields of the state."""
    state = game.state()
    return tuple(state[name] for name in names)


def standing(game: tablee.Game, seat: int) -> set[str]:
    return {square for square, owner in game.state()["board"].items() if owner == seat}


# ---- the board and the start ----------------------------------------------------------------------------------


@each("throw", THROW_FOR.values())
def test_the_board_has_seven_columns_of_seven_rows_from_3a_to_9g(throw: str) -> None:
    number = sum(int(face) for face in throw)
    assert sorted(position("", "", throw).legal()) == [f"place {number}{row}" for row in "abcdefg"]
    assert (len(SQUARES), SQUARES[0], SQUARES[-1]) == (49, "3a", "9g")


def test_each_seat_has_12_cannibals_in_hand_and_the_board_is_empty() -> None:
    assert fields(new_game(), "hands", "board") == ([12, 12], {})


def test_seat_0_plays_the_jusqualos_and_seat_1_the_sang_zarete() -> None:
    names = [find_game("morfals").words.seat_name(seat, ENGLISH) for seat in (0, 1)]
    assert names == ["Jusqualos", "Sang-Zarète"]


def test_it_is_for_two_players() -> None:
    for players in (1, 3):
        with pytest.raises(tablee.BadOptions):
            tablee.new("morfals", players)


@each("options", [{"match": 2}, {"match": "1"}, {"match": True}, {"capture": "never"}, {"last_man": 1}, {"speed": 1}])
def test_it_has_no_other_options(options: dict[str, Any]) -> None:
    with pytest.raises(tablee.BadOptions):
        tablee.new("morfals", 2, options)


def test_who_starts_is_thrown_for_with_equal_chances() -> None:
    game = new_game()
    assert (game.to_act, game.legal()) == ("chance", [])
    assert chances(game) == {"start 0": Fraction(1, 2), "start 1": Fraction(1, 2)}
    assert fields(game, "phase", "turn", "dice") == ("start", None, None)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_seat_that_starts_throws_first(seat: int) -> None:
    game = replay(new_game(), [f"start {seat}"])
    assert (game.to_act, *fields(game, "phase", "turn", "dice")) == ("chance", "roll", seat, None)


# ---- the throw ------------------------------------------------------------------------------------------------


def test_a_turn_begins_with_a_throw_of_three_dice_with_the_faces_1_2_3() -> None:
    ways = {"111": 1, "222": 1, "333": 1, "112": 3, "113": 3, "122": 3, "133": 3, "223": 3, "233": 3, "123": 6}
    game = replay(new_game(), ["start 0"])
    assert chances(game) == {f"roll {throw}": Fraction(number, 27) for throw, number in ways.items()}


@each("turn", [0, 1])
@each(
    ("throw", "number"),
    [("111", 3), ("112", 4), ("113", 5), ("122", 5), ("222", 6), ("133", 7), ("223", 7), ("233", 8), ("333", 9)],
)
def test_the_sum_is_the_column(throw: str, number: int, turn: int) -> None:
    game = replay(new_game(), [f"start {turn}", f"roll {throw}"])
    assert (game.to_act, *fields(game, "phase", "dice")) == (turn, "place", [int(face) for face in throw])
    assert sorted(game.legal()) == [f"place {number}{row}" for row in ROWS]


@pytest.mark.parametrize("turn", [0, 1])
def test_1_2_3_passes_the_turn(turn: int) -> None:
    game = replay(new_game(), [f"start {turn}", "roll 123"])
    assert (game.to_act, *fields(game, "phase", "turn", "dice", "board")) == ("chance", "roll", 1 - turn, None, {})


def test_the_river_is_reached_by_222_only() -> None:
    reached = set()
    for throw in throws():
        game = replay(new_game(), ["start 0", f"roll {throw}"])
        reached |= {(throw, text[:-1]) for text in game.legal() if text.startswith("place 6")}
    assert reached == {("222", "place 6")}


def test_dice_are_named_with_their_digits_ascending_only() -> None:
    game = replay(new_game(), ["start 0"])
    for text in ("roll 322", "roll 232", "roll 2 2 3", "roll 224", "roll 7", "roll"):
        with pytest.raises(tablee.IllegalAction):
            game.play(text)
    assert game.log == ["start 0"]


# ---- placing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 1])
def test_one_cannibal_is_placed_and_the_turn_goes_to_the_other(turn: int) -> None:
    game = replay(new_game(), [f"start {turn}", "roll 223", "place 7c"])
    hands = [12, 12]
    hands[turn] = 11
    assert fields(game, "board", "hands") == ({"7c": turn}, hands)
    assert (game.to_act, *fields(game, "phase", "turn", "dice")) == ("chance", "roll", 1 - turn, None)


def test_a_cannibal_is_placed_on_a_free_square_only_whoever_stands_on_the_others() -> None:
    game = position("7a 7d", "7b 7g", "223")
    assert sorted(game.legal()) == ["place 7c", "place 7e", "place 7f"]


def test_placing_is_compulsory_when_the_column_has_room() -> None:
    game = position("7a 7b 7c", "7d 7e 7f", "133")
    assert game.legal() == ["place 7g"]


@each("throw", ["113", "122"])
@each("turn", [0, 1])
def test_a_full_column_passes_the_turn(throw: str, turn: int) -> None:
    game = position("5a 5b 5c 5g", "5d 5e 5f", turn=turn)
    game.play(f"roll {throw}")
    assert (game.to_act, *fields(game, "phase", "turn", "dice")) == ("chance", "roll", 1 - turn, None)
    assert len(game.state()["board"]) == 7


# ---- triples --------------------------------------------------------------------------------------------------


@each("turn", [0, 1])
@each("throw", ["111", "222", "333"])
def test_after_placing_a_triple_the_same_seat_throws_again(throw: str, turn: int) -> None:
    game = replay(new_game(), [f"start {turn}", f"roll {throw}"])
    assert game.state()["phase"] == "place"
    game.play(game.legal()[0])
    assert (game.to_act, *fields(game, "phase", "turn", "dice")) == ("chance", "roll", turn, None)


@pytest.mark.parametrize("throw", ["111", "222", "333"])
def test_a_triple_for_a_full_column_throws_again(throw: str) -> None:
    number = 3 * int(throw[0])
    game = position(f"{number}a {number}b {number}c", f"{number}d {number}e {number}f {number}g", turn=1)
    game.play(f"roll {throw}")
    assert (game.to_act, *fields(game, "phase", "turn", "dice")) == ("chance", "roll", 1, None)


def test_triples_go_on_as_often_as_they_happen() -> None:
    game = replay(new_game(), ["start 0"])
    for text in ("roll 111", "place 3a", "roll 222", "place 6a", "roll 333", "place 9a", "roll 222", "place 6b"):
        game.play(text)
        assert game.state()["turn"] == 0
    replay(game, ["roll 112", "place 4a"])
    assert fields(game, "turn", "hands") == (1, [7, 12])


def test_a_turn_of_triples_can_end_with_1_2_3_or_a_full_column() -> None:
    passed = replay(position("", ""), ["roll 333", "place 9a", "roll 123"])
    full = replay(position("", column(4)), ["roll 333", "place 9a", "roll 112"])
    assert [game.state()["turn"] for game in (passed, full)] == [1, 1]


# ---- traps ----------------------------------------------------------------------------------------------------

AROUND_7D = {
    "up": ("7b", "7c"),
    "down": ("7f", "7e"),
    "left": ("5d", "6d"),
    "right": ("9d", "8d"),
    "up and left": ("5b", "6c"),
    "up and right": ("9b", "8c"),
    "down and left": ("5f", "6e"),
    "down and right": ("9f", "8e"),
}


@each("turn", [0, 1])
@each("direction", [name for name in AROUND_7D if "left" not in name])
def test_a_cannibal_traps_in_any_direction(direction: str, turn: int) -> None:
    end, enemy = AROUND_7D[direction]
    assert eaten(end, enemy, "7d", turn=turn) == {enemy}


@pytest.mark.parametrize("direction", ["left", "up and left", "down and left"])
def test_a_cannibal_traps_to_the_left_too(direction: str) -> None:
    end, enemy = {"left": ("6d", "7d"), "up and left": ("6b", "7c"), "down and left": ("6f", "7e")}[direction]
    assert eaten(end, enemy, "8d") == {enemy}


def test_a_line_of_several_is_trapped_as_a_whole() -> None:
    assert eaten("3d", "4d 5d", "7d") == set()
    assert eaten("3d", "4d 5d 6d", "7d") == {"4d", "5d"}
    assert eaten("9a", "8b 7c", "6d") == {"8b", "7c"}
    assert eaten("7a", "7b 7c 7d", "7e") == {"7b", "7c", "7d"}


def test_a_line_must_start_next_to_the_placed_cannibal() -> None:
    assert eaten("7a", "7b", "7d") == set()
    assert eaten("3d", "4d", "7d") == set()


def test_a_line_must_be_unbroken() -> None:
    assert eaten("4a", "4b 4d", "4e") == set()
    assert eaten("9d", "8d 7d", "5d") == set()


def test_a_line_must_end_at_one_of_yours() -> None:
    assert eaten("", "7b 7c 7d", "7e") == set()
    assert eaten("", "8d 9d", "7d") == set()
    assert eaten("9g", "8d 9d", "7d") == set()


def test_a_line_ends_at_the_first_of_yours() -> None:
    assert eaten("7c 7a", "7d 7b", "7e") == {"7d"}
    assert eaten("9d", "", "8d") == set()
    assert eaten("8d", "9d", "7d") == set()


def test_worked_examples_1_2_and_3_a_sandwich_across_up_and_down_and_along_a_diagonal() -> None:
    yours, enemies = "3a 3e 5e", "4a 4d 5f"
    assert [eaten(yours, enemies, placed) for placed in ("5a", "5g", "5c")] == [{"4a"}, {"5f"}, {"4d"}]


def test_worked_example_four_of_yours_trap_four_enemies_at_once() -> None:
    assert eaten("4b 4g 6d", "4c 4e 4f 5d", "4d") == {"4c", "4e", "4f", "5d"}
    assert eaten("9d 9b 9f", "8d 8c 8e 9a", "7d") == {"8d", "8c", "8e"}


def test_all_eight_directions_are_trapped_at_once() -> None:
    ends, enemies = (" ".join(squares) for squares in zip(*AROUND_7D.values(), strict=True))
    assert eaten(ends, enemies, "7d") == {"7c", "7e", "8c", "8d", "8e"}


def test_lines_that_are_not_trapped_stay_beside_those_that_are() -> None:
    assert eaten("7b 9f", "7c 8d 9d 7e", "7d") == {"7c"}


def test_worked_examples_8a_and_8b_a_free_square_between_enemies_is_safe() -> None:
    assert [eaten("", "3d 4b 4d 4f 5f", placed) for placed in ("4c", "4e")] == [set(), set()]


@each("enemies", ["4b 4d", "3c 5c", "3b 5d", "3d 5b", "4b 4d 3c 5c 3b 5d 3d 5b"])
def test_a_cannibal_put_between_enemies_is_safe(enemies: str) -> None:
    assert eaten("", enemies, "4c") == set()


def test_a_cannibal_between_two_enemies_stays_safe_when_they_place_elsewhere() -> None:
    assert eaten("4b 4d", "4c", "4f") == set()


def test_only_the_placed_cannibal_traps_and_not_an_older_sandwich() -> None:
    assert eaten("4b 4d 8a", "4c 8b", "8c") == {"8b"}


# ---- the ring -------------------------------------------------------------------------------------------------


def test_worked_example_the_ring_traps_7a_between_7g_and_7b() -> None:
    assert eaten("7b", "7a", "7g") == {"7a"}


def test_worked_example_5b_the_other_tribe_traps_around_the_ring_as_well() -> None:
    game = tablee.load(figure_of_5a())
    replay(game, ["place 7g", "roll 223", "place 7a"])
    assert game.state()["board"] == {"7a": 1, "7b": 0, "7f": 1}


def figure_of_5a() -> dict[str, Any]:
    board = {"7a": 1, "7b": 0, "7f": 1}
    return {"game": "morfals", "players": 2, "board": board, "turn": 0, "dice": [2, 2, 3], "phase": "place"}


def test_the_ring_works_upwards_and_downwards() -> None:
    assert eaten("7g", "7a", "7b") == {"7a"}
    assert eaten("7f", "7g", "7a") == {"7g"}
    assert eaten("7a", "7g", "7f") == {"7g"}
    assert eaten("4f", "4g 4a 4b", "4c") == {"4g", "4a", "4b"}


@each("number", [number for number in COLUMNS if number != "6"])
def test_every_column_but_the_river_is_a_ring_to_be_eaten_in(number: str) -> None:
    assert eaten(f"{number}g", f"{number}a", f"{number}b") == {f"{number}a"}


@each("placed", [f"5{row}" for row in ROWS])
def test_a_ring_closed_by_the_placed_cannibal_alone_traps_nothing(placed: str) -> None:
    others = column(5).replace(placed, "")
    assert eaten("", others, placed) == set()


@each("placed", [f"5{row}" for row in ROWS])
def test_a_line_of_five_around_the_ring_is_trapped_if_the_sixth_is_yours(placed: str) -> None:
    beside = f"5{ROWS[(ROWS.index(placed[1]) + 1) % 7]}"
    others = column(5).replace(placed, "").replace(beside, "")
    assert eaten(beside, others, placed) == set(others.split())


@each("end", [f"5{row}" for row in "abcefg"])
def test_one_of_yours_in_a_full_ring_traps_all_the_others_both_ways(end: str) -> None:
    others = column(5).replace(end, "").replace("5d", "")
    assert eaten(end, others, "5d") == set(others.split())


def test_a_gap_breaks_a_line_around_the_ring() -> None:
    assert eaten("5c", "5a 5g", "5f") == set()


def test_rows_do_not_wrap() -> None:
    assert eaten("4d", "3d", "9d") == set()
    assert eaten("8d", "9d", "3d") == set()


def test_diagonals_do_not_wrap() -> None:
    assert eaten("9b", "8a", "7g") == set()
    assert eaten("9f", "8g", "7a") == set()
    assert eaten("8e", "9d", "3c") == set()
    assert eaten("4e", "3d", "9c") == set()


def test_worked_example_the_rows_a_and_g_of_different_columns_are_never_linked() -> None:
    assert eaten("7b", "7a", "8g") == set()
    assert eaten("8b", "8a", "7g") == set()
    assert eaten("7g", "8a", "9b") == set()


# ---- the River ------------------------------------------------------------------------------------------------


def test_worked_example_7d_is_eaten_and_6d_stays_in_the_river() -> None:
    assert eaten("8d", "7d 6d", "5d") == {"7d"}


def test_worked_example_one_in_the_river_is_an_end() -> None:
    assert eaten("6d", "5d", "4d") == {"5d"}


def test_one_placed_in_the_river_traps_in_other_columns() -> None:
    assert eaten("4d 8f 3g", "5d 7e 5e 4f", "6d") == {"5d", "7e", "5e", "4f"}


def test_those_in_the_river_are_not_eaten_from_above_and_below() -> None:
    assert eaten("6a", "6b 6c", "6d") == set()
    assert eaten("6b", "6a", "6g") == set()
    assert eaten("6b", "6c 6d 6e 6f 6g", "6a") == set()


def test_a_line_of_river_cannibals_only_traps_nothing() -> None:
    assert eaten("7d", "6d", "5d") == set()
    assert eaten("7c", "6d", "5e") == set()


def test_one_in_the_river_inside_a_line_does_not_break_it() -> None:
    assert eaten("8b", "7c 6d", "5e") == {"7c"}
    assert eaten("3d", "4d 5d 6d 7d 8d", "9d") == {"4d", "5d", "7d", "8d"}


def test_an_empty_river_square_breaks_a_line() -> None:
    assert eaten("8d", "7d", "5d") == set()
    assert eaten("8d", "7d 6c", "5d") == set()


# ---- the end --------------------------------------------------------------------------------------------------


@each("turn", [0, 1])
@each("enemy_hand", [1, 5, 12])
def test_an_empty_hand_wins_a_point_for_each_cannibal_in_the_enemys_hand(enemy_hand: int, turn: int) -> None:
    game = far_apart(1, enemy_hand, "112", turn=turn)
    game.play("place 4g")
    scores = [-enemy_hand, -enemy_hand]
    scores[turn] = enemy_hand
    assert game.result() == tablee.Result(over=True, scores=scores, winners=[turn], reason="placed")
    assert (game.to_act, game.legal(), game.outcomes()) == (None, [], [])
    assert fields(game, "phase", "dice", "match_score") == ("over", None, [0, 0])


def test_scores_are_0_until_the_game_is_won() -> None:
    assert far_apart(1, 7).result() == tablee.Result(over=False, scores=[0, 0], winners=[], reason=None)


def test_the_last_cannibal_eats_before_the_score_is_taken() -> None:
    game = placing("3a 3b 3c 3d 3e 3f 3g 4a 4b 4c 6e", "5e 9a 9b 9c 9d 9e 9f", "4e")
    assert game.result() == tablee.Result(over=True, scores=[6, -6], winners=[0], reason="placed")
    assert fields(game, "hands") == ([0, 6],)
    assert standing(game, 1) == {"9a", "9b", "9c", "9d", "9e", "9f"}


def test_the_last_cannibal_ends_the_game_even_with_a_triple() -> None:
    game = far_apart(1, 7, "333")
    game.play("place 9g")
    assert game.result() == tablee.Result(over=True, scores=[7, -7], winners=[0], reason="placed")


def test_a_last_cannibal_that_cannot_be_placed_does_not_win() -> None:
    for throw in ("123", "111"):
        game = far_apart(1, 7)
        game.play(f"roll {throw}")
        assert (game.to_act, game.state()["hands"]) == ("chance", [1, 7])


def test_nothing_can_be_played_once_the_game_is_over() -> None:
    game = far_apart(1, 7, "112")
    game.play("place 4g")
    with pytest.raises(tablee.GameOver):
        game.play("roll 112")
    with pytest.raises(tablee.GameOver):
        game.leave(1)


# ---- a match --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 1])
def test_in_a_match_games_follow_one_another_and_scores_add_up(turn: int) -> None:
    game = far_apart(1, 7, "112", turn=turn, options=MATCH, match_score=[9, -9])
    game.play("place 4g")
    scores = [16, -16] if turn == 0 else [2, -2]
    assert game.result() == tablee.Result(over=False, scores=scores, winners=[], reason=None)
    assert game.state() == {**new_game(20).state(), "match_score": scores}


def test_each_game_of_a_match_starts_with_a_new_start() -> None:
    game = far_apart(1, 7, "112", options=MATCH)
    game.play("place 4g")
    assert chances(game) == {"start 0": Fraction(1, 2), "start 1": Fraction(1, 2)}
    game.play("start 1")
    assert fields(game, "phase", "turn", "hands", "board") == ("roll", 1, [12, 12], {})


def test_in_a_match_the_running_totals_are_the_scores_at_any_time() -> None:
    assert far_apart(3, 7, options=MATCH, match_score=[-12, 12]).result().scores == [-12, 12]


@pytest.mark.parametrize(("before", "after"), [(12, 19), (-19, -12)])
def test_a_match_goes_on_below_20(before: int, after: int) -> None:
    game = far_apart(1, 7, "112", options=MATCH, match_score=[before, -before])
    game.play("place 4g")
    assert fields(game, "phase", "match_score") == ("start", [after, -after])


@each("turn", [0, 1])
@each(("before", "total"), [(13, 20), (14, 21), (19, 26)])
def test_whoever_reaches_20_or_more_wins_the_match(before: int, total: int, turn: int) -> None:
    def by_seat(points: int) -> list[int]:
        return [points, -points] if turn == 0 else [-points, points]

    game = far_apart(1, 7, "112", turn=turn, options=MATCH, match_score=by_seat(before))
    game.play("place 4g")
    assert game.result() == tablee.Result(over=True, scores=by_seat(total), winners=[turn], reason="match")
    assert (game.to_act, game.legal(), game.outcomes()) == (None, [], [])
    assert fields(game, "phase", "match_score") == ("over", by_seat(total))


def test_a_new_game_clears_what_was_told_and_the_penalty() -> None:
    told = far_apart(1, 1, "112", options=MATCH | ANNOUNCE, announced=[True, True])
    silent = far_apart(1, 1, "112", options=MATCH | ANNOUNCE, announced=[True, False], skip=[False, True])
    for game in (told, silent):
        game.play("place 4g")
        assert fields(game, "phase", "announced", "skip") == ("start", [False, False], [False, False])


def test_a_penalty_of_the_game_before_costs_no_turn() -> None:
    game = far_apart(1, 1, "112", options=MATCH | ANNOUNCE, skip=[False, True])
    replay(game, ["place 4g", "start 0", "roll 112", "place 4a", "silent"])
    assert fields(game, "phase", "turn") == ("roll", 1)


# ---- claiming -------------------------------------------------------------------------------------------------

SANDWICHES = {"yours": "7b 9d", "enemies": "7c 8d 6d 3a 8a"}
"""Placing 7d traps 7c and 8d, and neither 6d (in the River) nor 3a nor 8a."""


def claiming(**more: Any) -> tablee.Game:
    return placing(**SANDWICHES, square="7d", **{"options": CLAIM, **more})


@pytest.mark.parametrize("turn", [0, 1])
def test_every_enemy_on_the_board_can_be_pointed_at(turn: int) -> None:
    game = claiming(turn=turn)
    assert (game.to_act, game.state()["phase"]) == (turn, "claim")
    assert sorted(game.legal()) == ["done", "eat 3a", "eat 6d", "eat 7c", "eat 8a", "eat 8d"]


def test_nothing_is_eaten_before_it_is_claimed() -> None:
    assert fields(claiming(), "hands", "trapped") == ([9, 7], ["7c", "8d"])


def test_a_trapped_one_is_eaten_and_the_claiming_goes_on() -> None:
    game = replay(claiming(), ["eat 8d"])
    assert (game.to_act, *fields(game, "phase", "hands", "trapped")) == (0, "claim", [9, 8], ["7c"])
    assert sorted(game.legal()) == ["done", "eat 3a", "eat 6d", "eat 7c", "eat 8a"]


def test_the_claiming_goes_on_when_all_that_were_trapped_are_eaten() -> None:
    game = replay(claiming(), ["eat 8d", "eat 7c"])
    assert (game.to_act, *fields(game, "phase", "hands", "trapped")) == (0, "claim", [9, 9], [])
    assert sorted(game.legal()) == ["done", "eat 3a", "eat 6d", "eat 8a"]


@each("text", ["done", "eat 3a", "eat 8a", "eat 6d"])
@each("log", [[], ["eat 7c"], ["eat 7c", "eat 8d"]])
def test_done_or_pointing_at_one_that_is_not_trapped_ends_the_claiming(text: str, log: list[str]) -> None:
    game = replay(claiming(), [*log, text])
    assert (game.to_act, *fields(game, "phase", "turn", "dice", "trapped")) == ("chance", "roll", 1, None, [])
    assert standing(game, 1) == {"7c", "8d", "6d", "3a", "8a"} - {step[-2:] for step in log}


def test_one_in_the_river_inside_a_trapped_line_is_not_trapped() -> None:
    game = placing("8d", "7d 6d", "5d", options=CLAIM)
    assert game.state()["trapped"] == ["7d"]
    game.play("eat 6d")
    assert fields(game, "phase", "board") == ("roll", {"8d": 0, "7d": 1, "6d": 1, "5d": 0})


def test_a_claim_is_asked_for_when_nothing_is_trapped_too() -> None:
    game = placing("", "9g", "4a", options=CLAIM)
    assert (game.to_act, sorted(game.legal()), game.state()["trapped"]) == (0, ["done", "eat 9g"], [])


def test_a_claim_is_asked_for_when_all_enemies_stand_in_the_river() -> None:
    game = placing("", "6g", "4a", options=CLAIM)
    assert sorted(game.legal()) == ["done", "eat 6g"]


@pytest.mark.parametrize("placed", ["4a", "9a"])
def test_there_is_no_claim_while_no_enemy_stands_on_the_board(placed: str) -> None:
    game = placing("7a", "", placed, options=CLAIM)
    again = placed == "9a"
    assert fields(game, "phase", "turn", "dice") == ("roll", 0 if again else 1, None)


def test_the_claiming_ends_when_the_last_enemy_on_the_board_is_eaten() -> None:
    game = replay(placing("7b", "7c", "7d", options=CLAIM), ["eat 7c"])
    assert (game.to_act, *fields(game, "phase", "turn", "board")) == ("chance", "roll", 1, {"7b": 0, "7d": 0})


def test_what_was_not_eaten_stays_and_cannot_be_claimed_later() -> None:
    game = replay(claiming(), ["done", "roll 123", "roll 112", "place 4g"])
    assert game.state()["trapped"] == []
    game.play("eat 7c")
    assert fields(game, "phase", "turn") == ("roll", 1)
    assert "7c" in standing(game, 1)


def test_what_is_trapped_is_fixed_when_the_cannibal_is_placed() -> None:
    game = placing("7a", "7b 7c 7d", "7e", options=CLAIM)
    game.play("eat 7c")
    assert game.state()["trapped"] == ["7b", "7d"]
    replay(game, ["eat 7d", "eat 7b"])
    assert standing(game, 1) == set()


def test_the_trapped_squares_are_sorted_and_none_is_in_the_river() -> None:
    game = placing("4d 8f 3g 7c 6e", "5d 7e 5e 4f", "6d", options=CLAIM)
    assert game.state()["trapped"] == ["4f", "5d", "5e", "7e"]
    game = placing("3d", "4d 5d 6d 7d 8d", "9d", options=CLAIM)
    assert game.state()["trapped"] == ["4d", "5d", "7d", "8d"]


def test_the_dice_are_kept_through_the_claim() -> None:
    game = claiming()
    assert game.state()["dice"] == [2, 2, 3]
    game.play("eat 7c")
    assert game.state()["dice"] == [2, 2, 3]
    game.play("done")
    assert game.state()["dice"] is None


@each("log", [["done"], ["eat 9b", "done"], ["eat 3a"], ["eat 9b", "eat 3a"]])
def test_after_the_claim_of_a_triple_the_same_seat_throws_again(log: list[str]) -> None:
    game = placing("9a", "9b 3a", "9c", options=CLAIM, turn=1)
    assert fields(game, "phase", "dice") == ("claim", [3, 3, 3])
    replay(game, log)
    assert fields(game, "phase", "turn", "dice") == ("roll", 1, None)


def test_eating_the_last_enemy_with_a_triple_throws_again() -> None:
    game = replay(placing("9a", "9b", "9c", options=CLAIM), ["eat 9b"])
    assert fields(game, "phase", "turn", "dice") == ("roll", 0, None)


LAST = {"yours": "3a 3b 3c 3d 3e 3f 3g 4a 4b 4c 6e", "enemies": "5e 9a 9b 9c 9d 9e 9f", "square": "4e"}
"""The last cannibal traps 5e, and six more enemies stand on the board."""


def test_the_last_cannibal_may_claim_before_the_score_is_taken() -> None:
    game = placing(**LAST, options=CLAIM)
    assert (game.to_act, *fields(game, "phase", "hands")) == (0, "claim", [0, 5])
    assert game.result() == tablee.Result(over=False, scores=[0, 0], winners=[], reason=None)
    game.play("eat 5e")
    assert (game.to_act, game.state()["phase"]) == (0, "claim")
    game.play("done")
    assert game.result() == tablee.Result(over=True, scores=[6, -6], winners=[0], reason="placed")


@pytest.mark.parametrize("text", ["done", "eat 9a"])
def test_a_last_cannibal_that_claims_nothing_wins_without_it(text: str) -> None:
    game = replay(placing(**LAST, options=CLAIM), [text])
    assert game.result() == tablee.Result(over=True, scores=[5, -5], winners=[0], reason="placed")
    assert fields(game, "phase", "dice", "trapped") == ("over", None, [])


def test_a_last_cannibal_that_eats_the_last_enemy_wins_at_once() -> None:
    game = placing("3a 3b 3c 3d 3e 3f 3g 4a 4b 4c 6e", "5e", "4e", options=CLAIM)
    game.play("eat 5e")
    assert game.result() == tablee.Result(over=True, scores=[12, -12], winners=[0], reason="placed")


def test_a_last_cannibal_with_no_enemy_on_the_board_wins_at_once() -> None:
    game = placing("3a 3b 3c 3d 3e 3f 3g 4a 4b 4c 4d", "", "4e", options=CLAIM)
    assert game.result() == tablee.Result(over=True, scores=[12, -12], winners=[0], reason="placed")


def test_the_last_cannibal_of_a_triple_claims_and_wins() -> None:
    game = placing("4a 4b 4c 4d 4e 4f 4g 5a 5b 5c 9a", "9b 3a 3b", "9c", options=CLAIM)
    replay(game, ["eat 9b", "done"])
    assert game.result() == tablee.Result(over=True, scores=[10, -10], winners=[0], reason="placed")


def test_in_a_match_the_last_cannibal_claims_before_the_next_start() -> None:
    game = replay(placing(**LAST, options=CLAIM | MATCH), ["eat 5e", "done"])
    assert fields(game, "phase", "match_score", "trapped", "dice") == ("start", [6, -6], [], None)


def test_a_claim_can_win_the_match() -> None:
    game = placing(**LAST, options=CLAIM | MATCH, match_score=[14, -14])
    assert game.result() == tablee.Result(over=False, scores=[14, -14], winners=[], reason=None)
    replay(game, ["eat 5e", "done"])
    assert game.result() == tablee.Result(over=True, scores=[20, -20], winners=[0], reason="match")


# ---- the last man ---------------------------------------------------------------------------------------------


@each("turn", [0, 1])
@each("hand", [2, 3, 4, 12])
def test_at_the_end_of_every_turn_a_seat_announces_or_is_silent_whatever_its_hand(hand: int, turn: int) -> None:
    game = far_apart(hand, 6, "112", turn=turn, options=ANNOUNCE)
    game.play("place 4g")
    assert (game.to_act, sorted(game.legal())) == (turn, ["announce", "silent"])
    assert fields(game, "phase", "turn", "dice") == ("announce", turn, None)


def test_nobody_is_asked_when_the_table_tells_the_last_man() -> None:
    game = far_apart(2, 6, "112")
    game.play("place 4g")
    assert fields(game, "phase", "turn", "announced", "skip") == ("roll", 1, [False, False], [False, False])


def test_only_the_seat_whose_turn_ends_is_asked() -> None:
    game = replay(far_apart(3, 1, "112", options=ANNOUNCE), ["place 4g"])
    assert game.to_act == 0
    game.play("silent")
    assert fields(game, "phase", "turn") == ("roll", 1)


@pytest.mark.parametrize("hand", [3, 4, 12])
def test_to_announce_with_more_in_hand_is_a_false_alarm_and_nothing_follows(hand: int) -> None:
    game = replay(far_apart(hand, 6, "112", options=ANNOUNCE), ["place 4g", "announce"])
    assert fields(game, "phase", "turn", "announced", "skip") == ("roll", 1, [False, False], [False, False])


@pytest.mark.parametrize("hand", [3, 4, 12])
def test_to_be_silent_with_more_in_hand_costs_nothing(hand: int) -> None:
    game = replay(far_apart(hand, 6, "112", options=ANNOUNCE), ["place 4g", "silent"])
    assert fields(game, "phase", "turn", "announced", "skip") == ("roll", 1, [False, False], [False, False])


def test_a_false_alarm_does_not_count_when_there_is_one_left_later() -> None:
    game = replay(far_apart(3, 6, "112", options=ANNOUNCE), ["place 4g", "announce", "roll 123", "silent"])
    replay(game, ["roll 112", "place 4f", "silent"])
    assert fields(game, "hands", "announced", "skip") == ([1, 6], [False, False], [True, False])


@pytest.mark.parametrize("turn", [0, 1])
def test_who_announces_plays_on_as_ever(turn: int) -> None:
    game = replay(far_apart(2, 6, "112", turn=turn, options=ANNOUNCE), ["place 4g", "announce"])
    told = [turn == 0, turn == 1]
    assert fields(game, "phase", "turn", "announced", "skip") == ("roll", 1 - turn, told, [False, False])


@pytest.mark.parametrize("again", ["announce", "silent"])
def test_who_has_told_is_asked_as_ever_and_nothing_follows(again: str) -> None:
    game = replay(far_apart(2, 6, "112", options=ANNOUNCE), ["place 4g", "announce", "roll 123", "silent", "roll 123"])
    assert (game.to_act, sorted(game.legal())) == (0, ["announce", "silent"])
    game.play(again)
    assert fields(game, "phase", "turn", "announced", "skip") == ("roll", 1, [True, False], [False, False])


@pytest.mark.parametrize("turn", [0, 1])
def test_who_is_silent_loses_its_next_turn_without_a_throw_or_a_word_and_then_counts_as_told(turn: int) -> None:
    game = replay(far_apart(2, 6, "112", turn=turn, options=ANNOUNCE), ["place 4g", "silent"])
    silent = [turn == 0, turn == 1]
    assert fields(game, "phase", "turn", "announced", "skip") == ("roll", 1 - turn, [False, False], silent)
    replay(game, ["roll 123", "silent"])
    assert fields(game, "phase", "turn", "announced", "skip") == ("roll", 1 - turn, silent, [False, False])
    replay(game, ["roll 123", "silent"])
    assert fields(game, "phase", "turn") == ("roll", turn)
    replay(game, ["roll 123", "silent"])
    assert fields(game, "phase", "turn", "announced", "skip") == ("roll", 1 - turn, silent, [False, False])


def test_a_triple_throws_again_before_anybody_is_asked() -> None:
    game = far_apart(2, 6, "333", options=ANNOUNCE)
    game.play("place 9g")
    assert fields(game, "phase", "turn", "hands") == ("roll", 0, [1, 6])


def test_the_last_man_placed_in_the_same_turn_need_not_be_told() -> None:
    game = replay(far_apart(2, 6, "333", options=ANNOUNCE), ["place 9g", "roll 112", "place 4g"])
    assert game.result().reason == "placed"


@pytest.mark.parametrize("roll", ["roll 123", "roll 233"])
def test_a_turn_that_ends_by_passing_is_asked_at_its_end_too(roll: str) -> None:
    full = placing(f"{column(4)} 3a 3b 3c", f"{column(8)}", "9g", options=ANNOUNCE)
    full.play(roll)
    assert (full.to_act, *fields(full, "phase", "dice")) == (0, "announce", None)


def test_a_full_column_after_a_triple_does_not_end_the_turn() -> None:
    game = placing(f"{column(3)} 4a 4b 4c", "8a", "9g", options=ANNOUNCE)
    game.play("roll 111")
    assert fields(game, "phase", "turn") == ("roll", 0)


def test_a_seat_is_asked_after_its_claim() -> None:
    game = replay(far_apart(2, 6, "112", options=ANNOUNCE | CLAIM), ["place 4g"])
    assert game.state()["phase"] == "claim"
    game.play("done")
    assert (game.to_act, *fields(game, "phase", "dice")) == (0, "announce", None)


EXPOSED = {"hand": 2, "enemy_hand": 5, "throw": "112", "exposed": "8c", "options": ANNOUNCE}
"""You are to place your last but one, and 8c is then eaten if the enemy places 7c."""


def test_a_hand_that_grows_past_one_clears_what_was_told() -> None:
    game = replay(far_apart(**EXPOSED), ["place 4g", "announce", "roll 223", "place 7c"])
    assert fields(game, "hands", "announced") == ([2, 4], [False, False])
    replay(game, ["silent", "roll 112", "place 4f", "silent"])
    assert game.state()["skip"] == [True, False]


def test_a_claim_that_makes_the_hand_grow_clears_what_was_told() -> None:
    game = far_apart(**{**EXPOSED, "options": ANNOUNCE | CLAIM})
    replay(game, ["place 4g", "done", "announce", "roll 223", "place 7c"])
    assert game.state()["announced"] == [True, False]
    game.play("eat 8c")
    assert fields(game, "phase", "announced") == ("claim", [False, False])


def test_a_hand_that_does_not_grow_keeps_what_was_told() -> None:
    game = replay(far_apart(**EXPOSED), ["place 4g", "announce", "roll 223", "place 7g"])
    assert game.state()["announced"] == [True, False]


def test_a_growing_hand_does_not_lift_the_penalty_and_after_it_nothing_counts_as_told() -> None:
    game = replay(far_apart(**EXPOSED), ["place 4g", "silent", "roll 223", "place 7c"])
    assert fields(game, "announced", "skip") == ([False, False], [True, False])
    game.play("silent")
    assert fields(game, "phase", "turn", "hands") == ("roll", 1, [2, 4])
    assert fields(game, "announced", "skip") == ([False, False], [False, False])
    replay(game, ["roll 123", "silent", "roll 112", "place 4f", "silent"])
    assert game.state()["skip"] == [True, False]


def test_the_penalty_stays_while_the_enemys_turn_goes_on() -> None:
    game = replay(far_apart(**EXPOSED), ["place 4g", "silent", "roll 222", "place 6a"])
    assert fields(game, "phase", "turn", "skip") == ("roll", 1, [True, False])
    replay(game, ["roll 223", "place 7c"])
    assert fields(game, "phase", "turn", "skip") == ("announce", 1, [True, False])
    game.play("silent")
    assert fields(game, "turn", "announced", "skip") == (1, [False, False], [False, False])


def test_two_silent_seats_lose_a_turn_each() -> None:
    game = far_apart(2, 2, "112", options=ANNOUNCE)
    replay(game, ["place 4g", "silent", "roll 223", "place 7g"])
    assert fields(game, "phase", "turn", "skip") == ("announce", 1, [True, False])
    game.play("silent")
    assert fields(game, "phase", "turn") == ("roll", 0)
    assert fields(game, "announced", "skip") == ([True, True], [False, False])


def test_the_other_announces_before_the_penalty_passes_the_turn_back_to_it() -> None:
    game = far_apart(2, 2, "112", options=ANNOUNCE)
    replay(game, ["place 4g", "silent", "roll 223", "place 7g", "announce"])
    assert fields(game, "phase", "turn") == ("roll", 1)
    assert fields(game, "announced", "skip") == ([True, True], [False, False])


def test_a_told_last_man_wins_like_any_other() -> None:
    game = far_apart(1, 6, "112", options=ANNOUNCE, announced=[True, False])
    game.play("place 4g")
    assert game.result() == tablee.Result(over=True, scores=[6, -6], winners=[0], reason="placed")


def test_an_untold_last_man_wins_too() -> None:
    game = far_apart(1, 6, "112", options=ANNOUNCE)
    game.play("place 4g")
    assert game.result() == tablee.Result(over=True, scores=[6, -6], winners=[0], reason="placed")


# ---- leaving --------------------------------------------------------------------------------------------------

IN_PHASE: dict[str, tuple[str, str, list[str]]] = {
    "roll": ("7b 9d", "7c 8d", []),
    "place": ("7b 9d", "7c 8d", ["roll 223"]),
    "claim": ("7b 9d", "7c 8d", ["roll 223", "place 7d"]),
    "announce": (f"{column(3)} 4a 4b 4c", "9a", ["roll 223", "place 7g", "done"]),
}
"""How to come to each phase with all options: who stands where, and what is played then."""


def in_phase(phase: str, turn: int) -> tablee.Game:
    yours, enemies, log = IN_PHASE[phase]
    game = position(yours, enemies, turn=turn, options=MATCH | CLAIM | ANNOUNCE, match_score=[-3, 3])
    assert replay(game, log).state()["phase"] == phase
    return game


@each("seat", [0, 1])
@each("turn", [0, 1])
@each("phase", IN_PHASE)
def test_when_one_leaves_the_other_wins_at_once_whatever_the_phase_and_the_turn(
    phase: str, turn: int, seat: int
) -> None:
    game = in_phase(phase, turn)
    before = game.state()
    game.leave(seat)
    assert game.result() == tablee.Result(over=True, scores=[-3, 3], winners=[1 - seat], reason="left")
    assert (game.to_act, game.legal(), game.outcomes()) == (None, [], [])
    assert fields(game, "phase", "dice", "trapped", "left") == ("over", None, [], [seat == 0, seat == 1])
    assert fields(game, "board", "hands") == (before["board"], before["hands"])
    assert game.view(seat) == game.state()


@pytest.mark.parametrize("seat", [0, 1])
def test_one_can_leave_before_it_is_known_who_starts(seat: int) -> None:
    game = new_game()
    game.leave(seat)
    assert game.result() == tablee.Result(over=True, scores=[0, 0], winners=[1 - seat], reason="left")


def test_a_single_game_that_is_left_has_no_points() -> None:
    game = placing(**LAST, options=CLAIM)
    game.leave(1)
    assert game.result() == tablee.Result(over=True, scores=[0, 0], winners=[0], reason="left")


@pytest.mark.parametrize("seat", [0, 1])
def test_leaving_while_the_last_cannibal_claims_is_leaving(seat: int) -> None:
    game = placing(**LAST, options=CLAIM)
    game.leave(seat)
    assert (game.result().winners, game.result().reason) == ([1 - seat], "left")
    assert fields(game, "hands", "trapped", "dice") == ([0, 5], [], None)


@pytest.mark.parametrize("seat", [-1, 2])
def test_only_a_seat_of_the_game_can_leave(seat: int) -> None:
    with pytest.raises(tablee.TableeError):
        new_game().leave(seat)


# ---- what is not legal ----------------------------------------------------------------------------------------


@each(
    ("log", "text"),
    [
        ([], "start 2"),
        ([], "roll 223"),
        (["start 0"], "start 1"),
        (["start 0"], "place 7c"),
        (["start 0", "roll 223"], "place 6c"),
        (["start 0", "roll 223"], "place 7h"),
        (["start 0", "roll 223"], "place 7C"),
        (["start 0", "roll 223"], "place c7"),
        (["start 0", "roll 223"], " place 7c"),
        (["start 0", "roll 223"], "done"),
        (["start 0", "roll 223"], "announce"),
        (["start 0", "roll 223"], "silent"),
        (["start 0", "roll 223"], "roll 223"),
        (["start 0", "roll 223", "place 7c", "roll 223"], "place 7c"),
        (["start 0", "roll 223", "place 7c", "roll 223"], "eat 7c"),
    ],
)
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(log: list[str], text: str) -> None:
    game = replay(new_game(), log)
    before = game.state()
    with pytest.raises(tablee.IllegalAction):
        game.play(text)
    assert (game.state(), game.log) == (before, log)


@each("text", ["eat 7d", "eat 7b", "eat 4g", "eat", "place 7e", "roll 223", "announce"])
def test_in_a_claim_only_enemies_can_be_pointed_at(text: str) -> None:
    with pytest.raises(tablee.IllegalAction):
        claiming().play(text)
