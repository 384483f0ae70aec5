"""What is decided at a table, and stored: one decision after the other, first stored, then shown."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from itertools import accumulate

from tablee.live.loading import LoadedTable, load_table
from tablee.measures import Counter, Histogram
from tablee.store import Conflict, NotSaved, Store
from tablee.table.directory import entry_of
from tablee.table.events import Event, Refused, Sit
from tablee.table.table import Table

logger = logging.getLogger("tablee")

EVENTS = Counter("tablee_events_total", "Events that were stored, by kind: moves are act and chance.", ("kind",))
SECONDS = Histogram("tablee_decision_seconds", "From a wish until it was stored, and until it was shown.", ("until",))
CONFLICTS = Counter("tablee_conflicts_total", "Decisions that another server was faster with.")

Decision = Callable[[Table, int], list[Event]]
"""What follows at a table, at a time in milliseconds since 1970; nothing, or `Refused`, if it cannot be."""

Happened = Sequence[tuple[Table, Event]]
"""Events, each with the table after it."""


class Decisions:
    """The table as it is stored. A table never changes: after each event there is another one in its place."""

    def __init__(
        self,
        loaded: LoadedTable,
        store: Store,
        clock: Callable[[], int],
        show: Callable[[Happened], None],
        show_anew: Callable[[LoadedTable, int], None],
    ) -> None:
        """`show` is told what has happened, `show_anew` what another server has stored after an event of that number.

        `clock` tells the milliseconds since 1970.
        """
        self.table = loaded.table
        self.people = dict(loaded.people)
        self._store = store
        self._clock = clock
        self._show = show
        self._show_anew = show_anew
        self._lock = asyncio.Lock()

    async def decide(self, decision: Decision, person: str = "") -> None:
        """Make a decision; a `sit` among its events is that of `person`.

        Whoever awaits this must not be cancelled meanwhile, or memory and disk would part ways: see `Errands`.
        """
        begun = time.perf_counter()
        async with self._lock:
            events = decision(self.table, self._clock())
            if not events:
                return
            tables = list(accumulate(events, Table.ahead, initial=self.table))[1:]
            people = {event.number: person for event in events if isinstance(event, Sit) and person and not event.level}
            await self._hand_to_store(events, tables[-1], people)
            stored = time.perf_counter()
            self.table, self.people = tables[-1], self.people | people
            self._show(list(zip(tables, events, strict=True)))
            _count(events, stored - begun, time.perf_counter() - begun)

    async def catch_up(self) -> None:
        """See and show what somebody else has stored, if anybody has."""
        async with self._lock:
            await self._reload()

    async def _hand_to_store(self, events: list[Event], after: Table, people: dict[int, str]) -> None:
        """Store events, and what the table is `after` them."""
        try:
            await self._store.append(after.id, events, entry_of(after), people)
        except Conflict:
            CONFLICTS.add()
            await self._reload()
            raise Refused("stale") from None
        except NotSaved as error:
            logger.error("table %s: events could not be stored: %s", after.id, error)
            raise Refused("not_saved") from None

    async def _reload(self) -> None:
        """Another server was faster: see what it stored, and show that."""
        loaded = await load_table(self._store, self.table.id)
        assert loaded is not None
        known = self.table.number
        self.table, self.people = loaded.table, dict(loaded.people)
        self._show_anew(loaded, known)


def _count(events: Sequence[Event], stored: float, shown: float) -> None:
    for event in events:
        EVENTS.add(type(event).__name__.lower())
    SECONDS.take(stored, "stored")
    SECONDS.take(shown, "shown")
