"""How the house is just now: what can be seen without having been counted."""

import asyncio
import os
import platform
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path

from tablee.measures import Family, Histogram, gauge, taken
from tablee.site.app import App

LOOK = 0.5
"""Seconds between two looks at whether the event loop is late."""
LAG = Histogram("tablee_loop_lag_seconds", "How much later than it should the event loop gets to something.")


def figures_now(app: App) -> list[Family]:
    """All that is known of this process."""
    return [*_house(app), *_bots(app), *_program(app), *taken()]


def _house(app: App) -> list[Family]:
    tables = list(app.hub.tables.values())
    people = {one.person or one.session for one in app.hub.connections}
    return [
        gauge("tablee_tables", "Tables in memory, by status.", *_statuses(app)),
        gauge("tablee_people", "People who are connected.", ({}, len(people))),
        gauge("tablee_onlookers", "Connections of onlookers.", ({}, sum(one.presence.watching for one in tables))),
        gauge("tablee_live_connections", "Live connections.", ({}, len(app.hub.connections))),
        gauge("tablee_stopping", "1 while the process is stopping.", ({}, app.health.stopping)),
    ]


def _statuses(app: App) -> list[tuple[dict[str, str], float]]:
    statuses = [live.table.status for live in app.hub.tables.values()]
    return [({"status": one}, statuses.count(one)) for one in ("waiting", "playing", "over", "closed")]


def _bots(app: App) -> list[Family]:
    quick, long = app.bots.waiting
    return [
        gauge("tablee_bot_queue", "Who waits for a bot.", ({"kind": "quick"}, quick), ({"kind": "long"}, long)),
        gauge("tablee_bot_workers", "Processes of bots.", ({}, len(app.bots.pids))),
    ]


def _program(app: App) -> list[Family]:
    memory = [({"part": "server"}, memory_of("self")), ({"part": "bots"}, sum(map(memory_of, app.bots.pids)))]
    return [
        gauge("tablee_memory_bytes", "Memory in use.", *memory),
        gauge("tablee_processor_seconds", "Processor time used so far.", ({}, time.process_time())),
        gauge("tablee_info", "Which program this is.", (_names(), 1)),
    ]


@cache
def _names() -> dict[str, str]:
    return {"version": version("tablee"), "python": platform.python_version()}


def memory_of(process: int | str) -> int:
    """Bytes that a process has in memory; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


async def watch_loop() -> None:
    """Take note of how late the event loop is, for as long as it runs."""
    while True:
        due = time.perf_counter() + LOOK
        await asyncio.sleep(LOOK)
        LAG.take(max(0.0, time.perf_counter() - due))
