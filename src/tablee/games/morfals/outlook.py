"""The evaluation of Morfals before a throw.

The features are the cannibals in hand; what each side can expect to eat with the next throw, by the chance of each
column; lines that are open at both ends, and may be trapped later; and cannibals on the edge or in the River.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.games.brains.weights import Weights, learnt
from tablee.games.morfals.rules import (
    CANNIBALS,
    COLUMN_OF,
    ENDED,
    NEXT,
    OFF,
    PLACE,
    RIVER,
    ROLL,
    ROLL_OF,
    SIDE,
    SQUARES,
    STATE,
    WAYS,
    apply,
    first_square,
)

CHANCES = np.append(np.bincount(COLUMN_OF[COLUMN_OF >= 0], WAYS[COLUMN_OF >= 0]) / WAYS.sum(), 0.0)
"""The chance of each column; the last entry, 0, is for squares off the board."""
LAST = SIDE - 1
DIRECTIONS = len(NEXT)

# The sums of each side.
EATS, EATS_MOST, EATS_ANY, EATS_SEVERAL, OPEN, ON_EDGE, IN_RIVER = range(7)

FEATURES = (
    "throws next",  # throwing next is good
    "hands",  # fewer cannibals in hand than the enemy
    "eats",  # the expected number to eat
    "eats any",  # the chance to eat any
    "eats several",  # the chance to eat several with the next throw
    "eats and leads",  # eating matters less to the side that leads
    "eats by hand",  # and more with few cannibals in hand
    "open",  # open lines are bad
    "open by hand",  # unless the game is nearly over
    "open by hand, both",  # above all for the side that does not throw next
    "on edge",  # a cannibal on the edge is hard to eat
    "in river",  # a cannibal in the River is never eaten
)
"""Features, as the seat sees them that throws next."""
WEIGHTS = learnt(__file__, FEATURES)[2]

POINTS, BY_ENEMY_HAND, BY_OWN_HAND = 3.45, 0.375, -0.185
"""The coefficients of the points that a win is expected to bring, by the hands."""
WORTH_OF_POINTS = 0.1  # the share of a single game's value that comes from the points; the rest is for winning
MATCH_SWING = 45.0  # between equal players, each point of a match raises the chance of winning it by one in this many


class Slate(NamedTuple):
    """Buffers of the evaluation. Side 0 is the seat that throws next, side 1 the other."""

    bites: Any  # by side and square: how many it would eat by placing there
    sums: Any  # by side: EATS to IN_RIVER
    features: Any
    weights: Any  # of the features


def new_slate(weights: Weights = WEIGHTS) -> Slate:
    """A slate, which can be reused."""
    return Slate(np.zeros((2, SQUARES + 1), np.int64), np.zeros((2, 7)), np.zeros(len(FEATURES)), weights)


@compiled
def worth(state: Any, seat: int, slate: Slate) -> float:
    """The value of a state to a seat, from 0 to 1, before a throw or when the game is over."""
    if state.phase == ROLL:
        return _worth_of_game(state, seat, slate)
    won = state.hands[seat] == 0
    if not state.match:
        return _worth_of_score(state, won, state.hands[1 - seat] - state.hands[seat])
    if state.phase == ENDED:
        return 1.0 if won else 0.0
    return _worth_of_score(state, won, state.match_score[seat])


@compiled
def _worth_of_game(state: Any, seat: int, slate: Slate) -> float:
    """The value of an unfinished game, by the chance of winning it and the points at stake."""
    own, enemy = float(state.hands[seat]), float(state.hands[1 - seat])
    chance = outlook(state, slate)
    if seat != state.turn:
        chance = 1.0 - chance
    score = state.match_score[seat]
    gain = POINTS + BY_ENEMY_HAND * enemy + BY_OWN_HAND * own
    loss = POINTS + BY_ENEMY_HAND * own + BY_OWN_HAND * enemy
    won, lost = _worth_of_score(state, True, score + gain), _worth_of_score(state, False, score - loss)
    return chance * won + (1.0 - chance) * lost


@compiled
def _worth_of_score(state: Any, won: bool, score: float) -> float:
    """In a match, the chance of winning it from that score; else mostly whether the game is won."""
    if state.match:
        return min(max(0.5 + score / MATCH_SWING, 0.0), 1.0)
    return (1.0 - WORTH_OF_POINTS) * won + WORTH_OF_POINTS * (0.5 + 0.5 * score / CANNIBALS)


# ---- the chance to win ----------------------------------------------------------------------------------------


@compiled
def outlook(state: Any, slate: Slate) -> float:
    """The chance that the seat which throws next will win the game."""
    take_notes(state, slate)
    odds = 0.0
    for feature in range(len(slate.weights)):
        odds += slate.weights[feature] * slate.features[feature]
    return 1.0 / (1.0 + math.exp(-odds))


@compiled
def take_notes(state: Any, slate: Slate) -> None:
    """Fill in the features of a state."""
    slate.bites[:] = 0
    slate.sums[:] = 0.0
    for square in range(SQUARES):
        if state.board[square]:
            _look_around(state, square, slate)
    for side in range(2):
        _count_bites(side, slate)
    _compare(float(state.hands[state.turn]), float(state.hands[1 - state.turn]), slate)


@compiled
def _look_around(state: Any, square: int, slate: Slate) -> None:
    """Add what the cannibal on a square means for both sides."""
    board = state.board
    side = int(board[square] != 1 + state.turn)
    column = square // SIDE
    slate.sums[side, ON_EDGE] += column == 0 or column == LAST
    slate.sums[side, IN_RIVER] += column == RIVER
    for direction in range(DIRECTIONS):
        near = NEXT[direction, square]
        if near == OFF:
            continue
        if board[near] == 0:  # a line with free squares at both ends can be trapped by two throws
            end, count = _end_of_line(board, square, DIRECTIONS - 1 - direction)
            if board[end] == 0 and end != near:
                slate.sums[side, OPEN] += count * CHANCES[near // SIDE] * CHANCES[end // SIDE]
        elif board[near] != board[square]:
            end, count = _end_of_line(board, near, direction)
            slate.bites[side, end] += count * (board[end] == 0)


@compiled
def _end_of_line(board: Any, first: int, direction: int) -> tuple[int, int]:
    """The first square behind a line of one side, and how many of the line can be eaten."""
    count = 0
    end = first
    while board[end] == board[first]:
        count += end // SIDE != RIVER
        end = NEXT[direction, end]
    return end, count


@compiled
def _count_bites(side: int, slate: Slate) -> None:
    """Sum up what a side can expect to eat with a throw."""
    bites, sums = slate.bites, slate.sums
    for column in range(SIDE):
        total = most = 0
        for square in range(column * SIDE, column * SIDE + SIDE):
            total += bites[side, square]
            most = max(most, bites[side, square])
        sums[side, EATS] += CHANCES[column] * total
        sums[side, EATS_MOST] += CHANCES[column] * most
        sums[side, EATS_ANY] += CHANCES[column] * (most > 0)
        sums[side, EATS_SEVERAL] += CHANCES[column] * (most > 1)


@compiled
def _compare(own: float, enemy: float, slate: Slate) -> None:
    """Fill in the features from the hands and the sums of both sides."""
    lead = enemy - own
    ours, theirs, features = slate.sums[0], slate.sums[1], slate.features
    features[0] = 1.0
    features[1] = lead / math.sqrt(own + enemy)
    features[2] = ours[EATS] - theirs[EATS]
    features[3] = ours[EATS_ANY] - theirs[EATS_ANY]
    features[4] = ours[EATS_SEVERAL] - theirs[EATS_SEVERAL]
    features[5] = (ours[EATS] + theirs[EATS]) * lead
    features[6] = ours[EATS_MOST] / own + theirs[EATS_MOST] / enemy
    features[7] = ours[OPEN] - theirs[OPEN]
    features[8] = ours[OPEN] / own - theirs[OPEN] / enemy
    features[9] = ours[OPEN] / own + theirs[OPEN] / enemy
    features[10] = ours[ON_EDGE] - theirs[ON_EDGE]
    features[11] = ours[IN_RIVER] - theirs[IN_RIVER]


# ---- several throws ahead --------------------------------------------------------------------------------------


KINDS = np.array([list(COLUMN_OF).index(column) for column in dict.fromkeys(COLUMN_OF)])
"""One throw for each column and one for none; it stands for all throws of the same effect."""
KIND_CHANCES = np.array([WAYS[COLUMN_OF[kind] == COLUMN_OF].sum() for kind in KINDS]) / WAYS.sum()


class ThrowBuffers(NamedTuple):
    """Buffers for looking ahead."""

    states: Any  # by throws still to come: the best state after a throw, the one being tried, the throw itself
    slate: Slate


def new_buffers(throws: int, weights: Weights = WEIGHTS) -> ThrowBuffers:
    """Buffers for looking `throws` throws ahead and evaluating with these weights."""
    return ThrowBuffers(np.zeros((throws + 1, 3), STATE), new_slate(weights))


@compiled
def weigh(state: Any, square: int, throws: int, buffers: ThrowBuffers) -> float:
    """The value for the seat to act of a free square in the column of its dice, looking `throws` throws ahead.

    `state` is an array of one, with the option that traps are eaten automatically.
    """
    after = buffers.states[throws, 1]
    buffers.states[throws, 1] = state[0]
    apply(after, square)
    return expectation(after, state[0].turn, throws, buffers)


@compiled
def expectation(state: Any, seat: int, throws: int, buffers: ThrowBuffers) -> float:
    """The value of a state to a seat, looking `throws` throws ahead."""
    if throws == 0 or state.phase != ROLL:
        return worth(state, seat, buffers.slate)
    total = 0.0
    for kind in range(len(KINDS)):
        value = _throw(state, kind, buffers.states[throws - 1], buffers.slate)
        if throws > 1:
            value = expectation(buffers.states[throws - 1, 0], seat, throws - 1, buffers)
        elif state.turn != seat:
            value = 1.0 - value
        total += KIND_CHANCES[kind] * value
    return total


@compiled
def _throw(state: Any, kind: int, trial: Any, slate: Slate) -> float:
    """Throw and place on the best square; return the value to that seat, and leave the state in `trial[0]`."""
    seat = state.turn
    trial[2] = state
    apply(trial[2], ROLL_OF + KINDS[kind])
    if trial[2].phase != PLACE:
        trial[0] = trial[2]
        return worth(trial[0], seat, slate)
    best = -1.0
    first = first_square(trial[2])
    for square in range(first, first + SIDE):
        if trial[2].board[square] == 0:
            trial[1] = trial[2]
            apply(trial[1], square)
            value = worth(trial[1], seat, slate)
            if value > best:
                best = value
                trial[0] = trial[1]
    return best
