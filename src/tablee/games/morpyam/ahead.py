"""Looking ahead: what squares are worth when the turns after this one are thought through as well.

A turn is one step, however the dice fall: `turn.py` solves it for given worths, and `foresight.py` says which squares
are likely to be covered. What a token there leads to is found by looking at the next seat's turn in the same manner,
and so on; the last turn looked at is judged at a glance. Every seat plays for its own chance of winning.
"""

from typing import Any

import numpy as np

from tablee.games.morpyam.figures import BIT, SQUARES
from tablee.games.morpyam.foresight import FORESIGHT, PASS, foresee
from tablee.games.morpyam.rules import NO_DICE
from tablee.games.morpyam.turn import NOTHING, TURN, solve
from tablee.games.morpyam.values import MOST_SEATS, POSITION, count_points, judge, next_seat, put, win
from tablee.kernel.cache import compiled

FURTHEST = 8
"""Turns that can be looked ahead."""
LIKELY = 0.02
"""A square that is less likely to be covered in a coming turn is not thought through."""
SURE = 1.0 - 1e-6
"""The most that a win is worth which is not there yet."""

DECIDED, OPEN, SEEN = range(3)
"""What is known of a square: all, as it ends the game or is taken; how it looks; or what coming turns make of it."""

STEP = np.dtype(
    (
        np.record,
        [
            ("position", POSITION),  # before the turn
            ("turn", TURN),
            ("foresight", FORESIGHT),
            ("seat", np.int64),  # whose turn it is
            ("wins", np.float64, (SQUARES + 1, 2, MOST_SEATS)),  # by square or PASS, without and with five alike
            ("marks", np.int64, SQUARES + 1),  # by square or PASS: DECIDED, OPEN or SEEN
            ("square", np.int64),  # what is being thought through
            ("shift", np.float64, MOST_SEATS),  # by how much that has changed the chances, each as it is likely
            ("share", np.float64),  # how likely all of that was
            ("hopes", np.float64, MOST_SEATS),  # each seat's chance of winning before the turn
        ],
    )
)
"""A turn that is looked at. Steps are counted backwards: 1 is the last one, 0 only room for a position."""


@compiled
def look(steps: Any, first: int, position: Any, seat: int, worths: Any) -> int:
    """Find out, in the first of so many steps, what squares are worth to a seat; return how many turns it solved."""
    steps[first].position = position[0]
    steps[first].seat = seat
    number = first
    solved = 0
    arriving = True
    while True:
        if arriving:
            _begin(steps, number, worths)
            solved += 1
        arriving = number > 1 and _next_square(steps[number], LIKELY if number < first else 0.0)
        if arriving:
            _go_on(steps[number], steps[number - 1], worths)
            number -= 1
        else:
            _finish(steps[number])
            if number == first:
                return solved
            number += 1
            _learn(steps[number], steps[number - 1].hopes)


@compiled
def _begin(steps: Any, number: int, worths: Any) -> None:
    step = steps[number]
    step.square = -1
    step.share = 0.0
    for other in range(MOST_SEATS):
        step.shift[other] = 0.0
    _glance(steps, number, worths)
    _take_worths(step)
    solve(step.turn)
    if number > 1:
        foresee(step.turn, step.foresight)


@compiled
def _go_on(step: Any, following: Any, worths: Any) -> None:
    """Go on to the turn that follows when the square has been covered."""
    following.position = step.position
    following.seat = next_seat(step.position, step.seat)
    if step.square != PASS:
        put(following.position, step.seat, step.square, worths)


@compiled
def _next_square(step: Any, likely: float) -> bool:
    """Go to the next square that is to be thought through."""
    for square in range(step.square + 1, SQUARES + 1):
        if step.marks[square] == OPEN and _chance(step, square) >= likely:
            step.square = square
            return True
    return False


@compiled
def _chance(step: Any, square: int) -> float:
    return float(step.foresight.chance[square, 0] + step.foresight.chance[square, 1])


@compiled
def _learn(step: Any, hopes: Any) -> None:
    """Take over what the following turn has shown of the square."""
    chance = _chance(step, step.square)
    step.marks[step.square] = SEEN
    step.share += chance
    for other in range(MOST_SEATS):
        change = hopes[other] - step.wins[step.square, 0, other]
        step.shift[other] += chance * change
        step.wins[step.square, 0, other] += change
        step.wins[step.square, 1, other] += change


@compiled
def _finish(step: Any) -> None:
    """Solve the turn with all that has been learnt, and say what is to be hoped for."""
    if step.share > 0.0:
        _shift_others(step)
        _take_worths(step)
        solve(step.turn)
    if step.position.players == 2:
        step.hopes[step.seat] = step.turn.keeping[0, NO_DICE]
        step.hopes[1 - step.seat] = 1.0 - step.turn.keeping[0, NO_DICE]
    else:
        _hope(step)


@compiled
def _shift_others(step: Any) -> None:
    """What thinking has changed on likely squares, it would have changed on the others too."""
    for square in range(SQUARES + 1):
        if step.marks[square] == OPEN:
            for other in range(MOST_SEATS):
                step.wins[square, 0, other] += step.shift[other] / step.share
                step.wins[square, 1, other] += step.shift[other] / step.share


@compiled
def _hope(step: Any) -> None:
    foresee(step.turn, step.foresight)
    for other in range(MOST_SEATS):
        step.hopes[other] = 0.0
        for square in range(SQUARES + 1):
            for alike in range(2):
                step.hopes[other] += step.foresight.chance[square, alike] * step.wins[square, alike, other]


# ---- at a glance ------------------------------------------------------------------------------------------


@compiled
def _glance(steps: Any, number: int, worths: Any) -> None:
    """Judge what comes of each square that the seat may cover."""
    step = steps[number]
    following = next_seat(step.position, step.seat)
    for square in range(SQUARES):
        step.marks[square] = DECIDED
        if not step.position.taken & BIT[square]:
            steps[number - 1].position = step.position
            _glance_at(step, square, following, steps[number - 1].position, worths)
    step.marks[PASS] = OPEN
    judge(step.position, following, step.wins[PASS, 0])


@compiled
def _glance_at(step: Any, square: int, following: int, position: Any, worths: Any) -> None:
    """Put a token on the square of that position, and judge it, with and without another turn of the same seat."""
    once, again = step.wins[square, 0], step.wins[square, 1]
    if put(position, step.seat, square, worths):
        win(position, step.seat, once)
        win(position, step.seat, again)
    elif position.hands[step.seat] == 0:
        count_points(position, step.seat, once)
        count_points(position, step.seat, again)
    else:
        step.marks[square] = OPEN
        judge(position, following, once)
        judge(position, step.seat, again)


@compiled
def _take_worths(step: Any) -> None:
    """Give the turn the worths of squares to the seat whose it is."""
    for square in range(SQUARES):
        most = SURE if step.marks[square] != DECIDED else 1.0
        free = not step.position.taken & BIT[square]
        for alike in range(2):
            step.turn.placing[square, alike] = min(most, step.wins[square, alike, step.seat]) if free else NOTHING
    step.turn.passing = step.wins[PASS, 0, step.seat]
