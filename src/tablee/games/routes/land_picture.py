"""The land: its hexes with their cubes, its cities with their houses, and the pawns."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.routes.ground import Ground, called
from tablee.games.routes.layout import HEXES, LYING, PAWNS, Place
from tablee.games.routes.speech import cubes_of, seat_name
from tablee.games.scenery import Node
from tablee.language import Language

Part = tuple[Node, ...]
Size = tuple[int, bool]
"""The houses of all seats in a city, and whether it is one of those that count."""
Flags = tuple[tuple[int, int], ...]
"""Predictions of a city: the seat and the rank."""


class Light(NamedTuple):
    """How a hex is lit."""

    kind: str = ""
    """CSS classes."""
    label: str = ""
    """What can be done there."""
    explained: bool = False
    """Is the label a tip that needs nothing besides?"""


DARK = Light()

CUBES = ((0, 33, -7), (-27, 17, 5), (27, 17, -4), (-27, -17, 8), (27, -17, -6), (0, -33, 3))
"""Where the cubes of a hex lie, and how they are turned: in its corners, where no stick ends."""
CUBE = 0.64
VILLAGES = ((-32, -9), (32, -9), (-32, 26), (32, 26))
"""Where the houses of each seat stand in a city."""
HOUSE = 1.15
HOUSE_WIDTHS = {1: 13, 2: 17, 3: 22}
VILLAGE = 29
"""How wide the houses of a seat may stand before they move closer together."""
CROWN = (0, -34)
"""Where a city has its name, if it has a value, too, or its number of houses."""
FLAGS, FLAG = (0, 33), 1.05
PAWN = 0.86
IN_THE_OPEN, IN_A_CITY = (0, 0), (0, 29)
"""Where a pawn stands."""


# ---- countryside -------------------------------------------------------------------------------------------


def hex_parts(
    ground: Ground, view: Document, lights: Mapping[str, Light], cities: Mapping[str, str], say: Language
) -> list[Part]:
    """A part for each hex; `cities` are the labels of the cities by name."""
    hexes = view["hexes"]
    return [
        _city(ground, text, lights.get(text, DARK), cities[spot.name])
        if spot.kind == "city"
        else _land(ground, text, hexes[text].get("cubes", 0), lights.get(text, DARK), say)
        for text, spot in ground.spots.items()
    ]


@lru_cache(maxsize=32768)
def _land(ground: Ground, text: str, cubes: int, light: Light, say: Language) -> Part:
    spot = ground.spots[text]
    kind = light.kind + " circle" * spot.circle + " explained" * light.explained
    words = light.label or _land_label(ground, text, cubes, say)
    tile = Node(f"hex {text}", HEXES, f"hex-{spot.kind}", spot.x, spot.y, kind.strip(), "", words, ground.size)
    return tile, *(_cube(ground, text, spot.kind, at) for at in range(cubes))


def _land_label(ground: Ground, text: str, cubes: int, say: Language) -> str:
    place = called(ground, text, say)
    if not cubes:
        return place
    return say("{place}: {cubes}", place=place, cubes=cubes_of(ground.spots[text].kind, cubes, say))


def _cube(ground: Ground, text: str, colour: str, at: int) -> Node:
    """One of the cubes of a hex; more than six lie in heaps."""
    heap, corner = divmod(at, len(CUBES))
    x, y, turn = CUBES[corner]
    place, size = ground.at(text, x + 3 * heap, y - 5 * heap), round(CUBE * ground.size, 3)
    return Node(f"cube {text} {at + 1}", LYING, f"cube-{colour}", *place, "lying", size=size, turn=turn)


# ---- cities ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def _city(ground: Ground, text: str, light: Light, about: str) -> Part:
    spot = ground.spots[text]
    words = light.label if light.explained else f"{light.label} {about}".strip()
    shown = str(spot.value) if spot.value else spot.name
    kind = f"{light.kind} explained" + " worth" * (spot.value > 0) + " long" * (len(shown) > 3)
    tile = Node(f"hex {text}", HEXES, "hex-city", spot.x, spot.y, kind.strip(), shown, words, ground.size)
    if not spot.value:
        return (tile,)
    x, y = ground.at(text, *CROWN)
    return tile, Node(f"name {text}", LYING, "text", x, y, "city-name", spot.name, "", ground.size)


@lru_cache(maxsize=4096)
def city_label(name: str, value: int, houses: tuple[int, ...], say: Language) -> str:
    """A city in words: its value and whose houses stand there."""
    told = say("{city}, worth {value}.", city=name, value=value) if value else f"{name}."
    standing = [f"{seat_name(seat, say)} {count}" for seat, count in enumerate(houses) if count]
    if not standing:
        return told
    built = say("Houses: {houses}.", houses=", ".join(standing))
    return f"{told} {built}"


@lru_cache(maxsize=8192)
def village_part(
    ground: Ground, name: str, houses: tuple[int, ...], size: Size | None, flags: Flags, say: Language
) -> Part:
    """The houses in a city by seat, how many they are if that counts, and who has predicted it at which rank."""
    nodes = [node for seat, count in enumerate(houses) if count for node in _houses(ground, name, seat, count)]
    return *nodes, *_seal(ground, name, size), *_flags(ground, name, flags, say)


def _seal(ground: Ground, name: str, size: Size | None) -> list[Node]:
    if size is None:
        return []
    count, counts = size
    place = ground.at(ground.cities[name].text, *CROWN)
    return [Node(f"size {name}", LYING, "seal", *place, "counts" * counts, str(count), "", ground.size)]


def _houses(ground: Ground, name: str, seat: int, count: int) -> list[Node]:
    """As few as possible, side by side."""
    values = house_values(count)
    wide = sum(HOUSE_WIDTHS[value] for value in values)
    closer = min(1.0, VILLAGE / wide)
    x, y = VILLAGES[seat]
    left = x - wide * closer / 2
    nodes = []
    for at, value in enumerate(values):
        middle = left + HOUSE_WIDTHS[value] * closer / 2
        left += HOUSE_WIDTHS[value] * closer
        place = ground.at(ground.cities[name].text, middle, y + at % 2)
        nodes.append(_house(f"house {name} {seat} {at + 1}", value, place, seat, ground.size))
    return nodes


def _house(key: str, value: int, place: Place, seat: int, size: float) -> Node:
    scale = round(HOUSE * size, 3)
    return Node(key, LYING, f"house-{value}", *place, f"seat-{seat}", size=scale, enter=f"houses {seat}")


def house_values(count: int) -> list[int]:
    """The fewest houses of values 3, 2 and 1 that are worth so much.

    >>> house_values(5), house_values(6), house_values(1)
    ([3, 2], [3, 3], [1])
    """
    return [3] * (count // 3) + [count % 3] * (count % 3 > 0)


def _flags(ground: Ground, name: str, flags: Flags, say: Language) -> list[Node]:
    """Predictions."""
    size = round(FLAG * ground.size, 3)
    nodes = []
    for at, (seat, rank) in enumerate(flags):
        x = FLAGS[0] + 20 * (at - (len(flags) - 1) / 2)
        place = ground.at(ground.cities[name].text, x, FLAGS[1])
        key, enter = f"prediction {seat} {rank}", f"mark {seat}"
        label = say("A prediction, {seat}: rank {rank}", seat=seat_name(seat, say), rank=rank)
        nodes.append(Node(key, LYING, "flag", *place, f"seat-{seat}", str(rank), label, size, 0, enter))
    return nodes


# ---- pawns -------------------------------------------------------------------------------------------------


def pawn_part(ground: Ground, view: Document, names: Sequence[str], winners: Sequence[int], say: Language) -> Part:
    """The pawns; those of the winners cheer."""
    return _pawns(ground, tuple(view["pawns"]), tuple(names), tuple(winners), say)


@lru_cache(maxsize=4096)
def _pawns(
    ground: Ground, pawns: tuple[str | None, ...], names: tuple[str, ...], winners: tuple[int, ...], say: Language
) -> Part:
    standing = [(seat, text) for seat, text in enumerate(pawns) if text is not None]
    standing.sort(key=lambda pawn: ground.spots[pawn[1]].y)
    return tuple(_pawn(ground, seat, text, names[seat], seat in winners, say) for seat, text in standing)


def _pawn(ground: Ground, seat: int, text: str, name: str, cheers: bool, say: Language) -> Node:
    offset = IN_A_CITY if ground.spots[text].kind == "city" else IN_THE_OPEN
    label = say("{name}, {seat}: {place}", name=name, seat=seat_name(seat, say), place=called(ground, text, say))
    kind = f"seat-{seat}" + " cheer" * cheers
    size = round(PAWN * ground.size, 3)
    place = ground.at(text, *offset)
    return Node(f"pawn {seat}", PAWNS, f"pawn-{seat}", *place, kind, "", label, size, enter=f"mark {seat}")
