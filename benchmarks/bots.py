"""How long a person waits for a quick bot while others keep the workers busy, with and without fair queueing.

Some tables ask for searches of the strongest level without a pause, as fifty people who ask for hints would. Meanwhile
a person asks a bot of level 1 for one action after the other. Before: first come, first served, without shorter limits.
After: the pool as a server runs it. The workers are real, and the benchmark stops by itself.
"""

import argparse
import asyncio
import json
import math
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any

import tablee
from tablee.api.compile_all import compile_games
from tablee.bots.requests import Question
from tablee.bots.worker_pool import BotPool
from tablee.games import game_ids
from tablee.games.brains.levels import LOWEST, STRONGEST
from tablee.games.brains.thoughts import Thought

PATIENCE = 60.0
PAUSE = 0.1
"""Seconds between an answer and the person's next question."""

Choose = Callable[[Question], Awaitable[Thought]]


def main() -> int:
    """Measure, print, and return an exit code."""
    options = _options()
    compile_games()
    figures = asyncio.run(_measured(options))
    print(json.dumps(figures, indent=1) if options.json else _report(figures, options))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement (default 5)")
    parser.add_argument("--tables", default="0,10,50", help="at the strongest level (default 0,10,50)")
    parser.add_argument("--workers", type=int, default=1, help="for long thoughts (default 1, as on two cores)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


async def _measured(options: argparse.Namespace) -> list[dict[str, Any]]:
    figures = []
    for manner in ("before", "after"):
        pool = BotPool(options.workers, patience=PATIENCE, quick=int(manner == "after"))
        choose = pool.choose if manner == "after" else _first_come(pool, options.workers)
        try:
            for tables in map(int, options.tables.split(",")):
                print(f"{manner}, {tables} tables …", file=sys.stderr, flush=True)
                await pool.start()  # who was cut short in the last measurement has been replaced
                found = await _wait_times(choose, tables, options.seconds)
                figures.append({"manner": manner, "tables": tables, **found})
        finally:
            await pool.close()
    return figures


def _first_come(pool: BotPool, workers: int) -> Choose:
    """One line for all, so that the pool's own never has anybody in it."""
    free = asyncio.Semaphore(workers)

    async def choose(question: Question) -> Thought:
        async with free:
            return await pool.choose(question)

    return choose


async def _wait_times(choose: Choose, tables: int, seconds: float) -> dict[str, Any]:
    """What a person waits for, and what the tables get meanwhile."""
    thoughts: list[Thought] = []
    others = [asyncio.create_task(_table(choose, number, thoughts)) for number in range(tables)]
    await asyncio.sleep(min(2.0, seconds) if tables else 0)
    waits: list[float] = []
    person = asyncio.create_task(_person(choose, waits))
    await asyncio.sleep(seconds)
    for task in (person, *others):
        task.cancel()
    await asyncio.wait([person, *others])
    return {
        "asked": len(waits),
        "median": statistics.median(waits),
        "p99": sorted(waits)[math.ceil(0.99 * len(waits)) - 1],
        "max": max(waits),
        "long thoughts": len(thoughts),
        "seconds each": statistics.mean(thought.seconds for thought in thoughts) if thoughts else 0.0,
    }


async def _person(choose: Choose, waits: list[float]) -> None:
    """Ask, wait, ask again; who is still waiting in the end has waited at least until then."""
    number = 0
    while True:
        started = time.monotonic()
        try:
            await choose(_question(LOWEST, number, asker="the person"))
        finally:
            waits.append(time.monotonic() - started)
        number += 1
        await asyncio.sleep(PAUSE)


async def _table(choose: Choose, number: int, thoughts: list[Thought]) -> None:
    """Think about one decision after the other."""
    with suppress(asyncio.CancelledError):
        for seed in count():
            thoughts.append(await choose(_question(STRONGEST, number + seed, asker=f"table {number}")))


def _question(level: int, number: int, asker: str = "") -> Question:
    """The opening of one game after the other."""
    game = game_ids()[number % len(game_ids())]
    return Question(game, _opening(game), level, number, asker=asker)


_openings: dict[str, Any] = {}


def _opening(game: str) -> Any:
    if game not in _openings:
        playing = tablee.new(game, players=2, seed=1)
        while playing.to_act == "chance":
            playing.chance()
        assert isinstance(playing.to_act, int)
        _openings[game] = playing.knowledge(playing.to_act)
    return _openings[game]


def _report(figures: list[dict[str, Any]], options: argparse.Namespace) -> str:
    lines = [
        f"A person at level 1 beside tables at level {STRONGEST}, {options.workers} worker(s), seconds",
        "         tables  asked   median      p99      max   long thoughts a second  seconds each",
    ]
    for row in figures:
        times = "".join(f"{row[name]:9.3f}" for name in ("median", "p99", "max"))
        pace = f"{row['long thoughts'] / options.seconds:25.1f}{row['seconds each']:14.2f}"
        lines.append(f"{row['manner']:8} {row['tables']:6} {row['asked']:6}{times}{pace}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
