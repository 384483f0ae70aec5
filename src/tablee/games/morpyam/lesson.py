"""The lesson of Morpyam: throw, keep, cover, call – and five in a row."""

from collections.abc import Callable
from pathlib import Path

from tablee.games.document import Document
from tablee.games.lessons import Answer, Attempt, Fits, Idea, figures, leads_on, right, wrong
from tablee.games.morpyam.figures import GRID
from tablee.games.morpyam.speech import figure_name
from tablee.language import Language

EMPTY, SEC, MAXI, MINI, FIVE_ALIKE, CALLED, FAILED, ROWS, KO = figures(Path(__file__).parent)
"""The positions of the rulebook."""
NO_CALLS = ("roll", "keep {picks}; roll")
"""The buttons until calling is spoken of."""


def lesson(say: Language) -> list[Idea]:
    """The steps."""
    return [
        _a_throw(say), _keep(say), _sec(say), _maxi(say), _mini(say),
        _once_more(say), _a_call(say), _a_failed_call(say), _in_a_row(say), _ko(say),
    ]  # fmt: skip


def _a_throw(say: Language) -> Idea:
    return Idea(
        title=say("Throw and cover"),
        words=say(
            "Every square bears a figure. Throw a figure, and you may cover its square with a token. You are red, "
            "blue plays against you. On the border are the easy ones: a number asks for three dice of that "
            "value."
        ),
        position=EMPTY,
        task=say("Throw the dice, and cover a square that they fit."),
        answers=[
            leads_on("roll", say("Three 5s make a brelan of 5: the squares that they fit are lit."), "dice 12555"),
            right("place *", say("Your token stays there to the end, and your turn is over.")),
            wrong("call *", say("Calling comes later. For now, simply throw.")),
            wrong("keep *", say("You could throw again. But look: there are lit squares already.")),
        ],
        way=["roll", "place e1"],
        buttons=NO_CALLS,
    )


def _keep(say: Language) -> Idea:
    return Idea(
        title=say("Keep and throw again"),
        words=say(
            "1 3 4 4 6 fit no square. But you have up to three throws: choose the dice you would like to keep by "
            "pointing at them, and throw the others again."
        ),
        position=_position([1, 3, 4, 4, 6]),
        task=say("Keep both 4s, throw the others again, and cover a square."),
        answers=[
            leads_on(
                "keep 44; roll", say("4 4 4 1 1: a brelan of 4, and a full as well. Cover one of them!"), "dice 11444"
            ),
            right("place *", say("You choose freely among all squares that your dice fit.")),
            wrong(_second_throw, say("One throw would be left. But these dice are good: cover a lit square.")),
            wrong("keep *", say("Choose both 4s, and only these. Then throw the others again.")),
        ],
        way=["keep 44; roll", "place e4"],
        buttons=NO_CALLS,
    )


def _sec(say: Language) -> Idea:
    return Idea(
        title=say("At the first throw"),
        words=say(
            "In the middle are the hard ones. 5 5 5 5 2 is a carré: four alike. It is a brelan of 5 as well. And "
            "as it fell at the very first throw, it is a sec, which only hard figures can be."
        ),
        position=SEC,
        task=say("Cover a sec square: they are hard to get."),
        answers=_cover("sec", say("A sec: morpyam, carré, maxi, mini, suite or full at the first throw."), say),
        way=["place c5"],
        buttons=NO_CALLS,
    )


def _maxi(say: Language) -> Idea:
    return Idea(
        title=say("High dice"),
        words=say(
            "You are blue now. 6 6 6 5 5 add up to 28. For a maxi it takes 27 or more; this is a full, too, and a "
            "brelan of 6. It is your second throw, so there is no sec in it."
        ),
        position=MAXI,
        seat=1,
        task=say("Cover a maxi square."),
        answers=_cover("maxi", say("The middle squares matter: most rows of five lead through them."), say),
        way=["place c4"],
        buttons=NO_CALLS,
    )


def _mini(say: Language) -> Idea:
    return Idea(
        title=say("Low dice"),
        words=say(
            "1 1 1 1 3 add up to 7. For a mini it takes 8 or less; this is a carré, too, and a brelan of 1. It "
            "was the third throw, so you must cover a square now; if none fitted, your turn would be over."
        ),
        position=MINI,
        task=say("Cover the free mini square."),
        answers=_cover(
            "mini",
            say(
                "You have met all but two: five dice that follow one another are a suite, four of them a petite suite."
            ),
            say,
        ),
        way=["place e5"],
        buttons=NO_CALLS,
    )


def _once_more(say: Language) -> Idea:
    return Idea(
        title=say("Five alike: once more!"),
        words=say(
            "Five 6s are a morpyam. They are a carré, a maxi and a brelan of 6 as well. Whatever you cover with "
            "five alike, you play again at once: a whole new turn."
        ),
        position=FIVE_ALIKE,
        task=say("Cover a morpyam square, and throw again."),
        answers=[
            *_cover("morpyam", say("Five alike: it is your turn again. Throw!"), say, leads_on),
            right("roll", say("Three throws once more, and the first of them could even be a sec."), "dice 11346"),
            wrong("call *", say("Not now: simply throw.")),
        ],
        way=["place d4", "roll"],
        buttons=NO_CALLS,
    )


def _a_call(say: Language) -> Idea:
    return Idea(
        title=say("Say what will come"),
        words=say(
            "There is one way only to an appel square: before a throw, call the figure that will come. If it "
            "does, your token must go on an appel square. If not, nothing is lost – but at the third throw "
            "everything is."
        ),
        position={**CALLED, "phase": "throw", "throws": 0, "dice": [], "call": None},
        task=say("Call a carré, and cover an appel square."),
        answers=[
            leads_on("call carre", say("2 2 2 2 6: it came out! Now only the appel squares are open."), "dice 22226"),
            right("place *", say("Said and done. The carré squares were closed to you this time.")),
            wrong("call *", say("That may be called, too. But here call a carré: press its button.")),
            wrong("roll", say("Then nothing would be called. Press the button “carré” instead.")),
        ],
        way=["call carre", "place e3"],
    )


def _a_failed_call(say: Language) -> Idea:
    return Idea(
        title=say("If it fails"),
        words=say(
            "You are blue. You have called a full, and the second throw shows 1 1 1 4 5. The call has failed, but "
            "the dice count as always: you may cover a brelan of 1, or throw a third time."
        ),
        position=FAILED,
        seat=1,
        task=say("Make sure of it: cover a brelan of 1."),
        answers=[
            right(
                "place *",
                say("A bird in the hand! Call again and miss at the third throw, and everything would be lost."),
            ),
            wrong("keep *", say("A real choice, and a bold one. But this time take what you have.")),
        ],
        way=["place f4"],
    )


def _in_a_row(say: Language) -> Idea:
    return Idea(
        title=say("In a row"),
        words=say(
            "Three of your tokens in a row, across, up and down or along a diagonal, are 1 point; four are 2, and "
            "3 points with three or four players. You are red and have three, from b2 to d4; blue has four at "
            "the bottom."
        ),
        position=ROWS,
        task=say("Throw, and make your three a four."),
        answers=[
            leads_on(
                "roll",
                say("1 1 1 2 3 add up to 8: a mini, and a brelan of 1. Which one lengthens your row?"),
                "dice 11123",
            ),
            right("place e5", say("b2, c3, d4, e5: four in a row, 2 points. And on f6 there is room for the fifth…")),
            wrong("place *", say("That fits, but your row goes from b2 to d4. Go on along the diagonal: e5.")),
            wrong("keep *", say("These dice have what you need: look at e5.")),
            wrong("call *", say("Without a call this time: simply throw.")),
        ],
        way=["roll", "place e5"],
    )


def _ko(say: Language) -> Idea:
    return Idea(
        title=say("Five in a row"),
        words=say(
            "Five in a row are a KO: you have won at once. Else the game ends when somebody has placed the last "
            "token, which is worth a point more, and points decide. You are blue: 2 2 2 5 5, at the first throw."
        ),
        position=_before_the_ko(),
        seat=1,
        task=say("Win!"),
        answers=[
            right("place c5", say("A full at the first throw is a sec, and it closes the gap from b6 to f2. KO!")),
            wrong("place *", say("That fits. But look at the diagonal from b6 to f2: one token is missing there.")),
            wrong("keep *", say("No need to throw again: the square that you want is lit.")),
        ],
        way=["place c5"],
    )


def _cover(figure: str, done: str, say: Language, answer: Callable[[Fits, str], Answer] = right) -> list[Answer]:
    return [
        answer(_covers(figure), done),
        wrong("place *", lambda attempt: _it_fits_but(attempt, figure, say)),
        wrong("keep *", say("You could throw again. But these dice are good: cover a square.")),
    ]


def _covers(figure: str) -> Callable[[Attempt], bool]:
    return lambda attempt: GRID.get(attempt.action.removeprefix("place ")) == figure


def _it_fits_but(attempt: Attempt, figure: str, say: Language) -> str:
    covered = GRID[attempt.action.removeprefix("place ")]
    return say(
        "That fits as well: {covered}. But here look for a square of this kind: {wanted}.",
        covered=figure_name(covered, say),
        wanted=figure_name(figure, say),
    )


def _second_throw(attempt: Attempt) -> bool:
    return attempt.action.startswith("keep") and attempt.before["throws"] == 2


def _position(dice: list[int]) -> Document:
    """A first throw on a board with a token of each."""
    return {**SEC, "dice": dice}


def _before_the_ko() -> Document:
    board = {square: seat for square, seat in KO["board"].items() if square != "c5"}
    rest = {name: value for name, value in KO.items() if name != "hands"}
    return {**rest, "board": board, "phase": "choose", "throws": 1, "dice": [2, 2, 2, 5, 5]}
