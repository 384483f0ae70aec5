"""Learn the value of positions: `tablee train netzwerk` calls `play` and `think`."""

from functools import partial

from tablee.games.netzwerk import OPTIONS
from tablee.games.netzwerk.rules import new
from tablee.games.shared.routes.brain import self_play
from tablee.games.shared.routes.brain.position_numbers import COMMON, OWN
from tablee.games.shared.routes.brain.self_play import think

__all__ = ["COMMON", "OWN", "play", "think"]

play = partial(self_play.play, new, OPTIONS)
