"""Stories are told once, by one server, and those that nobody waits for, too."""

import asyncio
import random

from tablee.bots.bot_process import CRASHED, BotFault
from tablee.bots.requests import Evaluation
from tablee.kit import trial_tables
from tablee.server.features.review.service import CLAIM, OFFERED_TO_ONE, StoryService
from tablee.server.realtime.rate_limits import Asker
from tablee.server.storage import open_store
from tablee.server.table.clock import AN_HOUR
from tests.server.table.tables import happen, new_table, play_randomly

NOW = 10**12
EVEN = Evaluation((0.5, 0.5), 0.01)


class Judges:
    """Workers that find everything even, at the second try."""

    def __init__(self, fails: bool = False) -> None:
        self.asked: list[str] = []
        self._fails = fails

    async def evaluate(self, request):
        await asyncio.sleep(0)
        if self._fails:
            raise BotFault(CRASHED, "no")
        self.asked.append(request.session)
        return EVEN if request.seconds > 0.5 else None


async def until(holds):
    """Wait until something is so."""
    for _ in range(3000):
        if found := await holds():
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("it never is")


async def told(stories, table):
    async def kept():
        status = await stories.status(table.id)
        return None if status.is_under_way else status.kept

    return await until(kept)


def begin(store, table, judges, clock=lambda: NOW):
    async def peek(_):
        return table, {}

    return StoryService(store, judges, clock, peek)


async def test_of_two_servers_one_tells_a_story_and_both_know_it(tmp_path):
    table = trial_tables.finished(game="isis", players=2)
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


class SlowJudges(Judges):
    """Workers that think about the first position for two claims' time, while another server looks for work."""

    def __init__(self, store) -> None:
        super().__init__()
        self.now = NOW
        self.other = None
        self._store = store

    async def weigh(self, weighing):
        for _ in range(6 if not self.asked else 0):
            self.now += CLAIM // 3
            await self._renewed(weighing.asker)
            await self.other.make_requested()
        return await super().weigh(weighing)

    async def _renewed(self, table):
        """Give the server time to renew its claim. A server that does not is found out by the other one."""
        for _ in range(100):
            if await self._store.review.is_claimed(table, self.now + CLAIM // 2):
                return


async def test_a_server_that_thinks_longer_than_its_claim_tells_the_story_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("tablee.server.features.review.service.RENEWAL", 0.0)
    table = trial_tables.finished(game="isis", players=2)
    stores = [open_store(f"sqlite:///{tmp_path}/tables.db") for _ in range(2)]
    slow, idle = SlowJudges(stores[1]), Judges()
    servers = [begin(store, table, one, lambda: slow.now) for store, one in zip(stores, (slow, idle), strict=True)]
    slow.other = servers[1]
    await servers[0].ask(table)
    kept = await told(servers[0], table)
    for one in servers:
        await one.close()
    assert kept.is_current
    assert (len(slow.asked), len(idle.asked)) == (2 * (2 * len(table.steps) + 1), 0)
    await asyncio.gather(*(store.close() for store in stores))


async def test_what_is_wanted_is_told_though_nobody_waits_and_what_fails_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr("tablee.server.features.review.service.POLLING", 0.01)
    table = trial_tables.finished(game="isis", players=2)
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    await store.review.want(table.id, "isis", NOW)
    failing = begin(store, table, Judges(fails=True))
    failing.start()

    async def has_failed():
        return failing._failed

    await until(has_failed)
    await failing.close()
    assert not (await failing.status(table.id)).is_under_way
    stories = begin(store, table, Judges())
    stories.start()

    async def current():
        found = await store.review.find(table.id)
        return found if found is not None and found.is_current else None

    kept = await until(current)
    await stories.close()
    assert kept.story is not None
    assert kept.story.steps[0].before == EVEN.values
    await store.close()


async def test_a_story_is_offered_after_a_game_against_bots_but_not_to_who_floods(tmp_path):
    table = new_table(2)
    happen(table, table.sit("Zoé", NOW, nonce="0" * 32))
    happen(table, table.sit("", NOW, level=2))
    happen(table, table.start(NOW))
    play_randomly(table, random.Random(1))
    store, now = open_store(f"sqlite:///{tmp_path}/tables.db"), [NOW]
    stories = begin(store, table, Judges(), lambda: now[0])
    assert not await stories.offer(trial_tables.finished(game="isis", players=2), Asker("10.0.0.1", "zoé"))
    made = 0
    for _ in range(OFFERED_TO_ONE + 3):
        made += await stories.offer(table, Asker("10.0.0.1", "zoé"))
        await told(stories, table)
    assert made == OFFERED_TO_ONE
    assert await stories.offer(table, Asker("10.0.0.2", "otto"))
    await told(stories, table)
    now[0] += AN_HOUR + 1
    assert await stories.offer(table, Asker("10.0.0.1", "zoé"))
    await told(stories, table)
    for one in (stories, store):
        await one.close()
