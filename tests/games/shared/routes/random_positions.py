"""Random positions of the route games on small lands, where nearly everything is in the way of everything."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import assume

import tablee
from tests.games.shared.routes.games import SETUPS, Setup, reference_of
from tests.games.shared.routes.hexes import around, edge
from tests.games.shared.routes.position import COLORS, State
from tests.games.shared.routes.positions import by_seat

BOX = {"netzwerk": 10, "morisi": 14}
LANDS = {"netzwerk": 5, "morisi": 6}
"""Of each colour, how many cubes there are in the box, and how many hexes."""


def random_position(random: Random) -> State:
    """A state to move or to build, whatever led to it, in which nobody has won yet."""
    while True:
        state = _random_state(random, random.choice(SETUPS))
        if _is_undecided(state):
            return state


def position_to_build(seed: int) -> State:
    """A random position in which a route can be built, by a seat that has not too many cubes to try all ways."""
    random = Random(seed)
    state = random_position(random)
    hand = Counter(state["cubes"][state["turn"]])
    while hand.total() > 9:
        hand[random.choice(sorted(hand.elements()))] -= 1
    state["cubes"][state["turn"]] = dict(+hand)
    game = tablee.load({**state, "phase": "build", "ending": False})
    found: State = game.state() if game.to_act is not None else state
    assume(found["phase"] == "build")
    return found


def _random_state(random: Random, setup: Setup) -> State:
    size = random.choice([random.randint(setup.players + 4, 9), random.randint(10, 20)])
    hexes = _random_land(random, setup.game, size)
    left = _random_leavers(random, setup.players)
    pawns = _random_pawns(random, hexes, left)
    in_play = [seat for seat in range(setup.players) if not left[seat]]
    phase = random.choice(["move", "build"])
    state = {
        "game": setup.game,
        "players": setup.players,
        "options": dict(setup.options),
        "hexes": hexes,
        "pawns": pawns,
        "cubes": _random_cubes(random, setup, hexes),
        "sticks": _random_sticks(random, setup, hexes),
        "turn": random.choice(in_play),
        "phase": phase,
        "route": None,
        "ending": phase == "build" and random.random() < 0.2,
        "idle": random.choice([0] * 6 + [30 * setup.players - 1, 30 * setup.players]),
        "left": left,
    }
    names = sorted(about["name"] for about in hexes.values() if about["kind"] == "city")
    if dict(setup.options).get("predictions") == "on":
        return {**state, "predictions": [random.sample(names, 3) for _ in range(setup.players)]}
    return state


def _is_undecided(state: State) -> bool:
    reference = reference_of({**state, "phase": "over"})
    return all(reference.houses_in_all(seat) < reference.stock() for seat in range(reference.players))


def _random_land(random: Random, game: str, size: int) -> dict[str, dict[str, Any]]:
    """A connected land of hexes that the box has, with at least three cities and room for four pawns."""
    places = ["0,0"]
    while len(places) < size:
        beyond = sorted({other for place in places for other in around(place)} - set(places))
        places.append(random.choice(beyond))
    cities, deserts = random.randint(3, min(9, size // 2)), random.randint(0, 3) if game == "netzwerk" else 0
    kinds = ["city"] * cities + ["desert"] * deserts
    colors = [color for color in COLORS for _ in range(LANDS[game])]
    random.shuffle(colors)
    random.shuffle(places)
    kinds += colors[: len(places) - len(kinds)]
    values = random.sample(range(2, 11), 9)
    return {place: _hex(random, game, kind, values) for place, kind in zip(places, kinds, strict=False)}


def _hex(random: Random, game: str, kind: str, values: list[int]) -> dict[str, Any]:
    if kind == "desert":
        return {"kind": "desert"}
    if kind == "city":
        value = values.pop()
        city = {"kind": "city", "name": f"N{value}"}
        return {**city, "value": value} if game == "netzwerk" else city
    return {"kind": "land", "color": kind, "cubes": random.choice([0, 0, 1, 2])}


def _random_leavers(random: Random, players: int) -> list[bool]:
    left = [random.random() < 0.1 for _ in range(players)]
    return left if left.count(False) >= 2 else [False] * players


def _random_pawns(random: Random, hexes: dict[str, dict[str, Any]], left: list[bool]) -> list[str | None]:
    """Pawns near one another, so that they are in their way."""
    free = [place for place, about in hexes.items() if about["kind"] != "desert"]
    first = random.choice(free)
    free.sort(key=lambda place: place not in around(first))
    near = random.sample(free[: len(left) + 1], len(left))
    return [None if gone else place for gone, place in zip(left, near, strict=True)]


def _random_cubes(random: Random, setup: Setup, hexes: dict[str, dict[str, Any]]) -> list[dict[str, int]]:
    """Few cubes or many, all of them such as the box still has."""
    cubes: list[dict[str, int]] = [{} for _ in range(setup.players)]
    for color in COLORS:
        rest = BOX[setup.game] - sum(about.get("cubes", 0) for about in hexes.values() if about.get("color") == color)
        for hand in random.sample(cubes, len(cubes)):
            hand[color] = min(rest, random.choice([0, random.randint(0, 2), random.randint(0, 5)]))
            rest -= hand[color]
    return [{color: number for color, number in hand.items() if number} for hand in cubes]


def _random_sticks(random: Random, setup: Setup, hexes: dict[str, dict[str, Any]]) -> list[list[str]]:
    """Sticks wherever they can lie, be they routes or not, some of them side by side."""
    edges = sorted({edge(one, other) for one in hexes for other in around(one) if _can_join(hexes, one, other)})
    share = random.choice([0.0, 0.1, 0.3])
    sticks = [[each for each in edges if random.random() < share][:20] for _ in range(setup.players)]
    if setup.game == "netzwerk" and setup.players == 2:
        sticks[1] = [each for each in sticks[1] if each not in sticks[0]]
    return by_seat(sticks, setup.players, [])


def _can_join(hexes: dict[str, dict[str, Any]], one: str, other: str) -> bool:
    kinds = {hexes[place]["kind"] if place in hexes else "nothing" for place in (one, other)}
    return "land" in kinds and kinds <= {"land", "city"}
