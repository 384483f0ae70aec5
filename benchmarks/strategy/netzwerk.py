"""Netzwerk."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from benchmarks.strategy.measures import Part, Sample, course, of_seats
from benchmarks.strategy.route_games import Side, common_figures, last_begins, leaders, lost, network, won
from benchmarks.strategy.self_play import Played, Series
from tablee.games import find_game

SERIES = (
    Series("two", 2, 150, ("3",)),
    Series("three", 3, 20, ("3",)),
    Series("four", 4, 120, ("3",)),
    Series("two, the last begins", 2, 100, ("3",), prepared=last_begins("netzwerk")),
    Series("four, the last begins", 4, 100, ("3",), prepared=last_begins("netzwerk")),
)


def figures(samples: Mapping[str, Sample]) -> dict[str, Any]:
    """All that is said of the game."""
    two, common = common_figures("netzwerk", samples)
    lands = [_values(played) for played in two.sample.games]

    def holds(value: int, who: Callable[[Side], bool]) -> list[Part]:
        return [
            (sum(land[value] in side.cities for side in one.sides if who(side)), sum(map(who, one.sides)))
            for one, land in zip(two.looks, lands, strict=True)
            if value in land
        ]

    held = {
        value: two.sample.share(holds(value, lambda _: True)) for value in range(2, 11) if value != 6
    }  # 6 is in the box
    return {
        "figures": {
            **of_seats(samples),
            **common,
            **{f"city_{value}": figure for value, figure in held.items()},
            "big_cities": _of_cities(holds, range(7, 11), two.sample),
            "small_cities": _of_cities(holds, range(2, 5), two.sample),
            "ten_won": two.sample.share(holds(10, won)), "ten_lost": two.sample.share(holds(10, lost)),
            "nine_won": two.sample.share(holds(9, won)), "nine_lost": two.sample.share(holds(9, lost)),
            "two_won": two.sample.share(holds(2, won)), "two_lost": two.sample.share(holds(2, lost)),
            **{f"last_two_{seat + 1}": samples["two, the last begins"].won_by(seat) for seat in range(2)},
            **{f"last_four_{seat + 1}": samples["four, the last begins"].won_by(seat) for seat in range(4)},
        },
        "maps": {"cities": _map(held), "network": network("netzwerk", two)},
        "curves": {
            "leaders": {"kind": "share", "lines": [leaders(two)]},
            "cities": {"kind": "share", "lines": [
                course(two.sample, range(2, 11), lambda value: holds(value, won)),
                course(two.sample, range(2, 11), lambda value: holds(value, lost)),
            ]},
        },
    }  # fmt: skip


def _of_cities(holds: Callable[..., list[Part]], values: Iterable[int], sample: Sample) -> dict[str, Any]:
    """How often a seat links one of these cities."""
    parts = [holds(value, lambda _: True) for value in values]
    return sample.share(
        (sum(part for part, _ in game), sum(count for _, count in game)) for game in zip(*parts, strict=True)
    )


def _values(played: Played) -> dict[int, str]:
    """The name of the city of each value."""
    definition = find_game("netzwerk")
    land = definition.truth(definition.new(len(played.bots), {}, played.set_up))
    return {site["value"]: site["name"] for site in land["hexes"].values() if site["kind"] == "city"}


def _map(held: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    """The cities of one land, and how often they are linked in all lands."""
    definition, set_up = find_game("netzwerk"), 7
    land = definition.truth(definition.new(2, {}, set_up))
    values = {
        f"hex {name}": held[site["value"]]["value"] for name, site in land["hexes"].items() if site["kind"] == "city"
    }
    return {"position": {"players": 2, "seed": set_up}, "cut": [f"hex {name}" for name in land["hexes"]],
            "below": True, "kind": "share", "values": values}  # fmt: skip
