"""What it costs to open a long table: the time of the event loop, and how long others wait meanwhile."""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from tablee.games import find_game
from tablee.server.realtime.connection import Connection
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.rate_limits import Bucket
from tablee.server.storage import Store, open_store
from tablee.server.table.dice import commitment
from tablee.server.table.directory import entry_of
from tablee.server.table.events import Opening
from tablee.server.table.stored import stored_table, take_snapshot
from tablee.server.table.table import Table
from tablee.server.views.frames import FrameBuilder, encode
from tablee.server.views.sentences import language
from tablee.server.web.launch import SWITCH_INTERVAL

SEED, PERSON = bytes(32), "somebody"
TICK = 0.001
DEEP = {"isis": 30, "morpyam": 250, "netzwerk": 120}
"""Steps in force from which on all is taken back that can be: so the log of a short game is long, too."""
GOAL = 5.0
"""Milliseconds of the event loop's own time."""


class Cost(NamedTuple):
    """In milliseconds: processor time of the loop's thread, time until all is sent, and the ticker's longest wait."""

    own: float
    until_sent: float
    stall: float


async def main() -> None:
    """Print a line for each table, with and without a snapshot, and for doing all of it on the event loop."""
    options = _options()
    sys.setswitchinterval(options.switch)
    figures = f"{'loop ms':>8} {'sent ms':>8} {'stall ms':>8}   goal: {GOAL:.0f} ms of the loop"
    print(f"{'game':<10} {'events':>6} {'in force':>8}  {'':<18} {figures}")
    for game in DEEP:
        table = long_table(game, options.events, random.Random(1))
        label = f"{game:<10} {table.number:>6} {len(table.steps):>8}"
        _print(label, "all on the loop", await _best(options.rounds, lambda table=table: _measure(_on_the_loop(table))))
        for kept in (False, True):
            async with _stored(table, kept=kept) as store:
                cost = await _best(options.rounds, lambda store=store, table=table: _open_and_join(store, table.id))
            _print(label, "with a snapshot" if kept else "without a snapshot", cost)


def _print(label: str, how: str, cost: Cost) -> None:
    print(f"{label}  {how:<18} {cost.own:>8.2f} {cost.until_sent:>8.1f} {cost.stall:>8.2f}", flush=True)


# ---- tables ------------------------------------------------------------------------------------------------


def long_table(game: str, events: int, rng: random.Random) -> Table:
    """A table with so many events, if the game lasts so long."""
    table = _started(game)
    while table.number < events and table.to_act is not None:
        table = _further(table, rng)
    return table


def _started(game: str) -> Table:
    definition = find_game(game)
    players = max(definition.players)
    options = definition.full_options(players, {})
    table = Table(Opening("long", game, definition.version, players, options, commitment(SEED)), SEED, definition)
    for name in ("Zoé", "Ali", "Eve", "Max")[:players]:
        table = table.ahead(*table.sit(name, 0, nonce="0" * 32))
    return table.ahead(*table.start(0))


def _further(table: Table, rng: random.Random) -> Table:
    seat = table.to_act
    assert seat is not None
    taker = next((one.seat for one in table.seats if table.can_take_back(one.seat) is not None), None)
    is_deep = len(table.steps) > DEEP[table.opening.game]
    if taker is not None and is_deep:
        return table.ahead(*table.take_back(taker, table.step, 0))
    actions = table.actions(seat)
    calm = [action for action in actions if action != "draw"] if is_deep else []
    return table.ahead(*table.act(seat, table.step, rng.choice(calm or actions), 0))


@asynccontextmanager
async def _stored(table: Table, *, kept: bool) -> AsyncIterator[Store]:
    """A store with that table in it."""
    with tempfile.TemporaryDirectory() as definition:
        store = open_store(f"sqlite:///{definition}/tables.db")
        await store.open_table(table.opening, SEED, entry_of(table))
        await store.append(table.id, table.events, entry_of(table), {table.seats[0].id: PERSON})
        if kept:
            await store.keep_snapshot(table.id, table.number, take_snapshot(table))
        yield store
        await store.close()


# ---- measuring ---------------------------------------------------------------------------------------------


async def _best(rounds: int, measure: Callable[[], Awaitable[Cost]]) -> Cost:
    """The least of each figure: a busy machine adds to all of them."""
    costs = [await measure() for _ in range(rounds + 1)][1:]
    return Cost(*map(min, zip(*costs, strict=True)))


async def _open_and_join(store: Store, table_id: str) -> Cost:
    """As a page does that connects and has seen nothing yet."""
    hub = Hub(store, bots=None)  # type: ignore[arg-type]
    return await _measure(_join(hub, table_id), _join(hub, table_id))


async def _join(hub: Hub, table_id: str) -> None:
    async with hub.visit(table_id) as live:
        assert live is not None
        connection = Connection(PERSON, "en", scenes=True, bucket=Bucket(1.0, 1.0))
        connection.start(_send)
        live.join(connection)
        await live.welcome(connection, 0)
        live.quit(connection)
        connection.stop()


async def _send(message: dict[str, Any]) -> None:
    """A socket that takes everything."""


async def _on_the_loop(table: Table) -> None:
    opened = stored_table(table.opening, SEED, table.definition, table.events)
    for frame in FrameBuilder(0, language("en")).frames_since(opened, 0, 0):
        encode(frame)


async def _measure(work: Awaitable[None], again: Awaitable[None] | None = None) -> Cost:
    """What some work costs; done again with a ticker beside it, whose own work must not count."""
    began, own = time.perf_counter(), time.thread_time()
    await work
    until_sent, own = time.perf_counter() - began, time.thread_time() - own
    return Cost(1000 * own, 1000 * until_sent, 1000 * (until_sent if again is None else await _stall(again)))


async def _stall(work: Awaitable[None]) -> float:
    """The longest time that a ticker waits too long."""
    waits: list[float] = []

    async def tick() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            waits.append(time.perf_counter() - began - TICK)

    ticker = asyncio.create_task(tick())
    await asyncio.sleep(10 * TICK)
    waits.clear()
    await work
    ticker.cancel()
    with suppress(asyncio.CancelledError):
        await ticker
    return max(waits, default=0.0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1000, help="in the log (default 1000)")
    parser.add_argument("--rounds", type=int, default=5, help="measure so often, show the best (default 5)")
    parser.add_argument("--switch", type=float, default=SWITCH_INTERVAL, help="seconds until another thread may run")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main())
