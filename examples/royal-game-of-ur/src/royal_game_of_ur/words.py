"""The Royal Game of Ur in words: its actions and states as texts, and what is said to people."""

from collections.abc import Sequence
from typing import Any

from tablee.games.about import About, Option
from tablee.games.document import Document, by_seat, number
from tablee.games.errors import BadState
from tablee.games.fields import Field, whole
from tablee.games.folder import Result
from tablee.games.sheets import Cell, Line
from tablee.kernel.calls import legal
from tablee.kernel.contract import LEFT, States
from tablee.language import Language

from .rules import FIRST_SHARED, HOME, LAST_SHARED, MIDDLE, MOST_ACTIONS, OWN_PIECE, ROSETTES, TOO_FAR, WAITING

Names = Sequence[str]

ACTIONS = ("enter", *(f"move {step}" for step in range(1, HOME)), *(f"throw {marked}" for marked in range(5)))

# ---- states as documents ---------------------------------------------------------------------------------------


def _write_pieces(course: Sequence[Sequence[int]], fields: Any) -> list[list[int]]:  # noqa: ARG001
    """The steps at which the pieces of each seat are: 0 waits, 15 is home."""
    return [[step for step, count in enumerate(own) for _ in range(count)] for own in course]


def _read_pieces(value: Any, what: str, state: Any) -> list[list[int]]:
    most = int(state.course[0].sum())
    courses = []
    for seat, steps in enumerate(by_seat({what: value}, what, 2)):
        if not isinstance(steps, list) or len(steps) != most:
            raise BadState(f"seat {seat} must have {most} pieces")
        course = [0] * (HOME + 1)
        for step in steps:
            course[number(step, f"a piece of seat {seat}", WAITING, HOME)] += 1
        if max(course[1:HOME]) > 1:
            raise BadState(f"two pieces of seat {seat} are on one square")
        courses.append(course)
    return courses


FIELDS = {"pieces": Field(_write_pieces, _read_pieces, of="course"), "thrown": whole(4).but(default=0)}


def settle(document: Document, states: States) -> None:
    """See that squares are not taken twice, that the throw can be moved, and whether somebody is home."""
    state = states[0]
    first, second = state.course.tolist()
    if any(first[step] and second[step] for step in range(FIRST_SHARED, LAST_SHARED + 1)):
        raise BadState("pieces of both seats are on one square")
    home = [not any(course[:HOME]) for course in (first, second)]
    if all(home):
        raise BadState("only one seat can have brought all pieces home")
    state.ended = LEFT if any(document.get("left", ())) else int(any(home))
    if any(home):
        state.turn = home.index(True)
    if state.thrown and (state.ended or not legal(states, _room())):
        raise BadState(f"no piece can move by {state.thrown}")


def _room() -> Any:
    import numpy as np

    return np.empty(MOST_ACTIONS, np.int32)


def board_text(view: Document) -> str:
    """The board as lines of text: the squares of seat 0 above, of seat 1 below, and those of both between them."""
    rows = [f"{_row(view, seat)}   seat {seat}: {_tally(view, seat)}" for seat in range(2)]
    middle = " ".join(_square(view, step) for step in range(FIRST_SHARED, LAST_SHARED + 1))
    return "\n".join([rows[0], middle, rows[1]])


def _row(view: Document, seat: int) -> str:
    return " ".join(_square(view, step, seat) if step else " " for step in (4, 3, 2, 1, 0, 0, 14, 13))


def _square(view: Document, step: int, owner: int | None = None) -> str:
    holder = next((seat for seat in range(2) if owner in (None, seat) and step in view["pieces"][seat]), None)
    return ("*" if step in ROSETTES else ".") if holder is None else str(holder)


def _tally(view: Document, seat: int) -> str:
    steps = view["pieces"][seat]
    return f"{steps.count(WAITING)} waiting, {steps.count(HOME)} home"


# ---- who and what ----------------------------------------------------------------------------------------------


def about(say: Language) -> About:
    """The game as a museum has it."""
    return About(
        say("Four pyramids fall, seven pieces run: the race that was played at Ur four and a half thousand years ago."),
        minutes=(15, 25),
        age=6,
        author=say("the people of Ur, about 2600 BC; rules after Irving Finkel’s reading of a tablet of 177 BC"),
        thanks="British Museum",
    )


def goal(say: Language) -> str:
    """What one plays for."""
    return say("Bring all your pieces home first: along your own squares, through the middle, and off by an exact throw.")


def seat_name(seat: int, say: Language) -> str:
    """The colour of a seat."""
    return (say("white"), say("black"))[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:  # noqa: ARG001
    """How many pieces there are."""
    return Option(
        say("Pieces"),
        {7: say("seven each"), 5: say("five each (a short game)")},
        say("With fewer pieces the race is over sooner; nothing else changes."),
    )


def thrower(state: States) -> int:
    """Whoever is to move throws by their own hand."""
    return int(state["turn"][0])


# ---- what is said ----------------------------------------------------------------------------------------------


def sentence(text: str, seat: int, names: Names, say: Language) -> str:
    """What the log says of a throw or a move."""
    verb, _, count = text.partition(" ")
    if verb == "throw":
        return say("{name} throws {count}.", name=names[seat], count=count)
    if verb == "enter":
        return say("{name} enters a piece.", name=names[seat])
    return say("{name} moves the piece on {step}.", name=names[seat], step=count)


def source(text: str) -> int:
    """The step from which an action moves a piece."""
    return ACTIONS.index(text)


def aftermath(text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:
    """Where a piece came to and what it did there, or that a throw could not be moved."""
    if text.startswith("throw"):
        return say("No piece can move.") if not after["thrown"] else ""
    to = source(text) + before["thrown"]
    if to == HOME:
        return say("It is home!")
    if _has_taken(before, after, seat):
        told = say("It takes the piece of {name} on {step}.", name=names[1 - seat], step=to)
        return f"{told} {say('And a rosette: another throw.')}" if to in ROSETTES else told
    return say("A rosette, on {step}: another throw.", step=to) if to in ROSETTES else say("To {step}.", step=to)


def _has_taken(before: Document, after: Document, seat: int) -> bool:
    return bool(before["pieces"][1 - seat] != after["pieces"][1 - seat])


def fine_stroke(before: Document, after: Document, seat: int) -> bool:
    """Has it taken a piece that had come far?"""
    return sum(before["pieces"][1 - seat]) - sum(after["pieces"][1 - seat]) > MIDDLE


def advice(text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:  # noqa: ARG001
    """What a move is good for."""
    if text.startswith("throw"):
        return ""
    step, to = source(text), source(text) + before["thrown"]
    if _has_taken(before, after, seat):
        return say("It takes a piece, which has to begin again.")
    if to in ROSETTES:
        return say("Nobody is taken there, and you throw again.") if to == MIDDLE else say("You throw again.")
    if before["facts"]["danger"][seat][step] and not (to < HOME and after["facts"]["danger"][seat][to]):
        return say("The piece was in danger, and is so no longer.")
    return say("One piece more is home.") if to == HOME else ""


def prompt(view: Document, seat: int | None, names: Names, say: Language) -> str:
    """What to do now, or whom the table waits for."""
    turn, thrown = view["turn"], view["thrown"]
    if view["facts"]["over"]:
        return ""
    if seat == turn:
        return say("Move a piece by {count}.", count=thrown) if thrown else say("Your turn: throw the dice.")
    if thrown:
        return say("{name} threw {count} and is to move.", name=names[turn], count=thrown)
    return say("{name} is to throw the dice.", name=names[turn])


def why_not(view: Document, seat: int, key: str, names: Names, say: Language) -> str:
    """Why nothing can be done with the thing that the seat to act has pointed at, or with an action."""
    what, *rest = key.split(" ")
    if not view["thrown"]:
        return say("Throw the dice first.")
    if what in ("cup", "die", "throw"):
        return say("You have thrown already: move a piece by {count}.", count=view["thrown"])
    if what == "square":
        return say("Point at the piece that you want to move.")
    if what in ("piece", "waiting", "home") and rest[0] != str(seat):
        return say("This piece belongs to {name}.", name=names[1 - seat])
    if what == "home":
        return say("This piece is home already.")
    if what in ("piece", "waiting", "move", "enter"):
        return _why_not_from(view, seat, int(rest[-1]) if what in ("piece", "move") else WAITING, names, say)
    return ""


def _why_not_from(view: Document, seat: int, step: int, names: Names, say: Language) -> str:
    if step not in view["pieces"][seat]:
        return say("You have no piece there.")
    reason = view["facts"]["landing"][step]
    if reason == TOO_FAR:
        return say("Too far: from there only a throw of {count} brings it home.", count=HOME - step)
    if reason == OWN_PIECE:
        return say("Where it would come to, on {step}, stands a piece of yours.", step=step + view["thrown"])
    return say("Nobody is taken on the rosette in the middle: {name} may stay there.", name=names[1 - seat])


# ---- the end ---------------------------------------------------------------------------------------------------


def headline(view: Document, result: Result, names: Names, say: Language) -> str:
    """Who was first."""
    if result.reason != "home":
        return ""
    winner = result.winners[0]
    home = view["pieces"][1 - winner].count(HOME)
    return say.plural("{name} is home first; {other} had brought {count} piece home.",
                      "{name} is home first; {other} had brought {count} pieces home.",
                      home, name=names[winner], other=names[1 - winner])  # fmt: skip


def decision(view: Document, result: Result, say: Language) -> str:  # noqa: ARG001
    """What decided the game."""
    return say("All pieces of one side are home.") if result.reason == "home" else ""


def score_sheet(view: Document, names: Names, say: Language) -> list[Line]:  # noqa: ARG001
    """The steps that pieces have come: fifteen for each that is home, and those of pieces still under way."""
    home = [own.count(HOME) for own in view["pieces"]]
    under_way = [sum(step for step in own if step < HOME) for own in view["pieces"]]
    arrived = [Cell(HOME * count, (f"home {seat} ",)) if count else None for seat, count in enumerate(home)]
    running = [Cell(steps, (f"piece {seat} ",)) if steps else None for seat, steps in enumerate(under_way)]
    return [Line(say("Pieces home"), arrived), Line(say("Under way"), running)]
