"""Tables that count are counted when they are over, by whichever server looks first; all of it can be recomputed."""

from typing import NamedTuple

from tablee.people.contests import contest_of
from tablee.people.ratings import Contest
from tablee.store import Store
from tablee.store.ratings import recomputed

MOST = 50
"""Tables that are counted at one look."""


class Compared(NamedTuple):
    """How many games were counted, and what is stored otherwise than it follows from the logs, in words."""

    games: int
    differences: list[str]


async def count_finished(store: Store) -> None:
    """Count what is over and has not been counted. Servers that do so at once count every table once."""
    for table in await store.ratings.waiting(MOST):
        await store.ratings.count(await _contest(store, table))


async def compare(store: Store, *, correct: bool = False) -> Compared:
    """Recompute all ratings from the logs, and say what is stored otherwise; if it is to be corrected, do."""
    ledger = await store.ratings.ledger()
    contests = {table: await _contest(store, table) for table, why in ledger.counted if not why}
    changes, standings = recomputed(ledger, contests)
    told = {(one.table, one.sitter): one for one in changes}
    wrong = [one for key, one in told.items() if ledger.changes.get(key) != one]
    stand = {key: one for key, one in standings.items() if ledger.standings.get(key, one) != one}
    differences = [f"table {one.table}: sitter {one.sitter} came to {one.after}" for one in wrong]
    differences += [f"table {table}: sitter {sitter} did not play" for table, sitter in ledger.changes.keys() - told]
    differences += [f"{game}, {pace}: {person} stands at {one.rating}" for (person, game, pace), one in stand.items()]
    differences += [
        f"{game}, {pace}: {person} has not played" for person, game, pace in ledger.standings.keys() - standings
    ]
    if correct and (wrong or stand):
        await store.ratings.correct(wrong, stand)
    return Compared(sum(not why for _, why in ledger.counted), differences)


async def _contest(store: Store, table: str) -> Contest:
    stored = await store.load(table)
    assert stored is not None  # tables are never deleted
    return contest_of(stored.opening, stored.events, stored.fault)
