"""The land in the picture: its hexes with their cubes, the cities, sticks and pawns."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import Node
from tablee.games.shared.routes.picture.picture_layout import (
    DARK,
    HEXES,
    LYING,
    PAWNS,
    PITCH,
    STICKS,
    Ground,
    Light,
    Spot,
    beside,
    called,
    kept_with_the_land,
    line,
)
from tablee.games.shared.routes.words.route_speech import cubes_of, edge_text, name_on, seat_name
from tablee.games.shared.widgets.grids import Squares
from tablee.games.shared.widgets.panels import Part, Place

CUBES = ((0, 33, -7), (-27, 17, 5), (27, 17, -4), (-27, -17, 8), (27, -17, -6), (0, -33, 3))
"""The places and angles of the cubes on a hex: in its corners, where no stick ends."""
CUBE = 0.64
PAWN, PAWN_IN_A_CITY = 0.86, 0.74
IN_THE_OPEN, IN_A_CITY = (0, 0), (0, 35)  # the place and size of a pawn; in a city, below the city's texts


def hex_parts(
    ground: Ground, hexes: Document, lights: Mapping[str, Light], cities: Mapping[str, str], say: Language
) -> list[Part]:
    """A part for each hex. `cities` are the labels of the cities by their hexes."""
    dark, places = _dark(ground, say)
    parts = dark.parts({**{text: site["cubes"] for text, site in hexes.items() if "cubes" in site}, **cities})
    for text, light in lights.items():
        spot = ground.spots[text]
        if text in cities:
            parts[places[text]] = _city_part(spot, light, cities[text])
        else:
            parts[places[text]] = _land(spot, hexes[text].get("cubes", 0), light, called(ground, text, say), say)
    return parts


@kept_with_the_land
def _dark(ground: Ground, say: Language) -> tuple[Squares, Mapping[str, int]]:
    """The hexes that offer nothing, by their cubes or their labels; and the place of each among them."""
    looks, spots = ground.looks, ground.spots

    def look(text: str, shown: int | str | None, _: Place) -> Part:
        if isinstance(shown, str):
            return _city_part(spots[text], DARK, shown)
        return _land(spots[text], shown or 0, DARK, name_on(looks, text, say), say)

    middles = {text: (spot.x, spot.y) for text, spot in spots.items()}
    return Squares(middles, look), {text: at for at, text in enumerate(middles)}


@lru_cache(maxsize=4096)
def _land(spot: Spot, cubes: int, light: Light, name: str, say: Language) -> Part:
    kind = f"{light.kind} told" + " circle" * spot.circle + " explained" * light.explained
    words = light.label or _land_label(spot, cubes, name, say)
    tile = Node(f"hex {spot.text}", HEXES, f"hex-{spot.kind}", spot.x, spot.y, kind.strip(), "", words, spot.size)
    return tile, *(_cube(spot, at) for at in range(cubes))


def _land_label(spot: Spot, cubes: int, name: str, say: Language) -> str:
    return say("{place}: {cubes}", place=name, cubes=cubes_of(spot.kind, cubes, say)) if cubes else name


def _cube(spot: Spot, at: int) -> Node:
    """One of the cubes on a hex. More than six are heaped up."""
    heap, corner = divmod(at, len(CUBES))
    x, y, turn = CUBES[corner]
    place, size = spot.at(x + 3 * heap, y - 5 * heap), round(CUBE * spot.size, 3)
    return Node(f"cube {spot.text} {at + 1}", LYING, f"cube-{spot.kind}", *place, "lying", size=size, turn=turn)


def pawn_part(ground: Ground, view: Document, names: Sequence[str], winners: Sequence[int], say: Language) -> Part:
    """The pawns; those of the winners cheer."""
    standing = [(seat, text) for seat, text in enumerate(view["pawns"]) if text is not None]
    standing.sort(key=lambda pawn: ground.spots[pawn[1]].y)
    return tuple([_pawn(ground, seat, text, names[seat], seat in winners, say) for seat, text in standing])


@kept_with_the_land
def _pawn(ground: Ground, seat: int, text: str, name: str, cheers: bool, say: Language) -> Node:
    offset, scale = (IN_A_CITY, PAWN_IN_A_CITY) if ground.spots[text].kind == "city" else (IN_THE_OPEN, PAWN)
    label = say("{name}, {seat}: {place}", name=name, seat=seat_name(seat, say), place=called(ground, text, say))
    kind = f"seat-{seat}" + " cheer" * cheers
    size = round(scale * ground.size, 3)
    place = ground.at(text, *offset)
    return Node(f"pawn {seat}", PAWNS, f"pawn-{seat}", *place, kind, "", label, size, enter=f"mark {seat}")


Size = tuple[int, bool]  # the number of houses in a city, and whether they count
Flags = tuple[tuple[int, int], ...]  # predictions of a city: the seat and the rank

CROWN = (0, -37)  # the place of a city's name
SIDES = ((-28.5, 0), (28.5, 0))
CORNERS = ((-28.5, -12), (28.5, -12), (-28.5, 12), (28.5, 12))
"""The places of each seat's number of houses, with two seats and with more."""
FURTHER = 1.5  # how much further out a number of two digits stands
FOOT, FLAG, FLAG_WIDTH = 38, 0.9, 19  # how far below the middle predictions stand, their size, and their distance
BESIDE_A_PAWN = (-25, 25, -44, 44)  # where predictions stand if a pawn stands between them


@lru_cache(maxsize=4096)
def _city_part(spot: Spot, light: Light, about: str) -> Part:
    """The hex of a city with its name and its value, if any."""
    words = light.label if light.explained else f"{light.label} {about}".strip()
    kind = f"{light.kind} explained"
    value = str(spot.value) if spot.value else ""
    tile = Node(f"hex {spot.text}", HEXES, "hex-city", spot.x, spot.y, kind.strip(), value, words, spot.size)
    x, y = spot.at(*CROWN)
    return tile, Node(f"name {spot.text}", LYING, "text", x, y, "city-name", spot.name, "", spot.size)


@lru_cache(maxsize=4096)
def city_label(name: str, value: int, houses: tuple[int, ...], say: Language) -> str:
    """A city in words: its value, and the houses of each seat."""
    told = say("{city}, worth {value}.", city=name, value=value) if value else f"{name}."
    standing = [f"{seat_name(seat, say)} {count}" for seat, count in enumerate(houses) if count]
    built = say("Houses: {houses}.", houses=", ".join(standing)) if standing else say("No house stands there yet.")
    return f"{told} {built}"


@kept_with_the_land
def village_part(
    ground: Ground, name: str, houses: tuple[int, ...], size: Size | None, flags: Flags, pawn: bool, say: Language
) -> Part:
    """The houses in a city by seat, its size if that matters, and the predictions of it."""
    nodes = [_tally(ground, name, seat, count, len(houses)) for seat, count in enumerate(houses) if count]
    if size is not None:
        spot, kind = ground.cities[name], "counts" * size[1]
        nodes.append(Node(f"size {name}", LYING, "seal", spot.x, spot.y, kind, str(size[0]), "", ground.size))
    return *nodes, *_flags(ground, name, flags, pawn, say)


def _tally(ground: Ground, name: str, seat: int, count: int, players: int) -> Node:
    """A seat's number of houses in a city. The key includes it, so that a new number flies in from the panel."""
    shape = "tall" if players == 2 else "wide" if count > 9 else "slim"
    x, y = (SIDES if players == 2 else CORNERS)[seat]
    further = FURTHER if shape == "wide" else 0
    place = ground.at(ground.cities[name].text, x + further if x > 0 else x - further, y)
    kind, key = f"tally {shape} seat-{seat}", f"house {name} {seat} {count}"
    return Node(key, LYING, f"tally-{shape}-{seat}", *place, kind, str(count), "", ground.size, 0, f"houses {seat}")


def _flags(ground: Ground, name: str, flags: Flags, pawn: bool, say: Language) -> list[Node]:
    size, middle = round(FLAG * ground.size, 3), (len(flags) - 1) / 2
    nodes = []
    for at, (seat, rank) in enumerate(flags):
        x = BESIDE_A_PAWN[at] if pawn else FLAG_WIDTH * (at - middle)
        place = ground.at(ground.cities[name].text, x, FOOT)
        key, enter = f"prediction {seat} {rank}", f"mark {seat}"
        label = say("A prediction, {seat}: rank {rank}", seat=seat_name(seat, say), rank=rank)
        nodes.append(Node(key, LYING, "flag", *place, f"seat-{seat}", str(rank), label, size, 0, enter))
    return nodes


def route_edges(route: Document | None) -> frozenset[str]:
    """The edges of the route being built."""
    return frozenset(edge_text(one, other) for one, other in pairwise(route["path"])) if route else frozenset()


def stick_parts(ground: Ground, view: Document, say: Language) -> list[Part]:
    """The sticks on the land, edge by edge. Those of the route being built look unfinished."""
    building, turn = route_edges(view["route"]), view["turn"]
    seats: dict[str, tuple[int, ...]] = {}
    for seat, edges in enumerate(view["sticks"]):
        for edge in edges:
            seats[edge] = (*seats[edge], seat) if edge in seats else (seat,)
    return [_sticks(ground, edge, lying, turn if edge in building else None, say) for edge, lying in seats.items()]


@kept_with_the_land
def _sticks(ground: Ground, edge: str, lying: tuple[int, ...], building: int | None, say: Language) -> Part:
    """The sticks on an edge; that of the seat `building` a route is unfinished."""
    count = len(lying)
    return tuple(_stick(ground, edge, seat, at, count, seat == building, say) for at, seat in enumerate(lying))


def _stick(ground: Ground, edge: str, seat: int, at: int, count: int, unfinished: bool, say: Language) -> Node:
    """One of several sticks that lie side by side."""
    start, end = edge.split("|")
    way = line(ground, start, end)
    x, y = beside(way, 0, PITCH * (at - (count - 1) / 2))
    label = say(
        "A stick, {seat}: {start} – {end}",
        seat=seat_name(seat, say),
        start=called(ground, start, say),
        end=called(ground, end, say),
    )
    kind = f"seat-{seat}" + " unfinished" * unfinished
    key, enter = f"stick {edge} {seat}", f"sticks {seat}"
    return Node(key, STICKS, f"stick-{seat}", x, y, kind, "", label, ground.size, way.lying, enter)
