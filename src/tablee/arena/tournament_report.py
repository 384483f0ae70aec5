"""The report of a tournament, and the running line of its progress bar."""

from collections.abc import Iterable, Iterator
from html import escape

from tablee.api.html_report import figure
from tablee.arena.arena_game import GameRecord
from tablee.arena.charts import Mark, axis_over, columns, intervals
from tablee.arena.report_rendering import (
    LONGEST_LABEL,
    ArenaReport,
    ReportSection,
    ReportTable,
    about,
    percent,
    rating_span,
    seat_figure,
    short,
    signed,
    span,
    win_rate_figure,
    won_by_seat,
)
from tablee.arena.schedule import Tournament
from tablee.arena.sprt import in_words
from tablee.arena.standings import Standings, win_rates
from tablee.games import find_game

_HEAD = ("", "bot", "rating", "95 %", "win rate", "95 %", "games", "won", "shared", "lost", "score", "s/move", "faults")
_METHOD = """
<p>Every {set} of bots played the same {deals} deals. A deal fixes the set-up and the random draws of each seat, and was
played once for every rotation of the seats, so that each bot had the same dice and tiles as the others.</p>
<p><b>Win rate</b>: the part of its games that a bot won, a shared win counting in parts. Games of one deal are not
independent, so the 95 % interval is Student’s over deals; a round of the seats imagined won
and one imagined lost are taken in.</p>
<p><b>Rating</b>: Elo points by the model of Bradley, Terry and Luce, {anchor} being 0; 400 points are odds of ten to
one. One game won by each was added to those of every {set}, so that a bot that won all of them has a rating at all.</p>
<p>A bot that crashes, cheats (answers with an illegal action), dawdles (answers too late) or babbles (answers what
makes no sense) leaves that game and loses it.</p>
"""


def running(tournament: Tournament, records: Iterable[GameRecord]) -> str:
    """The three best bots so far, and how many more there are."""
    rates = win_rates(tournament, records)
    order = sorted(range(len(rates)), key=lambda number: -rates[number].value)
    parts = [f"{short(tournament.entrants[number].name, 16)} {about(rates[number])}" for number in order[:3]]
    more = [f"{len(order) - 3} more"] if len(order) > 3 else []
    return " · ".join(parts + more)


def tournament_report(result: Standings) -> ArenaReport:
    """The report of a tournament."""
    options = "".join(f", {name} {value}" for name, value in result.options.items())
    limits = f", {words}" if (words := result.limits.in_words()) else ""
    played = f"{result.games} games in {result.deals} deals{limits}, seed {result.seed}"
    anchor = next((bot.name for bot in result.bots if bot.rating.low == bot.rating.high), "the weakest")
    group = "pair" if result.players == 2 else f"set of {result.players}"
    return ArenaReport(
        title=f"{find_game(result.game).name}: bots against bots",
        lead=f"{result.game}, {result.players} players{options}: {played}",
        sections=list(_sections(result)),
        method=_METHOD.format(set=group, deals=result.deals, anchor=escape(anchor)),
    )


def _sections(result: Standings) -> Iterator[ReportSection]:
    yield ReportSection("Standings", [_standings_table(result)], [won_by_seat(result.seats)], kind="standings")
    if result.sprt is not None:
        shares = ReportTable(("won of a deal", "deals"), [(won, str(times)) for won, times in result.sprt.seen.items()])
        yield ReportSection("Sequential test", [shares], [in_words(result.sprt)], kind="sprt")
    if result.faults:
        faults = [(fault.bot, fault.kind, str(fault.times), fault.words) for fault in result.faults]
        table = ReportTable(("bot", "fault", "times", "the first time"), faults, left=(0, 1, 3))
        yield ReportSection("Faults", [table], kind="faults")
    yield ReportSection(figures=list(_figures(result)))
    if len(result.bots) > 2 and result.meetings:
        yield ReportSection("Head to head", [_meetings_table(result)], kind="meetings")


def _standings_table(result: Standings) -> ReportTable:
    rows = [
        (
            str(place),
            short(bot.name),
            signed(bot.rating.value),
            rating_span(bot.rating),
            percent(bot.win_rate.value),
            span(bot.win_rate),
            str(bot.games),
            str(bot.won),
            str(bot.shared),
            str(bot.lost),
            f"{bot.mean_score:.1f}",
            f"{bot.seconds_a_decision:.3f}",
            ", ".join(f"{kind} {times}" for kind, times in bot.faults.items()) or "–",
        )
        for place, bot in enumerate(result.bots, 1)
    ]
    return ReportTable(_HEAD, rows, left=(1, 12))


def _meetings_table(result: Standings) -> ReportTable:
    names = [bot.name for bot in result.bots]
    met = {
        (one.bot, one.against): f"{percent(one.win_rate.value)} ({span(one.win_rate)})".replace(" %", "\u00a0%")
        for one in result.meetings
    }
    head = ("won by ↓ against →", *(short(name, LONGEST_LABEL) for name in names))
    rows = [(short(name), *(met.get((name, other), "–") for other in names)) for name in names]
    return ReportTable(head, rows, left=(0,))


def _figures(result: Standings) -> Iterator[str]:
    even = 1 / result.players
    rates = [(bot.name, bot.win_rate) for bot in result.bots]
    yield win_rate_figure("Win rate", "Share of games won, with 95 % intervals.", rates, even)
    ratings = [bot.rating for bot in result.bots]
    axis = axis_over(min(rating.low for rating in ratings), max(rating.high for rating in ratings))
    marks = [
        Mark(
            short(bot.name, LONGEST_LABEL),
            bot.rating,
            f"{signed(bot.rating.value)}  ({rating_span(bot.rating) or 'by definition'})",
        )
        for bot in result.bots
    ]
    picture = intervals("Rating", marks, axis, 0.0, percent=False)
    yield figure("Rating", "Elo points, with 95 % intervals.", picture)
    yield seat_figure("The first seat’s advantage", result.game, result.seats, even)
    lengths = columns("Length of games", [("", result.lengths)], "steps")
    yield figure("Length of games", "Games by number of steps: actions and outcomes of chance.", lengths)
    scores = columns("Scores", [(short(bot.name, LONGEST_LABEL), bot.scores) for bot in result.bots], "points")
    yield figure("Scores", "Games by the bot’s score at the end.", scores)
