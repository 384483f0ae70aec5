"""What is decided at a table, and stored: one decision after the other, first stored, then shown."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from tablee.live.loading import LoadedTable, load_table
from tablee.measures import Counter, Histogram
from tablee.store import Conflict, Fenced, Lease, NotSaved, Store, Unavailable, Unsure
from tablee.table.directory import entry_of
from tablee.table.events import Event, Refused, Sit
from tablee.table.log import read_log
from tablee.table.table import Table

logger = logging.getLogger("tablee")

EVENTS = Counter("tablee_events_total", "Events that were stored, by kind: moves are act and chance.", ("kind",))
SECONDS = Histogram("tablee_decision_seconds", "From a wish until it was stored, and until it was shown.", ("until",))
CONFLICTS = Counter("tablee_conflicts_total", "Decisions that another server was faster with.")

Decision = Callable[[Table, int], list[Event]]
"""What follows at a table, at a time in milliseconds since 1970; nothing, or `Refused`, if it cannot be."""

Happened = Sequence[tuple[Table, Event]]
"""Events, each with the table after it."""


MOST_TRIES = 5
"""How often something is decided anew when other servers are faster every time."""


class Decisions:
    """The table as it is stored. A table never changes: after each event there is another one in its place."""

    def __init__(
        self,
        loaded: LoadedTable,
        store: Store,
        clock: Callable[[], int],
        show: Callable[[Happened], None],
        show_anew: Callable[[LoadedTable, int], None],
        saw: Callable[[Mapping[int, int]], None],
        must_tell: Callable[[], bool],
        shut: Callable[[Table, int], list[Event]],
    ) -> None:
        """`show` is told what has happened, `show_anew` what another server has stored after an event of that number.

        `saw` is told what each sitter has seen, as it is stored; `must_tell` says whether other servers wait for what
        happens here. `clock` tells the milliseconds since 1970; `shut` what must be written down before, as the house
        was shut for a while.
        """
        self.table = loaded.table
        self.people = dict(loaded.people)
        self._store = store
        self._clock = clock
        self._show = show
        self._show_anew = show_anew
        self._saw = saw
        self._must_tell = must_tell
        self._shut = shut
        self.late = 0
        """How many milliseconds it took to store what happened last, here."""
        self._lock = asyncio.Lock()
        self._is_unsure = False
        """Was the store lost while it stored something, so that it may have more than we know of?"""

    async def decide(
        self, decision: Decision, person: str = "", lease: Lease | None = None, arrived: int | None = None
    ) -> None:
        """Make a decision; a `sit` among its events is that of `person`. `lease` is what it rests on, if on any.

        `arrived` is when it was wished for, where that matters: what the house takes is not their time.

        If another server has stored something meanwhile, it is decided anew after that.
        Whoever awaits this must not be cancelled meanwhile, or memory and disk would part ways: see `Errands`.
        """
        begun = time.perf_counter()
        async with self._lock:
            if self._is_unsure:
                await self._take_over()
            for _ in range(MOST_TRIES):
                if await self._decided(self._follows(decision, arrived), person, lease, begun):
                    return
            raise Refused("stale")

    def _follows(self, decision: Decision, arrived: int | None) -> list[Event]:
        """What a decision comes to now; time does not go back for one that has waited."""
        table = self.table
        latest = table.events[-1].at if table.events else 0
        now = self._clock() if arrived is None else max(arrived, latest)
        shut = self._shut(table, now)
        events = decision(table.ahead(*shut) if shut else table, now)
        return [*shut, *events] if events else []

    async def _decided(self, events: list[Event], person: str, lease: Lease | None, begun: float) -> bool:
        """Store what follows and show it; False if another server was faster, and what it stored has been shown."""
        if not events:
            return True
        tables = list(accumulate(events, Table.ahead, initial=self.table))[1:]
        people = {event.number: person for event in events if isinstance(event, Sit) and person and not event.level}
        if not await self._hand_to_store(events, tables[-1], people, lease):
            CONFLICTS.add()
            await self._take_over()
            return False
        stored = time.perf_counter()
        self.late = max(0, self._clock() - events[-1].at) if self.table.opening.clock else 0
        self._happen(tables, events, people)
        _count(events, stored - begun, time.perf_counter() - begun)
        return True

    def _happen(self, tables: list[Table], events: list[Event], people: dict[int, str]) -> None:
        self.table, self.people = tables[-1], self.people | people
        self._show(list(zip(tables, events, strict=True)))

    async def _hand_to_store(
        self, events: list[Event], after: Table, people: dict[int, str], lease: Lease | None
    ) -> bool:
        """Store events, and what the table is `after` them; False if there are others of those numbers."""
        try:
            await self._store.append(after.id, events, entry_of(after), people, lease, tell=self._must_tell())
        except Conflict:
            return False
        except Fenced:
            raise Refused("stale") from None
        except Unsure as error:
            logger.error("table %s: whether events are stored is not known: %s", after.id, error)
            self._is_unsure = True
            raise Refused("unsure") from None
        except NotSaved as error:
            logger.error("table %s: events could not be stored: %s", after.id, error)
            raise Refused("not_saved") from None
        return True

    # ---- what other servers have stored --------------------------------------------------------------------

    async def catch_up(self, number: int, lines: Sequence[bytes] = ()) -> None:
        """See to it that everything up to an event is known here and has been shown; `lines` are the latest moves."""
        async with self._lock:
            if self.table.number < number and (self._is_unsure or not self._follow(number, lines)):
                await self._take_over()

    def _follow(self, number: int, lines: Sequence[bytes]) -> bool:
        """Let moves happen here whose lines another server told us; False if they do not follow what is known here."""
        events, fault = read_log(lines[len(lines) - (number - self.table.number) :], self.table.number)
        if fault or self.table.number + len(events) != number:
            return False
        try:
            tables = list(accumulate(events, Table.ahead, initial=self.table))[1:]
        except Exception:  # rules of any game, told what they do not know
            return False
        self._happen(tables, events, {})
        return True

    async def look_again(self) -> None:
        """Know what is stored now, of the log and of what each sitter has seen."""
        async with self._lock:
            await self._take_over()

    async def _take_over(self) -> None:
        """Let happen here what another server has stored; if that cannot be, load the table anew."""
        try:
            later = await self._store.events_after(self.table.id, self.table.number)
            tables = list(accumulate(later.events, Table.ahead, initial=self.table))[1:]
        except Unavailable:
            raise Refused("not_saved") from None
        except Exception:  # rules of any game, told what they do not know
            await self._reload()
            return
        self._is_unsure = False
        self._saw(later.seen)
        if later.fault:
            await self._reload()
        elif tables:
            self.late = 0
            self.people = {}  # of somebody who is forgotten nothing is left
            self._happen(tables, later.events, later.people)
        elif any(self.people.get(one.id) != later.people.get(one.id) for one in self.table.sitters):
            self.people = dict(later.people)  # a guest has signed in: a seat is another's, and nothing has happened
            self._show_anew(LoadedTable(self.table, self.people, later.seen), self.table.number)

    async def _reload(self) -> None:
        """See what is stored, and show that."""
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


def _count(events: Sequence[Event], stored: float, shown: float) -> None:
    for event in events:
        EVENTS.add(type(event).__name__.lower())
    SECONDS.take(stored, "stored")
    SECONDS.take(shown, "shown")
