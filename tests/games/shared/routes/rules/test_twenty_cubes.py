"""Which sticks are legal with twenty cubes in hand, where the plain reference would look at far too many routes.

Here is a quicker way to find them that shares nothing with the engine: what can be reached with what is left in hand
depends on the hex, the hand and the sticks alone. It does not ask whether a way crosses itself, as it need not: without
its loop a way costs less and leads to the same end.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

import tablee
from tests.cases import each
from tests.games.shared.routes.games import REFERENCES, reference_of
from tests.games.shared.routes.hexes import around, edge
from tests.games.shared.routes.position import COLORS, STICKS, Document, Stick, links
from tests.games.shared.routes.random_play import Habits, Player, random_log
from tests.games.shared.routes.reference import Reference

CUBES = 20
MOST = 8
"""Of one colour: in all there are 10 or 14, and some lie on the land."""
BUILDERS = Habits(
    (
        Player(patience=4),
        Player(patience=6, sticks="long"),
        Player(sticks="parallel"),
        Player(patience=9, sticks="long"),
    )
)


class Ways:
    """The ways to go on from a position, found by what is left."""

    def __init__(self, position: Reference) -> None:
        self._position = position
        self._anchors = position.anchors()
        self._finished = position.sticks[position.turn] - position.sticks_of_route()

    def sticks(self) -> set[str]:
        """The sticks from which some anchor can be reached that makes an allowed route."""
        route = self._position.route
        starts = [(route["path"], route["near"])] if route else [([start], False) for start in self._anchors]
        return {str(stick) for path, near in starts for stick in self._sticks_after(path, near)}

    def _sticks_after(self, path: list[str], near: bool) -> Iterator[Stick]:
        position = self._position
        goals = {goal for goal in self._anchors - {path[0]} if self._is_allowed(path[0], goal)}

        @cache
        def can_go_on(place: str, near: bool, hand: tuple[int, ...], supply: int) -> bool:
            return any(can_lay(stick, hand, supply) for stick in position.next_sticks([place], near))

        def can_lay(stick: Stick, hand: tuple[int, ...], supply: int) -> bool:
            price, at = position.price(stick.edge), COLORS.index(stick.color)
            if price is None or hand[at] < price or supply == 0 or stick.to in path:
                return False
            if stick.to in self._anchors:
                return stick.to in goals
            return can_go_on(stick.to, stick.near, (*hand[:at], hand[at] - price, *hand[at + 1 :]), supply - 1)

        hand = tuple(position.cubes[position.turn][color] for color in COLORS)
        supply = STICKS - len(position.sticks[position.turn])
        return (stick for stick in position.next_sticks(path, near) if can_lay(stick, hand, supply))

    def _is_allowed(self, start: str, goal: str) -> bool:
        """Whether a route may join two anchors: where it must bring a house, two cities are linked anew."""
        if self._position.game == "netzwerk" or self._position.players == 2:
            return True
        linked = links(self._finished, self._position.cities())
        pairs = {frozenset((one, other)) for one in self._cities_at(start) for other in self._cities_at(goal)}
        return any(len(pair) == 2 and pair not in linked for pair in pairs)

    def _cities_at(self, anchor: str) -> set[str]:
        """The cities that a road from there comes to first; a city is its own."""
        found, seen, frontier = set(), {anchor}, [anchor]
        while frontier:
            place = frontier.pop()
            if place in self._position.cities():
                found.add(place)
                continue
            reached = {other for other in around(place) if edge(place, other) in self._finished} - seen
            seen |= reached
            frontier.extend(reached)
        return found


def with_twenty_cubes(state: Document, random: Random) -> Document:
    """The same position with twenty cubes of all colours in the hand of the seat to build."""
    hand = [4] * 5
    for _ in range(random.choice([0, 4, 12])):
        giver, taker = random.sample(range(5), 2)
        if hand[giver] > 0 and hand[taker] < MOST:
            hand[giver], hand[taker] = hand[giver] - 1, hand[taker] + 1
    assert sum(hand) == CUBES
    cubes: list[dict[str, int]] = [{} for _ in range(state["players"])]
    cubes[state["turn"]] = {color: number for color, number in zip(COLORS, hand, strict=True) if number}
    hexes = {place: {**about, **({"cubes": 0} if "cubes" in about else {})} for place, about in state["hexes"].items()}
    return {**state, "cubes": cubes, "hexes": hexes, "phase": "build", "route": None}


@each("seed", range(6))
@each(("game", "players"), [(game, players) for game in REFERENCES for players in (2, 3, 4)])
def test_with_twenty_cubes_in_hand_every_way_on_is_found(game: str, players: int, seed: int) -> None:
    random = Random(seed)
    state = tablee.new(game, players, seed=seed).state()
    reference = reference_of(state)
    for text in random_log(state, seed, BUILDERS, most=random.randint(20, 160)):
        reference.step(text)
    playing = tablee.load(with_twenty_cubes({**reference.state(), "ending": False}, random))
    while playing.to_act == reference.turn and playing.state()["phase"] == "build":
        legal = playing.legal()
        assert set(legal) - {"end"} == Ways(reference_of(playing.state())).sticks()
        playing.play(random.choice([text for text in legal if text != "end"]))
