"""Routes: which there are, what they cost, and how they are built stick by stick."""

from typing import Any

import numpy as np
import pytest

import tablee
from tablee.engine import calls
from tablee.games import find_game
from tests.cases import each
from tests.games.agreement import replay
from tests.games.shared.routes.games import REFERENCES
from tests.games.shared.routes.hand_made_states import FIELD
from tests.games.shared.routes.positions import either_way, fields, position, routes, state_of, sticks, sticks_along

GAMES = list(REFERENCES)
BOTH = each("game", GAMES)
NEIGHBOURS = {"netzwerk": {}, "morisi": {"cities": "any"}}
"""The options with which cities may be neighbours."""
PLENTY = "yellow4 orange4 red4 green4 blue4"


def building(game: str, *rows: str, cubes: str = PLENTY, own: tuple[str, ...] = (), **more: Any) -> tablee.Game:
    """Seat 0 is to build, with these cubes, and has sticks along these paths."""
    return position(game, *rows, cubes=(cubes,), sticks=(sticks_along(*own),), **more)


# ---- the worked examples --------------------------------------------------------------------------------------


@BOTH
def test_city_orange_blue_city_costs_one_orange_and_two_blue_or_two_orange_and_one_blue(game: str) -> None:
    playing = building(game, "A orange blue B")
    assert routes(playing) == either_way("0,0 1,0 2,0 3,0", "orange blue2", "orange2 blue")


@BOTH
def test_zoe_yellow_green_kaa_costs_two_yellow_and_one_green_or_one_yellow_and_two_green(game: str) -> None:
    playing = building(game, "ZOE yellow green KAA")
    assert routes(playing) == either_way("0,0 1,0 2,0 3,0", "yellow2 green", "yellow green2")


@BOTH
def test_from_your_stick_on_blue_over_yellow_to_a_city_costs_two_yellow_or_one_yellow_and_one_blue(game: str) -> None:
    playing = building(game, "A blue yellow B", own=("0,0 1,0",))
    assert routes(playing) == either_way("1,0 2,0 3,0", "yellow2", "yellow blue")


@BOTH
def test_a_path_that_ends_neither_at_a_city_nor_at_your_route_is_not_a_route(game: str) -> None:
    playing = building(game, "A orange blue")
    assert fields(playing, "turn", "phase", "cubes")[:2] == (1, "move")
    assert playing.state()["cubes"][0]["orange"] == 4


@BOTH
def test_a_path_to_the_stick_of_another_seat_is_not_a_route(game: str) -> None:
    playing = position(game, "A orange blue red B", cubes=("orange3 blue3",), sticks=([], sticks_along("3,0 4,0")))
    assert playing.to_act == 1


# ---- paying ---------------------------------------------------------------------------------------------------


@each("colors", ["red", "red blue", "yellow orange red", "yellow orange red green", "red red blue"])
@BOTH
def test_a_route_between_two_cities_costs_each_color_once_and_any_one_of_them_once_more(game: str, colors: str) -> None:
    playing = building(game, f"A {colors} B")
    path = " ".join(f"{q},0" for q in range(len(colors.split()) + 2))
    expected = {tuple(sorted([*colors.split(), twice])) for twice in colors.split()}
    assert routes(playing).keys() == either_way(path).keys()
    assert {tuple(_listed(cost)) for cost in routes(playing)[path]} == expected


def _listed(cost: str) -> list[str]:
    """The colours of a cost, sorted, each as often as it is paid."""
    return sorted(
        word.rstrip("234") for word in cost.split() for _ in range(int(word[-1]) if word[-1].isdigit() else 1)
    )


@BOTH
def test_between_two_routes_the_colours_of_both_ends_can_be_paid(game: str) -> None:
    playing = building(game, "A blue yellow red B", own=("0,0 1,0", "3,0 4,0"))
    assert routes(playing) == either_way("1,0 2,0 3,0", "yellow red", "yellow2", "yellow blue")


@BOTH
def test_a_single_stick_between_two_routes_costs_the_colour_of_either_hex(game: str) -> None:
    playing = building(game, "A blue red B", own=("0,0 1,0", "2,0 3,0"))
    assert routes(playing) == either_way("1,0 2,0", "blue", "red")


@BOTH
def test_a_single_stick_between_a_route_and_a_city_costs_the_colour_of_the_countryside(game: str) -> None:
    playing = building(game, "A blue B", own=("0,0 1,0",))
    assert routes(playing) == either_way("1,0 2,0", "blue")


@each(
    ("cubes", "cost"),
    [("orange blue2", "orange blue2"), ("orange2 blue", "orange2 blue"), ("orange2 blue red5", "orange2 blue")],
)
@BOTH
def test_only_what_can_be_paid_can_be_built(game: str, cubes: str, cost: str) -> None:
    playing = building(game, "A orange blue B", cubes=cubes)
    assert routes(playing) == either_way("0,0 1,0 2,0 3,0", cost)


@each("cubes", ["orange blue", "orange3", "blue3", "orange blue red3", ""])
@BOTH
def test_a_route_that_cannot_be_paid_cannot_be_begun(game: str, cubes: str) -> None:
    assert building(game, "A orange blue B", cubes=cubes).to_act == 1


@BOTH
def test_a_stick_that_would_leave_the_rest_unpaid_is_not_legal(game: str) -> None:
    playing = building(game, "A orange blue B", cubes="orange blue2")
    playing.play("stick 0,0>1,0 orange")
    assert sticks(playing) == {"1,0>2,0 blue"}


@BOTH
def test_cubes_paid_go_to_the_box(game: str) -> None:
    playing = building(game, "A orange3 blue3 B", cubes="orange2 blue2 red")
    replay(playing, ["stick 0,0>1,0 orange", "stick 1,0>2,0 blue", "stick 2,0>3,0 blue"])
    assert playing.state()["cubes"] == [{"orange": 1, "red": 1}, {}, {}]
    assert [playing.state()["hexes"][place]["cubes"] for place in ("1,0", "2,0")] == [3, 3]


# ---- stick by stick -------------------------------------------------------------------------------------------


@BOTH
def test_the_next_stick_goes_on_from_the_end_of_the_last(game: str) -> None:
    playing = building(game, "A orange blue B")
    assert sticks(playing) == {"0,0>1,0 orange", "3,0>2,0 blue"}
    playing.play("stick 3,0>2,0 blue")
    assert sticks(playing) == {"2,0>1,0 blue", "2,0>1,0 orange"}
    playing.play("stick 2,0>1,0 orange")
    assert sticks(playing) == {"1,0>0,0 orange"}


@BOTH
def test_a_route_being_built_is_told_with_what_was_paid_and_its_sticks_lie_there(game: str) -> None:
    playing = building(game, "A orange blue B", cubes="orange2 blue2")
    playing.play("stick 0,0>1,0 orange")
    assert playing.state()["route"] == {"path": ["0,0", "1,0"], "paid": {"orange": 1}, "near": False}
    assert fields(playing, "cubes", "sticks") == ([{"orange": 1, "blue": 2}, {}, {}], [["0,0|1,0"], [], []])
    playing.play("stick 1,0>2,0 orange")
    assert playing.state()["route"] == {"path": ["0,0", "1,0", "2,0"], "paid": {"orange": 2}, "near": True}
    playing.play("stick 2,0>3,0 blue")
    assert playing.state()["route"] is None


@BOTH
def test_there_is_no_end_in_the_middle_of_a_route(game: str) -> None:
    playing = building(game, "A orange blue B")
    assert "end" in playing.legal()
    for text in ("stick 0,0>1,0 orange", "stick 1,0>2,0 blue"):
        playing.play(text)
        assert "end" not in playing.legal()
        with pytest.raises(tablee.IllegalAction):
            playing.play("end")


@BOTH
def test_once_a_near_colour_is_paid_only_near_colours_are(game: str) -> None:
    playing = building(game, "A yellow orange red B")
    replay(playing, ["stick 0,0>1,0 yellow", "stick 1,0>2,0 yellow"])
    assert playing.state()["route"]["near"] is True
    assert sticks(playing) == {"2,0>3,0 orange"}


@BOTH
def test_the_first_stick_of_a_route_that_begins_at_a_route_may_pay_its_near_colour(game: str) -> None:
    playing = building(game, "A blue yellow red B", own=("0,0 1,0",))
    assert sticks(playing) == {"1,0>2,0 yellow", "1,0>2,0 blue", "4,0>3,0 red"}
    playing.play("stick 1,0>2,0 blue")
    assert playing.state()["route"] == {"path": ["1,0", "2,0"], "paid": {"blue": 1}, "near": True}
    assert sticks(playing) == {"2,0>3,0 yellow"}


@BOTH
def test_where_both_ends_have_the_same_colour_there_is_one_action_that_does_not_switch(game: str) -> None:
    playing = building(game, "A red red blue B")
    playing.play("stick 0,0>1,0 red")
    assert sticks(playing) == {"1,0>2,0 red"}
    playing.play("stick 1,0>2,0 red")
    assert playing.state()["route"]["near"] is False
    assert sticks(playing) == {"2,0>3,0 red", "2,0>3,0 blue"}


@BOTH
def test_where_both_ends_have_the_same_colour_what_has_switched_stays_so(game: str) -> None:
    playing = building(game, "A blue red red yellow B", own=("0,0 1,0",))
    replay(playing, ["stick 1,0>2,0 blue", "stick 2,0>3,0 red"])
    assert playing.state()["route"]["near"] is True
    assert sticks(playing) == {"3,0>4,0 red"}


@BOTH
def test_the_rules_name_no_stick_twice(game: str) -> None:
    """Texts would hide it: two actions that read the same are one to people, and two to whoever plays at random."""
    definition = find_game(game)
    playing = building(game, "A red red blue B", "red red")
    playing.play("stick 0,0>1,0 red")
    codes = np.empty(definition.rules.MOST_ACTIONS, np.int32)
    count = calls.legal(definition.read(playing.state()), codes)
    assert count == len(set(codes[:count].tolist())) == len(playing.legal())


@BOTH
def test_a_route_of_two_hexes_of_one_colour_costs_three_of_it(game: str) -> None:
    assert routes(building(game, "A red red B")) == either_way("0,0 1,0 2,0 3,0", "red3")


@each(
    "text",
    [
        "stick 0,0>1,0 blue",
        "stick 0,0>2,0 blue",
        "stick 1,0>0,0 orange",
        "stick 1,0>2,0 orange",
        "stick 0,0|1,0 orange",
        "stick 0,0>1,0",
        "stick 0,0>1,0 orange ",
        "stick 0,0>1,0 Orange",
        "stick 0,0>-1,0 orange",
        "move 1,9",
        "end ",
    ],
)
@BOTH
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(game: str, text: str) -> None:
    playing = building(game, "A orange blue B")
    before = playing.state()
    with pytest.raises(tablee.IllegalAction):
        playing.play(text)
    assert playing.state() == before


# ---- which paths are routes -----------------------------------------------------------------------------------


@BOTH
def test_the_first_city_that_is_reached_completes_a_route(game: str) -> None:
    found = routes(building(game, "A red B blue C"))
    assert found == either_way("0,0 1,0 2,0", "red2") | either_way("2,0 3,0 4,0", "blue2")


@BOTH
def test_the_first_own_stick_that_is_reached_completes_a_route(game: str) -> None:
    playing = building(game, "A red blue yellow B", ". . C", own=("2,0 2,1",))
    assert "0,0 1,0 2,0" in routes(playing)
    assert not any("1,0 2,0 3,0" in path for path in routes(playing))


@BOTH
def test_a_route_may_not_return_to_where_it_began(game: str) -> None:
    assert building(game, "A red", "blue yellow").to_act == 1


@BOTH
def test_a_route_passes_no_hex_twice(game: str) -> None:
    playing = building(game, "A red blue B", "yellow green")
    assert len(routes(playing)) > 4
    assert all(len(set(path.split())) == len(path.split()) for path in routes(playing))


@BOTH
def test_no_stick_is_laid_where_one_of_the_same_seat_lies(game: str) -> None:
    playing = building(game, "A red B yellow C", own=("0,0 1,0 2,0",))
    assert routes(playing) == either_way("2,0 3,0 4,0", "yellow2")


@BOTH
def test_no_stick_is_laid_directly_between_two_cities(game: str) -> None:
    playing = building(game, "A B red C", options=NEIGHBOURS[game])
    assert routes(playing) == either_way("1,0 2,0 3,0", "red2")


@BOTH
def test_a_path_between_two_neighbouring_cities_goes_around(game: str) -> None:
    assert routes(building(game, "A B", "red", options=NEIGHBOURS[game])) == either_way("0,0 0,1 1,0", "red2")


@BOTH
def test_all_ways_to_go_are_found(game: str) -> None:
    """Two hexes side by side between two cities: straight over either, or over both in either order."""
    playing = building(game, ". red B", "A blue")
    found = routes(playing)
    assert {path for path in found if path.startswith("0,1")} == {
        "0,1 1,0 2,0", "0,1 1,1 2,0", "0,1 1,0 1,1 2,0", "0,1 1,1 1,0 2,0",
    }  # fmt: skip
    assert found["0,1 1,0 2,0"] == {"red2"}
    assert found["0,1 1,0 1,1 2,0"] == {"red2 blue", "red blue2"}


# ---- parallel sticks ------------------------------------------------------------------------------------------


@each(("others", "cost"), [(0, "red2"), (1, "red3"), (2, "red4"), (3, "red5")])
@BOTH
def test_where_others_have_a_stick_the_cost_is_one_cube_more_for_each(game: str, others: int, cost: str) -> None:
    beside = [sticks_along("0,0 1,0")] * others
    playing = position(game, "A red B", players=4, cubes=("red5",), sticks=([], *beside))
    assert routes(playing) == either_way("0,0 1,0 2,0", cost)


@BOTH
def test_a_parallel_stick_is_paid_in_one_colour(game: str) -> None:
    playing = position(game, "A orange blue B", cubes=("orange4 blue4",), sticks=([], sticks_along("1,0 2,0")))
    assert routes(playing) == either_way("0,0 1,0 2,0 3,0", "orange3 blue", "orange blue3")


@BOTH
def test_a_parallel_stick_that_cannot_be_paid_is_not_legal(game: str) -> None:
    playing = position(game, "A orange blue B", cubes=("orange2 blue2",), sticks=([], sticks_along("1,0 2,0")))
    assert playing.to_act == 1


@BOTH
def test_sticks_of_a_seat_that_left_still_make_a_parallel_one_dearer(game: str) -> None:
    state = state_of(game, "A red B", players=4, cubes=("red5",), sticks=([], sticks_along("0,0 1,0 2,0")))
    playing = tablee.load(state)
    playing.leave(1)
    assert routes(playing) == either_way("0,0 1,0 2,0", "red4")


@BOTH
def test_the_rules_stay_those_of_the_players_that_began(game: str) -> None:
    """Two of three are left: parallel sticks are still allowed, at their price, and one route a turn."""
    state = state_of(game, "A red B blue C", cubes=("red5 blue5",), sticks=([], sticks_along("0,0 1,0 2,0")))
    playing = tablee.load(state)
    playing.leave(2)
    assert routes(playing) == either_way("0,0 1,0 2,0", "red4") | either_way("2,0 3,0 4,0", "blue2")
    replay(playing, ["stick 2,0>3,0 blue", "stick 3,0>4,0 blue"])
    assert playing.to_act == 1


# ---- the supply of sticks -------------------------------------------------------------------------------------

FIELD_STICKS = sticks_along(
    *(" ".join(f"{q},{r}" for q in range(4)) for r in (2, 3, 4)),
    *(f"{q},2 {q},3 {q},4" for q in range(4)),
    *(f"{q},3 {q + 1},2" for q in range(3)),
)
"""Twenty sticks on a field that touches no city."""


def with_sticks_left(game: str, left: int) -> tablee.Game:
    """Seat 0 has so many sticks left, and could pay for a route over a red and a green hex."""
    rows = ("A red green B", "", *FIELD)
    return position(game, *rows, cubes=("red3 green3",), sticks=(FIELD_STICKS[: 20 - left],))


@BOTH
def test_a_seat_has_20_sticks_in_all(game: str) -> None:
    assert len(set(FIELD_STICKS)) == 20
    assert routes(with_sticks_left(game, 3)) == either_way("0,0 1,0 2,0 3,0", "red green2", "red2 green")
    for left in (2, 1, 0):
        assert with_sticks_left(game, left).to_act == 1


@BOTH
def test_the_last_sticks_can_be_laid(game: str) -> None:
    playing = replay(with_sticks_left(game, 3), ["stick 0,0>1,0 red", "stick 1,0>2,0 green", "stick 2,0>3,0 green"])
    assert len(playing.state()["sticks"][0]) == 20


LONG_WAY = (["yellow", "orange", "red", "green", "blue"] * 4)[:19]
"""Three of these hexes are blue, four are of each other colour: with four cubes of each, blue is paid twice."""


@BOTH
def test_a_route_may_take_all_20_sticks(game: str) -> None:
    playing = building(game, " ".join(["A", *LONG_WAY, "B"]))
    assert sticks(playing) == {"0,0>1,0 yellow", "20,0>19,0 green"}
    paid = [*LONG_WAY[:5], *LONG_WAY[4:]]
    replay(playing, [f"stick {q},0>{q + 1},0 {color}" for q, color in enumerate(paid)])
    assert fields(playing, "cubes", "route") == ([{}, {}, {}], None)
    assert (len(playing.state()["sticks"][0]), playing.state()["houses"][0]) == (20, {"A": 1, "B": 1})


@each("cubes", ["yellow4 orange4 red4 green4 blue3", "yellow5 orange4 red4 green3 blue4"])
@BOTH
def test_a_route_of_20_sticks_that_cannot_be_paid_to_its_end_is_not_begun(game: str, cubes: str) -> None:
    assert building(game, " ".join(["A", *LONG_WAY, "B"]), cubes=cubes).to_act == 1


@BOTH
def test_sticks_of_others_do_not_count(game: str) -> None:
    rows = ("A red green B", "", *FIELD)
    playing = position(game, *rows, cubes=("red3 green3",), sticks=([], FIELD_STICKS))
    assert len(routes(playing)) == 2
