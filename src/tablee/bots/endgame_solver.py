"""The endgame solver: exact values of all actions under perfect play, by exhaustive search, compiled.

Many paths lead to the same state, or to one with the same state key (`game_advice.py`): results are kept in a
transposition table under two fingerprints of 64 bits. A step whose state is in the table counts like any other, so that
steps measure time.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablee.bots.game_advice import register_brain, state_key
from tablee.bots.mcts import Choice, margin_of, result, reward
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, OVER, States, apply, legal, outcomes, to_act

if TYPE_CHECKING:
    from tablee.games.definition import GameDefinition

DEEPEST = 32
"""The most steps to the end of a game."""
EPSILON = 1e-9
"""Values that differ by no more than this are equal: the order of summation changes sums of fractions by as little.

Ties matter to third parties: two actions may be equally good for a seat, but not for the others.
"""

FIRST_SHARE = 0.5
"""The share of all steps that the first action may take: it fills the table for the others, so if that does not
suffice, the rest will not either.
"""
MOST_KNOWN = 1 << 18
"""States in the table at most, about 12 MB with two seats; later ones replace earlier ones."""
_FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_SPREAD, _OTHER_SPREAD, _SHIFT = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53), np.uint64(32)


class SolverBuffers(NamedTuple):
    """The buffers of the solver: one row for each step from the state, and the table."""

    states: Any
    actions: Any
    weights: Any
    values: Any  # the expected reward of each seat
    results: Any  # the expected result of each seat
    points: Any
    steps: Any  # one number: the remaining steps
    key: Any  # the state that is looked up, reduced to its key
    words: Any  # the same as integers
    prints: Any  # by place in the table: the fingerprints of its state
    known: Any  # by place in the table: its values and results


def solve_endgame(definition: "GameDefinition", state: States, steps: int) -> list[Choice] | None:
    """The value of each legal action of the seat to act, or None if that takes more than `steps`.

    Every seat chooses what is best for itself, among equals the first action.

    >>> from tablee.games import find_game
    >>> isis = find_game("isis")
    >>> solve_endgame(isis, isis.new(2, {}, 0), steps=1000) is None
    True
    """
    buffers = _new_buffers(definition, state, steps)
    seat = int(state[0].turn)
    choices: list[Choice] = []
    for text, code in definition.codes(state).items():
        buffers.states[0] = definition.step(state, code)[0]
        if not _solve(buffers, 0, margin_of(definition)):
            return None
        if not choices:
            buffers.steps[0] += steps - int(steps * FIRST_SHARE)
        choices.append(Choice(text, 0, float(buffers.values[0, seat]), tuple(buffers.results[0].tolist())))
    return choices


def _new_buffers(definition: "GameDefinition", state: States, steps: int) -> SolverBuffers:
    most, seats = definition.rules.MOST_ACTIONS, int(state[0].players)
    register_brain(definition.rules.STATE, definition.brain.module)
    key_state = np.zeros(1, definition.rules.STATE)
    places = min(MOST_KNOWN, 1 << (steps // 4).bit_length())
    return SolverBuffers(
        states=np.zeros(DEEPEST, definition.rules.STATE),
        actions=np.empty((DEEPEST, most), np.int32),
        weights=np.empty((DEEPEST, most), np.int32),
        values=np.zeros((DEEPEST, seats), np.float64),
        results=np.zeros((DEEPEST, seats), np.float64),
        points=np.zeros(seats, np.int32),
        steps=np.array([steps * FIRST_SHARE], np.int64),
        key=key_state,
        words=as_words(key_state),
        prints=np.zeros((places, 2), np.uint64),
        known=np.empty((places, 2, seats), np.float64),
    )


def as_words(state: States) -> Any:
    """A state as an array of the largest integers that divide its size."""
    return state.view(next(f"u{size}" for size in (8, 4, 2, 1) if state.itemsize % size == 0))


@compiled
def _solve(buffers: Any, depth: int, margin: float) -> bool:
    """Fill the values of the state in row `depth`; false if that takes too many steps."""
    buffers.steps[0] -= 1
    if buffers.steps[0] < 0 or depth + 1 >= len(buffers.states):
        return False
    seat = to_act(buffers.states[depth])
    if seat == OVER:
        reward(buffers.states[depth], margin, buffers.points, buffers.values[depth])
        result(buffers.states[depth], buffers.values[depth], buffers.results[depth])
        return True
    buffers.key[0] = buffers.states[depth]
    first, second = fingerprints(buffers.words, state_key(buffers.key[0]))
    place = first & np.uint64(len(buffers.prints) - 1)
    if buffers.prints[place, 0] == first and buffers.prints[place, 1] == second:
        buffers.values[depth], buffers.results[depth] = buffers.known[place, 0], buffers.known[place, 1]
        return True
    if seat == CHANCE:
        count = outcomes(buffers.states[depth], buffers.actions[depth], buffers.weights[depth])
    else:
        count = legal(buffers.states[depth], buffers.actions[depth])
    total = 0.0
    for index in range(count):
        buffers.states[depth + 1] = buffers.states[depth]
        apply(buffers.states[depth + 1], buffers.actions[depth, index])
        if not _solve(buffers, depth + 1, margin):
            return False
        weight = np.float64(buffers.weights[depth, index])
        if seat == CHANCE:
            total += weight
            _mix(buffers, depth, weight / total)
        elif index == 0 or buffers.values[depth + 1, seat] > buffers.values[depth, seat] + EPSILON:
            _mix(buffers, depth, 1.0)
    buffers.prints[place, 0], buffers.prints[place, 1] = first, second
    buffers.known[place, 0], buffers.known[place, 1] = buffers.values[depth], buffers.results[depth]
    return True


@compiled
def fingerprints(words: Any, number: int) -> tuple[Any, Any]:
    """Two hashes that no two state keys share, but for a probability of about 10⁻²⁵."""
    first, second = _FIRST ^ np.uint64(number), _SECOND + np.uint64(number)
    for word in words:
        first = (first ^ word) * _SPREAD
        first ^= first >> _SHIFT
        second = (second + word) * _OTHER_SPREAD
        second ^= second >> _SHIFT
    return first, second


@compiled
def _mix(buffers: Any, depth: int, part: float) -> None:
    """Mix the values of the next row into those of this one with weight `part`."""
    for table in (buffers.values, buffers.results):
        for seat in range(table.shape[1]):
            after = table[depth + 1, seat]
            table[depth, seat] = after if part == 1.0 else (1.0 - part) * table[depth, seat] + part * after
