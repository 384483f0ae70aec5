"""How a position is judged: each seat's chance of winning, before somebody begins a turn.

A seat looks along every line of the grid. What it sees there is a *pattern*: squares that are free, its own, or
somebody else's. In a pattern it counts *windows*: three, four or five neighbours among which nobody else stands. A
window is worth the more, the more of its own tokens lie in it, and the easier the figures are that are still missing.
What all patterns are worth is worked out once, so that judging a position is a matter of adding up.
"""

from collections.abc import Iterator
from itertools import product
from math import exp
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.morpyam.figures import BIT, GRID, LINES, SQUARE_NAMES, SQUARES
from tablee.kernel.cache import compiled

MOST_SEATS = 4
FREE, OWN, OTHER = range(3)

# ---- patterns ---------------------------------------------------------------------------------------------

PATTERN_START = np.cumsum([0, *(3 ** len(line) for line in LINES)]).astype(np.int32)
"""By line: where its patterns start. A pattern's number is written with a digit a square, in base three."""
PATTERNS = int(PATTERN_START[-1])


def _digits(length: int) -> npt.NDArray[np.int8]:
    """By pattern of a line of that length: what lies on each square."""
    return np.array([pattern[::-1] for pattern in product((FREE, OWN, OTHER), repeat=length)], np.int8)


def _crossings() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    lines = np.full((SQUARES, 4), -1, np.int32)
    steps = np.zeros((SQUARES, 4), np.int32)
    for square, name in enumerate(SQUARE_NAMES):
        crossing = [number for number, line in enumerate(LINES) if name in line]
        lines[square, : len(crossing)] = crossing
        steps[square, : len(crossing)] = [3 ** LINES[number].index(name) for number in crossing]
    return lines, steps


CROSSING, STEP = _crossings()
"""By square: the up to four lines through it (-1: no more), and by how much an own token there raises a pattern."""


def _runs(digits: npt.NDArray[np.int8], length: int) -> npt.NDArray[np.int64]:
    """By pattern: how many runs of exactly that length the own tokens make."""
    edged = np.pad(digits == OWN, ((0, 0), (1, 1)))
    count = np.zeros(len(digits), np.int64)
    for first in range(1, digits.shape[1] - length + 2):
        run = edged[:, first : first + length].all(axis=1)
        count += run & ~edged[:, first - 1] & ~edged[:, first + length]
    return count


def _over_lines(worth: Any) -> npt.NDArray[Any]:
    """One number a pattern, all lines one after the other."""
    return np.concatenate([worth(line, _digits(len(line))) for line in LINES])


THREES = _over_lines(lambda _line, digits: _runs(digits, 3)).astype(np.int8)
FOURS = _over_lines(lambda _line, digits: _runs(digits, 4)).astype(np.int8)
FIVES = _over_lines(lambda _line, digits: _runs(digits, 5) + _runs(digits, 6)).astype(np.int8)
"""By pattern: how many runs of three, of four, and of five or more it has."""

# ---- what counts ------------------------------------------------------------------------------------------


class Weights(NamedTuple):
    """What is taken for how important. Found by playing a few hundred thousand games and learning from their ends."""

    windows: dict[
        int, tuple[tuple[float, ...], tuple[float, ...]]
    ]  # by length: with 1, 2, … own tokens, early and late
    tempo: tuple[float, ...]  # what patterns count for the seat that begins its turn, the next one, …
    points: float  # a point, when one more token ends the game
    tokens: float  # a token less in hand, when none is left


EASE = {
    **dict.fromkeys("123456", 0.65), "ps": 0.7, "suite": 0.58, "full": 0.6, "carre": 0.6, "mini": 0.48, "maxi": 0.48,
    "morpyam": 0.22, "sec": 0.41, "appel": 0.6,
}  # fmt: skip
"""How much of a window's worth is left when this figure is missing in it."""

WEIGHTS = {
    2: Weights(
        windows={
            3: ((0.06, 0.02, -0.05), (-0.02, 0.09, 0.14)),
            4: ((0.06, 0.11, 0.2, 0.25), (-0.03, -0.02, 0.0, 0.0)),
            5: ((0.2, 0.46, 0.82, 1.45, 0.0), (0.15, 0.37, 0.68, 1.3, 0.0)),
        },
        tempo=(1.0, 0.73),
        points=0.23,
        tokens=1.1,
    ),
    3: Weights(
        windows={
            3: ((0.15, 0.2, 0.25), (0.1, 0.35, 0.4)),
            4: ((0.07, 0.15, 0.36, 0.5), (-0.05, 0.0, 0.2, 0.2)),
            5: ((0.13, 0.3, 0.5, 1.2, 0.0), (0.0, 0.2, 0.5, 1.1, 0.0)),
        },
        tempo=(1.0, 0.79, 0.6),
        points=0.4,
        tokens=1.5,
    ),
    4: Weights(
        windows={
            3: ((0.16, 0.25, 0.33), (0.1, 0.4, 0.45)),
            4: ((0.07, 0.15, 0.36, 0.53), (-0.09, 0.0, 0.3, 0.23)),
            5: ((0.13, 0.28, 0.33, 1.1, 0.0), (0.0, 0.18, 0.44, 1.0, 0.0)),
        },
        tempo=(1.0, 0.79, 0.61, 0.46),
        points=0.41,
        tokens=1.7,
    ),
}


def _windows(line: tuple[str, ...], digits: npt.NDArray[np.int8], length: int) -> Iterator[tuple[Any, Any, Any]]:
    """For each window: the patterns in which it is open, the own tokens in it, and how much is left of its worth."""
    ease = np.array([EASE[GRID[name]] for name in line])
    for first in range(len(line) - length + 1):
        window = digits[:, first : first + length]
        own = (window == OWN).sum(axis=1)
        left = np.where(window == OWN, 1.0, ease[first : first + length]).prod(axis=1)
        is_open = ~(window == OTHER).any(axis=1) & (own > 0)
        yield is_open, own, left


def pattern_worths(weights: Weights) -> npt.NDArray[np.float64]:
    """By pattern: its worth on an empty grid and on a full one."""

    def worth(line: tuple[str, ...], digits: npt.NDArray[np.int8]) -> npt.NDArray[np.float64]:
        total = np.zeros((len(digits), 2))
        for length, by_time in weights.windows.items():
            by_tokens = np.array([(0.0, 0.0), *zip(*by_time, strict=True)])
            for is_open, own, left in _windows(line, digits, length):
                total += by_tokens[own] * (left * is_open)[:, None]
        return total

    return _over_lines(worth)


class Judgement(NamedTuple):
    """Weights as compiled code takes them."""

    worths: Any  # by pattern: early and late
    tempo: Any
    race: Any  # for points, and for tokens placed


def to_judgement(weights: Weights) -> Judgement:
    """Work out what all patterns are worth."""
    return Judgement(pattern_worths(weights), np.array(weights.tempo), np.array([weights.points, weights.tokens]))


# ---- positions --------------------------------------------------------------------------------------------

POSITION = np.dtype(
    (
        np.record,
        [
            ("worth", np.float64, (MOST_SEATS, 2)),  # by seat: of all its patterns, early and late
            ("taken", np.int64),  # the squares that are, as a bitboard
            ("patterns", np.int32, (MOST_SEATS, len(LINES))),
            ("points", np.int32, MOST_SEATS),
            ("hands", np.int32, MOST_SEATS),
            ("left", np.int32, MOST_SEATS),
            ("players", np.int32),
            ("placed", np.int32),  # tokens on the grid
            ("tempo", np.float64, MOST_SEATS),  # as the weights say
            ("race", np.float64, 2),
        ],
    )
)


@compiled
def survey(states: Any, positions: Any, worths: Any, tempo: Any, race: Any) -> None:
    """Look a state over: what each seat sees along the lines. Both are arrays of one."""
    state, position = states[0], positions[0]
    position.players = state.players
    position.race[0], position.race[1] = race[0], race[1]
    for seat in range(state.players):
        position.tempo[seat] = tempo[seat]
        position.left[seat] = state.left[seat]
        for line in range(len(LINES)):
            position.patterns[seat, line] = PATTERN_START[line]
    for seat in range(state.players):
        for square in range(SQUARES):
            if state.tokens[seat] & BIT[square]:
                put(position, seat, square, worths)
        position.hands[seat] = state.hands[seat]


@compiled
def put(position: Any, seat: int, square: int, worths: Any) -> bool:
    """Put a token down; say whether it makes five in a row."""
    five = False
    for crossing in range(4):
        line = CROSSING[square, crossing]
        if line < 0:
            break
        for other in range(position.players):
            before = position.patterns[other, line]
            after = before + STEP[square, crossing] * (OWN if other == seat else OTHER)
            position.patterns[other, line] = after
            position.worth[other, 0] += worths[after, 0] - worths[before, 0]
            position.worth[other, 1] += worths[after, 1] - worths[before, 1]
            if other == seat:
                four = 2 if position.players == 2 else 3
                position.points[seat] += THREES[after] - THREES[before] + four * (FOURS[after] - FOURS[before])
                five |= FIVES[after] > 0
    position.hands[seat] -= 1
    position.placed += 1
    position.taken |= BIT[square]
    return five


# ---- judging ----------------------------------------------------------------------------------------------


@compiled
def judge(position: Any, beginner: int, wins: Any) -> None:
    """Fill in each seat's chance of winning when one is about to begin its turn."""
    late = position.placed / SQUARES
    least = SQUARES
    for seat in range(position.players):
        if not position.left[seat]:
            least = min(least, position.hands[seat])
    total = 0.0
    before = 0
    for step in range(position.players):
        seat = (beginner + step) % position.players
        if position.left[seat]:
            wins[seat] = 0.0
            continue
        patterns = position.worth[seat, 0] * (1.0 - late) + position.worth[seat, 1] * late
        points = position.race[0] * position.points[seat] / least
        hand = position.race[1] * position.hands[seat] / (least + 1)
        wins[seat] = exp(position.tempo[before] * patterns + points - hand)
        total += wins[seat]
        before += 1
    for seat in range(position.players):
        wins[seat] /= total


@compiled
def next_seat(position: Any, seat: int) -> int:
    """Whose turn follows."""
    for _ in range(position.players):
        seat = (seat + 1) % position.players
        if not position.left[seat]:
            break
    return seat


@compiled
def win(position: Any, winner: int, wins: Any) -> None:
    """One seat has won."""
    for seat in range(position.players):
        wins[seat] = 1.0 if seat == winner else 0.0


@compiled
def count_points(position: Any, finisher: int, wins: Any) -> None:
    """The game is over, as a seat has placed its last token: share the win among those who have most points."""
    most = position.points[finisher] + 1
    best = finisher
    sharers = 1
    for seat in range(position.players):
        if position.left[seat] or seat == finisher or position.points[seat] < most:
            continue
        if position.points[seat] > most:
            most, best, sharers = position.points[seat], seat, 1
        elif best != finisher:
            sharers += 1
    for seat in range(position.players):
        sharing = seat != finisher and not position.left[seat] and position.points[seat] == most
        wins[seat] = 1.0 / sharers if sharing else 0.0
    if best == finisher:
        win(position, finisher, wins)
