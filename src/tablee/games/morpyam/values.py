"""Evaluate a position at the start of a turn: each seat's chance of winning.

A *pattern* is a line as one seat sees it: each square is free, its own, or another seat's. A *window* of a pattern is
three, four or five neighbouring squares without another seat's token. A window is worth more, the easier its missing
figures are to throw.

The strength of a seat adds up its windows along all lines, its points and its tokens in hand. The weight of a window
depends on whether the seat plays soon or has just played, and on whether the grid is empty or full; between these
corners it is interpolated. The values of all patterns are computed once, so evaluating a position only adds them up.
"""

from itertools import product
from math import exp
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.engine.compile_cache import compiled
from tablee.engine.states import MOST_SEATS, leaders, next_seat, record
from tablee.games.brains.weights import Weights, learnt
from tablee.games.morpyam import rules
from tablee.games.morpyam.rules import BIT, GRID, SIDE, SQUARE_NAMES, SQUARES, STEPS
from tablee.games.morpyam.turn import NOTHING
from tablee.games.shared.squares import has_row, lines

FREE, OWN, OTHER = range(3)

CHANCE = {
    **dict.fromkeys("123456", 0.3548), "ps": 0.6154, "suite": 0.2611, "full": 0.3629, "carre": 0.2908, "mini": 0.1869,
    "maxi": 0.1869, "morpyam": 0.046, "sec": 0.0947, "appel": 0.5278,
}  # fmt: skip
"""The chance of making each figure in a turn that tries for nothing else."""
HURRY = 0.45
"""The exponent of these chances in a window's value: below 1, since there are several turns to make a figure."""

WINDOWS = tuple((own, length) for length in (3, 4, 5) for own in range(1, min(length, 4) + 1))
"""The kinds of windows: own tokens, and length. Five of five is left out: it has won."""

LINES = lines(SIDE, SIDE, least=3)  # rows, columns and diagonals of three squares and more

# ---- patterns ---------------------------------------------------------------------------------------------

PATTERN_START = np.cumsum([0, *(3 ** len(line) for line in LINES)]).astype(np.int32)
"""By line: the number of its first pattern. Within a line, patterns are numbers in base three, a digit a square."""


def _crossings() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    lines = np.full((SQUARES, 4), -1, np.int32)
    steps = np.zeros((SQUARES, 4), np.int32)
    for square, name in enumerate(SQUARE_NAMES):
        crossing = [number for number, line in enumerate(LINES) if name in line]
        lines[square, : len(crossing)] = crossing
        steps[square, : len(crossing)] = [3 ** LINES[number].index(name) for number in crossing]
    return lines, steps


CROSSING, STEP = _crossings()
"""By square: the up to four lines through it (-1: no more), and what an own token adds to each line's pattern."""


def _windows(own: int, length: int, line: tuple[str, ...]) -> npt.NDArray[np.float64]:
    """By pattern of a line: its windows of a kind, each weighted by how easy its missing figures are."""
    ease = np.array([CHANCE[GRID[name]] ** HURRY for name in line])
    digits = np.array([pattern[::-1] for pattern in product((FREE, OWN, OTHER), repeat=len(line))], np.int8)
    count = np.zeros(len(digits))
    for first in range(len(line) - length + 1):
        window = digits[:, first : first + length]
        left = np.where(window == OWN, 1.0, ease[first : first + length]).prod(axis=1)
        count += left * (((window == OWN).sum(axis=1) == own) & ~(window == OTHER).any(axis=1))
    return count


WINDOWS_IN = np.concatenate([np.stack([_windows(*window, line) for window in WINDOWS], axis=1) for line in LINES])
"""By pattern and kind of window: the windows, each weighted by how easy its missing figures are."""


SURE = 1.0 - 1e-6  # the highest value of a position that is not won yet

# ---- features ---------------------------------------------------------------------------------------------

CORNERS = tuple(product(("playing", "having played"), ("early", "late")))
"""The four extremes between which weights are interpolated: about to play or having played, empty or full grid."""
POINTS = len(CORNERS) * len(WINDOWS)
FEATURES = (
    *(f"{own} of {length}, {turn}, {time}" for turn, time in CORNERS for own, length in WINDOWS),
    "points",  # divided by the fewest tokens in hand: points count more when the game can end soon
    "tokens",  # in hand
    "playing",
)

WEIGHTS = learnt(__file__, FEATURES)


class PatternEvaluator(NamedTuple):
    """Weights as compiled code takes them."""

    worths: Any  # by pattern and corner
    rest: Any  # the weights of points, of tokens in hand and of playing first
    heeds: bool  # whether it sees how its token spoils the patterns of other seats


def to_evaluator(weights: Weights, heeds: bool = True) -> PatternEvaluator:
    """Compute the values of all patterns."""
    windows = weights[:POINTS].reshape(len(CORNERS), len(WINDOWS))
    return PatternEvaluator(np.ascontiguousarray(WINDOWS_IN @ windows.T), weights[POINTS:].copy(), heeds)


# ---- positions --------------------------------------------------------------------------------------------

POSITION = record(
    ("worth", np.float64, (MOST_SEATS, len(CORNERS))),  # by seat and corner: the sum over its patterns
    ("tokens", np.int64, MOST_SEATS),  # as bitboards
    ("patterns", np.int32, (MOST_SEATS, len(LINES))),
    ("points", np.int32, MOST_SEATS),
    ("hands", np.int32, MOST_SEATS),
    ("left", np.int32, MOST_SEATS),
    ("players", np.int32),
    ("placed", np.int32),  # tokens on the grid
)


@compiled
def survey(state: Any, position: Any, evaluator: PatternEvaluator) -> None:
    """Fill in the position of a state: every seat's tokens and patterns."""
    position.players = state.players
    position.placed = 0
    for seat in range(state.players):
        position.left[seat] = state.left[seat]
        position.tokens[seat] = position.points[seat] = 0
        position.worth[seat] = 0.0
        for line in range(len(LINES)):
            position.patterns[seat, line] = PATTERN_START[line]
    for seat in range(state.players):
        for square in range(SQUARES):
            if state.tokens[seat] & BIT[square]:
                put(position, seat, square, evaluator.worths, True)
        position.hands[seat] = state.hands[seat]


@compiled
def put(position: Any, seat: int, square: int, worths: Any, heeds: bool) -> None:
    """Put a token on a square. With `heeds`, update the patterns of the other seats, too."""
    for crossing in range(4):
        line = CROSSING[square, crossing]
        if line < 0:
            break
        for other in range(position.players):
            if other == seat or heeds:
                before = position.patterns[other, line]
                after = before + (STEP[square, crossing] * (OWN if other == seat else OTHER))
                position.patterns[other, line] = after
                for corner in range(len(CORNERS)):
                    position.worth[other, corner] += worths[after, corner] - worths[before, corner]
    position.tokens[seat] |= BIT[square]
    position.points[seat] = rules.points_in_rows(position.tokens[seat], position.players)
    position.hands[seat] -= 1
    position.placed += 1


# ---- evaluation -------------------------------------------------------------------------------------------


@compiled
def evaluate(position: Any, beginner: int, evaluator: PatternEvaluator, wins: Any) -> None:
    """Fill in each seat's chance of winning when `beginner` is about to start its turn."""
    scales = _scales(position, beginner)
    total = 0.0
    for seat in range(position.players):
        strength = 0.0
        for corner in range(len(CORNERS)):
            strength += scales[seat, corner] * position.worth[seat, corner]
        for other in range(len(evaluator.rest)):
            strength += scales[seat, len(CORNERS) + other] * evaluator.rest[other]
        wins[seat] = 0.0 if position.left[seat] else exp(strength)
        total += wins[seat]
    for seat in range(position.players):
        wins[seat] /= total


@compiled
def take_notes(position: Any, beginner: int, windows: Any, notes: Any) -> None:
    """Fill in each seat's features when `beginner` is about to start its turn: the terms that `evaluate` adds up.

    `windows` is `WINDOWS_IN`, which is too large to be a constant of compiled code.
    """
    scales = _scales(position, beginner)
    for seat in range(position.players):
        notes[seat] = 0.0
        for corner in range(len(CORNERS)):
            first = corner * len(WINDOWS)
            for pattern in position.patterns[seat]:
                notes[seat, first : first + len(WINDOWS)] += scales[seat, corner] * windows[pattern]
        notes[seat, POINTS:] = scales[seat, len(CORNERS) :]


@compiled
def _scales(position: Any, beginner: int) -> Any:
    """By seat that has not left: the share of each corner, then points, tokens in hand and playing first."""
    scales = np.zeros((MOST_SEATS, len(CORNERS) + 3))
    late = position.placed / SQUARES
    least, staying = SQUARES, 0
    for seat in range(position.players):
        if not position.left[seat]:
            least = min(least, position.hands[seat])
            staying += 1
    seat = beginner
    for before in range(staying):
        played = before / (staying - 1)
        for corner in range(len(CORNERS)):
            share = (played if corner // 2 else 1.0 - played) * (late if corner % 2 else 1.0 - late)
            scales[seat, corner] = share
        scales[seat, len(CORNERS)] = position.points[seat] / least
        scales[seat, len(CORNERS) + 1] = position.hands[seat] / (least + 1)
        scales[seat, len(CORNERS) + 2] = 1.0 - played
        seat = next_seat(position, seat)
    return scales


# ---- squares ----------------------------------------------------------------------------------------------


@compiled
def look_over(state: Any, positions: Any, evaluator: PatternEvaluator, turn: Any) -> None:
    """Fill in the input of `solve` for the seat whose turn it is. `positions` is room for two positions."""
    survey(state, positions[0], evaluator)
    seat, following = state.turn, next_seat(state, state.turn)
    wins = np.zeros(MOST_SEATS)
    for square in range(SQUARES):
        turn.placing[square, 0] = turn.placing[square, 1] = NOTHING
        if not rules.taken(state) & BIT[square]:
            positions[1] = positions[0]
            _try(positions[1], seat, following, square, evaluator, turn.placing[square], wins)
    evaluate(positions[0], following, evaluator, wins)
    turn.passing = wins[seat]
    turn.five_alike, turn.sure_call = state.five_alike, state.sure_call


@compiled
def _try(
    position: Any, seat: int, following: int, square: int, evaluator: PatternEvaluator, placing: Any, wins: Any
) -> None:
    """Put a token on a square, and fill in its value without and with another turn for the same seat."""
    put(position, seat, square, evaluator.worths, evaluator.heeds)
    if has_row(position.tokens[seat], STEPS, rules.FIVE):
        placing[:] = 1.0
    elif position.hands[seat] == 0:
        position.points[seat] += 1
        placing[:] = leaders(position, position.points) >> seat & 1
    else:
        evaluate(position, following, evaluator, wins)
        placing[0] = min(SURE, wins[seat])
        evaluate(position, seat, evaluator, wins)
        placing[1] = min(SURE, wins[seat])
