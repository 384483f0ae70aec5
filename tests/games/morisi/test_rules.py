"""What is Morisi's own: the land of its cities, routes that bring houses, two players, scores and predictions."""

from typing import Any

import pytest

import tablee
from tablee.engine.chance import new_random
from tablee.games import find_game
from tests.cases import each
from tests.games.agreement import replay
from tests.games.morisi.positions import FROM_THE_MIDDLE, ONE_BY_ONE, state_against_a_leaver
from tests.games.shared.routes.positions import (
    NINE_CITIES,
    either_way,
    fields,
    linked,
    position,
    routes,
    state_of,
    sticks_along,
)


def morisi(*rows: str, **more: Any) -> tablee.Game:
    return position("morisi", *rows, **more)


# ---- players and options --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 5])
def test_it_is_for_two_to_four(players: int) -> None:
    with pytest.raises(tablee.BadOptions):
        tablee.new("morisi", players)


@each("options", [{"hands": "closed"}, {"cities": "far"}, {"predictions": True}, {"predictions": 1}, {"speed": "fast"}])
def test_it_has_no_other_options(options: dict[str, Any]) -> None:
    with pytest.raises(tablee.BadOptions):
        tablee.new("morisi", 3, options)


def test_hands_are_hidden_cities_apart_and_nothing_predicted_unless_it_is_wanted() -> None:
    defaults = {"hands": "hidden", "cities": "apart", "gaps": "none", "predictions": "off"}
    assert tablee.new("morisi", 2).state()["options"] == defaults


# ---- three or four players ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_with_three_or_four_there_is_one_route_a_turn(players: int) -> None:
    game = morisi("A red B blue C", players=players, cubes=("red2 blue2",))
    replay(game, ["stick 0,0>1,0 red", "stick 1,0>2,0 red"])
    assert fields(game, "turn", "phase") == (1, "move")


@pytest.mark.parametrize("players", [3, 4])
def test_with_three_or_four_a_route_must_bring_a_new_house(players: int) -> None:
    """A and B are linked: another route between them brings nothing, one from C to any of it does."""
    own = sticks_along("0,1 1,0 2,0")
    game = morisi(". red B green C", "A blue", players=players, cubes=("red2 blue2 green2",), sticks=(own,))
    found = routes(game)
    assert "0,1 1,1 2,0" not in found
    assert "0,1 1,1" not in found
    assert "2,0 3,0 4,0" in found


@pytest.mark.parametrize("players", [3, 4])
def test_a_house_is_new_if_any_two_cities_are_linked_that_were_not(players: int) -> None:
    """A–B and C–D are linked: joining the two roads links A and B with C and D."""
    rows = ("A red B", ". yellow", "C blue D")
    own = sticks_along("0,0 1,0 2,0", "0,2 1,2 2,2")
    game = morisi(*rows, players=players, cubes=("red2 yellow2 blue2",), sticks=(own,))
    assert "1,0 1,1 1,2" in routes(game)
    replay(game, ["stick 1,0>1,1 yellow", "stick 1,1>1,2 yellow"])
    assert game.state()["houses"][0] == dict.fromkeys("ABCD", 3)


def test_a_road_between_two_hexes_of_one_route_brings_no_house() -> None:
    own = sticks_along("0,0 1,0 2,0 3,0")
    game = morisi("A red blue B", ". yellow", cubes=("red2 blue2 yellow2",), sticks=(own,))
    assert game.to_act == 1


def test_sticks_that_link_nothing_are_no_help_for_a_house() -> None:
    """A road from A to sticks that reach no other city."""
    game = morisi("A red blue yellow", cubes=("red2 blue2",), sticks=(sticks_along("2,0 3,0"),))
    assert game.to_act == 1


@pytest.mark.parametrize(("players", "others", "cost"), [(3, 1, "red4"), (3, 2, "red6"), (4, 3, "red8")])
def test_with_three_or_four_parallel_sticks_cost_more(players: int, others: int, cost: str) -> None:
    built = [sticks_along("0,0 1,0 2,0")] * others
    game = morisi("A red B", players=players, cubes=("red9",), sticks=([], *built))
    assert routes(game) == either_way("0,0 1,0 2,0", cost)


# ---- two players ----------------------------------------------------------------------------------------------


def test_with_two_as_many_routes_a_turn_as_can_be_paid_are_built() -> None:
    game = morisi("A red B blue C yellow D", players=2, cubes=("red2 blue2 yellow2",))
    replay(game, ["stick 0,0>1,0 red", "stick 1,0>2,0 red"])
    assert (game.to_act, *fields(game, "phase", "route")) == (0, "build", None)
    assert game.state()["houses"][0] == {"A": 1, "B": 1}
    replay(game, ["stick 4,0>3,0 blue", "stick 3,0>2,0 blue"])
    assert "end" in game.legal()
    assert routes(game) == either_way("4,0 5,0 6,0", "yellow2")


def test_with_two_end_stops_the_turn_between_routes_and_not_within_one() -> None:
    game = morisi("A red B blue C", players=2, cubes=("red2 blue2",))
    game.play("stick 0,0>1,0 red")
    assert game.legal() == ["stick 1,0>2,0 red"]
    game.play("stick 1,0>2,0 red")
    game.play("end")
    assert fields(game, "turn", "phase") == (1, "move")


def test_with_two_the_turn_ends_by_itself_when_nothing_more_can_be_built() -> None:
    game = morisi("A red B blue C", players=2, cubes=("red2 blue",))
    replay(game, ["stick 0,0>1,0 red", "stick 1,0>2,0 red"])
    assert fields(game, "turn", "phase", "idle") == (1, "move", 1)


def test_with_two_routes_need_not_bring_houses() -> None:
    game = morisi(". red B", "A blue", players=2, cubes=("blue2",), sticks=(sticks_along("0,1 1,0 2,0"),))
    assert "0,1 1,1 2,0" in routes(game)


def test_with_two_a_path_that_returns_to_its_own_hexes_is_no_route() -> None:
    game = morisi("A red", "blue yellow", players=2, cubes=("red3 blue3 yellow3",))
    assert game.to_act == 1


def test_with_two_routes_completed_earlier_in_the_turn_are_ordinary_anchors() -> None:
    game = morisi("A red B", ". blue", ". C", players=2, cubes=("red2 blue2",))
    assert "1,0 1,1 1,2" not in routes(game)
    replay(game, ["stick 0,0>1,0 red", "stick 1,0>2,0 red"])
    assert routes(game)["1,0 1,1 1,2"] == {"blue2"}
    replay(game, ["stick 1,2>1,1 blue", "stick 1,1>1,0 blue"])
    assert game.state()["houses"][0] == {"A": 2, "B": 2, "C": 2}


def test_with_two_parallel_sticks_are_allowed_at_the_normal_cost() -> None:
    game = morisi("A red B", players=2, cubes=("red5",), sticks=([], sticks_along("0,0 1,0 2,0")))
    assert routes(game) == either_way("0,0 1,0 2,0", "red2")


def test_with_two_a_leaver_keeps_its_completed_routes_of_the_turn() -> None:
    game = morisi("A red B blue yellow C", players=2, cubes=("red2 blue2 yellow2",))
    replay(game, ["stick 0,0>1,0 red", "stick 1,0>2,0 red", "stick 2,0>3,0 blue", "stick 3,0>4,0 yellow"])
    game.leave(0)
    assert fields(game, "sticks", "cubes") == ([sticks_along("0,0 1,0 2,0"), []], [{"yellow": 2, "blue": 2}, {}])


# ---- scores ---------------------------------------------------------------------------------------------------


CHAIN = ("A red B blue C yellow D orange E",)
AB, BC, CD, DE = (sticks_along(f"{q},0 {q + 1},0 {q + 2},0") for q in (0, 2, 4, 6))
SIZES: dict[str, tuple[list[str], ...]] = {
    "4 6 3 1": ([*AB, *BC, *CD], [*AB, *BC], AB, AB),
    "2 2 1 1": (AB, AB, CD, []),
    "3 5 3 3 2": ([*AB, *BC, *CD, *DE], [*AB, *BC, *DE], AB, []),
    "1 1": (AB, [], [], []),
    "2 2 2 2": ([*AB, *CD], [*AB, *CD], [], []),
    "1 2 2 1": ([*AB, *BC, *CD], [], [], []),
}
"""What four seats have built, by the sizes of the cities A, B and so on."""


def test_houses_6_3_and_3_in_the_three_largest_cities_and_houses_in_7_make_12_and_28() -> None:
    """A is linked on one side with B, C and two more, on the other with three: 6 houses, and 3 in each of the six."""
    rows = ("E . F . . G . H", "yellow orange red A green blue yellow orange", "B . . . . C")
    own = sticks_along(
        "0,1 1,1 2,1 3,1", "0,0 0,1", "2,0 2,1", "0,2 0,1",
        "3,1 4,1 5,1 6,1 7,1", "5,0 5,1", "7,0 7,1", "5,2 5,1",
    )  # fmt: skip
    others = sticks_along("0,2 0,1 1,1 2,1 3,1", "3,1 4,1 5,1 5,2")
    game = morisi(*rows, phase="move", sticks=(own, others))
    assert game.state()["houses"][0] == {"A": 6, "B": 3, "C": 3, "E": 3, "F": 3, "G": 3, "H": 3}
    assert game.state()["houses"][1] == {"A": 2, "B": 1, "C": 1}
    assert game.result().scores == [12 + 28, 4 + 12, 0]


EIGHT_CITIES = ("A . B . C . D", "yellow orange red green blue yellow orange", "E . F . G . H")
TO_H = "6,2 6,1"


def test_totals_17_14_14_14_and_9_let_four_cities_count() -> None:
    built = (linked("ABCDEF"), linked("ABCDG", TO_H), linked("ABCDE"), linked("AFG", TO_H))
    game = morisi(*EIGHT_CITIES, phase="move", players=4, sticks=built)
    totals = [sum(houses.get(name, 0) for houses in game.state()["houses"]) for name in "ABCDEFGH"]
    assert totals == [17, 14, 14, 14, 9, 8, 8, 8]
    assert game.result().scores == [4 * 5 + 4 * 6, 4 * 5 + 4 * 6, 4 * 4 + 4 * 5, 3 + 4 * 4]


def test_cities_as_large_as_the_third_count_and_smaller_ones_do_not() -> None:
    """A to D have 4, 6, 3 and 1 houses, then 1, 2, 2 and 1."""
    game = morisi(*CHAIN, phase="move", players=4, sticks=SIZES["4 6 3 1"])
    assert game.result().scores == [1 + 2 + 2 + 16, 1 + 2 + 1 + 12, 2 + 8, 2 + 8]
    game = morisi(*CHAIN, phase="move", players=4, sticks=SIZES["1 2 2 1"])
    assert game.result().scores == [1 + 2 + 2 + 1 + 16, 0, 0, 0]


def test_with_two_only_the_largest_city_counts() -> None:
    ab, bc = sticks_along("0,0 1,0 2,0"), sticks_along("2,0 3,0 4,0")
    game = morisi("A red B blue C", phase="move", players=2, sticks=([*ab, *bc], ab))
    assert game.result().scores == [2, 1]


def test_with_two_all_of_the_largest_cities_count_so_more_than_7_is_possible() -> None:
    game = morisi(*NINE_CITIES, phase="move", players=2, sticks=(linked("ABCD"), linked("ABC")))
    assert game.result().scores == [3 * 3, 3 * 2]


def test_with_two_and_no_houses_nobody_scores() -> None:
    assert morisi("A red B", phase="move", players=2).result().scores == [0, 0]


def test_houses_of_seats_that_left_count_in_the_totals() -> None:
    """B is the largest of two players because of whoever left."""
    bc = sticks_along("2,0 3,0 4,0")
    game = morisi("A red B blue C yellow D", phase="move", sticks=(sticks_along("4,0 5,0 6,0"), bc, bc))
    game.leave(2)
    assert game.result().scores == [1 + 1 + 8, 2 + 8, 2 + 8]


# ---- ties -----------------------------------------------------------------------------------------------------


def scored(*rows: str, **more: Any) -> tablee.Result:
    """The result of a game whose last turn cannot be used."""
    return morisi(*rows, ending=True, **more).result()


def test_most_points_win() -> None:
    built = (sticks_along("0,0 1,0 2,0 3,0 4,0"), sticks_along("0,0 1,0 2,0"))
    result = scored("A red B blue C", sticks=built)
    assert (result.winners, result.reason) == ([0], "points")


def test_in_a_tie_more_cities_with_a_house_win() -> None:
    """Two players: one house each in the largest city B; seat 1 has houses in four cities, with fewer sticks."""
    built = (
        sticks_along("2,0 3,0 2,1 1,1 0,1", "3,0 3,1"),
        sticks_along("0,0 1,0 2,0", "4,0 5,0 6,0"),
    )
    rows = ("A red B blue C yellow D", "E orange green red")
    game = morisi(*rows, players=2, ending=True, sticks=built)
    result = game.result()
    assert game.state()["houses"] == [{"B": 1, "E": 1}, {"A": 1, "B": 1, "C": 1, "D": 1}]
    assert (result.scores, result.winners) == ([1, 1], [1])


def test_in_a_tie_of_cities_more_sticks_win() -> None:
    built = (sticks_along("0,0 1,0 2,0"), sticks_along("0,0 0,1 1,1 2,0"))
    result = scored("A red B", "blue yellow", players=2, sticks=built)
    assert (result.scores, result.winners) == ([1 + 1, 1 + 1], [1])


def against_a_leaver(*built: list[str]) -> tablee.Game:
    return tablee.load(state_against_a_leaver(*built, ending=True))


def test_in_a_tie_of_sticks_more_houses_win() -> None:
    game = against_a_leaver(ONE_BY_ONE, [*FROM_THE_MIDDLE, *sticks_along("1,5 1,4")])
    assert [len(built) for built in game.state()["sticks"][:2]] == [4, 4]
    assert game.state()["houses"][:2] == [{"P": 1, "Q": 2, "R": 1}, {"P": 2, "Q": 2, "R": 2}]
    assert game.result() == tablee.Result(over=True, scores=[12, 12, 54], winners=[1], reason="points")


def test_more_sticks_count_before_more_houses() -> None:
    assert against_a_leaver(ONE_BY_ONE, FROM_THE_MIDDLE).result().winners == [0]


def test_then_a_tie_is_shared() -> None:
    assert against_a_leaver(ONE_BY_ONE, ONE_BY_ONE).result().winners == [0, 1]
    assert against_a_leaver([], []).result().winners == [0, 1]


# ---- predictions ----------------------------------------------------------------------------------------------

ON = {"predictions": "on"}


def test_each_seat_in_order_names_three_different_cities_before_the_pawns_are_placed() -> None:
    game = tablee.new("morisi", 3, ON, seed=4)
    names = {about["name"] for about in game.state()["hexes"].values() if about["kind"] == "city"}
    for seat in range(3):
        named: list[str] = []
        for name in ("KAA", "ZOE", "SAS"):
            assert (game.to_act, game.state()["phase"]) == (seat, "predict")
            assert set(game.legal()) == {f"predict {other}" for other in names - set(named)}
            game.play(f"predict {name}")
            named.append(name)
            assert game.state()["predictions"][seat] == named
    assert fields(game, "phase", "turn", "idle") == ("place", 0, 0)


def test_without_that_option_nobody_predicts_anything() -> None:
    game = tablee.new("morisi", 3, seed=4)
    assert game.state()["phase"] == "place"
    assert "predictions" not in game.state()


@each(
    ("sizes", "predicted", "points"),
    [
        ("4 6 3 1", "BAC", 15),
        ("4 6 3 1", "ABC", 2 + 2 + 5),
        ("4 6 3 1", "BCA", 5 + 2 + 2),
        ("4 6 3 1", "CBA", 6),
        ("4 6 3 1", "DBA", 0 + 2 + 2),
        ("4 6 3 1", "BAD", 10),
        ("4 6 3 1", "BAE", 10),  # E has no houses, and so no rank
        ("2 2 1 1", "ABC", 15),
        ("2 2 1 1", "BAD", 15),
        ("2 2 1 1", "CDA", 6),
        ("2 2 1 1", "ACE", 5 + 2),
        ("3 5 3 3 2", "BAC", 15),
        ("3 5 3 3 2", "BDC", 15),
        ("3 5 3 3 2", "ABC", 2 + 2 + 5),
        ("3 5 3 3 2", "EBD", 0 + 2 + 5),
        ("1 1", "ABC", 10),
        ("1 1", "CAB", 0 + 5 + 2),
        ("1 1", "CDE", 0),
        ("2 2 2 2", "DCB", 15),
        ("1 2 2 1", "BCA", 15),
        ("1 2 2 1", "CBD", 15),
        ("1 2 2 1", "ADB", 2 + 2 + 2),
    ],
)
def test_5_points_for_a_city_at_its_right_rank_and_2_for_one_of_the_three_largest(
    sizes: str, predicted: str, points: int
) -> None:
    state = state_of("morisi", *CHAIN, players=4, sticks=SIZES[sizes], phase="move", options=ON)
    running = tablee.load({**state, "predictions": [list(predicted), *[["E", "D", "C"]] * 3]})
    over = tablee.load({**running.state(), "phase": "over"})
    found = [sum(houses.get(name, 0) for houses in over.state()["houses"]) for name in "ABCDE"]
    assert found == [*map(int, sizes.split()), 0, 0, 0][:5]
    assert over.result().scores[0] - running.result().scores[0] == points


def test_scores_count_predictions_only_once_the_game_is_over() -> None:
    state = state_of("morisi", *CHAIN, sticks=(AB, [], []), phase="move", idle=90, options=ON)
    game = tablee.load({**state, "predictions": [["C", "D", "E"], ["A", "B", "C"], ["B", "C", "A"]]})
    assert game.result().scores == [2 + 8, 0, 0]
    game.play(game.legal()[0])
    assert game.result() == tablee.Result(over=True, scores=[10, 10, 7], winners=[0], reason="points")


def test_with_two_players_predictions_count_as_well() -> None:
    state = state_of("morisi", *CHAIN, players=2, sticks=(AB, []), phase="over", options=ON)
    game = tablee.load({**state, "predictions": [["C", "D", "E"], ["A", "B", "C"]]})
    assert (game.result().scores, game.result().winners) == ([2, 10], [1])


def test_predictions_count_however_the_game_ends() -> None:
    state = state_of("morisi", *CHAIN, players=2, sticks=(AB, []), phase="move", options=ON)
    game = tablee.load({**state, "predictions": [["C", "D", "E"], ["A", "B", "C"]]})
    game.leave(1)
    assert game.result() == tablee.Result(over=True, scores=[2, 10], winners=[0], reason="left")


def test_who_leaves_while_predicting_is_passed_over_and_keeps_what_was_named() -> None:
    game = tablee.new("morisi", 3, ON, seed=4)
    replay(game, ["predict KAA", "predict ZOE"])
    game.leave(0)
    assert (game.to_act, game.state()["phase"], game.state()["predictions"]) == (1, "predict", [["KAA", "ZOE"], [], []])
    replay(game, ["predict KAA", "predict ZOE", "predict SAS"])
    assert game.to_act == 2
    replay(game, ["predict KAA", "predict ZOE", "predict SAS"])
    assert fields(game, "phase", "turn") == ("place", 1)


def test_a_seat_that_leaves_before_it_predicts_is_passed_over() -> None:
    game = tablee.new("morisi", 4, ON, seed=4)
    game.leave(1)
    replay(game, ["predict KAA", "predict ZOE", "predict SAS"])
    assert game.to_act == 2
    game.leave(3)
    replay(game, ["predict KAA", "predict ZOE", "predict SAS"])
    assert fields(game, "phase", "turn") == ("place", 0)


def test_a_sample_keeps_what_a_seat_has_predicted_and_makes_up_what_the_others_have() -> None:
    definition = find_game("morisi")
    state = definition.new(3, ON, 4)
    for text in ("predict KAA", "predict ZOE", "predict SAS", "predict KAA", "predict ZOE"):
        state = definition.apply(state, text)
    made_up = []
    for seed in range(200):
        guess = state.copy()
        definition.rules.sample(guess[0], 1, new_random(seed))
        document = definition.words.write(guess)
        assert {**document, "predictions": None} == {**definition.words.write(state), "predictions": None}
        first, second, third = document["predictions"]
        assert (len(set(first)), second, third) == (3, ["KAA", "ZOE"], [])
        made_up.append(first)
    names = {about["name"] for about in definition.words.write(state)["hexes"].values() if about["kind"] == "city"}
    assert all({named[rank] for named in made_up} == names for rank in range(3))


# ---- houses ---------------------------------------------------------------------------------------------------


def test_the_stock_of_houses_is_31_or_33_with_two() -> None:
    """30 is less than both, 32 less than 33 only: a link always brings two."""
    assert (4 * 3 + 5 * 2 + 9, 4 * 3 + 6 * 2 + 9) == (31, 33)
    for players, over in ((2, False), (3, True), (4, True)):
        built = linked("ABCDEF", "6,0 7,0 8,0")
        game = morisi(*NINE_CITIES, phase="move", players=players, sticks=(built,))
        assert (sum(game.state()["houses"][0].values()), game.result().over) == (32, over)
