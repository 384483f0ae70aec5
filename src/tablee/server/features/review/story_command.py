"""`tablee story`: evaluate a downloaded game in this process, on one core, and print its story.

This module alone of the review loads the search: servers have moves evaluated by their workers (`service.py`).
"""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tqdm import tqdm

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
from tablee.server.features.review.story_report import NONE, NOT_CERTAIN, story_report
from tablee.server.table.export import read_export
from tablee.server.table.log import Unreadable
from tablee.server.table.table import Table, fold


def run(options: Namespace) -> int:
    """Evaluate the game in a file; print its story as text or JSON, and draw it if asked to."""
    table = _read(Path(options.file))
    moves = moves_of(table)
    budget = requested_budget(finished(table)[0], moves, options.level, options.simulations, options.seconds)
    with tqdm(total=len(moves), file=sys.stderr, disable=None, bar_format="{n_fmt}/{total_fmt} {bar:12}") as bar:
        story = story_of(table, budget, lambda: bar.update() and None)
    names = [name or f"seat {seat}" for seat, name in enumerate(table.names)]
    if options.html:
        title = f"{find_game(story.game).name}: was it the dice?"
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
        if throws := story.throws(seat):
            best, worst = (f"{one.text!r} (step {one.number}, {100 * one.luck(seat):+.0f} %)" for one in throws)
            yield f"{name}: best {best}, worst {worst}"
