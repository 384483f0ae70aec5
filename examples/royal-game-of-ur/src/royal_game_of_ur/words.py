"""The Royal Game of Ur in words: its actions and states as texts, and what is said to people."""

from collections.abc import Sequence
from typing import Any

from tablee.engine.contract import LEFT, States
from tablee.games.about import About, Option
from tablee.games.definition import Result
from tablee.games.document import Document, Field, by_seat, number, whole
from tablee.games.errors import BadState
from tablee.games.language import Language
from tablee.games.score_sheets import Cell, Line

from .rules import FIRST_SHARED, HOME, LAST_SHARED, MIDDLE, OWN_PIECE, ROSETTES, TOO_FAR, WAITING, can_move

Names = Sequence[str]

ACTIONS = ("enter", *(f"move {step}" for step in range(1, HOME)), *(f"throw {marked}" for marked in range(5)))
OUTER = (4, 3, 2, 1, 0, 0, 14, 13)
"""The steps of a seat's own squares, as they lie beside each other; in the gap there are none."""


def source(text: str) -> int:
    """The step from which an action moves a piece."""
    return ACTIONS.index(text)


def _write_pieces(course: Sequence[Sequence[int]], fields: Any) -> list[list[int]]:  # noqa: ARG001
    """The steps at which the pieces of each seat are: 0 waits, 15 is home."""
    return [[step for step, count in enumerate(own) for _ in range(count)] for own in course]


def _read_pieces(value: Any, what: str, state: Any) -> list[list[int]]:
    most, courses = int(state.course[0].sum()), []
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
    if state.thrown and (any(home) or not can_move(state)):
        raise BadState(f"no piece can move by {state.thrown}")


def board_text(view: Document) -> str:
    """The board as lines of text: the squares of seat 0 above, of seat 1 below, and those of both between them."""
    first, second = view["pieces"]
    middle = _row(range(FIRST_SHARED, LAST_SHARED + 1), first, second)
    rows = _row(OUTER, first, ()), middle, _row(OUTER, (), second)
    return "\n".join([*rows, *(f"{own.count(WAITING)} waiting, {own.count(HOME)} home" for own in view["pieces"])])


def _row(steps: Sequence[int], first: Sequence[int], second: Sequence[int]) -> str:
    signs = {step: "*" if step in ROSETTES else "." for step in steps} | {0: " "}
    signs |= dict.fromkeys(first, "0") | dict.fromkeys(second, "1") | {0: " "}
    return " ".join(signs[step] for step in steps)


def about(say: Language) -> About:
    """The game as a museum has it."""
    return About(
        say("Four pyramids fall, seven pieces run: the race that was played at Ur four and a half thousand years ago."),
        minutes=(15, 25),
        age=6,
        author=say("the people of Ur, about 2600 BC; rules after Irving Finkel’s reading of a tablet of 177 BC"),
    )


def goal(say: Language) -> str:
    """What one plays for."""
    return say("Bring all your pieces home first: over your own squares, through the middle, and off by exact throws.")


def seat_name(seat: int, say: Language) -> str:
    """The colour of a seat."""
    return (say("white"), say("black"))[say.colour(seat)]


def option_text(name: str, say: Language) -> Option:  # noqa: ARG001
    """How many pieces there are."""
    answers = {7: say("seven each"), 5: say("five each (a short game)")}
    return Option(say("Pieces"), answers, say("With fewer pieces the race is over sooner; nothing else changes."))


def thrower(state: States) -> int:
    """Whoever is to move throws by their own hand."""
    return int(state["turn"][0])


def square_label(seat: int, step: int, say: Language) -> str:
    """What a screen reader says of a square on the course of a seat."""
    whose = [] if FIRST_SHARED <= step <= LAST_SHARED else [seat_name(seat, say)]
    return " ".join([*whose, str(step), *([say("rosette")] if step in ROSETTES else [])])


def piece_label(view: Document, seat: int, step: int, say: Language) -> str:
    """The same of a piece on the board."""
    told, danger = {"colour": seat_name(seat, say), "step": step}, view["facts"]["danger"][seat][step]
    if danger:
        return say("{colour} piece on {step}, taken by {count} throws of 16", count=danger, **told)
    return say("{colour} piece on {step}", **told)


def move_label(view: Document, seat: int, step: int, say: Language) -> str:
    """What it is called to move a piece that can be moved."""
    to = view["facts"]["landing"][step]
    if to == HOME:
        return say("Bring the piece on {step} home", step=step)
    if FIRST_SHARED <= to <= LAST_SHARED and to in view["pieces"][1 - seat]:
        return say("Move from {step} to {to} and take", step=step, to=to)
    return say("Move from {step} to {to}", step=step, to=to) if step else say("Enter a piece on {to}", to=to)


def sentence(text: str, seat: int, names: Names, say: Language) -> str:
    """What the log says of a throw or a move."""
    verb, _, count = text.partition(" ")
    if verb == "throw":
        return say("{name} throws {count}.", name=names[seat], count=count)
    if verb == "enter":
        return say("{name} enters a piece.", name=names[seat])
    return say("{name} moves the piece on {step}.", name=names[seat], step=count)


def aftermath(text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:
    """Where a piece came to and what it did there, or that a throw could not be moved."""
    if text.startswith("throw"):
        return "" if after["thrown"] else say("No piece can move.")
    to = source(text) + before["thrown"]
    if to == HOME:
        return say("It is home!")
    if before["pieces"][1 - seat] != after["pieces"][1 - seat]:
        return say("It takes the piece of {name} on {step}.", name=names[1 - seat], step=to)
    return say("A rosette, on {step}: another throw.", step=to) if to in ROSETTES else say("To {step}.", step=to)


def fine_stroke(before: Document, after: Document, seat: int) -> bool:
    """Has it taken a piece that had come far?"""
    return bool(sum(before["pieces"][1 - seat]) - sum(after["pieces"][1 - seat]) > MIDDLE)


def prompt(view: Document, seat: int | None, names: Names, say: Language) -> str:
    """What to do now, or whom the table waits for."""
    turn, thrown = view["turn"], view["thrown"]
    if view["facts"]["over"]:
        return ""
    if seat == turn:
        return say("Move a piece by {count}.", count=thrown) if thrown else say("Your turn: throw the dice.")
    if thrown:
        return say("{name} threw {count} and has to move.", name=names[turn], count=thrown)
    return say("{name} to throw the dice.", name=names[turn])


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
    if what in ("piece", "waiting", "move", "enter"):
        return _why_not_from(view, seat, int(rest[-1]) if what in ("piece", "move") else WAITING, names, say)
    return say("This piece is home already.") if what == "home" else ""


def _why_not_from(view: Document, seat: int, step: int, names: Names, say: Language) -> str:
    if step not in view["pieces"][seat]:
        return say("You have no piece there.")
    reason = view["facts"]["landing"][step]
    if reason == TOO_FAR:
        return say("Too far: from there only a throw of {count} brings it home.", count=HOME - step)
    if reason == OWN_PIECE:
        return say("Where it would come to, on {step}, stands a piece of yours.", step=step + view["thrown"])
    return say("Nobody is taken on the rosette in the middle: {name} may stay there.", name=names[1 - seat])


def headline(view: Document, result: Result, names: Names, say: Language) -> str:
    """Who was first."""
    if result.reason != "home":
        return ""
    winner, loser = result.winners[0], 1 - result.winners[0]
    return say.plural("{name} is home first; {other} had brought {count} piece home.",
                      "{name} is home first; {other} had brought {count} pieces home.",
                      view["pieces"][loser].count(HOME), name=names[winner], other=names[loser])  # fmt: skip


def decision(view: Document, result: Result, say: Language) -> str:  # noqa: ARG001
    """What decided the game."""
    return say("All pieces of one side are home.") if result.reason == "home" else ""


def score_sheet(view: Document, names: Names, say: Language) -> list[Line]:  # noqa: ARG001
    """The steps that pieces have come: fifteen for each that is home, and those of pieces still under way."""
    home = [HOME * own.count(HOME) for own in view["pieces"]]
    rest = [sum(own) - done for own, done in zip(view["pieces"], home, strict=True)]
    return [_line(say("Pieces home"), "home", home), _line(say("Under way"), "piece", rest)]


def _line(words: str, what: str, steps: Sequence[int]) -> Line:
    return Line(words, [Cell(count, (f"{what} {seat} ",)) if count else None for seat, count in enumerate(steps)])
