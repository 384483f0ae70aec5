"""`tablee story`: evaluate a downloaded game in this process, on one core, and print its story or write it as HTML.

This module alone of the review loads the search: servers have moves evaluated by their workers (`service.py`).
"""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path

from tqdm import tqdm

from tablee.api.html_report import document, figure
from tablee.api.html_report import table as rows_html
from tablee.bots.evaluation import PositionValues, level_evaluator
from tablee.bots.requests import Evaluation
from tablee.games import GameDefinition, find_game
from tablee.games.errors import TableeError
from tablee.server.features.review.model import (
    LEAVE,
    Budget,
    Move,
    Story,
    finished,
    moves_of,
    requested_budget,
    table_story,
    with_opening,
)
from tablee.server.table.export import read_export
from tablee.server.table.log import Unreadable
from tablee.server.table.table import Table, fold

NONE = "Nobody made a clear mistake."
NOT_CERTAIN = "Differences within the margin of error are not called mistakes."


def run(options: Namespace) -> int:
    """Evaluate the game in a file; print its story as text or JSON, and draw it if asked to."""
    table = _read(Path(options.file))
    moves = moves_of(table)
    budget = requested_budget(finished(table)[0], moves, options.level, options.simulations, options.seconds)
    with tqdm(total=len(moves), file=sys.stderr, disable=None, desc="Evaluating positions", unit="position") as bar:
        story = story_of(table, budget, lambda: bar.update() and None)
    names = [name or f"seat {seat}" for seat, name in enumerate(table.names)]
    if options.html:
        definition = find_game(story.game)
        title = f"{definition.name}: {'luck or skill?' if definition.has_chance else 'who played how'}"
        Path(options.html).write_text(story_report(story, title, names), "utf8")
    print(json.dumps(story.plain) if options.json else "\n".join(story_lines(story, names)))
    return 0


def _read(file: Path) -> Table:
    try:
        exported = read_export(file.read_bytes())
        definition = find_game(exported.opening.game)
        table = fold(exported.opening, bytes.fromhex(exported.seed), definition, exported.events)
    except (OSError, ValueError, Unreadable) as error:
        raise TableeError(f"{file}: {error}") from None
    if table.status != "over":
        raise TableeError(f"{file}: this game is not over")
    return table


def story_of(table: Table, budget: Budget, progress: Callable[[], None] = lambda: None) -> Story:
    """The story of a finished table; calls `progress` after each move. Raises `Refused`."""
    definition, _ = finished(table)
    return table_story(table, evaluate_moves(definition, moves_of(table), budget, progress), budget)


def evaluate_moves(
    definition: GameDefinition, moves: Sequence[Move], budget: Budget, progress: Callable[[], None] = lambda: None
) -> list[Evaluation]:
    """Evaluate all moves of a game; calls `progress` after each."""
    worths, found = _worths(definition, budget), list[Evaluation]()
    for move in moves:
        found.append(worths.evaluate(move.before, "" if move.text == LEAVE else move.text))
        progress()
    if budget.opening > 1 and moves:
        return with_opening(found, moves[0], _worths(definition, budget.of_opening()).evaluate(moves[0].before))
    return found


def _worths(definition: GameDefinition, budget: Budget) -> PositionValues:
    return PositionValues(definition, level_evaluator(definition, budget.level, budget.limit), budget.outcomes)


def story_lines(story: Story, names: Sequence[str]) -> Iterator[str]:
    """A story as text for the terminal."""
    width = max(len(name) for name in names)
    yield f"{'':<{width}}  began  ended   luck  mistakes  gifts  unexplained"
    for name, one in zip(names, story.seats, strict=True):
        yield (
            f"{name:<{width}}  {100 * one.initial:5.0f}  {100 * one.final:5.0f}  {100 * one.luck:+5.0f}  "
            f"{-100 * one.mistakes:+8.0f}  {100 * one.gifts:+5.0f}  {100 * one.unexplained:+11.0f}"
        )
    mistakes = story.worst_mistakes()
    yield ""
    yield "The moments that mattered:" if mistakes else NONE
    for step in mistakes:
        assert isinstance(step.who, int)
        cost = f"{100 * step.cost:.0f} ± {200 * step.error:.0f} %"
        yield f"  step {step.number}: {names[step.who]} played {step.text!r}; {step.best!r} was better by {cost}"
    if mistakes:
        yield NOT_CERTAIN
    for seat, name in enumerate(names):
        told = [
            f"{which} {one.text!r} (step {one.number}, {100 * one.luck(seat):+.0f} %)"
            for which, one in zip(("best", "worst"), story.throws(seat), strict=True)
            if one is not None
        ]
        if told:
            yield f"{name}: {', '.join(told)}"


# ---- the story as one HTML file ------------------------------------------------------------------------------------

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
    accounts = f"<section><h2>Luck and skill</h2>{rows_html(head, rows)}</section>"
    return document(title, chances + accounts + _moments(story, names) + _METHOD)


def _chart(story: Story, names: Sequence[str]) -> str:
    """A line for each seat: its chance after every step."""
    ticks = ""
    for part in (0.0, 0.5, 1.0):
        height = _height(part)
        ticks += f'<line class="tick" x1="{_LEFT}" x2="{_RIGHT}" y1="{height:.1f}" y2="{height:.1f}"/>'
        ticks += f'<text class="axis end" x="{_LEFT - 4}" y="{height + 4:.1f}">{100 * part:.0f} %</text>'
    lines = "".join(_line(story, seat, name) for seat, name in enumerate(names))
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>The chances of {escape(', '.join(names))}</title>{ticks}{lines}</svg>"
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
    found = f"{rows_html(('Step', 'Who', 'Played', 'Better', 'By'), rows)}<p>{NOT_CERTAIN}</p>"
    return f"<section><h2>The moments that mattered</h2>{found if rows else f'<p>{NONE}</p>'}</section>"
