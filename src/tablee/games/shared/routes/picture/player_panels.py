"""The panels of the seats, the viewer's tray of cubes, and the strip that counts the cubes on the land."""

from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import Node
from tablee.games.shared.routes.picture.picture_layout import (
    BESIDE,
    FLYING,
    HAND,
    ONE,
    OWN_FORM,
    PANELS,
    THREE,
    TWO,
    WIDE_OWN_FORM,
    WORDS,
    Layout,
)
from tablee.games.shared.routes.rules.record import COLOURS
from tablee.games.shared.routes.rules.record import STICKS as ALL_STICKS
from tablee.games.shared.routes.words.route_speech import cubes_of, cubes_text, seat_name
from tablee.games.shared.routes.words.writing import HIDDEN
from tablee.games.shared.widgets.panels import Part, Place, PlayerPanel, base_node, gone_node, name_nodes, points_node

NUMBER = (46, -15)  # where the number of cubes in a well stands
LEAST_NUMBER = 0.85  # the smallest size of that number, however small the well
PILE = (-38, 16, 22, 20)  # cubes in a well: the place of the first, the distance to the next, and to the row above
PILE_ROOM = 78  # the greatest distance between the first and the last cube of a row
IN_HAND, HELD, COUNTED = 0.9, 0.65, 0.72  # the sizes of cubes in the tray, on a panel and on the strip
SCREEN = 2  # the size of the screen that covers a tray
LOW_HOUSES, LOW_CUBES = 3, 3  # with this few left or fewer, the end is near


class Supply(NamedTuple):
    """What a panel shows."""

    name: str
    at_turn: bool
    left: bool
    points: int
    cubes: tuple[tuple[str, int], ...]  # numbers of cubes by colour; hidden cubes count as colour "#"
    hidden: bool
    sticks: int
    houses: int


class Taken(NamedTuple):
    """A cube that was just taken from the land."""

    seat: int
    colour: str
    key: str  # the node that it was on the land


def supply_of(view: Document, panel: PlayerPanel, looks: int | None, name: str) -> Supply:
    """What a seat has, as far as the viewer may know."""
    seat = panel.seat
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
    """Is a hand hidden behind its screen? In a replay, all hands are but those that are revealed."""
    hides = view["options"]["hands"] == "hidden" and not view["facts"]["over"]
    return hides and seat not in view.get("revealed", (looks,))


# ---- a panel -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def panel_part(panel: PlayerPanel, supply: Supply, say: Language) -> Part:
    """A panel with name, points, sticks and houses; for others, with cubes, too."""
    told = _told(panel.seat, supply, say)
    base = base_node(panel, supply.name, told, say, at_turn=supply.at_turn, left=supply.left, kind="explained")
    names = name_nodes(panel, supply.name)
    if supply.left:
        return base, *names, gone_node(panel, say)
    points = _points(panel, supply.points)
    supplies = _supplies(panel, supply.sticks, supply.houses, supply.hidden)
    return base, *names, points, *supplies, *(() if panel.own else _held(panel, supply))


@lru_cache(maxsize=4096)
def _points(panel: PlayerPanel, points: int) -> Node:
    return points_node(panel, str(points))


@lru_cache(maxsize=8192)
def _supplies(panel: PlayerPanel, sticks: int, houses: int, hidden: bool) -> Part:
    """The numbers of sticks and houses left."""
    spread, seat = SPREADS[panel.form], panel.seat
    left, right = spread.screened if hidden else spread.open
    kind = f"supply seat-{seat}" + " narrow" * _is_narrow(panel)
    low = " low" * (houses <= LOW_HOUSES)
    return (
        Node(f"sticks {seat}", WORDS, "supply-sticks", *panel.at(left, spread.down), kind, str(sticks)),
        Node(f"houses {seat}", WORDS, "supply-houses", *panel.at(right, spread.down), kind + low, str(houses)),
    )


@lru_cache(maxsize=4096)
def _told(seat: int, supply: Supply, say: Language) -> list[str]:
    told = [seat_name(seat, say), say.plural("{count} point", "{count} points", supply.points)]
    if supply.left:
        return told
    cubes = dict(supply.cubes)
    if supply.hidden and cubes:
        told.append(say.plural("{count} hidden cube", "{count} hidden cubes", cubes.get(HIDDEN, 0)))
    else:
        told.append(cubes_text(cubes, say) or say("no cube"))
    sticks = say.plural("{count} stick left", "{count} sticks left", supply.sticks)
    return [*told, sticks, say.plural("{count} house left", "{count} houses left", supply.houses)]


class Spread(NamedTuple):
    """Where things lie on a panel, from the left edge and the middle."""

    down: int  # sticks and houses
    open: tuple[int, int]  # where their numbers stand, with open hands
    screened: tuple[int, int]  # where their numbers stand, with a screen in place of cubes
    held_down: int = 0  # cubes, or the screen before them
    held: int = 22
    pitch: int = 0  # the distance between two colours
    screen: int = 22


SPREADS = {
    OWN_FORM: Spread(-37, (360, 444), (360, 444)),
    WIDE_OWN_FORM: Spread(-11, (268, 338), (268, 338)),
    ONE: Spread(0, (396, 466), (396, 466), 0, 204, 38, 290),
    TWO: Spread(17, (197, 251), (110, 190), 17, pitch=34),
    THREE: Spread(2, (28, 104), (28, 104), 30, pitch=36),
    BESIDE: Spread(17, (268, 338), (140, 230), 17, pitch=47),
}


def _is_narrow(panel: PlayerPanel) -> bool:
    """Are letters and numbers smaller on this panel?"""
    return panel.form.width < 300


def _held(panel: PlayerPanel, supply: Supply) -> list[Node]:
    """The cubes of another seat: by colour, or behind a screen."""
    cubes = dict(supply.cubes)
    if supply.hidden:
        kind, place = "supply" + " narrow" * _is_narrow(panel), held_place(panel, "")
        return [Node(f"held {panel.seat}", WORDS, "screen", *place, kind, str(cubes.get(HIDDEN, 0)), size=0.9)]
    return [_held_cubes(panel, colour, cubes.get(colour, 0)) for colour in COLOURS]


@lru_cache(maxsize=4096)
def _held_cubes(panel: PlayerPanel, colour: str, count: int) -> Node:
    key, kind, place = f"held {panel.seat} {colour}", "held" + " none" * (not count), held_place(panel, colour)
    return Node(key, WORDS, f"cube-{colour}", *place, kind, str(count or ""), size=HELD)


def held_place(panel: PlayerPanel, colour: str) -> Place:
    """Where the cubes of another seat lie, or the screen before them."""
    spread = SPREADS[panel.form]
    return panel.at(spread.held + spread.pitch * COLOURS.index(colour) if colour else spread.screen, spread.held_down)


# ---- the viewer's cubes ------------------------------------------------------------------------------------


def tray_parts(layout: Layout, view: Document, looks: int | None, own: Taken | None, say: Language) -> list[Part]:
    """The viewer's cubes: a well for each colour. `own` is the cube that the viewer has just taken."""
    cubes = view["cubes"][layout.own.seat]
    if _is_hidden(view, layout.own.seat, looks):
        return [_covered(layout, cubes.get(HIDDEN, 0), say)]
    return [
        _well(layout, colour, cubes.get(colour, 0), own.key if own and own.colour == colour else "", say)
        for colour in COLOURS
    ]


@lru_cache(maxsize=256)
def _covered(layout: Layout, count: int, say: Language) -> Part:
    label = say.plural("{count} hidden cube", "{count} hidden cubes", count)
    screen = Node("held", WORDS, "screen", *layout.tray, "tray-screen", str(count), label, SCREEN * layout.well_size)
    return Node("tray", PANELS, f"tray{layout.suffix}", *layout.tray), screen


@lru_cache(maxsize=4096)
def _well(layout: Layout, colour: str, count: int, enter: str, say: Language) -> Part:
    x, y = place = layout.wells[COLOURS.index(colour)]
    size = layout.well_size
    none = "" if count else " none"
    label = say("You hold {cubes}.", cubes=cubes_of(colour, count, say)) if count else _no_cubes(colour, say)
    well = Node(f"well {colour}", PANELS, f"well-{colour}", x, y, f"explained of-{colour}{none}", "", label, size)
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
    """A cube in one of two rows. Many cubes lie closer together."""
    left, bottom, right, up = PILE
    row = max(4, -(-count // 2))
    level, column = divmod(at, row)
    x, y = left + column * min(right, PILE_ROOM / (row - 1)) + 3 * level, bottom - up * level
    place = well[0] + size * x, well[1] + size * y
    return Node(f"own {colour} {at + 1}", HAND, f"cube-{colour}", *place, "own", size=size * IN_HAND, enter=enter)


def gain_part(layout: Layout, view: Document, taken: Taken | None, looks: int | None) -> Part:
    """A cube that another seat has just taken, flying to its panel."""
    if taken is None or layout.panels[taken.seat].own:
        return ()
    place = held_place(layout.panels[taken.seat], "" if _is_hidden(view, taken.seat, looks) else taken.colour)
    return (Node("taken", FLYING, f"cube-{taken.colour}", *place, "taken", size=HELD, enter=taken.key),)


# ---- the strip ---------------------------------------------------------------------------------------------


def strip_parts(layout: Layout, view: Document, say: Language) -> list[Part]:
    """The cubes of each colour left on the land. The game ends when a colour is used up."""
    sites = [site for site in view["hexes"].values() if "cubes" in site]  # none in a replay that hides them
    left = dict.fromkeys(COLOURS if sites else (), 0)
    for site in sites:
        left[site["color"]] += site["cubes"]
    ending = view["ending"] and not view["facts"]["over"]
    return [_strip(layout, ending, say), *(_counter(layout, colour, count, say) for colour, count in left.items())]


@lru_cache(maxsize=256)
def _strip(layout: Layout, ending: bool, say: Language) -> Part:
    words = say("Last turn!") if ending else say("On the land")
    return (
        Node("strip", PANELS, f"strip{layout.suffix}", *layout.strip),
        Node(
            "strip words",
            WORDS,
            "text",
            *layout.words,
            "strip-words" + " small" * bool(layout.suffix) + " ending" * ending,
            words,
        ),
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
    kind = "counter explained" + " small" * bool(layout.suffix) + " low" * (count <= LOW_CUBES)
    return (Node(f"counter {colour}", WORDS, f"cube-{colour}", *place, kind, str(count), label, COUNTED),)
