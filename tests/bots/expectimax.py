"""What every action is worth when all play perfectly, by trying everything: slow, obvious, and right."""

from typing import Any

import numpy as np

from tablee.bots.mcts import MARGIN_WEIGHT
from tablee.engine.contract import CHANCE, OVER, States
from tablee.games.definition import GameDefinition

TINY = 1e-9
Values = tuple[float, ...]
"""The expected reward of each seat."""


def action_values(definition: GameDefinition, state: States) -> dict[str, float]:
    """The worth of each legal action to the seat to act."""
    seat = int(state[0].turn)
    known: dict[bytes, Values] = {}
    return {text: _values(definition, definition.apply(state, text), known)[seat] for text in definition.actions(state)}


def _values(definition: GameDefinition, state: States, known: dict[bytes, Values]) -> Values:
    key = state.tobytes()
    if key not in known:
        known[key] = _worked_out(definition, state, known)
    return known[key]


def _worked_out(definition: GameDefinition, state: States, known: dict[bytes, Values]) -> Values:
    seat = definition.rules.to_act(state[0])
    if seat == OVER:
        return _rewards(definition, state)
    codes, weights = np.empty(64, np.int32), np.empty(64, np.int32)
    if seat == CHANCE:
        count = definition.rules.outcomes(state[0], codes, weights)
        values = np.array([_values(definition, _after(definition, state, code), known) for code in codes[:count]])
        return tuple(np.average(values, axis=0, weights=weights[:count]).tolist())
    count = definition.rules.legal(state[0], codes)
    return _first_of_the_best(
        [_values(definition, _after(definition, state, code), known) for code in codes[:count]], seat
    )


def _first_of_the_best(choices: list[Values], seat: int) -> Values:
    """Which of two equally good actions a seat takes must not depend on how sums were rounded."""
    most = max(values[seat] for values in choices)
    return next(values for values in choices if values[seat] > most - TINY)


def _after(definition: GameDefinition, state: States, code: Any) -> States:
    after = state.copy()
    definition.rules.apply(after[0], code)
    return after


def _rewards(definition: GameDefinition, state: States) -> Values:
    result = definition.result(state)
    rewards = []
    for seat, score in enumerate(result.scores):
        rivals = [other for other in range(len(result.scores)) if other != seat and not state[0].left[other]]
        lead = score - max(result.scores[other] for other in rivals)
        share = (seat in result.winners) / len(result.winners)
        squashed = (1 + lead / (definition.brain.MARGIN + abs(lead))) / 2
        rewards.append((1 - MARGIN_WEIGHT) * share + MARGIN_WEIGHT * squashed)
    return tuple(rewards)
