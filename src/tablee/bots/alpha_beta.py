"""Alpha-beta search, compiled: for two seats, without chance and secrets, where a brain evaluates positions.

A brain asks for it with `PLIES`, the turns that each level looks ahead. Its `judge` evaluates positions, its `promise`
says what to try first, its `gist` which positions are the same. The search deepens turn by turn, until the level's
plies, steps or time are used up. A turn of several actions counts once, so that nothing is evaluated in the middle.
"""

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablee.bots.endgame_solver import as_words, fingerprints
from tablee.bots.game_advice import evaluate_position, fill_priors, register_brain, state_key
from tablee.bots.mcts import Choice
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import OVER, ContractError, States, apply, legal, to_act, winners
from tablee.games.brains.thoughts import TimeIsUp

if TYPE_CHECKING:
    from tablee.games.definition import GameDefinition

FEW_STEPS = 20_000
"""The steps of levels that look only a few turns ahead."""
DEEPEST = 64
"""The most actions on a path."""
SOONER = 0.0005
"""A win is better by this for each action that it comes sooner."""
EQUAL = 0.004
"""Values that differ by less are equally good, and chance chooses."""
CERTAIN = 0.9
"""Beyond this a game is won: nothing but the end of a game is worth so much."""
MOST_KNOWN = 1 << 18
"""Positions in the table at most; later ones replace earlier ones."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2

KNOWN = np.dtype([("first", np.uint64), ("second", np.uint64), ("value", np.float64), ("best", np.int32),
                  ("plies", np.int16), ("bound", np.int16)])  # fmt: skip


class SearchBuffers(NamedTuple):
    """A row for each action on the path, and the table of positions."""

    states: Any
    actions: Any
    priors: Any
    leads: Any
    shares: Any
    steps: Any  # one number: the remaining steps
    key: Any  # the position that is looked up, reduced to its key
    words: Any  # the same as integers
    known: Any  # the table


def look_ahead(
    definition: "GameDefinition", state: States, plies: int, steps: int, seed: int, is_up: TimeIsUp
) -> list[Choice]:
    """All actions with their values so many turns ahead, or as far as steps and time reach; the best first."""
    if int(state[0].players) != 2 or not definition.nothing_is_hidden or not definition.brain.has("judge"):
        raise ContractError(f"{definition.id}: brain.PLIES needs a judge, two seats, and nothing hidden")
    seat, random = int(state[0].turn), Random(seed)
    buffers, codes = _new_buffers(definition, state, steps), definition.codes(state)
    texts, visits = random.sample(list(codes), len(codes)), dict.fromkeys(codes, 0)
    values: dict[str, float] = {}
    for depth in range(1, plies + 1):
        found: dict[str, float] = {}
        for text in texts:
            before = int(buffers.steps[0])
            buffers.states[0] = definition.step(state, codes[text])[0]
            ends = int(buffers.states[0]["turn"]) != seat
            value = float(_value(buffers, 0, depth - ends, -1.0, 2.0))
            visits[text] += before - int(buffers.steps[0])
            if depth > 1 and (buffers.steps[0] < 0 or is_up()):
                break
            found[text] = 1.0 - value if seat else value
        if len(found) < len(texts):
            break
        values, texts = found, sorted(texts, key=lambda text: -found[text])
        if found[texts[0]] > CERTAIN or found[texts[0]] < 1 - CERTAIN:
            break
    else:
        texts.sort(key=lambda text: -values[text] - EQUAL * random.random())
    return [Choice(text, max(visits[text], 1), values[text], _shares(values[text], seat)) for text in texts]


def _shares(value: float, seat: int) -> tuple[float, float]:
    value = min(max(value, 0.0), 1.0)
    return (1.0 - value, value) if seat else (value, 1.0 - value)


def _new_buffers(definition: "GameDefinition", state: States, steps: int) -> SearchBuffers:
    most = definition.rules.MOST_ACTIONS
    register_brain(definition.rules.STATE, definition.brain.module)
    key = np.zeros(1, state.dtype)
    return SearchBuffers(
        states=np.zeros(DEEPEST, state.dtype),
        actions=np.empty((DEEPEST, most), np.int32),
        priors=np.empty((DEEPEST, most), np.float32),
        leads=np.zeros(2, np.float64),
        shares=np.zeros(2, np.float64),
        steps=np.array([steps], np.int64),
        key=key,
        words=as_words(key),
        known=np.zeros(min(MOST_KNOWN, 1 << steps.bit_length()), KNOWN),
    )


@compiled
def _value(buffers: Any, row: int, plies: int, low: float, high: float) -> float:
    """The value for seat 0 of the position in a row, if it lies between `low` and `high`; else a bound of it."""
    buffers.steps[0] -= 1
    seat = to_act(buffers.states[row])
    if seat == OVER:
        return _of_end(winners(buffers.states[row]), row)
    if plies <= 0 or row + 1 >= DEEPEST or buffers.steps[0] < 0:
        evaluate_position(buffers.states[row], (), buffers.leads, buffers.shares)
        return float(buffers.shares[0])
    buffers.key[0] = buffers.states[row]
    first, second = fingerprints(buffers.words, state_key(buffers.key[0]))
    known = buffers.known[first & np.uint64(len(buffers.known) - 1)]
    hint = -1
    if known.first == first and known.second == second:
        hint = known.best
        if known.plies == plies and _settles(known.bound, known.value, low, high):
            return float(known.value)
    count = legal(buffers.states[row], buffers.actions[row])
    fill_priors(buffers.states[row], buffers.actions[row], count, buffers.priors[row])
    best, chosen, lowest, highest = (-1.0 if seat == 0 else 2.0), -1, low, high
    for index in range(count):
        action = _next_action(buffers.actions[row], buffers.priors[row], index, count, hint)
        buffers.states[row + 1] = buffers.states[row]
        apply(buffers.states[row + 1], action)
        ends = 1 if buffers.states[row + 1].turn != buffers.states[row].turn else 0
        value = _value(buffers, row + 1, plies - ends, low, high)
        if buffers.steps[0] < 0:
            return value
        if (value > best) == (seat == 0) and value != best:
            best, chosen = value, action
        if seat == 0:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            break
    known.first, known.second, known.value, known.best, known.plies = first, second, best, chosen, plies
    known.bound = AT_LEAST if best >= highest else AT_MOST if best <= lowest else EXACT
    return best


@compiled
def _of_end(mask: int, row: int) -> float:
    """What the end of a game is worth to seat 0."""
    if mask == 1:
        return 1.0 - SOONER * row
    return SOONER * row if mask == 2 else 0.5


@compiled
def _settles(bound: int, value: float, low: float, high: float) -> bool:
    return bound == EXACT or (bound == AT_LEAST and value >= high) or (bound == AT_MOST and value <= low)


@compiled
def _next_action(actions: Any, priors: Any, index: int, count: int, hint: int) -> int:
    """Bring the most promising of the actions from `index` on there; the one of the table first."""
    best = index
    for place in range(index, count):
        if actions[place] == hint and index == 0:
            best = place
            break
        if priors[place] > priors[best]:
            best = place
    actions[index], actions[best] = actions[best], actions[index]
    priors[index], priors[best] = priors[best], priors[index]
    return int(actions[index])
