"""The rules of Nine Men's Morris by worked examples: positions, what may be done in them, and what follows."""

import random

import pytest

import tablee
from tablee.games.errors import BadState


def game(white: str, black: str, turn: int = 0, hand: tuple[int, int] = (0, 0), **more: object) -> tablee.Game:
    """A position by the points on which men stand."""
    board = {point: seat for seat, points in enumerate((white, black)) for point in points.split()}
    return tablee.load({"game": "morris", "players": 2, "board": board, "hand": list(hand), "turn": turn, **more})


def test_nine_men_of_each_side_are_placed_in_turn():
    playing = tablee.new("morris", players=2)
    assert len(playing.legal()) == 24
    playing.play("place d6")
    assert (playing.to_act, playing.state()["hand"], playing.state()["board"]) == (1, [8, 9], {"d6": 0})
    assert "place d6" not in playing.legal()


@pytest.mark.parametrize(("two", "third"), [("a1 a4", "a7"), ("d7 d5", "d6"), ("b4 c4", "a4"), ("c3 e3", "d3")])
def test_three_in_a_line_are_a_mill_and_the_same_side_takes_a_man(two, third):
    position = game(two, "f2 g1", hand=(7, 7))
    position.play(f"place {third}")
    assert (position.to_act, position.legal()) == (0, ["take f2", "take g1"])
    position.play("take g1")
    assert (position.to_act, position.state()["board"].get("g1")) == (1, None)


@pytest.mark.parametrize(("two", "third"), [("c4 e4", "d7"), ("d3 d5", "d6"), ("a7 b6", "c5"), ("a4 b4", "e4")])
def test_across_the_middle_or_a_corner_there_is_no_mill(two, third):
    position = game(two, "f2 g1", hand=(7, 7))
    position.play(f"place {third}")
    assert position.to_act == 1


def test_men_in_a_mill_are_safe_unless_all_are():
    assert game("a1 a4 a7", "b6 d6 f6 g4", taking=True, hand=(5, 4)).legal() == ["take g4"]
    assert game("a1 a4 a7", "b6 d6 f6", taking=True, hand=(5, 5)).legal() == ["take b6", "take d6", "take f6"]


def test_men_move_along_lines_to_the_next_point():
    position = game("a7 b4 c5 e3", "d7 a1 g1 f6")
    assert position.legal() == [
        *("move a7 a4", "move c5 d5", "move c5 c4", "move b4 b6", "move b4 a4", "move b4 c4", "move b4 b2"),
        *("move e3 e4", "move e3 d3"),
    ]


def test_a_mill_that_is_opened_and_closed_takes_again():
    position = game("a7 a4 a1 b6 b2", "d7 f6 g4 d3 e3")
    for action in ("move a4 b4", "take g4", "move d7 g7", "move b4 a4"):
        position.play(action)
    assert position.legal() == ["take g7", "take f6", "take d3", "take e3"]


def test_three_men_jump_unless_that_was_agreed_otherwise():
    assert len(game("a7 b4 e3", "d7 a1 g1 f6").legal()) == 3 * (24 - 7)
    assert len(game("a7 b4 e3", "d7 a1 g1 f6", options={"flying": "never"}).legal()) == 7


def test_with_two_men_a_side_has_lost():
    position = game("d7 d6 c5 g1", "a1 f4 e3")
    position.play("move c5 d5")
    position.play("take a1")
    assert (position.result().winners, position.result().reason, position.result().scores) == ([0], "few", [4, 2])


def test_who_cannot_move_has_lost():
    position = game("d6 g4 b4 d1", "a7 d7 g7 a4")
    position.play("move d1 a1")
    assert (position.to_act, position.result().winners, position.result().reason) == (None, [0], "blocked")


def test_after_sixty_moves_without_a_mill_nobody_wins():
    position = game("a7 b6 c5 g1", "d7 d2 e3 f4", quiet=59)
    position.play("move a7 a4")
    assert (position.result().winners, position.result().reason) == ([0, 1], "quiet")


def test_who_leaves_has_lost():
    position = game("a7 b6 c5 g1", "d7 d2 e3 f4")
    position.leave(0)
    assert (position.result().winners, position.result().reason) == ([1], "left")
    assert tablee.load(position.state()).result().winners == [1]


@pytest.mark.parametrize(
    "position",
    [
        {"white": "a7 d7", "black": "h1"},
        {"white": "a7 d7", "black": "a1", "hand": (8, 8)},
        {"white": "a7 d7 d6", "black": "a1", "hand": (5, 5), "taking": True},  # without a mill
        {"white": "a7 d7 g7", "black": "", "hand": (5, 5), "taking": True},  # nothing to take
        {"white": "a7", "black": "a1", "quiet": 61},
    ],
)
def test_what_cannot_be_is_refused(position):
    with pytest.raises(BadState):
        game(**position)


@pytest.mark.parametrize("seed", range(4))
def test_every_game_ends_and_every_state_is_read_as_it_was_written(seed):
    playing, chance = tablee.new("morris", players=2), random.Random(seed)
    while playing.to_act is not None:
        playing.play(chance.choice(playing.legal()))
        assert tablee.load(playing.state()).state() == playing.state()
    assert playing.result().reason in ("few", "blocked", "quiet")
