"""Servers to measure, each in a process of its own on a free port of this machine."""

import asyncio
import contextlib
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import asyncpg

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.postgres import Postgres

PATIENCE = 60.0
PEER = "boardgame.io@0.50.2"
PEER_FOLDER = Path(__file__).parent / "boardgame_io"
LIFTED = 1e9
"""Limits are for people; a benchmark would run into them."""


class ServerProcess:
    """A running server process."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=folder)
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode()
        if "http://localhost:" not in line:
            raise SystemExit(f"the server did not start: {line}")
        self.port = int(line.rpartition(":")[2])

    @property
    def pid(self) -> int:
        """The id of the process, for a profiler."""
        return self._process.pid

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def open_tablee(folder: Path, url: str) -> ServerProcess:
    """Our own server, on a new database."""
    return ServerProcess([sys.executable, __file__, url], folder)


def stored_actions(url: str) -> int:
    """How many actions the database of a server holds."""
    if url.startswith("postgresql"):
        return asyncio.run(_actions_in_postgres(url))
    with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
        (count,) = database.execute(
            """SELECT count(*) FROM events WHERE CAST(body AS TEXT) LIKE '%"event":"act"%'"""
        ).fetchone()
    database.close()
    return int(count)


async def _actions_in_postgres(url: str) -> int:
    connection = await asyncpg.connect(url)
    query = """SELECT count(*) FROM events WHERE convert_from(body, 'UTF8') LIKE '%"event":"act"%'"""
    count = int(await connection.fetchval(query))
    await connection.close()
    return count


class Databases:
    """Makes new databases, of SQLite in a folder, or in a PostgreSQL of our own that waits for the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server: Postgres | None = None
        self._count = 0

    def new(self, kind: str) -> str:
        """The address of a new database."""
        self._count += 1
        if kind == "sqlite":
            return f"sqlite:///{self._folder}/{self._count}.db"
        self._server = self._server or Postgres(safe=True)
        asyncio.run(_create(self._server.url(), f"bench_{self._count}"))
        return self._server.url(f"bench_{self._count}")

    def cpu(self) -> float:
        """Seconds of processor that PostgreSQL has taken so far; 0 where that cannot be read."""
        return _cpu_below(self._server.pid) if self._server is not None else 0.0

    def close(self) -> None:
        """End the server, if there is one."""
        if self._server is not None:
            self._server.close()


def _cpu_below(pid: int) -> float:
    """The processor time of all descendants of a process, and of those of theirs that have ended."""
    children: dict[int, list[tuple[int, int]]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            told = path.read_text().rpartition(")")[2].split()
            children.setdefault(int(told[1]), []).append((int(path.parent.name), sum(map(int, told[11:15]))))
    ticks, waiting = 0, [pid]
    while waiting:
        for child, taken in children.get(waiting.pop(), ()):
            waiting.append(child)
            ticks += taken
    return ticks / os.sysconf("SC_CLK_TCK")


async def _create(url: str, name: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()


def install_peer(folder: Path) -> bool:
    """Fetch boardgame.io into a folder with npm; False if that cannot be done here."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return False
    shutil.copy(PEER_FOLDER / "server.mjs", folder)
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, PEER]
    print(f"fetching {PEER} …", file=sys.stderr, flush=True)
    try:
        return subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=PATIENCE).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def open_peer(folder: Path) -> ServerProcess:
    """The server of boardgame.io, with everything in memory."""
    return ServerProcess(["node", str(folder / "server.mjs"), str(_free_port())], folder)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# ---- what runs in the process of our own server ------------------------------------------------------------


def main() -> None:
    """Serve from the database named on the command line, just as `tablee play` does, with one more page."""
    from tablee.api.compile_all import compile_games
    from tablee.server.web import launch

    compile_games()
    create_app = launch.create_app
    launch.create_app = lambda settings: _with_figures(create_app(settings))
    launch.run(_settings(sys.argv[1]), "127.0.0.1", 0, open_page=False)


def _with_figures(app: Any) -> Any:
    """The server with a page `/figures`: processor seconds of all threads, memory in bytes, and commits so far."""
    from starlette.requests import Request
    from starlette.responses import JSONResponse
    from starlette.routing import Route

    writer = app.hub.store.writer

    async def figures(_: Request) -> JSONResponse:
        return JSONResponse({"cpu": time.process_time(), "memory": _memory(), "commits": writer.commits})

    app.site.router.routes.append(Route("/figures", figures))
    return app


def _settings(database_url: str) -> Any:
    from tablee.server.realtime.settings import Settings

    limits = [name for name in Settings.__struct_fields__ if name.endswith(("_rate", "_burst"))]
    most = [name for name in Settings.__struct_fields__ if name.startswith("most_")]
    return Settings(database_url=database_url, **dict.fromkeys(limits, LIFTED), **dict.fromkeys(most, 100_000))


def _memory() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource  # not on every system, and there it tells of the peak only

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
