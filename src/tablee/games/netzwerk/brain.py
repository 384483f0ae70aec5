"""What a bot knows of Netzwerk beyond its rules: how to plan routes, as in Morisi, and with two seats the value of
positions that `tablee train` has learnt."""

from tablee.engine.contract import States
from tablee.games.brains.thoughts import Limit, Opinion
from tablee.games.brains.value_network import learnt_networks
from tablee.games.shared.routes.brain import route_search
from tablee.games.shared.routes.brain.position_numbers import COMMON, OWN
from tablee.games.shared.routes.brain.styles import traits

__all__ = ["think", "traits"]

NETWORKS = learnt_networks(__file__, OWN, COMMON)


def think(state: States, level: int, seed: int, limit: Limit) -> list[Opinion]:
    """The candidate moves of a level with their values, the best first."""
    return route_search.think(state, level, seed, limit, NETWORKS)
