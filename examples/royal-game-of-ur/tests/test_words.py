"""What the Royal Game of Ur says: in the log, to whoever is to play, and why something cannot be done."""

import pytest

import tablee
from tablee.games import find_game
from tablee.games.language import ENGLISH

UR = find_game("ur")
NAMES = ("Zoé", "Otto")


def position(white: list[int], black: list[int], thrown: int = 0) -> tablee.Game:
    """A position in which white is to play."""
    pieces = [[0] * (7 - len(own)) + own for own in (white, black)]
    return tablee.load({"game": "ur", "players": 2, "pieces": pieces, "thrown": thrown, "turn": 0})


def told(game: tablee.Game, action: str) -> str:
    """What the log says of an action."""
    before = game.sight(0)
    game.play(action)
    words = UR.words.aftermath(action, 0, before, game.sight(0), NAMES, ENGLISH)
    return f"{UR.words.sentence(action, 0, NAMES, ENGLISH)} {words}".strip()


@pytest.mark.parametrize(
    ("game", "action", "words"),
    [
        (position([], []), "throw 3", "Zoé throws 3."),
        (position([], []), "throw 0", "Zoé throws 0. No piece can move."),
        (position([], [], 3), "enter", "Zoé enters a piece. To 3."),
        (position([7], [], 1), "move 7", "Zoé moves the piece on 7. A rosette, on 8: another throw."),
        (position([7], [10], 3), "move 7", "Zoé moves the piece on 7. It takes the piece of Otto on 10."),
        (position([12], [], 3), "move 12", "Zoé moves the piece on 12. It is home!"),
    ],
)
def test_the_log_tells_what_a_step_did(game, action, words):
    assert told(game, action) == words


@pytest.mark.parametrize(
    ("game", "key", "words"),
    [
        (position([], []), "piece 0 3", "Throw the dice first."),
        (position([3], [5], 2), "piece 1 5", "This piece belongs to Otto."),
        (position([3], [], 2), "cup", "You have thrown already: move a piece by 2."),
        (position([3, 5], [], 2), "piece 0 3", "Where it would come to, on 5, stands a piece of yours."),
        (position([3, 6], [8], 2), "piece 0 6", "Nobody is taken on the rosette in the middle: Otto may stay there."),
        (position([14], [], 2), "move 14", "Too far: from there only a throw of 1 brings it home."),
        (position([14, 15], [], 2), "home 0 1", "This piece is home already."),
        (position([3], [], 2), "move 9", "You have no piece there."),
    ],
)
def test_it_is_said_why_something_cannot_be_done(game, key, words):
    assert UR.words.why_not(game.sight(0), 0, key, NAMES, ENGLISH) == words


def test_the_board_as_text_has_the_gap_and_the_rosettes():
    lines = UR.words.board_text(position([1, 8], [4, 13]).sight(None)).splitlines()
    assert lines == ["* . . 0     * .", ". . . 0 . . . .", "1 . . .     * 1", "5 waiting, 0 home", "5 waiting, 0 home"]


def test_steps_on_the_sheet_make_the_score():
    game = position([14] + [15] * 6, [3, 9, 15], 1)
    game.play("move 14")
    sheet = UR.words.score_sheet(game.sight(None), NAMES, ENGLISH)
    totals = [sum(line.cells[seat].points for line in sheet if line.cells[seat]) for seat in range(2)]
    assert totals == game.result().scores == [105, 27]


def test_the_end_is_told_in_a_sentence():
    game = position([14] + [15] * 6, [3, 15], 1)
    game.play("move 14")
    words = UR.words.headline(game.sight(None), game.result(), NAMES, ENGLISH)
    assert words == "Zoé is home first; Otto had brought 1 piece home."


def test_pieces_fly_from_where_they_were():
    from tablee.games.scenery import Happened, Lately

    game = position([7], [10], 3)
    before = game.sight(0)
    game.play("move 7")
    lately = Lately(before, [Happened(0, "throw 3", 1), Happened(0, "move 7", 2)])
    nodes = {node.key: node for node in UR.paint(game.sight(0), 0, [], NAMES, ENGLISH, lately).nodes}
    assert nodes["piece 0 10"].enter == "piece 0 7"
    assert nodes["waiting 1 7"].enter == "piece 1 10"
    assert "caught" in nodes["waiting 1 7"].kind
