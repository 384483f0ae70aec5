"""How a position is judged: each seat's chance of winning, before somebody begins a turn.

A seat is the stronger, the more its windows are worth along all lines (see `patterns.py`), the more points it has and
the fewer tokens in hand. A window may be worth more to the seat that is about to play than to the one that has just
played, and more early than late; in between its worth is in between, too. What all patterns are worth is worked out
once, so that judging a position is a matter of adding up.
"""

import json
from itertools import product
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.morpyam.figures import BIT, SQUARES
from tablee.games.morpyam.patterns import (
    CROSSING,
    FIVES,
    FOURS,
    LINES,
    OTHER,
    OWN,
    PATTERN_START,
    STEP,
    THREES,
    WINDOWS,
    WINDOWS_IN,
)
from tablee.games.morpyam.turn import NOTHING
from tablee.kernel.cache import compiled

MOST_SEATS = 4
SURE = 1.0 - 1e-6
"""The most that a win is worth which is not there yet."""

# ---- what counts ------------------------------------------------------------------------------------------

CORNERS = tuple(product(("playing", "having played"), ("early", "late")))
"""Between these four all positions lie: for a seat about to play or just having played, on an empty or a full grid."""
POINTS, TOKENS, BEGINS = (len(CORNERS) * len(WINDOWS) + number for number in range(3))
FEATURES = (
    *(f"{own} of {length}, {turn}, {time}" for turn, time in CORNERS for own, length in WINDOWS),
    "points",  # the more, the sooner the game can end
    "tokens",  # in hand
    "playing",
)
"""What speaks for a seat."""

Weights = npt.NDArray[np.float64]


def _learnt() -> dict[int, Weights]:
    told = json.loads(Path(__file__).with_name("weights.json").read_text("utf8"))["weights"]
    return {int(players): np.array([weights.get(name, 0.0) for name in FEATURES]) for players, weights in told.items()}


WEIGHTS = _learnt()
"""By number of players: how much each feature counts, as logarithms of odds; the file says how they were made."""


class Judgement(NamedTuple):
    """Weights as compiled code takes them."""

    worths: Any  # by pattern: at each of the four corners
    rest: Any  # of points, of tokens in hand and of playing first
    heeds: bool  # whether it sees what its token takes from the others


def to_judgement(weights: Weights, heeds: bool = True) -> Judgement:
    """Work out what all patterns are worth."""
    windows = weights[:POINTS].reshape(len(CORNERS), len(WINDOWS))
    return Judgement(np.ascontiguousarray(WINDOWS_IN @ windows.T), weights[POINTS:].copy(), heeds)


# ---- positions --------------------------------------------------------------------------------------------

POSITION = np.dtype(
    (
        np.record,
        [
            ("worth", np.float64, (MOST_SEATS, len(CORNERS))),  # by seat: of all its patterns
            ("taken", np.int64),  # the squares that are, as a bitboard
            ("patterns", np.int32, (MOST_SEATS, len(LINES))),
            ("points", np.int32, MOST_SEATS),
            ("hands", np.int32, MOST_SEATS),
            ("left", np.int32, MOST_SEATS),
            ("players", np.int32),
            ("placed", np.int32),  # tokens on the grid
        ],
    )
)


@compiled
def survey(state: Any, position: Any, judgement: Judgement) -> None:
    """Look a state over: what each seat sees along the lines."""
    position.players = state.players
    position.placed = position.taken = 0
    for seat in range(state.players):
        position.left[seat] = state.left[seat]
        position.points[seat] = 0
        for line in range(len(LINES)):
            position.patterns[seat, line] = PATTERN_START[line]
        for corner in range(len(CORNERS)):
            position.worth[seat, corner] = 0.0
    for seat in range(state.players):
        for square in range(SQUARES):
            if state.tokens[seat] & BIT[square]:
                put(position, seat, square, judgement.worths, True)
        position.hands[seat] = state.hands[seat]


@compiled
def put(position: Any, seat: int, square: int, worths: Any, heeds: bool) -> bool:
    """Put a token down; say whether it makes five in a row. Who does not heed the others leaves theirs as it is."""
    five = False
    for crossing in range(4):
        line = CROSSING[square, crossing]
        if line < 0:
            break
        for other in range(position.players):
            if other == seat:
                five |= _grow(position, seat, line, STEP[square, crossing] * OWN, worths)
            elif heeds:
                _change(position, other, line, STEP[square, crossing] * OTHER, worths)
    position.hands[seat] -= 1
    position.placed += 1
    position.taken |= BIT[square]
    return five


@compiled
def _grow(position: Any, seat: int, line: int, step: int, worths: Any) -> bool:
    """A token of its own changes what a seat sees along a line, and its points; say whether five are in a row."""
    before = position.patterns[seat, line]
    after = before + step
    four = 2 if position.players == 2 else 3
    position.points[seat] += THREES[after] - THREES[before] + four * (FOURS[after] - FOURS[before])
    _change(position, seat, line, step, worths)
    return bool(FIVES[after] > 0)


@compiled
def _change(position: Any, seat: int, line: int, step: int, worths: Any) -> None:
    before = position.patterns[seat, line]
    after = before + step
    position.patterns[seat, line] = after
    for corner in range(len(CORNERS)):
        position.worth[seat, corner] += worths[after, corner] - worths[before, corner]


# ---- judging ----------------------------------------------------------------------------------------------


@compiled
def judge(position: Any, beginner: int, judgement: Judgement, wins: Any) -> None:
    """Fill in each seat's chance of winning when one is about to begin its turn."""
    late = position.placed / SQUARES
    least, last = _race(position)
    total = 0.0
    before = 0
    for step in range(position.players):
        seat = (beginner + step) % position.players
        wins[seat] = 0.0
        if not position.left[seat]:
            played = before / last
            worth, rest = position.worth[seat], judgement.rest
            playing = (worth[0] * (1.0 - late) + worth[1] * late + rest[2]) * (1.0 - played)
            patterns = playing + (worth[2] * (1.0 - late) + worth[3] * late) * played
            points, hand = position.points[seat] / least, position.hands[seat] / (least + 1)
            wins[seat] = exp(patterns + rest[0] * points + rest[1] * hand)
            total += wins[seat]
            before += 1
    for seat in range(position.players):
        wins[seat] /= total


@compiled
def take_notes(position: Any, beginner: int, windows: Any, notes: Any) -> None:
    """Fill in the features of each seat when one is about to begin its turn: what `judge` adds up, one by one.

    `windows` are those of all patterns (compiled code does not take so large a table for a constant).
    """
    late = position.placed / SQUARES
    least, last = _race(position)
    before = 0
    for step in range(position.players):
        seat = (beginner + step) % position.players
        notes[seat] = 0.0
        if not position.left[seat]:
            played = before / last
            for corner in range(len(CORNERS)):
                share = (played if corner // 2 else 1.0 - played) * (late if corner % 2 else 1.0 - late)
                first = corner * len(WINDOWS)
                for pattern in position.patterns[seat]:
                    notes[seat, first : first + len(WINDOWS)] += share * windows[pattern]
            notes[seat, POINTS] = position.points[seat] / least
            notes[seat, TOKENS] = position.hands[seat] / (least + 1)
            notes[seat, BEGINS] = 1.0 - played
            before += 1


@compiled
def _race(position: Any) -> tuple[int, int]:
    """The fewest tokens that a seat has in hand, and how many seats play between two turns of one."""
    least, others = SQUARES, -1
    for seat in range(position.players):
        if not position.left[seat]:
            least = min(least, position.hands[seat])
            others += 1
    return least, others


@compiled
def next_seat(position: Any, seat: int) -> int:
    """Whose turn follows."""
    for _ in range(position.players):
        seat = (seat + 1) % position.players
        if not position.left[seat]:
            break
    return seat


@compiled
def share_of_points(position: Any, finisher: int) -> float:
    """What a seat has of the win when it has placed its last token: all, unless somebody else has more points."""
    for seat in range(position.players):
        if not position.left[seat] and position.points[seat] > position.points[finisher] + 1:
            return 0.0
    return 1.0


# ---- squares ----------------------------------------------------------------------------------------------


@compiled
def look_over(state: Any, positions: Any, judgement: Judgement, turn: Any) -> None:
    """Fill in what each square, and none, is worth to the seat whose turn it is; `positions` are room for two."""
    survey(state, positions[0], judgement)
    seat, following = state.turn, next_seat(positions[0], state.turn)
    wins = np.zeros(MOST_SEATS)
    for square in range(SQUARES):
        turn.placing[square, 0] = turn.placing[square, 1] = NOTHING
        if not positions[0].taken & BIT[square]:
            positions[1] = positions[0]
            _try(positions[1], seat, following, square, judgement, turn.placing[square], wins)
    judge(positions[0], following, judgement, wins)
    turn.passing = wins[seat]
    turn.five_alike, turn.sure_call = state.five_alike, state.sure_call


@compiled
def _try(position: Any, seat: int, following: int, square: int, judgement: Judgement, placing: Any, wins: Any) -> None:
    """Put a token on a square, and fill in what that is worth, without and with another turn of the same seat."""
    if put(position, seat, square, judgement.worths, judgement.heeds):
        placing[:] = 1.0
    elif position.hands[seat] == 0:
        placing[:] = share_of_points(position, seat)
    else:
        judge(position, following, judgement, wins)
        placing[0] = min(SURE, wins[seat])
        judge(position, seat, judgement, wins)
        placing[1] = min(SURE, wins[seat])
