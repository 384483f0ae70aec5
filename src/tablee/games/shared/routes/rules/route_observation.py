"""A route game as numbers, compiled: the hexes of its land in their order, with where each lies, and what seats have.

Behind screens lies what everybody has seen gathered; only what the others have predicted was never shown.
"""

from typing import Any

import numpy as np

from tablee.games.routes.rules.grid import RADIUS
from tablee.games.routes.rules.record import COLOURS, MOST_HEXES, NOWHERE, SEATS, STICKS
from tablee.games.routes.rules.turn import ENDED, IDLE_TURNS_EACH, PHASES
from tablee.kernel.cache import compiled, compiled_within
from tablee.kernel.observing import ONE, from_seat, places_of, tell_seats, truths
from tablee.kernel.observing import SEATS as THREE_OF_EACH

OBSERVATION = {
    "where": (2, MOST_HEXES),  # q and r, of the radius of the grid that ids are on
    "kinds": (7, MOST_HEXES),  # five colours, city, desert; nothing where there is no hex
    "lying": (1, MOST_HEXES),  # cubes, of four
    "circle": (1, MOST_HEXES),
    "value": (1, MOST_HEXES),  # of a city, of ten
    "predicted": (3, MOST_HEXES),  # by oneself: the first city, the second, the third
    "pawns": (SEATS, MOST_HEXES),  # by seat, from the one that looks
    "sticks": (SEATS, 3, MOST_HEXES),  # by seat: to 1,0 and 0,1 and -1,1 of a hex
    "path": (2, MOST_HEXES),  # the route being built; its latest hex
    "seats": THREE_OF_EACH,
    "cubes": (SEATS, len(COLOURS)),  # in hand, of ten
    "on_land": (len(COLOURS),),  # cubes, of fifteen
    "paid": (len(COLOURS),),  # for the route being built, of ten
    "sticks_left": (SEATS,),
    "houses": (SEATS,),  # built, of all it has
    "foretold": (SEATS,),  # how many cities a seat has predicted, of three
    "phase": (len(PHASES),),
    "signs": (3,),  # the route has begun to pay near colours; this turn is the last; how long nothing happened
    "options": (3,),  # cities lie apart; gaps; predictions
}
_AT = places_of(OBSERVATION)
_WHERE, _KINDS, _LYING, _CIRCLE, _VALUE = _AT["where"], _AT["kinds"], _AT["lying"], _AT["circle"], _AT["value"]
_PREDICTED, _PAWNS, _STICKS, _PATH, _SEATS = _AT["predicted"], _AT["pawns"], _AT["sticks"], _AT["path"], _AT["seats"]
_CUBES, _ON_LAND, _PAID, _STICKS_LEFT = _AT["cubes"], _AT["on_land"], _AT["paid"], _AT["sticks_left"]
_HOUSES, _FORETOLD, _PHASE, _SIGNS, _OPTIONS = (
    _AT["houses"],
    _AT["foretold"],
    _AT["phase"],
    _AT["signs"],
    _AT["options"],
)

_TENTHS, _FIFTEENTHS, _OF_STICKS, _THIRDS = (
    (np.arange(128) / whole).astype(np.float32) for whole in (10, 15, STICKS, 3)
)
"""Parts, looked up: dividing takes longer."""


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Fill a row of zeros."""
    _observe_land(state, out)
    _observe_game(state, seat, out)
    out[_OPTIONS], out[_OPTIONS + 1], out[_OPTIONS + 2] = state.cities_apart, state.with_gaps, state.predicting


@compiled
def observe_again(state: Any, seat: int, out: Any, looked: int, action: int) -> None:  # noqa: ARG001
    """The land stays as it is."""
    _observe_game(state, seat, out)


@compiled_within
def _observe_land(state: Any, out: Any) -> None:
    """What never changes."""
    for place in range(state.hexes):
        out[_WHERE + place] = state.q[place] / RADIUS
        out[_WHERE + MOST_HEXES + place] = state.r[place] / RADIUS
        out[_KINDS + state.kind[place] * MOST_HEXES + place] = 1
        out[_CIRCLE + place] = state.circle[place]
        if state.city[place] != NOWHERE:
            out[_VALUE + place] = state.value[state.city[place]] / 10


@compiled
def _observe_game(state: Any, seat: int, out: Any) -> None:
    """What may change, whatever was written there before."""
    for place in range(state.hexes):
        out[_LYING + place] = np.float32(state.lying[place]) * np.float32(0.25)
    if state.predicting:
        _observe_predictions(state, seat, out)
    tell_seats(state, seat, out, _SEATS, -1 if state.phase == ENDED else state.turn)
    for other in range(state.players):
        _observe_seat(state, other, from_seat(state, seat, other), out)
    for colour in range(5):
        out[_ON_LAND + colour] = _FIFTEENTHS[state.on_land[colour]]
        out[_PAID + colour] = _TENTHS[state.paid[colour]]
    _observe_path(state, out)
    for phase in range(len(PHASES)):
        out[_PHASE + phase] = 0
    out[_PHASE + state.phase] = 1
    out[_SIGNS], out[_SIGNS + 1] = state.near, state.ending
    out[_SIGNS + 2] = state.idle / (IDLE_TURNS_EACH * state.players)


@compiled_within
def _observe_predictions(state: Any, seat: int, out: Any) -> None:
    """One's own."""
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
    """One seat, in its row as the one that looks counts them."""
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
