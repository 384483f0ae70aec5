"""The task that writes to PostgreSQL: it commits together, in one call, whatever has gathered meanwhile."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg
import msgspec
from asyncpg import Connection, PostgresError
from asyncpg.prepared_stmt import PreparedStatement

from tablee.server.storage import Conflict, Fenced, NotSaved, Unavailable, Unsure, WriteJob, future_of
from tablee.server.storage.postgres.pg_connections import GRACE, LOST, Address, close, why
from tablee.server.storage.sql import BATCHES, COMMITS, ERRORS
from tablee.server.table.directory import Latest

logger = logging.getLogger("tablee")

_encode = msgspec.json.Encoder().encode

NEVER = 1e6
"""Seconds."""
MOST_TOGETHER = 1000
"""Jobs in one commit."""
_COLUMNS = (
    *("text[]", "bigint[]"),
    *("text[]", "bytea[]", "bytea[]"),
    *("text[]", "bigint[]", "bytea[]"),
    *("text[]", "bigint[]", "text[]"),
    *("text[]", "bigint[]"),
    *("text[]", "bytea[]", "text[]", "bigint[]", "bigint[]", "bigint[]", "bigint[]"),
    *("text[]", "bigint[]", "bigint[]", "bigint[]", "bigint[]"),
    *("text[]", "bigint[]", "bigint[]"),
)
"""The types of the columns that `columns` makes."""
_KEEP = f"SELECT keep_together({', '.join(f'${place}::{kind}' for place, kind in enumerate(_COLUMNS, start=1))})"
# A commit waits for the disk even if the database is set not to wait.
_BEGIN = """
    SELECT pg_advisory_lock($1), CASE WHEN current_setting('synchronous_commit') = 'off'
    THEN set_config('synchronous_commit', 'on', false) END
"""
_STORED = """
    SELECT table_id, number FROM events
    JOIN unnest($1::text[], $2::bigint[], $3::bytea[]) AS one (name, place, line) ON table_id = name AND number = place
    WHERE body = line
"""
_OPENED = """
    SELECT id FROM tables JOIN unnest($1::text[], $2::bytea[]) AS one (name, secret) ON id = name WHERE seed = secret
"""
REFUSALS = {asyncpg.UniqueViolationError.sqlstate: Conflict, "TB001": Fenced, "TB002": Conflict}
"""What errors of `keep_together` mean."""
_END_FORMER = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()
    AND wait_event IS DISTINCT FROM 'SyncRep'
"""
"""A commit that waits for a replica would be visible then, though the replica does not have it."""
_HAVE_REPLICATED = "SELECT pg_logical_emit_message(true, 'tablee', '')"
"""Its commit waits, like every other, until replicas that PostgreSQL waits for have all that was written before."""
FEW_ROWS = {"enable_seqscan": "off", "enable_hashjoin": "off", "enable_mergejoin": "off"}
"""Settings: a commit looks up single rows, so no plan made for small tables may scan large ones later."""


class PostgresWriter:
    """Commits the jobs of all tables."""

    def __init__(self, address: Address, tell: Callable[[str, int, Sequence[bytes]], None]) -> None:
        """`tell` is called for every table with new events: its latest event, and the lines if they are just moves."""
        self.commits = 0
        """How often the disk was waited for; with many tables far fewer than there are events."""
        self._address = address
        self._tell = tell
        self._name = f"{address.name} writer"
        self._key = secrets.randbits(62)
        self._gathered: list[WriteJob] = []
        self._wake = asyncio.Event()
        self._connection: Connection | None = None
        self._keep: PreparedStatement[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False

    def job(self) -> WriteJob:
        """A job to be filled in and written."""
        return WriteJob(time.monotonic() + self._address.patience)

    async def write(self, job: WriteJob) -> None:
        """Store a job, all or nothing; raises `Conflict`, `Fenced` or `NotSaved`."""
        stored = future_of(job)
        self.put(job)
        await stored

    def put(self, job: WriteJob) -> None:
        """Store a job, and call its `then`."""
        self._gathered.append(job)
        self._wake.set()
        if self._task is None:
            self._task = asyncio.create_task(self._write_all())

    async def close(self) -> None:
        """Finish what has been asked for."""
        self._is_closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await close(self._connection)

    async def _write_all(self) -> None:
        """Commit the jobs that have gathered, again and again, until closed."""
        while self._gathered or not self._is_closing:
            if not self._gathered:
                self._wake.clear()
                await self._wake.wait()
            jobs, self._gathered = self._gathered[:MOST_TOGETHER], self._gathered[MOST_TOGETHER:]
            if jobs:
                await self._commit_in_time(jobs)

    async def _commit_in_time(self, jobs: list[WriteJob]) -> None:
        """Commit jobs; while the database is unreachable, refuse those past their deadline and keep the others."""
        try:
            await self._commit(self._in_time(jobs))
        except Unavailable as error:
            if self._is_closing:
                _refuse(jobs, NotSaved(str(error)))
            self._gathered[:0] = self._in_time([job for job in jobs if not job.is_settled], str(error))
        except Exception as error:  # whatever it is, nobody must wait for ever
            logger.exception("the store cannot write")
            self._drop()
            _refuse(jobs, Unsure(why(error)))

    def _in_time(self, jobs: Sequence[WriteJob], reason: str = "the database is too slow") -> list[WriteJob]:
        """The jobs before their deadline; the others are refused."""
        now = time.monotonic()
        if jobs and jobs[0].deadline > now:  # they are in the order in which they came
            return list(jobs)
        _refuse([job for job in jobs if job.deadline <= now], NotSaved(reason))
        return [job for job in jobs if job.deadline > now]

    async def _connect(self, deadline: float) -> Connection:
        """The connection, a new one if the former was lost. Its lock shows when it has ended in the database, too."""
        if self._connection is None or self._connection.is_closed():
            connection = await self._address.connect_until(deadline, application_name=self._name, **FEW_ROWS)
            try:
                await connection.execute(_BEGIN, self._key)
                self._keep = await connection.prepare(_KEEP)
            except (*LOST, PostgresError) as error:
                connection.terminate()
                raise Unavailable(why(error)) from None
            self._connection = connection
        return self._connection

    async def _commit(self, jobs: list[WriteJob]) -> None:
        """Store jobs in one transaction; if one of them fails, each in its own."""
        if not jobs:
            return
        connection = await self._connect(jobs[0].deadline)
        assert self._keep is not None
        self.commits += 1
        BATCHES.take(len(jobs))
        # No timeout of asyncpg's: that would cancel a wait for a replica, and the commit would count without it.
        within = jobs[0].deadline - time.monotonic() + GRACE
        late = asyncio.get_running_loop().call_later(within, connection.terminate)
        try:
            with COMMITS.timing():
                await self._keep.fetch(*columns(jobs), timeout=NEVER)
        except LOST as error:
            await self._find_out(jobs, error)
        except PostgresError as error:
            if len(jobs) == 1:
                _refuse(jobs, REFUSALS[error.sqlstate]() if error.sqlstate in REFUSALS else NotSaved(why(error)))
            else:
                await self._commit_singly(jobs, error)
        else:
            self._succeed(jobs)
        finally:
            late.cancel()

    async def _commit_singly(self, jobs: list[WriteJob], error: PostgresError) -> None:
        """Store each job by itself; after a lock timeout with a short one, so that the others need not wait again."""
        is_locked = isinstance(error, asyncpg.LockNotAvailableError | asyncpg.QueryCanceledError)
        if is_locked:
            await self._set("SET lock_timeout = '100ms'")
        for job in jobs:
            await self._commit(self._in_time([job]))
        if is_locked:
            await self._set("RESET lock_timeout")

    async def _set(self, setting: str) -> None:
        """Change a setting of the connection; if it is lost, the next commit finds out."""
        assert self._connection is not None
        with suppress(PostgresError, *LOST):
            await self._connection.execute(setting)

    def _succeed(self, jobs: Sequence[WriteJob]) -> None:
        for job in jobs:
            job.settle()
            if job.lines and job.is_told:
                table, number, _ = job.lines[-1]
                self._tell(table, number, [line for *_, line in job.lines] if job.just_moves else ())

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()

    # ---- when the connection is lost amid a commit ---------------------------------------------------------

    async def _find_out(self, jobs: list[WriteJob], error: BaseException) -> None:
        """Read which jobs of a lost commit are stored, and commit the others."""
        logger.warning("the connection to the database was lost in a commit: %s", why(error))
        self._drop()
        try:
            stored = await self._read_back(jobs, time.monotonic() + self._address.patience)
        except (Unavailable, *LOST, PostgresError) as fault:
            self._drop()
            _refuse(jobs, Unsure(why(fault)))
            return
        self._succeed([job for job in jobs if stored(job)])
        await self._commit(self._in_time([job for job in jobs if not stored(job)]))

    async def _read_back(self, jobs: Sequence[WriteJob], deadline: float) -> Callable[[WriteJob], bool]:
        """Which jobs are stored; read after the former connection has ended, so that it can store nothing more."""
        helper = await self._address.connect_until(deadline)
        try:  # the database may not have noticed yet that the former connection is dead
            await helper.execute(_END_FORMER, self._name)
        except PostgresError as error:  # it may not be allowed; then the lock is waited for
            logger.info("the former connection cannot be ended: %s", error)
        finally:
            helper.terminate()
        connection = await self._connect(deadline)
        await connection.execute(_HAVE_REPLICATED)
        lines = [line for job in jobs for line in job.lines]
        openings = [job.opening for job in jobs if job.opening]
        events = {tuple(row) for row in await connection.fetch(_STORED, *turned(lines, 3))}
        opened = {row[0] for row in await connection.fetch(_OPENED, *turned([(o[0], o[2]) for o in openings], 2))}

        def is_stored(job: WriteJob) -> bool:
            whole = all((table, number) in events for table, number, _ in job.lines)
            return whole and bool(job.lines or job.opening) and (job.opening is None or job.opening[0] in opened)

        return is_stored


def _refuse(jobs: Sequence[WriteJob], error: Exception) -> None:
    for job in jobs:
        if not job.is_settled:
            ERRORS.add(by=not isinstance(error, Conflict | Fenced))
            job.settle(error)


# ---- jobs as the arguments of `keep_together` --------------------------------------------------------------


def columns(jobs: Sequence[WriteJob]) -> list[Sequence[Any]]:
    """What jobs bring, as the columns that `keep_together` takes."""
    lines = [line for job in jobs for line in job.lines]
    lines.sort()
    entries: dict[str, tuple[Any, ...]] = {}
    moves: dict[str, tuple[Any, ...]] = {}
    seen: dict[tuple[str, int], int] = {}
    openings, fences, sat, risen = [], [], [], []
    for job in jobs:
        entry = job.entry
        if isinstance(entry, Latest):
            table, number, _ = job.lines[-1]
            moves[table] = table, number, *entry
        elif entry is not None:
            moves.pop(entry.table, None)
            row = entry.table, _encode(entry), entry.status, entry.number, entry.turn, entry.moved, entry.due
            entries[entry.table] = row
            if job.people:
                sat += [(entry.table, participant, person) for participant, person in job.people.items()]
            if job.risen:
                risen += [(entry.table, participant) for participant in job.risen]
        if job.opening is not None:
            openings.append(job.opening)
        if job.fence is not None:
            fences.append((job.fence.table, job.fence.token))
        if job.saw is not None:  # a row can be changed once only, so the latest event counts
            table, participant, number = job.saw
            seen[table, participant] = max(number, seen.get((table, participant), 0))
    return [
        *turned(list(set(fences)), 2),
        *turned(openings, 3),
        *turned(lines, 3),
        *turned(sat, 3),
        *turned(risen, 2),
        *turned(sorted(entries.values()), 7),
        *turned(sorted(moves.values()), 5),
        *turned(sorted((*who, number) for who, number in seen.items()), 3),
    ]


def turned(rows: Sequence[tuple[Any, ...]], width: int) -> Sequence[Sequence[Any]]:
    """Rows as columns."""
    return list(zip(*rows, strict=True)) if rows else ((),) * width
