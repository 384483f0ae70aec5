"""Ends of games, worked out: what every action is worth when all play perfectly, by trying everything, compiled.

Many ways lead to the same state, or to one that is worth the same by its gist (`advice.py`): what was found for one is
kept in a table, by two fingerprints of 64 bits. A step that finds its state there counts like any other, so that steps
are a measure of time.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablee.bots.advice import gist, learn
from tablee.bots.tree import Choice, margin_of, result, reward
from tablee.kernel.cache import compiled
from tablee.kernel.contract import CHANCE, OVER, States, apply, legal, outcomes, to_act

if TYPE_CHECKING:
    from tablee.games.folder import GameFolder

DEEPEST = 32
"""Steps to the end of a game beyond which nobody tries."""
NEXT_TO_NOTHING = 1e-9
"""What is better by no more than this is equally good: sums of fractions differ by as little, depending on their order.

It matters to third parties: a seat may have two actions that are equally good for it, and not for the others.
"""

FOR_THE_FIRST = 0.5
"""The part of all steps that the first action may take: it fills the table for the others, so if that is not enough,
neither will be the rest.
"""
MOST_KNOWN = 1 << 18
"""States that the table holds at most, in about 12 MB with two seats; the later takes the place of the earlier."""
_FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_SPREAD, _OTHER_SPREAD, _SHIFT = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53), np.uint64(32)


class Room(NamedTuple):
    """Where the work is done: one row for each step from the state."""

    states: Any
    actions: Any
    weights: Any
    values: Any  # the expected reward of each seat
    results: Any  # the expected result of each seat
    points: Any
    steps: Any  # one number: the steps that may still be taken
    gist: Any  # of the state that is looked up
    words: Any  # the same as plain numbers
    prints: Any  # by place in the table: the two fingerprints of the state that is kept there
    known: Any  # and its values and results


def work_out(folder: "GameFolder", state: States, steps: int) -> list[Choice] | None:
    """What each legal action of the seat to act is worth, or nothing if more than so many steps had to be tried.

    Every seat takes what is best for itself, and of several actions that are equally good the first.

    >>> from tablee.games import find_game
    >>> isis = find_game("isis")
    >>> work_out(isis, isis.new(2, {}, 0), steps=1000) is None
    True
    """
    room = _new_room(folder, state, steps)
    seat = int(state[0].turn)
    choices: list[Choice] = []
    for text, code in folder.codes(state).items():
        room.states[0] = folder.step(state, code)[0]
        if not _work_out(room, 0, margin_of(folder)):
            return None
        if not choices:
            room.steps[0] += steps - int(steps * FOR_THE_FIRST)
        choices.append(Choice(text, 0, float(room.values[0, seat]), tuple(room.results[0].tolist())))
    return choices


def _new_room(folder: "GameFolder", state: States, steps: int) -> Room:
    most, seats = folder.rules.MOST_ACTIONS, int(state[0].players)
    learn(folder.rules.STATE, folder.brain.module)
    gists = np.zeros(1, folder.rules.STATE)
    places = min(MOST_KNOWN, 1 << (steps // 4).bit_length())
    return Room(
        states=np.zeros(DEEPEST, folder.rules.STATE),
        actions=np.empty((DEEPEST, most), np.int32),
        weights=np.empty((DEEPEST, most), np.int32),
        values=np.zeros((DEEPEST, seats), np.float64),
        results=np.zeros((DEEPEST, seats), np.float64),
        points=np.zeros(seats, np.int32),
        steps=np.array([steps * FOR_THE_FIRST], np.int64),
        gist=gists,
        words=_as_words(gists),
        prints=np.zeros((places, 2), np.uint64),
        known=np.empty((places, 2, seats), np.float64),
    )


def _as_words(state: States) -> Any:
    """A state as the largest numbers that divide it."""
    return state.view(next(f"u{size}" for size in (8, 4, 2, 1) if state.itemsize % size == 0))


@compiled
def _work_out(room: Any, depth: int, margin: float) -> bool:
    """Fill in what the state in row `depth` is worth to each seat; false if that takes too many steps."""
    room.steps[0] -= 1
    if room.steps[0] < 0 or depth + 1 >= len(room.states):
        return False
    seat = to_act(room.states[depth])
    if seat == OVER:
        reward(room.states[depth], margin, room.points, room.values[depth])
        result(room.states[depth], room.values[depth], room.results[depth])
        return True
    room.gist[0] = room.states[depth]
    first, second = _fingerprints(room.words, gist(room.gist[0]))
    place = first & np.uint64(len(room.prints) - 1)
    if room.prints[place, 0] == first and room.prints[place, 1] == second:
        room.values[depth], room.results[depth] = room.known[place, 0], room.known[place, 1]
        return True
    if seat == CHANCE:
        count = outcomes(room.states[depth], room.actions[depth], room.weights[depth])
    else:
        count = legal(room.states[depth], room.actions[depth])
    total = 0.0
    for index in range(count):
        room.states[depth + 1] = room.states[depth]
        apply(room.states[depth + 1], room.actions[depth, index])
        if not _work_out(room, depth + 1, margin):
            return False
        weight = np.float64(room.weights[depth, index])
        if seat == CHANCE:
            total += weight
            _mix(room, depth, weight / total)
        elif index == 0 or room.values[depth + 1, seat] > room.values[depth, seat] + NEXT_TO_NOTHING:
            _mix(room, depth, 1.0)
    room.prints[place, 0], room.prints[place, 1] = first, second
    room.known[place, 0], room.known[place, 1] = room.values[depth], room.results[depth]
    return True


@compiled
def _fingerprints(words: Any, number: int) -> tuple[Any, Any]:
    """Two numbers that no two gists share, but for a chance in 10²⁵ or so."""
    first, second = _FIRST ^ np.uint64(number), _SECOND + np.uint64(number)
    for word in words:
        first = (first ^ word) * _SPREAD
        first ^= first >> _SHIFT
        second = (second + word) * _OTHER_SPREAD
        second ^= second >> _SHIFT
    return first, second


@compiled
def _mix(room: Any, depth: int, part: float) -> None:
    """Let what was worked out for the next step make up so much of what this one is worth."""
    for table in (room.values, room.results):
        for seat in range(table.shape[1]):
            after = table[depth + 1, seat]
            table[depth, seat] = after if part == 1.0 else (1.0 - part) * table[depth, seat] + part * after
