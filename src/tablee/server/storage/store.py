"""The store of a house: what features ask of a database, and nothing more. The SQL serves SQLite and PostgreSQL."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from tablee.server.features.accounts.model import DeviceLink, Person, Session, new_person_id
from tablee.server.features.accounts.store import AccountStore
from tablee.server.features.analysis.store import PlanStore
from tablee.server.features.bot_accounts.store import BotAccountStore
from tablee.server.features.chat.store import ChatStore
from tablee.server.features.clubs.store import ClubStore
from tablee.server.features.daily.store import DailyStore
from tablee.server.features.history.store import HistoryStore
from tablee.server.features.lobby.store import LobbyStore
from tablee.server.features.moderation.host_store import HostStore
from tablee.server.features.moderation.store import REMOVED, ModerationStore, ReportStore
from tablee.server.features.notifications.store import NotificationStore
from tablee.server.features.ratings.store import RatingStore
from tablee.server.features.review.store import ReviewStore
from tablee.server.features.tournaments.store import TournamentStore
from tablee.server.storage import KEPT_HOURS, LaterEvents, Lease, NotSaved, PubSubMessage, StoredTable, WriteJob
from tablee.server.storage.forgetting import forget
from tablee.server.storage.rows import (
    EVENT,
    OPENING,
    PARTICIPANT,
    SNAPSHOT,
    entry,
    later_events,
    own_entries,
    stored_table,
)
from tablee.server.storage.sql import Database, Rows, Transaction, json_rows
from tablee.server.table.clock import AN_HOUR
from tablee.server.table.directory import Entry, Latest, just_moves, waiting_tables
from tablee.server.table.events import Event, Opening, Rise
from tablee.server.table.log import encode_event

if TYPE_CHECKING:
    from tablee.server.storage.postgres.pg_writer import PostgresWriter
    from tablee.server.storage.sqlite.sqlite_writer import SqliteWriter

_encode = msgspec.json.Encoder().encode

MOST_WAITING = 200
"""Of so many tables of a person, the latest, it is looked which wait for them."""

# One statement reads a table as it was at one moment.
_LATER = f"""
    SELECT {EVENT} AS part, number, body, NULL, '', 0 FROM events WHERE table_id = $1 AND number > $2
    UNION ALL SELECT {PARTICIPANT}, participant, NULL, NULL, person, seen FROM participants WHERE table_id = $1
"""
_TABLE = f"""
    SELECT {OPENING} AS part, 0 AS number, opening, seed, '', 0 FROM tables WHERE id = $1
    UNION ALL {_LATER.replace("AND number > $2", "")}
    UNION ALL SELECT {SNAPSHOT}, number, body, NULL, '', 0 FROM snapshots WHERE table_id = $1
    ORDER BY part, number
"""
_NUMBERS = """
    SELECT table_id, number FROM directory WHERE table_id IN (SELECT value ->> 0 FROM json_each(CAST($1 AS TEXT)))
"""
_KEEP_SNAPSHOT = """
    INSERT INTO snapshots (table_id, number, body) VALUES ($1, $2, $3)
    ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, body = excluded.body
    WHERE excluded.number > snapshots.number
"""
_ENTRY = "SELECT body, status, number, turn, moved, due FROM directory WHERE table_id = $1"
_ENTRIES = """
    WITH own AS (
        SELECT table_id, body, status, number, turn, moved, due FROM directory
        WHERE table_id IN (SELECT table_id FROM participants WHERE person = $1)
        AND (status IN ('waiting', 'playing') OR NOT $2) ORDER BY moved DESC, table_id LIMIT $3
    )
    SELECT table_id, body, status, number, turn, moved, due, participant
    FROM own JOIN participants USING (table_id) WHERE person = $1 ORDER BY moved DESC, table_id, participant
"""
_FINISHED = "SELECT table_id FROM directory WHERE status = 'over' AND table_id > $1 ORDER BY table_id LIMIT $2"
_DUE = "SELECT table_id, due FROM directory WHERE due IS NOT NULL ORDER BY due LIMIT $1"
_FORGET_HOURS = "DELETE FROM hours WHERE until < $1"
_NOTE_HOURS = """
    INSERT INTO hours (server, since, until) VALUES ($1, $2, $3) ON CONFLICT (server, since)
    DO UPDATE SET until = CASE WHEN hours.until < excluded.until THEN excluded.until ELSE hours.until END
"""
_HOURS = "SELECT since, until FROM hours WHERE until > $1 ORDER BY since"
# Whether the host has removed a person is asked with every session, so it holds at once, whatever session it is.
_PERSON = f"""
    SELECT persons.id, name, persons.since, EXISTS (
        SELECT 1 FROM sanctions WHERE sanction = '{REMOVED}' AND sanctions.person IN (persons.id, owner)
    ) FROM sessions JOIN persons ON persons.id = person LEFT JOIN bot_accounts ON bot_accounts.id = persons.id
    WHERE sessions.id = $1
"""
_BEGIN_SESSION = """
    INSERT INTO sessions (id, person, since, seen, device)
    SELECT $1, id, $2, $2, $3 FROM persons WHERE id = $4 ON CONFLICT (id) DO NOTHING
"""
_BEGIN_NEW_SESSION = """
    INSERT INTO sessions (id, person, since, seen, device) VALUES ($1, $4, $2, $2, $3)
    ON CONFLICT (id) DO NOTHING RETURNING person
"""
_NEW_PERSON = "INSERT INTO persons (id, name, since) VALUES ($1, '', $2)"
_IS_OVERDUE = "SELECT 1 FROM sessions WHERE id = $1 AND seen <= $2"
_SAW_SESSION = "UPDATE sessions SET seen = $2 WHERE id = $1 AND seen <= $3"
_SESSIONS = "SELECT id, person, since, seen, device FROM sessions WHERE person = $1 ORDER BY seen DESC, since DESC, id"
_END_SESSION = "DELETE FROM sessions WHERE id = $1 AND person = $2"
_NAME = "SELECT name FROM persons WHERE id = $1"
_RENAME = (
    "INSERT INTO persons (id, name, since) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
)
_UNSEEN = """
    SELECT persons.id FROM persons LEFT JOIN sessions ON person = persons.id
    GROUP BY persons.id HAVING coalesce(max(seen), persons.since) < $1 LIMIT $2
"""
_WITHDRAW_LINKS = "DELETE FROM device_links WHERE person = $1 OR until <= $2"
_ADD_LINK = """
    INSERT INTO device_links (digest, person, back, until) VALUES ($1, $2, $3, $4)
    ON CONFLICT (person) DO UPDATE SET digest = excluded.digest, back = excluded.back, until = excluded.until
"""
_FIND_LINK = "SELECT digest, person, back, until FROM device_links WHERE digest = $1 AND until > $2"
_USE_LINK = "DELETE FROM device_links WHERE digest = $1 AND until > $2 RETURNING digest, person, back, until"
# A lease that ends later than one taken now was taken before the clock was put back: it counts as over. PostgreSQL asks
# for the time again once it holds the row. Whoever takes a lease over gets the token that a new one would have.
_TAKE_LEASE = """
    INSERT INTO leases (table_id, server, until) VALUES ($1, $2, {now} + $3)
    ON CONFLICT (table_id) DO UPDATE SET server = excluded.server, until = {now} + $3, token = CASE
        WHEN leases.server = excluded.server AND leases.until > {now} THEN leases.token ELSE excluded.token END
    WHERE leases.server = excluded.server OR leases.until <= {now} OR leases.until > {now} + $3 RETURNING token
"""
_NAMED = """
    (table_id, token) IN (SELECT value ->> 0, CAST(value ->> 1 AS BIGINT) FROM json_each(CAST($1 AS TEXT)))
"""
_KEEP_LEASES = f"UPDATE leases SET until = {{now}} + $2 WHERE {_NAMED} RETURNING table_id"
_RELEASE_LEASES = f"DELETE FROM leases WHERE {_NAMED}"


class Store(AccountStore, HistoryStore, ABC):
    """When a writing method returns, its data is on disk. Times are in milliseconds since 1970.

    Writing methods raise `NotSaved`, reading ones `Unavailable`, if the database does not answer within `PATIENCE`.
    """

    is_shared: bool
    """May other servers work on the same database?"""

    def __init__(self, database: Database, writer: "SqliteWriter | PostgresWriter", now: str, server: str) -> None:
        """`now` is SQL for the time of the database, in milliseconds since 1970."""
        self.database, self.writer = database, writer
        self.server = server
        """The id of this open store: different from that of any other on the same database."""
        self._now = f"SELECT {now}"
        self._take_lease, self._keep_leases = _TAKE_LEASE.format(now=now), _KEEP_LEASES.format(now=now)
        self.chat = ChatStore(database)
        self.reports = ReportStore(database)
        self.moderation = ModerationStore(database)
        self.host = HostStore(database)
        self.bot_accounts = BotAccountStore(database)
        self.ratings = RatingStore(database)
        self.lobby = LobbyStore(database)
        self.notifications = NotificationStore(database)
        self.review = ReviewStore(database)
        self.daily = DailyStore(database)
        self.tournaments = TournamentStore(database)
        self.clubs = ClubStore(database)
        self.plans = PlanStore(database)

    # ---- tables --------------------------------------------------------------------------------------------

    async def open_table(self, opening: Opening, seed: bytes, entry: Entry) -> None:
        """Store a new table without events, and enter it in the directory."""
        job = self.writer.job()
        job.opening, job.entry = (opening.table, _encode(opening), seed), entry
        await self.writer.write(job)

    async def append(
        self,
        table: str,
        events: Sequence[Event],
        entry: Entry | Latest,
        people: Mapping[int, str] | None = None,
        fence: Lease | None = None,
        *,
        tell: bool = True,
    ) -> None:
        """Store events, the directory's entry after them, and the persons of new participants; all of it or nothing.

        Raises `Conflict` or `NotSaved`; or `Fenced` if the lease `fence` is another server's by now. `tell` is whether
        other servers hear of it at once; if not, they find it when they compare `numbers`. Of the entry, events that
        are `just_moves` need no more than the `Latest`.
        """
        await self.writer.write(self._job(table, events, entry, people, fence, tell))

    def append_then(
        self,
        then: Callable[[Exception | None], None],
        table: str,
        events: Sequence[Event],
        entry: Entry | Latest,
        *,
        tell: bool = True,
    ) -> None:
        """As `append`, and call `then`, with the error if there is one."""
        job = self._job(table, events, entry, None, None, tell)
        job.then = then
        self.writer.put(job)

    def _job(
        self,
        table: str,
        events: Sequence[Event],
        entry: Entry | Latest,
        people: Mapping[int, str] | None,
        fence: Lease | None,
        tell: bool,
    ) -> WriteJob:
        job = self.writer.job()
        job.lines = [(table, event.number, encode_event(event)) for event in events]
        job.fence, job.is_told, job.people = fence, tell, people
        job.just_moves = just_moves(events)
        job.entry = Latest(entry.turn, entry.moved, entry.due) if job.just_moves else entry
        if not job.just_moves:
            job.risen = [event.participant for event in events if isinstance(event, Rise)]
        return job

    async def load(self, table: str) -> StoredTable | None:
        """All of a table, or None if there is none of that id. Nothing in a log makes this fail: see `fault`."""
        return await self.database.fetch_decoded(lambda rows: stored_table(table, rows), _TABLE, table)

    async def events_after(self, table: str, number: int) -> LaterEvents:
        """The events of a table after the one of that number."""
        return later_events(await self.database.fetch(f"{_LATER} ORDER BY part, number", table, number), number)

    async def numbers(self, tables: Iterable[str]) -> dict[str, int]:
        """The latest event of each of those tables that exist."""
        return dict(await self.database.fetch(_NUMBERS, json_rows((table,) for table in tables)))

    async def saw(self, table: str, participant: int, number: int) -> None:
        """Remember the latest event that a participant has seen."""
        job = self.writer.job()
        job.saw = table, participant, number
        await self.writer.write(job)

    async def keep_snapshot(self, table: str, number: int, body: bytes) -> None:
        """Keep the state of a table at an event, unless that of a later one is kept."""
        await self.database.write((_KEEP_SNAPSHOT, table, number, body))

    # ---- the directory -------------------------------------------------------------------------------------

    async def entry(self, table: str) -> Entry | None:
        """The directory's entry of a table."""
        found = await self.database.fetch(_ENTRY, table)
        return entry(*found[0]) if found else None

    async def entries_of(self, person: str, *, unfinished: bool, most: int) -> list[tuple[Entry, list[int]]]:
        """A person's tables, those with the latest moves first, and the participants that the person is at each.

        `unfinished` leaves out those that are over or closed.
        """
        return own_entries(await self.database.fetch(_ENTRIES, person, unfinished, most))

    async def waiting_tables(self, person: str) -> list[Entry]:
        """The tables that wait for a person, the one with the least time left first."""
        return waiting_tables(await self.entries_of(person, unfinished=True, most=MOST_WAITING))

    async def finished_tables(self, after: str, most: int) -> list[str]:
        """Ids of finished tables in their order, beginning after one; an empty text comes before all."""
        return [table for (table,) in await self.database.fetch(_FINISHED, after, most)]

    async def due(self, most: int) -> list[tuple[str, int]]:
        """Tables that are due for something automatic, each with when (`Entry.due`), the soonest first."""
        return [(table, when) for table, when in await self.database.fetch(_DUE, most)]

    async def note_hours(self, since: int, until: int) -> None:
        """Remember that this server was open from then until then: later calls with the same `since` prolong it.

        What is longer past than `KEPT_HOURS` is forgotten.
        """
        await self.database.write((_FORGET_HOURS, until - KEPT_HOURS), (_NOTE_HOURS, self.server, since, until))

    async def clock(self) -> int:
        """The time of the database."""
        [[now]] = await self.database.fetch(self._now)
        return int(now)

    async def hours(self, after: int) -> list[tuple[int, int]]:
        """The times at which servers were open, from when to when, that end after a time; the earliest first."""
        return [(since, until) for since, until in await self.database.fetch(_HOURS, after)]

    # ---- people --------------------------------------------------------------------------------------------

    async def person_of(self, session: str) -> Person | None:
        """The person of a session, or None if it does not exist (any more)."""
        return _person_in(await self.database.fetch(_PERSON, session))

    async def begin_session(self, session: str, person: Person | None, now: int, device: str) -> Person:
        """Begin a session of that person, or of a new one; a session that exists stays whose it is."""
        new_id = new_person_id()

        def begin() -> Transaction[Person | None]:
            if person:
                yield _BEGIN_SESSION, session, now, device, person.id
            # Of two tabs that come at once the second waits here for the first, and leaves no person behind.
            elif (yield _BEGIN_NEW_SESSION, session, now, device, new_id):
                yield _NEW_PERSON, new_id, now
            return _person_in((yield _PERSON, session))

        begun = await self.database.transact(begin, "write")
        if begun is None:
            raise NotSaved("the session has ended already")
        return begun

    async def saw_session(self, session: str, now: int) -> None:
        """Store that a session was seen now, at most once an hour."""
        if await self.database.fetch(_IS_OVERDUE, session, now - AN_HOUR):
            await self.database.write((_SAW_SESSION, session, now, now - AN_HOUR))

    async def sessions_of(self, person: str) -> list[Session]:
        """All sessions of a person, the one that was seen last first."""
        return [Session(*row) for row in await self.database.fetch(_SESSIONS, person)]

    async def end_session(self, person: str, session: str) -> bool:
        """End a session, if it is one of that person; then their device links end, too."""
        theirs = any(one.id == session for one in await self.sessions_of(person))
        if theirs:
            await self.database.write((_END_SESSION, session, person), (_WITHDRAW_LINKS, person, 0))
        return theirs

    async def name_of(self, person: str) -> str:
        """The name a person has taken, or an empty text."""
        found = await self.database.fetch(_NAME, person)
        return str(found[0][0]) if found else ""

    async def rename(self, person: str, name: str, now: int) -> None:
        """Remember the name of a person."""
        await self.database.write((_RENAME, person, name, now))

    async def unseen_since(self, before: int, most: int) -> list[str]:
        """Persons who were last seen before a time: in any session, or without one when they were created."""
        return [person for (person,) in await self.database.fetch(_UNSEEN, before, most)]

    async def forget_person(self, person: str, now: int) -> list[str]:
        """Delete a person with all that is theirs, and their names in logs and directory, all at once.

        Every log in which they were gets an empty `Name` for each participant that they were. Returns the tables.
        """
        numbers = await self.database.transact(lambda: forget(person, now), "write")
        for table, number in numbers.items():
            self.tell_number(table, number)
        return list(numbers)

    # ---- device links --------------------------------------------------------------------------------------

    async def add_device_link(self, link: DeviceLink, now: int) -> None:
        """Keep a device link; an earlier one of the same person ends."""
        add = (_ADD_LINK, link.digest, link.person, link.back, link.until)
        await self.database.write((_WITHDRAW_LINKS, link.person, now), add)

    async def find_device_link(self, digest: str, now: int) -> DeviceLink | None:
        """The device link with that digest, if it has not ended."""
        found = await self.database.fetch(_FIND_LINK, digest, now)
        return DeviceLink(*found[0]) if found else None

    async def use_device_link(self, digest: str, now: int) -> DeviceLink | None:
        """The same, and end it: of all who use it at once, one gets it.

        If the database is lost just then, `NotSaved` is raised, and the link may have ended.
        """
        [found] = await self.database.execute((_USE_LINK, digest, now))
        return DeviceLink(*found[0]) if found else None

    # ---- several servers -----------------------------------------------------------------------------------

    async def take_lease(self, table: str, server: str, lifetime: float) -> Lease | None:
        """Take or prolong the lease of a table for so many seconds, unless it is another server's.

        The clock of the database decides when it ends. The holder must have begun to count before asking.
        """
        [found] = await self.database.write((self._take_lease, table, server, int(lifetime * 1000)))
        return Lease(table, server, found[0][0]) if found else None

    async def keep_leases(self, leases: Sequence[Lease], lifetime: float) -> set[str]:
        """Prolong leases, all at once; returns the tables of those that are still held."""
        named = json_rows((lease.table, lease.token) for lease in leases)
        [found] = await self.database.write((self._keep_leases, named, int(lifetime * 1000)))
        return {table for (table,) in found}

    async def release_leases(self, leases: Sequence[Lease]) -> None:
        """Let others have these leases; those that others have taken already stay theirs."""
        await self.database.write((_RELEASE_LEASES, json_rows((lease.table, lease.token) for lease in leases)))

    # A store that is not shared has no other servers to tell anything, or to hear from.

    def tell_number(self, table: str, number: int) -> None:
        """Tell other servers what the latest event of a table is."""

    async def listen(self, callback: Callable[[PubSubMessage], None]) -> None:
        """From now on tell `callback` what other servers store and announce.

        Messages are hints and may get lost: after `MessagesMissed`, and now and then, callers compare `numbers`.
        """

    def announce(self, kind: str, payload: str) -> None:
        """Tell other servers something that is not stored, soon, together with other messages; it may get lost.

        Raises `ValueError` if it is longer than `LONGEST_ANNOUNCEMENT`.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish what has been asked for, and let go of the database."""


def _person_in(rows: Rows) -> Person | None:
    if not rows:
        return None
    person, name, since, is_removed = rows[0]
    return Person(person, name, since, bool(is_removed))
