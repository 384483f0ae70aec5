"""Pieces that are moved, and cards that are played: what to point at, and where something has come from.

Both follow from the parts of a game's actions, its `MOVES` (`games/moves.py`).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tablee.games.moves import parts_of


class Pointed(NamedTuple):
    """The `offers` and `moves` of a scene."""

    offers: dict[str, Sequence[str]]
    moves: dict[str, Sequence[str]]


def pointing(actions: Sequence[str], moves: Sequence[str], keys: Mapping[str, str]) -> Pointed:
    """What one points at for each action: one node (`offers`), or several, one after the other (`moves`).

    `keys` has the key of the node for each part that one points at, with a gap for the part. Other parts do not tell
    actions apart in the picture: where they alone differ, the page asks which action is meant. Actions without such
    parts are left to buttons.

    >>> keys = {"from": "piece {}", "to": "point {}"}
    >>> pointing(["place a1", "move a4 a7", "pass"], ("place {to}", "move {from} {to}"), keys)
    Pointed(offers={'point a1': ('place a1',)}, moves={'move a4 a7': ('piece a4', 'point a7')})
    """
    found = Pointed({}, {})
    for action in actions:
        path = tuple([keys[name].format(part) for name, part in parts_of(moves, action).items() if name in keys])
        if len(path) > 1:
            found.moves[action] = path
        elif path:
            found.offers[path[0]] = (*found.offers.get(path[0], ()), action)
    return found


def arrival(action: str, moves: Sequence[str], piece: str = "piece {}") -> dict[str, str]:
    """The key of the piece that an action has moved, with its key before: the `enter` of its node.

    For games whose pieces are known by their places.

    >>> arrival("move a4 a7", ["move {from} {to}"]), arrival("place a1", ["place {to}"])
    ({'piece a7': 'piece a4'}, {})
    """
    parts = parts_of(moves, action)
    if "from" not in parts or "to" not in parts:
        return {}
    return {piece.format(parts["to"]): piece.format(parts["from"])}
