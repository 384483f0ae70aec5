"""How the weights of `values.py` are learnt: a bot plays against itself, and every turn remembers how it ended.

`tablee train morpyam` plays the games; what it needs of any game that can learn stands here.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tablee.games.morpyam import OPTIONS
from tablee.games.morpyam.brain import Sight, think_as
from tablee.games.morpyam.rules import new, winners
from tablee.games.morpyam.self_play import new_desk, play_game
from tablee.games.morpyam.values import FEATURES, Weights, to_judgement
from tablee.games.thoughts import Limit, Opinion
from tablee.kernel.chance import new_random
from tablee.kernel.contract import States

UNTRAINED = {name: float(name[0]) / 10 if " of 5" in name else 0.0 for name in FEATURES}
"""What the trained bot is measured against: somebody who wants many tokens in rows of five that are still open."""


def play(weights: Weights, players: int, games: int, seed: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Games of one bot against itself: by turn and loser, what speaks for the winner rather; and that it has won."""
    random, judgement, desk = new_random(seed), to_judgement(weights), new_desk()
    rows = []
    for _ in range(games):
        state = new(players, {name: values[0] for name, values in OPTIONS.items()}, 0)
        turns = play_game(state, judgement, random, desk)
        rows += _differences(desk.notes[:turns], players, int(winners(state[0])))
    features = np.concatenate(rows)
    return features, np.ones(len(features), np.bool_)


def _differences(notes: npt.NDArray[Any], players: int, won: int) -> list[npt.NDArray[Any]]:
    """What each winner had more of than each loser, turn by turn."""
    winning = [seat for seat in range(players) if won >> seat & 1]
    losing = [seat for seat in range(players) if not won >> seat & 1]
    return [notes[:, winner] - notes[:, loser] for winner in winning for loser in losing]


def think(weights: Weights, state: States, seed: int, limit: Limit) -> list[Opinion]:  # noqa: ARG001
    """What a bot with these weights thinks."""
    return think_as(state, Sight(), to_judgement(weights), seed)
