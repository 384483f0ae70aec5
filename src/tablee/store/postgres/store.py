"""The store on PostgreSQL."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, TypeVar

import msgspec
from asyncpg import Connection, PostgresError

from tablee.people import Pass, Person, Session
from tablee.people.persons import new_person_id
from tablee.store import rows
from tablee.store.bells import Bells
from tablee.store.coming_back import ComingBack
from tablee.store.deals import Deals
from tablee.store.entries import entry
from tablee.store.finished import Finished
from tablee.store.hall import Hall
from tablee.store.interface import AN_HOUR, KEPT_HOURS, PATIENCE, Later, Lease, News, NotSaved, StoredTable, Unavailable
from tablee.store.own_games import OwnGames
from tablee.store.postgres import queries
from tablee.store.postgres.columns import lines_of, risen_among
from tablee.store.postgres.connections import ABSENT, Address, Shared, close, why
from tablee.store.postgres.forgetting import UNSEEN, forget
from tablee.store.postgres.migrations import migrate
from tablee.store.postgres.news import Newsroom
from tablee.store.postgres.transacting import transacting
from tablee.store.postgres.writer import Writer
from tablee.store.programs import Programs
from tablee.store.ratings import Ratings
from tablee.store.reports import Reports
from tablee.store.rows import JUST_MOVES
from tablee.store.shared_sql import Statements
from tablee.store.stories import Stories
from tablee.store.talk import Talk
from tablee.table.directory import Entry
from tablee.table.events import Event, Opening

Answer = TypeVar("Answer")

MIGRATION_PATIENCE = 60.0
"""Seconds that another program may take to bring the schema up to date."""

_encode = msgspec.json.Encoder().encode


class PostgresStore(ComingBack, OwnGames):
    """See `Store` for what the functions promise."""

    body_as_bytes = "body"

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        """Raises `ValueError` if there is no such database, or none that this program knows."""
        self.server = secrets.token_urlsafe(9)
        self.is_shared = True
        address = Address(url, patience, f"tablee {self.server}")
        with ThreadPoolExecutor(1) as beside:  # an event loop may be running here already, or none yet
            beside.submit(asyncio.run, prepare(address)).result()
        self._shared = Shared(address)
        transact = transacting(self._shared)
        self.rows = Statements(transact)
        self.talk, self.reports, self.programs = Talk(self.rows), Reports(self.rows), Programs(self.rows)
        self.hall, self.ratings = Hall(transact, self.body_as_bytes), Ratings(transact)
        self.bells, self.stories = Bells(self.rows, self.body_as_bytes), Stories(transact)
        self.deals = Deals(transact, self.body_as_bytes)
        self.finished = Finished(transact)
        self.news = Newsroom(address, self.server)
        self.writer = Writer(address, self.news.moved)

    async def close(self) -> None:
        """Finish what has been asked for."""
        await self.writer.close()
        await self.news.close()
        await self._shared.close()

    async def _read(self, query: str, *values: Any) -> list[Any]:
        try:
            return await self._shared.ask(lambda connection: connection.fetch(query, *values))
        except PostgresError as error:
            raise Unavailable(why(error)) from None

    async def _write(self, work: Callable[[Connection], Awaitable[Answer]], *, again: bool = True) -> Answer:
        """Carry out something in one transaction that does no harm if it happens twice, or is not tried `again`."""
        try:
            return await self._shared.ask(work, again=again)
        except (Unavailable, PostgresError) as error:
            raise NotSaved(why(error)) from None

    async def _carry_out(self, query: str, *values: Any) -> list[Any]:
        return await self._write(lambda connection: connection.fetch(query, *values))

    # ---- tables --------------------------------------------------------------------------------------------

    async def open_table(self, opening: Opening, seed: bytes, entry: Entry) -> None:
        """Store a new table without events."""
        job = self.writer.job()
        job.opening, job.entry = (opening.table, _encode(opening), seed), entry
        await self.writer.write(job)

    async def append(
        self,
        table: str,
        events: Sequence[Event],
        entry: Entry,
        people: Mapping[int, str] | None = None,
        fence: Lease | None = None,
        *,
        tell: bool = True,
    ) -> None:
        """Store events and what the directory says after them, all or none."""
        job = self.writer.job()
        job.lines, job.entry, job.fence = lines_of(table, events), entry, fence
        job.is_told = tell
        job.just_moves = all(isinstance(event, JUST_MOVES) for event in events)
        job.people = people or {}
        if not job.just_moves:
            job.risen = risen_among(events)
        await self.writer.write(job)

    def tell_number(self, table: str, number: int) -> None:
        """Tell other servers what the latest event of a table is."""
        self.news.moved(table, number)

    async def load(self, table: str) -> StoredTable | None:
        """All of a table, as it was at one moment; decoded in a thread, as a log may be long."""
        found = await self._read(queries.TABLE, table)
        if not found:
            return None
        opening, seed, lines, *sitters, snapshot = found[0]
        kept = rows.TableRows(table, opening, seed, lines or [], _sitters(*sitters), snapshot or b"")
        return await asyncio.to_thread(rows.stored_table, kept)

    async def events_after(self, table: str, number: int) -> Later:
        """What a log has after an event."""
        (found,) = await self._read(queries.LATER, table, number)
        lines, *sitters = found
        return rows.later(lines or [], _sitters(*sitters), number)

    async def numbers(self, tables: Iterable[str]) -> dict[str, int]:
        """The latest event of each of those tables."""
        return dict(await self._read(queries.NUMBERS, list(tables)))

    async def saw(self, table: str, sitter: int, number: int) -> None:
        """Remember up to which event a sitter has seen the table."""
        job = self.writer.job()
        job.saw = table, sitter, number
        await self.writer.write(job)

    async def keep_snapshot(self, table: str, number: int, body: bytes) -> None:
        """Keep what a log amounts to at an event."""
        await self._carry_out(queries.KEEP_SNAPSHOT, table, number, body)

    # ---- the directory -------------------------------------------------------------------------------------

    async def entry(self, table: str) -> Entry | None:
        """What the directory says of a table."""
        found = await self._read(queries.ENTRY, table)
        return entry(*found[0]) if found else None

    async def entries_of(self, person: str, *, unfinished: bool, most: int) -> list[tuple[Entry, list[int]]]:
        """The tables that a person sits at, with the sitters that the person is."""
        return rows.own_entries(await self._read(queries.ENTRIES, person, unfinished, most))

    async def due(self, most: int) -> list[tuple[str, int]]:
        """Tables at which something must happen by itself, the soonest first."""
        return [(table, when) for table, when in await self._read(queries.DUE, most)]

    async def note_hours(self, since: int, until: int) -> None:
        """Remember that this server has been open."""
        await self._carry_out(queries.NOTE_HOURS, self.server, since, until, until - KEPT_HOURS)

    async def hours(self, after: int) -> list[tuple[int, int]]:
        """From when to when the house was open."""
        return [(since, until) for since, until in await self._read(queries.HOURS, after)]

    # ---- people --------------------------------------------------------------------------------------------

    async def person_of(self, session: str) -> Person | None:
        """Whose session that is."""
        found = await self._read(queries.PERSON, session)
        return Person(*found[0]) if found else None

    async def begin_session(self, session: str, person: Person | None, now: int, device: str) -> Person:
        """Make a session one of that person, or of somebody new."""
        query = queries.BEGIN_SESSION if person else queries.BEGIN_NEW_SESSION
        await self._carry_out(query, session, now, device, person.id if person else new_person_id())
        found = await self.person_of(session)
        if found is None:
            raise NotSaved("the session has ended already")
        return found

    async def saw_session(self, session: str, now: int) -> None:
        """Remember that a session was there, unless it was within the last hour."""
        if await self._read(queries.IS_OVERDUE, session, now - AN_HOUR):
            await self._carry_out(queries.SAW_SESSION, session, now, now - AN_HOUR)

    async def sessions_of(self, person: str) -> list[Session]:
        """All sessions of a person."""
        return [Session(*row) for row in await self._read(queries.SESSIONS, person)]

    async def end_session(self, person: str, session: str) -> bool:
        """End a session, if it is one of that person."""
        theirs = any(one.id == session for one in await self.sessions_of(person))
        if theirs:
            await self._carry_out(queries.END_SESSION, person, session)
        return theirs

    async def name_of(self, person: str) -> str:
        """The name a person has taken."""
        found = await self._read(queries.NAME, person)
        return str(found[0][0]) if found else ""

    async def rename(self, person: str, name: str, now: int) -> None:
        """Remember the name of a person."""
        await self._carry_out(queries.RENAME, person, name, now)

    async def unseen_since(self, before: int, most: int) -> list[str]:
        """Persons who were last there before that time."""
        return [person for (person,) in await self._read(UNSEEN, before, most)]

    async def forget_person(self, person: str, now: int) -> list[str]:
        """Delete a person, and their names."""
        numbers = await self._write(lambda connection: forget(connection, person, now))
        for table, number in numbers.items():
            self.news.moved(table, number)
        return list(numbers)

    # ---- passes to another device --------------------------------------------------------------------------

    async def give_pass(self, given: Pass, now: int) -> None:
        """Keep a pass, in the place of an earlier one."""

        async def give(connection: Connection) -> None:
            async with connection.transaction():
                await connection.execute(queries.WITHDRAW_PASSES, given.person, now)
                await connection.execute(queries.GIVE_PASS, given.digest, given.person, given.back, given.until)

        await self._write(give)

    async def find_pass(self, digest: str, now: int) -> Pass | None:
        """The pass with that digest, if it still holds."""
        found = await self._read(queries.FIND_PASS, digest, now)
        return Pass(*found[0]) if found else None

    async def use_pass(self, digest: str, now: int) -> Pass | None:
        """The same, and it holds no longer."""
        found = await self._write(lambda connection: connection.fetch(queries.USE_PASS, digest, now), again=False)
        return Pass(*found[0]) if found else None

    # ---- several servers -----------------------------------------------------------------------------------

    async def take_lease(self, table: str, server: str, lifetime: float) -> Lease | None:
        """Take or prolong the lease of a table, unless it is another server's."""
        found = await self._carry_out(queries.TAKE_LEASE, table, server, timedelta(seconds=lifetime))
        return Lease(table, server, found[0][0]) if found else None

    async def keep_leases(self, leases: Sequence[Lease], lifetime: float) -> set[str]:
        """Prolong leases, all at once."""
        found = await self._carry_out(queries.KEEP_LEASES, *_fences(leases), timedelta(seconds=lifetime))
        return {table for (table,) in found}

    async def release_leases(self, leases: Sequence[Lease]) -> None:
        """Let others have these leases."""
        await self._carry_out(queries.RELEASE_LEASES, *_fences(leases))

    async def listen(self, callback: Callable[[News], None]) -> None:
        """Tell of what other servers store and announce."""
        await self.news.listen(callback)

    def announce(self, kind: str, payload: str) -> None:
        """Tell other servers something that is not stored."""
        self.news.announce(kind, payload)


async def prepare(address: Address) -> None:
    """See that there is a database that we can use, and bring it up to date; else a `ValueError`."""
    try:
        patient = {"statement_timeout": "0", "lock_timeout": f"{MIGRATION_PATIENCE:.0f}s"}
        connection = await address.connect_until(time.monotonic() + address.patience, **patient)
    except Unavailable as error:
        raise ValueError(f"PostgreSQL cannot be reached: {why(error)}") from None
    try:
        if await connection.fetchval("SHOW server_encoding") != "UTF8":
            raise ValueError("the database must have been created with the encoding UTF8")
        await migrate(connection)
    except (*ABSENT, PostgresError) as error:
        raise ValueError(f"the database cannot be used: {why(error)}") from None
    finally:
        await close(connection)


def _sitters(sitters: list[int] | None, people: list[str], seen: list[int]) -> list[tuple[int, str, int]]:
    return list(zip(sitters, people, seen, strict=True)) if sitters else []


def _fences(leases: Sequence[Lease]) -> tuple[list[str], list[int]]:
    return [lease.table for lease in leases], [lease.token for lease in leases]
