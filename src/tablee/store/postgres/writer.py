"""The task that writes to PostgreSQL: it commits together, in one call, whatever has gathered meanwhile."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import asyncpg
import msgspec
from asyncpg import Connection, PostgresError
from asyncpg.prepared_stmt import PreparedStatement

from tablee.store.interface import Conflict, Fenced, Lease, NotSaved, Unavailable, Unsure
from tablee.store.postgres.connections import LOST, Address, close, why
from tablee.table.directory import Entry
from tablee.table.events import Event, Rise
from tablee.table.log import encode_event

logger = logging.getLogger("tablee")

MOST_TOGETHER = 1000
"""Jobs in one commit."""
GRACE = 1.0
"""Seconds after which we no longer believe that the database will end by itself what has taken too long."""
_KINDS = (
    *("text[]", "bigint[]"),
    *("text[]", "bytea[]", "bytea[]"),
    *("text[]", "bigint[]", "bytea[]"),
    *("text[]", "bigint[]", "text[]"),
    *("text[]", "bigint[]"),
    *("text[]", "bytea[]", "text[]", "bigint[]", "bigint[]", "bigint[]"),
    *("text[]", "bigint[]", "bigint[]", "bigint[]"),
    *("text[]", "bigint[]", "bigint[]"),
)
"""The types of the columns that `_columns` makes."""
_encode = msgspec.json.Encoder().encode

_KEEP = f"SELECT keep_together({', '.join(f'${place}::{kind}' for place, kind in enumerate(_KINDS, start=1))})"
_STORED = """
    SELECT table_id, number FROM events
    JOIN unnest($1::text[], $2::bigint[], $3::bytea[]) AS one (name, place, line) ON table_id = name AND number = place
    WHERE body = line
"""
_OPENED = """
    SELECT id FROM tables JOIN unnest($1::text[], $2::bytea[]) AS one (name, secret) ON id = name WHERE seed = secret
"""
_END_FORMER = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()
"""
FEW_ROWS = {"enable_seqscan": "off", "enable_hashjoin": "off", "enable_mergejoin": "off"}
"""A commit looks up single rows: no plan made while the tables were small may read all of them later."""


class Job:
    """What is stored together or not at all, and who waits for it."""

    __slots__ = ("deadline", "done", "entry", "fence", "just_moves", "lines", "opening", "people", "risen", "saw")

    def __init__(self, done: "asyncio.Future[None]", deadline: float) -> None:
        self.done = done
        self.deadline = deadline
        self.entry: Entry | None = None
        self.just_moves = False
        self.lines: Sequence[tuple[str, int, bytes]] = ()
        self.opening: tuple[str, bytes, bytes] | None = None
        self.people: Mapping[int, str] = {}
        self.risen: Sequence[int] = ()
        self.saw: tuple[str, int, int] | None = None
        self.fence: Lease | None = None


class Writer:
    """All that tables bring goes through here."""

    def __init__(self, address: Address, tell: Callable[[str, int], None]) -> None:
        """`tell` learns of every table that has moved, and of its latest event."""
        self.commits = 0
        """How often the disk was waited for; with many tables far fewer than there are events."""
        self._address = address
        self._tell = tell
        self._key = secrets.randbits(62)
        self._gathered: list[Job] = []
        self._wake = asyncio.Event()
        self._connection: Connection | None = None
        self._keep: PreparedStatement[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False

    def job(self) -> Job:
        """A job to be filled in and written."""
        return Job(asyncio.get_running_loop().create_future(), time.monotonic() + self._address.patience)

    async def write(self, job: Job) -> None:
        """Store something, all or nothing; raises `Conflict`, `Fenced` or `NotSaved`."""
        self._gathered.append(job)
        self._wake.set()
        if self._task is None:
            self._task = asyncio.create_task(self._write_all())
        await job.done

    async def close(self) -> None:
        """Finish what has been asked for."""
        self._is_closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await close(self._connection)

    async def _write_all(self) -> None:
        """Take what has gathered, commit it, tell who waits, until told to stop."""
        while self._gathered or not self._is_closing:
            if not self._gathered:
                self._wake.clear()
                await self._wake.wait()
            jobs, self._gathered = self._gathered[:MOST_TOGETHER], self._gathered[MOST_TOGETHER:]
            if jobs:
                await self._commit_in_time(jobs)

    async def _commit_in_time(self, jobs: list[Job]) -> None:
        """Commit jobs, or tell those that have waited for too long, and keep the others for the next time."""
        try:
            await self._connect(jobs[0].deadline)
            await self._commit(jobs)
        except Unavailable as error:
            now = time.monotonic()
            late = [job for job in jobs if job.deadline <= now + GRACE]
            self._gathered[:0] = [job for job in jobs if job.deadline > now + GRACE]
            _refuse(late, NotSaved(str(error)))
        except Exception as error:  # whatever it is, nobody must wait for ever
            logger.exception("the store cannot write")
            _refuse(jobs, NotSaved(why(error)))

    async def _connect(self, deadline: float) -> Connection:
        """The connection, a new one if the former was lost; it holds a lock until it has ended in the database, too."""
        if self._connection is None or self._connection.is_closed():
            connection = await self._address.connect_until(deadline, **FEW_ROWS)
            try:
                await connection.execute("SELECT pg_advisory_lock($1)", self._key)
                self._keep = await connection.prepare(_KEEP)
            except (*LOST, PostgresError) as error:
                connection.terminate()
                raise Unavailable(why(error)) from None
            self._connection = connection
        return self._connection

    async def _commit(self, jobs: list[Job]) -> None:
        """Store jobs in one transaction; if one of them fails, each in its own."""
        assert self._keep is not None
        self.commits += 1
        try:
            await self._keep.fetch(*_columns(jobs), timeout=self._address.patience + GRACE)
        except LOST as error:
            await self._find_out(jobs, error)
        except PostgresError as error:
            await self._commit_singly(jobs, error)
        else:
            self._succeed(jobs)

    async def _commit_singly(self, jobs: list[Job], error: PostgresError) -> None:
        if len(jobs) == 1 or isinstance(error, asyncpg.QueryCanceledError):  # it was told to stop after our patience
            _refuse(jobs, _refusal(error))
            return
        for job in jobs:
            await self._connect(job.deadline)
            await self._commit([job])

    def _succeed(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            if not job.done.done():
                job.done.set_result(None)
            if job.lines:
                table, number, _ = job.lines[-1]
                self._tell(table, number)

    # ---- when the connection is lost amid a commit ---------------------------------------------------------

    async def _find_out(self, jobs: list[Job], error: BaseException) -> None:
        """Read what has become of jobs whose commit was lost from sight, and commit what was not stored."""
        logger.warning("the connection to the database was lost in a commit: %s", why(error))
        assert self._connection is not None
        self._connection.terminate()
        deadline = max(job.deadline for job in jobs) + GRACE
        try:
            stored = await self._read_back(jobs, deadline)
        except (Unavailable, *LOST, PostgresError) as fault:
            _refuse(jobs, Unsure(why(fault)))
            return
        self._succeed([job for job in jobs if stored(job)])
        missing = [job for job in jobs if not stored(job)]
        if missing:
            await self._commit_in_time(missing)

    async def _read_back(self, jobs: Sequence[Job], deadline: float) -> Callable[[Job], bool]:
        """Which jobs are stored: asked only once the former connection has ended, and can store nothing any more."""
        await self._end_former(deadline)
        connection = await self._connect(deadline)
        lines = [line for job in jobs for line in job.lines]
        openings = [job.opening for job in jobs if job.opening]
        events = {tuple(row) for row in await connection.fetch(_STORED, *_turned(lines, 3))}
        opened = {row[0] for row in await connection.fetch(_OPENED, *_turned([(o[0], o[2]) for o in openings], 2))}

        def is_stored(job: Job) -> bool:
            whole = all((table, number) in events for table, number, _ in job.lines)
            return whole and bool(job.lines or job.opening) and (job.opening is None or job.opening[0] in opened)

        return is_stored

    async def _end_former(self, deadline: float) -> None:
        """Hurry the database up: it may not have seen yet that nobody listens to the former connection."""
        connection = await self._address.connect_until(deadline)
        try:
            await connection.execute(_END_FORMER, self._address.name)
        except PostgresError as error:  # it may not be allowed; then the lock is waited for
            logger.info("the former connection cannot be ended: %s", error)
        finally:
            connection.terminate()


def _refuse(jobs: Sequence[Job], error: Exception) -> None:
    for job in jobs:
        if not job.done.done():
            job.done.set_exception(error)


def _refusal(error: PostgresError) -> Exception:
    if isinstance(error, asyncpg.UniqueViolationError):
        return Conflict()
    return Fenced() if error.sqlstate == "TB001" else NotSaved(str(error))


def _columns(jobs: Sequence[Job]) -> list[Sequence[Any]]:
    """What jobs bring, as the columns that `keep_together` takes."""
    lines = [line for job in jobs for line in job.lines]
    lines.sort()
    entries: dict[str, tuple[Any, ...]] = {}
    moves: dict[str, tuple[Any, ...]] = {}
    openings, fences, sat, risen, saw = [], [], [], [], []
    for job in jobs:
        entry = job.entry
        if entry is not None:
            if job.just_moves:
                moves[entry.table] = entry.table, job.lines[-1][1], entry.turn, entry.moved
            else:
                moves.pop(entry.table, None)
                entries[entry.table] = _entry_row(entry)
            if job.people:
                sat += [(entry.table, sitter, person) for sitter, person in job.people.items()]
            if job.risen:
                risen += [(entry.table, sitter) for sitter in job.risen]
        if job.opening is not None:
            openings.append(job.opening)
        if job.fence is not None:
            fences.append((job.fence.table, job.fence.token))
        if job.saw is not None:
            saw.append(job.saw)
    return [
        *_turned(list(set(fences)), 2),
        *_turned(openings, 3),
        *_turned(lines, 3),
        *_turned(sat, 3),
        *_turned(risen, 2),
        *_turned(sorted(entries.values()), 6),
        *_turned(sorted(moves.values()), 4),
        *_turned(_latest(saw), 3),
    ]


def _turned(rows: Sequence[tuple[Any, ...]], width: int) -> Sequence[Sequence[Any]]:
    """Rows as columns."""
    return list(zip(*rows, strict=True)) if rows else ((),) * width


def _latest(saw: Sequence[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """What each sitter has seen: the most of it, as a row can be changed once only."""
    found: dict[tuple[str, int], int] = {}
    for table, sitter, number in saw:
        found[table, sitter] = max(number, found.get((table, sitter), 0))
    return sorted((*who, number) for who, number in found.items())


def _entry_row(entry: Entry) -> tuple[Any, ...]:
    return entry.table, _encode(entry), entry.status, entry.number, entry.turn, entry.moved


def risen_among(events: Sequence[Event]) -> list[int]:
    """The sitters that rise by those events."""
    return [event.sitter for event in events if isinstance(event, Rise)]


def lines_of(table: str, events: Sequence[Event]) -> list[tuple[str, int, bytes]]:
    """Events as rows."""
    return [(table, event.number, encode_event(event)) for event in events]
