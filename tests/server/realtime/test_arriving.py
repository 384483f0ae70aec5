"""Coming to a table with a long log, which is told beside the event loop while the game goes on."""

import asyncio
import json
import threading
from contextlib import asynccontextmanager

import pytest

from tablee.server.realtime import broadcast
from tablee.server.realtime.connection import Connection
from tablee.server.realtime.hub import Hub
from tablee.server.storage import open_store
from tablee.server.table.directory import entry_of
from tablee.server.views.frames import FrameBuilder, encode
from tablee.server.views.sentences import language
from tests.server.table.tables import NOW, SEED, happen, started

LONG = 120
"""Events, more than are told at once."""


def long_table():
    """A table whose players cannot make up their minds."""
    table = started(2)
    while table.number < LONG:
        happen(table, table.act(0, table.step, "pawn a1", NOW))
        happen(table, table.take_back(0, table.step, NOW))
    return table


@asynccontextmanager
async def opened(tmp_path):
    """The long table in memory, with its two people `zoé` and `ali`."""
    table, store = long_table(), open_store(f"sqlite:///{tmp_path}/tables.db")
    await store.open_table(table.opening, SEED, entry_of(table))
    people = dict(zip((participant.id for participant in table.seats), ("zoé", "ali"), strict=True))
    await store.append(table.id, table.events, entry_of(table), people)
    hub = Hub(store, bots=None)
    async with hub.visit(table.id) as live:
        yield live
    await hub.close()
    await store.close()


@pytest.fixture
def held_back(monkeypatch):
    """Painting beside the event loop waits for this."""
    release = threading.Event()
    first = broadcast._first

    def paint_later(*told):
        assert threading.current_thread() is not threading.main_thread()
        assert release.wait(60)
        return first(*told)

    monkeypatch.setattr(broadcast, "_first", paint_later)
    return release


class Reader:
    """A connection whose other side reads everything."""

    def __init__(self, live, person, *, scenes):
        self.connection = Connection("", "en", scenes=scenes)
        self.connection.person = person
        self.live, self.heard = live, []
        self._delivered = asyncio.Event()

    async def __aenter__(self):
        self.connection.start(self._send)
        self.live.join(self.connection)
        return self

    async def __aexit__(self, *_):
        self.live.quit(self.connection)
        self.connection.stop()

    async def _send(self, message):
        self.heard.append(json.loads(message["text"]))
        if self.heard[-1]["say"] == "that is all":
            self._delivered.set()

    async def everything(self, say):
        """All messages of a kind, once everything has been delivered."""
        self._delivered.clear()
        self.connection.send(b'{"say":"that is all"}')
        await self._delivered.wait()
        return [message for message in self.heard if message["say"] == say]


def put_together(frames):
    """The nodes and the log that a page has after some frames."""
    nodes, log = {}, {}
    for frame in frames:
        if frame["whole"]:
            nodes, log = {}, {}
        nodes = {key: node for key, node in nodes.items() if key not in frame["scene"]["gone"]}
        nodes |= {node[0]: node for node in frame["scene"]["set"]}
        log |= dict(frame["log"])
    return nodes, log


async def play(live, *actions):
    for action in actions:
        await live.decide(lambda table, now, action=action: table.act(table.to_act, table.step, action, now))


def turned_up(live):
    """The value of the tile that was turned up last."""
    return next(event.text for event in reversed(live.table.events) if event.kind == "chance").removeprefix("reveal ")


async def test_what_happens_while_a_long_log_is_painted_is_shown_after_it_step_by_step(tmp_path, held_back):
    async with opened(tmp_path) as live, Reader(live, "ali", scenes=True) as ali:
        coming = asyncio.create_task(live.welcome(ali.connection, live.table.number))
        await asyncio.sleep(0)
        before = live.table.number
        await play(live, "draw", "place d4", "pawn a1")
        value = turned_up(live).replace("-", "−")
        assert await ali.everything("frame") == []
        held_back.set()
        await coming
        await play(live, "pawn b1")
        frames = await ali.everything("frame")
        assert [frame["number"] for frame in frames] == list(range(before, live.table.number + 1))
        assert [f'"{value}"' in json.dumps(frame, ensure_ascii=False) for frame in frames[1:4]] == [False, True, False]
        fresh = put_together([json.loads(encode(FrameBuilder(1, language("en")).first_frame(live.table)))])
        assert put_together(frames) == fresh


async def test_a_program_is_told_in_order_what_happens_while_a_long_log_is_told(tmp_path, held_back):
    async with opened(tmp_path) as live, Reader(live, "zoé", scenes=False) as zoe:
        coming = asyncio.create_task(live.welcome(zoe.connection, live.table.number))
        await asyncio.sleep(0)
        before = live.table.number
        await play(live, "draw", "place d4")
        held_back.set()
        await coming
        await play(live, "pawn b1")
        numbers = [number for news in await zoe.everything("events") for number, _, _ in news["events"]]
        assert numbers == list(range(before + 1, live.table.number + 1))


async def test_who_leaves_while_a_long_log_is_painted_leaves_nothing_behind(tmp_path, held_back):
    async with opened(tmp_path) as live:
        async with Reader(live, "ali", scenes=True) as ali:
            coming = asyncio.create_task(live.welcome(ali.connection, 0))
            await asyncio.sleep(0)
        held_back.set()
        await coming
        assert (live.broadcaster.connections, live.broadcaster._arriving, live.broadcaster._builders) == ([], {}, {})


async def test_those_who_see_the_same_share_one_frame_builder(tmp_path):
    async with opened(tmp_path) as live, Reader(live, "", scenes=True) as one, Reader(live, "", scenes=True) as two:
        for reader in (one, two):
            await live.welcome(reader.connection, 0)
        assert one.connection.builder is two.connection.builder
        await play(live, "pawn c3")
        first, second = [await reader.everything("frame") for reader in (one, two)]
        assert first[-1] == second[-1]
        assert put_together(first) == put_together(second)


async def test_a_snapshot_of_a_long_log_is_kept_when_its_table_is_forgotten(tmp_path):
    async with opened(tmp_path) as live:
        for _ in range(50):
            await play(live, "pawn a1")
            await live.decide(lambda table, now: table.take_back(0, table.step, now))
        table = live.table
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    stored = await store.load(table.id)
    assert stored.snapshot
    hub = Hub(store, bots=None)
    async with hub.visit(table.id) as again:
        assert again.kept == table.number
        assert again.table.events == table.events
        assert again.table.state == table.state
    await hub.close()
    await store.close()
