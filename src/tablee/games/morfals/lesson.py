"""The lesson of Morfals: throw, place, trap – and the ring, the River, and the end."""

from pathlib import Path

from tablee.games.document import Document
from tablee.games.lessons import Attempt, Idea, figures, leads_on, right, wrong
from tablee.language import Language

(
    COLUMN, DIAGONAL, _EATEN, FOUR, _FOUR_EATEN, RING, _RING_EATEN, ALONE,
    JAW, _JAW_EATEN, INSIDE, _INSIDE_EATEN, SAFE, PLACED,
) = figures(Path(__file__).parent)  # fmt: skip
"""The positions of the rulebook; some are what comes of the one before."""


def lesson(say: Language) -> list[Idea]:
    """The steps."""
    return [
        _a_turn(say), _a_trap(say), _four_at_once(say), _lucky_throws(say), _the_ring(say),
        _two_jaws(say), _the_river(say), _no_shield(say), _safe(say), _the_end(say),
    ]  # fmt: skip


def _a_turn(say: Language) -> Idea:
    return Idea(
        title=say("Throw and place"),
        words=say(
            "You lead the Jusqualos, the beige ones. Who first has all twelve cannibals on the board wins. Three "
            "dice that show 1 to 3 say where: their total is your column."
        ),
        position=_thrown(COLUMN, None),
        task=say("Throw, and place a cannibal in your column."),
        answers=[
            leads_on("throw", say("2 + 2 + 3 make 7: any free square of column 7 is open to you."), "roll 223"),
            right(
                "place *", say("One less in your hand. Now it would be the turn of the Sang-Zarète, the brown ones.")
            ),
        ],
        way=["throw", "place 7d"],
    )


def _a_trap(say: Language) -> Idea:
    return Idea(
        title=say("A trap"),
        words=say(
            "What stands between two of yours is eaten: across, up and down, or along a diagonal. It goes back to "
            "the other tribe’s hand and must be placed again. You have thrown 5, and the enemy on 4c stands "
            "beside your 3b."
        ),
        position=DIAGONAL,
        task=say("Close the trap around 4c."),
        answers=[
            right("place 5d", say("3b, 4c, 5d: one diagonal. Eaten, and back in the hand it came from!")),
            wrong("place 5b", say("4c is not between 3b and 5b. Go on from 3b over 4c, always in the same direction.")),
            wrong("place *", say("Nobody is caught there. Start at 3b, jump over 4c: where do you land?")),
        ],
        way=["place 5d"],
    )


def _four_at_once(say: Language) -> Idea:
    return Idea(
        title=say("Several traps at once"),
        words=say(
            "A whole line is trapped, too, if there is no gap in it and one of yours at its other end. And one "
            "cannibal can close traps in all eight directions. This time you have thrown 7."
        ),
        position=FOUR,
        task=say("Find the square from which you eat all four."),
        answers=[
            right("place 7c", say("7d and 7e below, 8c beside, 8b on the diagonal: four at once!")),
            wrong(_eats_some, say("Not bad: you would eat something there. But one square catches all four.")),
            wrong("place *", say("Nobody would be caught there. Look along the lines that end at your own cannibals.")),
        ],
        way=["place 7c"],
    )


def _lucky_throws(say: Language) -> Idea:
    return Idea(
        title=say("Good luck and bad luck"),
        words=say(
            "Three equal dice are good luck: you place and throw again. 1 2 3 is bad luck: nobody is placed, your "
            "turn is over. As 1 2 3 does not count, only 2 2 2 leads into column 6, the River."
        ),
        position=_thrown(COLUMN, None),
        task=say("Throw, place, and throw again."),
        answers=[
            leads_on(_first_throw, say("2 2 2! That makes 6: off to the River."), "roll 222"),
            leads_on("place *", say("And as they were three alike, once more: throw!")),
            right("throw", say("1 2 3, what a pity! Now it is the other tribe’s turn."), "roll 123"),
        ],
        way=["throw", "place 6d", "throw"],
    )


def _the_ring(say: Language) -> Idea:
    return Idea(
        title=say("Every column is a ring"),
        words=say(
            "Below g comes a again, in the same column: top and bottom are neighbours. Rows and diagonals simply "
            "end at the edge. You have thrown 7; yours is on 7b, an enemy on 7a."
        ),
        position=RING,
        task=say("Catch the enemy on 7a."),
        answers=[
            right("place 7g", say("From g over a to b: it stood between two of yours, and is eaten.")),
            wrong("place *", say("7a is the top square. What comes above it is the bottom of the same column.")),
        ],
        way=["place 7g"],
    )


def _two_jaws(say: Language) -> Idea:
    return Idea(
        title=say("Two jaws"),
        words=say(
            "A trap needs two jaws. Column 8 is full of enemies, with one gap. You have thrown 8 and must place "
            "there: who can place has to. Will you eat all six?"
        ),
        position=_before(ALONE, "8c", [2, 3, 3]),
        task=say("Place in the gap, and see."),
        answers=[
            right(
                "place 8c",
                say(
                    "Nobody is eaten: around the ring the line comes back to the very same cannibal, and one jaw "
                    "is not enough."
                ),
            ),
        ],
        way=["place 8c"],
    )


def _the_river(say: Language) -> Idea:
    return Idea(
        title=say("The River"),
        words=say(
            "Whoever stands in the River, column 6, is never eaten. But one who stands there can very well be a "
            "jaw. You have thrown 4; yours is in the River on 6d."
        ),
        position=JAW,
        task=say("Eat the enemy on 5d."),
        answers=[
            right("place 4d", say("4d and 6d are the jaws. A cannibal in the River bites for ever.")),
            wrong("place *", say("5d must stand right between your new one and 6d, in the same row.")),
        ],
        way=["place 4d"],
    )


def _no_shield(say: Language) -> Idea:
    return Idea(
        title=say("Wet feet"),
        words=say(
            "If one in the River stands in the middle of a trapped line, it stays, but does not protect the "
            "others. You have thrown 5; enemies are on 7d and, in the River, on 6d."
        ),
        position=INSIDE,
        task=say("Trap both, and see who is eaten."),
        answers=[
            right("place 5d", say("7d is eaten. 6d, with its feet in the water, stays where it is.")),
            wrong("place *", say("The line is 6d, 7d, and your 8d is its one end. Place at the other.")),
        ],
        way=["place 5d"],
    )


def _safe(say: Language) -> Idea:
    return Idea(
        title=say("A safe place"),
        words=say(
            "Only the one who places closes traps. So you may step between two enemies without fear; later on "
            "they have to place anew to catch you. You have thrown 4."
        ),
        position=_before(SAFE, "4e", [1, 1, 2]),
        task=say("Step right between 4d and 4f."),
        answers=[
            right("place 4e", say("Nothing happens to you. And next to enemies you are near your next meal.")),
            wrong("place *", say("That is possible. But try it: right between the two enemies of column 4.")),
        ],
        way=["place 4e"],
    )


def _the_end(say: Language) -> Idea:
    return Idea(
        title=say("The end"),
        words=say(
            "One cannibal left in your hand: once it is placed you have won. You score a point for each one that "
            "the other tribe still holds, and it loses as many. You have thrown 7."
        ),
        position=_before(PLACED, "7e", [2, 2, 3]),
        task=say("Place your last one."),
        answers=[right("place *", say("Your hand is empty, and the Sang-Zarète still hold five."))],
        way=["place 7e"],
    )


def _thrown(position: Document, dice: list[int] | None) -> Document:
    """A position with other dice, or before they are thrown."""
    return {**position, "dice": dice, "phase": "place" if dice else "roll"}


def _before(position: Document, square: str, dice: list[int]) -> Document:
    """The position in which the first seat is about to place on a square."""
    board = {name: tribe for name, tribe in position["board"].items() if name != square}
    rest = {name: value for name, value in position.items() if name != "hands"}
    return _thrown({**rest, "board": board, "turn": 0}, dice)


def _eats_some(attempt: Attempt) -> bool:
    return len(attempt.after["board"]) <= len(attempt.before["board"])


def _first_throw(attempt: Attempt) -> bool:
    return attempt.action == "throw" and len(attempt.before["board"]) == len(COLUMN["board"])
