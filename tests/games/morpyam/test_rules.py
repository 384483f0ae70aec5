"""The grid, the throws, the calls and five alike: every sentence of the rules, one test or more each."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

import tablee
from tests.cases import each
from tests.games.agreement import replay
from tests.games.morpyam.positions import (
    ALL_THROWS,
    EXAMPLES,
    SQUARES_OF,
    WORTHLESS,
    calls,
    covered,
    fallen,
    falling,
    fresh_turn,
    keeps,
    over,
    places,
    position,
    situation,
    squares,
    thrown,
)
from tests.games.morpyam.random_play import new_game
from tests.games.morpyam.reference import FIGURES, SEC, Dice, comes_out, fits, throw

# ---- the grid and the tokens ----------------------------------------------------------------------------------


def test_the_grid_has_six_by_six_squares_and_each_bears_its_figure() -> None:
    assert {square: figure for figure, names in SQUARES_OF.items() for square in names.split()} == FIGURES
    assert len(FIGURES) == 36


@each("figure", SQUARES_OF)
def test_a_figure_opens_the_squares_that_bear_it(figure: str) -> None:
    game = thrown(EXAMPLES[figure], call="suite" if figure == "appel" else None)
    assert squares(figure) <= places(game)


@pytest.mark.parametrize(("players", "tokens"), [(2, 17), (3, 11), (4, 8)])
def test_each_seat_gets_its_tokens(players: int, tokens: int) -> None:
    assert new_game(players).state()["hands"] == [tokens] * players


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_each_of_the_252_throws_opens_the_squares_of_its_figures(throws: int) -> None:
    game = falling(throws - 1)
    opened = {dice: places(fallen(game, dice)) for dice in ALL_THROWS}
    assert len(opened) == 252
    assert opened == {dice: _open_to(dice, throws) for dice in ALL_THROWS}


def _open_to(dice: Dice, throws: int) -> set[str]:
    only = ("morpyam", "sec") if len(set(dice)) == 1 else FIGURES.values()
    return {square for square, figure in FIGURES.items() if figure in only and fits(dice, figure, throws)}


@each(
    ("dice", "figures"),
    [
        ("11145", ["1"]),
        ("12234", ["ps"]),
        ("13456", ["ps"]),
        ("23456", ["ps", "suite"]),
        ("12456", []),
        ("22333", ["full", "3"]),
        ("33335", ["carre", "3"]),
        ("11222", ["mini", "full", "2"]),
        ("11223", []),
        ("11114", ["mini", "carre", "1"]),
        ("55566", ["maxi", "full", "5"]),
        ("45666", ["maxi", "6"]),
        ("44666", ["full", "6"]),
        ("44444", ["morpyam"]),
    ],
)
def test_dice_show_these_figures_and_no_others(dice: str, figures: list[str]) -> None:
    assert places(thrown(dice, throws=2)) == squares(*figures)


def test_five_alike_is_not_a_full() -> None:
    assert not places(thrown("33333")) & squares("full")


def test_sec_is_one_of_its_six_figures_at_the_first_throw_only() -> None:
    for figure in SEC:
        opened = [squares("sec") <= places(thrown(EXAMPLES[figure], throws)) for throws in (1, 2, 3)]
        assert opened == [True, False, False]


@pytest.mark.parametrize("figure", ["1", "6", "ps"])
def test_a_brelan_or_a_petite_suite_at_the_first_throw_is_no_sec(figure: str) -> None:
    assert places(thrown(EXAMPLES[figure])) == squares(figure)


def test_the_player_chooses_which_free_square_to_cover() -> None:
    assert places(thrown("55666")) == squares("full", "6", "maxi", "sec")
    assert places(thrown("55666", throws=2)) == squares("full", "6", "maxi")


def test_a_square_is_covered_once() -> None:
    assert places(thrown("55666", board=covered("c4 b3 a5"))) == (
        squares("full", "6", "maxi", "sec") - {"c4", "b3", "a5"}
    )


def test_an_appel_square_is_never_open_without_a_call() -> None:
    assert not any(places(fallen(falling(0), dice)) & squares("appel") for dice in ALL_THROWS)


# ---- the worked examples --------------------------------------------------------------------------------------


def test_worked_example_a_brelan_of_ones_opens_its_squares_and_is_no_sec() -> None:
    assert places(thrown("11145")) == {"a6", "b1", "f4"}


def test_worked_example_2_3_4_5_is_a_petite_suite_and_no_sec() -> None:
    assert places(thrown("23455")) == {"a1", "f6"}


def test_worked_example_2_3_4_5_6_is_a_suite() -> None:
    assert places(thrown("23456", throws=2)) == {"d5", "c2", "a1", "f6"}


def test_worked_example_a_full_of_threes_and_fives() -> None:
    assert places(thrown("33355", throws=2)) == {"b3", "e4", "c6", "a3", "f2"}


def test_worked_example_a_morpyam_of_fours_goes_on_a_morpyam_square_and_plays_again() -> None:
    game = thrown("44444", throws=2)
    assert places(game) == {"c3", "d4"}
    assert situation(replay(game, ["place d4"])) == fresh_turn(0)


def test_worked_example_j_appelle_un_sec_is_said_before_the_first_throw_only() -> None:
    assert "sec" in calls(position("throw"))
    assert "sec" not in calls(position("throw", throws=1, dice=[1, 1, 2, 4, 5]))
    assert set(thrown("12345", call="sec").legal()) == {"place b4", "place e3"}


def test_worked_example_a_carre_of_5_at_the_first_throw_opens_carre_5_and_sec() -> None:
    assert places(thrown("55552")) == {"b5", "e2", "a4", "e1", "f5", "c5", "d2"}
    assert places(thrown("55552", board=covered("b5 a4 d2"))) == {"e2", "e1", "f5", "c5"}


def test_worked_example_a_called_carre_that_comes_out_opens_only_appel_squares() -> None:
    assert set(thrown("22226", call="carre").legal()) == {"place b4", "place e3"}


def test_worked_example_a_failed_call_of_full_at_the_second_throw_leaves_the_brelan_and_the_third_throw() -> None:
    game = thrown("11145", throws=2, call="full")
    assert places(game) == {"a6", "b1", "f4"}
    assert "111" in keeps(game)
    replay(game, ["keep 111", "roll", "dice 11145"])
    assert (game.to_act, places(game), keeps(game)) == (0, {"a6", "b1", "f4"}, set())


def test_worked_example_28_is_maxi_full_and_6() -> None:
    assert places(thrown("66565", throws=2)) == {"c4", "b2", "b3", "e4", "a5", "d1", "e6"}


def test_worked_example_7_is_mini_carre_and_1() -> None:
    assert places(thrown("11131", throws=2)) == {"e5", "d3", "b5", "e2", "a6", "b1", "f4"}


# ---- the start ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chance_says_who_starts_every_seat_alike(players: int) -> None:
    game = new_game(players)
    assert (game.to_act, game.legal(), game.state()["phase"], game.state()["turn"]) == ("chance", [], "start", None)
    assert sorted(game.outcomes()) == [(f"start {seat}", pytest.approx(1 / players)) for seat in range(players)]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_seat_that_starts_has_a_fresh_turn_and_the_others_follow_clockwise(seat: int) -> None:
    game = replay(new_game(3), [f"start {seat}"])
    for turn in range(4):
        assert situation(game) == fresh_turn((seat + turn) % 3)
        replay(game, ["roll", "dice 12345", f"place {['a1', 'f6', 'c2', 'd5'][turn]}"])


@pytest.mark.parametrize(("gone", "staying"), [([1], [0, 2, 3]), ([0, 3], [1, 2])])
def test_the_start_is_uniform_over_the_seats_that_have_not_left(gone: list[int], staying: list[int]) -> None:
    game = new_game(4)
    for seat in gone:
        game.leave(seat)
    assert game.state()["phase"] == "start"
    assert sorted(game.outcomes()) == [(f"start {seat}", pytest.approx(1 / len(staying))) for seat in staying]


# ---- throws ---------------------------------------------------------------------------------------------------


def test_before_the_first_throw_one_rolls_or_calls_one_of_seven_figures() -> None:
    game = position("throw")
    assert sorted(game.legal()) == sorted(["roll", "call sec", *(f"call {figure}" for figure in SEC)])


@pytest.mark.parametrize("throws", [1, 2])
def test_before_a_later_throw_sec_cannot_be_called(throws: int) -> None:
    game = position("throw", throws=throws, dice=list(WORTHLESS), kept=[1, 1])
    assert sorted(game.legal()) == sorted(["roll", *(f"call {figure}" for figure in SEC)])


@pytest.mark.parametrize("text", ["roll", "call sec", "call full"])
def test_a_roll_or_a_call_throws_at_once(text: str) -> None:
    game = replay(position("throw"), [text])
    called = None if text == "roll" else text.removeprefix("call ")
    assert (game.to_act, game.legal(), len(game.outcomes())) == ("chance", [], 252)
    assert situation(game) == ("dice", 0, 0, [], [], called)


def test_the_first_throw_is_with_five_dice() -> None:
    chances = {text: Fraction(chance).limit_denominator(7776) for text, chance in falling(0).outcomes()}
    assert len(chances) == 252
    assert sum(chances.values()) == 1
    assert chances["dice 33333"] == Fraction(1, 7776)
    assert chances["dice 12345"] == Fraction(120, 7776)
    assert chances["dice 22333"] == Fraction(10, 7776)


def test_the_digits_are_all_five_dice_ascending_kept_ones_included() -> None:
    game = position("dice", throws=1, dice=[1, 1, 3, 5, 6], kept=[1, 6, 3, 5])
    assert sorted(text for text, _ in game.outcomes()) == [
        "dice 11356", "dice 12356", "dice 13356", "dice 13456", "dice 13556", "dice 13566",
    ]  # fmt: skip
    assert all(chance == pytest.approx(1 / 6) for _, chance in game.outcomes())


@each("count", [0, 1, 2, 3, 4])
def test_after_every_keep_the_outcomes_have_their_exact_probabilities(count: int) -> None:
    for kept in combinations_with_replacement(range(1, 7), count):
        game = position("dice", throws=1, dice=[*kept, *[4] * (5 - count)], kept=list(kept))
        chances = {text: Fraction(chance).limit_denominator(7776) for text, chance in game.outcomes()}
        assert chances == throw(kept)
        assert (sum(chances.values()), len(chances) <= 252) == (1, True)


def test_any_dice_may_be_kept_but_for_all_five() -> None:
    assert keeps(thrown("11356")) == {
        "-", "1", "3", "5", "6",
        "11", "13", "15", "16", "35", "36", "56",
        "113", "115", "116", "135", "136", "156", "356",
        "1135", "1136", "1156", "1356",
    }  # fmt: skip
    assert keeps(thrown("44444")) == {"-", "4", "44", "444", "4444"}


@pytest.mark.parametrize(("throws", "allowed"), [(1, True), (2, True), (3, False)])
def test_a_turn_has_up_to_three_throws(throws: int, allowed: bool) -> None:
    game = thrown("55552", throws)
    assert bool(keeps(game)) == allowed
    assert places(game) >= squares("carre")


def test_after_a_keep_the_previous_throw_still_lies_until_the_next_one() -> None:
    game = thrown("11356")
    game.play("keep 11")
    assert situation(game) == ("throw", 0, 1, [1, 1, 3, 5, 6], [1, 1], None)
    game.play("call carre")
    assert situation(game) == ("dice", 0, 1, [1, 1, 3, 5, 6], [1, 1], "carre")
    game.play("dice 11124")
    assert situation(game) == ("choose", 0, 2, [1, 1, 1, 2, 4], [], "carre")


def test_keep_none_throws_all_five_again() -> None:
    game = replay(thrown("11356"), ["keep -", "roll"])
    assert situation(game) == ("dice", 0, 1, [1, 1, 3, 5, 6], [], None)
    assert len(game.outcomes()) == 252


def test_a_figure_that_was_thrown_and_not_placed_is_gone_with_the_next_throw() -> None:
    game = replay(thrown("55552"), ["keep -", "roll", "dice 11246"])
    assert places(game) == set()


def test_placing_ends_the_turn() -> None:
    game = replay(thrown("55552"), ["place b5"])
    assert situation(game) == fresh_turn(1)
    assert game.state()["board"] == {"b5": 0}
    assert game.state()["hands"] == [16, 17]


def test_after_the_third_throw_a_token_must_be_placed_if_any_square_fits() -> None:
    assert set(thrown("11145", throws=3).legal()) == {"place a6", "place b1", "place f4"}


def test_a_single_legal_action_is_still_asked_for() -> None:
    game = replay(falling(2, board=covered("a6 b1")), ["dice 11145"])
    assert (game.to_act, game.legal()) == (0, ["place f4"])


def test_after_the_third_throw_without_a_figure_the_turn_passes_by_itself() -> None:
    game = fallen(falling(2), WORTHLESS)
    assert situation(game) == fresh_turn(1)
    assert game.state()["hands"] == [17, 17]


def test_after_the_third_throw_the_turn_passes_if_all_fitting_squares_are_covered() -> None:
    assert situation(fallen(falling(2, board=covered("a6 b1 f4")), (1, 1, 1, 4, 5))) == fresh_turn(1)


def test_after_the_first_and_the_second_throw_nothing_passes_by_itself() -> None:
    for throws in (0, 1):
        game = fallen(falling(throws), WORTHLESS)
        assert (game.to_act, places(game), "-" in keeps(game)) == (0, set(), True)


# ---- calls ----------------------------------------------------------------------------------------------------


@each(("board", "called"), [("b4", {*SEC, "sec"}), ("e3", {*SEC, "sec"}), ("b4 e3", set()), ("c5 d2", {*SEC, "sec"})])
def test_calling_needs_a_free_appel_square(board: str, called: set[str]) -> None:
    assert calls(position("throw", board=covered(board))) == called


def test_the_appel_square_is_needed_whoever_has_covered_it() -> None:
    assert position("throw", board={"b4": 0, "e3": 1}).legal() == ["roll"]


@each(("called", "throws"), [("sec", 1), *((figure, throws) for figure in SEC for throws in (1, 2, 3))])
def test_each_call_comes_out_or_fails_with_each_of_the_252_throws(called: str, throws: int) -> None:
    game = falling(throws - 1, call=called)
    for dice in ALL_THROWS:
        after = fallen(game, dice)
        if comes_out(dice, called, throws):
            assert set(after.legal()) == {"place b4", "place e3"}
        elif throws == 3:
            assert situation(after) == fresh_turn(1)
        else:
            assert (places(after), "-" in keeps(after)) == (_open_to(dice, throws), True)


@pytest.mark.parametrize(("taken", "free"), [("b4", "e3"), ("e3", "b4")])
def test_the_token_must_go_on_a_free_appel_square(taken: str, free: str) -> None:
    assert thrown("12345", call="suite", board=covered(taken)).legal() == [f"place {free}"]


@each("call", ["sec", *SEC])
def test_a_figure_that_was_not_called_opens_no_appel_square(call: str) -> None:
    game = thrown("11145", call=call)
    assert places(game) == squares("1")


def test_a_call_that_the_kept_dice_already_satisfy_is_allowed() -> None:
    game = replay(thrown("22225"), ["keep 2222", "call carre"])
    assert all(places(fallen(game, dice)) == {"b4", "e3"} for dice in [(2, 2, 2, 2, last) for last in range(2, 7)])
    assert places(fallen(game, (1, 2, 2, 2, 2))) == {"b4", "e3"}


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_five_alike_satisfy_a_called_carre(throws: int) -> None:
    assert set(thrown("33333", throws, call="carre").legal()) == {"place b4", "place e3"}


@pytest.mark.parametrize("throws", [1, 2])
def test_five_alike_never_satisfy_a_called_full(throws: int) -> None:
    game = thrown("33333", throws, call="full")
    assert places(game) == squares("morpyam", *(["sec"] if throws == 1 else []))
    assert "3333" in keeps(game)


@each("figure", SEC)
def test_a_called_sec_is_any_of_its_six_figures(figure: str) -> None:
    assert set(thrown(EXAMPLES[figure], call="sec").legal()) == {"place b4", "place e3"}


@pytest.mark.parametrize("dice", ["11145", "12346", "11245"])
def test_a_called_sec_is_nothing_else(dice: str) -> None:
    assert not places(thrown(dice, call="sec")) & squares("appel", "sec")


def test_after_a_failed_call_at_the_first_throw_the_dice_count_as_usual_for_sec_too() -> None:
    assert places(thrown("22333", call="suite")) == squares("full", "3", "sec")


def test_a_failed_call_stays_until_keep_and_another_may_follow() -> None:
    game = thrown("22333", call="suite")
    assert game.state()["call"] == "suite"
    game.play("keep 333")
    assert game.state()["call"] is None
    replay(game, ["call carre", "dice 33356", "keep 333", "call morpyam", "dice 33333"])
    assert (game.state()["call"], set(game.legal())) == ("morpyam", {"place b4", "place e3"})
    game.play("place e3")
    assert game.state()["call"] is None


def test_after_a_failed_call_one_may_roll_without_a_call() -> None:
    game = replay(thrown("22333", call="suite"), ["keep 333", "roll", "dice 11333"])
    assert (game.state()["call"], places(game)) == (None, squares("full", "3"))


@each("dice", ["66666", "55566", "12345", "11145", "11245"])
def test_a_call_that_fails_at_the_third_throw_loses_everything(dice: str) -> None:
    game = fallen(falling(2, call="mini"), [int(die) for die in dice])
    assert situation(game) == fresh_turn(1)
    assert game.state()["board"] == {}


def test_a_call_that_comes_out_at_the_third_throw_is_placed() -> None:
    assert set(fallen(falling(2, call="mini"), (1, 1, 1, 1, 4)).legal()) == {"place b4", "place e3"}


# ---- five alike -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_five_alike_on_whatever_square_play_again(throws: int) -> None:
    for square in places(thrown("66666", throws)):
        game = replay(thrown("66666", throws), [f"place {square}"])
        assert situation(game) == fresh_turn(0)
        assert game.state()["board"] == {square: 0}


@each("called", ["morpyam", "carre", "sec", "mini"])
def test_five_alike_on_an_appel_square_play_again(called: str) -> None:
    game = replay(thrown("11111", call=called), ["place b4"])
    assert situation(game) == fresh_turn(0)


@pytest.mark.parametrize("dice", ["11112", "11222", "12345"])
def test_nothing_but_five_alike_plays_again(dice: str) -> None:
    game = thrown(dice)
    game.play(f"place {min(places(game))}")
    assert situation(game) == fresh_turn(1)


def test_the_new_turn_has_three_throws_and_its_first_is_a_first_throw_for_sec() -> None:
    game = replay(thrown("66666", throws=3), ["place c3"])
    assert "sec" in calls(game)
    replay(game, ["roll", "dice 12345"])
    assert squares("sec") <= places(game)
    replay(game, ["keep -", "roll", "dice 11245", "keep -", "roll", "dice 11245"])
    assert situation(game) == fresh_turn(1)


def test_five_alike_again_play_again_and_again() -> None:
    game = thrown("66666")
    for square in ("d2", "c3", "d4", "e6"):
        game.play(f"place {square}")
        assert situation(game) == fresh_turn(0)
        replay(game, ["roll", "dice 66666"])
    assert game.state()["hands"] == [13, 17]


def test_without_a_placement_five_alike_play_no_new_turn() -> None:
    failed = fallen(falling(2, call="full"), (3, 3, 3, 3, 3))
    nowhere = fallen(falling(2, board=covered("c3 d4 b5 e2 a3 c6 f2")), (3, 3, 3, 3, 3))
    thrown_again = replay(thrown("33333", throws=2), ["keep -", "roll", "dice 11245"])
    assert [situation(game) for game in (failed, nowhere, thrown_again)] == [fresh_turn(1)] * 3


def test_a_last_token_with_five_alike_ends_the_game_before_the_new_turn() -> None:
    board = covered("a6 c6 a4 c4 a2 c2 e1", seat=0)
    game = replay(thrown("66666", players=4, board=board), ["place d4"])
    assert situation(game) == over(0)
    assert game.result() == tablee.Result(over=True, scores=[1, 0, 0, 0], winners=[0], reason="points")


# ---- five alike and morpyam squares ---------------------------------------------------------------------------

ANYWHERE = {"options": {"five_alike": "any"}}
BOTH_TAKEN = covered("c3 d4", seat=1)


@each("taken", ["", "c3", "d4"])
def test_five_alike_go_on_a_morpyam_square_while_one_is_free_or_on_sec_at_the_first_throw(taken: str) -> None:
    for throws, figures in ((1, ["morpyam", "sec"]), (2, ["morpyam"]), (3, ["morpyam"])):
        assert places(thrown("66666", throws, board=covered(taken))) == squares(*figures) - {taken}


def test_with_both_morpyam_squares_covered_five_alike_go_wherever_they_fit() -> None:
    assert places(thrown("66666", board=BOTH_TAKEN)) == squares("carre", "6", "maxi", "sec")
    assert places(thrown("66666", throws=2, board=BOTH_TAKEN)) == squares("carre", "6", "maxi")


@pytest.mark.parametrize(("call", "dice"), [("morpyam", "66666"), ("carre", "33333"), ("sec", "11111")])
def test_five_alike_that_were_called_go_on_appel_squares_as_always(call: str, dice: str) -> None:
    assert set(thrown(dice, call=call).legal()) == {"place b4", "place e3"}


def test_five_alike_after_a_call_that_failed_go_on_a_morpyam_or_sec_square() -> None:
    assert places(thrown("33333", call="full")) == squares("morpyam", "sec")
    assert places(thrown("33333", throws=2, call="full")) == squares("morpyam")


def test_five_alike_may_be_thrown_again() -> None:
    assert keeps(thrown("44444")) == {"-", "4", "44", "444", "4444"}


def test_by_the_house_rule_five_alike_go_wherever_they_fit() -> None:
    assert places(thrown("66666", **ANYWHERE)) == squares("morpyam", "carre", "6", "maxi", "sec")
    assert places(thrown("66666", throws=2, **ANYWHERE)) == squares("morpyam", "carre", "6", "maxi")


def test_any_other_throw_is_free_to_choose_with_either_rule() -> None:
    others = [dice for dice in ALL_THROWS if len(set(dice)) > 1]
    assert all(places(fallen(falling(0), dice)) == places(fallen(falling(0, **ANYWHERE), dice)) for dice in others)


@each("throws", [1, 2, 3])
def test_by_the_house_rule_five_alike_on_whatever_square_play_again(throws: int) -> None:
    for square in places(thrown("66666", throws, **ANYWHERE)):
        assert situation(replay(thrown("66666", throws, **ANYWHERE), [f"place {square}"])) == fresh_turn(0)


# ---- sure calls refused -----------------------------------------------------------------------------------------

REFUSED = {"options": {"sure_call": "refused"}}


@each("throws", [1, 2])
@each("value", [1, 2, 3, 4, 5, 6])
def test_with_four_equal_dice_kept_a_carre_cannot_be_called_where_sure_calls_are_refused(
    throws: int, value: int
) -> None:
    alike = [value] * 4
    kept = {"throws": throws, "dice": [*alike, value % 6 + 1], "kept": alike}
    assert calls(position("throw", **kept)) == set(SEC)
    assert calls(position("throw", **kept, **REFUSED)) == set(SEC) - {"carre"}


@each("kept", ["", "2", "22", "222", "2226", "1122"])
def test_any_other_call_may_be_made_where_sure_calls_are_refused(kept: str) -> None:
    dice = [int(die) for die in (kept + "22266")[:5]]
    game = position("throw", throws=1, dice=dice, kept=[int(die) for die in kept], **REFUSED)
    assert calls(game) == set(SEC)


def test_five_alike_of_which_four_are_kept_make_no_sure_call_either() -> None:
    game = replay(thrown("33333", **REFUSED), ["keep 3333"])
    assert calls(game) == set(SEC) - {"carre"}


def test_a_call_is_sure_only_if_it_is_a_carre_with_four_alike_kept() -> None:
    """The only call that can be certain before a throw, by looking at all that may be kept and may fall."""
    sure = {
        (kept, figure)
        for count in range(5)
        for kept in combinations_with_replacement(range(1, 7), count)
        for figure in SEC
        if all(comes_out(tuple(int(die) for die in text.removeprefix("dice ")), figure, 2) for text in throw(kept))
    }
    assert sure == {((value,) * 4, "carre") for value in range(1, 7)}
