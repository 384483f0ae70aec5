"""Tablée: board games that never had a digital home, as a fast and honest engine.

>>> import tablee
>>> tablee.game_ids()
['isis', 'morfals', 'morisi', 'morpyam', 'netzwerk']
>>> game = tablee.new("isis", players=2, seed=7)
>>> game.play("pawn c4")
>>> game.to_act
1
"""

from importlib.metadata import version as _version

from tablee.api.batch import Batch
from tablee.api.game import Game, action_texts, from_bytes, load, new, planes, symmetries
from tablee.api.stepper import Stepper
from tablee.engine.compile_cache import compiled
from tablee.engine.observations import Plane, Symmetry
from tablee.games import game_ids
from tablee.games.brains.thoughts import Considered, Limit, Thought
from tablee.games.definition import Result
from tablee.games.errors import BadOptions, BadState, GameOver, IllegalAction, TableeError, UnknownGame

__version__ = _version("tablee")

__all__ = [
    "BadOptions",
    "BadState",
    "Batch",
    "Considered",
    "Game",
    "GameOver",
    "IllegalAction",
    "Limit",
    "Plane",
    "Result",
    "Stepper",
    "Symmetry",
    "TableeError",
    "Thought",
    "UnknownGame",
    "__version__",
    "action_texts",
    "compiled",
    "from_bytes",
    "game_ids",
    "load",
    "new",
    "planes",
    "symmetries",
]
