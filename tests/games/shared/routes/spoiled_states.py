"""States of the route games with something wrong anywhere in them."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 3, 15, 20, 128, 10**30, 1.5, "", "#", "x", "0,0", "1,0", "100,-100", "0,0|1,0",
    "\ud800", "A\0", "é" * 9, "city", "land", "desert", "red", "predict", "place", "move", "build", "over",
    [], {}, ["#"], ["A", "B", "C"], [[], [], []], [None] * 3, ["0,0", "1,0"], {"red": 1}, {"#": 1},
    {"path": ["0,0", "1,0"], "paid": {"red": 1}, "near": False},
]  # fmt: skip
"""What may stand where something else belongs."""


def spoil(state: dict[str, Any], random: Random) -> None:
    """Put something else in one place of a state, leave it out, or call it otherwise."""
    places = list(_places(state))
    if not places:
        return
    holder, key = random.choice(places)
    what = random.choice(["junk", "junk", "another", "missing", "renamed"])
    if what == "junk":
        holder[key] = deepcopy(random.choice(JUNK))
    elif what == "another":
        other, its_key = random.choice(places)
        holder[key] = deepcopy(other[its_key])
    else:
        value = holder.pop(key)
        if what == "renamed" and isinstance(holder, dict):
            holder[random.choice([junk for junk in JUNK if isinstance(junk, str)])] = value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document: what holds it, and its key there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from _places(value[key])
