"""Learn the value of positions: `tablee train netzwerk` calls `play` and `think`."""

from tablee.engine.contract import States
from tablee.games.brains.value_network import Lessons, ValueNetwork
from tablee.games.netzwerk import OPTIONS
from tablee.games.netzwerk.rules import new
from tablee.games.shared.routes.brain import lessons
from tablee.games.shared.routes.brain.lessons import think
from tablee.games.shared.routes.brain.position_numbers import COMMON, OWN

__all__ = ["COMMON", "OWN", "play", "think"]


def play(network: ValueNetwork | None, players: int, games: int, seed: int) -> Lessons:
    """Games of a bot with this network against itself, with the usual options."""
    return lessons.play(_new, network, players, games, seed)


def _new(players: int, seed: int) -> States:
    state: States = new(players, {name: known[0] for name, known in OPTIONS.items()}, seed)
    return state
