"""The cities: their names, how many houses each seat has there as a number, their sizes, and who has predicted them.

All has its place: the name at the top of the hex, the value or the size of the city in the middle, the houses at its
sides, and at the bottom a pawn or predictions.
"""

from functools import lru_cache

from tablee.games.routes.picture.ground import Ground
from tablee.games.routes.picture.layout import HEXES, LYING
from tablee.games.routes.picture.pointing import Light
from tablee.games.routes.words.speech import seat_name
from tablee.games.scenery import Node
from tablee.games.ware.plates import Part, Place
from tablee.language import Language

Size = tuple[int, bool]
"""The houses of all seats in a city, and whether it is one of those that count."""
Flags = tuple[tuple[int, int], ...]
"""Predictions of a city: the seat and the rank."""

CROWN = (0, -37)
"""Where a city has its name."""
SIDES = ((-28.5, 0), (28.5, 0))
CORNERS = ((-28.5, -12), (28.5, -12), (-28.5, 12), (28.5, 12))
"""Where the houses of each seat are counted: those of two seats, and those of more."""
FURTHER = 1.5
"""How much further out a number of two digits stands."""
FOOT, FLAG, FLAG_WIDTH = 38, 0.9, 19
"""How far below the middle predictions stand, how large and how far apart."""
BESIDE_A_PAWN = (-25, 25, -44, 44)
"""Where they stand if there is a pawn between them."""


@lru_cache(maxsize=16384)
def city_part(ground: Ground, text: str, light: Light, about: str) -> Part:
    """The hex of a city with its name and, if it has one, its value."""
    spot = ground.spots[text]
    words = light.label if light.explained else f"{light.label} {about}".strip()
    kind = f"{light.kind} explained"
    value = str(spot.value) if spot.value else ""
    tile = Node(f"hex {text}", HEXES, "hex-city", spot.x, spot.y, kind.strip(), value, words, ground.size)
    x, y = ground.at(text, *CROWN)
    return tile, Node(f"name {text}", LYING, "text", x, y, "city-name", spot.name, "", ground.size)


@lru_cache(maxsize=4096)
def city_label(name: str, value: int, houses: tuple[int, ...], say: Language) -> str:
    """A city in words: its value and whose houses stand there."""
    told = say("{city}, worth {value}.", city=name, value=value) if value else f"{name}."
    standing = [f"{seat_name(seat, say)} {count}" for seat, count in enumerate(houses) if count]
    built = say("Houses: {houses}.", houses=", ".join(standing)) if standing else say("No house stands there yet.")
    return f"{told} {built}"


@lru_cache(maxsize=8192)
def village_part(
    ground: Ground, name: str, houses: tuple[int, ...], size: Size | None, flags: Flags, pawn: bool, say: Language
) -> Part:
    """The houses in a city by seat, how many they are if that counts, and who has predicted it at which rank."""
    tallies = [_tally(ground, name, seat, count, len(houses)) for seat, count in enumerate(houses) if count]
    return *tallies, *_seal(ground, name, size), *_flags(ground, name, flags, pawn, say)


def _seal(ground: Ground, name: str, size: Size | None) -> list[Node]:
    if size is None:
        return []
    count, counts = size
    spot = ground.cities[name]
    return [Node(f"size {name}", LYING, "seal", spot.x, spot.y, "counts" * counts, str(count), "", ground.size)]


def _tally(ground: Ground, name: str, seat: int, count: int, players: int) -> Node:
    """How many houses a seat has in a city. The key tells it, too: another number comes flying from the plate."""
    shape = "tall" if players == 2 else "wide" if count > 9 else "slim"
    place = ground.at(ground.cities[name].text, *_tally_place(seat, players, shape))
    kind, key = f"tally {shape} seat-{seat}", f"house {name} {seat} {count}"
    return Node(key, LYING, f"tally-{shape}-{seat}", *place, kind, str(count), "", ground.size, 0, f"houses {seat}")


def _tally_place(seat: int, players: int, shape: str) -> Place:
    x, y = (SIDES if players == 2 else CORNERS)[seat]
    further = FURTHER if shape == "wide" else 0
    return (x + further if x > 0 else x - further), y


def _flags(ground: Ground, name: str, flags: Flags, pawn: bool, say: Language) -> list[Node]:
    """Predictions."""
    size, middle = round(FLAG * ground.size, 3), (len(flags) - 1) / 2
    nodes = []
    for at, (seat, rank) in enumerate(flags):
        x = BESIDE_A_PAWN[at] if pawn else FLAG_WIDTH * (at - middle)
        place = ground.at(ground.cities[name].text, x, FOOT)
        key, enter = f"prediction {seat} {rank}", f"mark {seat}"
        label = say("A prediction, {seat}: rank {rank}", seat=seat_name(seat, say), rank=rank)
        nodes.append(Node(key, LYING, "flag", *place, f"seat-{seat}", str(rank), label, size, 0, enter))
    return nodes
