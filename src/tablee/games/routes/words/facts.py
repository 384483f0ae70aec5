"""What the rules know about a state, in the words of documents: hexes and cities by their texts."""

from functools import lru_cache
from typing import Any

from tablee.games.routes.rules.facts import EACH_CITY, NO_END
from tablee.games.routes.words.writing import city_names, places_of
from tablee.kernel.contract import States

Facts = dict[str, Any]
_HOUSES = (1 << EACH_CITY) - 1


def facts_of(facts: Facts, state: States) -> Facts:
    """Facts by the texts of hexes and the names of cities; ways as actions name them, `0,0>1,0`."""
    names, players = city_names(state), int(state["players"][0])
    worths = facts["worth"][:players]
    told = {
        "houses_left": facts["houses_left"][:players],
        "sizes": {name: size for name, size in zip(names, facts["sizes"], strict=True) if size},
        "ranks": {name: rank for name, rank in zip(names, facts["ranks"], strict=True) if rank},
        "counts": [name for name, counts in zip(names, facts["counts"], strict=True) if counts],
        "worth": [{name: points for name, points in zip(names, worth, strict=True) if points} for worth in worths],
        "foreseen": facts["foreseen"][:players],
        "decisive": facts["decisive"],
    }
    if not any(facts["anchors"]):
        return {**told, "anchors": [], "price": {}, "brings": {}}
    ways = _ways(state["beside"].tobytes(), places_of(state))
    return {
        **told,
        "anchors": [place for place, anchor in zip(places_of(state), facts["anchors"], strict=True) if anchor],
        "price": {way: facts["price"][here][direction] for way, here, direction in ways},
        "brings": {
            way: _by_city(facts["brings"][here][direction], names)
            for way, here, direction in ways
            if facts["brings"][here][direction] != NO_END
        },
    }


@lru_cache(maxsize=256)
def _ways(beside: bytes, places: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """Every way from a hex to a neighbour, with the number of the hex and the direction."""
    found = [(divmod(at, 6), there) for at, there in enumerate(beside) if there < len(places)]
    return [(f"{places[here]}>{places[there]}", here, direction) for (here, direction), there in found]


@lru_cache(maxsize=8192)
def _by_city(packed: int, names: tuple[str, ...]) -> dict[str, int]:
    houses = {name: packed >> EACH_CITY * city & _HOUSES for city, name in enumerate(names)}
    return {name: count for name, count in sorted(houses.items()) if count}
