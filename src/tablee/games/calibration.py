"""How far what bots expect is to be believed: a slope for each level and number of seats, from games that were played.

A search that plays games roughly in thought is more careful than it need be, a judgement learnt from equals may be too
sure among others. Both are straightened by one number, the *slope*, with which the logarithms of odds are multiplied:
`calibration.json` in the folder of a game has it, with how it was found (`tablee ladder` measures it anew).
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path


def straightened(values: Sequence[float], slope: float) -> tuple[float, ...]:
    """What seats may expect, 1 in all, with that slope; what is certain stays so, and even shares stay even.

    >>> [round(value, 3) for value in straightened((0.6, 0.4), 2.0)]
    [0.692, 0.308]
    >>> straightened((1.0, 0.0, 0.0), 0.5), straightened((0.5, 0.5), 3.0)
    ((1.0, 0.0, 0.0), (0.5, 0.5))
    """
    if slope == 1.0 or max(values) == 1.0:
        return tuple(values)
    powers = [value**slope if value > 0 else 0.0 for value in values]
    total = sum(powers)
    return tuple(power / total for power in powers)


def slope_of(folders: Sequence[Path], players: int, level: int) -> float:
    """The slope of a level with so many seats; 1 where nothing is known."""
    return next((slopes.get((players, level), 1.0) for slopes in map(_slopes, folders) if slopes), 1.0)


@cache
def _slopes(folder: Path) -> dict[tuple[int, int], float]:
    file = folder / "calibration.json"
    if not file.is_file():
        return {}
    named = json.loads(file.read_text("utf8"))["slopes"]
    return {(int(players), int(level)): slope for players, levels in named.items() for level, slope in levels.items()}
