"""Which cities of a land are likely to become large."""

from functools import lru_cache

from tablee.games.routes.rules.record import NOWHERE
from tablee.kernel.contract import States

Land = tuple[tuple[int, ...], ...]
"""The hexes beside each hex."""


def attractions(state: States) -> tuple[float, ...]:
    """How likely each city is to become large: the nearer other cities are, the more."""
    fields = state[0]
    land = [[int(other) for other in fields.beside[place] if other != NOWHERE] for place in range(int(fields.hexes))]
    return _attractions(tuple(map(tuple, land)), tuple(fields.city.tolist()), int(fields.deserts))


@lru_cache(maxsize=64)
def _attractions(beside: Land, city: tuple[int, ...], deserts: int) -> tuple[float, ...]:
    places = sorted((place for place in range(len(beside)) if city[place] != NOWHERE), key=lambda place: city[place])
    return tuple(sum(0.5**steps for steps in _distances(beside, city, deserts, place) if steps > 1) for place in places)


def _distances(beside: Land, city: tuple[int, ...], deserts: int, start: int) -> list[int]:
    """How far other cities are over countryside."""
    found, seen, edge, steps = [], deserts | 1 << start, [start], 0
    while edge:
        steps += 1
        beyond = sorted({other for place in edge for other in beside[place] if not seen >> other & 1})
        seen |= sum(1 << place for place in beyond)
        found += [steps for place in beyond if city[place] != NOWHERE]
        edge = [place for place in beyond if city[place] == NOWHERE]
    return found
