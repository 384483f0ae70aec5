"""How a game of Morfals stands when dice are to be thrown, judged at a glance.

What counts are the cannibals in hand; how many each side could eat with the next throw, by the chance of each column;
which lines lie open at both ends, and may be trapped one day; and who stands on the edge or in the River, in safety.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tablee.games.learnt import Weights, learnt
from tablee.games.morfals.rules import CANNIBALS, COLUMN_OF, ENDED, NEXT, OFF, RIVER, ROLL, SIDE, SQUARES, WAYS
from tablee.kernel.cache import compiled

CHANCES = np.append(np.bincount(COLUMN_OF[COLUMN_OF >= 0], WAYS[COLUMN_OF >= 0]) / WAYS.sum(), 0.0)
"""How likely a throw is to allow each column; beyond the last lies what is off the board."""
LAST = SIDE - 1
DIRECTIONS = len(NEXT)

# What is summed up for each side.
EATS, EATS_MOST, EATS_ANY, EATS_SEVERAL, OPEN, ON_EDGE, IN_RIVER = range(7)

FEATURES = (
    "throws next",  # it is a good thing to throw next,
    "hands",  # to have fewer cannibals in hand than the enemy,
    "eats",  # to have many to eat,
    "eats any",  # and a good chance to eat any
    "eats several",  # or several of them with the next throw.
    "eats and leads",  # Yet who leads has less use for it,
    "eats by hand",  # and who has few in hand more.
    "open",  # Lines that lie open are bad,
    "open by hand",  # unless the game is nearly over,
    "open by hand, both",  # above all for whoever does not throw next.
    "on edge",  # On the edge a cannibal is hard to eat,
    "in river",  # and in the River nobody can.
)
"""What speaks for or against the seat that throws next."""
WEIGHTS = learnt(__file__, FEATURES)[2]

POINTS, BY_ENEMY_HAND, BY_OWN_HAND = 3.45, 0.375, -0.185
"""How many points a win is likely to bring, by the hands as they are."""
WORTH_OF_POINTS = 0.1
"""The part of the worth of a single game that comes from the points; the rest is for winning."""
MATCH_SWING = 45.0
"""Between two who play equally well, each point of a match raises the chance to win it by one in so many."""


class Slate(NamedTuple):
    """Where a glance takes its notes. Side 0 is the seat that throws next, side 1 the other."""

    bites: Any  # by side and square: how many it would eat by placing there
    sums: Any  # by side: what the above list says
    features: Any  # what the weights are for
    weights: Any  # how much each of them counts for whoever looks


def new_slate(weights: Weights = WEIGHTS) -> Slate:
    """An empty slate, to be used again and again."""
    return Slate(np.zeros((2, SQUARES + 1), np.int64), np.zeros((2, 7)), np.zeros(len(FEATURES)), weights)


@compiled
def worth(state: Any, seat: int, slate: Slate) -> float:
    """What a state is worth to a seat, from 0 to 1, where dice are to be thrown or the game is over."""
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
    """What a game that goes on is worth, by the chance to win it and the points that it may bring."""
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
    """In a match the chance to win it from that score; otherwise mostly whether the game is won."""
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
    """Fill the features."""
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
    """What a cannibal, where it stands, means to its side."""
    board = state.board
    side = int(board[square] != 1 + state.turn)
    column = square // SIDE
    slate.sums[side, ON_EDGE] += column == 0 or column == LAST
    slate.sums[side, IN_RIVER] += column == RIVER
    for direction in range(DIRECTIONS):
        near = NEXT[direction, square]
        if near == OFF:
            continue
        if board[near] == 0:  # a line with a free square at either end can be trapped by two throws, one for each end
            end, count = _end_of_line(board, square, DIRECTIONS - 1 - direction)
            if board[end] == 0 and end != near:
                slate.sums[side, OPEN] += count * CHANCES[near // SIDE] * CHANCES[end // SIDE]
        elif board[near] != board[square]:
            end, count = _end_of_line(board, near, direction)
            slate.bites[side, end] += count * (board[end] == 0)


@compiled
def _end_of_line(board: Any, first: int, direction: int) -> tuple[int, int]:
    """The first square behind a line of one side, and how many in the line can be eaten."""
    count = 0
    end = first
    while board[end] == board[first]:
        count += end // SIDE != RIVER
        end = NEXT[direction, end]
    return end, count


@compiled
def _count_bites(side: int, slate: Slate) -> None:
    """How much a side may expect to eat with a throw."""
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
    """The features, in the order of the weights, from the hands and the sums of both sides."""
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
