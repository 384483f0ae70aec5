"""Read a route game's state from a document, and refuse impossible states."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tablee.engine.contract import States
from tablee.games.document import Document, by_seat, field, left_seats, number
from tablee.games.errors import BadState
from tablee.games.shared.hexes import DIRECTIONS, Hex, read_hex
from tablee.games.shared.routes.rules import record, route_turn
from tablee.games.shared.routes.rules.legal_sticks import legal_sticks, price_of
from tablee.games.shared.routes.rules.route_turn import BUILD, ENDED, MOVE, PHASES, PLACE, PREDICT
from tablee.games.shared.routes.words.writing import HIDDEN

MOST_AWAY = 100  # the highest absolute value of a coordinate
LONGEST_IDLE = 10_000


Kinds = Mapping[int, int]  # the number of hexes by kind


def read(document: Document, states: States, most: Kinds, box: int, values: range | None = None) -> States:
    """Fill in an empty state of the game from a document.

    `most` is the number of hexes of each kind in the box, `box` the number of cubes of each colour, `values` the
    values that cities may have.
    """
    state = states[0]
    players = int(state.players)
    numbers = _read_land(document, state, most, box, values)
    state.left[:players] = left_seats(document, players)
    phase = field(document, "phase", str)
    if phase not in PHASES:
        raise BadState(f"there is no phase {phase!r}")
    state.phase = PHASES.index(phase)
    has_turn = state.phase != ENDED or document.get("turn") is not None
    state.turn = number(field(document, "turn", int), "turn", 0, players - 1) if has_turn else 0
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


# ---- the land ----------------------------------------------------------------------------------------------


def _read_land(document: Document, state: Any, most: Kinds, box: int, values: range | None) -> dict[str, int]:
    """Lay the land; return the number of each hex by its text."""
    given = {text: _object(site, text) for text, site in field(document, "hexes", dict).items()}
    sites = {text: _read_site(text, site, record.DESERT in most, box, values) for text, site in given.items()}
    places = {text: read_place(text) for text in sites}
    for kind, count in most.items():
        if sum(site.kind == kind for site in sites.values()) > count:
            raise BadState(f"the box holds only {count} hexes of kind {kind_name(kind)}")
    names = [site.name for site in sites.values() if site.kind == record.CITY]
    if len(set(names)) < len(names):
        raise BadState("two cities have the same name")
    if not sites:
        raise BadState("there is no land")
    record.lay(state, {places[text]: site for text, site in sites.items()})
    order = sorted(places, key=lambda text: places[text])
    return {text: place for place, text in enumerate(order)}


def kind_name(kind: int) -> str:
    """The name of a kind of hex in documents."""
    return {record.CITY: "city", record.DESERT: "desert"}.get(kind) or record.COLOURS[kind]


def _object(value: Any, what: str) -> Document:
    if not isinstance(value, dict):
        raise BadState(f"{what} must be an object")
    return value


def read_place(text: str) -> Hex:
    """The coordinates of a hex's text."""
    if not re.fullmatch(r"(0|-?[1-9]\d{0,2}),(0|-?[1-9]\d{0,2})", text):
        raise BadState(f"{text[:40]!r} is no hex")
    place = read_hex(text)
    if max(map(abs, place)) > MOST_AWAY:
        raise BadState(f"{text} is too far away")
    return place


def _read_site(text: str, site: Document, deserts: bool, box: int, values: range | None) -> record.Site:
    kind = site.get("kind")
    if kind == "desert" and deserts:
        return record.Site(record.DESERT)
    if kind == "city":
        value = number(site.get("value"), f"{text}: the value of a city", values[0], values[-1]) if values else 0
        return _read_city(text, site, value)
    if kind == "land":
        return _read_countryside(text, site, box)
    raise BadState(f"{text}: {str(kind)[:40]!r} is no kind of hex")


def _read_city(text: str, site: Document, value: int) -> record.Site:
    name = site.get("name")
    letters = name.encode(errors="replace") if isinstance(name, str) else b""
    # A lone surrogate cannot be encoded.
    if not 0 < len(letters) <= record.LONGEST_NAME or b"\0" in letters or letters.decode() != name:
        raise BadState(f"{text}: a city has a name of at most {record.LONGEST_NAME} letters")
    return record.Site(record.CITY, name=name, value=value)


def _read_countryside(text: str, site: Document, box: int) -> record.Site:
    """A hex of a colour with its cubes."""
    colour = site.get("color")
    if colour not in record.COLOURS:
        raise BadState(f"{text}: {str(colour)[:40]!r} is no colour")
    cubes = number(site.get("cubes", 0), f"{text}: cubes", 0, box)
    circle = site.get("circle", False)
    if type(circle) is not bool:
        raise BadState(f"{text}: 'circle' must be true or false")
    return record.Site(record.COLOURS.index(colour), cubes, circle)


# ---- the seats ---------------------------------------------------------------------------------------------


def _read_cubes(document: Document, state: Any, box: int) -> None:
    players = int(state.players)
    for seat, cubes in enumerate(by_seat(document, "cubes", players, [{}] * players)):
        for colour, count in _object(cubes, f"cubes[{seat}]").items():
            if colour not in record.COLOURS:
                raise BadState(f"cubes[{seat}]: {str(colour)[:40]!r} is no colour")
            state.cubes[seat, record.COLOURS.index(colour)] = number(count, f"cubes[{seat}]: {colour}", 0, box)
    for index, colour in enumerate(record.COLOURS):
        if int(state.on_land[index]) + int(state.cubes[:, index].sum()) + int(state.paid[index]) > box:
            raise BadState(f"the box holds only {box} cubes of {colour}")


def _read_sticks(document: Document, state: Any, numbers: dict[str, int]) -> None:
    players = int(state.players)
    for seat, sticks in enumerate(by_seat(document, "sticks", players, [[]] * players)):
        if not isinstance(sticks, list) or len(sticks) > record.STICKS:
            raise BadState(f"sticks[{seat}] must be a list of at most {record.STICKS} edges")
        for text in sticks:
            here, _, there = text.partition("|") if isinstance(text, str) else ("", "", "")
            direction = direction_to(state, numbers.get(here, record.NOWHERE), numbers.get(there, record.NOWHERE))
            if direction == record.NOWHERE or read_place(here) > read_place(there):
                raise BadState(f"{str(text)[:40]!r} is no edge of this land")
            kinds = state.kind[numbers[here]], state.kind[numbers[there]]
            edge = state.edge[numbers[here], direction]
            if record.DESERT in kinds or kinds == (record.CITY, record.CITY):
                raise BadState(f"no stick can lie on {text}")
            if state.sticks[edge] >> seat & 1:
                raise BadState(f"seat {seat} has two sticks on {text}")
            if state.sticks[edge] and state.parallel == record.FORBIDDEN:
                raise BadState(f"with two players only one stick can lie on {text}")
            state.sticks[edge] |= 1 << seat
        state.sticks_left[seat] = record.STICKS - len(sticks)


def direction_to(state: Any, here: int, there: int) -> int:
    """The direction from a hex to its neighbour, or `NOWHERE`."""
    if here == record.NOWHERE or there == record.NOWHERE:
        return record.NOWHERE
    for direction in range(len(DIRECTIONS)):
        if state.beside[here, direction] == there:
            return direction
    return record.NOWHERE


def _read_pawns(document: Document, state: Any, numbers: dict[str, int]) -> None:
    players = int(state.players)
    for seat, text in enumerate(by_seat(document, "pawns", players, [None] * players)):
        gone = state.left[seat] or state.phase == PREDICT
        may_stand = not gone and (state.phase != PLACE or seat < state.turn)
        if text is None:
            if may_stand and state.phase != ENDED:
                raise BadState(f"the pawn of seat {seat} is missing")
            continue
        place = numbers.get(text, record.NOWHERE) if isinstance(text, str) else record.NOWHERE
        if place == record.NOWHERE or state.kind[place] == record.DESERT:
            raise BadState(f"no pawn can stand on {str(text)[:40]!r}")
        if place in state.pawns[:players]:
            raise BadState(f"two pawns stand on {text}")
        if not may_stand:
            raise BadState(f"the pawn of seat {seat} cannot be on the land")
        state.pawns[seat] = place


def _read_predictions(document: Document, state: Any) -> None:
    players = int(state.players)
    if not state.predicting:
        if state.phase == PREDICT:
            raise BadState("there are no predictions in this game")
        return
    names = {name: city for city, name in enumerate(_names(state))}
    for seat, predicted in enumerate(by_seat(document, "predictions", players, [[]] * players)):
        if not isinstance(predicted, list):
            raise BadState(f"predictions[{seat}] must be a list")
        if predicted == [HIDDEN] * len(predicted):
            predicted = list(names)[: len(predicted)]  # any will do: searches guess hidden predictions anew
        cities = [names.get(name) if isinstance(name, str) else None for name in predicted]
        if None in cities or len(set(cities)) < len(cities) or len(cities) > 3:
            raise BadState(f"predictions[{seat}] must be different cities, at most three")
        if not _fitting_predictions(state, seat, len(cities)):
            raise BadState(f"seat {seat} cannot have made {len(cities)} predictions")
        state.predictions[seat, : len(cities)] = cities


def _names(state: Any) -> list[str]:
    """The names of the cities on the land."""
    return [bytes(letters).rstrip(b"\0").decode() for letters in state.name if any(letters)]


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
    path = [
        numbers.get(text, record.NOWHERE) if isinstance(text, str) else record.NOWHERE
        for text in field(route, "path", list)
    ]
    if not 2 <= len(path) <= record.LONGEST_ROUTE or record.NOWHERE in path or len(set(path)) < len(path):
        raise BadState("the path of a route is a list of different hexes")
    state.route = len(path)
    state.path[: len(path)] = path
    state.near = field(route, "near", bool, False)
    for colour, count in field(route, "paid", dict).items():
        if colour not in record.COLOURS:
            raise BadState(f"paid: {str(colour)[:40]!r} is no colour")
        state.paid[record.COLOURS.index(colour)] = number(count, f"paid: {colour}", 0, 100)


def _connect_without_route(state: Any, seat: int) -> None:
    """Fill in a seat's anchors and houses without the sticks of a route being built."""
    if not state.route or seat != state.turn:
        route_turn.connect(state, seat)
        return
    edges = _route_edges(state)
    for edge in edges:
        if not state.sticks[edge] >> seat & 1:
            raise BadState("the sticks of the route are not all there")
        state.sticks[edge] &= ~(1 << seat)
    route_turn.connect(state, seat)
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
        if direction == record.NOWHERE:
            raise BadState("the path of a route goes from neighbour to neighbour")
        edges.append(int(state.edge[here, direction]))
    return edges


def _check_route(state: Any) -> None:
    """Check that the path leads from an anchor over open land, and that its sticks cost what was paid."""
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
    """The possible prices of a path: far colours up to some point, near colours after it."""
    found = []
    steps = len(path) - 1
    for switch in range(steps) if near else [steps]:
        paid = [0] * 5
        for step in range(steps):
            payer = path[step + 1] if step < switch else path[step]
            if state.kind[payer] == record.CITY:
                break
            paid[state.kind[payer]] += price_of(state, path[step], direction_to(state, path[step], path[step + 1]))
        else:
            if not near or state.kind[path[switch]] != state.kind[path[switch + 1]]:
                found.append(paid)
    return found


# ---- checks and forced steps -------------------------------------------------------------------------------


def _staying(state: Any) -> int:
    return int(state.players) - int(state.left.sum())


def _check_room(state: Any) -> None:
    """Check that every seat can predict its cities and place its pawn."""
    if state.phase not in (PREDICT, PLACE):
        return
    standing = int((state.pawns != record.NOWHERE).sum())
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
        counts = {name: int(route_turn.houses_in(state, seat, city)) for city, name in enumerate(names)}
        if houses != {name: count for name, count in counts.items() if count} or any(
            type(count) is not int for count in houses.values()
        ):
            raise BadState(f"houses[{seat}] are not those that the sticks make")


def _settle(state: Any) -> None:
    """End the game if it is over; else carry out what is forced."""
    staying = _staying(state)
    winner = route_turn.houses_winner(state)
    if state.phase == ENDED or staying == 1 or winner:
        if state.route:
            raise BadState("the game is over, and yet a route is being built")
        state.phase = ENDED
        state.ended = route_turn.LEFT if staying == 1 else route_turn.HOUSES if winner else route_turn.POINTS
    elif state.left[state.turn]:
        if state.route:
            raise BadState(f"seat {int(state.turn)} has left, and yet builds a route")
        route_turn.go_on_without(state)
    if state.phase in (MOVE, BUILD):
        route_turn.settle(state)


# ---- small lands -------------------------------------------------------------------------------------------


def small_lands(game_id: str, cities: Sequence[Document]) -> dict[str, Document]:
    """Lands that can be solved, by name: three cities in a line, or at the corners of a triangle, for two players."""
    yellow, orange, red = ({"kind": "land", "color": colour, "cubes": 2} for colour in ("yellow", "orange", "red"))
    first, second, third = ({"kind": "city", **city} for city in cities)
    lands = {
        "line": {"0,0": first, "1,0": yellow, "2,0": second, "3,0": orange, "4,0": third},
        "triangle": {"0,0": first, "1,0": yellow, "2,0": second, "1,1": orange, "0,2": third, "0,1": red},
    }
    return {
        name: {"game": game_id, "players": 2, "options": {}, "hexes": land, "phase": "place", "turn": 0}
        for name, land in lands.items()
    }
