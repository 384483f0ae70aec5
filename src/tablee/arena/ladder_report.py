"""What a ladder has shown as text: a table for each game and number of players, and JSON."""

import json

import msgspec

from tablee.arena.ladder import GameFound, Ladder, LevelFound, RungFound
from tablee.arena.report import about, aligned, percent, span
from tablee.games import find_game

_HEAD = ("level", "among", "won", "95 %", "games", "clear", "s/move", "99 %", "longest", "gap", "slope")
_NOTES = (
    "won: the part of its games that one of the level won among others of the level below; clear: the lower end of",
    "the interval is more than an even share. s/move: half of its decisions took less on one core, 99 % less than the",
    "next figure. gap: how far what it expects lies from what comes, on the whole; slope: above 1 it expects too",
    "carefully, below 1 too surely.",
)


def ladder_text(result: Ladder) -> str:
    """All tables for the terminal."""
    parts = [f"{result.games} games, seed {result.seed}"]
    parts += ["\n".join(_table(found)) for found in result.found]
    return "\n\n".join([*parts, "\n".join(_NOTES)])


def _table(found: GameFound) -> list[str]:
    levels = {each.level: each for each in found.levels}
    rows = [_HEAD, *(_row(rung, levels[rung.level]) for rung in found.rungs)]
    seats = ", ".join(f"seat {seat} {about(rate)}" for seat, rate in enumerate(found.seats))
    return [f"{table_name(found)}: even is {percent(found.even)}", *aligned(rows), f"Won by seat: {seats}."]


def table_name(found: GameFound) -> str:
    """The game, and how many play it."""
    return f"{find_game(found.game).name}, {found.players} players"


def _row(rung: RungFound, level: LevelFound) -> tuple[str, ...]:
    return (
        str(rung.level),
        who(rung.others),
        percent(rung.win_rate.value),
        span(rung.win_rate),
        str(rung.games),
        "" if rung.level == rung.others else "yes" if rung.clear else "no",
        *times(level),
        *trust(level),
    )


def who(others: int) -> str:
    """Those of a level, in a word."""
    return f"{others}s" if others else "random"


def times(level: LevelFound) -> tuple[str, str, str]:
    """The median, what 99 of 100 decisions do not exceed, and the longest, in seconds."""
    if level.pace is None:
        return "–", "–", "–"
    return f"{level.pace.median:.3f}", f"{level.pace.slow:.3f}", f"{level.pace.longest:.3f}"


def trust(level: LevelFound) -> tuple[str, str]:
    """How far what a level expects is to be believed."""
    if level.calibration is None:
        return "–", "–"
    return percent(level.calibration.gap), f"{level.calibration.slope:.2f}"


def ladder_json(result: Ladder) -> str:
    """The result as JSON for programs."""
    return json.dumps(msgspec.to_builtins(result, str_keys=True), ensure_ascii=False, indent=1)
