"""What is decided at a table, and stored: one decision after the other, first stored, then shown."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from itertools import accumulate

from tablee.live.loading import LoadedTable, load_table
from tablee.store import Conflict, NotSaved, Store, Unavailable, Unsure
from tablee.table.directory import entry_of
from tablee.table.events import Event, Refused, Sit
from tablee.table.table import Table

logger = logging.getLogger("tablee")

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
        self._is_unsure = False
        """Was the store lost while it stored something, so that it may have more than we know of?"""

    async def decide(self, decision: Decision, person: str = "") -> None:
        """Make a decision; a `sit` among its events is that of `person`.

        Whoever awaits this must not be cancelled meanwhile, or memory and disk would part ways: see `Errands`.
        """
        async with self._lock:
            if self._is_unsure:
                await self._reload()
            events = decision(self.table, self._clock())
            if not events:
                return
            tables = list(accumulate(events, Table.ahead, initial=self.table))[1:]
            people = {event.number: person for event in events if isinstance(event, Sit) and person and not event.level}
            await self._hand_to_store(events, tables[-1], people)
            self.table, self.people = tables[-1], self.people | people
            self._show(list(zip(tables, events, strict=True)))

    async def _hand_to_store(self, events: list[Event], after: Table, people: dict[int, str]) -> None:
        """Store events, and what the table is `after` them."""
        try:
            await self._store.append(after.id, events, entry_of(after), people)
        except Conflict:
            await self._reload()
            raise Refused("stale") from None
        except Unsure as error:
            logger.error("table %s: whether events are stored is not known: %s", after.id, error)
            self._is_unsure = True
            raise Refused("unsure") from None
        except NotSaved as error:
            logger.error("table %s: events could not be stored: %s", after.id, error)
            raise Refused("not_saved") from None

    async def _reload(self) -> None:
        """Another server was faster, or we have lost sight: see what is stored, and show that."""
        try:
            loaded = await load_table(self._store, self.table.id)
        except Unavailable as error:
            logger.error("table %s cannot be read: %s", self.table.id, error)
            self._is_unsure = True
            raise Refused("not_saved") from None
        assert loaded is not None
        self._is_unsure = False
        known = self.table.number
        self.table, self.people = loaded.table, dict(loaded.people)
        self._show_anew(loaded, known)
