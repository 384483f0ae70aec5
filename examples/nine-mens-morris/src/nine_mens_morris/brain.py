"""What a bot knows of Nine Men's Morris beyond its rules; the house's alpha-beta search does the rest."""

from math import exp
from typing import Any

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import Record

from .rules import MILLS, MOVE, NEXT, QUIET, TAKE, WITH, flies, in_mill, men

PLIES = {1: 1, 2: 2, 3: 3, 4: 5, 5: 14}
MAN, MILL, PAIR, THREAT, FREE, STUCK = 1.0, 0.15, 0.1, 0.35, 0.035, 0.06
"""What a man more is worth, a mill, two of a line with the third free, the same if a man can come there, a free point
next to a man, and a man that cannot move."""


@compiled
def judge(state: Record, insight: Any, leads: Any, shares: Any) -> bool:  # noqa: ARG001
    """Who is ahead, in men and in what can become of them."""
    if state.ended:
        return False
    ahead = standing(state, 0) - standing(state, 1)
    shares[0] = 0.1 + 0.8 / (1.0 + exp(-1.1 * ahead))
    shares[1] = 1.0 - shares[0]
    leads[0], leads[1] = shares[0], shares[1]
    return True


@compiled
def standing(state: Record, seat: int) -> float:
    """What the men of a seat are worth."""
    jumps, placing = flies(state, seat), state.hand[seat] > 0
    worth = MAN * (men(state, seat) + state.hand[seat])
    if state.taking and state.turn == seat:
        worth += MAN
    for point in range(24):
        if state.board[point] == seat + 1 and not jumps:
            free = 0
            for way in range(NEXT.shape[1]):
                free += NEXT[point, way] >= 0 and state.board[NEXT[point, way]] == 0
            worth += FREE * free - STUCK * (free == 0)
    for line in range(len(MILLS)):
        own, gap = 0, -1
        for at in range(3):
            own += state.board[MILLS[line, at]] == seat + 1
            if state.board[MILLS[line, at]] == 0:
                gap = MILLS[line, at]
        if own == 3:
            worth += MILL
        elif own == 2 and gap >= 0:
            worth += PAIR + THREAT * (placing or jumps or _comes(state, line, gap, seat))
    return worth


@compiled
def _comes(state: Record, line: int, gap: int, seat: int) -> bool:
    """Can a man from outside a line come to its gap?"""
    for way in range(NEXT.shape[1]):
        point = NEXT[gap, way]
        if point >= 0 and state.board[point] == seat + 1 and point not in MILLS[line]:
            return True
    return False


@compiled
def promise(state: Record, actions: Any, count: int, promises: Any) -> None:
    """Closing a mill first, then hindering one."""
    for place in range(count):
        action, seat = actions[place], state.turn
        promises[place] = 0.0
        if action >= TAKE:
            promises[place] = _pairs(state, action - TAKE, 1 - seat)
            continue
        start, to = ((action - MOVE) // 24, (action - MOVE) % 24) if action >= MOVE else (-1, action)
        if start >= 0:
            state.board[start] = 0
        promises[place] = 4.0 * in_mill(state, to, seat) + 2.0 * in_mill(state, to, 1 - seat) + _pairs(state, to, seat)
        if start >= 0:
            promises[place] -= 1.5 * in_mill(state, start, 1 - seat)
            state.board[start] = seat + 1
    promises[:count] -= promises[:count].max()


@compiled
def _pairs(state: Record, point: int, seat: int) -> float:
    """The lines on which a man of a seat on this point has another one beside it, and a gap."""
    count = 0.0
    for line in range(2):
        one, other = state.board[WITH[point, line, 0]], state.board[WITH[point, line, 1]]
        count += (one == seat + 1 and other == 0) or (other == seat + 1 and one == 0)
    return count


@compiled
def gist(state: Record) -> int:
    """As long as many quiet moves are left, their number matters little."""
    if state.quiet < QUIET - 24:
        state.quiet = 0
    return 0
