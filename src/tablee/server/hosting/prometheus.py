"""Metrics for Prometheus: gauges of this process, and the server of `/metrics` on an address of its own."""

import asyncio
import os
import platform
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.bots.metrics import CONTENT_TYPE, Family, Histogram, gauge, taken
from tablee.server.hosting.logs import logger
from tablee.server.hosting.serve_settings import NOT_YET, CannotServe
from tablee.server.hosting.setting_checks import host_and_port

if TYPE_CHECKING:
    from tablee.server.web.app import App

LOOK = 0.5
"""Seconds between two measurements of the event loop's lag."""
LAG = Histogram("tablee_loop_lag_seconds", "How much later than it should the event loop gets to something.")


def figures_now(app: "App") -> list[Family]:
    """All metrics of this process."""
    tables = list(app.hub.tables.values())
    statuses = [live.table.status for live in tables]
    by_status = [({"status": one}, statuses.count(one)) for one in ("waiting", "playing", "over", "closed")]
    people = {one.person or one.session for one in app.hub.connections}
    (quick, long), pids = app.bots.waiting, app.bots.pids
    memory = [({"part": "server"}, memory_of("self")), ({"part": "bots"}, sum(map(memory_of, pids)))]
    program = {"version": version("tablee"), "python": platform.python_version()}
    return [
        gauge("tablee_tables", "Tables in memory, by status.", *by_status),
        gauge("tablee_people", "People who are connected.", ({}, len(people))),
        gauge("tablee_spectators", "Connections of spectators.", ({}, sum(one.presence.watching for one in tables))),
        gauge("tablee_live_connections", "Live connections.", ({}, len(app.hub.connections))),
        gauge("tablee_stopping", "1 while the process is stopping.", ({}, app.health.stopping)),
        gauge("tablee_bot_queue", "Who waits for a bot.", ({"kind": "quick"}, quick), ({"kind": "long"}, long)),
        gauge("tablee_bot_workers", "Processes of bots.", ({}, len(pids))),
        gauge("tablee_memory_bytes", "Memory in use; what processes share is counted in each.", *memory),
        gauge("tablee_processor_seconds", "Processor time used so far.", ({}, time.process_time())),
        gauge("tablee_info", "Which program this is.", (program, 1)),
        *taken(),
    ]


def memory_of(process: int | str) -> int:
    """Resident memory of a process in bytes; 0 if unknown.

    What processes share is counted in each: to share it out (PSS) takes the system tens of milliseconds.
    """
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


async def watch_loop() -> None:
    """Measure the event loop's lag for ever."""
    while True:
        due = time.perf_counter() + LOOK
        await asyncio.sleep(LOOK)
        LAG.take(max(0.0, time.perf_counter() - due))


PATIENCE = 5.0
"""Seconds for one request and its answer."""
PATH = b"/metrics"


@asynccontextmanager
async def serve_metrics(address: str, numbers: Callable[[], Awaitable[str]]) -> AsyncIterator[None]:
    """Serve `/metrics` at `address`; do nothing if it is empty."""
    if not address:
        yield
        return
    host, port = host_and_port(address)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                method, path, *_ = [*head.split(b" ", 2), b"", b""]
                status, kind, text = (
                    "404 Not Found",
                    "text/plain; charset=utf-8",
                    "There is /metrics here, and nothing else.\n",
                )
                if method == b"GET" and path.partition(b"?")[0] == PATH:
                    status, kind, text = "200 OK", CONTENT_TYPE, await numbers()
                body = text.encode()
                lines = [f"HTTP/1.1 {status}", f"content-type: {kind}", f"content-length: {len(body)}"]
                writer.write("\r\n".join([*lines, "connection: close", "", ""]).encode() + body)
                await writer.drain()
        writer.close()

    try:
        server = await asyncio.start_server(answer, host, port)
    except OSError as error:
        why = error.strerror or error
        raise CannotServe(f"metrics_address: {address} cannot be listened on: {why}", NOT_YET) from None
    at = server.sockets[0].getsockname()
    logger.info("numbers for Prometheus are told", extra={"about": {"metrics": f"{at[0]}:{at[1]}"}})
    async with server:
        yield
