"""One grid for all lands, compiled: so that an id means the same action on every one of them.

Lands grow around 0,0 and differ in outline; hexes are numbered land by land. The grid has every hex up to `RADIUS`
steps from 0,0, in the order of (q, r), which is that of a land, too: so ids are in the order of codes.
"""

from typing import Any

import numpy as np

from tablee.games.routes.rules.record import LONGEST_NAME, MOST_CITIES
from tablee.games.routes.rules.turn import END, MOVE_TO, PLACE_ON, PREDICT_CITY, STICK_ACTIONS
from tablee.kernel.cache import compiled

RADIUS = 12
"""How far from 0,0 a hex may lie; of 48,000 lands one reached 10, and none farther."""
CELLS = 3 * RADIUS * (RADIUS + 1) + 1
NO_ID = -1

_FIRST = np.array(
    [sum(2 * RADIUS + 1 - abs(other) for other in range(-RADIUS, q)) for q in range(-RADIUS, RADIUS + 1)], np.int32
)
"""The cell with the lowest r, for each q."""
PLACE_ID = CELLS * 30
MOVE_ID = PLACE_ID + CELLS
PREDICT_ID = MOVE_ID + CELLS
END_ID = PREDICT_ID + MOST_CITIES
ACTIONS = END_ID + 1
"""A stick from each cell in each direction and colour, `place` and `move` on each, `predict` of each name, `end`."""


@compiled
def cell_at(q: int, r: int) -> int:
    """The number of a cell, or `NO_ID` beyond the grid."""
    if abs(q) > RADIUS or abs(r) > RADIUS or abs(q + r) > RADIUS:
        return NO_ID
    return int(_FIRST[q + RADIUS]) + r - max(-RADIUS, -RADIUS - q)


@compiled
def id_of(state: Any, action: int, names: Any) -> int:
    """The id of an action, or `NO_ID` beyond the grid and for a city whose name is none of the game's."""
    if action == END:
        return END_ID
    if action >= PREDICT_CITY:
        city = _name_at(state, action - PREDICT_CITY, names)
        return NO_ID if city == NO_ID else PREDICT_ID + city
    if action < STICK_ACTIONS:
        place, base, each, rest = action // 30, 0, 30, action % 30
    elif action < MOVE_TO:
        place, base, each, rest = action - PLACE_ON, PLACE_ID, 1, 0
    else:
        place, base, each, rest = action - MOVE_TO, MOVE_ID, 1, 0
    cell = cell_at(int(state.q[place]), int(state.r[place]))
    return NO_ID if cell == NO_ID else base + cell * each + rest


@compiled
def _name_at(state: Any, city: int, names: Any) -> int:
    """The place of a city's name among those of the game."""
    for name in range(len(names)):
        same = True
        for letter in range(LONGEST_NAME):
            same &= state.name[city, letter] == names[name, letter]
        if same:
            return name
    return NO_ID


def letters_of(names: tuple[str, ...]) -> Any:
    """Names of cities as states have them."""
    room = np.zeros((len(names), LONGEST_NAME), np.uint8)
    for line, name in zip(room, names, strict=True):
        line[: len(name.encode())] = list(name.encode())
    return room
