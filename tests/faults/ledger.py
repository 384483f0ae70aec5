"""What players were told, and whether the database says the same."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from tablee.games import find_game
from tablee.server.storage import Store, StoredTable, open_store
from tablee.server.table.events import Act
from tablee.server.table.log import Unreadable
from tablee.server.table.table import Table, fold

Seat = tuple[str, int]
"""A table, and a seat of a person there."""


class Told(NamedTuple):
    """An action that its player has seen again as an event."""

    number: int
    text: str


class Verdict(msgspec.Struct):
    """What a comparison has found; all but the first four must be 0."""

    tables: int = 0
    events: int = 0
    acknowledged: int = 0
    bot_actions: int = 0
    lost: int = 0
    doubled: int = 0
    reordered: int = 0
    gaps: int = 0
    """Tables whose events are not numbered one after the other, or are other than the directory says."""
    unreadable: int = 0
    """Tables whose log cannot have happened."""

    @property
    def is_clean(self) -> bool:
        """Is everything as it should be?"""
        return not any((self.lost, self.doubled, self.reordered, self.gaps, self.unreadable))


class Ledger:
    """Notes what is sent and what comes back."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self.refusals: Counter[str] = Counter()
        """Codes of refusals, and of connections that were closed."""
        self._sent: dict[Seat, set[tuple[int, str]]] = {}
        self._told: dict[Seat, list[Told]] = {}

    def sends(self, seat: Seat, step: int, action: str) -> None:
        """A player sends an action, perhaps not for the first time."""
        self._sent.setdefault(seat, set()).add((step, action))

    def acknowledge(self, seat: Seat, number: int, action: str) -> None:
        """A player has seen their action as an event."""
        self._told.setdefault(seat, []).append(Told(number, action))

    @property
    def acknowledged(self) -> int:
        """How many actions."""
        return sum(map(len, self._told.values()))

    async def compare(self, database_url: str) -> Verdict:
        """Compare all of it with what is stored."""
        store = open_store(database_url)
        try:
            verdict = Verdict(acknowledged=self.acknowledged)
            for table in self.tables:
                await self._compare_table(store, table, verdict)
            return verdict
        finally:
            await store.close()

    async def _compare_table(self, store: Store, table: str, verdict: Verdict) -> None:
        before = (await store.numbers([table]))[table]
        stored = await store.load(table)
        after = (await store.numbers([table]))[table]  # a bot may still play
        assert stored is not None, table
        events = stored.events
        verdict.tables += 1
        verdict.events += len(events)
        in_order = [event.number for event in events] == list(range(1, len(events) + 1))
        verdict.gaps += not (in_order and before <= len(events) <= after)
        verdict.unreadable += bool(stored.fault) or not _folds(stored)
        acts = {event.number: event for event in events if isinstance(event, Act)}
        for seat in (0, 1):
            told, own = self._told.get((table, seat), []), [act for act in acts.values() if act.seat == seat]
            _compare_told(told, {act.number: act.text for act in own}, verdict)
            if (table, seat) in self._sent:
                verdict.doubled += len(own) - len(self._sent[table, seat] & set(_answered(stored, seat)))
            else:
                verdict.bot_actions += len(own)


def _compare_told(told: list[Told], stored: dict[int, str], verdict: Verdict) -> None:
    for one in told:
        if stored.get(one.number) != one.text:
            elsewhere = one.text in stored.values()
            verdict.reordered += elsewhere
            verdict.lost += not elsewhere
    numbers = [one.number for one in told]
    verdict.reordered += sum(later <= earlier for earlier, later in pairwise(numbers))


def _folds(stored: StoredTable) -> bool:
    try:
        fold(stored.opening, stored.seed, _game(stored.opening.game), stored.events)
    except Unreadable:
        return False
    return True


def _answered(stored: StoredTable, seat: int) -> Iterable[tuple[int, str]]:
    """Which step each action of a seat answers: none can be answered twice."""
    table = Table(stored.opening, stored.seed, _game(stored.opening.game))
    for event in stored.events:
        if isinstance(event, Act) and event.seat == seat:
            yield table.step, event.text
        table.append(event)


def _game(name: str) -> Any:
    return find_game(name)
