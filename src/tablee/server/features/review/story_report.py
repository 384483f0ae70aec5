"""A story as one HTML file that needs nothing else, for `tablee story --html`."""

from collections.abc import Sequence
from html import escape

from tablee.api.html_report import document, figure, table
from tablee.server.features.review.model import Story

NONE = "Nobody made a mistake that can be told from chance."
NOT_CERTAIN = "What lies within the error of the estimates is not called a mistake."
WIDTH, HEIGHT = 340, 180
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 334, 8, 160
DASHES = ("", "7 4", "2 3", "9 3 2 3")
"""By seat, because colours alone do not tell seats apart for everybody."""

_METHOD = """
<section><h2>How to read this</h2>
<p><b>Luck</b> is what a position was worth after an outcome of chance, less the mean over all that could have come.
<b>Mistakes</b> are what the best actions were worth, less what was played; <b>gifts</b> what the actions of the others
brought. What two thoughts about one position disagree on stays <b>unexplained</b>. Together they are all that lies
between the chance at the beginning and the result.</p></section>
"""


def story_report(story: Story, title: str, names: Sequence[str]) -> str:
    """The text of the HTML file."""
    chances = figure("The chances of each seat", "From the first step to the last.", _chart(story, names))
    head = ("", "Began", "Ended", "Luck", "Mistakes", "Gifts", "Unexplained")
    rows = [
        (
            name,
            _percent(one.initial),
            _percent(one.final),
            *(_percent(change, "+") for change in (one.luck, -one.mistakes, one.gifts, one.unexplained)),
        )
        for name, one in zip(names, story.seats, strict=True)
    ]
    accounts = f"<section><h2>Luck and skill</h2>{table(head, rows)}</section>"
    return document(title, chances + accounts + _moments(story, names) + _METHOD)


def _chart(story: Story, names: Sequence[str]) -> str:
    """A line for each seat: its chance after every step."""
    ticks = "".join(_tick(part) for part in (0.0, 0.5, 1.0))
    lines = "".join(_line(story, seat, name) for seat, name in enumerate(names))
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>The chances of {escape(', '.join(names))}</title>{ticks}{lines}</svg>"
    )


def _tick(part: float) -> str:
    height = _height(part)
    return (
        f'<line class="tick" x1="{_LEFT}" x2="{_RIGHT}" y1="{height:.1f}" y2="{height:.1f}"/>'
        f'<text class="axis end" x="{_LEFT - 4}" y="{height + 4:.1f}">{100 * part:.0f} %</text>'
    )


def _line(story: Story, seat: int, name: str) -> str:
    chances = [story.seats[seat].initial, *(step.after[seat] for step in story.steps)]
    wide = (_RIGHT - _LEFT) / max(len(chances) - 1, 1)
    points = " ".join(f"{_LEFT + at * wide:.1f},{_height(chance):.1f}" for at, chance in enumerate(chances))
    words = f"{name}: from {_percent(chances[0])} to {_percent(chances[-1])}"
    # Lines that cover each other differ by their dashes; the key below the picture names them in the order of seats.
    key = _LEFT + seat * (_RIGHT - _LEFT) / max(story.players, 1)
    look = f'class="seat seat-{seat}" stroke-dasharray="{DASHES[seat]}"'
    return (
        f'<g><title>{escape(words)}</title><polyline {look} points="{points}"/>'
        f'<line {look} x1="{key:.1f}" x2="{key + 20:.1f}" y1="{HEIGHT - 6}" y2="{HEIGHT - 6}"/>'
        f'<text class="axis" x="{key + 24:.1f}" y="{HEIGHT - 2}">{escape(name)}</text></g>'
    )


def _height(part: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * part


def _percent(part: float, sign: str = "") -> str:
    return f"{100 * part:{sign}.0f} %"


def _moments(story: Story, names: Sequence[str]) -> str:
    rows = [
        (
            str(step.number),
            names[int(step.who)],
            step.text,
            step.best or "",
            f"{_percent(step.cost)} ± {_percent(2 * step.error)}",
        )
        for step in story.worst_mistakes()
    ]
    found = f"{table(('Step', 'Who', 'Played', 'Better', 'By'), rows)}<p>{NOT_CERTAIN}</p>"
    return f"<section><h2>The moments that mattered</h2>{found if rows else f'<p>{NONE}</p>'}</section>"
