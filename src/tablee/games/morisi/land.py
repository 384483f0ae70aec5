"""The land of Morisi: single hexes laid closely together, the kinds dealt among them at random."""

from collections import Counter
from random import Random

from tablee.games.routes.rules.hexes import Hex, has_gap, neighbours, touching
from tablee.games.routes.rules.record import CITY, COLOURS, Land, Site

CITIES = ("KAA", "OEG", "SAS", "ZOE", "BEL", "FYN", "LUR", "MIO", "TAV")
EACH_COLOUR, CIRCLES = 6, 2
CUBES = {4: (1, 3), 3: (2, 2), 2: (1, 2)}
"""On circle hexes and on the others, by the number of players."""
MOST_ON_BORDER = {39: 22, 33: 21}
LEAST_NEIGHBOURS = 3
FREEDOM = 2.2
"""How far from the closest shape a land may grow: more looks wilder, and is more often not allowed."""


def new_land(players: int, cities: str, seed: int) -> Land:
    """A land of the shape and with the deal that the rules ask for: the first that comes up."""
    random = Random(seed)
    names, circles = list(CITIES), CIRCLES
    if players == 2:
        names.remove(random.choice(names))
        circles -= 1
    places = _shape(len(names) + 5 * (EACH_COLOUR - CIRCLES + circles), random)
    random.shuffle(names)
    while True:
        towns = _towns(places, len(names), cities == "apart", random)
        if towns:
            return _dealt(places, dict(zip(towns, names, strict=True)), circles, players, random)


def _shape(count: int, random: Random) -> list[Hex]:
    while True:
        land = _grown(count, random)
        if _is_allowed(land):
            return sorted(land)


def _grown(count: int, random: Random) -> set[Hex]:
    """Hex by hex, each where it touches many others, with some chance."""
    land: set[Hex] = set()
    around: Counter[Hex] = Counter({(0, 0): 0})
    while len(land) < count:
        place = max(around, key=lambda place: around[place] + FREEDOM * random.random())
        land.add(place)
        del around[place]
        around.update(other for other in neighbours(place) if other not in land)
    return land


def _is_allowed(land: set[Hex]) -> bool:
    around = [touching(place, land) for place in land]
    on_border = sum(count < 6 for count in around)
    return min(around) >= LEAST_NEIGHBOURS and on_border <= MOST_ON_BORDER[len(land)] and not has_gap(land)


def _towns(places: list[Hex], count: int, apart: bool, random: Random) -> list[Hex]:
    """Places for the cities; none if chance has put them so that not all find room apart."""
    towns: list[Hex] = []
    for place in random.sample(places, len(places)):
        if len(towns) < count and not (apart and any(town in towns for town in neighbours(place))):
            towns.append(place)
    return towns if len(towns) == count else []


def _dealt(places: list[Hex], towns: dict[Hex, str], circles: int, players: int, random: Random) -> Land:
    """The cities where they are, and the colours shuffled over the rest."""
    on_circles, on_others = CUBES[players]
    others = EACH_COLOUR - CIRCLES
    deck = [Site(colour, cubes=on_circles, circle=True) for colour in range(len(COLOURS)) for _ in range(circles)]
    deck += [Site(colour, cubes=on_others) for colour in range(len(COLOURS)) for _ in range(others)]
    random.shuffle(deck)
    return {place: Site(CITY, name=towns[place]) if place in towns else deck.pop() for place in places}
