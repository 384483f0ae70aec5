"""The lesson of Isis & Osiris: pawns, tiles, what they are worth to each other, and a good memory."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablee.games.document import Document
from tablee.games.isis.words import spoken_value
from tablee.games.lessons import Attempt, Idea, figures, leads_on, right, wrong
from tablee.games.squares import square_names
from tablee.language import Language

TURNED_UP, MINUS_THREE, MINUS_TWO, VIOLET = figures(Path(__file__).parent)
"""The positions of the rulebook: +3 is turned up, a pawn worth −3, two worth −2, and a violet one worth +3."""
SQUARES = frozenset(square_names(6, 6))


def lesson(say: Language) -> list[Idea]:
    """The steps."""
    return [
        _a_pawn(say), _a_tile(say), _not_for_them(say), _worth(say),
        _the_best_square(say), _between(say), _memory(say), _the_end(say),
    ]  # fmt: skip


def _a_pawn(say: Language) -> Idea:
    return Idea(
        title=say("A pawn"),
        words=say(
            "You are green, and yellow sits opposite. Each of you has eight pawns and a pile of eleven tiles, "
            "good ones and bad ones, face down. A turn is one of two things. The first: you place a pawn on a "
            "free square."
        ),
        position=_position({}),
        task=say("Place a pawn, wherever you like."),
        answers=[
            right("pawn *", say("There it stands, to the end of the game: nothing on this board ever moves.")),
            wrong("draw", say("That is the other thing one can do, and comes next. First a pawn: point at a square.")),
        ],
        way=["pawn c3"],
    )


def _a_tile(say: Language) -> Idea:
    return Idea(
        title=say("A tile"),
        words=say(
            "The second thing: you turn up a tile of your pile for all to see, and lay it face down on a free "
            "square. In the end every pawn is worth the sum of the tiles beside it: left, right, above and below."
        ),
        position=_position({"c3": "P0", "e4": "P1"}),
        task=say("Turn up a tile, and lay it where your pawn has something from it."),
        answers=[
            wrong("pawn *", say("Another pawn would be possible. But now turn up a tile: point at your pile.")),
            leads_on("draw", say("+4, the best one of all! Where will you lay it?"), "reveal +4"),
            right(_beside("P0"), say("Now it lies there like any other tile, but beside your pawn: +4 for you.")),
            wrong(_beside("P1"), say("There yellow would have the +4. Keep it for your own pawn, on c3.")),
            wrong(
                _at_a_corner("P0"), say("Diagonally does not count. Lay it left or right of your pawn, above or below.")
            ),
            wrong("place *", say("There it is beside nobody’s pawn. Your own stands on c3.")),
        ],
        way=["draw", "place c4"],
    )


def _not_for_them(say: Language) -> Idea:
    return Idea(
        title=say("For you, not for them"),
        words=say(
            "You have turned up +3, and this one must be placed now: there is no going back to a pawn. Tiles that "
            "have been placed show their eyes only – whatever lay open before, you have to remember."
        ),
        position=TURNED_UP,
        task=say("Lay the +3 beside your pawn on c4, and beside no yellow one."),
        answers=[
            wrong(_beside("P1"), say("This square touches a yellow pawn, so yellow would get the +3 as well.")),
            right(_beside("P0"), say("Three points more for the pawn on c4, and nothing for yellow.")),
            wrong("place *", say("There it is of no use to your pawn on c4. It wants a square right beside it.")),
        ],
        way=["place c3"],
    )


def _worth(say: Language) -> Idea:
    return Idea(
        title=say("What a pawn is worth"),
        words=say(
            "Here tiles lie face up, to learn. Your pawn stands beside −1 and −2, so it is worth −3: points can "
            "well be below zero. But a good tile beside it makes up for bad ones."
        ),
        position=MINUS_THREE,
        task=say("Turn up a tile and bring your pawn back to zero."),
        answers=[
            wrong("pawn *", say("That would start a second pawn. The first one needs a tile: point at your pile.")),
            leads_on("draw", say("+3: just what it needs."), "reveal +3"),
            right(_beside("P0"), say("−1, −2 and +3 make zero.")),
            wrong("place *", say("The tile must touch the pawn on b4, or it does not count for it.")),
        ],
        way=["draw", "place a4"],
    )


def _the_best_square(say: Language) -> Idea:
    return Idea(
        title=say("The best square"),
        words=say(
            "The pawn on e3 has +4, −1 and −2 beside it and is worth +1. With the −3 of the other one you have −2 "
            "points together. But on one free square a new pawn would have the +4 and nothing bad beside it."
        ),
        position=MINUS_TWO,
        task=say("Place a pawn where it is worth +4."),
        answers=[
            right("pawn e5", say("+4 and nothing bad beside it. A tile counts for every pawn that it touches.")),
            wrong("pawn *", lambda attempt: _there_it_is_worth(attempt, say)),
            wrong("draw", say("No tile this time: look for the best square for a pawn.")),
        ],
        way=["pawn e5"],
    )


def _between(say: Language) -> Idea:
    return Idea(
        title=say("Between good neighbours"),
        words=say(
            "A table for four; this time you are yellow. Violet’s pawn stands beside +1 and +2 and is worth +3. "
            "Those tiles are nobody’s: whoever stands beside them has them, too."
        ),
        position=VIOLET,
        seat=1,
        task=say("Place your pawn where it is worth +3 as well."),
        answers=[
            right("pawn d3", say("Beside the same two tiles. You have as much of them as violet.")),
            wrong("pawn *", lambda attempt: _there_it_is_worth(attempt, say)),
            wrong("draw", say("Not now: there are two good tiles on the board already.")),
        ],
        way=["pawn d3"],
    )


def _memory(say: Language) -> Idea:
    return Idea(
        title=say("Who remembers, wins"),
        words=say(
            "Back to a real game: tiles lie face down. You have turned up −3. Bad tiles are good for something, too."
        ),
        position=_position({"c3": "P0", "c4": "+2", "b2": "-1", "e2": "P1", "d5": "P1"}, drawn="-3"),
        task=say("Lay the −3 where it hurts only yellow, and watch what yellow does."),
        answers=[
            wrong(_beside("P0"), say("Ouch! That one would be for yourself. Lay it beside a yellow pawn.")),
            leads_on(
                _spoils_yellow,
                say(
                    "Yellow has turned up +2 and laid it on d6. Nobody sees it any more, but you know: place a "
                    "pawn beside it."
                ),
                "draw",
                "reveal +2",
                "place d6",
            ),
            wrong("place *", say("Yellow’s pawns are on e2 and d5. Lay it right beside one of them, but not on d6.")),
            right(_has_the_tile_on_d6, say("Well remembered: +2, and yellow did the work.")),
            wrong("pawn *", say("The +2 lies on d6. Your pawn must stand right beside it, and not beside the −3.")),
            wrong("draw", say("This time a pawn: beside the +2 that yellow has just laid.")),
        ],
        way=["place d2", "pawn c6"],
    )


def _the_end(say: Language) -> Idea:
    return Idea(
        title=say("The end"),
        words=say(
            "The game is over when the last square is filled. Two are left, and yellow will have to take the "
            "other one. You remember: beside e1 lie +1 and +3, beside b3 lie −1, −2 and −3."
        ),
        position=_last_squares(),
        task=say("Choose your square. Then all tiles are turned up."),
        answers=[
            right(
                "pawn e1",
                say("All is revealed. Every pawn is worth what lies beside it, and most points win."),
                "pawn b3",
            ),
            wrong("pawn b3", say("−1, −2 and −3 would be beside you there: −6. Leave that square to yellow!")),
        ],
        way=["pawn e1"],
    )


# ---- positions --------------------------------------------------------------------------------------------


def _position(board: dict[str, str], drawn: str | None = None) -> Document:
    """A board of two players on which both have laid equally many tiles, or yellow one more."""
    laid = sum(not piece.startswith("P") for piece in board.values())
    return {
        "game": "isis",
        "players": 2,
        "options": {"reserve": "own", "memory": "hidden"},
        "board": board,
        "tiles": [11 - laid // 2 - bool(drawn), 11 - (laid + 1) // 2],
        "turn": 0,
        "drawn": drawn,
    }


def _last_squares() -> Document:
    rows = (
        "-2 P1 P0 +2 P1 P0",
        "-2 +2 P1 +4 -1 P0",
        "P1 -1 +2 -3 +2 -2",
        "P0 .. -2 +2 -4 +1",
        "-2 -3 -2 P1 +3 P0",
        "+2 +3 P0 +1 .. P1",
    )
    pieces = {
        f"{file}{rank}": piece
        for rank, row in zip("654321", rows, strict=True)
        for file, piece in zip("abcdef", row.split(), strict=True)
    }
    return _position({square: piece for square, piece in pieces.items() if piece != ".."})


# ---- what lies beside what ----------------------------------------------------------------------------------


def _around(square: str, steps: Any) -> list[str]:
    places = [f"{chr(ord(square[0]) + right)}{int(square[1]) + up}" for right, up in steps]
    return [place for place in places if place in SQUARES]


def _neighbours(square: str) -> list[str]:
    return _around(square, ((-1, 0), (1, 0), (0, -1), (0, 1)))


def _where(attempt: Attempt) -> str:
    return attempt.action.partition(" ")[2]


def _beside(pawn: str) -> Callable[[Attempt], bool]:
    """Does a tile come to lie beside such a pawn?"""
    return lambda attempt: attempt.action.startswith("place") and _touches(attempt, _neighbours(_where(attempt)), pawn)


def _at_a_corner(pawn: str) -> Callable[[Attempt], bool]:
    steps = ((-1, -1), (-1, 1), (1, -1), (1, 1))
    return lambda attempt: (
        attempt.action.startswith("place") and _touches(attempt, _around(_where(attempt), steps), pawn)
    )


def _touches(attempt: Attempt, squares: list[str], pawn: str) -> bool:
    return any(attempt.before["board"].get(square) == pawn for square in squares)


def _spoils_yellow(attempt: Attempt) -> bool:
    return _beside("P1")(attempt) and _where(attempt) != "d6"


def _has_the_tile_on_d6(attempt: Attempt) -> bool:
    return attempt.action in ("pawn c6", "pawn e6") and _worth_there(attempt) == 2


def _worth_there(attempt: Attempt) -> int:
    """What the pawn that is placed would be worth."""
    tiles = [attempt.before["board"].get(square, "P") for square in _neighbours(_where(attempt))]
    return sum(int(tile) for tile in tiles if not tile.startswith("P"))


def _there_it_is_worth(attempt: Attempt, say: Language) -> str:
    worth = _worth_there(attempt)
    value = spoken_value(f"{worth:+d}") if worth else "0"
    return say("There it would be worth {value}. Add up what lies left, right, above and below.", value=value)
