"""A route game as numbers, compiled: action ids that mean the same on every land, and observations.

An observation lists the hexes of the land in order, with their coordinates, and what each seat has. It includes cubes
behind screens, because all seats have seen them gathered. It leaves out the predictions of others.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled, compiled_within
from tablee.engine.observations import ONE, TAKEN_LEFT_TURN, from_seat, places_of, tell_seats, truths
from tablee.engine.observations import SEATS as THREE_OF_EACH
from tablee.games.shared.routes.rules import route_turn
from tablee.games.shared.routes.rules.record import (
    COLOURS,
    LONGEST_NAME,
    MOST_CITIES,
    MOST_HEXES,
    NOWHERE,
    SEATS,
    STICKS,
)

# ---- ids of actions --------------------------------------------------------------------------------------------


RADIUS = 12  # The farthest a hex may lie from 0,0. Of 48,000 lands one reached 10, and none reached farther.
CELLS = 3 * RADIUS * (RADIUS + 1) + 1
NO_ID = -1

_FIRST = np.array(
    [sum(2 * RADIUS + 1 - abs(other) for other in range(-RADIUS, q)) for q in range(-RADIUS, RADIUS + 1)], np.int32
)
"""By q: the number of the cell with the lowest r."""
PLACE_ID = CELLS * 30
MOVE_ID = PLACE_ID + CELLS
PREDICT_ID = MOVE_ID + CELLS
END_ID = PREDICT_ID + MOST_CITIES
ACTIONS = END_ID + 1
"""A stick from each cell in each direction and colour, `place` and `move` to each cell, `predict` each city, `end`."""


@compiled
def cell_at(q: int, r: int) -> int:
    """The number of a cell; `NO_ID` outside the grid."""
    if abs(q) > RADIUS or abs(r) > RADIUS or abs(q + r) > RADIUS:
        return NO_ID
    return int(_FIRST[q + RADIUS]) + r - max(-RADIUS, -RADIUS - q)


@compiled
def id_of(state: Any, action: int, names: Any) -> int:
    """The id of an action; `NO_ID` outside the grid, and for a city whose name is not one of the game's."""
    if action == route_turn.END:
        return END_ID
    if action >= route_turn.PREDICT_CITY:
        city = _name_at(state, action - route_turn.PREDICT_CITY, names)
        return NO_ID if city == NO_ID else PREDICT_ID + city
    if action < route_turn.STICK_ACTIONS:
        place, base, each, rest = action // 30, 0, 30, action % 30
    elif action < route_turn.MOVE_TO:
        place, base, each, rest = action - route_turn.PLACE_ON, PLACE_ID, 1, 0
    else:
        place, base, each, rest = action - route_turn.MOVE_TO, MOVE_ID, 1, 0
    cell = cell_at(int(state.q[place]), int(state.r[place]))
    return NO_ID if cell == NO_ID else base + cell * each + rest


@compiled
def _name_at(state: Any, city: int, names: Any) -> int:
    """The index of a city's name among those of the game."""
    for name in range(len(names)):
        same = True
        for letter in range(LONGEST_NAME):
            same &= state.name[city, letter] == names[name, letter]
        if same:
            return name
    return NO_ID


def letters_of(names: tuple[str, ...]) -> Any:
    """Names of cities in UTF-8, padded with zeros as in a state."""
    room = np.zeros((len(names), LONGEST_NAME), np.uint8)
    for line, name in zip(room, names, strict=True):
        line[: len(name.encode())] = list(name.encode())
    return room


# ---- observations ----------------------------------------------------------------------------------------------


OBSERVATION = {
    "where": (2, MOST_HEXES),
    "kinds": (7, MOST_HEXES),
    "lying": (1, MOST_HEXES),
    "circle": (1, MOST_HEXES),
    "value": (1, MOST_HEXES),
    "predicted": (3, MOST_HEXES),
    "pawns": (SEATS, MOST_HEXES),
    "sticks": (SEATS, 3, MOST_HEXES),
    "path": (2, MOST_HEXES),
    "seats": THREE_OF_EACH,
    "cubes": (SEATS, len(COLOURS)),
    "on_land": (len(COLOURS),),
    "paid": (len(COLOURS),),
    "sticks_left": (SEATS,),
    "houses": (SEATS,),
    "foretold": (SEATS,),
    "phase": (len(route_turn.PHASES),),
    "signs": (3,),
    "options": (3,),
}
MEANINGS = {
    "where": "q and r of each hex of the land, divided by 12",
    "kinds": "one-hot: yellow, orange, red, green, blue, city, desert; all 0 where there is no hex",
    "lying": "cubes on the hex, divided by 4",
    "circle": "1 if the hex is marked",
    "value": "the value of a city, divided by 10",
    "predicted": "by the observer: the first city, the second, the third",
    "pawns": "the pawn of each seat, the observer first",
    "sticks": "sticks of each seat, the observer first, on the edges to 1,0 and 0,1 and -1,1 of the hex",
    "path": "the route being built; its latest hex",
    "seats": TAKEN_LEFT_TURN,
    "cubes": "cubes in hand of each seat by colour, divided by 10",
    "on_land": "cubes on the land by colour, divided by 15",
    "paid": "cubes paid for the route being built by colour, divided by 10",
    "sticks_left": "sticks left to each seat, as a share of its stock",
    "houses": "houses built by each seat, as a share of its stock",
    "foretold": "how many cities each seat has predicted, divided by 3",
    "phase": "one-hot: predict, place, move, build, over",
    "signs": "the route has begun to pay near colours; this turn is the last; the share of the idle turns used up",
    "options": "cities lie apart; gaps; predictions",
}
_AT = places_of(OBSERVATION)
_WHERE, _KINDS, _LYING, _CIRCLE, _VALUE = _AT["where"], _AT["kinds"], _AT["lying"], _AT["circle"], _AT["value"]
_PREDICTED, _PAWNS, _STICKS, _PATH, _SEATS = _AT["predicted"], _AT["pawns"], _AT["sticks"], _AT["path"], _AT["seats"]
_CUBES, _ON_LAND, _PAID, _STICKS_LEFT = _AT["cubes"], _AT["on_land"], _AT["paid"], _AT["sticks_left"]
_HOUSES, _FORETOLD, _PHASE = _AT["houses"], _AT["foretold"], _AT["phase"]
_SIGNS, _OPTIONS = _AT["signs"], _AT["options"]

_TENTHS, _FIFTEENTHS, _OF_STICKS, _THIRDS = (
    (np.arange(128) / whole).astype(np.float32) for whole in (10, 15, STICKS, 3)
)
"""Tables of quotients: a look-up is faster than a division."""


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill in `out`, which is all zeros."""
    _observe_land(state, out)
    _observe_game(state, seat, out)
    out[_OPTIONS], out[_OPTIONS + 1], out[_OPTIONS + 2] = state.cities_apart, state.with_gaps, state.predicting


@compiled
def observe_again(state: Any, seat: int, out: Any, looked: int, action: int) -> None:  # noqa: ARG001
    """Update `out`, which holds an earlier observation of the same land."""
    _observe_game(state, seat, out)


@compiled_within
def _observe_land(state: Any, out: Any) -> None:
    """Fill in what never changes."""
    for place in range(state.hexes):
        out[_WHERE + place] = state.q[place] / RADIUS
        out[_WHERE + MOST_HEXES + place] = state.r[place] / RADIUS
        out[_KINDS + state.kind[place] * MOST_HEXES + place] = 1
        out[_CIRCLE + place] = state.circle[place]
        if state.city[place] != NOWHERE:
            out[_VALUE + place] = state.value[state.city[place]] / 10


@compiled
def _observe_game(state: Any, seat: int, out: Any) -> None:
    """Fill in what may change, overwriting whatever was there."""
    for place in range(state.hexes):
        out[_LYING + place] = np.float32(state.lying[place]) * np.float32(0.25)
    if state.predicting:
        _observe_predictions(state, seat, out)
    tell_seats(state, seat, out, _SEATS, -1 if state.phase == route_turn.ENDED else state.turn)
    for other in range(state.players):
        _observe_seat(state, other, from_seat(state, seat, other), out)
    for colour in range(5):
        out[_ON_LAND + colour] = _FIFTEENTHS[state.on_land[colour]]
        out[_PAID + colour] = _TENTHS[state.paid[colour]]
    _observe_path(state, out)
    for phase in range(len(route_turn.PHASES)):
        out[_PHASE + phase] = 0
    out[_PHASE + state.phase] = 1
    out[_SIGNS], out[_SIGNS + 1] = state.near, state.ending
    out[_SIGNS + 2] = state.idle / (route_turn.IDLE_TURNS_EACH * state.players)


@compiled_within
def _observe_predictions(state: Any, seat: int, out: Any) -> None:
    """Fill in the observer's own predictions."""
    for place in range(state.hexes):
        city = state.city[place]
        if city != NOWHERE:
            for rank in range(3):
                out[_PREDICTED + rank * MOST_HEXES + place] = state.predictions[seat, rank] == city


@compiled_within
def _observe_path(state: Any, out: Any) -> None:
    for place in range(2 * MOST_HEXES):
        out[_PATH + place] = 0
    for step in range(state.route):
        out[_PATH + state.path[step]] = 1
    if state.route > 0:
        out[_PATH + MOST_HEXES + state.path[state.route - 1]] = 1


@compiled_within
def _observe_seat(state: Any, other: int, row: int, out: Any) -> None:
    """Fill in a seat, in its row as the observer counts seats."""
    pawns = _PAWNS + row * MOST_HEXES
    for place in range(MOST_HEXES):
        out[pawns + place] = 0
    if state.pawns[other] != NOWHERE:
        out[pawns + state.pawns[other]] = 1
    bits, sticks, seat_bit = truths(out), _STICKS + row * 3 * MOST_HEXES, np.int8(1 << other)
    for direction in range(3):
        for place in range(state.hexes):
            has_one = (state.sticks[3 * place + direction] & seat_bit) != 0
            bits[sticks + direction * MOST_HEXES + place] = ONE * has_one
    for colour in range(5):
        out[_CUBES + row * 5 + colour] = _TENTHS[state.cubes[other, colour]]
    out[_STICKS_LEFT + row] = _OF_STICKS[state.sticks_left[other]]
    out[_HOUSES + row] = state.houses[other] / state.stock
    foretold = 0
    for rank in range(3):
        foretold += state.predictions[other, rank] != NOWHERE
    out[_FORETOLD + row] = _THIRDS[foretold]
