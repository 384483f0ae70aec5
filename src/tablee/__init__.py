"""Tablée: board games that never had a digital home, as a fast and honest engine.

>>> import tablee
>>> tablee.game_ids()
['isis', 'morfals', 'morisi', 'morpyam', 'netzwerk']
>>> game = tablee.new("isis", players=2, seed=7)
>>> game.play("pawn c4")
>>> game.to_act
1
"""

import importlib
import typing

if typing.TYPE_CHECKING:
    from tablee.api.batch import Batch
    from tablee.api.game import Game, action_texts, from_bytes, load, new, planes, small, symmetries
    from tablee.api.stepper import Stepper
    from tablee.engine.compile_cache import compiled
    from tablee.engine.observations import Plane, Symmetry
    from tablee.games import game_ids
    from tablee.games.brains.thoughts import Considered, Limit, Thought
    from tablee.games.definition import Result
    from tablee.games.errors import BadOptions, BadState, GameOver, IllegalAction, TableeError, UnknownGame

    __version__: str

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
    "small",
    "symmetries",
]

_MODULES = {
    "api.batch": ("Batch",),
    "api.game": ("Game", "action_texts", "from_bytes", "load", "new", "planes", "small", "symmetries"),
    "api.stepper": ("Stepper",),
    "engine.compile_cache": ("compiled",),
    "engine.observations": ("Plane", "Symmetry"),
    "games": ("game_ids",),
    "games.brains.thoughts": ("Considered", "Limit", "Thought"),
    "games.definition": ("Result",),
    "games.errors": ("BadOptions", "BadState", "GameOver", "IllegalAction", "TableeError", "UnknownGame"),
}
"""Where each name is. Modules are imported when a name is asked for: not all of the package needs the engine."""


def __getattr__(name: str) -> typing.Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("tablee")
    for module, names in _MODULES.items():
        if name in names:
            found = globals()[name] = getattr(importlib.import_module(f"tablee.{module}"), name)
            return found
    raise AttributeError(f"module 'tablee' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
