"""Telling a story here and now, on one core. It loads the search: servers ask their workers instead."""

from collections.abc import Callable, Sequence

from tablee.bots.judging import judge_by
from tablee.bots.weighing import Weighed, Worths
from tablee.games import GameFolder
from tablee.study.budgets import Budget
from tablee.study.story import LEAVE, Move, Story
from tablee.study.tables import finished, moves_of, told, with_opening
from tablee.table.table import Table


def story_of(table: Table, budget: Budget, weighed: Callable[[], None] = lambda: None) -> Story:
    """The story of a finished table; `weighed` is told of each step. Raises `Refused`."""
    folder, _ = finished(table)
    return told(table, weigh(folder, moves_of(table), budget, weighed), budget)


def weigh(
    folder: GameFolder, moves: Sequence[Move], budget: Budget, weighed: Callable[[], None] = lambda: None
) -> list[Weighed]:
    """All moves of a game as they are weighed; `weighed` is told of each."""
    worths, found = _worths(folder, budget), list[Weighed]()
    for move in moves:
        found.append(worths.weigh(move.before, "" if move.text == LEAVE else move.text))
        weighed()
    if budget.opening > 1 and moves:
        return with_opening(found, moves[0], _worths(folder, budget.of_opening()).weigh(moves[0].before))
    return found


def _worths(folder: GameFolder, budget: Budget) -> Worths:
    return Worths(folder, judge_by(folder, budget.level, budget.limit), budget.outcomes)
