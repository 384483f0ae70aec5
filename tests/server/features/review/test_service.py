"""Stories are told once, by one server, and those that nobody waits for, too."""

import asyncio

from tablee.bots.process import CRASHED, BotFault
from tablee.bots.weighing import Weighed
from tablee.kit import tables
from tablee.live.study.stories import Stories
from tablee.store import open_store

NOW = 10**12
EVEN = Weighed((0.5, 0.5), 0.01)


class Judges:
    """Workers that find everything even, at the second try."""

    def __init__(self, fails: bool = False) -> None:
        self.asked: list[str] = []
        self._fails = fails

    async def weigh(self, weighing):
        await asyncio.sleep(0)
        if self._fails:
            raise BotFault(CRASHED, "no")
        self.asked.append(weighing.session)
        return EVEN if weighing.seconds > 0.5 else None


async def until(holds):
    """Wait until something is so."""
    for _ in range(3000):
        if found := await holds():
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("it never is")


async def told(stories, table):
    async def kept():
        look = await stories.look(table.id)
        return None if look.is_under_way else look.kept

    return await until(kept)


def begin(store, table, judges):
    async def peek(_):
        return table, {}

    return Stories(store, judges, lambda: NOW, peek)


async def test_of_two_servers_one_tells_a_story_and_both_know_it(tmp_path):
    table = tables.finished(game="isis", players=2)
    stores = [open_store(f"sqlite:///{tmp_path}/tables.db") for _ in range(2)]
    judges = [Judges(), Judges()]
    servers = [begin(store, table, judge) for store, judge in zip(stores, judges, strict=True)]
    await asyncio.gather(*(server.ask(table) for server in servers))
    kept = [await told(server, table) for server in servers]
    await asyncio.gather(*(server.ask(table) for server in servers))
    assert all(one is not None and one.is_current for one in kept)
    assert sorted(len(one.asked) for one in judges) == [0, 2 * (2 * len(table.steps) + 1)]  # the opening once more
    for one in (*servers, *stores):
        await one.close()


async def test_what_is_wanted_is_told_though_nobody_waits_and_what_fails_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr("tablee.live.study.stories.A_LOOK", 0.01)
    table = tables.finished(game="isis", players=2)
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    await store.stories.want(table.id, "isis", NOW)
    failing = begin(store, table, Judges(fails=True))
    failing.start()

    async def has_failed():
        return failing._failed

    await until(has_failed)
    await failing.close()
    assert not (await failing.look(table.id)).is_under_way
    stories = begin(store, table, Judges())
    stories.start()

    async def current():
        found = await store.stories.find(table.id)
        return found if found is not None and found.is_current else None

    kept = await until(current)
    await stories.close()
    assert kept.story is not None
    assert kept.story.steps[0].before == EVEN.values
    await store.close()
