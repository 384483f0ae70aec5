"""The result of a tournament as text: the running line, the table on the terminal, and JSON."""

import json
from collections.abc import Collection, Iterable, Sequence

import msgspec

from tablee.arena.estimates import Estimate
from tablee.arena.play import GameRecord
from tablee.arena.schedule import Tournament
from tablee.arena.sprt import in_words
from tablee.arena.standings import BotStanding, Standings, win_rates

_LONGEST_NAME = 40
_HEAD = ("", "bot", "rating", "95 %", "win rate", "95 %", "games", "won", "shared", "lost", "score", "s/move", "faults")
_LEFT = {1, 12}
"""Columns of words; all others are numbers, and stand to the right."""


def running(tournament: Tournament, records: Iterable[GameRecord]) -> str:
    """How the bots stand so far, in a few words: the best three, and how many more there are."""
    rates = win_rates(tournament, records)
    order = sorted(range(len(rates)), key=lambda number: -rates[number].value)
    parts = [f"{short(tournament.entrants[number].name, 16)} {about(rates[number])}" for number in order[:3]]
    more = [f"{len(order) - 3} more"] if len(order) > 3 else []
    return " · ".join(parts + more)


def about(rate: Estimate) -> str:
    """A rate with half the width of its interval.

    >>> about(Estimate(0.713, 0.65, 0.77))
    '71 % ±6'
    """
    return f"{100 * rate.value:.0f} % ±{50 * (rate.high - rate.low):.0f}"


def percent(part: float) -> str:
    """A part of 1 in per cent, with one decimal."""
    return f"{100 * part:.1f} %"


def whole(part: float) -> str:
    """A part of 1 in whole per cent, without the sign.

    >>> whole(0.333)
    '33'
    """
    return f"{100 * part:.0f}"


def span(estimate: Estimate) -> str:
    """An interval of shares in per cent."""
    return f"{100 * estimate.low:.1f}–{100 * estimate.high:.1f} %"


def signed(points: float) -> str:
    """Points of rating with their sign.

    >>> signed(12.4), signed(-3.0), signed(0.2)
    ('+12', '−3', '0')
    """
    text = f"{abs(points):.0f}"
    return text if text == "0" else ("+" if points > 0 else "−") + text


def rating_span(estimate: Estimate) -> str:
    """An interval of ratings; nothing for the bot that is 0 by definition."""
    return "" if estimate.low == estimate.high else f"{signed(estimate.low)} … {signed(estimate.high)}"


def short(name: str, longest: int = _LONGEST_NAME) -> str:
    """A name that fits: of one that is too long the end is kept, where files and classes differ."""
    return name if len(name) <= longest else "…" + name[1 - longest :]


def title(result: Standings) -> str:
    """What was played, in one line."""
    options = "".join(f", {name} {value}" for name, value in result.options.items())
    limits = f", {words}" if (words := result.limits.in_words()) else ""
    return f"{result.game}, {result.players} players{options}: {result.games} games in {result.deals} deals{limits}"


def table(result: Standings) -> str:
    """The standings for the terminal."""
    rows = [_HEAD, *(_row(place, bot) for place, bot in enumerate(result.bots, 1))]
    return "\n".join([f"{title(result)}, seed {result.seed}", "", *aligned(rows, _LEFT), "", *_remarks(result)])


def _row(place: int, bot: BotStanding) -> tuple[str, ...]:
    return (
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


def aligned(rows: Sequence[Sequence[str]], words: Collection[int] = ()) -> list[str]:
    """Rows in columns; those of words stand to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            text.ljust(width) if column in words else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _remarks(result: Standings) -> list[str]:
    seats = ", ".join(f"seat {seat} {about(rate)}" for seat, rate in enumerate(result.seats))
    faults = [f"{fault.bot} {fault.kind} {fault.times}×: {fault.words}" for fault in result.faults]
    test = [in_words(result.sprt)] if result.sprt else []
    return [f"Won by seat: {seats}.", *test, *faults]


def as_json(result: Standings) -> str:
    """The result as JSON for programs."""
    return json.dumps(msgspec.to_builtins(result, str_keys=True), ensure_ascii=False, indent=1)
