"""A bot plays against itself, and remembers what each turn looked like."""

from typing import Any, NamedTuple

import numpy as np

from tablee.games.morpyam.figures import FALL_WAYS, FALLS, FALLS_START, SQUARES
from tablee.games.morpyam.patterns import WINDOWS_IN
from tablee.games.morpyam.rules import (
    DICE,
    DICE_PHASE,
    MOST_ACTIONS,
    OVER_PHASE,
    START,
    START_PHASE,
    apply,
)  # fmt: skip
from tablee.games.morpyam.turn import NOTHING, TURN, best_action, solve
from tablee.games.morpyam.values import FEATURES, MOST_SEATS, POSITION, Judgement, look_over, take_notes
from tablee.kernel.cache import compiled
from tablee.kernel.chance import below, weighted

MOST_TURNS = 400
"""Turns of a game that are remembered; hardly one has a quarter of them."""
ADVENTURES = 20
"""One turn in so many is played for any squares, so that other positions are seen, too."""


class Desk(NamedTuple):
    """Where a game is played: room to think, and what is remembered of it."""

    positions: Any
    turn: Any
    actions: Any
    windows: Any  # by pattern
    notes: Any  # by turn and seat: the features


def new_desk() -> Desk:
    """An empty desk, to be used again and again."""
    notes = np.zeros((MOST_TURNS, MOST_SEATS, len(FEATURES)))
    return Desk(np.zeros(2, POSITION), np.zeros(1, TURN), np.empty(MOST_ACTIONS, np.int32), WINDOWS_IN, notes)


@compiled
def play_game(states: Any, judgement: Judgement, random: Any, desk: Desk) -> int:
    """Play a game to its end, in place; return the number of turns that are remembered."""
    state = states[0]
    turns = 0
    while state.phase != OVER_PHASE:
        if state.phase == START_PHASE:
            apply(state, START + below(random, state.players))
        elif state.phase == DICE_PHASE:
            apply(state, _fallen(state, random))
        else:
            if state.throws == 0:
                _begin_turn(state, judgement, random, desk, turns)
                turns = min(turns + 1, MOST_TURNS - 1)
            apply(state, best_action(state, desk.turn[0], desk.actions))
    return turns


@compiled
def _fallen(state: Any, random: Any) -> int:
    start, end = FALLS_START[state.kept], FALLS_START[state.kept + 1]
    return int(DICE + FALLS[start + weighted(random, FALL_WAYS[start:end], end - start)])


@compiled
def _begin_turn(state: Any, judgement: Judgement, random: Any, desk: Desk, number: int) -> None:
    """Remember the position, and find out what everything in the turn is worth."""
    turn = desk.turn[0]
    look_over(state, desk.positions, judgement, turn)
    take_notes(desk.positions[0], state.turn, desk.windows, desk.notes[number])
    if below(random, ADVENTURES) == 0:
        for square in range(SQUARES):
            if turn.placing[square, 0] != NOTHING:
                turn.placing[square, 0] = turn.placing[square, 1] = below(random, 1000) / 1000.0
    solve(turn)
