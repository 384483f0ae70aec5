"""How the weights of `outlook.py` are learnt: a bot plays against itself, and every throw remembers how it ended.

`tablee train morfals` plays the games; what it needs of any game that can learn stands here.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.games.learnt import Weights
from tablee.games.morfals import rules
from tablee.games.morfals.brain import Sight, think_as
from tablee.games.morfals.foresight import Room, new_room, weigh
from tablee.games.morfals.outlook import FEATURES, WEIGHTS, take_notes
from tablee.games.morfals.rules import ENDED, ROLL, ROLL_OF, SIDE, START, START_OF, WAYS, apply, first_square
from tablee.games.thoughts import Limit, Opinion
from tablee.kernel.cache import compiled
from tablee.kernel.chance import below, new_random, weighted
from tablee.kernel.contract import States

UNTRAINED = {**dict.fromkeys(FEATURES, 0.0), "hands": 1.0}
"""What the trained bot is measured against: somebody who eats what it can, and thinks no further."""
UNNOTICED = 1e-9
"""A blur that only decides between squares that look equally good."""
MOST_THROWS = 2000
"""Throws of a game that are remembered; hardly one has a tenth of them."""
ADVENTURES = 20
"""One placing in so many is on any square, so that other positions are seen, too."""


def play(weights: Weights, players: int, games: int, seed: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Games of one bot against itself: by throw, what it looked like and whether the thrower has won."""
    random, room = new_random(seed), new_room(0, weights)
    features, throwers = np.zeros((MOST_THROWS, len(FEATURES))), np.zeros(MOST_THROWS, np.int64)
    seen, won = [], []
    for _ in range(games):
        state = rules.new(players, {"match": 1, "capture": "auto", "last_man": "auto"}, 0, rules.VERSION)
        count = _play_game(state, room, random, features, throwers)
        seen.append(features[:count].copy())
        won.append(throwers[:count] == state[0].turn)
    return np.concatenate(seen), np.concatenate(won)


def think(weights: Weights, state: States, seed: int, limit: Limit) -> list[Opinion]:
    """What a bot with these weights thinks, at a glance."""
    return think_as(state, Sight(throws=0, blur=UNNOTICED, weights=weights), seed, limit)


def play_on(state: States, games: int, seed: int) -> npt.NDArray[np.float64]:
    """What each seat had of games that were played to their ends from a state: a row of shares of the win for each."""
    random, room, shares = new_random(seed), new_room(0, WEIGHTS), np.zeros((games, 2))
    features, throwers = np.zeros((MOST_THROWS, len(FEATURES))), np.zeros(MOST_THROWS, np.int64)
    for number in range(games):
        end = state.copy()
        _play_game(end, room, random, features, throwers)
        shares[number, end[0].turn] = 1.0
    return shares


@compiled
def _play_game(state: Any, room: Room, random: Any, features: Any, throwers: Any) -> int:
    """Play a game to its end, in place; return the number of throws that are remembered, with who threw."""
    throws = 0
    while state[0].phase != ENDED:
        if state[0].phase == START:
            apply(state[0], START_OF + below(random, 2))
        elif state[0].phase == ROLL:
            if throws < MOST_THROWS:
                take_notes(state[0], room.slate)
                features[throws] = room.slate.features
                throwers[throws] = state[0].turn
                throws += 1
            apply(state[0], ROLL_OF + weighted(random, WAYS, len(WAYS)))
        else:
            apply(state[0], _square(state, room, random))
    return throws


@compiled
def _square(state: Any, room: Room, random: Any) -> int:
    """The square that looks best, or now and then any; of equal ones each is as likely."""
    first, adventure = first_square(state[0]), below(random, ADVENTURES) == 0
    best, most, equals = first, -1.0, 0
    for square in range(first, first + SIDE):
        if state[0].board[square] == 0:
            worth = 0.0 if adventure else weigh(state, square, 0, room)
            if worth > most:
                most, equals = worth, 0
            if worth == most:
                equals += 1
                best = square if below(random, equals) == 0 else best
    return best
