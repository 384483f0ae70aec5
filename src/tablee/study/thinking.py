"""Telling a story here and now, on one core. It loads the search: servers ask their workers instead."""

from collections.abc import Callable

from tablee.bots.judging import judge_by
from tablee.bots.weighing import Worths
from tablee.study.budgets import Budget
from tablee.study.story import LEAVE, Story
from tablee.study.tables import finished, moves_of, told
from tablee.table.table import Table


def story_of(table: Table, budget: Budget, weighed: Callable[[], None] = lambda: None) -> Story:
    """The story of a finished table; `weighed` is told of each step. Raises `Refused`."""
    folder, _ = finished(table)
    worths = Worths(folder, judge_by(folder, budget.level, budget.limit), budget.outcomes)
    found = []
    for move in moves_of(table):
        found.append(worths.weigh(move.before, "" if move.text == LEAVE else move.text))
        weighed()
    return told(table, found, budget)
