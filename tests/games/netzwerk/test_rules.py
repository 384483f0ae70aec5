"""What is Netzwerk's own: deserts, parallel sticks, routes without houses, values of cities."""

from typing import Any

import pytest

import tablee
from tests.cases import each
from tests.games.agreement import replay
from tests.games.shared.routes.positions import (
    NINE_CITIES,
    PARKED,
    either_way,
    fields,
    linked,
    moves,
    position,
    routes,
    sticks_along,
)


def netzwerk(*rows: str, **more: Any) -> tablee.Game:
    return position("netzwerk", *rows, **more)


# ---- players and options --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 5])
def test_it_is_for_two_to_four(players: int) -> None:
    with pytest.raises(tablee.BadOptions):
        tablee.new("netzwerk", players)


@each("options", [{"hands": "closed"}, {"hands": True}, {"cities": "any"}, {"predictions": "on"}])
def test_it_has_no_other_options(options: dict[str, Any]) -> None:
    with pytest.raises(tablee.BadOptions):
        tablee.new("netzwerk", 3, options)


def test_hands_are_open_unless_they_are_wanted_hidden() -> None:
    assert tablee.new("netzwerk", 2).state()["options"] == {"hands": "open"}
    assert tablee.new("netzwerk", 2, {"hands": "hidden"}).state()["options"] == {"hands": "hidden"}


# ---- deserts --------------------------------------------------------------------------------------------------


def test_no_pawn_is_placed_on_a_desert() -> None:
    game = netzwerk("A desert red2", "blue2 green2 yellow2", phase="place", pawns=[None] * 3)
    assert "place 1,0" not in game.legal()
    assert "place 0,0" in game.legal()


def test_no_pawn_walks_onto_a_desert() -> None:
    game = netzwerk("A desert red2", "blue2 . yellow2", phase="move", pawns=["0,0", *PARKED[:2]])
    assert moves(game) == {"0,1"}


def test_no_pawn_jumps_over_another_onto_a_desert() -> None:
    game = netzwerk("A red2 desert blue2", "yellow2", phase="move", pawns=["0,0", "1,0", PARKED[0]])
    assert moves(game) == {"0,1"}


def test_no_pawn_jumps_over_a_desert() -> None:
    game = netzwerk("A desert red2", phase="move", pawns=["0,0", *PARKED[:2]])
    assert game.to_act == 1


def test_a_pawn_among_deserts_is_blocked() -> None:
    game = netzwerk("A red B desert", "desert desert", phase="move", pawns=["2,0", "1,0", "0,0"], cubes=("red2",))
    assert fields(game, "turn", "phase") == (0, "build")


def test_no_route_goes_through_a_desert() -> None:
    game = netzwerk("A red desert blue B", "yellow green2", "C", cubes=("red4 blue4 yellow4 green4",))
    found = routes(game)
    assert found
    assert not any("2,0" in path or "4,0" in path for path in found)


# ---- parallel sticks ------------------------------------------------------------------------------------------


def test_with_two_players_there_are_no_parallel_sticks() -> None:
    game = netzwerk("A red B blue C", players=2, cubes=("red5 blue5",), sticks=([], sticks_along("0,0 1,0 2,0")))
    assert routes(game) == either_way("2,0 3,0 4,0", "blue2")


def test_with_two_players_a_route_goes_around_the_sticks_of_the_other() -> None:
    rows = (". red B", "A blue")
    game = netzwerk(*rows, players=2, cubes=("red5 blue5",), sticks=([], sticks_along("0,1 1,0 2,0")))
    assert set(routes(game)) == {"0,1 1,1 2,0", "2,0 1,1 0,1"}


@pytest.mark.parametrize(("players", "others", "cost"), [(3, 1, "red4"), (3, 2, "red6"), (4, 3, "red8")])
def test_with_three_or_four_players_parallel_sticks_cost_more(players: int, others: int, cost: str) -> None:
    built = [sticks_along("0,0 1,0 2,0")] * others
    game = netzwerk("A red B", players=players, cubes=("red9",), sticks=([], *built))
    assert routes(game) == either_way("0,0 1,0 2,0", cost)


# ---- routes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_one_route_a_turn(players: int) -> None:
    game = netzwerk("A red B blue C", players=players, cubes=("red2 blue2",))
    replay(game, ["stick 0,0>1,0 red", "stick 1,0>2,0 red"])
    assert fields(game, "turn", "phase") == (1, "move")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_route_need_not_bring_new_houses(players: int) -> None:
    own = sticks_along("0,1 1,0 2,0")
    game = netzwerk(". red B", "A blue", players=players, cubes=("blue2",), sticks=(own,))
    assert "0,1 1,1 2,0" in routes(game)
    replay(game, ["stick 0,1>1,1 blue", "stick 1,1>2,0 blue"])
    assert game.state()["houses"][0] == {"A": 1, "B": 1}


def test_a_route_may_join_two_hexes_of_one_route() -> None:
    own = sticks_along("0,0 1,0 2,0 3,0")
    game = netzwerk("A red blue B", ". yellow", cubes=("red2 blue2 yellow2",), sticks=(own,))
    assert routes(game) == either_way("1,0 1,1 2,0", "yellow blue", "yellow2", "yellow red")


def test_a_single_stick_may_join_two_neighbours_of_one_route() -> None:
    own = sticks_along("0,1 1,0 2,0", "1,0 1,1")
    game = netzwerk(". red B", "A blue", cubes=("blue",), sticks=(own,))
    assert routes(game) == either_way("0,1 1,1", "blue") | either_way("2,0 1,1", "blue")


# ---- scores ---------------------------------------------------------------------------------------------------


def test_a_score_is_the_houses_and_the_values_of_the_cities_where_the_seat_has_any() -> None:
    built = (sticks_along("0,0 1,0 2,0 3,0 4,0"), sticks_along("2,0 3,0 4,0"))
    game = netzwerk("A10 red B3 blue C5 yellow D9", phase="move", sticks=built)
    assert game.state()["houses"] == [{"A": 1, "B": 2, "C": 1}, {"B": 1, "C": 1}, {}]
    assert game.result().scores == [4 + 18, 2 + 8, 0]


def test_sticks_alone_score_nothing() -> None:
    game = netzwerk("A10 red B3", phase="move", sticks=(sticks_along("0,0 1,0"),))
    assert game.result().scores == [0, 0, 0]


def scored(*rows: str, **more: Any) -> tablee.Result:
    """The result of a game whose last turn cannot be used."""
    return netzwerk(*rows, ending=True, **more).result()


def test_most_points_win() -> None:
    built = (sticks_along("0,0 1,0 2,0"), sticks_along("2,0 3,0 4,0"))
    result = scored("A2 red B6 blue C4", sticks=built)
    assert result == tablee.Result(over=True, scores=[10, 12, 0], winners=[1], reason="points")


def test_a_tie_is_shared_whatever_else_the_seats_have() -> None:
    """8 points with two sticks or with three."""
    built = (sticks_along("0,0 1,0 2,0"), sticks_along("3,0 4,0 5,0 6,0"))
    result = scored("A2 red B4 C3 blue yellow D3", sticks=built)
    assert result == tablee.Result(over=True, scores=[8, 8, 0], winners=[0, 1], reason="points")


def test_nobody_has_anything_and_all_win() -> None:
    assert scored("A2 red B4").winners == [0, 1, 2]


def test_the_stock_of_houses_is_23() -> None:
    """22 is less, and 24 is not: a link always brings two."""
    assert 3 * 3 + 3 * 2 + 8 == 23
    for cities, total, over in (("ABCDE", 20, False), ("ABCDEF", 30, True)):
        game = netzwerk(*NINE_CITIES, phase="move", sticks=(linked(cities),))
        assert (sum(game.state()["houses"][0].values()), game.result().over) == (total, over)
