from typing import Any

from tablee.games.scenery import Scene


def scene(view: Any, seat: Any, actions: Any, names: Any, say: Any) -> Scene:  # noqa: ARG001
    return Scene(100, 100, [])
