"""Decide what happens at a table, one decision after the other: first store it, then show it."""

import logging
import time
from collections.abc import Callable, Sequence
from itertools import accumulate

import msgspec

from tablee.bots.metrics import Counter, Histogram
from tablee.engine.faults import is_forgiving
from tablee.games import game_if_here
from tablee.server.features.ratings.model import check_one_seat_each
from tablee.server.features.readiness.service import Readiness
from tablee.server.realtime.clock_watch import TOLERANCE
from tablee.server.realtime.presence import Presence, Seen
from tablee.server.realtime.table_services import TableServices
from tablee.server.realtime.tasks import BackgroundTasks, Turn, run_in_worker_thread
from tablee.server.storage import Conflict, Fenced, Lease, NotSaved, Store, StoredTable, Unavailable, Unsure
from tablee.server.table.directory import Entry, Latest, entry_of, just_moves, latest_of
from tablee.server.table.events import Event, Refused, Sit, Start
from tablee.server.table.log import read_log
from tablee.server.table.stored import number_of, stored_table
from tablee.server.table.table import Table
from tablee.server.table.timeouts import away, due, time_up

logger = logging.getLogger("tablee")

EVENTS = Counter("tablee_events_total", "Events that were stored, by kind: moves are act and chance.", ("kind",))
SECONDS = Histogram("tablee_decision_seconds", "From a command until it is stored, and until it is shown.", ("until",))
CONFLICTS = Counter("tablee_conflicts_total", "Decisions that another server was faster with.")

Decision = Callable[[Table, int], list[Event]]
"""Returns the events that follow at a table at a time in milliseconds since 1970; none if none do. Raises `Refused`."""

Happened = Sequence[tuple[Table, Event]]
"""Events, each with the table after it."""

MOST_TRIES = 5
"""Maximum number of attempts if other servers store first each time."""


class LoadedTable(msgspec.Struct, frozen=True):
    """A table and what is stored with its log: participants → people, and the latest event that each has seen."""

    table: Table
    people: dict[int, str]
    seen: dict[int, int]
    kept: int = 0
    """The event up to which there is a snapshot."""


async def load_table(store: Store, table_id: str, readiness: Readiness | None = None) -> LoadedTable | None:
    """Load a table from the store; None if there is none with that id. Raises `NotReady` if it needs rules."""
    stored = await store.load(table_id)
    if stored is None:
        return None
    if readiness is not None and any(isinstance(event, Start) for event in stored.events):
        readiness.require(stored.opening.game)
    return await run_in_worker_thread(_fold, stored)


def _fold(stored: StoredTable) -> LoadedTable:
    opening, definition = stored.opening, game_if_here(stored.opening.game)
    table = stored_table(opening, stored.seed, definition, stored.events, fault=stored.fault, snapshot=stored.snapshot)
    return LoadedTable(table, stored.people, stored.seen, number_of(stored.snapshot))


def _after_each(table: Table, events: Sequence[Event]) -> list[Table]:
    """The table after each of some events."""
    return list(accumulate(events, Table.ahead, initial=table))[1:]


def _entry_after(table: Table, events: Sequence[Event]) -> Entry | Latest:
    """What the directory gets to know of a table after these events."""
    return latest_of(table) if just_moves(events) else entry_of(table)


class Decisions:
    """The stored table. Tables are immutable: each event replaces the table."""

    def __init__(
        self,
        loaded: LoadedTable,
        services: TableServices,
        background: BackgroundTasks,
        presence: Presence,
        seen: Seen,
        show: Callable[[Happened], None],
        show_anew: Callable[[LoadedTable, int], None],
    ) -> None:
        """`show` is called with what happened here, `show_anew` with what another server has stored after an event."""
        self.table = loaded.table
        self.people = dict(loaded.people)
        """Which person each participant is."""
        self.late = 0
        """How many milliseconds it took to store the latest events of this server."""
        self._services = services
        self._store = services.store
        self._background = background
        self._presence = presence
        self._seen = seen
        self._show = show
        self._show_anew = show_anew
        self._turn = Turn()
        self._is_unsure = False
        """Was the connection to the store lost during a write, so that the store may have more events?"""

    async def decide(
        self, decision: Decision, person: str = "", lease: Lease | None = None, arrived: int | None = None
    ) -> None:
        """Make a decision. Once begun it is stored and shown, even if the caller is cancelled meanwhile.

        A `sit` among its events is that of `person`; `lease` is the lease it needs, if any. `arrived` is when the
        command came: players are not charged for the server's time.

        If another server has stored events meanwhile, the decision is made again after them.
        """
        await self._background.shield(self._decide(decision, person, lease, arrived))

    @property
    def is_free(self) -> bool:
        """Is no decision under way, so that one can be made at once?"""
        return self._turn.is_free and not self._is_unsure

    def decide_at_once(self, decision: Decision, arrived: int, then: Callable[[Exception | None], None]) -> None:
        """Make a decision without a task; only while `is_free`.

        `then` is called once it is shown, or with why it is refused. Raises `Refused` if that is known at once.
        """
        self._turn.take()
        begun = time.perf_counter()
        try:
            events = self._follows(decision, arrived)
            tables = _after_each(self.table, events)
        except BaseException:
            self._turn.pass_on()
            raise

        def stored(error: Exception | None) -> None:
            if isinstance(error, Conflict):
                self._background.begin(self._decide_later(decision, arrived, begun, then))
                self._background.leave()
                return
            refusal = None if error is None else self._refusal(error)
            try:
                if refusal is None:
                    self._happened(tables, events, {}, begun)
            finally:
                self._turn.pass_on()
                then(refusal)
                self._background.leave()

        self._background.enter()
        if not events:
            stored(None)
            return
        entry, tell = _entry_after(tables[-1], events), self._presence.somebody_is_elsewhere
        self._store.append_then(stored, self.table.id, events, entry, tell=tell)

    async def _decide_later(
        self, decision: Decision, arrived: int, begun: float, then: Callable[[Exception | None], None]
    ) -> None:
        """Make a decision that has met events of another server; it has the turn."""
        error: Exception | None = None
        try:
            await self._meet_conflict()
            await self._decide_again(decision, "", None, arrived, begun)
        except Exception as refused:
            error = refused
        finally:
            self._turn.pass_on()
            then(error)

    async def decide_by_lease(self, decision: Decision) -> None:
        """Decide for bots and clocks, if this server holds the lease."""
        leases, table = self._services.leases, self.table.id
        try:
            await self.decide(decision, lease=leases.held(table))
        except Refused:
            leases.doubt(table)
            raise

    async def _decide(self, decision: Decision, person: str, lease: Lease | None, arrived: int | None) -> None:
        begun = time.perf_counter()
        async with self._turn:
            if self._is_unsure:
                await self._take_over()
            await self._decide_again(decision, person, lease, arrived, begun)

    async def _decide_again(
        self, decision: Decision, person: str, lease: Lease | None, arrived: int | None, begun: float
    ) -> None:
        """Decide until no other server is faster; it has the turn."""
        for _ in range(MOST_TRIES):
            if await self._store_and_show(self._follows(decision, arrived), person, lease, begun):
                return
        raise Refused("stale")

    def _follows(self, decision: Decision, arrived: int | None) -> list[Event]:
        """The events of a decision; its time is never before that of the latest event."""
        table = self.table
        latest = table.events[-1].at if table.events else 0
        now = self._services.clock() if arrived is None else max(arrived, latest)
        closures = self.closures(now)
        try:
            events = decision(table.ahead(*closures) if closures else table, now)
        except Refused:
            raise
        except Exception as error:
            if table.definition is None or not is_forgiving():
                raise
            table.definition.faults.note("rules", error)
            raise Refused("game_fault") from None
        if any(isinstance(event, Start) for event in events):
            sitting = [self.people[one.id] for one in table.participants if one.id in self.people]
            check_one_seat_each(table.opening, sitting)
        return [*closures, *events] if events else []

    def closures(self, now: int) -> list[Event]:
        """The events that record when the servers were down, to be stored first."""
        return away(self.table, self._services.clock_watch.shut_to(self.table.opening.game), now)

    async def _store_and_show(self, events: list[Event], person: str, lease: Lease | None, begun: float) -> bool:
        """Store events and show them; False if another server was faster, whose events are then shown."""
        if not events:
            return True
        tables = _after_each(self.table, events)
        people = {event.number: person for event in events if isinstance(event, Sit) and person and not event.level}
        if not await self._append(events, tables[-1], people, lease):
            await self._meet_conflict()
            return False
        self._happened(tables, events, people, begun)
        return True

    async def _meet_conflict(self) -> None:
        """Show what another server has stored first."""
        CONFLICTS.add()
        known = self.table.number
        await self._take_over()
        if self.table.number == known:  # nobody was faster: the database has lost events
            await self._reload()

    def _happened(self, tables: list[Table], events: list[Event], people: dict[int, str], begun: float) -> None:
        """Show what is stored now, and count it."""
        if not events:
            return
        stored = time.perf_counter()
        self.late = max(0, self._services.clock() - events[-1].at) if self.table.opening.clock else 0
        self._happen(tables, events, people)
        for event in events:
            EVENTS.add(type(event).__name__.lower())
        SECONDS.take(stored - begun, "stored")
        SECONDS.take(time.perf_counter() - begun, "shown")

    def _happen(self, tables: list[Table], events: list[Event], people: dict[int, str]) -> None:
        self.table, self.people = tables[-1], self.people | people
        self._show(list(zip(tables, events, strict=True)))

    async def _append(self, events: list[Event], after: Table, people: dict[int, str], lease: Lease | None) -> bool:
        """Store events, and the table `after` them; False if those numbers are taken."""
        tell = self._presence.somebody_is_elsewhere
        try:
            await self._store.append(after.id, events, _entry_after(after, events), people, lease, tell=tell)
        except Conflict:
            return False
        except (Fenced, NotSaved) as error:
            raise self._refusal(error) from None
        return True

    def _refusal(self, error: Exception) -> Exception:
        """What a client is told if events could not be stored."""
        if isinstance(error, Fenced):
            return Refused("stale")
        if isinstance(error, Unsure):
            logger.error("table %s: whether events are stored is not known: %s", self.table.id, error)
            self._is_unsure = True
            return Refused("unsure")
        if isinstance(error, NotSaved):
            logger.error("table %s: events could not be stored: %s", self.table.id, error)
            return Refused("not_saved")
        return error

    # ---- clocks --------------------------------------------------------------------------------------------

    def time_up(self, table: Table, now: int) -> list[Event]:
        """Decide whether a seat's time is up, with tolerance for commands on their way."""
        return time_up(table, now) if time_up(table, now - TOLERANCE - self.late) else []

    def due(self) -> int:
        """When the table will be due if nobody acts; 0 if it will not."""
        when = due(self.table.ahead(*self.closures(self._services.clock())))
        return when + self.late if when is not None else 0

    # ---- what other servers have stored --------------------------------------------------------------------

    async def catch_up(self, number: int, lines: Sequence[bytes] = ()) -> None:
        """Load and show everything up to an event; `lines` are the latest moves."""
        async with self._turn:
            if self.table.number < number and (self._is_unsure or not self._follow(number, lines)):
                await self._take_over()

    def _follow(self, number: int, lines: Sequence[bytes]) -> bool:
        """Apply moves whose lines another server sent; False if they do not follow the table here."""
        events, fault = read_log(lines[len(lines) - (number - self.table.number) :], self.table.number)
        if fault or self.table.number + len(events) != number:
            return False
        try:
            tables = _after_each(self.table, events)
        except Exception:  # the rules of a game may raise anything
            return False
        self._happen(tables, events, {})
        return True

    async def look_again(self, *, anew: bool = False) -> None:
        """Load and show what is stored now: the log, and what each participant has seen; `anew`: the whole log."""
        await self._background.shield(self._look_again(anew))

    async def _look_again(self, anew: bool) -> None:
        async with self._turn:
            await (self._reload() if anew else self._take_over())

    async def _take_over(self) -> None:
        """Apply what another server has stored; if that fails, load the whole table."""
        try:
            later = await self._store.events_after(self.table.id, self.table.number)
            tables = _after_each(self.table, later.events)
        except Unavailable:
            raise Refused("not_saved") from None
        except Exception:  # the rules of a game may raise anything
            await self._reload()
            return
        self._is_unsure = False
        self._seen.update(later.seen)
        if later.fault:
            await self._reload()
        elif tables:
            self.late = 0
            self.people = {}  # a person who was deleted must not remain
            self._happen(tables, later.events, later.people)
        elif any(self.people.get(one.id) != later.people.get(one.id) for one in self.table.participants):
            self.people = dict(later.people)  # a guest has signed in: no event, but another person in the seat
            self._show_anew(LoadedTable(self.table, self.people, later.seen), self.table.number)

    async def _reload(self) -> None:
        """Load the whole table from the store and show it."""
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
