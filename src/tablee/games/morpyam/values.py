"""How a position is judged: each seat's chance of winning, before somebody begins a turn.

A seat is the stronger, the more its windows are worth along all lines (see `patterns.py`), the more points it has and
the fewer tokens in hand. A window may be worth more to the seat that is about to play than to the one that has just
played, and more early than late; in between its worth is in between, too. What all patterns are worth is worked out
once, so that judging a position is a matter of adding up.
"""

from itertools import product
from math import exp
from typing import Any, NamedTuple

import numpy as np

from tablee.games.bitboards import has_row
from tablee.games.learnt import Weights, learnt
from tablee.games.morpyam import rules
from tablee.games.morpyam.figures import BIT, SQUARES, STEPS
from tablee.games.morpyam.patterns import CROSSING, LINES, OTHER, OWN, PATTERN_START, STEP, WINDOWS, WINDOWS_IN
from tablee.games.morpyam.turn import NOTHING
from tablee.kernel.cache import compiled
from tablee.kernel.ranking import leaders
from tablee.kernel.seats import next_seat
from tablee.kernel.states import record

MOST_SEATS = 4
SURE = 1.0 - 1e-6
"""The most that a win is worth which is not there yet."""

# ---- what counts ------------------------------------------------------------------------------------------

CORNERS = tuple(product(("playing", "having played"), ("early", "late")))
"""Between these four all positions lie: for a seat about to play or just having played, on an empty or a full grid."""
POINTS = len(CORNERS) * len(WINDOWS)
FEATURES = (
    *(f"{own} of {length}, {turn}, {time}" for turn, time in CORNERS for own, length in WINDOWS),
    "points",  # the more, the sooner the game can end
    "tokens",  # in hand
    "playing",
)
"""What speaks for a seat."""

WEIGHTS = learnt(__file__, FEATURES)


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

POSITION = record(
    ("worth", np.float64, (MOST_SEATS, len(CORNERS))),  # by seat: of all its patterns
    ("tokens", np.int64, MOST_SEATS),  # as bitboards; what follows has the names of a state, too
    ("patterns", np.int32, (MOST_SEATS, len(LINES))),
    ("points", np.int32, MOST_SEATS),
    ("hands", np.int32, MOST_SEATS),
    ("left", np.int32, MOST_SEATS),
    ("players", np.int32),
    ("placed", np.int32),  # tokens on the grid
)


@compiled
def survey(state: Any, position: Any, judgement: Judgement) -> None:
    """Look a state over: what each seat sees along the lines."""
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
                put(position, seat, square, judgement.worths, True)
        position.hands[seat] = state.hands[seat]


@compiled
def put(position: Any, seat: int, square: int, worths: Any, heeds: bool) -> None:
    """Put a token down. Who does not heed the others leaves theirs as it is."""
    for crossing in range(4):
        line = CROSSING[square, crossing]
        if line < 0:
            break
        for other in range(position.players):
            if other == seat or heeds:
                _change(position, other, line, STEP[square, crossing] * (OWN if other == seat else OTHER), worths)
    position.tokens[seat] |= BIT[square]
    position.points[seat] = rules.points_in_rows(position.tokens[seat], position.players)
    position.hands[seat] -= 1
    position.placed += 1


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
    scales = _scales(position, beginner)
    total = 0.0
    for seat in range(position.players):
        strength = 0.0
        for corner in range(len(CORNERS)):
            strength += scales[seat, corner] * position.worth[seat, corner]
        for other in range(len(judgement.rest)):
            strength += scales[seat, len(CORNERS) + other] * judgement.rest[other]
        wins[seat] = 0.0 if position.left[seat] else exp(strength)
        total += wins[seat]
    for seat in range(position.players):
        wins[seat] /= total


@compiled
def take_notes(position: Any, beginner: int, windows: Any, notes: Any) -> None:
    """Fill in the features of each seat when one is about to begin its turn: what `judge` adds up, one by one.

    `windows` are those of all patterns (compiled code does not take so large a table for a constant).
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
    """By seat that stays: how much each corner counts, then points, tokens in hand and playing first."""
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
def look_over(state: Any, positions: Any, judgement: Judgement, turn: Any) -> None:
    """Fill in what each square, and none, is worth to the seat whose turn it is; `positions` are room for two."""
    survey(state, positions[0], judgement)
    seat, following = state.turn, next_seat(state, state.turn)
    wins = np.zeros(MOST_SEATS)
    for square in range(SQUARES):
        turn.placing[square, 0] = turn.placing[square, 1] = NOTHING
        if not rules.taken(state) & BIT[square]:
            positions[1] = positions[0]
            _try(positions[1], seat, following, square, judgement, turn.placing[square], wins)
    judge(positions[0], following, judgement, wins)
    turn.passing = wins[seat]
    turn.five_alike, turn.sure_call = state.five_alike, state.sure_call


@compiled
def _try(position: Any, seat: int, following: int, square: int, judgement: Judgement, placing: Any, wins: Any) -> None:
    """Put a token on a square, and fill in what that is worth, without and with another turn of the same seat."""
    put(position, seat, square, judgement.worths, judgement.heeds)
    if has_row(position.tokens[seat], STEPS, rules.FIVE):
        placing[:] = 1.0
    elif position.hands[seat] == 0:
        position.points[seat] += 1
        placing[:] = leaders(position, position.points) >> seat & 1
    else:
        judge(position, following, judgement, wins)
        placing[0] = min(SURE, wins[seat])
        judge(position, seat, judgement, wins)
        placing[1] = min(SURE, wins[seat])
