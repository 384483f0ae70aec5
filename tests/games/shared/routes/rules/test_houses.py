"""Houses: how many a seat has where, and that the last one wins."""

from typing import Any

import tablee
from tests.cases import each
from tests.games.agreement import replay
from tests.games.shared.routes.games import REFERENCES
from tests.games.shared.routes.positions import (
    D_TO_H,
    NINE_CITIES,
    PARKED,
    fields,
    linked,
    position,
    state_of,
    sticks_along,
)

GAMES = list(REFERENCES)
BOTH = each("game", GAMES)


def houses(game: str, *rows: str, own: tuple[str, ...]) -> dict[str, int]:
    """The houses of seat 0 with sticks along these paths."""
    found: dict[str, int] = position(game, *rows, phase="move", sticks=(sticks_along(*own),)).state()["houses"][0]
    return found


FOUR_CITIES = (". B", "A red C blue D")


@BOTH
def test_four_cities_of_which_a_b_and_c_are_linked_and_c_and_d_have_2_2_3_and_1_houses(game: str) -> None:
    own = ("0,1 1,1 2,1", "1,1 1,0", "2,1 3,1 4,1")
    assert houses(game, *FOUR_CITIES, own=own) == {"A": 2, "B": 2, "C": 3, "D": 1}


@BOTH
def test_three_routes_of_their_own_link_as_much_as_one_that_branches(game: str) -> None:
    rows = ("A red B", "green . blue", "C")
    own = ("0,0 1,0 2,0", "0,0 0,1 0,2", "0,2 1,2 2,1 2,0")
    assert houses(game, *rows[:2], "C yellow", own=own) == {"A": 2, "B": 2, "C": 2}


@BOTH
def test_sas_linked_with_zoe_and_kaa_has_two_houses_and_oeg_linked_with_kaa_has_one(game: str) -> None:
    own = ("0,0 1,0 2,0 3,0 4,0 5,0 6,0",)
    rows = ("ZOE red SAS blue KAA yellow OEG",)
    assert houses(game, *rows, own=own) == {"ZOE": 1, "SAS": 2, "KAA": 2, "OEG": 1}


@BOTH
def test_two_linked_cities_have_a_house_each(game: str) -> None:
    assert houses(game, "A red blue B", own=("0,0 1,0 2,0 3,0",)) == {"A": 1, "B": 1}


@BOTH
def test_a_double_link_adds_nothing(game: str) -> None:
    rows = (". red B", "A blue")
    assert houses(game, *rows, own=("0,1 1,0 2,0", "0,1 1,1 2,0")) == {"A": 1, "B": 1}


@BOTH
def test_sticks_that_reach_one_city_or_none_build_no_house(game: str) -> None:
    assert houses(game, "A red blue B", own=("0,0 1,0 2,0",)) == {}
    assert houses(game, "A red blue B", own=("1,0 2,0",)) == {}


@BOTH
def test_all_cities_at_one_piece_of_road_are_linked_pairwise(game: str) -> None:
    rows = ("A . B . C", "red blue yellow green orange", "D . E")
    own = ("0,1 1,1 2,1 3,1 4,1", "0,0 0,1", "2,0 2,1", "4,0 4,1", "0,2 0,1", "2,2 2,1")
    assert houses(game, *rows, own=own) == dict.fromkeys("ABCDE", 4)


@BOTH
def test_each_seat_has_its_own_houses(game: str) -> None:
    built = (sticks_along("0,0 1,0 2,0"), sticks_along("2,0 3,0 4,0"))
    playing = position(game, "A red B blue C", phase="move", sticks=built)
    assert playing.state()["houses"] == [{"A": 1, "B": 1}, {"B": 1, "C": 1}, {}]


@BOTH
def test_houses_are_placed_by_themselves_when_a_route_is_complete(game: str) -> None:
    playing = position(game, "A red B blue C", cubes=("blue2",), sticks=(sticks_along("0,0 1,0 2,0"),))
    assert playing.state()["houses"][0] == {"A": 1, "B": 1}
    playing.play("stick 2,0>3,0 blue")
    assert playing.state()["houses"][0] == {"A": 1, "B": 1}
    playing.play("stick 3,0>4,0 blue")
    assert playing.state()["houses"][0] == {"A": 1, "B": 2, "C": 1}


# ---- the last house -------------------------------------------------------------------------------------------


def before_h_and_i(game: str, *built: list[str], **more: Any) -> tablee.Game:
    """Seat 0 can link H and I."""
    return position(game, *NINE_CITIES, cubes=("blue2",), sticks=built, **more)


LINK_H_AND_I = ["stick 8,0>9,0 blue", "stick 9,0>10,0 blue"]
ONE_BEFORE = {"netzwerk": linked("ABCDE", D_TO_H), "morisi": linked("ABCDEF")}
"""With three or four players, one link before the last house."""


@each(
    ("game", "players", "cities", "more", "total", "wins"),
    [
        ("netzwerk", 2, "ABCDE", (), 22, False),
        ("netzwerk", 2, "ABCDE", (D_TO_H,), 24, True),
        ("netzwerk", 4, "ABCDE", (), 22, False),
        ("netzwerk", 4, "ABCDE", (D_TO_H,), 24, True),
        ("morisi", 3, "ABCDE", (D_TO_H,), 24, False),
        ("morisi", 3, "ABCDEF", (), 32, True),
        ("morisi", 4, "ABCDEF", (), 32, True),
        ("morisi", 2, "ABCDEF", (), 32, False),
        ("morisi", 2, "ABCDEF", (D_TO_H,), 34, True),
    ],
)
def test_who_has_built_the_last_house_wins_at_once(
    game: str, players: int, cities: str, more: tuple[str, ...], total: int, wins: bool
) -> None:
    playing = replay(before_h_and_i(game, linked(cities, *more), players=players), LINK_H_AND_I)
    assert sum(playing.state()["houses"][0].values()) == total
    assert playing.result().over is wins
    assert (playing.result().reason, playing.result().winners) == (("houses", [0]) if wins else (None, []))


def test_who_has_built_the_last_house_wins_whatever_the_scores() -> None:
    playing = before_h_and_i("netzwerk", linked("ABCDE", D_TO_H), linked("CDEFG", D_TO_H))
    replay(playing, LINK_H_AND_I)
    assert playing.result() == tablee.Result(over=True, scores=[59, 64, 0], winners=[0], reason="houses")


@BOTH
def test_the_last_house_wins_even_in_a_turn_that_is_the_last_one(game: str) -> None:
    playing = before_h_and_i(game, ONE_BEFORE[game], ending=True)
    assert replay(playing, LINK_H_AND_I).result().reason == "houses"


@BOTH
def test_houses_may_be_more_than_there_are(game: str) -> None:
    cities = "ABCDEF" if game == "morisi" else "ABCDE"
    playing = position(game, *NINE_CITIES, cubes=("blue",), sticks=(linked(cities),))
    playing.play("stick 4,1>4,2 blue")
    count = len(cities) + 1
    assert playing.state()["houses"][0] == dict.fromkeys([*cities, "G"], count - 1)
    assert playing.result().reason == "houses"


def test_the_last_house_is_counted_after_each_route_though_more_could_be_built() -> None:
    """Two in Morisi: the turn would go on, as seat 0 can still pay for a route."""
    state = state_of("morisi", *NINE_CITIES, players=2, cubes=("blue4",), sticks=(linked("ABCDEF", D_TO_H),))
    playing = replay(tablee.load(state), LINK_H_AND_I)
    assert (playing.to_act, playing.result().reason) == (None, "houses")
    assert fields(playing, "cubes", "route") == ([{"blue": 2}, {}], None)


@BOTH
def test_the_houses_of_a_seat_that_has_left_win_nothing(game: str) -> None:
    """Such a state can only be made by hand: whoever builds the last house has won, and cannot leave any more."""
    left: dict[str, Any] = {"left": [True, False, False], "pawns": [None, *PARKED[:2]], "turn": 1}
    playing = position(game, *NINE_CITIES, phase="move", sticks=(linked("ABCDEFG"),), **left)
    assert (playing.to_act, playing.result().over) == (1, False)
    ended = tablee.load({**playing.state(), "phase": "over"}).result()
    assert (ended.reason, ended.winners) == ("points", [1, 2])


@BOTH
def test_two_seats_that_have_built_their_last_house_share_the_win(game: str) -> None:
    """Such a state can only be made by hand, too."""
    playing = position(game, *NINE_CITIES, phase="move", sticks=(linked("ABCDEFG"), [], linked("ABCDEFG")))
    assert (playing.result().reason, playing.result().winners) == ("houses", [0, 2])


@BOTH
def test_a_game_won_by_houses_keeps_its_state(game: str) -> None:
    playing = replay(before_h_and_i(game, ONE_BEFORE[game]), LINK_H_AND_I)
    assert fields(playing, "phase", "ending", "idle") == ("over", False, 0)
    assert tablee.load(playing.state()).result() == playing.result()
