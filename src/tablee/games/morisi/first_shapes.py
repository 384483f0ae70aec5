"""How lands were shaped under the first version of the rules, for the tables that began with it: closely, all alike."""

from collections import Counter
from random import Random

from tablee.games.hexes import Hex, has_gap, neighbours, touching

MOST_ON_BORDER = {39: 22, 33: 21}
LEAST_NEIGHBOURS = 3
FREEDOM = 2.2


def first_shape(count: int, random: Random) -> list[Hex]:
    """So many hexes."""
    while True:
        land = _grown(count, random)
        around = [touching(place, land) for place in land]
        on_border = sum(count < 6 for count in around)
        if min(around) >= LEAST_NEIGHBOURS and on_border <= MOST_ON_BORDER[count] and not has_gap(land):
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
