"""The traits of actions in a route game, for playing styles (`games/brains/playing_styles.py`).

The first stick of a route stands for the best route that begins with it. Nothing hidden from the seat is used.
"""

from collections.abc import Sequence

from tablee.engine import calls
from tablee.engine.contract import States
from tablee.games.brains.playing_styles import Traits
from tablee.games.shared.routes.brain.plans import DEAREST, Route, payable_routes, taste_of
from tablee.games.shared.routes.rules.route_turn import MOVE_TO, PLACE_ON, PREDICT_CITY, STICK_ACTIONS


def traits(state: States, codes: Sequence[int]) -> list[Traits]:
    """The traits of each action. Predicting and ending a turn have none."""
    routes = payable_routes(state, DEAREST, taste_of(state)) if any(code < STICK_ACTIONS for code in codes) else []
    return [_of(state, code, routes) for code in codes]


def _of(state: States, code: int, routes: Sequence[Route]) -> Traits:
    if code < STICK_ACTIONS:
        return _of_route(state, [route for route in routes if route.codes[0] == code])
    if code < MOVE_TO:
        place, near = code - PLACE_ON, _in_reach_of_others(state, code - PLACE_ON)
        takes = float(state[0].lying[place] > 0)
        return Traits(gains=takes, safety=-near, builds=_cubes_near(state, place), hinders=near)
    return _of_step(state, code) if code < PREDICT_CITY else Traits()


def _of_route(state: States, routes: Sequence[Route]) -> Traits:
    """A short route is safe, since it leaves cubes in hand. A route hinders others near their roads and pawns."""
    if not routes:
        return Traits()
    route = routes[0]
    hexes = [code // 5 // 6 for code in route.codes]
    return Traits(
        gains=route.gain,
        safety=-len(route.codes),
        builds=len(route.codes),
        hinders=sum(_others_at(state, place) for place in hexes),
    )


def _of_step(state: States, code: int) -> Traits:
    """A step gains what can be built after it, is safe with many colours in hand, and builds on cubes nearby."""
    place, seat = code - MOVE_TO, int(state[0].turn)
    after = state.copy()
    calls.apply(after, code)
    hand = after[0].cubes[seat]
    now = payable_routes(after, DEAREST, taste_of(after)) if int(after[0].turn) == seat and not after[0].ended else []
    return Traits(
        gains=max((route.gain for route in now), default=0.0),
        safety=float((hand > 0).sum()),
        builds=_cubes_near(state, place),
        hinders=_in_reach_of_others(state, place) * (state[0].lying[place] > 0),
    )


def _beside(state: States, place: int) -> list[int]:
    return [other for other in state[0].beside[place].tolist() if other >= 0]


def _cubes_near(state: States, place: int) -> float:
    """The cubes on a hex and beside it."""
    return float(sum(int(state[0].lying[other]) for other in (place, *_beside(state, place))))


def _in_reach_of_others(state: States, place: int) -> float:
    """How many others could step onto a hex."""
    pawns = [pawn for seat, pawn in enumerate(state[0].pawns.tolist()) if seat != int(state[0].turn)]
    return float(sum(pawn in _beside(state, place) for pawn in pawns))


def _others_at(state: States, place: int) -> int:
    """How many others have a finished road at a hex, plus how many could step onto it."""
    seat = int(state[0].turn)
    roads = sum(int(touched) >> place & 1 for other, touched in enumerate(state[0].touched) if other != seat)
    return roads + int(_in_reach_of_others(state, place))
