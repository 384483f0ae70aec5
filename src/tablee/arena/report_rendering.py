"""Reports of tournaments and ladders: one model of sections and tables, rendered as text, Markdown, HTML or JSON."""

import json
from collections.abc import Collection, Sequence
from html import escape
from typing import Any, NamedTuple

import msgspec

from tablee.api import html_report
from tablee.arena.charts import PARTS, Mark, intervals
from tablee.arena.estimates import Estimate
from tablee.games import find_game
from tablee.games.language import ENGLISH

LONGEST_LABEL = 26  # characters of a name in a picture


class ReportTable(NamedTuple):
    """A table of texts; `left` are the columns of words, all others are numbers and are aligned to the right."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Collection[int] = ()


class ReportSection(NamedTuple):
    """A part of a report. `figures` are in HTML only, which shows `title`; text shows `heading` instead."""

    title: str = ""
    tables: Sequence[ReportTable] = ()
    remarks: Sequence[str] = ()
    figures: Sequence[str] = ()
    heading: str = ""
    kind: str = ""  # the CSS class


class ArenaReport(NamedTuple):
    """A whole report. `method` explains it in HTML, `notes` in text."""

    title: str
    lead: str
    sections: Sequence[ReportSection]
    method: str = ""
    notes: Sequence[str] = ()


def as_text(report: ArenaReport) -> str:
    """The report for a terminal."""
    parts = [report.lead]
    for section in report.sections:
        lines = [section.heading] if section.heading else []
        lines += [line for table in section.tables for line in aligned(table)] + list(section.remarks)
        parts += ["\n".join(lines)] if lines else []
    return "\n\n".join([*parts, "\n".join(report.notes)]).rstrip("\n")


def aligned(table: ReportTable) -> list[str]:
    """The lines of a table with aligned columns."""
    rows = [table.head, *table.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.head))]
    return [
        "  ".join(
            text.ljust(width) if column in table.left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def as_markdown(report: ArenaReport) -> str:
    """The tables of the report for a document."""
    lines: list[str] = []
    for section in report.sections:
        lines += [f"### {section.title}", ""] if section.tables else []
        for table in section.tables:
            lines += [f"| {' | '.join(row)} |" for row in (table.head, ["---"] * len(table.head), *table.rows)]
            lines.append("")
    return "\n".join(lines)


def as_html(report: ArenaReport) -> str:
    """The report as one HTML file with pictures, which needs no other file."""
    parts = [f'<p class="lead">{escape(report.lead)}</p>']
    for section in report.sections:
        if section.tables:
            tables = "".join(html_report.table(table.head, table.rows) for table in section.tables)
            remarks = "".join(f"<p>{escape(remark)}</p>" for remark in section.remarks)
            parts.append(f'<section class="{section.kind}"><h2>{escape(section.title)}</h2>{tables}{remarks}</section>')
        if section.figures:
            parts.append(f'<div class="pictures">{"".join(section.figures)}</div>')
    parts.append(f"<section><h2>How to read this</h2>{report.method}</section>")
    return html_report.document(report.title, "".join(parts))


def as_json(result: Any) -> str:
    """All figures of a result for programs."""
    return json.dumps(msgspec.to_builtins(result, str_keys=True), ensure_ascii=False, indent=1)


def win_rate_figure(
    title: str, caption: str, rates: Sequence[tuple[str, Estimate]], even: float, label: str = ""
) -> str:
    """A figure of win rates by name; `label` names the picture, if not the title does."""
    marks = [Mark(short(name, LONGEST_LABEL), rate, f"{percent(rate.value)}  ({span(rate)})") for name, rate in rates]
    caption = f"{caption} The dashed line is an even share."
    return html_report.figure(title, caption, intervals(label or title, marks, PARTS, even, percent=True))


def seat_figure(title: str, game: str, rates: Sequence[Estimate], even: float) -> str:
    """A figure of the share of games that each seat won."""
    words = find_game(game).words
    named = [(f"seat {seat} ({words.seat_name(seat, ENGLISH)})", rate) for seat, rate in enumerate(rates)]
    caption = "Share of games won by seat; every bot sat everywhere equally often."
    return win_rate_figure(title, caption, named, even, "Games won by seat")


def about(rate: Estimate) -> str:
    """A rate with half the width of its interval.

    >>> about(Estimate(0.713, 0.65, 0.77))
    '71 % ±6'
    """
    return f"{100 * rate.value:.0f} % ±{50 * (rate.high - rate.low):.0f}"


def won_by_seat(rates: Sequence[Estimate]) -> str:
    """The share of games that each seat won, in one line."""
    return f"Won by seat: {', '.join(f'seat {seat} {about(rate)}' for seat, rate in enumerate(rates))}."


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
    """An interval of ratings; empty for the bot that is 0 by definition."""
    return "" if estimate.low == estimate.high else f"{signed(estimate.low)} … {signed(estimate.high)}"


def short(name: str, longest: int = 40) -> str:
    """A name that fits: of a longer one the end is kept, where files and classes differ."""
    return name if len(name) <= longest else "…" + name[1 - longest :]
