"""What frames add up to on a page."""

from collections.abc import Mapping
from typing import Any

from tablee.games.scenery import Node


def put_up(nodes: Mapping[str, Node], frame: Mapping[str, Any]) -> dict[str, Node]:
    """What lies there after a frame, and before it the finale if it has one; by key, after what lay there before."""
    beats = (frame.get("finale") or {"beats": []})["beats"]
    shown = {} if frame.get("whole") else dict(nodes)
    for scene in (*(beat["scene"] for beat in beats), frame["scene"]):
        shown = {key: node for key, node in shown.items() if key not in scene["gone"]}
        shown |= {node.key: node for node in scene["set"]}
    return shown
