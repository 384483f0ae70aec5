"""The report of a ladder, and its tables for a document."""

from collections.abc import Iterator, Sequence

from tablee.api.html_report import figure
from tablee.arena.charts import Point, diagonal
from tablee.arena.decision_stats import Calibration
from tablee.arena.ladder import RANDOM, TRUSTED, Ladder, LadderGameResult, LevelResult, RungResult
from tablee.arena.report_rendering import (
    ArenaReport,
    ReportSection,
    ReportTable,
    percent,
    seat_figure,
    span,
    whole,
    win_rate_figure,
    won_by_seat,
)
from tablee.games import find_game

_HEAD = ("level", "among", "won", "95 %", "games", "clear", "s/move", "99 %", "longest", "gap", "slope")
_NOTES = (
    "won: the part of its games that one bot of the level won among others of the level below; clear: the lower end of",
    "the interval is more than an even share. s/move: half of its decisions took less on one core, 99 % less than the",
    "next figure. gap: the mean distance between the win rate it expects and the real one; slope: above 1 it expects",
    "too cautiously, below 1 too confidently. With --sprt, clear is the verdict of a sequential test (alpha and beta",
    "0.05): the level wins as much as it aims at (yes), an even share only (no), or neither is decided yet (open).",
)
_METHOD = """
<p>On every rung one bot of a level plays among bots of the level below (below level 1: random bots), in deals of
seed {seed}, on which no setting of a bot was chosen. A deal fixes the set-up and the random draws of each seat, and is
played once for every rotation of the seats. The 95 % intervals are Student’s over deals, with a round of the seats
imagined won and one imagined lost. “Clear” means that even the lower end is more than an even share.</p>
<p><b>s/move</b> is the median time of decisions with a choice, on one core; the next columns are the 99 % quantile and
the longest.</p>
<p><b>What it expects</b>: before every action a bot says which share of the win it expects. Decisions are grouped by
that into ten bins; levels 4 and 5 among their equals, the others on all rungs on which they played. On the dashed line
the expectation came true. “Gap” is the mean distance from it. “Slope” is the factor of the log-odds that would have
predicted the results best: above 1 the bot expects too cautiously, below 1 too confidently.</p>
"""
_SEATS = {2: "two seats", 3: "three", 4: "four"}
_NONE = "–"


def ladder_report(result: Ladder) -> ArenaReport:
    """The report of a ladder: a section for each game and number of players."""
    return ArenaReport(
        title="The ladder of levels",
        lead=f"{result.games} games, seed {result.seed}",
        sections=[_section(found) for found in result.found],
        method=_METHOD.format(seed=result.seed),
        notes=_NOTES,
    )


def _section(found: LadderGameResult) -> ReportSection:
    title = f"{find_game(found.game).name}, {found.players} players"
    levels = {each.level: each for each in found.levels}
    rows = [
        (
            str(rung.level),
            _others(rung.others),
            percent(rung.win_rate.value),
            span(rung.win_rate),
            str(rung.games),
            "" if rung.level == rung.others else _clear(rung),
            *_times(levels[rung.level]),
            *_trust(levels[rung.level]),
        )
        for rung in found.rungs
    ]
    return ReportSection(
        title,
        [ReportTable(_HEAD, rows)],
        [won_by_seat(found.seats)],
        list(_figures(found, title)),
        heading=f"{title}: even is {percent(found.even)}",
    )


def _clear(rung: RungResult) -> str:
    """Is the level stronger than the one below: by its test or, without one, by its interval?"""
    if rung.verdict is None:
        return "yes" if rung.clear else "no"
    return {"H1": "yes", "H0": "no", None: "open"}[rung.verdict.accepted]


def _others(level: int) -> str:
    return f"{level}s" if level != RANDOM else "random"


def _times(level: LevelResult) -> tuple[str, ...]:
    """The median, the 99 % quantile and the longest time of a decision, in seconds."""
    if level.pace is None:
        return _NONE, _NONE, _NONE
    return f"{level.pace.median:.3f}", f"{level.pace.slow:.3f}", f"{level.pace.longest:.3f}"


def _trust(level: LevelResult) -> tuple[str, str]:
    """How well the level's expectations are calibrated."""
    if level.calibration is None:
        return _NONE, _NONE
    return percent(level.calibration.gap), f"{level.calibration.slope:.2f}"


def _figures(found: LadderGameResult, title: str) -> Iterator[str]:
    rates = [(f"{rung.level} among {_others(rung.others)}", rung.win_rate) for rung in found.rungs]
    caption = "Share of games won by the bot of the higher level."
    yield win_rate_figure(f"The ladder: {title}", caption, rates, found.even, "The ladder")
    yield seat_figure(f"The first seat’s advantage: {title}", found.game, found.seats, found.even)
    for level in found.levels:
        if level.calibration is not None:
            yield _calibration_figure(f"What level {level.level} expects: {title}", level.calibration)


def _calibration_figure(title: str, seen: Calibration) -> str:
    caption = f"Expected win rate from left to right, real one from bottom to top, over {seen.decisions} decisions."
    points = [
        Point(
            each.said,
            each.came,
            f"said {percent(each.said)}, came {percent(each.came.value)} ({span(each.came)}), "
            f"{each.decisions} decisions",
        )
        for each in seen.bins
    ]
    return figure(title, caption, diagonal(title, points))


def ladder_tables(result: Ladder) -> ArenaReport:
    """By game: who wins how much, what was expected, and the time, each with a column for every number of seats."""
    by_game: dict[str, list[LadderGameResult]] = {}
    for found in result.found:
        by_game.setdefault(found.game, []).append(found)
    sections = [
        ReportSection(
            find_game(game).name,
            [table for table in (_wins(seated), _expectations(seated), _paces(seated)) if table.rows],
        )
        for game, seated in by_game.items()
    ]
    return ArenaReport("The ladder of levels", f"{result.games} games, seed {result.seed}", sections)


def _wins(seated: Sequence[LadderGameResult]) -> ReportTable:
    """A row for every rung, a column for every number of seats."""
    climbed = [{(rung.level, rung.others): rung for rung in found.rungs} for found in seated]
    steps = sorted({step for rungs in climbed for step in rungs if step[0] != step[1]})
    head = ("", *(f"{_SEATS[found.players]} (even {whole(found.even)} %)" for found in seated))
    rows = [
        (
            f"{level} among {'random players' if others == RANDOM else _others(others)}",
            *(_won(rungs.get((level, others))) for rungs in climbed),
        )
        for level, others in steps
    ]
    return ReportTable(head, rows)


def _won(rung: RungResult | None) -> str:
    """A win rate; in italics if it is not clearly more than an even share. A test adds its verdict."""
    if rung is None:
        return _NONE
    rate = rung.win_rate
    words = f"{whole(rate.value)} % ({whole(rate.low)}–{whole(rate.high)}, {rung.games})"
    if rung.verdict is not None:
        return f"{words} {_clear(rung)}"
    return words if rung.clear else f"*{words}*"


def _expectations(seated: Sequence[LadderGameResult]) -> ReportTable:
    """What trusted levels expected among their equals, and what came of it, in per cent, by tenths."""
    head = ("seats, level", "games", *(f"{10 * tenth}–{10 * tenth + 10}" for tenth in range(10)), "gap", "slope")
    rows = []
    for found in seated:
        games = {rung.level: rung.games for rung in found.rungs if rung.level == rung.others}
        for level in found.levels:
            if level.level in TRUSTED and level.level in games and level.calibration:
                calibrated = _calibration_cells(level.calibration)
                rows.append((f"{found.players}, {level.level}", str(games[level.level]), *calibrated))
    return ReportTable(head, rows)


def _calibration_cells(seen: Calibration) -> Iterator[str]:
    bins = {round(10 * each.low): f"{whole(each.said)} / {whole(each.came.value)}" for each in seen.bins}
    yield from (bins.get(tenth, _NONE) for tenth in range(10))
    yield f"{100 * seen.gap:.1f}"
    yield f"{seen.slope:.2f}" if seen.doubt is None else f"{seen.slope:.2f} ±{seen.doubt:.2f}"


def _paces(seated: Sequence[LadderGameResult]) -> ReportTable:
    """A row for every level: median, 99 % quantile and longest time of its decisions."""
    by_seats = [{level.level: level.pace for level in found.levels} for found in seated]
    levels = sorted({level for paces in by_seats for level in paces})
    head = ("seconds: median, 99 %, longest", *(_SEATS[found.players] for found in seated))
    cells = [
        [
            f"{pace.median:.3g}, {pace.slow:.3g}, {pace.longest:.3g}" if (pace := paces.get(level)) else _NONE
            for paces in by_seats
        ]
        for level in levels
    ]
    return ReportTable(head, [(f"level {level}", *row) for level, row in zip(levels, cells, strict=True)])
