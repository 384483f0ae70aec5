"""The report with pictures: one HTML file that needs nothing else."""

from collections.abc import Iterable
from html import escape

from tablee.arena.charts import PARTS, Mark, axis_over, columns, intervals
from tablee.arena.estimates import Estimate
from tablee.arena.report import percent, rating_span, short, signed, span
from tablee.arena.sprt import in_words
from tablee.arena.standings import BotStanding, Standings
from tablee.games import find_game
from tablee.language import ENGLISH
from tablee.reports.html import document, figure, table

_LONGEST_NAME = 26
_METHOD = """
<p>Every {set} of bots played the same {deals} deals. A deal fixes the set-up and the lots that each seat draws, and was
played once for every rotation of the seats, so that each bot had the same dice and tiles as the others.</p>
<p><b>Win rate</b>: the part of its games that a bot won, a shared win counting in parts. Games of one deal are not
independent, so the 95 % interval is Student’s over deals; a round of the seats imagined won
and one imagined lost are taken in.</p>
<p><b>Rating</b>: Elo points by the model of Bradley, Terry and Luce, {anchor} being 0; 400 points are odds of ten to
one. One game won by each was added to those of every {set}, so that who won all of them has a rating at all.</p>
<p>A bot that crashes, cheats (answers with an illegal action), dawdles (answers too late) or babbles (answers what
makes no sense) leaves that game and loses it.</p>
"""


def page(result: Standings) -> str:
    """The report as the text of an HTML file."""
    title = f"{find_game(result.game).name}: bots against bots"
    body = (
        f"{_lead(result)}{_standings_table(result)}{_sprt(result)}{_faults(result)}"
        f'<div class="pictures">{"".join(_pictures(result))}</div>'
        f"{_meetings(result)}<section><h2>How to read this</h2>{_method(result)}</section>"
    )
    return document(title, body)


def _lead(result: Standings) -> str:
    words = find_game(result.game).words
    parts = [f"{result.players} players"]
    for name, value in result.options.items():
        option = words.option_text(name, ENGLISH)
        parts.append(f"{option.question}: {option.answers.get(value, value)}")
    parts += [f"{result.games} games in {result.deals} deals", f"seed {result.seed}"]
    parts += [result.limits.in_words()] if result.limits else []
    return f'<p class="lead">{escape(" · ".join(parts))}</p>'


# ---- tables ------------------------------------------------------------------------------------------------


def _standings_table(result: Standings) -> str:
    head = ("", "Bot", "Rating", "95 %", "Win rate", "95 %", "Won", "Shared", "Lost", "Mean score", "s a move")
    rows = (_standing(place, bot) for place, bot in enumerate(result.bots, 1))
    return f'<section class="standings"><h2>Standings</h2>{table(head, rows)}</section>'


def _standing(place: int, bot: BotStanding) -> tuple[str, ...]:
    return (
        str(place),
        bot.name,
        signed(bot.rating.value),
        rating_span(bot.rating) or "by definition",
        percent(bot.win_rate.value),
        span(bot.win_rate),
        str(bot.won),
        str(bot.shared),
        str(bot.lost),
        f"{bot.mean_score:.1f}".replace("-", "−"),
        f"{bot.seconds_a_decision:.3f}",
    )


def _sprt(result: Standings) -> str:
    if result.sprt is None:
        return ""
    listed = table(("Won of a deal", "Deals"), ((share, str(times)) for share, times in result.sprt.seen.items()))
    return f'<section class="sprt"><h2>Sequential test</h2><p>{escape(in_words(result.sprt))}</p>{listed}</section>'


def _faults(result: Standings) -> str:
    if not result.faults:
        return ""
    rows = ((fault.bot, fault.kind, str(fault.times), fault.words) for fault in result.faults)
    listed = table(("Bot", "Fault", "Times", "The first time"), rows)
    return f'<section class="faults"><h2>Faults</h2>{listed}</section>'


def _meetings(result: Standings) -> str:
    if len(result.bots) < 3 or not result.meetings:
        return ""
    names = [bot.name for bot in result.bots]
    rates = {(meeting.bot, meeting.against): meeting.win_rate for meeting in result.meetings}
    rows = ((name, *(_met(rates.get((name, other))) for other in names)) for name in names)
    listed = table(("Won by ↓ against →", *(short(name, _LONGEST_NAME) for name in names)), rows)
    return f'<section class="meetings"><h2>Head to head</h2>{listed}</section>'


def _met(rate: Estimate | None) -> str:
    if rate is None:
        return "–"
    parts = (percent(rate.value), f"({span(rate)})")
    return " ".join(part.replace(" ", "\u00a0").replace("–", "\u2060–\u2060") for part in parts)  # two lines at most


# ---- pictures ----------------------------------------------------------------------------------------------


def _pictures(result: Standings) -> Iterable[str]:
    even = 1 / result.players
    yield figure(
        "Win rate",
        "Share of games won, with 95 % intervals. The dashed line is an even share.",
        intervals("Win rate", [rate_mark(bot.name, bot.win_rate) for bot in result.bots], PARTS, even, percent=True),
    )
    yield figure("Rating", "Elo points, with 95 % intervals.", _ratings(result))
    yield figure(
        "The first seat’s advantage",
        "Share of games won by seat; bots sat everywhere equally often. The dashed line is an even share.",
        intervals(
            "Games won by seat",
            [rate_mark(seat_name(seat, result.game), rate) for seat, rate in enumerate(result.seats)],
            PARTS,
            even,
            percent=True,
        ),
    )
    yield figure(
        "Length of games",
        "Games by number of steps: actions and throws.",
        columns("Length of games", [("", result.lengths)], "steps"),
    )
    rows = [(short(bot.name, _LONGEST_NAME), bot.scores) for bot in result.bots]
    yield figure("Scores", "Games by the bot’s score at the end.", columns("Scores", rows, "points"))


def _ratings(result: Standings) -> str:
    ratings = [bot.rating for bot in result.bots]
    axis = axis_over(min(rating.low for rating in ratings), max(rating.high for rating in ratings))
    marks = [
        Mark(short(bot.name, _LONGEST_NAME), bot.rating, f"{signed(bot.rating.value)}  ({_points(bot.rating)})")
        for bot in result.bots
    ]
    return intervals("Rating", marks, axis, 0.0, percent=False)


def _points(rating: Estimate) -> str:
    return rating_span(rating) or "by definition"


def rate_mark(name: str, rate: Estimate) -> Mark:
    """A row of a picture of shares."""
    return Mark(short(name, _LONGEST_NAME), rate, f"{percent(rate.value)}  ({span(rate)})")


def seat_name(seat: int, game: str) -> str:
    """A seat by its number and its colour."""
    colour = find_game(game).words.seat_name(seat, ENGLISH)
    return f"seat {seat} ({colour})"


def _method(result: Standings) -> str:
    anchor = next((bot.name for bot in result.bots if bot.rating.low == bot.rating.high), "the weakest")
    group = "pair" if result.players == 2 else f"set of {result.players}"
    return _METHOD.format(set=group, deals=result.deals, anchor=escape(anchor))
