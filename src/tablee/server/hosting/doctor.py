"""`tablee doctor`: how a house that is open is doing, a verdict a line. It changes nothing."""

import asyncio
import http.client
import platform
import shutil
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import msgspec

from tablee.server.features.moderation.store import ServerLoad
from tablee.server.hosting.serve_settings import HostError, Serving
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import PATIENCE, Store, Unavailable, open_store, shown_url, sqlite_path
from tablee.server.table.clock import A_DAY
from tablee.server.web.listening import EVERYWHERE

Verdict = Literal["well", "look", "wrong"]

MOST_WAITING = 8
"""Requests that may wait for a bot in one process before the host is told."""
FEW_BYTES, NO_BYTES = 1_000_000_000, 100_000_000
"""Free bytes of a disk that are worth a look, and that are wrong."""
FEW_MEMORY = 0.08
"""The share of memory that should be free."""
OFF, FAR_OFF = 1000, 10_000
"""Milliseconds between two clocks that are worth a look, and that are wrong."""
SLOW = 1.0
"""Seconds after which a query that goes on is slow."""
SLOW_MEAN = 100.0
"""Milliseconds that a query may take on average."""
LONG_JOURNAL = 64_000_000
"""Bytes of an SQLite journal that are worth a look."""
OLD_REPORT = 2 * A_DAY


class DoctorFinding(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    what: str
    verdict: Verdict
    words: str


def graded(figure: float, look: float, wrong: float) -> Verdict:
    """The verdict on a figure that should be small.

    >>> [graded(figure, 10, 100) for figure in (9, 10, 100)]
    ['well', 'look', 'wrong']
    """
    return "wrong" if figure >= wrong else "look" if figure >= look else "well"


async def examine(url: str, serving: Serving | None) -> list[DoctorFinding]:
    """Look at everything; `serving` is how the house runs here, if that is known. Raises `HostError`."""
    path = sqlite_path(url)
    of_file = await asyncio.to_thread(lambda: list(_sqlite(path))) if path else []
    answer = [await asyncio.to_thread(_answer, serving)] if serving is not None and serving.port else []
    if any(one.what == "queries" and one.verdict == "wrong" for one in of_file):
        return answer + of_file  # whoever opens the file now waits, too
    try:
        store = open_store(url)
    except ValueError as error:
        raise HostError(str(error)) from None
    try:
        loads = await store.moderation.loads(milliseconds_now())
        found = [*_servers(loads), *_clocks(loads, await _ahead(store)), *_bots(loads), *_memory(loads)]
        found += of_file if path else [one async for one in _postgres(store)]
        return [*answer, *found, await _reports(store)]
    except Unavailable as error:
        raise HostError(f"the database does not answer: {error}") from None
    finally:
        await store.close()


# ---- servers -----------------------------------------------------------------------------------------------


def _answer(serving: Serving) -> DoctorFinding:
    """What `/ready` says at the address of the house."""
    host = {"::": "::1"}.get(serving.host, "127.0.0.1" if serving.host in EVERYWHERE else serving.host)
    try:
        with closing(http.client.HTTPConnection(host, serving.port, timeout=PATIENCE)) as connection:
            connection.request("GET", "/ready")
            answer = connection.getresponse()
            told = msgspec.json.decode(answer.read(), type=dict[str, Any])
    except (OSError, http.client.HTTPException, msgspec.MsgspecError) as error:
        return DoctorFinding("answer", "wrong", f"nobody answers at {host}:{serving.port}: {error}")
    parts = ", ".join(f"{name} {told[name]}" for name in ("database", "bots", "games") if name in told)
    verdict: Verdict = "wrong" if answer.status != 200 else "well" if told.get("bots") == "ready" else "look"
    return DoctorFinding("answer", verdict, f"/ready says {answer.status}: {parts}")


def _servers(loads: Mapping[str, ServerLoad]) -> Iterator[DoctorFinding]:
    if not loads:
        yield DoctorFinding("servers", "wrong", "no server has been heard of within half a minute")
        return
    for name, load in loads.items():
        same = load.version == version("tablee")
        words = f"{name}: version {load.version}, {load.people} people, {load.tables} tables in memory"
        hint = "" if same else f"; this program is {version('tablee')}: restart the servers after an upgrade"
        yield DoctorFinding("servers", "well" if same else "look", words + hint)


async def _ahead(store: Store) -> int:
    """Milliseconds by which the clock of this machine is ahead of the database's."""
    before, there = milliseconds_now(), await store.clock()
    return (before + milliseconds_now()) // 2 - there


def _clocks(loads: Mapping[str, ServerLoad], here: int) -> Iterator[DoctorFinding]:
    clocks = {"this machine": here} | {name: load.ahead for name, load in loads.items()}
    for name, ahead in clocks.items():
        if abs(ahead) >= OFF:
            words = f"{name} is {abs(ahead) / 1000:.1f} s {'ahead of' if ahead > 0 else 'behind'} the database"
            yield DoctorFinding("clocks", graded(abs(ahead), OFF, FAR_OFF), f"{words}: set the clocks by NTP")
    if all(abs(ahead) < OFF for ahead in clocks.values()):
        most = max(map(abs, clocks.values()))
        yield DoctorFinding("clocks", "well", f"all within {most} ms of the database's")


def _bots(loads: Mapping[str, ServerLoad]) -> Iterator[DoctorFinding]:
    if loads:
        waiting = max(load.queue for load in loads.values())
        hint = "; add cores, or raise bot_workers" if waiting >= MOST_WAITING else ""
        words = f"{sum(load.queue for load in loads.values())} requests wait for a bot, at most {waiting} in a process"
        yield DoctorFinding("bots", graded(waiting, MOST_WAITING, 10 * MOST_WAITING), words + hint)


def _memory(loads: Mapping[str, ServerLoad]) -> Iterator[DoctorFinding]:
    """The memory of this machine, if servers run here and the system tells."""
    own = [load.memory for name, load in loads.items() if name.rpartition("/")[0] == socket.gethostname()]
    try:
        lines = Path("/proc/meminfo").read_text("utf8").splitlines()
    except OSError:
        return
    told = {name: int(rest.split()[0]) * 1024 for name, _, rest in (line.partition(":") for line in lines)}
    free, whole = told.get("MemAvailable", 0), told.get("MemTotal", 0)
    if own and whole:
        words = f"servers here take {_size(sum(own))}; {_size(free)} of {_size(whole)} is available"
        yield DoctorFinding("memory", graded(1 - free / whole, 1 - FEW_MEMORY, 1 - FEW_MEMORY / 4), words)


# ---- databases ---------------------------------------------------------------------------------------------


def _sqlite(path: Path) -> Iterator[DoctorFinding]:
    usage = shutil.disk_usage(path.absolute().parent)
    size = path.stat().st_size
    yield _disk(usage.free, f"the database takes {_size(size)}; {_size(usage.free)} of {_size(usage.total)} is free")
    journal = path.with_name(path.name + "-wal")
    length = journal.stat().st_size if journal.exists() else 0
    words = f"its journal takes {_size(length)}"
    hint = "; something keeps it open for reading for long" if length >= LONG_JOURNAL else ""
    yield DoctorFinding("journal", graded(length, LONG_JOURNAL, 16 * LONG_JOURNAL), words + hint)
    begun = time.perf_counter()
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        yield DoctorFinding("queries", "wrong", f"nobody could write for {PATIENCE:g} s: {error}")
        return
    waited = time.perf_counter() - begun
    yield DoctorFinding(
        "queries", graded(waited, SLOW / 2, PATIENCE), f"a writer waits {waited * 1000:.0f} ms for its turn"
    )


def _disk(free: int, words: str) -> DoctorFinding:
    return DoctorFinding("disk", "wrong" if free < NO_BYTES else "look" if free < FEW_BYTES else "well", words)


_CONNECTIONS = """
SELECT count(*), CAST(current_setting('max_connections') AS bigint), pg_database_size(current_database())
FROM pg_stat_activity WHERE backend_type = 'client backend'
"""
_GOING_ON = """
SELECT pid, CAST(extract(epoch FROM clock_timestamp() - coalesce(query_start, xact_start)) AS double precision), state,
    coalesce(wait_event_type, ''), left(regexp_replace(query, '\\s+', ' ', 'g'), 60)
FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
    AND application_name <> 'tablee migrate' AND query NOT LIKE 'LISTEN%' AND backend_type = 'client backend'
    AND clock_timestamp() - coalesce(query_start, xact_start) > interval '1 second' * $1
ORDER BY 2 DESC LIMIT 5
"""
_STATEMENTS = """
SELECT calls, mean_exec_time, left(regexp_replace(query, '\\s+', ' ', 'g'), 60) FROM pg_stat_statements
WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND calls >= 10 AND mean_exec_time > $1
ORDER BY mean_exec_time DESC LIMIT 3
"""


async def _postgres(store: Store) -> AsyncIterator[DoctorFinding]:
    [[used, most, size]] = await store.database.fetch(_CONNECTIONS)
    yield DoctorFinding("disk", "well", f"the database takes {_size(size)}; look at the free space of its own machine")
    yield DoctorFinding(
        "connections", graded(used / most, 0.8, 0.95), f"{used} of {most} connections to PostgreSQL are used"
    )
    going_on = await store.database.fetch(_GOING_ON, SLOW)
    for pid, seconds, state, waits, query in going_on:
        words = (
            f"process {pid}, {state}{' and waiting for a lock' if waits == 'Lock' else ''} for {seconds:.0f} s: {query}"
        )
        yield DoctorFinding("queries", graded(seconds, SLOW, 60.0), words)
    if not going_on:
        yield DoctorFinding("queries", "well", f"none goes on for more than {SLOW:g} s")
    [[installed]] = await store.database.fetch("SELECT to_regclass('pg_stat_statements') IS NOT NULL")
    if not installed:
        yield DoctorFinding(
            "statements", "well", "pg_stat_statements is not installed: the slowest queries are not known"
        )
        return
    try:
        slow = await store.database.fetch(_STATEMENTS, SLOW_MEAN)
    except Unavailable as error:  # it is there, and not loaded by this PostgreSQL
        yield DoctorFinding("statements", "well", f"pg_stat_statements cannot be read: {error}")
        return
    for calls, mean, query in slow:
        yield DoctorFinding("statements", "look", f"{mean:.0f} ms on average over {calls} calls: {query}")
    if not slow:
        yield DoctorFinding("statements", "well", f"no query takes more than {SLOW_MEAN:.0f} ms on average")


async def _reports(store: Store) -> DoctorFinding:
    waiting = await store.moderation.reports.all(answered=False)
    if not waiting:
        return DoctorFinding("reports", "well", "none waits for an answer")
    age = milliseconds_now() - waiting[0].at
    words = f"{len(waiting)} wait for an answer, the oldest for {age / A_DAY:.1f} days"
    return DoctorFinding("reports", "look" if age >= OLD_REPORT else "well", words)


def _size(count: float) -> str:
    """
    >>> _size(1_234_567), _size(98_765_432_100)
    ('1 MB', '98.8 GB')
    """
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


# ---- the command -------------------------------------------------------------------------------------------


def print_findings(url: str, program: str, serving: Serving | None, *, as_json: bool) -> int:
    """Examine a house, print what was found, and return 0 if all is well, else 1."""
    versions = f"tablee {version('tablee')}, Python {platform.python_version()}, {program}"
    found = [DoctorFinding("versions", "well", versions), *asyncio.run(examine(url, serving))]
    is_well = all(one.verdict == "well" for one in found)
    if as_json:
        print(msgspec.json.encode({"database": shown_url(url), "well": is_well, "findings": found}).decode())
    else:
        for one in found:
            print(f"{one.verdict:<6} {one.what:<12} {one.words}")
        print("All is well." if is_well else "Not all is well: see the lines that do not begin with `well`.")
    return 0 if is_well else 1
