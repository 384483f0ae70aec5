"""The actions that pointing at the land offers, and their previews: ways, prices, new houses."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import Node
from tablee.games.shared.routes.picture.picture_layout import HINTS, LYING, PITCH, Ground, Light, beside, called, line
from tablee.games.shared.routes.words.route_speech import are_neighbours, cubes_of, cubes_text, edge_text, listed_or
from tablee.games.shared.widgets.panels import Place

Cubes = tuple[tuple[str, int], ...]  # numbers of cubes by colour

SLOT = 14  # how far beyond the edge a way to the next hex starts
CHIP = 0.9
CHIP_CUBE = 0.62
NARROW, WIDE = 25, 37  # the width of slips of paper: with a cube, and with a number beside it
PRICE, PRICE_AT_A_CITY = 15, 3  # how far beyond the edge the price of a stick stands; a city has texts there
BELOW, ABOVE = (0, 40), (0, -57)  # where new houses are announced, clear of the name and the houses of a city


class Pointing(NamedTuple):
    """The actions that pointing at the land offers."""

    offers: dict[str, list[str]]
    lights: dict[str, Light]  # how hexes are lit
    nodes: tuple[Node, ...]  # previews on the land
    spoken: dict[str, str]  # actions in words, where one node offers several
    depicted: Mapping[str, Sequence[str]] = {}  # the prices of these actions, as shapes of cubes


class Way(NamedTuple):
    """A stick that may be laid."""

    start: str
    end: str
    price: int
    others: int  # the number of sticks that lie there already
    colours: tuple[str, ...]  # the colours of cubes that can pay for it
    completes: bool
    houses: tuple[tuple[str, int], ...]  # the new houses if it completes a route

    @property
    def edge(self) -> str:
        """The text of the way in actions."""
        return f"{self.start}>{self.end}"

    @property
    def key(self) -> str:
        """The key of its node while no route has begun."""
        return f"edge {self.edge}"

    @property
    def payments(self) -> Cubes:
        """The possible prices."""
        return tuple((colour, self.price) for colour in self.colours)


def pointing_for(ground: Ground, view: Document, seat: int | None, actions: Sequence[str], say: Language) -> Pointing:
    """What the land offers to a seat, and for all viewers the price of the route so far."""
    tag: tuple[Node, ...] = ()
    route = view["route"]
    if route is not None:
        tag = _paid_nodes(ground, view["turn"], tuple(route["path"]), tuple(route["paid"].items()), say)
    if seat is None or not actions:
        return Pointing({}, {}, tag, {})
    if view["phase"] == "build":
        return _building(ground, view, seat, actions, tag, say)
    if view["phase"] == "predict":
        return _predicting(ground, view, seat, actions, say)
    own = view["pawns"][seat]
    light = "lit" if own else "lit wide"
    offers, lights = {}, {}
    for action in actions:
        text = action.partition(" ")[2]
        takes = view["hexes"][text].get("cubes", 0) > 0
        jumps = own is not None and not are_neighbours(own, text)
        offers[f"hex {text}"] = [action]
        lights[text] = Light(light, _step_label(ground, text, own is None, jumps, takes, say))
    return Pointing(offers, lights, (), {})


@lru_cache(maxsize=1024)
def _step_label(ground: Ground, text: str, places: bool, jumps: bool, takes: bool, say: Language) -> str:
    place = called(ground, text, say)
    if not takes:
        if places:
            return say("Set out from {place}.", place=place)
        return say("Jump to {place}.", place=place) if jumps else say("Move to {place}.", place=place)
    cube = cubes_of(ground.spots[text].kind, 1, say)
    if places:
        return say("Set out from {place} and take {cube}.", place=place, cube=cube)
    if jumps:
        return say("Jump to {place} and take {cube}.", place=place, cube=cube)
    return say("Move to {place} and take {cube}.", place=place, cube=cube)


def _predicting(ground: Ground, view: Document, seat: int, actions: Sequence[str], say: Language) -> Pointing:
    offers, lights = {}, {}
    for action in actions:
        name = action.partition(" ")[2]
        text = ground.cities[name].text
        offers[f"hex {text}"] = [action]
        told = (
            say("Predict {city} as the largest city.", city=name),
            say("Predict {city} as the second largest city.", city=name),
            say("Predict {city} as the third largest city.", city=name),
        )
        lights[text] = Light("lit", told[len(view["predictions"][seat])], True)
    return Pointing(offers, lights, (), {})


def _building(
    ground: Ground, view: Document, seat: int, actions: Sequence[str], tag: tuple[Node, ...], say: Language
) -> Pointing:
    """Offer the next hexes of a begun route; otherwise the ways that leave the anchors."""
    route = view["route"]
    sticks: dict[str, list[str]] = {}
    for action in actions:
        if action != "end":
            start, end = action.split(" ")[1].split(">")
            if f"{end}>{start}" not in sticks:
                sticks.setdefault(f"{start}>{end}", []).append(action)
    laid = [set(of_seat) for of_seat in view["sticks"]]
    ways = [_way(view["facts"], laid, edge, offered) for edge, offered in sticks.items()]
    offers = {f"hex {way.end}" if route else way.key: sticks[way.edge] for way in ways}
    choices = [(action, way.price) for way in ways if len(way.colours) > 1 for action in sticks[way.edge]]
    prices = {action: (action.rpartition(" ")[2], price) for action, price in choices}
    spoken = {action: say("Pay {cubes}", cubes=cubes_of(*price, say)) for action, price in prices.items()}
    depicted = {action: [f"cube-{colour}"] * count for action, (colour, count) in prices.items()}
    if route is None:
        starts = {way.start: Light("start") for way in ways}
        slots = tuple(node for way in ways for node in _slot(ground, seat, way, say))
        return Pointing(offers, starts, slots, spoken, depicted)
    lights = {
        way.end: Light("lit goal" if way.completes else "lit", _stick_label(ground, way, True, say), True)
        for way in ways
    }
    hushed = sum(way.completes for way in ways) > 1
    ghosts = [node for way in ways for node in _ghost(ground, seat, way)]
    # Houses come last, above the prices of other ways, which may overlap them.
    origin = route["path"][0]
    gains = [node for way in ways for node in _houses_to_come(ground, seat, way, f"hex {way.end}", origin, hushed)]
    return Pointing(offers, lights, (*tag, *ghosts, *gains), spoken, depicted)


def _way(facts: Document, laid: Sequence[Collection[str]], edge: str, offered: Sequence[str]) -> Way:
    start, end = edge.split(">")
    colours = tuple([action.rpartition(" ")[2] for action in offered])
    between = edge_text(start, end)
    others = sum([between in sticks for sticks in laid])
    price, brings = facts["price"][edge], facts["brings"]
    return Way(start, end, price, others, colours, edge in brings, tuple(brings.get(edge, {}).items()))


@lru_cache(maxsize=1024)
def _stick_label(ground: Ground, way: Way, goes_on: bool, say: Language) -> str:
    """Where a stick leads, its price and its houses. The start is left out once a route has begun."""
    cubes = listed_or([cubes_of(colour, count, say) for colour, count in way.payments], say)
    place, other = called(ground, way.start, say), called(ground, way.end, say)
    if goes_on:
        told = say("To {place}, for {cubes}.", place=other, cubes=cubes)
    else:
        told = say("From {place} to {other}, for {cubes}.", place=place, other=other, cubes=cubes)
    if not way.completes:
        return told
    houses = ", ".join(f"{city} +{count}" for city, count in way.houses)
    done = say("That completes the route.")
    brings = say("New houses: {cities}.", cities=houses) if houses else say("It brings no new house.")
    return f"{told} {done} {brings}"


@lru_cache(maxsize=1024)
def _slot(ground: Ground, seat: int, way: Way, say: Language) -> tuple[Node, ...]:
    """A way from an anchor to a neighbour, where a route may begin."""
    road = line(ground, way.start, way.end)
    shape, along = ("slot-both", 0) if way.completes else ("slot", SLOT)
    kind = f"slot seat-{seat} explained" + " goal" * way.completes
    label = _stick_label(ground, way, False, say)
    slot = Node(way.key, HINTS, shape, *beside(road, along, 0), kind, "", label, ground.size, road.angle)
    return slot, *_houses_to_come(ground, seat, way, way.key, "", True)


@lru_cache(maxsize=1024)
def _ghost(ground: Ground, seat: int, way: Way) -> tuple[Node, ...]:
    """The preview of the next stick, with its price."""
    road = line(ground, way.start, way.end)
    key = f"hex {way.end}"
    x, y = beside(road, 0, PITCH * (way.others + 1) / 2 if way.others else 0)
    kind, size = f"seat-{seat} preview", ground.size
    stick = Node(f"preview {way.end}", HINTS, f"stick-{seat}", x, y, kind, "", "", size, road.lying, key)
    beyond = PRICE_AT_A_CITY if ground.spots[way.end].kind == "city" else PRICE
    price = _chips(ground, f"price {way.end}", beside(road, beyond, 0), way.payments, "price")
    return stick, *price


@lru_cache(maxsize=1024)
def _houses_to_come(ground: Ground, seat: int, way: Way, key: str, paid: str, hushed: bool) -> tuple[Node, ...]:
    """New houses, shown faintly; if `hushed`, since several ways bring different ones, only while pointing at the way.

    `paid` is the hex below which the price of the route stands.
    """
    kind = f"seat-{seat} preview" + " hushed" * hushed
    nodes = []
    for city, count in way.houses:
        text = ground.cities[city].text
        from_below = text == way.end and ground.spots[way.start].y > ground.spots[text].y + 1  # its price stands there
        place = ground.at(text, *(ABOVE if text == paid or from_below else BELOW))
        name = f"gain {way.edge} {city}"
        shape = "gain" if count < 10 else "gain-wide"
        nodes.append(Node(name, HINTS, shape, *place, kind, f"+{count}", "", ground.size, 0, key))
    return tuple(nodes)


@lru_cache(maxsize=1024)
def _paid_nodes(ground: Ground, seat: int, path: tuple[str, ...], paid: Cubes, say: Language) -> tuple[Node, ...]:
    """The ends of the route being built, and its price so far."""
    spot = ground.spots[path[-1]]
    cubes = cubes_text(dict(paid), say)
    label = say.plural(
        "The route so far: {count} stick, for {cubes}.", "The route so far: {count} sticks, for {cubes}.",
        len(path) - 1, cubes=cubes,
    )  # fmt: skip
    head = Node("head", LYING, "head", spot.x, spot.y, f"seat-{seat}", "", label, ground.size)
    return head, *_chips(ground, "paid", ground.at(path[0], 0, 34), paid, "paid")


def _chips(ground: Ground, key: str, place: Place, cubes: Cubes, kind: str) -> list[Node]:
    """Slips of paper side by side, each with a cube and a number."""
    scale = round(CHIP * ground.size, 3)
    widths = [WIDE if count > 1 else NARROW for _, count in cubes]
    x, nodes = place[0] - scale * sum(widths) / 2, []
    for at, ((colour, count), width) in enumerate(zip(cubes, widths, strict=True)):
        middle = round(x + scale * width / 2, 1), place[1]
        shape, kinds, number = ("chip-wide", " several", str(count)) if count > 1 else ("chip", "", "")
        # Slips have keys by place: where another colour is paid, the same slip lies there.
        nodes.append(Node(f"{key} {at} chip", HINTS, shape, *middle, kind, "", "", scale))
        size = round(scale * CHIP_CUBE, 3)
        nodes.append(
            Node(f"{key} {colour}", HINTS, f"cube-{colour}", *middle, f"{kind} priced{kinds}", number, "", size)
        )
        x += scale * width
    return nodes
