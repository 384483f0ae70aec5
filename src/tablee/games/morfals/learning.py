"""Learn the weights of `outlook.py`: a bot plays itself, and every throw is labelled with the result of its game.

`tablee train morfals` calls `play` and `think`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.engine.chance import below, new_random, weighted
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import States
from tablee.games.brains.thoughts import Limit, Opinion
from tablee.games.brains.weights import Weights
from tablee.games.morfals import rules
from tablee.games.morfals.brain import MorfalsLevel, think_as
from tablee.games.morfals.outlook import FEATURES, WEIGHTS, ThrowBuffers, new_buffers, take_notes, weigh
from tablee.games.morfals.rules import ENDED, ROLL, ROLL_OF, SIDE, START, START_OF, WAYS, apply, first_square

UNTRAINED = {**dict.fromkeys(FEATURES, 0.0), "hands": 1.0}
"""The weights of the opponent that measures training: it only wants to eat."""
UNNOTICED = 1e-9  # a blur so small that it only decides between equal squares
MOST_THROWS = 2000  # the most throws of a game that are recorded; few games have a tenth as many
ADVENTURES = 20  # one placing in this many is on a random square, to explore other positions


def play(weights: Weights, players: int, games: int, seed: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Play a bot against itself: by throw, the features, and whether the seat that threw has won."""
    random, buffers = new_random(seed), new_buffers(0, weights)
    features, throwers = np.zeros((MOST_THROWS, len(FEATURES))), np.zeros(MOST_THROWS, np.int64)
    seen, won = [], []
    for _ in range(games):
        state = rules.new(players, {"match": 1, "capture": "auto", "last_man": "auto"}, 0)
        count = _play_game(state, buffers, random, features, throwers)
        seen.append(features[:count].copy())
        won.append(throwers[:count] == state[0].turn)
    return np.concatenate(seen), np.concatenate(won)


def think(weights: Weights, state: States, seed: int, limit: Limit) -> list[Opinion]:
    """The candidate moves of a bot with these weights that does not look ahead."""
    return think_as(state, MorfalsLevel(throws=0, blur=UNNOTICED, weights=weights), seed, limit)


def play_on(state: States, games: int, seed: int) -> npt.NDArray[np.float64]:
    """Play games from a state to their ends; return a row for each game: every seat's share of the win."""
    random, buffers, shares = new_random(seed), new_buffers(0, WEIGHTS), np.zeros((games, 2))
    features, throwers = np.zeros((MOST_THROWS, len(FEATURES))), np.zeros(MOST_THROWS, np.int64)
    for number in range(games):
        end = state.copy()
        _play_game(end, buffers, random, features, throwers)
        shares[number, end[0].turn] = 1.0
    return shares


@compiled
def _play_game(state: Any, buffers: ThrowBuffers, random: Any, features: Any, throwers: Any) -> int:
    """Play a game to its end, in place; record features and seats by throw; return the number of recorded throws."""
    throws = 0
    while state[0].phase != ENDED:
        if state[0].phase == START:
            apply(state[0], START_OF + below(random, 2))
        elif state[0].phase == ROLL:
            if throws < MOST_THROWS:
                take_notes(state[0], buffers.slate)
                features[throws] = buffers.slate.features
                throwers[throws] = state[0].turn
                throws += 1
            apply(state[0], ROLL_OF + weighted(random, WAYS, len(WAYS)))
        else:
            apply(state[0], _square(state, buffers, random))
    return throws


@compiled
def _square(state: Any, buffers: ThrowBuffers, random: Any) -> int:
    """The square with the highest value, ties broken at random; sometimes a random square."""
    first, adventure = first_square(state[0]), below(random, ADVENTURES) == 0
    best, most, equals = first, -1.0, 0
    for square in range(first, first + SIDE):
        if state[0].board[square] == 0:
            worth = 0.0 if adventure else weigh(state, square, 0, buffers)
            if worth > most:
                most, equals = worth, 0
            if worth == most:
                equals += 1
                best = square if below(random, equals) == 0 else best
    return best
