"""How the weights of `outlook.py` are learnt: a bot plays against itself, and every throw remembers how it ended.

`tablee train morfals` plays the games; what it needs of any game that can learn stands here.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.games.morfals.brain import Sight, think_as
from tablee.games.morfals.foresight import new_room
from tablee.games.morfals.outlook import FEATURES
from tablee.games.morfals.rules import SIDE, VERSION, new
from tablee.games.morfals.self_play import new_memory, play_game
from tablee.games.thoughts import Limit, Opinion
from tablee.kernel.chance import new_random
from tablee.kernel.contract import States

UNTRAINED = {**dict.fromkeys(FEATURES, 0.0), "hands": 1.0}
"""What the trained bot is measured against: somebody who eats what it can, and thinks no further."""
UNNOTICED = 1e-9
"""A blur that only decides between squares that look equally good."""


def play(
    weights: npt.NDArray[np.float64], players: int, games: int, seed: int
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Games of one bot against itself: by throw, what it looked like and whether the thrower has won."""
    random, room, memory = new_random(seed), new_room(0, weights), new_memory()
    seen, won = [], []
    for _ in range(games):
        state = new(players, {"match": 1, "capture": "auto", "last_man": "auto"}, 0, VERSION)
        count = play_game(state, room, random, memory, np.empty(SIDE))
        seen.append(memory.features[:count].copy())
        won.append(memory.throwers[:count] == state[0].turn)
    return np.concatenate(seen), np.concatenate(won)


def think(weights: npt.NDArray[np.float64], state: States, seed: int, limit: Limit) -> list[Opinion]:
    """What a bot with these weights thinks, at a glance."""
    return think_as(state, Sight(throws=0, blur=UNNOTICED, weights=weights), seed, limit)
