"""What an action of a route game does in the eyes of styles (`games/styles.py`).

The first stick of a route stands for the best routes that begin with it. Nothing is used that is hidden from the seat.
"""

from collections.abc import Sequence

from tablee.games.routes.brain.plans import DEAREST
from tablee.games.routes.brain.sight import Route, payable_routes, taste_of
from tablee.games.routes.rules.turn import MOVE_TO, PLACE_ON, PREDICT_CITY, STICK_ACTIONS
from tablee.games.styles import Traits
from tablee.kernel import calls
from tablee.kernel.contract import States


def traits(state: States, codes: Sequence[int]) -> list[Traits]:
    """What each action does; cities are predicted, and turns ended, without any."""
    routes = payable_routes(state, DEAREST, taste_of(state)) if any(code < STICK_ACTIONS for code in codes) else []
    return [_of(state, code, routes) for code in codes]


def _of(state: States, code: int, routes: Sequence[Route]) -> Traits:
    if code < STICK_ACTIONS:
        return _of_route(state, [route for route in routes if route.codes[0] == code])
    if code < MOVE_TO:
        return _of_place(state, code - PLACE_ON)
    return _of_step(state, code) if code < PREDICT_CITY else Traits()


def _of_route(state: States, routes: Sequence[Route]) -> Traits:
    """A route is safe that leaves cubes in the hand; where others have sticks or pawns, it is in their way."""
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
    """A step brings what can be built at once after it; many colours are safe, and cubes near are good for later."""
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


def _of_place(state: States, place: int) -> Traits:
    near = _in_reach_of_others(state, place)
    return Traits(gains=float(state[0].lying[place] > 0), safety=-near, builds=_cubes_near(state, place), hinders=near)


def _beside(state: States, place: int) -> list[int]:
    return [other for other in state[0].beside[place].tolist() if other >= 0]


def _cubes_near(state: States, place: int) -> float:
    """Cubes that lie there and beside it."""
    return float(sum(int(state[0].lying[other]) for other in (place, *_beside(state, place))))


def _in_reach_of_others(state: States, place: int) -> float:
    """How many others could step there."""
    pawns = [pawn for seat, pawn in enumerate(state[0].pawns.tolist()) if seat != int(state[0].turn)]
    return float(sum(pawn in _beside(state, place) for pawn in pawns))


def _others_at(state: States, place: int) -> int:
    """How many others have a finished road there, or could step there."""
    seat = int(state[0].turn)
    roads = sum(int(touched) >> place & 1 for other, touched in enumerate(state[0].touched) if other != seat)
    return roads + int(_in_reach_of_others(state, place))
