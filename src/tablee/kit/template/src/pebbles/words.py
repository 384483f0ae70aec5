"""Pebbles in words: the texts of actions and states, and what is said to people."""

from collections.abc import Iterator, Sequence

from tablee.engine.contract import LEFT, States
from tablee.games.about import About
from tablee.games.document import Document, pieces
from tablee.games.language import Language
from tablee.games.score_sheets import Cell, Line
from tablee.games.shared.widgets.grids import rows_of, squares_text

from .rules import FULL, LINE_NAMES, ROCK, SIZE, SQUARES

ACTIONS = tuple(f"place {name}" for name in SQUARES)
"""The text of each action, by its number in the rules."""
FIELDS = {"board": pieces(SQUARES, lambda _: {1: 0, 2: 1})}
"""How a state is written: what lies on which square, by the seat it belongs to. The rest is as in every game."""


def settle(document: Document, states: States) -> None:  # noqa: ARG001
    """A position that somebody has written down may be over."""
    state = states[0]
    if state.left.any():
        state.ended = LEFT
    elif state.board.all():
        state.ended = FULL


def board_text(view: Document) -> str:
    """The board as lines of text, for programs and notebooks."""
    return squares_text(rows_of(SIZE, SIZE), {**view["board"], ROCK: "#"})


# ---- what is said to people -------------------------------------------------------------------------------


def about(say: Language) -> About:
    """What the shelf says of it."""
    return About(say("Ten lines, twelve stones each: who has more in a line has it."), minutes=3, age=6)


def goal(say: Language) -> str:
    """What one plays for, to somebody who comes for the first time."""
    return say("Have more stones than the other in as many rows and columns as you can.")


def sentence(text: str, seat: int, names: Sequence[str], say: Language) -> str:
    """What the log says of an action."""
    return say("{name} lays a stone on {square}.", name=names[seat], square=text.removeprefix("place "))


def prompt(view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """What to do now, or whom the table waits for."""
    turn = view["turn"]
    if seat == turn:
        return say("Your turn: lay a stone on a free square.")
    return say("{name} to lay a stone.", name=names[turn])


def why_not(view: Document, seat: int, key: str, names: Sequence[str], say: Language) -> str:  # noqa: ARG001
    """Why nothing can be done with what somebody has pointed at."""
    what, _, where = key.partition(" ")
    if what == "rock":
        return say("That is the rock: no stone lies there.")
    return say("{square} is taken: choose a free square.", square=where) if where in view["board"] else ""


def score_sheet(view: Document, names: Sequence[str], say: Language) -> list[Line]:
    """How the points came about, and the nodes of the picture that each cell counts."""
    owners = dict(zip(LINE_NAMES, view["facts"]["owners"], strict=True))
    rows = {name: seat for name, seat in owners.items() if name.isdecimal()}
    columns = {name: seat for name, seat in owners.items() if name not in rows}
    return [
        Line(words, [Cell(len(own), [f"line {name}" for name in own]) for own in _by_seat(lines, len(names))])
        for words, lines in ((say("Rows"), rows), (say("Columns"), columns))
    ]


def _by_seat(lines: dict[str, int], players: int) -> Iterator[list[str]]:
    for seat in range(players):
        yield [name for name, owner in lines.items() if owner == seat]
