"""What `tablee train isis` needs to know to teach the network of `aspects.py`: the searches themselves are generic."""

from typing import Any

import numpy as np

from tablee.games.isis import brain
from tablee.games.isis.aspects import PLAYERS, SHAPE, stage_of, take_notes
from tablee.games.network import Network, Weights, nobody, ready
from tablee.kernel.cache import compiled
from tablee.kernel.contract import States

NETWORK = SHAPE
SEATS = PLAYERS
MARGIN = brain.MARGIN
WORKED_OUT = 6
"""Free squares with which the end of a game is worked out instead of being played."""
VARIED = 26
"""With more free squares than this, what is played is left to chance, by how much it was tried."""


def insight(weights: Weights | None) -> Network:
    """What the search is told while learning: at first nothing, so that games are played out."""
    return nobody() if weights is None else ready(weights, SHAPE)


def is_end(state: States) -> bool:
    """May the rest of the game be worked out?"""
    return bool(state[0].free <= WORKED_OUT)


def is_opening(state: States) -> bool:
    """Is it so early that games should differ?"""
    return bool(state[0].free > VARIED)


@compiled
def note_all(states: Any, notes: Any, counts: Any, stages: Any) -> None:
    """Fill in the notes of many states, how many each has, and its stage."""
    desk, row = np.zeros(SHAPE.desk, np.int32), np.zeros(SHAPE.most_notes, np.int32)
    for place in range(len(states)):
        counts[place] = take_notes(states[place], row, desk)
        stages[place] = stage_of(states[place])
        notes[place] = row
