"""Learn the value of positions: `tablee train netzwerk` calls `play` and `think`."""

from functools import partial

from tablee.games.netzwerk import OPTIONS
from tablee.games.netzwerk.rules import new
from tablee.games.shared.routes.brain import lessons
from tablee.games.shared.routes.brain.lessons import think
from tablee.games.shared.routes.brain.position_numbers import COMMON, OWN

__all__ = ["COMMON", "OWN", "play", "think"]

play = partial(lessons.play, new, OPTIONS)
