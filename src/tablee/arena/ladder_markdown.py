"""What a ladder has shown as tables for a document: of each game who wins how much, what was expected, and the time."""

from collections.abc import Iterable, Iterator, Sequence

from tablee.arena.decisions import Bin, Calibration
from tablee.arena.ladder import GameFound, Ladder, LevelFound, RungFound
from tablee.arena.report import whole
from tablee.arena.rungs import RANDOM, TRUSTED
from tablee.games import find_game

_SEATS = {2: "two seats", 3: "three", 4: "four"}
_NONE = "–"


def ladder_markdown(result: Ladder) -> str:
    """All tables, the games one after the other."""
    games = dict.fromkeys(found.game for found in result.found)
    return "\n".join(_game(game, [found for found in result.found if found.game == game]) for game in games)


def _game(game: str, seated: Sequence[GameFound]) -> str:
    tables = [lines for lines in (_wins(seated), _expectations(seated), _times(seated)) if lines]
    return "\n".join([f"### {find_game(game).name}", "", *(line for lines in tables for line in (*lines, ""))])


def _table(head: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """The lines of a table; none if it has no rows."""
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
    return lines if len(lines) > 2 else []


# ---- who wins ----------------------------------------------------------------------------------------------


def _wins(seated: Sequence[GameFound]) -> list[str]:
    """A line for every rung, a column for every number of seats."""
    climbed = [{(rung.level, rung.others): rung for rung in found.rungs} for found in seated]
    steps = sorted({step for rungs in climbed for step in rungs if step[0] != step[1]})
    head = ("", *(f"{_SEATS[found.players]} (even {whole(found.even)} %)" for found in seated))
    return _table(head, ((_who(*step), *(_won(rungs.get(step)) for rungs in climbed)) for step in steps))


def _who(level: int, others: int) -> str:
    return f"{level} among {f'{others}s' if others != RANDOM else 'random players'}"


def _won(rung: RungFound | None) -> str:
    """What one of a level won; what is not clearly more than an even share is set off."""
    if rung is None:
        return _NONE
    rate = rung.win_rate
    words = f"{whole(rate.value)} % ({whole(rate.low)}–{whole(rate.high)}, {rung.games})"
    return words if rung.clear else f"*{words}*"


# ---- what was expected -------------------------------------------------------------------------------------


def _expectations(seated: Sequence[GameFound]) -> list[str]:
    """What levels whose word is taken said among their equals, and what came of it, in per cent, by tenths."""
    head = ("seats, level", "games", *(f"{10 * tenth}–{10 * tenth + 10}" for tenth in range(10)), "gap", "slope")
    return _table(head, _expected(seated))


def _expected(seated: Sequence[GameFound]) -> Iterator[tuple[str, ...]]:
    for found in seated:
        games = {rung.level: rung.games for rung in found.rungs if rung.level == rung.others}
        for level in found.levels:
            if level.level in TRUSTED and level.level in games and level.calibration:
                yield f"{found.players}, {level.level}", str(games[level.level]), *_said_and_came(level.calibration)


def _said_and_came(seen: Calibration) -> Iterator[str]:
    bins = {round(10 * each.low): each for each in seen.bins}
    yield from (_bin(bins.get(tenth)) for tenth in range(10))
    yield f"{100 * seen.gap:.1f}"
    yield f"{seen.slope:.2f}" if seen.doubt is None else f"{seen.slope:.2f} ±{seen.doubt:.2f}"


def _bin(seen: Bin | None) -> str:
    return _NONE if seen is None else f"{whole(seen.said)} / {whole(seen.came.value)}"


# ---- how long they think -----------------------------------------------------------------------------------


def _times(seated: Sequence[GameFound]) -> list[str]:
    """A line for every level: half of its decisions took no longer, 99 of 100, all."""
    by_seats = [{level.level: level for level in found.levels} for found in seated]
    levels = sorted({level for paces in by_seats for level in paces})
    head = ("seconds: median, 99 %, longest", *(_SEATS[found.players] for found in seated))
    return _table(head, ((f"level {level}", *(_pace(paces.get(level)) for paces in by_seats)) for level in levels))


def _pace(level: LevelFound | None) -> str:
    if level is None or level.pace is None:
        return _NONE
    return ", ".join(f"{seconds:.3g}" for seconds in (level.pace.median, level.pace.slow, level.pace.longest))
