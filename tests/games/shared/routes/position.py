"""Where everything lies in a game of Netzwerk or Morisi, and what a seat can do with it, in plain Python.

Written from the rules alone: slow, obvious, and without a line of the engine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from tests.games.shared.routes.hexes import DIRECTIONS, around, beyond, edge, ends

State = dict[str, Any]
Document = Mapping[str, Any]
"""A state that is only looked at."""

COLORS = ("yellow", "orange", "red", "green", "blue")
STICKS = 20


@dataclass(frozen=True)
class Stick:
    """A stick to be laid: from a hex to a neighbour, and the colour it pays.

    `near` says whether this stick, or one of the same route before it, has paid its near colour and not its far one.
    """

    start: str
    to: str
    color: str
    near: bool

    @property
    def edge(self) -> str:
        return edge(self.start, self.to)

    def __str__(self) -> str:
        return f"stick {self.start}>{self.to} {self.color}"


class Position:
    """A state, held in lists and dictionaries."""

    def __init__(self, document: Document) -> None:
        state = deepcopy(dict(document))
        self.game: str = state["game"]
        self.players: int = state["players"]
        self.options: dict[str, str] = state["options"]
        self.hexes: dict[str, dict[str, Any]] = state["hexes"]
        self.pawns: list[str | None] = state["pawns"]
        self.cubes: list[Counter[str]] = [Counter(cubes) for cubes in state["cubes"]]
        self.sticks: list[set[str]] = [set(sticks) for sticks in state["sticks"]]
        self.turn: int = state["turn"]
        self.phase: str = state["phase"]
        self.route: dict[str, Any] | None = state["route"]
        self.ending: bool = state["ending"]
        self.idle: int = state["idle"]
        self.left: list[bool] = state["left"]
        self.predictions: list[list[str]] | None = state.get("predictions")
        self._searched: tuple[str, list[Stick]] = ("", [])

    # ---- what is different in the two games ---------------------------------------------------------------

    def cost(self, others: int) -> int | None:
        """What a stick costs where so many other seats have one already; None: it may not lie there."""
        raise NotImplementedError

    def is_wanted(self, route: list[Stick]) -> bool:
        """Whether a complete route may be built, as far as houses go."""
        raise NotImplementedError

    # ---- the land -----------------------------------------------------------------------------------------

    def cities(self) -> dict[str, str]:
        """The hexes that are cities, with their names."""
        return {place: about["name"] for place, about in self.hexes.items() if about["kind"] == "city"}

    def color(self, place: str) -> str | None:
        """The colour of a countryside hex; None for a city."""
        color: str | None = self.hexes[place].get("color")
        return color

    def is_land(self, place: str) -> bool:
        return place in self.hexes and self.hexes[place]["kind"] == "land"

    def is_free(self, place: str) -> bool:
        """Whether a pawn may come to stand there."""
        return place in self.hexes and self.hexes[place]["kind"] != "desert" and place not in self.pawns

    def cubes_on_land(self, color: str) -> int:
        return sum(about["cubes"] for about in self.hexes.values() if about.get("color") == color)

    def destinations(self) -> set[str]:
        """Where the pawn of the seat to move may go."""
        pawn = self.pawns[self.turn]
        assert pawn is not None
        places = set()
        for direction in DIRECTIONS:
            place = beyond(pawn, direction)
            while place in self.pawns:
                place = beyond(place, direction)
            if self.is_free(place):
                places.add(place)
        return places

    # ---- routes -------------------------------------------------------------------------------------------

    def anchors(self) -> set[str]:
        """Where a route of the seat to build may begin and end."""
        sticks = self.sticks[self.turn] - self.sticks_of_route()
        touched = {end for stick in sticks for end in ends(stick)}
        return touched | set(self.cities())

    def sticks_of_route(self) -> set[str]:
        path = self.route["path"] if self.route is not None else []
        return {edge(one, other) for one, other in pairwise(path)}

    def legal_sticks(self) -> list[Stick]:
        """The sticks from which a complete, affordable, allowed route can be reached; searched for once a position."""
        position = repr((self.turn, self.cubes[self.turn], list(map(sorted, self.sticks)), self.route))
        if self._searched[0] != position:
            self._searched = (position, self._search())
        return self._searched[1]

    def _search(self) -> list[Stick]:
        anchors = self.anchors()
        if self.route is None:
            beginnings = [([anchor], False) for anchor in sorted(anchors)]
        else:
            beginnings = [(self.route["path"], self.route["near"])]
        hand, supply = dict(self.cubes[self.turn]), STICKS - len(self.sticks[self.turn])
        return [
            stick
            for path, near in beginnings
            for stick in self.next_sticks(path, near)
            if any(map(self.is_wanted, self._routes_with(stick, path, anchors, hand, supply)))
        ]

    def complete_routes(self) -> Iterator[list[Stick]]:
        """Every route that the seat to build can pay for, in every way to pay for it, from either end."""
        anchors, hand = self.anchors(), dict(self.cubes[self.turn])
        supply = STICKS - len(self.sticks[self.turn])
        for anchor in sorted(anchors):
            for stick in self.next_sticks([anchor], near=False):
                yield from filter(self.is_wanted, self._routes_with(stick, [anchor], anchors, hand, supply))

    def _routes_with(
        self, stick: Stick, path: list[str], anchors: set[str], hand: dict[str, int], supply: int
    ) -> Iterator[list[Stick]]:
        """Every way to complete a path that goes on with that stick: the sticks still to be laid."""
        price = self.price(stick.edge)
        if price is None or hand.get(stick.color, 0) < price or supply == 0:
            return
        if stick.to in anchors:
            yield [stick]
            return
        path, hand = [*path, stick.to], {**hand, stick.color: hand[stick.color] - price}
        for following in self.next_sticks(path, stick.near):
            for route in self._routes_with(following, path, anchors, hand, supply - 1):
                yield [stick, *route]

    def next_sticks(self, path: list[str], near: bool) -> Iterator[Stick]:
        """The sticks that can go on from the end of a path, paid for or not."""
        start = path[-1]
        for to in around(start):
            is_free = to not in path and edge(start, to) not in self.sticks[self.turn]
            if is_free and self.can_bear_a_stick(start, to):
                yield from self._ways_to_pay(start, to, near)

    def can_bear_a_stick(self, one: str, other: str) -> bool:
        """Not a desert, nor between two cities."""
        kinds = [self.hexes[place]["kind"] if place in self.hexes else "nothing" for place in (one, other)]
        return kinds in (["land", "land"], ["city", "land"], ["land", "city"])

    def _ways_to_pay(self, start: str, to: str, near: bool) -> Iterator[Stick]:
        """First every stick pays the colour of its far hex, then every stick that of its near hex."""
        near_color, far_color = self.color(start), self.color(to)
        if far_color is not None and (not near or near_color == far_color):
            yield Stick(start, to, far_color, near)
        if near_color is not None and near_color != far_color:
            yield Stick(start, to, near_color, near=True)

    def price(self, stick: str) -> int | None:
        """How many cubes a stick on this edge costs; None if it may not lie there."""
        return self.cost(sum(stick in sticks for seat, sticks in enumerate(self.sticks) if seat != self.turn))

    def brings_a_house(self, route: list[Stick]) -> bool:
        """Whether the seat to build has more houses with the sticks of a route, those laid included, than without."""
        before = self.sticks[self.turn] - self.sticks_of_route()
        after = self.sticks[self.turn] | {stick.edge for stick in route}
        return links(after, self.cities()) != links(before, self.cities())

    # ---- houses -------------------------------------------------------------------------------------------

    def houses(self, seat: int) -> dict[str, int]:
        """How many houses a seat has in each city where it has any."""
        names = self.cities()
        return dict(Counter(names[city] for pair in links(self.sticks[seat], names) for city in pair))

    def houses_in_all(self, seat: int) -> int:
        return sum(self.houses(seat).values())

    def sizes(self) -> Counter[str]:
        """The houses of all seats together in each city that has any."""
        sizes: Counter[str] = Counter()
        for seat in range(self.players):
            sizes.update(self.houses(seat))
        return sizes


def links(sticks: Iterable[str], cities: Iterable[str]) -> frozenset[frozenset[str]]:
    """The pairs of cities that the sticks of a seat link directly: without passing through a third city."""
    return _links(frozenset(sticks), frozenset(cities))


@lru_cache(maxsize=10_000)
def _links(sticks: frozenset[str], cities: frozenset[str]) -> frozenset[frozenset[str]]:
    return frozenset(
        frozenset((one, other)) for touched in pieces(sticks, cities) for one in touched for other in touched - {one}
    )


def pieces(sticks: frozenset[str], cities: frozenset[str]) -> Iterator[set[str]]:
    """The cities that touch each piece of a network, once it is cut at the cities."""
    unseen = {end for stick in sticks for end in ends(stick)} - cities
    while unseen:
        touched, frontier = set(), {min(unseen)}
        while frontier:
            place = frontier.pop()
            reached = {other for other in around(place) if edge(place, other) in sticks}
            touched |= reached
            unseen.discard(place)
            frontier |= reached & unseen
        yield touched & cities


def without_zeros(numbers: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in numbers.items() if number > 0}
