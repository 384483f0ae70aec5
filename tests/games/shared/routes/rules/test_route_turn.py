"""The turn of a route game: placing, moving, gathering, and what happens by itself."""

from typing import Any

import pytest

import tablee
from tablee.games import find_game
from tablee.games.language import ENGLISH
from tests.cases import each
from tests.games.agreement import replay
from tests.games.shared.routes.games import REFERENCES, SETUPS, Setup
from tests.games.shared.routes.hexes import around
from tests.games.shared.routes.positions import PARKED, fields, moves, position, state_of, sticks_along

GAMES = list(REFERENCES)
BOTH = each("game", GAMES)
EACH_SETUP = each("setup", SETUPS)

WHEEL = (". yellow2 orange2", "red2 green2 blue2", "yellow2 orange2")
"""Seven hexes, 1,1 in the middle of the others."""
ROW = ("yellow2 orange2 red2 green2 blue2 A",)
"""Six hexes in a row, so that there is but one way on."""


def moving(game: str, rows: tuple[str, ...], *pawns: str, **more: Any) -> tablee.Game:
    """Seat 0 is to move; the pawns stand there, the others apart."""
    places = [*pawns, *PARKED][: more.get("players", 3)]
    return position(game, *rows, pawns=places, phase="move", **more)


# ---- the seats and the start ----------------------------------------------------------------------------------


@BOTH
def test_the_seats_are_black_white_grey_and_brown(game: str) -> None:
    assert [find_game(game).words.seat_name(seat, ENGLISH) for seat in range(4)] == ["black", "white", "grey", "brown"]


@EACH_SETUP
def test_nobody_has_anything_at_the_start(setup: Setup) -> None:
    game = setup.new(3)
    nothing = [[{}] * setup.players, [[]] * setup.players, [None] * setup.players, [{}] * setup.players]
    assert fields(game, "cubes", "sticks", "pawns", "houses") == tuple(nothing)
    assert fields(game, "turn", "route", "ending", "idle") == (0, None, False, 0)
    assert game.result() == tablee.Result(over=False, scores=[0] * setup.players, winners=[], reason=None)


@each("players", [2, 3, 4])
@BOTH
def test_seats_in_order_put_their_pawn_on_any_free_hex_but_a_desert(game: str, players: int) -> None:
    playing = tablee.new(game, players, seed=5)
    free = {place for place, about in playing.state()["hexes"].items() if about["kind"] != "desert"}
    for seat in range(players):
        assert fields(playing, "phase", "turn") == ("place", seat)
        assert set(playing.legal()) == {f"place {place}" for place in free}
        place = sorted(free)[7 * seat]
        playing.play(f"place {place}")
        free.remove(place)
        assert playing.state()["pawns"][seat] == place
    assert fields(playing, "phase", "turn", "idle") == ("move", 0, 0)


@BOTH
def test_who_places_a_pawn_takes_a_cube_if_there_is_one(game: str) -> None:
    rows = ("A red2 blue", "green1 yellow2 orange2")
    playing = position(game, *rows, phase="place", pawns=[None] * 3)
    replay(playing, ["place 1,0", "place 0,0", "place 2,0"])
    assert playing.state()["cubes"] == [{"red": 1}, {}, {}]
    assert [playing.state()["hexes"][place].get("cubes") for place in ("1,0", "0,0", "2,0")] == [1, None, 0]


@BOTH
def test_placing_a_pawn_never_ends_the_game(game: str) -> None:
    playing = position(game, "A red1 blue2", "green2 yellow2 orange2", phase="place", pawns=[None] * 3)
    replay(playing, ["place 1,0", "place 0,0", "place 2,0"])
    assert fields(playing, "phase", "ending", "turn") == ("move", False, 0)
    playing.play("move 1,1")
    assert fields(playing, "phase", "turn") == ("move", 1)


# ---- moving ---------------------------------------------------------------------------------------------------


@BOTH
def test_a_pawn_must_go_to_one_of_its_six_neighbours(game: str) -> None:
    assert moves(moving(game, WHEEL, "1,1")) == set(around("1,1"))


@BOTH
def test_a_pawn_at_the_border_goes_where_there_is_land(game: str) -> None:
    assert moves(moving(game, WHEEL, "1,0")) == {"2,0", "0,1", "1,1"}


@BOTH
def test_a_pawn_may_not_go_to_an_occupied_hex_nor_jump_off_the_land(game: str) -> None:
    assert moves(moving(game, WHEEL, "1,1", "2,1")) == set(around("1,1")) - {"2,1"}


@each(
    ("pawns", "places"),
    [
        (("0,0",), {"1,0"}),
        (("0,0", "1,0"), {"2,0"}),
        (("0,0", "1,0", "2,0"), {"3,0"}),
        (("0,0", "1,0", "2,0", "3,0"), {"4,0"}),
        (("0,0", "2,0", "3,0"), {"1,0"}),
        (("0,0", "1,0", "3,0"), {"2,0"}),
        (("3,0", "4,0", "2,0"), {"5,0", "1,0"}),
        (("3,0", "4,0", "5,0"), {"2,0"}),
    ],
)
@BOTH
def test_a_pawn_jumps_in_a_straight_line_over_as_many_pawns_as_follow_one_another(
    game: str, pawns: tuple[str, ...], places: set[str]
) -> None:
    assert moves(moving(game, ROW, *pawns, players=max(3, len(pawns)))) == places


@BOTH
def test_a_jump_does_not_go_around_a_corner(game: str) -> None:
    playing = moving(game, ("red2 blue2", ". yellow2", "green2 orange2"), "0,0", "1,0")
    assert fields(playing, "turn") == (1,)  # seat 0 had nowhere to go and nothing to build


@BOTH
def test_a_jump_takes_a_cube_where_it_ends_and_none_on_its_way(game: str) -> None:
    playing = moving(game, ROW, "0,0", "1,0", "2,0")
    playing.play("move 3,0")
    cubes = [playing.state()["hexes"][place]["cubes"] for place in ("0,0", "1,0", "2,0", "3,0", "4,0")]
    assert (cubes, playing.state()["cubes"][0]) == ([2, 2, 2, 1, 2], {"green": 1})


@BOTH
def test_who_enters_a_hex_with_cubes_takes_one(game: str) -> None:
    playing = moving(game, ("A red3 blue yellow1",), "0,0")
    playing.play("move 1,0")
    assert (playing.state()["hexes"]["1,0"]["cubes"], playing.state()["cubes"][0]) == (2, {"red": 1})


@each(("start", "place"), [("1,0", "0,0"), ("1,0", "2,0")])
@BOTH
def test_a_city_and_an_empty_hex_give_nothing(game: str, start: str, place: str) -> None:
    playing = moving(game, ("A red2 blue yellow1",), start)
    before = playing.state()["hexes"]
    playing.play(f"move {place}")
    assert (playing.state()["hexes"], playing.state()["cubes"][0]) == (before, {})


# ---- nowhere to go --------------------------------------------------------------------------------------------

BLOCKED = ("A red B",)
"""Three pawns that stand in this row are all in each other's way."""


@BOTH
def test_with_nowhere_to_go_the_move_is_skipped_and_the_turn_goes_on_with_the_build(game: str) -> None:
    playing = moving(game, BLOCKED, "0,0", "1,0", "2,0", cubes=("red2",))
    assert fields(playing, "turn", "phase") == (0, "build")
    assert set(playing.legal()) == {"end", "stick 0,0>1,0 red", "stick 2,0>1,0 red"}
    assert playing.state()["cubes"][0] == {"red": 2}


@BOTH
def test_with_nowhere_to_go_and_nothing_to_build_the_turn_is_passed_over(game: str) -> None:
    playing = moving(game, BLOCKED, "0,0", "1,0", "2,0", cubes=("", "red2"))
    assert fields(playing, "turn", "phase", "idle") == (1, "build", 1)


@BOTH
def test_if_nobody_can_do_anything_the_game_is_scored_at_once(game: str) -> None:
    playing = moving(game, BLOCKED, "0,0", "1,0", "2,0")
    assert playing.result() == tablee.Result(over=True, scores=[0, 0, 0], winners=[0, 1, 2], reason="points")
    assert fields(playing, "phase", "idle") == ("over", 91)


@BOTH
def test_a_blocked_pawn_may_go_on_when_another_has_moved_away(game: str) -> None:
    playing = moving(game, ("A red B blue2",), "0,0", "1,0", "2,0", players=3)
    assert moves(playing) == {"3,0"}
    playing.play("move 3,0")
    assert moves(playing) == {"0,0"}


# ---- what happens by itself -----------------------------------------------------------------------------------


@BOTH
def test_a_turn_ends_by_itself_if_no_stick_is_legal_after_the_move(game: str) -> None:
    playing = moving(game, ("A red2 blue2 B",), "0,0", "3,0")
    playing.play("move 1,0")
    assert fields(playing, "turn", "phase") == (1, "move")


@BOTH
def test_a_turn_goes_on_if_a_stick_is_legal_after_the_move(game: str) -> None:
    playing = moving(game, ("A red2 B",), "0,0", cubes=("red",))
    playing.play("move 1,0")
    assert fields(playing, "turn", "phase") == (0, "build")
    assert set(playing.legal()) == {"end", "stick 0,0>1,0 red", "stick 2,0>1,0 red"}


@BOTH
def test_the_build_is_optional(game: str) -> None:
    playing = position(game, "A red B", cubes=("red2",))
    playing.play("end")
    assert fields(playing, "turn", "phase", "idle") == (1, "move", 1)
    assert fields(playing, "cubes", "sticks") == ([{"red": 2}, {}, {}], [[], [], []])


@BOTH
def test_turns_go_around_the_table(game: str) -> None:
    playing = position(game, "A red B", phase="move", players=4)
    turns = []
    for _ in range(6):
        turns.append(playing.to_act)
        playing.play(playing.legal()[0])
    assert turns == [0, 1, 2, 3, 0, 1]


@BOTH
def test_a_seat_that_has_left_is_passed_over(game: str) -> None:
    left = [False, True, False, False]
    pawns = [PARKED[0], None, PARKED[2], PARKED[3]]
    playing = position(game, "A red B", phase="move", players=4, left=left, pawns=pawns)
    playing.play(playing.legal()[0])
    assert playing.to_act == 2


@each("text", ["move 1,1", "move 3,1", "move 1, 0", "move 01,0", "move", "place 1,0", "end", " move 1,0", "move 1,0 "])
@BOTH
def test_nothing_else_can_be_done_instead_of_a_move(game: str, text: str) -> None:
    playing = moving(game, WHEEL, "1,1")
    before = playing.state()
    with pytest.raises(tablee.IllegalAction):
        playing.play(text)
    assert playing.state() == before


# ---- the last cube --------------------------------------------------------------------------------------------


@BOTH
def test_who_takes_the_last_cube_of_a_colour_finishes_the_turn_and_may_build(game: str) -> None:
    playing = moving(game, ("A red1 B blue2",), "0,0", cubes=("red",))
    playing.play("move 1,0")
    assert fields(playing, "turn", "phase", "ending") == (0, "build", True)
    replay(playing, ["stick 0,0>1,0 red", "stick 1,0>2,0 red"])
    result = playing.result()
    assert (result.over, result.reason, result.winners) == (True, "points", [0])
    assert fields(playing, "houses", "phase") == ([{"A": 1, "B": 1}, {}, {}], "over")


@BOTH
def test_who_takes_the_last_cube_of_a_colour_need_not_build(game: str) -> None:
    playing = moving(game, ("A red1 B blue2",), "0,0", cubes=("red",))
    replay(playing, ["move 1,0", "end"])
    assert (playing.result().reason, playing.state()["cubes"][0]) == ("points", {"red": 2})


@BOTH
def test_who_takes_the_last_cube_and_cannot_build_ends_the_game_with_the_move(game: str) -> None:
    playing = moving(game, ("A red1 B blue2",), "0,0")
    playing.play("move 1,0")
    assert (playing.to_act, playing.result().reason) == (None, "points")


@BOTH
def test_a_colour_that_is_gone_already_does_not_end_the_game(game: str) -> None:
    playing = moving(game, ("A red B blue2",), "0,0")
    playing.play("move 1,0")
    assert fields(playing, "turn", "ending") == (1, False)


@BOTH
def test_the_last_cube_of_a_hex_does_not_end_the_game_while_others_of_its_colour_lie_elsewhere(game: str) -> None:
    playing = moving(game, ("A red1 B red1",), "0,0")
    playing.play("move 1,0")
    assert (playing.state()["hexes"]["1,0"]["cubes"], *fields(playing, "turn", "ending")) == (0, 1, False)


@BOTH
def test_cubes_in_hand_do_not_count_as_cubes_on_the_land(game: str) -> None:
    playing = moving(game, ("A red1 . blue2",), "0,0", cubes=("", "red3"))
    playing.play("move 1,0")
    assert playing.result().reason == "points"


# ---- endless walking ------------------------------------------------------------------------------------------


@BOTH
def test_idle_goes_up_by_one_at_every_turns_end(game: str) -> None:
    playing = moving(game, ("A red2 blue",), "0,0", idle=7)
    playing.play("move 1,0")
    assert playing.state()["idle"] == 1  # it took a cube, and its own turn counts
    playing.play(playing.legal()[0])
    assert playing.state()["idle"] == 2


@BOTH
def test_a_stick_sets_idle_to_nothing_and_that_turns_end_counts(game: str) -> None:
    playing = position(game, "A red B", cubes=("red2",), idle=7)
    playing.play("stick 0,0>1,0 red")
    assert playing.state()["idle"] == 0
    playing.play("stick 1,0>2,0 red")
    assert fields(playing, "idle", "turn") == (1, 1)


@each("players", [2, 3, 4])
@BOTH
def test_the_game_is_scored_when_idle_exceeds_30_times_the_players(game: str, players: int) -> None:
    most = 30 * players
    built = sticks_along("0,0 1,0 2,0")
    playing = position(game, "A red2 B", phase="move", players=players, idle=most - 1, sticks=(built,))
    playing.play(playing.legal()[0])
    assert (playing.to_act, playing.state()["idle"]) == (1, most)
    playing.play(playing.legal()[0])
    assert (playing.to_act, playing.state()["idle"]) == (None, most + 1)
    assert (playing.result().reason, playing.result().winners) == ("points", [0])


@BOTH
def test_the_last_chance_to_take_a_cube_is_in_that_turn(game: str) -> None:
    playing = moving(game, ("A red2 blue",), "0,0", idle=90)
    playing.play("move 1,0")
    assert (playing.to_act, playing.state()["idle"]) == (1, 1)


@BOTH
def test_players_who_left_count_among_the_players_that_began(game: str) -> None:
    playing = position(
        game, "A red B", phase="move", idle=89, left=[False, False, True], pawns=[PARKED[0], PARKED[3], None]
    )
    playing.play(playing.legal()[0])
    assert (playing.to_act, playing.state()["idle"]) == (1, 90)


def test_a_state_made_by_hand_is_what_these_tests_take_it_for() -> None:
    for game in GAMES:
        state = state_of(game, "A red B", cubes=("red2",))
        assert tablee.load(state).state() == {**state, "houses": [{}, {}, {}]}
