"""Why a bot would do something in Isis & Osiris, Morfals and Morpyam: short reasons that are true."""

from typing import Any

import tablee
from tablee.games import find_game
from tablee.games.language import ENGLISH
from tablee.server.features.puzzles.service import puzzles_of
from tablee.server.views.sentences import language
from tablee.server.views.text_play import reason_for
from tests.cases import each
from tests.games.isis.hand_made_states import EXAMPLE, without
from tests.games.morfals.positions import state_of
from tests.games.morpyam.positions import covered, position, thrown

NAMES = ("Zoé", "Ada", "Léo", "Max")


def why(state: dict[str, Any], text: str) -> str:
    """The reason for an action, told to the seat that is to act."""
    definition = find_game(state["game"])
    return reason_for(definition, definition.read(state), text, state["turn"], NAMES[: state["players"]], ENGLISH)


# ---- Isis & Osiris ------------------------------------------------------------------------------------------------


def isis(board: dict[str, str], drawn: str | None = None, memory: str = "hidden") -> dict[str, Any]:
    tiles = sum(piece[0] != "P" for piece in board.values()) + (drawn is not None)
    options = {"reserve": "own", "memory": memory}
    return {**without(EXAMPLE, "pawns"), "options": options, "board": board, "drawn": drawn, "tiles": [11 - tiles, 11]}


TWO = {"c3": "+4", "d4": "-1"}


@each(
    ("state", "text", "reason"),
    [
        (isis(TWO), "pawn b3", "Remember the tile on c3: it is +4."),
        (isis(TWO), "pawn d3", "Remember the tiles beside it: +4 (c3), −1 (d4). Together: +3."),
        (isis(TWO, memory="open"), "pawn b3", "It touches the +4 on c3."),
        (isis({"c3": "-1", "a1": "P0"}), "pawn e6", "3 squares beside it are still free for good tiles."),
        (isis({"a1": "P0"}), "pawn b2", "A good tile on b1 would count for it and for your pawn on a1."),
        (isis({}), "draw", "No free square is worth anything to a pawn yet."),
        (isis(TWO), "draw", "Your pawns can wait until more tiles lie on the board."),
        (isis({"c3": "+1", "d4": "-2"}), "draw", "Your pawns can wait until more tiles lie on the board."),
        (
            isis({"c3": "+1", "d4": "-2", "e6": "-1"}),
            "draw",
            "Of the tiles that nobody has seen yet, 10 are good and 9 are bad.",
        ),
        (isis({"b2": "P0"}, "+3"), "place b3", "It brings you 3 points, and nobody else any."),
        (
            isis({"b2": "P0", "a3": "P0", "b4": "P1"}, "+3"),
            "place b3",
            "It is worth 6 points to you, and only 3 to others.",
        ),
        (
            isis({"b2": "P1"}, "+3"),
            "place e5",
            "No pawn touches it yet: place yours beside it before somebody else does.",
        ),
        (isis({"b2": "P1"}, "-3"), "place b3", "It costs Ada 3 points, and you nothing."),
        (isis({"b2": "P0"}, "-3"), "place e5", "It touches none of your pawns."),
    ],
)
def test_isis_says_which_tiles_count(state: dict[str, Any], text: str, reason: str) -> None:
    assert why(state, text) == reason


# ---- Morfals ------------------------------------------------------------------------------------------------------


@each(
    ("state", "text", "reason"),
    [
        (state_of("3c", "4c", "122"), "place 5c", "Ada has to place the cannibal from 4c again."),
        (state_of("4c", "3c", "122"), "place 5c", "There Ada could have trapped your cannibal on 4c."),
        (state_of("", "7c", "233"), "place 8c", "With a throw of 6 you could then trap the cannibal on 7c."),
        (state_of("", "3a", "233"), "place 8c", "Nothing of yours can be trapped by the next throw."),
        (
            state_of("3c", "4c", "122", options={"capture": "claim"}),
            "place 5c",
            "Ada has to place the cannibal from 4c again.",
        ),
        (
            state_of("3c 5c", "4c", "122", phase="claim", trapped=["4c"], options={"capture": "claim"}),
            "eat 4c",
            "It is caught between two of yours.",
        ),
    ],
)
def test_morfals_says_what_is_trapped_or_saved_or_threatened(state: dict[str, Any], text: str, reason: str) -> None:
    assert why(state, text) == reason


# ---- Morpyam ------------------------------------------------------------------------------------------------------


@each(
    ("game", "text", "reason"),
    [
        (thrown("11145", board=covered("b6 c6", 0)), "place a6", "It makes three in a row."),
        (thrown("11145", board=covered("b6 c6 d6", 0)), "place a6", "It makes four in a row."),
        (thrown("11145", board=covered("b6 c6 d6 e6", 0)), "place a6", "That wins the game."),
        (thrown("11145", board=covered("b6 c6 d6 e6", 1)), "place a6", "It keeps Ada from five in a row."),
        (thrown("11145", board=covered("b6 c6", 1)), "place a6", "It keeps Ada from three in a row."),
        (
            thrown("11145", board=covered("a4 a2", 0)),
            "place a6",
            "It makes 3 of a possible five in a row, a2–a6.",
        ),
        (
            thrown("23455", throws=2, board=covered("b5 c5 e5", 0)),
            "keep 2345",
            "You are after large straight on d5. It makes four in a row.",
        ),
        (thrown("11145"), "place a6", "It lies on 3 rows of five that are still open to you."),
        (thrown("12446"), "keep -", "None of these dice is worth keeping."),
        (
            position("throw", throws=1, dice=[3, 3, 3, 3, 1], kept=[3, 3, 3, 3], board=covered("b3 b5", 0)),
            "call carre",
            "It is certain to succeed. Then you cover b4. It makes three in a row.",
        ),
        (
            position("throw", throws=1, dice=[3, 3, 3, 2, 1], kept=[3, 3, 3]),
            "call carre",
            "It succeeds in 31 throws out of 100.",
        ),
        (
            position("throw", throws=1, dice=[3, 3, 3, 2, 1], kept=[3, 3, 3]),
            "roll",
            "Even the likeliest call, four of a kind, succeeds in only 31 throws out of 100.",
        ),
    ],
)
def test_morpyam_says_what_a_square_makes_and_what_dice_are_for(game: tablee.Game, text: str, reason: str) -> None:
    assert why(game.state(), text) == reason


# ---- all three ----------------------------------------------------------------------------------------------------


@each("game_id", ["isis", "morfals", "morpyam"])
def test_the_answers_of_puzzles_have_reasons_in_both_languages(game_id: str) -> None:
    definition, french = find_game(game_id), language("fr")
    without = 0
    for puzzle in puzzles_of(definition):
        names, state = NAMES[: puzzle.position["players"]], definition.read(puzzle.position)
        told = [reason_for(definition, state, puzzle.best, puzzle.seat, names, say) for say in (ENGLISH, french)]
        assert not any("{" in reason for reason in told)
        assert (told[0] == told[1]) == (not told[0]), told
        without += not told[0]
    assert without <= len(puzzles_of(definition)) / 10
