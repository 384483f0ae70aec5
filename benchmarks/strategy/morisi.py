"""Morisi."""

from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.strategy.measures import Part, Sample, of_seats
from benchmarks.strategy.route_games import Look, Side, Sides, common_figures, leaders, lost, network, won
from benchmarks.strategy.self_play import Series

SERIES = (
    Series("two", 2, 100, ("3",)),
    Series("three", 3, 22, ("3",)),
    Series("four", 4, 60, ("3",)),
)


def figures(samples: Mapping[str, Sample]) -> dict[str, Any]:
    """All that is said of the game."""
    two, common = common_figures("morisi", samples)
    four = Sides("morisi", samples["four"])
    return {
        "figures": {
            **of_seats(samples),
            **common,
            "score_won": two.mean(lambda side: side.points, won),
            "score_lost": two.mean(lambda side: side.points, lost),
            "four_cities_won": four.mean(lambda side: len(side.cities), won),
            "four_cities_lost": four.mean(lambda side: len(side.cities), lost),
            "four_houses_won": four.mean(lambda side: side.houses, won),
            "four_houses_lost": four.mean(lambda side: side.houses, lost),
            "four_from_cities": four.share_of_points(lambda side: 4 * len(side.cities)),
            "four_most_cities": four.sample.share(_most(one, lambda side: len(side.cities)) for one in four.looks),
            "four_most_houses": four.sample.share(_most(one, lambda side: side.houses) for one in four.looks),
            "four_houses_end": four.sample.share((one.reason == "houses", 1) for one in four.looks),
            "four_turns": four.sample.mean((one.turns / 4, 1) for one in four.looks),
            "four_one_piece": four.share(lambda side: side.pieces == 1),
        },
        "maps": {"network": network("morisi", two)},
        "curves": {"leaders": {"kind": "share", "lines": [leaders(two), leaders(four)]}},
    }


def _most(one: Look, value: Callable[[Side], float]) -> Part:
    """What the seat wins that alone has most."""
    values = [value(side) for side in one.sides]
    return (one.sides[values.index(max(values))].won, 1) if values.count(max(values)) == 1 else (0, 0)
