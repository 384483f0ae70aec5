"""The report of a ladder with pictures: one HTML file that needs nothing else."""

from collections.abc import Iterator

from tablee.arena.charts import PARTS, Point, diagonal, intervals
from tablee.arena.decisions import Bin, Calibration
from tablee.arena.ladder import GameFound, Ladder, LevelFound, RungFound
from tablee.arena.ladder_report import table_name, times, trust, who
from tablee.arena.page import rate_mark, seat_name
from tablee.arena.report import percent, span
from tablee.reports.html import document, figure, table

_METHOD = """
<section><h2>How to read this</h2>
<p>On every rung one bot of a level plays among bots of the level below (below level 1: any legal action), in deals of
seed {seed}, on which no setting of a bot was chosen. A deal fixes the set-up and the lots that each seat draws, and is
played once for every rotation of the seats. The 95 % intervals are Student’s over deals, with a round of the seats
imagined won and one imagined lost. “Clear” means that even the lower end is more than an even share.</p>
<p><b>Time</b> is that of decisions with a choice, on one core.</p>
<p><b>What it expects</b>: before every action a bot says what it expects for itself. Decisions are put together by what
was said, in ten stretches; levels 4 and 5 among their equals, the others on all rungs on which they played. On the
dashed line what was said is what came.
“Gap” is the mean distance from it. “Slope” is what the logarithm of the odds must be multiplied by to foretell best
what comes: above 1 the bot expects too carefully, below 1 too surely.</p></section>
"""


def ladder_page(result: Ladder) -> str:
    """The report as the text of an HTML file."""
    lead = f'<p class="lead">{result.games} games · seed {result.seed}</p>'
    return document(
        "The ladder of levels", lead + "".join(map(_section, result.found)) + _METHOD.format(seed=result.seed)
    )


def _section(found: GameFound) -> str:
    levels = {each.level: each for each in found.levels}
    head = ("Level", "Among", "Won", "95 %", "Games", "Clear", "Median s", "99 %", "Longest", "Gap", "Slope")
    rows = (_row(rung, levels[rung.level]) for rung in found.rungs)
    pictures = "".join(_pictures(found))
    return f'<section><h2>{table_name(found)}</h2>{table(head, rows)}</section><div class="pictures">{pictures}</div>'


def _row(rung: RungFound, level: LevelFound) -> tuple[str, ...]:
    clear = "" if rung.level == rung.others else "yes" if rung.clear else "no"
    rate = rung.win_rate
    return (
        str(rung.level),
        who(rung.others),
        percent(rate.value),
        span(rate),
        str(rung.games),
        clear,
        *times(level),
        *trust(level),
    )


def _pictures(found: GameFound) -> Iterator[str]:
    marks = [rate_mark(f"{rung.level} among {who(rung.others)}", rung.win_rate) for rung in found.rungs]
    yield figure(
        f"The ladder: {table_name(found)}",
        "Share of games won by the one of the higher level. The dashed line is an even share.",
        intervals("The ladder", marks, PARTS, found.even, percent=True),
    )
    seats = [rate_mark(seat_name(seat, found.game), rate) for seat, rate in enumerate(found.seats)]
    yield figure(
        f"The first seat’s advantage: {table_name(found)}",
        "Share of games won by seat; all sat everywhere equally often. The dashed line is an even share.",
        intervals("Games won by seat", seats, PARTS, found.even, percent=True),
    )
    for level in found.levels:
        if level.calibration is not None:
            yield _expectations(found, level.level, level.calibration)


def _expectations(found: GameFound, level: int, seen: Calibration) -> str:
    title = f"What level {level} expects: {table_name(found)}"
    caption = f"From left to right what it said to win, from bottom to top what came, over {seen.decisions} decisions."
    return figure(title, caption, diagonal(title, [_point(each) for each in seen.bins]))


def _point(seen: Bin) -> Point:
    words = (
        f"said {percent(seen.said)}, came {percent(seen.came.value)} ({span(seen.came)}), {seen.decisions} decisions"
    )
    return Point(seen.said, seen.came, words)
