from typing import Any

from tablee.games.scenery import Scene


def scene(*_: Any) -> Scene:
    return Scene(100, 100, [])
