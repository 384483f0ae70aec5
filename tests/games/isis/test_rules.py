"""Every sentence of the rules, one test or more each."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import tablee
from tablee.engine import contract
from tablee.engine.chance import new_random
from tablee.engine.contract import CHANCE, OVER
from tablee.games import find_game
from tablee.games.isis import rules
from tests.cases import each
from tests.games.agreement import replay
from tests.games.isis.random_play import SETUPS, Habits, habits, new_game, random_log, seeds
from tests.games.isis.reference import BOX, SQUARES

PIECES = [(2, 8, 11), (3, 6, 7), (4, 5, 5)]


def position(players: int, board: dict[str, str], **fields: Any) -> tablee.Game:
    """A hand-made position; whatever tiles are not on the board are in hand, the first seats having most."""
    share = rules.TILES_EACH[players]
    rest = share * players - sum(piece[0] != "P" for piece in board.values()) - (fields.get("drawn") is not None)
    tiles = [min(share, max(0, rest - share * seat)) for seat in range(players)]
    state = {"game": "isis", "players": players, "board": board, "tiles": tiles, "turn": 0}
    return tablee.load({**state, **fields})


def common(players: int, board: dict[str, str], **fields: Any) -> tablee.Game:
    return position(players, board, options={"reserve": "common"}, **fields)


def fill(pieces: dict[str, int], free: int = 0) -> dict[str, str]:
    """A board of these pieces on the first squares, the last ones being free."""
    board = dict(zip(SQUARES, [piece for piece, count in pieces.items() for _ in range(count)], strict=False))
    assert len(board) == 36 - free
    return board


def drawing(text: str) -> dict[str, str]:
    """A board as it looks, rank 6 first."""
    ranks = reversed([line.split() for line in text.strip().splitlines()])
    return dict(zip(SQUARES, [piece for rank in ranks for piece in rank], strict=True))


def tiles(count: int) -> dict[str, int]:
    """So many tiles of the box, by value."""
    return dict(Counter(BOX[:count]))


# ---- the board and the pieces ---------------------------------------------------------------------------------


def test_the_board_has_six_by_six_squares_from_a1_to_f6() -> None:
    actions = new_game(2).legal()
    assert actions == [*(f"pawn {square}" for square in SQUARES), "draw"]
    assert (len(SQUARES), SQUARES[0], SQUARES[-1]) == (36, "a1", "f6")


def test_the_box_holds_twenty_two_tiles() -> None:
    game = new_game(2)
    game.play("draw")
    counts = {"+1": 2, "+2": 6, "+3": 2, "+4": 1, "-1": 2, "-2": 6, "-3": 2, "-4": 1}
    assert sum(counts.values()) == 22
    assert {text: Fraction(chance).limit_denominator(22) for text, chance in game.outcomes()} == {
        f"reveal {value}": Fraction(count, 22) for value, count in counts.items()
    }


@pytest.mark.parametrize(("players", "pawns", "tiles"), PIECES)
def test_each_seat_gets_its_pawns_and_tiles(players: int, pawns: int, tiles: int) -> None:
    state = new_game(players).state()
    assert (state["pawns"], state["tiles"]) == ([pawns] * players, [tiles] * players)


@pytest.mark.parametrize(("players", "pawns", "tiles"), PIECES)
def test_with_a_common_reserve_pawns_are_as_ever_and_all_tiles_in_one_pool(
    players: int, pawns: int, tiles: int
) -> None:
    state = new_game(players, "common").state()
    assert (state["pawns"], state["reserve"]) == ([pawns] * players, 22)
    assert "tiles" not in state
    assert tiles * players <= 22


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_begins_and_the_others_follow_clockwise(players: int) -> None:
    game = new_game(players)
    turns = []
    for square in SQUARES[: 2 * players]:
        turns.append(game.to_act)
        game.play(f"pawn {square}")
    assert turns == [*range(players)] * 2


# ---- a turn ---------------------------------------------------------------------------------------------------


def test_a_pawn_is_put_on_a_free_square_and_the_turn_ends() -> None:
    game = new_game(2)
    game.play("pawn c4")
    assert game.state()["board"] == {"c4": "P0"}
    assert game.state()["pawns"] == [7, 8]
    assert game.to_act == 1
    assert "pawn c4" not in game.legal()


def test_a_turn_with_a_tile_is_draw_then_reveal_then_place() -> None:
    game = new_game(2)
    game.play("draw")
    assert (game.to_act, game.state()["drawn"], game.state()["tiles"]) == ("chance", "?", [10, 11])
    game.play("reveal +3")
    assert (game.to_act, game.state()["drawn"], game.state()["tiles"]) == (0, "+3", [10, 11])
    game.play("place c4")
    assert (game.to_act, game.state()["drawn"], game.state()["board"]) == (1, None, {"c4": "+3"})


def test_once_turned_up_a_tile_must_be_placed_on_a_free_square() -> None:
    game = new_game(2)
    replay(game, ["pawn a1", "draw", "reveal -4"])
    assert game.legal() == [f"place {square}" for square in SQUARES if square != "a1"]


def test_at_a_chance_node_no_seat_has_a_legal_action() -> None:
    game = new_game(2)
    game.play("draw")
    assert game.legal() == []


def test_with_no_tiles_left_a_pawn_must_be_placed() -> None:
    game = position(2, fill({**tiles(11), "P0": 4, "P1": 7}, free=14), tiles=[0, 11])
    assert game.legal() == [f"pawn {square}" for square in SQUARES[22:]]


def test_with_no_pawns_left_a_tile_must_be_drawn() -> None:
    game = position(2, fill({"P0": 8, "P1": 2}, free=26))
    assert game.legal() == ["draw"]


def test_a_single_legal_action_is_still_asked_for() -> None:
    game = position(2, fill({"P0": 8, "P1": 7, **tiles(20)}, free=1), tiles=[1, 1])
    assert (game.to_act, game.legal()) == (0, ["draw"])
    replay(game, ["draw", "reveal -4"])
    assert (game.to_act, game.legal()) == (0, ["place f6"])


# ---- the order of the tiles -----------------------------------------------------------------------------------


def test_a_draw_is_uniform_over_the_tiles_not_on_the_board() -> None:
    game = position(2, {"a1": "+4", "b1": "-2", "c1": "-2", "d1": "P1"})
    game.play("draw")
    chances = {text: Fraction(chance).limit_denominator(100) for text, chance in game.outcomes()}
    assert "reveal +4" not in chances
    assert chances["reveal -2"] == Fraction(4, 19)
    assert chances["reveal +2"] == Fraction(6, 19)
    assert sum(chances.values()) == 1


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_whoever_draws_the_outcomes_are_the_same(turn: int) -> None:
    game = position(3, {"a1": "+1", "b1": "+1", "c1": "-3"}, turn=turn)
    game.play("draw")
    assert dict(game.outcomes())["reveal -3"] == pytest.approx(1 / 19, abs=1e-12)


@pytest.mark.parametrize(("players", "boxed"), [(3, 1), (4, 2)])
def test_tiles_left_in_the_box_stay_unknown_and_may_still_come(players: int, boxed: int) -> None:
    on_board = 22 - boxed - 1
    game = position(players, fill(tiles(on_board), free=36 - on_board), tiles=[1] + [0] * (players - 1))
    game.play("draw")
    assert len(game.outcomes()) > 1
    assert sum(Counter(BOX[on_board:]).values()) == boxed + 1
    assert {text for text, _ in game.outcomes()} == {f"reveal {value}" for value in BOX[on_board:]}


# ---- the end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@settings(max_examples=10)
@given(seed=seeds())
def test_with_own_tiles_the_last_square_ends_the_game_and_each_seat_has_one_piece_left(players: int, seed: int) -> None:
    game = replay(new_game(players), random_log(players, "own", "hidden", seed))
    state = game.state()
    assert (game.to_act, game.legal(), game.outcomes()) == (None, [], [])
    assert len(state["board"]) == 36
    assert [pawns + tiles for pawns, tiles in zip(state["pawns"], state["tiles"], strict=True)] == [1] * players


@pytest.mark.parametrize("reserve", ["own", "common"])
@settings(max_examples=10)
@given(seed=seeds())
def test_the_game_runs_until_the_last_square_is_filled(reserve: str, seed: int) -> None:
    game = new_game(2, reserve)
    for text in random_log(2, reserve, "hidden", seed):
        assert not game.result().over
        assert len(game.state()["board"]) < 36
        game.play(text)
    assert game.result().over


@pytest.mark.parametrize("last", ["pawn f6", "place f6"])
def test_the_last_square_may_be_filled_with_a_pawn_or_a_tile(last: str) -> None:
    if last == "pawn f6":
        game = position(2, fill({"P0": 7, "P1": 8, **tiles(20)}, free=1), tiles=[1, 1])
    else:
        game = position(2, fill({"P0": 7, "P1": 8, **tiles(20)}, free=1), tiles=[0, 1], drawn="-4")
    game.play(last)
    assert (game.to_act, game.result().reason) == (None, "points")


# ---- scores ---------------------------------------------------------------------------------------------------


def test_worked_example_a_pawn_beside_minus_1_and_minus_2_scores_minus_3() -> None:
    assert position(4, {"a1": "P0", "b1": "-1", "a2": "-2"}).result().scores == [-3, 0, 0, 0]


def test_worked_example_a_pawn_beside_plus_4_minus_1_and_minus_2_scores_1() -> None:
    assert position(4, {"b1": "P0", "a1": "+4", "b2": "-1", "c1": "-2"}).result().scores == [1, 0, 0, 0]


def test_worked_example_both_green_pawns_score_minus_2_and_the_violet_one_3() -> None:
    board = {
        "a1": "P0", "b1": "-1", "a2": "-2",
        "e3": "P0", "e4": "+4", "e2": "-1", "d3": "-2",
        "f6": "P3", "e6": "+1", "f5": "+2",
    }  # fmt: skip
    assert position(4, board).result().scores == [-2, 0, 0, 3]


def test_a_tile_counts_for_every_pawn_beside_it_of_whatever_seat() -> None:
    board = {"c3": "+3", "c2": "P0", "c4": "P1", "b3": "P0", "d3": "P1"}
    assert position(2, board).result().scores == [6, 6]


def test_diagonal_neighbours_do_not_count() -> None:
    board = {"c3": "P0", "b2": "+4", "d4": "+3", "b4": "+3", "d2": "+2"}
    assert position(2, board).result().scores == [0, 0]


def test_the_edge_of_the_board_is_no_neighbour_of_the_other_edge() -> None:
    board = {"f1": "P0", "a2": "+4", "a1": "+3", "f6": "+3", "a6": "P1"}
    assert position(2, board).result().scores == [0, 0]


def test_a_pawn_beside_pawns_scores_nothing() -> None:
    assert position(2, {"a1": "P0", "a2": "P1", "b1": "P0"}).result().scores == [0, 0]


def test_scores_stand_before_the_end_with_no_winners_and_no_reason() -> None:
    result = position(2, {"a1": "P0", "a2": "+4"}).result()
    assert result == tablee.Result(over=False, scores=[4, 0], winners=[], reason=None)


MIRRORED = drawing("""
    P0 P0 -2 -2 P1 P1
    -2 P0 +2 +2 P1 -2
    -2 P0 -1 -1 P1 -2
    P0 -3 +1 +1 -3 P1
    P0 +2 P0 P1 +2 P1
    P0 +3 +2 +2 +3 P1
""")
NEGATIVE = drawing("""
    -2 -2 P0 P0 P0 -2
    P0 -4 P1 P1 P1 -2
    P0 +4 +2 -2 -2 P1
    +3 +3 -1 P0 -3 P0
    P0 P1 P1 +2 -3 P1
    P1 +2 +2 -1 +2 +2
""")
THREE = drawing("""
    -2 P0 +2 +2 P0 -2
    +3 P0 P2 P0 +3 P1
    +2 P1 P2 -2 +4 P2
    -1 P2 P1 +2 -2 P0
    +1 -2 -1 P0 +1 P2
    +2 P1 +2 P1 P1 P2
""")


def test_a_tie_is_shared() -> None:
    result = position(2, MIRRORED).result()
    assert result == tablee.Result(over=True, scores=[-5, -5], winners=[0, 1], reason="points")


def test_most_points_win_even_if_all_are_negative() -> None:
    result = position(2, NEGATIVE).result()
    assert result == tablee.Result(over=True, scores=[-7, -3], winners=[1], reason="points")


def test_a_score_far_below_20_can_win_too() -> None:
    board = {"c3": "P0", "b3": "-4", "c2": "-3", "d3": "-3", "c4": "-2", "b2": "P0", "d2": "P0"}
    result = position(2, board, left=[False, True]).result()
    assert result == tablee.Result(over=True, scores=[-25, 0], winners=[0], reason="left")


def test_a_tie_of_some_seats_is_shared_by_those_alone() -> None:
    result = position(3, THREE, tiles=[1, 1, 1]).result()
    assert result == tablee.Result(over=True, scores=[9, 9, 2], winners=[0, 1], reason="points")


@pytest.mark.parametrize(
    ("left", "winners"), [([True, False, False], [1]), ([False, True, False], [0]), ([False, False, True], [0, 1])]
)
def test_a_seat_that_has_left_cannot_win_but_its_score_is_shown(left: list[bool], winners: list[int]) -> None:
    result = position(3, THREE, tiles=[1, 1, 1], left=left).result()
    assert result == tablee.Result(over=True, scores=[9, 9, 2], winners=winners, reason="points")


@pytest.mark.parametrize(("players", "reserve", "memory"), SETUPS)
@settings(max_examples=5)
@given(seed=seeds(), habits=habits())
def test_at_the_end_the_best_scores_among_those_who_stayed_win(
    players: int, reserve: str, memory: str, seed: int, habits: Habits
) -> None:
    game = replay(new_game(players, reserve, memory), random_log(players, reserve, memory, seed, habits))
    result, left = game.result(), game.state()["left"]
    best = max(score for score, gone in zip(result.scores, left, strict=True) if not gone)
    assert result.winners == [seat for seat in range(players) if not left[seat] and result.scores[seat] == best]


# ---- the common reserve ---------------------------------------------------------------------------------------


def test_from_the_common_reserve_anyone_draws() -> None:
    game = new_game(3, "common")
    replay(game, ["draw", "reveal +1", "place a1", "draw", "reveal -1", "place a2", "draw"])
    assert game.state()["reserve"] == 19
    assert len(game.outcomes()) == 8


def test_when_the_common_reserve_is_empty_only_pawns_can_be_placed() -> None:
    game = common(2, fill(tiles(22), free=14))
    assert game.legal() == [f"pawn {square}" for square in SQUARES[22:]]
    game.play("pawn f6")
    assert game.legal() == [f"pawn {square}" for square in SQUARES[22:-1]]


def test_the_last_tile_of_the_common_reserve_is_known_for_certain() -> None:
    game = common(2, fill(tiles(21), free=15))
    game.play("draw")
    assert game.outcomes() == [("reveal -4", 1.0)]


def test_a_seat_that_can_do_neither_is_passed_over() -> None:
    game = common(2, fill({**tiles(22), "P0": 8, "P1": 2}, free=4), turn=1)
    for square in ("c6", "d6", "e6"):
        game.play(f"pawn {square}")
        assert game.to_act == 1
    game.play("pawn f6")
    assert game.to_act is None


def test_the_turn_comes_to_the_next_seat_that_can_play() -> None:
    game = common(4, fill({**tiles(22), "P0": 5, "P1": 1, "P2": 5}, free=3), turn=1)
    game.play("pawn d6")
    assert game.to_act == 3
    game.play("pawn e6")
    assert game.to_act == 1


def test_a_seat_without_pawns_is_passed_over_once_another_takes_the_last_tile() -> None:
    game = common(3, fill({**tiles(21), "P0": 4, "P1": 6, "P2": 2}, free=3))
    replay(game, ["draw", "reveal -4", "place d6"])
    assert game.to_act == 2


# ---- leaving --------------------------------------------------------------------------------------------------


@each("seat", [0, 1])
@each("log", [[], ["pawn a1"], ["draw"], ["draw", "reveal +4"]])
def test_of_two_players_one_leaves_and_the_other_wins_at_once(seat: int, log: list[str]) -> None:
    game = replay(new_game(2), log)
    game.leave(seat)
    result = game.result()
    assert (game.to_act, result.over, result.winners, result.reason) == (None, True, [1 - seat], "left")
    assert (game.state()["drawn"], game.state()["tiles"]) == (None, [11, 11])


def test_whoever_remains_wins_with_the_lower_score_too() -> None:
    game = position(2, {"a1": "P0", "a2": "+4"})
    game.leave(0)
    assert game.result() == tablee.Result(over=True, scores=[4, 0], winners=[1], reason="left")


def test_of_three_players_one_leaves_and_the_others_play_on_without_it() -> None:
    game = replay(new_game(3), ["pawn a1", "pawn a2"])
    game.leave(0)
    turns = []
    for square in ("a3", "a4", "a5"):
        turns.append(game.to_act)
        game.play(f"pawn {square}")
    assert turns == [2, 1, 2]
    assert game.state()["board"]["a1"] == "P0"
    assert game.state()["left"] == [True, False, False]


def test_a_leaving_on_another_seats_turn_changes_nothing_of_that_turn() -> None:
    game = replay(new_game(3), ["draw", "reveal +4"])
    game.leave(2)
    assert (game.to_act, game.state()["drawn"], game.state()["tiles"]) == (0, "+4", [6, 7, 7])
    assert game.legal()[0] == "place a1"


def test_a_leaving_of_another_seat_between_draw_and_reveal_leaves_chance_to_act() -> None:
    game = replay(new_game(3), ["draw"])
    game.leave(1)
    assert (game.to_act, game.state()["drawn"], len(game.outcomes())) == ("chance", "?", 8)


@pytest.mark.parametrize("log", [["draw"], ["draw", "reveal +4"]])
def test_the_leavers_drawn_tile_returns_to_its_tiles_and_to_the_unseen_ones(log: list[str]) -> None:
    game = replay(new_game(3), log)
    game.leave(0)
    assert (game.to_act, game.state()["drawn"], game.state()["tiles"]) == (1, None, [7, 7, 7])
    game.play("draw")
    assert dict(game.outcomes())["reveal +4"] == pytest.approx(1 / 22, abs=1e-12)


@pytest.mark.parametrize("log", [["draw"], ["draw", "reveal +4"]])
def test_the_leavers_drawn_tile_returns_to_the_common_reserve(log: list[str]) -> None:
    game = replay(new_game(3, "common"), log)
    game.leave(0)
    assert (game.to_act, game.state()["drawn"], game.state()["reserve"]) == (1, None, 22)


@each("reserve", ["own", "common"])
@each("log", [["draw"], ["draw", "reveal +4"]])
def test_a_leaving_that_ends_the_game_winds_up_another_seats_half_played_turn(reserve: str, log: list[str]) -> None:
    game = replay(new_game(3, reserve), log)
    game.leave(2)
    game.leave(1)
    state = game.state()
    assert state["drawn"] is None
    assert state.get("tiles", [7, 7, 7]) == [7, 7, 7]
    assert state.get("reserve", 22) == 22
    assert game.result() == tablee.Result(over=True, scores=[0, 0, 0], winners=[0], reason="left")


def test_when_one_seat_remains_it_wins() -> None:
    game = new_game(4)
    for seat in (3, 0, 1):
        assert game.to_act is not None
        game.leave(seat)
    assert (game.to_act, game.result().winners, game.result().reason) == (None, [2], "left")


@pytest.mark.parametrize(("players", "reserve", "placed"), [(3, "own", 26), (4, "own", 30), (3, "common", 34)])
@settings(max_examples=5)
@given(seed=seeds())
def test_after_a_leaving_the_game_ends_when_no_remaining_seat_can_play(
    players: int, reserve: str, placed: int, seed: int
) -> None:
    game = new_game(players, reserve)
    game.leave(1)
    steps = 0
    while game.to_act is not None:
        actions = game.legal() or [text for text, _ in game.outcomes()]
        game.play(actions[(seed + steps) % len(actions)])
        steps += 1
    assert len(game.state()["board"]) == placed
    assert game.result().reason == "points"


ONLY_SEAT_0_CAN_PLAY = fill({**tiles(14), "P1": 6, "P2": 6}, free=10)


def test_a_leaving_after_which_no_remaining_seat_can_play_ends_the_game_by_points() -> None:
    game = position(3, ONLY_SEAT_0_CAN_PLAY, tiles=[7, 0, 0])
    assert game.to_act == 0
    game.leave(0)
    result = game.result()
    assert (game.to_act, result.reason) == (None, "points")
    assert 0 not in result.winners


@pytest.mark.parametrize("drawn", ["?", "-4"])
def test_such_a_leaving_winds_up_its_half_played_turn(drawn: str) -> None:
    game = position(3, ONLY_SEAT_0_CAN_PLAY, tiles=[6, 0, 0], drawn=drawn)
    game.leave(0)
    assert (game.to_act, game.state()["drawn"], game.state()["tiles"]) == (None, None, [7, 0, 0])


def test_a_tile_returned_to_the_common_reserve_lets_the_others_play_on() -> None:
    game = common(3, fill({**tiles(21), "P0": 1, "P1": 6, "P2": 6}, free=2), drawn="-4")
    game.leave(0)
    assert (game.to_act, game.legal(), game.state()["reserve"]) == (1, ["draw"], 1)


def test_a_seat_leaves_once() -> None:
    game = new_game(3)
    game.leave(1)
    with pytest.raises(tablee.TableeError, match="seat 1 has left already"):
        game.leave(1)


@pytest.mark.parametrize("seat", [-1, 3, 2**70])
def test_only_a_seat_of_the_game_can_leave(seat: int) -> None:
    with pytest.raises(tablee.TableeError, match="there is no seat"):
        new_game(3).leave(seat)


def test_nobody_leaves_a_game_that_is_over() -> None:
    with pytest.raises(tablee.GameOver):
        position(2, MIRRORED).leave(0)


# ---- the record -----------------------------------------------------------------------------------------------


def test_a_sample_is_the_state_itself_since_every_placed_tile_was_shown_to_all() -> None:
    definition = find_game("isis")
    state = definition.new(2, {}, 0)
    for text in ("draw", "reveal +4", "place c3", "pawn c4", "draw"):
        state = definition.apply(state, text)
    before = state.tobytes()
    contract.sample(state[0], 0, new_random(1))
    assert state.tobytes() == before


def test_to_act_names_seats_chance_and_the_end() -> None:
    definition = find_game("isis")
    state = definition.new(2, {}, 0)
    drawn = definition.apply(state, "draw")
    assert [rules.to_act(each[0]) for each in (state, drawn, definition.leave(state, 0))] == [0, CHANCE, OVER]


@settings(max_examples=20)
@given(seed=seeds())
def test_the_order_in_which_a_position_was_reached_leaves_no_trace_in_its_bytes(seed: int) -> None:
    definition = find_game("isis")
    turns = [[f"pawn {square}"] for square in SQUARES[:8]]
    turns += [["draw", f"reveal {value}", f"place {SQUARES[8 + index]}"] for index, value in enumerate(BOX[:8])]
    by_seat = [turns[::2], turns[1::2]]
    reached = set()
    for order in range(3):
        state = definition.new(2, {}, 0)
        for text in _interleaved(by_seat, seed + order):
            state = definition.apply(state, text)
        reached.add(state.tobytes())
    assert len(reached) == 1


def _interleaved(by_seat: list[list[list[str]]], seed: int) -> list[str]:
    """The same turns of each seat in another order, seat 0 and seat 1 by turns."""
    shuffled = [Random(seed).sample(turns, len(turns)) for turns in by_seat]
    return [text for pair in zip(*shuffled, strict=True) for turn in pair for text in turn]
