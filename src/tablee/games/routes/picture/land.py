"""The land: its hexes with their cubes, and the pawns."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tablee.games.document import Document
from tablee.games.routes.picture.cities import city_part
from tablee.games.routes.picture.ground import Ground, called
from tablee.games.routes.picture.layout import HEXES, LYING, PAWNS
from tablee.games.routes.picture.pointing import DARK, Light
from tablee.games.routes.words.speech import cubes_of, seat_name
from tablee.games.scenery import Node
from tablee.games.ware.plates import Part
from tablee.language import Language

CUBES = ((0, 33, -7), (-27, 17, 5), (27, 17, -4), (-27, -17, 8), (27, -17, -6), (0, -33, 3))
"""Where the cubes of a hex lie, and how they are turned: in its corners, where no stick ends."""
CUBE = 0.64
PAWN, PAWN_IN_A_CITY = 0.86, 0.74
IN_THE_OPEN, IN_A_CITY = (0, 0), (0, 35)
"""Where a pawn stands, and how large: in a city below all that is told of it."""


# ---- countryside -------------------------------------------------------------------------------------------


def hex_parts(
    ground: Ground, view: Document, lights: Mapping[str, Light], cities: Mapping[str, str], say: Language
) -> list[Part]:
    """A part for each hex; `cities` are the labels of the cities by name."""
    hexes = view["hexes"]
    return [
        city_part(ground, text, lights.get(text, DARK), cities[spot.name])
        if spot.kind == "city"
        else _land(ground, text, hexes[text].get("cubes", 0), lights.get(text, DARK), say)
        for text, spot in ground.spots.items()
    ]


@lru_cache(maxsize=32768)
def _land(ground: Ground, text: str, cubes: int, light: Light, say: Language) -> Part:
    spot = ground.spots[text]
    kind = f"{light.kind} told" + " circle" * spot.circle + " explained" * light.explained
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
    offset, scale = (IN_A_CITY, PAWN_IN_A_CITY) if ground.spots[text].kind == "city" else (IN_THE_OPEN, PAWN)
    label = say("{name}, {seat}: {place}", name=name, seat=seat_name(seat, say), place=called(ground, text, say))
    kind = f"seat-{seat}" + " cheer" * cheers
    size = round(scale * ground.size, 3)
    place = ground.at(text, *offset)
    return Node(f"pawn {seat}", PAWNS, f"pawn-{seat}", *place, kind, "", label, size, enter=f"mark {seat}")
