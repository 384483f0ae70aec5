"""What all tests share."""

import asyncio
import contextlib
import gc
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from hypothesis import HealthCheck, settings

from tablee.server.storage.postgres.pg_schema import migrate
from tests.guard import Guard
from tests.postgres import Postgres, shared_postgres
from tests.server.features.notifications.mail_server import MailServer
from tests.server.features.notifications.push_service import PushService
from tests.server.house import PATIENCE, House, TimedHouse
from tests.server.nursery import close_nursery

settings.register_profile("tablee", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # machines are busy
settings.load_profile("tablee")


_guard: list[Guard] = []
"""That of this run, in the process that the run began in."""


def pytest_configure(config: pytest.Config) -> None:
    """Have somebody who ends all processes of this run when it is interrupted."""
    if not hasattr(config, "workerinput"):
        _guard.append(Guard())


def pytest_collection_finish() -> None:
    """Keep garbage collection from looking at thousands of tests and modules again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_unconfigure() -> None:
    """Leave no process behind."""
    close_nursery()
    while _guard:
        _guard.pop().close()


class EngineProcess:
    """A real `tablee engine`, asked one request at a time."""

    COMMAND = (sys.executable, "-m", "tablee.cli", "engine")

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """The answer to one request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"cmd": cmd, **fields}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


@pytest.fixture(scope="session")
def engine_process() -> Iterator[EngineProcess]:
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(
            EngineProcess.COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        yield EngineProcess(process)
        process.communicate(timeout=30)
        errors.seek(0)
        assert (process.returncode, errors.read()) == (0, b"")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that all tests may use that do no harm to it."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.kill()


@pytest.fixture(scope="module")
def timed_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TimedHouse]:
    """A server whose time tests move."""
    house = TimedHouse(tmp_path_factory.mktemp("timed"))
    yield house
    house.kill()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server for one test, which may kill it."""
    house = House(tmp_path)
    yield house
    house.kill()


@pytest.fixture
async def push_service() -> AsyncIterator[PushService]:
    """A push service of browsers on this machine."""
    service = await PushService().open()
    yield service
    await service.close()


@pytest.fixture
async def mail_server() -> AsyncIterator[MailServer]:
    """A mail server on this machine."""
    server = await MailServer().open()
    yield server
    await server.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The PostgreSQL of this run of tests: the address of its databases, with braces for the name of one."""
    with shared_postgres(os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))) as address:
        yield address


@pytest.fixture(scope="session")
async def _kept_database(postgres: str) -> AsyncIterator[tuple[str, "asyncpg.Connection[asyncpg.Record]"]]:
    """A database for one test after the other, and a connection to it."""
    async with _new_database(postgres) as url:
        connection = await asyncpg.connect(url)
        await migrate(connection)
        yield url, connection
        await connection.close()


@pytest.fixture
async def postgres_url(_kept_database: Any) -> str:
    """The address of an empty database with our schema: to empty one takes 10 ms, to copy a template 500 ms."""
    url, connection = _kept_database
    await connection.execute(CUT_OTHERS)
    tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    in_order = sorted(table for (table,) in tables if table != "schema_version")
    in_order.sort(key=lambda table: table == "former_participants")  # a trigger fills it
    emptied = (f"DELETE FROM {table}" for table in in_order)
    await connection.execute(";".join(emptied))
    return str(url)


@pytest.fixture
async def blank_postgres_url(postgres: str) -> AsyncIterator[str]:
    """The address of a database in which nothing has been created yet."""
    async with _new_database(postgres) as url:
        yield url


@pytest.fixture(scope="session")
def _stoppable_postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
async def own_postgres(_stoppable_postgres: Postgres) -> AsyncIterator[Postgres]:
    """A server that nobody else uses, with a new database: a test may stop it."""
    server = _stoppable_postgres
    server.tell("start")
    async with _new_database(server.address) as url:
        server.database = url.partition("@/")[2].partition("?")[0]
        yield server
        server.tell("start")


CUT_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@contextlib.asynccontextmanager
async def _new_database(postgres: str) -> AsyncIterator[str]:
    name = f"tests_{secrets.token_hex(6)}"
    async with _connected(postgres) as connection:
        await connection.execute(f"CREATE DATABASE {name}")
    yield postgres.format(name)
    async with _connected(postgres) as connection:
        await drop(connection, f"DATABASE {name} WITH (FORCE)")


@contextlib.asynccontextmanager
async def _connected(postgres: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    connection = await asyncpg.connect(postgres.format("postgres"))
    try:
        yield connection
    finally:
        await connection.close()


async def drop(connection: "asyncpg.Connection[asyncpg.Record]", what: str) -> None:
    """Drop a database or a tablespace. PostgreSQL waits 5 s for those it cuts off: a busy machine needs longer."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await connection.execute(f"DROP {what}")
            except (asyncpg.ObjectInUseError, asyncpg.ObjectNotInPrerequisiteStateError):
                await asyncio.sleep(0.1)
            else:
                return
