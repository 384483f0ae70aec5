"""Leaving a route game: what stays, what is taken back, and how it goes on."""

from typing import Any

import pytest

import tablee
from tests.cases import each
from tests.games.agreement import replay
from tests.games.shared.routes.games import REFERENCES
from tests.games.shared.routes.positions import PARKED, fields, position, routes, state_of, sticks_along

GAMES = list(REFERENCES)
BOTH = each("game", GAMES)

BUILT = sticks_along("0,0 1,0 2,0")
"""A route between A and B, that seat 1 has."""
LAND = ("A red1 B blue C", "yellow2 . . orange2")


def in_phase(game: str, phase: str, players: int = 3, **more: Any) -> tablee.Game:
    """A game in that phase, seat 0 to act; `route` is in the middle of one."""
    pawns = {"predict": [None] * players, "place": [None] * players}.get(phase, PARKED[:players])
    first: dict[str, Any] = {"phase": "build"} if phase == "route" else {"phase": phase}
    if phase == "predict":
        first |= {"options": {"predictions": "on"}, "predictions": [[]] * players}
    cubes = ("blue2 red", "red1", "green2", "yellow")[:players]
    state = state_of(game, *LAND, players=players, cubes=cubes, sticks=([], BUILT), pawns=pawns, **(first | more))
    return replay(tablee.load(state), ["stick 2,0>3,0 blue"] if phase == "route" else [])


PHASES = [(game, phase) for game in GAMES for phase in ("predict", "place", "move", "build", "route")]
PHASES.remove(("netzwerk", "predict"))
EVERY_PHASE = each(("game", "phase"), PHASES)


# ---- two left -------------------------------------------------------------------------------------------------


@each("seat", [0, 1])
@EVERY_PHASE
def test_of_two_the_other_wins_at_once(game: str, phase: str, seat: int) -> None:
    playing = in_phase(game, phase, players=2)
    playing.leave(seat)
    assert (playing.result().reason, playing.result().winners) == ("left", [1 - seat])
    assert (playing.to_act, playing.legal(), playing.state()["phase"]) == (None, [], "over")
    assert playing.view(None) == playing.state()


@each("seat", [0, 1])
@EVERY_PHASE
def test_a_leaving_that_ends_the_game_takes_back_an_unfinished_route_whoever_builds_it(
    game: str, phase: str, seat: int
) -> None:
    playing = in_phase(game, phase, players=2)
    playing.leave(seat)
    assert fields(playing, "route", "cubes", "sticks") == (None, [{"red": 1, "blue": 2}, {"red": 1}], [[], BUILT])


@EVERY_PHASE
def test_of_three_the_last_who_stays_wins(game: str, phase: str) -> None:
    playing = in_phase(game, phase)
    playing.leave(2)
    playing.leave(1)
    assert (playing.result().reason, playing.result().winners) == ("left", [0])
    assert fields(playing, "route", "cubes") == (None, [{"red": 1, "blue": 2}, {"red": 1}, {"green": 2}])
    assert playing.state()["left"] == [False, True, True]


@BOTH
def test_who_wins_by_leaving_need_not_have_the_best_score(game: str) -> None:
    playing = in_phase(game, "move", players=2)
    playing.leave(1)
    assert playing.result().scores[0] < playing.result().scores[1]
    assert playing.result().winners == [0]


# ---- the game goes on -----------------------------------------------------------------------------------------


@EVERY_PHASE
def test_on_its_own_turn_the_turn_goes_to_the_next_seat(game: str, phase: str) -> None:
    playing = in_phase(game, phase)
    playing.leave(0)
    expected = phase if phase in ("predict", "place") else "move"
    assert (playing.to_act, *fields(playing, "phase", "left")) == (1, expected, [True, False, False])


@EVERY_PHASE
def test_on_the_turn_of_another_that_turn_goes_on(game: str, phase: str) -> None:
    playing = in_phase(game, phase, players=4)
    before = playing.state()
    playing.leave(3)
    after = playing.state()
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"pawns", "left"}
    assert (playing.to_act, after["left"]) == (0, [False, False, False, True])


@each("seat", [0, 1])
@BOTH
def test_its_pawn_is_taken_off_and_everything_else_stays(game: str, seat: int) -> None:
    playing = in_phase(game, "move")
    before = playing.state()
    playing.leave(seat)
    after = playing.state()
    assert after["pawns"] == [None if other == seat else PARKED[other] for other in range(3)]
    assert all(after[name] == before[name] for name in ("hexes", "cubes", "sticks", "houses", "idle"))


@BOTH
def test_where_its_pawn_stood_another_may_go(game: str) -> None:
    playing = position(game, *LAND, phase="move", pawns=["0,0", "1,0", "2,0"])
    assert set(playing.legal()) == {"move 0,1", "move 3,0"}
    playing.leave(1)
    assert set(playing.legal()) == {"move 0,1", "move 1,0"}


@BOTH
def test_an_unfinished_route_is_taken_back_with_its_cubes(game: str) -> None:
    playing = in_phase(game, "route")
    assert fields(playing, "cubes", "sticks") == (
        [{"red": 1, "blue": 1}, {"red": 1}, {"green": 2}],
        [["2,0|3,0"], BUILT, []],
    )
    playing.leave(0)
    assert fields(playing, "cubes", "sticks", "route") == (
        [{"red": 1, "blue": 2}, {"red": 1}, {"green": 2}],
        [[], BUILT, []],
        None,
    )


@BOTH
def test_what_a_parallel_stick_cost_is_given_back_too(game: str) -> None:
    state = state_of(game, "A red blue B", cubes=("red3 blue3",), sticks=([], sticks_along("0,0 1,0 2,0")))
    playing = replay(tablee.load(state), ["stick 0,0>1,0 red"])
    assert playing.state()["cubes"][0] == {"red": 1, "blue": 3}
    playing.play("stick 1,0>2,0 blue")
    playing.leave(0)
    assert playing.state()["cubes"][0] == {"red": 3, "blue": 3}


@BOTH
def test_a_route_taken_back_leaves_idle_as_it_is_and_a_turn_given_up_does_not_count(game: str) -> None:
    playing = in_phase(game, "route", idle=17)
    assert playing.state()["idle"] == 0
    playing.leave(0)
    assert playing.state()["idle"] == 0
    playing = in_phase(game, "move", idle=17)
    playing.leave(0)
    assert playing.state()["idle"] == 17


@BOTH
def test_the_unfinished_route_of_another_stays_while_the_game_goes_on(game: str) -> None:
    playing = in_phase(game, "route")
    playing.leave(1)
    assert playing.state()["route"] == {"path": ["2,0", "3,0"], "paid": {"blue": 1}, "near": False}
    assert playing.legal() == ["stick 3,0>4,0 blue"]


@each(("cubes", "expected"), [("", (2, "move", 1)), ("red2", (1, "build", 0))])
@BOTH
def test_the_next_seat_is_passed_over_if_it_can_neither_move_nor_build(
    game: str, cubes: str, expected: tuple[int, str, int]
) -> None:
    pawns = ["0,0", "4,0", "1,0"]
    playing = position(game, "A red2 B . green", phase="move", pawns=pawns, cubes=("", cubes))
    playing.leave(0)
    assert fields(playing, "turn", "phase", "idle") == expected


@BOTH
def test_a_seat_that_has_left_is_not_asked_again(game: str) -> None:
    playing = in_phase(game, "move", players=4)
    playing.leave(1)
    seats = []
    for _ in range(5):
        seats.append(playing.to_act)
        playing.play("end" if "end" in playing.legal() else playing.legal()[0])
        if playing.state()["phase"] == "build":
            playing.play("end")
    assert seats == [0, 2, 3, 0, 2]


@BOTH
def test_its_sticks_and_houses_stay_and_count(game: str) -> None:
    playing = in_phase(game, "move", players=4)
    scores = playing.result().scores
    playing.leave(1)
    assert fields(playing, "sticks", "houses")[0][1] == BUILT
    assert playing.state()["houses"][1] == {"A": 1, "B": 1}
    assert playing.result().scores == scores
    assert scores[1] > 0


# ---- before the first turn ------------------------------------------------------------------------------------


@BOTH
def test_a_seat_that_leaves_before_it_has_placed_its_pawn_is_passed_over(game: str) -> None:
    playing = tablee.new(game, 4, seed=2)
    playing.leave(1)
    playing.play(playing.legal()[0])
    assert fields(playing, "turn", "phase") == (2, "place")
    playing.leave(2)
    assert fields(playing, "turn", "phase") == (3, "place")
    playing.play(playing.legal()[0])
    assert fields(playing, "turn", "phase") == (0, "move")
    assert [pawn is None for pawn in playing.state()["pawns"]] == [False, True, True, False]


@BOTH
def test_if_the_last_to_place_leaves_the_first_turn_begins(game: str) -> None:
    playing = tablee.new(game, 3, seed=2)
    replay(playing, [playing.legal()[0]])
    replay(playing, [playing.legal()[0]])
    playing.leave(2)
    assert fields(playing, "turn", "phase") == (0, "move")


@BOTH
def test_if_the_first_seat_leaves_while_another_places_the_second_has_the_first_turn(game: str) -> None:
    playing = tablee.new(game, 3, seed=2)
    replay(playing, [playing.legal()[0]])
    playing.leave(0)
    assert fields(playing, "turn", "phase", "pawns") == (1, "place", [None] * 3)
    replay(playing, [playing.legal()[0]])
    replay(playing, [playing.legal()[0]])
    assert fields(playing, "turn", "phase") == (1, "move")


# ---- the last turn --------------------------------------------------------------------------------------------


@BOTH
def test_if_the_leavers_turn_was_the_last_one_the_game_is_scored(game: str) -> None:
    playing = in_phase(game, "build", ending=True)
    playing.leave(0)
    assert (playing.result().reason, playing.result().winners) == ("points", [1])


@BOTH
def test_if_the_leavers_turn_was_the_last_one_its_route_is_taken_back(game: str) -> None:
    playing = in_phase(game, "route", ending=True)
    playing.leave(0)
    assert playing.result().reason == "points"
    assert fields(playing, "route", "cubes")[1][0] == {"red": 1, "blue": 2}
    assert playing.state()["sticks"][0] == []


@BOTH
def test_if_another_leaves_in_the_last_turn_the_turn_goes_on(game: str) -> None:
    playing = in_phase(game, "build", ending=True)
    playing.leave(2)
    assert playing.to_act == 0
    assert routes(playing)
    playing.play("end")
    assert playing.result().reason == "points"


@BOTH
def test_who_has_left_cannot_win(game: str) -> None:
    playing = in_phase(game, "build", ending=True)
    playing.leave(1)
    playing.play("end")
    assert playing.result().reason == "points"
    assert max(playing.result().scores) == playing.result().scores[1]
    assert playing.result().winners == [0, 2]


@BOTH
def test_if_one_remains_in_the_last_turn_it_wins_by_leaving(game: str) -> None:
    playing = in_phase(game, "build", players=2, ending=True)
    playing.leave(0)
    assert playing.result().reason == "left"


# ---- once only ------------------------------------------------------------------------------------------------


@BOTH
def test_a_seat_can_leave_once_and_only_a_seat_of_the_game_can(game: str) -> None:
    playing = in_phase(game, "move")
    playing.leave(1)
    for seat in (1, 3, -1):
        with pytest.raises(tablee.TableeError):
            playing.leave(seat)


@BOTH
def test_nobody_can_leave_a_game_that_is_over(game: str) -> None:
    playing = in_phase(game, "move", players=2)
    playing.leave(1)
    with pytest.raises(tablee.TableeError):
        playing.leave(0)
