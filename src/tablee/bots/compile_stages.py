"""How much of a game is in the cache of machine code, in stages: marker files there tell every process.

The stages of a game follow each other: its rules, then the low levels of its bots, then all levels. Whoever has put a
stage into the cache marks it as done. Looking at a marker costs a microsecond, so anybody may look at any time.
"""

from pathlib import Path

import numba

from tablee.engine import compile_cache
from tablee.games.brains.levels import DEFAULT_LEVEL, LEVELS

RULES, LOW, ALL = "rules", "low", "all"
STAGES = (RULES, LOW, ALL)
LOW_LEVELS = tuple(level for level in LEVELS if level <= DEFAULT_LEVEL)


def stage_of(level: int) -> str:
    """The stage after which bots of a level can play; level 0 is nobody's, and needs the rules alone.

    >>> stage_of(0), stage_of(2), stage_of(5)
    ('rules', 'low', 'all')
    """
    return RULES if not level else LOW if level in LOW_LEVELS else ALL


def stages_until(stage: str) -> tuple[str, ...]:
    """A stage and those before it.

    >>> stages_until("low")
    ('rules', 'low')
    """
    return STAGES[: STAGES.index(stage) + 1]


def is_done(game_id: str, stage: str) -> bool:
    """Can a stage of a game be used at once? Where rules are interpreted (`NUMBA_DISABLE_JIT`) all can."""
    return bool(numba.config.DISABLE_JIT) or marker(game_id, stage).exists() or _is_shipped(game_id, stage)


def _is_shipped(game_id: str, stage: str) -> bool:
    """Has this package been built with the machine code of a stage, for a processor like this one?"""
    if not compile_cache.can_use_shipped():
        return False
    file = marker(game_id, stage, compile_cache.processor_digest(compile_cache.BASELINE))
    return (compile_cache.SHIPPED / file.relative_to(compile_cache.cache_root())).exists()


def mark_done(game_id: str, stage: str) -> None:
    """Note that a stage of a game is in the cache."""
    marker(game_id, stage).touch()


def marker(game_id: str, stage: str, processor: str = "") -> Path:
    """The file that says so; its name changes with the sources and the processor (by default, this one)."""
    sources = f"{compile_cache.generic_digest()}-{compile_cache.game_digest(game_id)}"
    digests = f"{sources}-{processor or compile_cache.processor_digest()}"
    return marker_folder() / f"{stage}-{game_id}-{digests}"


def marker_folder() -> Path:
    """The folder of the markers."""
    return compile_cache.cache_folder(Path(compile_cache.__file__))
