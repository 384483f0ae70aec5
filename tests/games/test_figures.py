"""What the figures of the rulebooks show is so: squares that are open, points, houses, prices, what is eaten.

The worked examples of the printed rules are among them, and named.
"""

import re
from itertools import pairwise
from typing import Any

import pytest

import tablee
from tablee.games import find_game
from tablee.games.language import languages
from tablee.games.lessons.lesson_text import figures
from tablee.kit.check_books import figure_lines
from tests.cases import each
from tests.games.agreement import replay


def figure(game_id: str, number: int) -> tablee.Game:
    return tablee.load(figures(find_game(game_id).path)[number - 1])


def marked(game_id: str, number: int, verb: str, code: str = "en") -> set[str]:
    """The squares or hexes that a figure marks so."""
    lines = figure_lines(find_game(game_id), code)[number - 1]
    return set(re.findall(r"(?:square|hex) ([\w,-]+)", "\n".join(line for line in lines if line.startswith(verb))))


def targets(game: tablee.Game, verb: str) -> set[str]:
    return {text.removeprefix(f"{verb} ") for text in game.legal() if text.startswith(f"{verb} ")}


def houses(game: tablee.Game, seat: int) -> dict[str, int]:
    found: dict[str, int] = game.state()["houses"][seat]
    return found


def paid(game: tablee.Game, *sticks: str) -> dict[str, int]:
    """What the seat to act pays for these sticks, by colour."""
    seat = int(game.to_act or 0)
    before = game.state()["cubes"][seat]
    after = replay(game, sticks).state()["cubes"][seat]
    return {colour: before[colour] - after.get(colour, 0) for colour in before if before[colour] != after.get(colour)}


# ---- both languages, all games --------------------------------------------------------------------------------


@each("game_id", ["isis", "morfals", "morpyam", "netzwerk", "morisi"])
def test_the_figures_are_the_same_in_every_language(game_id: str) -> None:
    lines = [figure_lines(find_game(game_id), code) for code in languages()]
    assert all(one == other for one, other in pairwise(lines))


SCORES = {
    ("isis", 2): [-3, 0],
    ("isis", 3): [-2, 0],
    ("isis", 4): [0, 0, 0, 3],
    ("isis", 5): [23, -1],
    ("morfals", 15): [5, -5],
    ("morpyam", 14): [1, 2],
    ("netzwerk", 9): [0, 31, 0, 17],
    ("morisi", 7): [40, 8, 0],
}


@each(("shown", "scores"), list(SCORES.items()))
def test_points_are_those_that_the_book_counts(shown: tuple[str, int], scores: list[int]) -> None:
    assert figure(*shown).result().scores == scores


def test_the_tile_that_green_has_turned_up_is_a_plus_3() -> None:
    assert figure("isis", 1).view(None)["drawn"] == "+3"


@each("shown", [("morfals", 1), *[("morpyam", number) for number in range(2, 14)], ("netzwerk", 2)])
def test_ticks_are_all_that_is_open_and_crosses_are_closed(shown: tuple[str, int]) -> None:
    found = targets(figure(*shown), "move" if shown[0] == "netzwerk" else "place")
    assert marked(*shown, "tick") == found
    assert not marked(*shown, "cross") & found


# ---- Morfals and Morpyam --------------------------------------------------------------------------------------

EATEN = [
    (2, "place 5c", 3, {"4d"}),  # examples 1 to 3: a row, a column or, here, a diagonal
    (4, "place 7c", 5, {"7d", "7e", "8b", "8c"}),  # example 4
    (6, "place 7g", 7, {"7a"}),  # example 5a
    (9, "place 4d", 10, {"5d"}),  # example 6
    (11, "place 5d", 12, {"7d"}),  # example 7
    (13, "place 4e", 14, set()),  # example 8
]


@each(("before", "action", "after", "eaten"), EATEN)
def test_of_two_figures_of_morfals_one_follows_from_the_other(
    before: int, action: str, after: int, eaten: set[str]
) -> None:
    first, then = figure("morfals", before), figure("morfals", after)
    assert set(first.state()["board"]) - set(then.state()["board"]) == eaten
    assert replay(first, [action]).state()["board"] == then.state()["board"]


def test_five_in_a_row_are_a_ko() -> None:
    result = figure("morpyam", 15).result()
    assert (result.reason, result.winners) == ("ko", [1])


# ---- Netzwerk: the figures of its rules -----------------------------------------------------------------------


def test_worked_example_3a_costs_an_orange_and_two_blue_cubes() -> None:
    built = figure("netzwerk", 3)
    assert paid(built, "stick 0,0>1,0 orange", "stick 1,0>2,0 blue", "stick 2,0>3,0 blue") == {"orange": 1, "blue": 2}
    assert houses(built, 0) == houses(figure("netzwerk", 4), 0) == {"Fulda": 1, "Husum": 1}


def test_worked_example_3a_costs_two_orange_and_a_blue_cube_as_well() -> None:
    state = figures(find_game("netzwerk").path)[2]
    cubes = [{**state["cubes"][0], "orange": 2, "blue": 1}, state["cubes"][1]]
    game = tablee.load({**state, "cubes": cubes})
    sticks = ("stick 3,0>2,0 blue", "stick 2,0>1,0 orange", "stick 1,0>0,0 orange")
    assert paid(game, *sticks) == {"orange": 2, "blue": 1}


def test_worked_example_3b_a_road_that_ends_nowhere_is_no_route() -> None:
    game = replay(figure("netzwerk", 3), ["stick 0,0>1,0 orange", "stick 1,0>2,0 blue"])
    assert "end" not in game.legal()
    assert figure("netzwerk", 5).result().scores == [0, 0]


def test_worked_example_3c_costs_two_yellow_cubes_or_a_yellow_and_a_blue_one() -> None:
    game = figure("netzwerk", 6)
    assert paid(game, "stick 3,0>2,0 yellow", "stick 2,0>1,0 blue") == {"yellow": 1, "blue": 1}
    assert houses(game, 0) == houses(figure("netzwerk", 7), 0) == {"Gera": 2, "Ahlen": 2, "Celle": 2}
    state = figures(find_game("netzwerk").path)[5]
    richer = tablee.load({**state, "cubes": [{**state["cubes"][0], "yellow": 2}, state["cubes"][1]]})
    assert paid(richer, "stick 3,0>2,0 yellow", "stick 2,0>1,0 yellow") == {"yellow": 2}


def test_worked_example_4_white_has_2_2_3_and_1_houses_and_brown_one_in_each_of_two_cities() -> None:
    shown = figure("netzwerk", 9)
    assert houses(shown, 1) == {"Fulda": 2, "Dornum": 2, "Gera": 3, "Brede": 1}
    assert houses(shown, 3) == {"Fulda": 1, "Gera": 1}


@pytest.mark.parametrize(("game_id", "number"), [("netzwerk", 8), ("morisi", 5)])
def test_a_third_stick_costs_three_cubes_and_a_second_two(game_id: str, number: int) -> None:
    assert paid(figure(game_id, number), "stick 0,0>1,0 orange") == {"orange": 3}
    assert paid(figure(game_id, number), "stick 2,0>1,0 orange") == {"orange": 2}


# ---- Morisi: the examples of its rules ------------------------------------------------------------------------


def test_worked_example_1_white_can_take_a_cube_only_by_jumping_over_black() -> None:
    shown = figure("morisi", 2)
    assert targets(shown, "move") == {"0,0", "1,0", "2,1"}  # OEG, the vineyard, and the field behind Black
    taken = {}
    for place in targets(shown, "move"):
        before, after = shown.copy(), shown.copy()
        after.play(f"move {place}")
        taken[place] = held(after) - held(before)
    assert taken == {"0,0": 0, "1,0": 0, "2,1": 1}


def held(game: tablee.Game) -> int:
    """How many cubes White holds."""
    return sum(game.state()["cubes"][1].values())


def test_worked_example_2_zoe_and_kaa_cost_two_yellow_cubes_and_a_green_one() -> None:
    built = figure("morisi", 3)
    sticks = ("stick 0,0>1,0 yellow", "stick 1,0>2,0 yellow", "stick 2,0>3,0 green")
    assert paid(built, *sticks) == {"yellow": 2, "green": 1}
    assert houses(built, 1) == houses(figure("morisi", 4), 1) == {"ZOE": 1, "KAA": 1}


def test_worked_example_3_sas_has_two_white_houses_oeg_one_and_black_one_in_each_of_two() -> None:
    shown = figure("morisi", 6)
    assert houses(shown, 1) == {"SAS": 2, "KAA": 2, "ZOE": 1, "OEG": 1}
    assert houses(shown, 0) == {"ZOE": 1, "OEG": 1}


def test_worked_example_houses_of_6_3_and_3_and_seven_cities_make_40() -> None:
    black = houses(figure("morisi", 7), 0)
    assert (sum(sorted(black.values())[-3:]), 4 * len(black)) == (12, 28)


def test_worked_example_cities_of_17_and_three_times_14_all_count() -> None:
    shown = figure("morisi", 8)
    sizes: dict[str, int] = {}
    for seat in range(4):
        for city, count in houses(shown, seat).items():
            sizes[city] = sizes.get(city, 0) + count
    assert {city: size for city, size in sizes.items() if size > 9} == {"TAV": 17, "BEL": 14, "FYN": 14, "OEG": 14}
    counted = [sum(houses(shown, seat).get(city, 0) for city in ("TAV", "BEL", "FYN", "OEG")) for seat in range(4)]
    assert shown.result().scores == [points + 4 * len(houses(shown, seat)) for seat, points in enumerate(counted)]


def test_predictions_bring_10_9_and_0_points() -> None:
    state: dict[str, Any] = figures(find_game("morisi").path)[8]
    with_them, without = tablee.load(state).result().scores, figure("morisi", 7).result().scores
    assert [more - less for more, less in zip(with_them, without, strict=True)] == [10, 9, 0]
