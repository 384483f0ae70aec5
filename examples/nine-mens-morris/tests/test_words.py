"""What Nine Men's Morris says and shows: in the log, to whoever is to play, and what one points at."""

import pytest

import tablee
from tablee.games import find_game
from tablee.games.language import ENGLISH
from tablee.games.scenery import Happened, Lately

MORRIS = find_game("morris")
NAMES = ("Zoé", "Otto")


def game(white: str, black: str, hand: tuple[int, int] = (0, 0), **more: object) -> tablee.Game:
    """A position in which white is to play."""
    board = {point: seat for seat, points in enumerate((white, black)) for point in points.split()}
    return tablee.load({"game": "morris", "players": 2, "board": board, "hand": list(hand), "turn": 0, **more})


MOVING = game("a7 a4 d1 e3", "d7 a1 g1 f6")
PLACING = game("a7", "d7", hand=(8, 8))
TAKING = game("a1 a4 a7", "b6 d6 f6 g4", taking=True, hand=(5, 4))


@pytest.mark.parametrize(
    ("position", "key", "words"),
    [
        (PLACING, "piece d7", "This point is taken."),
        (PLACING, "move a7 a4", "Place your men first."),
        (TAKING, "piece b6", "It stands in a mill: take one that does not."),
        (TAKING, "piece a1", "You have closed a mill: take a man of Otto."),
        (MOVING, "take d7", "You take a man when you have closed a mill."),
        (MOVING, "piece d7", "This man belongs to Otto."),
        (MOVING, "piece a7", "It cannot move: all points next to it are taken."),
        (MOVING, "point b6", "First point at the man that you want to move."),
        (MOVING, "piece a4 > point b6", "A man moves along a line, to the next point."),
        (MOVING, "piece a4 > piece a1", "This point is taken."),
        (MOVING, "move a4 g7", "A man moves along a line, to the next point."),
        (MOVING, "panel 0", ""),
    ],
)
def test_it_is_said_why_something_cannot_be_done(position, key, words):
    assert MORRIS.words.why_not(position.sight(0), 0, key, NAMES, ENGLISH) == words


def test_one_points_at_a_man_and_then_at_its_place():
    scene = MORRIS.paint(MOVING.sight(0), 0, MOVING.legal(), NAMES, ENGLISH)
    assert scene.offers == {}
    assert scene.moves["move a4 b4"] == ("piece a4", "point b4")
    assert set(scene.moves) == set(MOVING.legal())
    scene = MORRIS.paint(TAKING.sight(0), 0, TAKING.legal(), NAMES, ENGLISH)
    assert (scene.offers, scene.moves) == ({"piece g4": ("take g4",)}, {})


def test_men_fly_from_where_they_were_and_those_taken_to_the_middle():
    position = game("a7 a4 d1 e3", "d7 a1 g1 f6")
    before = position.sight(0)
    position.play("move a4 b4")
    scene = MORRIS.paint(position.sight(0), 0, [], NAMES, ENGLISH, Lately(before, [Happened(0, "move a4 b4", 1)]))
    assert {node.key: node.enter for node in scene.nodes}["piece b4"] == "piece a4"
    before = TAKING.sight(0)
    after = tablee.load(TAKING.state())
    after.play("take g4")
    scene = MORRIS.paint(after.sight(0), 0, [], NAMES, ENGLISH, Lately(before, [Happened(0, "take g4", 1)]))
    (taken,) = [node for node in scene.nodes if node.enter]
    assert (taken.key, taken.enter, "caught" in taken.kind) == ("taken 1 1", "piece g4", True)


def test_the_board_as_text_has_its_gaps():
    lines = MORRIS.words.board_text(MOVING.sight(None)).splitlines()
    assert lines[0] == "7   0           1           ."
    assert lines[3:5] == ["4   0   .   .       .   .   .", "3           .   .   0"]
    assert lines[7:] == ["    a   b   c   d   e   f   g", "in hand: 0, 0"]


def test_the_end_is_told_in_a_sentence():
    position = game("d6 g4 b4 d1", "a7 d7 g7 a4")
    position.play("move d1 a1")
    words = MORRIS.words.headline(position.sight(None), position.result(), NAMES, ENGLISH)
    assert words == "Zoé wins: Otto cannot move any more."


def test_bots_close_mills_and_the_highest_level_finds_none_of_the_worse_moves():
    from tablee import Limit
    from tablee.bots.level_bots import LevelBot

    position = game("a7 a4 a1 b6 b2", "d7 f6 g4 d3 e3")
    for level, good in ((1, {"move a4 b4"}), (3, {"move a4 b4"}), (5, {"move a4 b4", "move a1 d1"})):
        thought = LevelBot(MORRIS, level, cores=1).choose(position.knowledge(0), Limit(seconds=5), seed=1)
        assert thought.action in good
        assert thought.considered[0].values[0] > 0.7
