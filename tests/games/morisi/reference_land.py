"""The land of Morisi, slow and obvious, as it was laid before that was compiled: single hexes, laid closely."""

from collections import Counter
from random import Random

from tablee.games.shared.hexes import Hex, neighbours, touching
from tablee.games.shared.routes.rules.record import CITY, COLOURS, Land, Site
from tests.games.shared.routes.lands import connected, encloses

CITIES = ("KAA", "OEG", "SAS", "ZOE", "BEL", "FYN", "LUR", "MIO", "TAV")
EACH_COLOUR, CIRCLES = 6, 2
CUBES = {4: (1, 3), 3: (2, 2), 2: (1, 2)}
"""On circle hexes and on the others, by the number of players."""
ON_BORDER = {33: {18: 0.1, 19: 0.3, 20: 1.0, 21: 1.0}, 39: {19: 0.5, 20: 1.0, 21: 1.0, 22: 1.0}}
"""How gladly a land with so many hexes on its border is taken, by the number of hexes; larger borders never are."""
FEWEST_NEIGHBOURS = 3
FLOWERS = 10
"""How often it is tried to lay a hex with all its neighbours, before single hexes fill the bays."""
GAPS = (2, 3)


def new_land(players: int, cities: str, gaps: str, seed: int) -> Land:
    """A land of the shape and with the deal that the rules ask for: the first that comes up."""
    random = Random(seed)
    names, circles = list(CITIES), CIRCLES
    if players == 2:
        names.remove(random.choice(names))
        circles -= 1
    count = len(names) + 5 * (EACH_COLOUR - CIRCLES + circles)
    places = _shape(count, gaps == "some", random)
    random.shuffle(names)
    while True:
        towns = _towns(places, len(names), cities == "apart", random)
        if towns:
            return _dealt(places, dict(zip(towns, names, strict=True)), circles, players, random)


# ---- its shape ----------------------------------------------------------------------------------------------


def _shape(count: int, with_gaps: bool, random: Random) -> list[Hex]:
    """So many hexes around as many gaps as wished for."""
    while True:
        gaps = random.choice(GAPS) if with_gaps else 0
        whole = _grown(count + gaps, random)
        welcome = ON_BORDER[count].get(sum(touching(place, whole) < 6 for place in whole), 0.0)
        if encloses(whole) or random.random() >= welcome:
            continue
        land = whole.difference(_hollow(whole, gaps, random))
        if len(land) == count and connected(land):
            return sorted(land)


def _grown(count: int, random: Random) -> set[Hex]:
    """Flower upon flower, a hex with its neighbours each, then hexes in bays: so every one touches three others."""
    land = {(0, 0), *neighbours((0, 0))}
    for _ in range(FLOWERS):
        middle = random.choice(sorted({other for place in land for other in neighbours(place)}))
        larger = land.union([middle], neighbours(middle))
        land = larger if len(larger) <= count else land
    while len(land) < count:
        around = Counter(other for place in land for other in neighbours(place) if other not in land)
        bays = sorted(place for place, touched in around.items() if touched >= FEWEST_NEIGHBOURS)
        if not bays:
            return _grown(count, random)
        land.add(random.choice(bays))
    return land


def _hollow(land: set[Hex], count: int, random: Random) -> list[Hex]:
    """So many hexes that can be gaps, each shut in by itself, if there are; else fewer."""
    gaps: list[Hex] = []
    for place in random.sample(sorted(land), len(land)):
        around = neighbours(place)
        rest = land.difference(gaps, [place])
        shut_in = all(other in rest and touching(other, rest) >= FEWEST_NEIGHBOURS for other in around)
        if len(gaps) < count and shut_in:
            gaps.append(place)
    return gaps


# ---- what lies where ----------------------------------------------------------------------------------------


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
