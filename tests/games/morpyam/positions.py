"""Positions of Morpyam made by hand, and short ways to ask what may be done in them."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import tablee
from tests.games.morpyam.reference import FIGURES, SQUARES, digits

ALL_THROWS = [*combinations_with_replacement(range(1, 7), 5)]
WORTHLESS = (1, 1, 2, 4, 5)
"""Dice that fit no square."""

SQUARES_OF = {
    "1": "a6 b1 f4",
    "2": "b6 c1 f3",
    "3": "a3 c6 f2",
    "4": "a2 d6 f1",
    "5": "a4 e1 f5",
    "6": "a5 d1 e6",
    "ps": "a1 f6",
    "suite": "c2 d5",
    "full": "b3 e4",
    "carre": "b5 e2",
    "mini": "d3 e5",
    "maxi": "b2 c4",
    "morpyam": "c3 d4",
    "sec": "c5 d2",
    "appel": "b4 e3",
}
EXAMPLES = {
    "1": "11145",
    "2": "22245",
    "3": "33345",
    "4": "14445",
    "5": "12555",
    "6": "12666",
    "ps": "12346",
    "suite": "23456",
    "full": "22333",
    "carre": "33334",
    "mini": "11222",
    "maxi": "55566",
    "morpyam": "44444",
    "sec": "12345",
    "appel": "12345",
}
"""For each figure a first throw that opens its squares; those of appel if a suite was called."""


def position(phase: str, players: int = 2, **fields: Any) -> tablee.Game:
    """A position in which it is the turn of seat 0, unless another is named, and nothing has been thrown."""
    state = {"game": "morpyam", "players": players, "turn": 0, "phase": phase, "throws": 0, "kept": [], "call": None}
    return tablee.load({**state, **fields})


def thrown(dice: str, throws: int = 1, **fields: Any) -> tablee.Game:
    """Dice have fallen, and a choice is to be made."""
    return position("choose", dice=[int(die) for die in dice], throws=throws, **fields)


def falling(throws: int, **fields: Any) -> tablee.Game:
    """The dice of a throw are to fall, so many throws having been made."""
    return position("dice", throws=throws, dice=list(WORTHLESS) if throws else [], **fields)


def fallen(game: tablee.Game, dice: Sequence[int]) -> tablee.Game:
    """The same game, the dice having fallen so."""
    after = game.copy()
    after.play(f"dice {digits(dice)}")
    return after


def place_token(square: str, **fields: Any) -> tablee.Game:
    """A token has been placed on that square, at a first throw that shows its figure."""
    figure = FIGURES[square]
    game = thrown(EXAMPLES[figure], call="suite" if figure == "appel" else None, **fields)
    game.play(f"place {square}")
    return game


def covered(names: str, seat: int = 1) -> dict[str, int]:
    """A board with tokens of one seat on these squares."""
    return dict.fromkeys(names.split(), seat)


def drawing(text: str) -> dict[str, int]:
    """A board as it looks, rank 6 first, a dot for a free square."""
    ranks = reversed([line.split() for line in text.strip().splitlines()])
    pieces = zip(SQUARES, [piece for rank in ranks for piece in rank], strict=True)
    return {square: int(piece) for square, piece in pieces if piece != "."}


def squares(*figures: str) -> set[str]:
    """The squares of these figures."""
    return {square for figure in figures for square in SQUARES_OF[figure].split()}


def places(game: tablee.Game) -> set[str]:
    return _legal(game, "place ")


def keeps(game: tablee.Game) -> set[str]:
    return _legal(game, "keep ")


def calls(game: tablee.Game) -> set[str]:
    return _legal(game, "call ")


def _legal(game: tablee.Game, verb: str) -> set[str]:
    return {text.removeprefix(verb) for text in game.legal() if text.startswith(verb)}


Situation = tuple[str, int | None, int, list[int], list[int], str | None]


def situation(game: tablee.Game) -> Situation:
    """The phase, whose turn it is, how many throws have been made, what lies, what is kept, what was called."""
    state = game.state()
    return state["phase"], state["turn"], state["throws"], state["dice"], state["kept"], state["call"]


def fresh_turn(seat: int) -> Situation:
    return "throw", seat, 0, [], [], None


def over(seat: int) -> Situation:
    """The game is over, and that seat has ended it or alone remains."""
    return "over", seat, 0, [], [], None
