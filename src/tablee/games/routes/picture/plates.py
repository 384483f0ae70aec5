"""The plates of the seats with all that they hold, one's own tray of cubes, and the strip that counts the land."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.routes.picture.layout import FLYING, HAND, PLATES, WORDS, Layout, Place, Plate
from tablee.games.routes.rules.record import COLOURS
from tablee.games.routes.rules.record import STICKS as ALL_STICKS
from tablee.games.routes.words.speech import cubes_of, cubes_text, seat_name
from tablee.games.routes.words.writing import HIDDEN
from tablee.games.scenery import Node, fitting
from tablee.language import Language

Part = tuple[Node, ...]

NUMBER = (46, -15)
"""Where it is told how many cubes lie in a well."""
LEAST_NUMBER = 0.85
"""How large that is at least, however small the well."""
PILE = (-38, 16, 22, 20)
"""Cubes in a well: the first one's place, how far to the next and to the row above."""
PILE_ROOM = 78
"""How far the last of a row is from the first, at most."""
IN_HAND, HELD, COUNTED = 0.9, 0.65, 0.72
"""The sizes of cubes in the tray, on a plate and on the strip."""
OWN_NAME = 23
"""How far below the upper edge of one's own plate its name is."""
NAMES = ({592: 115, 400: 230, 294: 165, 194: 92}, {592: 230, 400: 112})
"""How much room a name has, by the width of a plate: on those of the others, and on one's own."""
OWN_SUPPLY = {592: (232, 148), 400: (200, 122)}
"""How far from the right edge of one's own plate sticks and houses are told, by its width."""
SCREEN = 2
"""How large the screen is that covers a tray."""
LOW_HOUSES, LOW_CUBES = 3, 3
"""From so few on, the end is near."""


class Supply(NamedTuple):
    """All that a plate shows."""

    name: str
    at_turn: bool
    left: bool
    points: int
    cubes: tuple[tuple[str, int], ...]
    """By colour; what is hidden is a number of "#"."""
    hidden: bool
    sticks: int
    houses: int


class Taken(NamedTuple):
    """A cube that has just been taken from the land."""

    seat: int
    colour: str
    key: str
    """The node that it was."""


def supply_of(view: Document, plate: Plate, looks: int | None, name: str) -> Supply:
    """What a seat has, as far as the one that looks may know."""
    seat = plate.seat
    return Supply(
        name,
        view["turn"] == seat and not view["facts"]["over"],
        view["left"][seat],
        view.get("counted", view["facts"]["scores"])[seat],
        tuple(view["cubes"][seat].items()),
        _is_hidden(view, seat, looks),
        ALL_STICKS - len(view["sticks"][seat]),
        view["facts"]["houses_left"][seat],
    )


def _is_hidden(view: Document, seat: int, looks: int | None) -> bool:
    """Does a hand lie behind its screen? In a replay, for all but those whose secrets are revealed."""
    hides = view["options"]["hands"] == "hidden" and not view["facts"]["over"]
    return hides and seat not in view.get("revealed", (looks,))


# ---- a plate -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def plate_part(plate: Plate, supply: Supply, say: Language) -> Part:
    """A plate with its name, points, sticks and houses; for the others with their cubes, too."""
    kind = f"seat-{plate.seat} explained" + " turn" * supply.at_turn + " left" * supply.left
    shape = f"plate-{plate.width}-{plate.height}"
    label = _plate_label(plate, supply, say)
    base = Node(f"plate {plate.seat}", PLATES, shape, plate.x, plate.y, kind, "", label)
    return base, *_name_nodes(plate, supply, say), *_supply_nodes(plate, supply)


def _plate_label(plate: Plate, supply: Supply, say: Language) -> str:
    told = [supply.name, seat_name(plate.seat, say), say.plural("{count} point", "{count} points", supply.points)]
    if supply.left:
        return ", ".join([*told, say("has given up")])
    told += [
        _spoken_cubes(supply, say),
        say.plural("{count} stick left", "{count} sticks left", supply.sticks),
        say.plural("{count} house left", "{count} houses left", supply.houses),
    ]
    return ", ".join(told + [say("to play")] * supply.at_turn)


def _spoken_cubes(supply: Supply, say: Language) -> str:
    cubes = dict(supply.cubes)
    if supply.hidden and cubes:
        return say.plural("{count} hidden cube", "{count} hidden cubes", cubes.get(HIDDEN, 0))
    return cubes_text(cubes, say) or say("no cube")


def _rows(plate: Plate) -> tuple[float, ...]:
    """Where the rows of a plate are."""
    if plate.own:
        return (plate.y - plate.height / 2 + OWN_NAME,) * 3
    return {1: (plate.y,) * 3, 2: (plate.y - 16, plate.y + 17, plate.y + 17),
            3: (plate.y - 28, plate.y + 2, plate.y + 30)}[plate.rows]  # fmt: skip


def _name_nodes(plate: Plate, supply: Supply, say: Language) -> list[Node]:
    y = _rows(plate)[0]
    room = NAMES[plate.own][plate.width]
    narrow = " narrow" * (plate.width < 200)
    nodes = [
        Node(f"mark {plate.seat}", WORDS, f"mark-{plate.seat}", plate.left + 24, y, f"seat-{plate.seat}"),
        Node(f"name {plate.seat}", WORDS, "text", plate.left + 44, y, f"name{narrow}", fitting(supply.name, room)),
    ]
    if supply.left:
        x = plate.left + (44 + room + 20 if plate.rows == 1 else 20)
        return [*nodes, Node(f"left {plate.seat}", WORDS, "text", x, _rows(plate)[1], "gone-word", say("has given up"))]
    points = Node(f"points {plate.seat}", WORDS, "text", plate.right - 14, y, "points", str(supply.points))
    return [*nodes, points]


def _supply_nodes(plate: Plate, supply: Supply) -> list[Node]:
    if supply.left:
        return []
    seat, y = plate.seat, _rows(plate)[1]
    sticks, houses = _supply_places(plate, supply.hidden)
    kind = f"supply seat-{seat}" + " narrow" * plate.narrow
    low = " low" * (supply.houses <= LOW_HOUSES)
    nodes = [
        Node(f"sticks {seat}", WORDS, "supply-sticks", sticks, y, kind, str(supply.sticks)),
        Node(f"houses {seat}", WORDS, "supply-houses", houses, y, kind + low, str(supply.houses)),
    ]
    return nodes if plate.own else nodes + _held(plate, supply)


def _supply_places(plate: Plate, hidden: bool) -> Place:
    """Where sticks and houses are told, from left to right."""
    if plate.own:
        return plate.right - OWN_SUPPLY[plate.width][0], plate.right - OWN_SUPPLY[plate.width][1]
    if plate.rows == 1:
        return plate.right - 196, plate.right - 126
    if plate.rows == 3:
        return plate.left + 28, plate.left + 104
    if plate.width == 400:
        return plate.left + (140 if hidden else 268), plate.left + (230 if hidden else 338)
    if plate.width == 294:
        return plate.left + (110 if hidden else 197), plate.left + (190 if hidden else 251)
    return plate.left + 80, plate.left + 140


def _held(plate: Plate, supply: Supply) -> list[Node]:
    """The cubes of another seat: by colour, or behind a screen."""
    cubes = dict(supply.cubes)
    if supply.hidden:
        x, y = held_place(plate, "", True)
        kind = "supply" + " narrow" * plate.narrow
        return [Node(f"held {plate.seat}", WORDS, "screen", x, y, kind, str(cubes.get(HIDDEN, 0)), size=0.9)]
    return [
        Node(
            f"held {plate.seat} {colour}", WORDS, f"cube-{colour}", *held_place(plate, colour, False),
            "held" + " none" * (not cubes.get(colour)), str(cubes.get(colour, "")), size=HELD,
        )
        for colour in COLOURS
    ]  # fmt: skip


def held_place(plate: Plate, colour: str, hidden: bool) -> Place:
    """Where the cubes of another seat lie."""
    y = _rows(plate)[2]
    if plate.rows == 1:
        return plate.left + (290 if hidden else 204 + 38 * COLOURS.index(colour)), y
    left, pitch = plate.left + 22, {400: 47, 294: 34, 194: 36}[plate.width]
    return (left if hidden else left + pitch * COLOURS.index(colour)), y


# ---- one's own cubes ---------------------------------------------------------------------------------------


def tray_parts(layout: Layout, supply: Supply, taken: Taken | None, say: Language) -> list[Part]:
    """A well for each colour."""
    if supply.hidden:
        count = dict(supply.cubes).get(HIDDEN, 0)
        return [_covered(layout, count, say)]
    cubes = dict(supply.cubes)
    own = taken if taken is not None and taken.seat == layout.own.seat else None
    return [
        _well(layout, colour, cubes.get(colour, 0), own.key if own and own.colour == colour else "", say)
        for colour in COLOURS
    ]


@lru_cache(maxsize=256)
def _covered(layout: Layout, count: int, say: Language) -> Part:
    label = say.plural("{count} hidden cube", "{count} hidden cubes", count)
    screen = Node("held", WORDS, "screen", *layout.tray, "tray-screen", str(count), label, SCREEN * layout.well_size)
    return Node("tray", PLATES, f"tray{layout.suffix}", *layout.tray), screen


@lru_cache(maxsize=4096)
def _well(layout: Layout, colour: str, count: int, enter: str, say: Language) -> Part:
    x, y = place = layout.wells[COLOURS.index(colour)]
    size = layout.well_size
    none = "" if count else " none"
    label = say("You hold {cubes}.", cubes=cubes_of(colour, count, say)) if count else _no_cubes(colour, say)
    well = Node(f"well {colour}", PLATES, f"well-{colour}", x, y, f"explained of-{colour}{none}", "", label, size)
    told = x + size * NUMBER[0], y + size * NUMBER[1]
    number = Node(f"number {colour}", FLYING, "text", *told, f"number{none}", str(count), size=max(size, LEAST_NUMBER))
    cubes = (_own_cube(colour, at, count, place, size, enter if at == count - 1 else "") for at in range(count))
    return well, number, *cubes


def _no_cubes(colour: str, say: Language) -> str:
    return {
        "yellow": say("You hold no yellow cube."),
        "orange": say("You hold no orange cube."),
        "red": say("You hold no red cube."),
        "green": say("You hold no green cube."),
        "blue": say("You hold no blue cube."),
    }[colour]


def _own_cube(colour: str, at: int, count: int, well: Place, size: float, enter: str) -> Node:
    """In two rows; many lie closer together."""
    left, bottom, right, up = PILE
    row = max(4, -(-count // 2))
    level, column = divmod(at, row)
    x, y = left + column * min(right, PILE_ROOM / (row - 1)) + 3 * level, bottom - up * level
    place = well[0] + size * x, well[1] + size * y
    return Node(f"own {colour} {at + 1}", HAND, f"cube-{colour}", *place, "own", size=size * IN_HAND, enter=enter)


def gain_part(layout: Layout, view: Document, taken: Taken | None, looks: int | None) -> Part:
    """A cube that another seat has just taken flies to its plate."""
    if taken is None or layout.plates[taken.seat].own:
        return ()
    x, y = held_place(layout.plates[taken.seat], taken.colour, _is_hidden(view, taken.seat, looks))
    return (Node("taken", FLYING, f"cube-{taken.colour}", x, y, "taken", size=HELD, enter=taken.key),)


# ---- the strip ---------------------------------------------------------------------------------------------


def strip_parts(layout: Layout, view: Document, say: Language) -> list[Part]:
    """How many cubes of each colour are left on the land: the game ends when one is used up."""
    left: Mapping[str, int] = _on_the_land(view)
    ending = view["ending"] and not view["facts"]["over"]
    return [_strip(layout, ending, say), *(_counter(layout, colour, left[colour], say) for colour in left)]


def _on_the_land(view: Document) -> dict[str, int]:
    """By colour; who looks back and may not know it is told nothing."""
    sites = [site for site in view["hexes"].values() if "cubes" in site]
    counts = dict.fromkeys(COLOURS if sites else (), 0)
    for site in sites:
        counts[site["color"]] += site["cubes"]
    return counts


@lru_cache(maxsize=256)
def _strip(layout: Layout, ending: bool, say: Language) -> Part:
    words = say("Last turn!") if ending else say("On the land")
    return (
        Node("strip", PLATES, f"strip{layout.suffix}", *layout.strip),
        Node("strip words", WORDS, "text", *layout.words, "strip-words" + " ending" * ending, words),
    )


@lru_cache(maxsize=4096)
def _counter(layout: Layout, colour: str, count: int, say: Language) -> Part:
    place = layout.counters[COLOURS.index(colour)]
    told = {
        "yellow": say.plural("{count} yellow cube left on the land.", "{count} yellow cubes left on the land.", count),
        "orange": say.plural("{count} orange cube left on the land.", "{count} orange cubes left on the land.", count),
        "red": say.plural("{count} red cube left on the land.", "{count} red cubes left on the land.", count),
        "green": say.plural("{count} green cube left on the land.", "{count} green cubes left on the land.", count),
        "blue": say.plural("{count} blue cube left on the land.", "{count} blue cubes left on the land.", count),
    }[colour]
    label = told + " " + say("Whoever takes the last one of a colour begins the last turn.")
    kind = "counter explained" + " low" * (count <= LOW_CUBES)
    return (Node(f"counter {colour}", WORDS, f"cube-{colour}", *place, kind, str(count), label, COUNTED),)
