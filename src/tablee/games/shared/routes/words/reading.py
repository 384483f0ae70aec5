"""Reading a route game's state from a document, refusing what cannot be."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from tablee.games.document import Document, by_seat, field, left_seats, number
from tablee.games.errors import BadState
from tablee.games.hexes import DIRECTIONS, Hex, read_hex
from tablee.games.routes.rules import turn
from tablee.games.routes.rules.record import (
    CITY,
    COLOURS,
    DESERT,
    FORBIDDEN,
    LONGEST_NAME,
    LONGEST_ROUTE,
    NOWHERE,
    STICKS,
    Site,
    lay,
)
from tablee.games.routes.rules.sticks import legal_sticks, price_of
from tablee.games.routes.rules.turn import BUILD, ENDED, MOVE, PHASES, PLACE, PREDICT
from tablee.games.routes.words.writing import HIDDEN
from tablee.kernel.contract import States

MOST_AWAY = 100
"""How far from 0 a coordinate may be."""
LONGEST_IDLE = 10_000

ReadSite = Callable[[str, Document], Site]


def read(document: Document, states: States, read_site: ReadSite, most: dict[int, int], box: int) -> States:
    """Fill an empty state of the game from a document.

    `read_site` reads one hex, `most` says how many hexes of each kind there are in the box, `box` how many cubes.
    """
    state = states[0]
    players = int(state.players)
    numbers = _read_land(document, state, read_site, most)
    state.left[:players] = left_seats(document, players)
    state.phase = _phase(document)
    state.turn = _turn(document, state)
    state.ending = field(document, "ending", bool, False)
    state.idle = number(document.get("idle", 0), "idle", 0, LONGEST_IDLE)
    _read_route(document, state, numbers)
    _read_cubes(document, state, box)
    _read_sticks(document, state, numbers)
    for seat in range(players):
        _connect_without_route(state, seat)
    _read_predictions(document, state)
    _read_pawns(document, state, numbers)
    _check_room(state)
    _check_houses(document, state)
    _settle(state)
    return states


def _phase(document: Document) -> int:
    phase = field(document, "phase", str)
    if phase not in PHASES:
        raise BadState(f"there is no phase {phase!r}")
    return PHASES.index(phase)


def _turn(document: Document, state: Any) -> int:
    if state.phase == ENDED and document.get("turn") is None:
        return 0  # nobody's
    return number(field(document, "turn", int), "turn", 0, int(state.players) - 1)


# ---- the land ----------------------------------------------------------------------------------------------


def _read_land(document: Document, state: Any, read_site: ReadSite, most: dict[int, int]) -> dict[str, int]:
    """Lay the land; return the number of each hex by its text."""
    sites = {text: read_site(text, _object(site, text)) for text, site in field(document, "hexes", dict).items()}
    places = {text: read_place(text) for text in sites}
    for kind, count in most.items():
        if sum(site.kind == kind for site in sites.values()) > count:
            raise BadState(f"the box holds only {count} hexes of kind {kind_name(kind)}")
    names = [site.name for site in sites.values() if site.kind == CITY]
    if len(set(names)) < len(names):
        raise BadState("two cities have the same name")
    if not sites:
        raise BadState("there is no land")
    lay(state, {places[text]: site for text, site in sites.items()})
    order = sorted(places, key=lambda text: places[text])
    return {text: place for place, text in enumerate(order)}


def kind_name(kind: int) -> str:
    """What a kind of hex is called in documents."""
    return {CITY: "city", DESERT: "desert"}.get(kind) or COLOURS[kind]


def _object(value: Any, what: str) -> Document:
    if not isinstance(value, dict):
        raise BadState(f"{what} must be an object")
    return value


def read_place(text: str) -> Hex:
    """The coordinates that a text names."""
    if not re.fullmatch(r"(0|-?[1-9]\d{0,2}),(0|-?[1-9]\d{0,2})", text):
        raise BadState(f"{text[:40]!r} is no hex")
    place = read_hex(text)
    if max(map(abs, place)) > MOST_AWAY:
        raise BadState(f"{text} is too far away")
    return place


def read_city(text: str, site: Document, value: int = 0) -> Site:
    """A city with its name."""
    name = site.get("name")
    if not isinstance(name, str) or not _can_be_kept(name):
        raise BadState(f"{text}: a city has a name of at most {LONGEST_NAME} letters")
    return Site(CITY, name=name, value=value)


def _can_be_kept(name: str) -> bool:
    """Is there room for a name in a record? Half of a character that takes two cannot be written at all."""
    letters = name.encode(errors="replace")
    return 0 < len(letters) <= LONGEST_NAME and b"\0" not in letters and letters.decode() == name


def read_countryside(text: str, site: Document, box: int) -> Site:
    """A hex of some colour with the cubes on it."""
    colour = site.get("color")
    if colour not in COLOURS:
        raise BadState(f"{text}: {str(colour)[:40]!r} is no colour")
    cubes = number(site.get("cubes", 0), f"{text}: cubes", 0, box)
    circle = site.get("circle", False)
    if type(circle) is not bool:
        raise BadState(f"{text}: 'circle' must be true or false")
    return Site(COLOURS.index(colour), cubes, circle)


# ---- what the seats have -----------------------------------------------------------------------------------


def _read_cubes(document: Document, state: Any, box: int) -> None:
    players = int(state.players)
    for seat, cubes in enumerate(by_seat(document, "cubes", players, [{}] * players)):
        for colour, count in _object(cubes, f"cubes[{seat}]").items():
            if colour not in COLOURS:
                raise BadState(f"cubes[{seat}]: {str(colour)[:40]!r} is no colour")
            state.cubes[seat, COLOURS.index(colour)] = number(count, f"cubes[{seat}]: {colour}", 0, box)
    for index, colour in enumerate(COLOURS):
        if int(state.on_land[index]) + int(state.cubes[:, index].sum()) + int(state.paid[index]) > box:
            raise BadState(f"the box holds only {box} cubes of {colour}")


def _read_sticks(document: Document, state: Any, numbers: dict[str, int]) -> None:
    players = int(state.players)
    for seat, sticks in enumerate(by_seat(document, "sticks", players, [[]] * players)):
        if not isinstance(sticks, list) or len(sticks) > STICKS:
            raise BadState(f"sticks[{seat}] must be a list of at most {STICKS} edges")
        for text in sticks:
            _lay_stick(state, seat, text, numbers)
        state.sticks_left[seat] = STICKS - len(sticks)


def _lay_stick(state: Any, seat: int, text: Any, numbers: dict[str, int]) -> None:
    here, _, there = text.partition("|") if isinstance(text, str) else ("", "", "")
    direction = direction_to(state, numbers.get(here, NOWHERE), numbers.get(there, NOWHERE))
    if direction == NOWHERE or read_place(here) > read_place(there):
        raise BadState(f"{str(text)[:40]!r} is no edge of this land")
    kinds = state.kind[numbers[here]], state.kind[numbers[there]]
    edge = state.edge[numbers[here], direction]
    if DESERT in kinds or kinds == (CITY, CITY):
        raise BadState(f"no stick can lie on {text}")
    if state.sticks[edge] >> seat & 1:
        raise BadState(f"seat {seat} has two sticks on {text}")
    if state.sticks[edge] and state.parallel == FORBIDDEN:
        raise BadState(f"with two players only one stick can lie on {text}")
    state.sticks[edge] |= 1 << seat


def direction_to(state: Any, here: int, there: int) -> int:
    """In which direction a hex lies beside another, or `NOWHERE`."""
    if here == NOWHERE or there == NOWHERE:
        return NOWHERE
    for direction in range(len(DIRECTIONS)):
        if state.beside[here, direction] == there:
            return direction
    return NOWHERE


def _read_pawns(document: Document, state: Any, numbers: dict[str, int]) -> None:
    players = int(state.players)
    for seat, text in enumerate(by_seat(document, "pawns", players, [None] * players)):
        if text is None:
            if _must_stand(state, seat):
                raise BadState(f"the pawn of seat {seat} is missing")
            continue
        place = numbers.get(text, NOWHERE) if isinstance(text, str) else NOWHERE
        if place == NOWHERE or state.kind[place] == DESERT:
            raise BadState(f"no pawn can stand on {str(text)[:40]!r}")
        if place in state.pawns[:players]:
            raise BadState(f"two pawns stand on {text}")
        if not _may_stand(state, seat):
            raise BadState(f"the pawn of seat {seat} cannot be on the land")
        state.pawns[seat] = place


def _must_stand(state: Any, seat: int) -> bool:
    if state.left[seat] or state.phase == PREDICT:
        return False
    return bool(state.phase in (MOVE, BUILD) or (state.phase == PLACE and seat < state.turn))


def _may_stand(state: Any, seat: int) -> bool:
    if state.left[seat] or state.phase == PREDICT:
        return False
    return bool(state.phase != PLACE or seat < state.turn)


def _read_predictions(document: Document, state: Any) -> None:
    players = int(state.players)
    if not state.predicting:
        if state.phase == PREDICT:
            raise BadState("there are no predictions in this game")
        return
    names = {name: city for city, name in enumerate(_names(state))}
    for seat, predicted in enumerate(by_seat(document, "predictions", players, [[]] * players)):
        predicted = _list(predicted, seat)
        if predicted == [HIDDEN] * len(predicted):
            predicted = list(names)[: len(predicted)]  # whoever may not know them guesses anew each time
        cities = [names.get(name) if isinstance(name, str) else None for name in predicted]
        if None in cities or len(set(cities)) < len(cities) or len(cities) > 3:
            raise BadState(f"predictions[{seat}] must be different cities, at most three")
        if not _fitting_predictions(state, seat, len(cities)):
            raise BadState(f"seat {seat} cannot have made {len(cities)} predictions")
        state.predictions[seat, : len(cities)] = cities


def _names(state: Any) -> list[str]:
    """Of the cities that there are."""
    return [bytes(letters).rstrip(b"\0").decode() for letters in state.name if any(letters)]


def _list(value: Any, seat: int) -> list[Any]:
    if not isinstance(value, list):
        raise BadState(f"predictions[{seat}] must be a list")
    return value


def _fitting_predictions(state: Any, seat: int, count: int) -> bool:
    if state.left[seat] or (state.phase == ENDED and _staying(state) == 1):
        return True
    if state.phase != PREDICT or seat < state.turn:
        return count == 3
    return count < 3 if seat == state.turn else count == 0


# ---- the route being built ---------------------------------------------------------------------------------


def _read_route(document: Document, state: Any, numbers: dict[str, int]) -> None:
    route = document.get("route")
    if route is None:
        return
    route = _object(route, "route")
    if state.phase != BUILD:
        raise BadState("a route is built in the phase 'build' only")
    path = [numbers.get(text, NOWHERE) if isinstance(text, str) else NOWHERE for text in field(route, "path", list)]
    if not 2 <= len(path) <= LONGEST_ROUTE or NOWHERE in path or len(set(path)) < len(path):
        raise BadState("the path of a route is a list of different hexes")
    state.route = len(path)
    state.path[: len(path)] = path
    state.near = field(route, "near", bool, False)
    for colour, count in field(route, "paid", dict).items():
        if colour not in COLOURS:
            raise BadState(f"paid: {str(colour)[:40]!r} is no colour")
        state.paid[COLOURS.index(colour)] = number(count, f"paid: {colour}", 0, 100)


def _connect_without_route(state: Any, seat: int) -> None:
    """Work out a seat's anchors and houses; the sticks of a route being built do not count yet."""
    if not state.route or seat != state.turn:
        turn.connect(state, seat)
        return
    edges = _route_edges(state)
    for edge in edges:
        if not state.sticks[edge] >> seat & 1:
            raise BadState("the sticks of the route are not all there")
        state.sticks[edge] &= ~(1 << seat)
    turn.connect(state, seat)
    _check_route(state)
    for edge in edges:
        state.sticks[edge] |= 1 << seat
    if legal_sticks(state, np.empty(2, np.int32), 1) == 0:
        raise BadState("this route cannot be completed")


def _route_edges(state: Any) -> list[int]:
    edges = []
    for step in range(int(state.route) - 1):
        here, there = int(state.path[step]), int(state.path[step + 1])
        direction = direction_to(state, here, there)
        if direction == NOWHERE:
            raise BadState("the path of a route goes from neighbour to neighbour")
        edges.append(int(state.edge[here, direction]))
    return edges


def _check_route(state: Any) -> None:
    """The path leads from an anchor over open land, and what was paid is what its sticks cost."""
    anchors = int(state.cities) | int(state.touched[state.turn])
    path = [int(place) for place in state.path[: int(state.route)]]
    if not anchors >> path[0] & 1:
        raise BadState("a route begins at an anchor")
    if any(anchors >> place & 1 for place in path[1:]):
        raise BadState("a route ends at the first anchor that it reaches")
    paid = [int(count) for count in state.paid]
    if paid not in _possible_payments(state, path, bool(state.near)):
        raise BadState("what was paid for the route is not what its sticks cost")


def _possible_payments(state: Any, path: list[int], near: bool) -> list[list[int]]:
    """What the sticks of a path may have cost: far colours up to some point, near ones after it."""
    found = []
    steps = len(path) - 1
    for switch in range(steps) if near else [steps]:
        paid = [0] * 5
        for step in range(steps):
            payer = path[step + 1] if step < switch else path[step]
            if state.kind[payer] == CITY:
                break
            paid[state.kind[payer]] += price_of(state, path[step], direction_to(state, path[step], path[step + 1]))
        else:
            if not near or state.kind[path[switch]] != state.kind[path[switch + 1]]:
                found.append(paid)
    return found


# ---- what follows ------------------------------------------------------------------------------------------


def _staying(state: Any) -> int:
    return int(state.players) - int(state.left.sum())


def _check_room(state: Any) -> None:
    """No seat may come to its turn with nothing to name and nowhere to put its pawn."""
    if state.phase not in (PREDICT, PLACE):
        return
    standing = int((state.pawns != NOWHERE).sum())
    to_come = _staying(state) - standing
    if int(state.hexes) - int(state.deserts).bit_count() - standing < to_come:
        raise BadState("the land has no room for all pawns")
    if state.phase == PREDICT and int(state.cities).bit_count() < 3:
        raise BadState("three predictions need three cities")


def _check_houses(document: Document, state: Any) -> None:
    if "houses" not in document:
        return
    players = int(state.players)
    names = _names(state)
    for seat, houses in enumerate(by_seat(document, "houses", players)):
        counts = {name: int(turn.houses_in(state, seat, city)) for city, name in enumerate(names)}
        if houses != {name: count for name, count in counts.items() if count} or any(
            type(count) is not int for count in houses.values()
        ):
            raise BadState(f"houses[{seat}] are not those that the sticks make")


def _settle(state: Any) -> None:
    """End the game if it is over; else let happen what is forced."""
    staying = _staying(state)
    winner = turn.houses_winner(state)
    if state.phase == ENDED or staying == 1 or winner:
        if state.route:
            raise BadState("the game is over, and yet a route is being built")
        state.phase = ENDED
        state.ended = turn.LEFT if staying == 1 else turn.HOUSES if winner else turn.POINTS
    elif state.left[state.turn]:
        if state.route:
            raise BadState(f"seat {int(state.turn)} has left, and yet builds a route")
        turn.go_on_without(state)
    if state.phase in (MOVE, BUILD):
        turn.settle(state)
