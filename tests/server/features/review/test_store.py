"""Stories are kept, one a table, and made once."""

import asyncio

import msgspec

from tablee.server.features.review.model import VERSION, Account, Story, StoryStep
from tablee.server.features.review.store import HALF, WANTED, WHOLE
from tablee.server.storage import open_store
from tablee.server.table.events import Opening, Sit
from tests.server.storage.entries import entry

NOW = 10**12
LATER = NOW + 60_000
STORY = Story(
    "isis",
    2,
    (Account(0.5, 1.0, 0.25, 0.125, 0.25, 0.125), Account(0.5, 0.0, -0.25, 0.25, 0.125, -0.125)),
    (StoryStep(1, 0, "pawn c4", (0.5, 0.5), (0.4, 0.6), (0.4, 0.6), "pawn c5", 0.01),),
    level=5,
)


async def seat(store, table, *people):
    await store.open_table(Opening(table, "isis", 1, 2, {}, "c"), b"seed", entry(table))
    sits = [Sit(number, NOW, "", 0) for number, _ in enumerate(people, 1)]
    await store.append(table, sits, entry(table, len(sits)), dict(enumerate(people, 1)))


async def test_a_story_is_wanted_once_made_and_found(store):
    assert await store.review.find("t") is None
    await store.review.want("t", "isis", NOW)
    await store.review.want("t", "isis", NOW + 1)
    assert (await store.review.find("t"))[:6] == ("t", WANTED, 0, "isis", 0, NOW)
    assert await store.review.claim("t", "one", NOW, LATER)
    assert await store.review.keep("t", "one", HALF, STORY, NOW + 2)
    kept = await store.review.find("t")
    assert (kept.status, kept.level, kept.at, kept.story, kept.is_current) == (HALF, 5, NOW + 2, STORY, False)
    assert await store.review.keep("t", "one", WHOLE, STORY, NOW + 3)
    assert (await store.review.find("t")).is_current


async def test_of_all_who_want_to_make_it_one_does_and_another_once_that_one_is_gone(store, database_url):
    others = [open_store(database_url) for _ in range(3)]
    await store.review.want("t", "isis", NOW)
    claims = await asyncio.gather(*(one.review.claim("t", one.server, NOW, LATER) for one in others))
    assert sum(claims) == 1
    first = others[claims.index(True)]
    assert await store.review.waiting(LATER - 1, 5) == []
    assert await first.review.renew("t", first.server, LATER)
    assert await store.review.waiting(LATER, 5) == ["t"]
    assert await store.review.claim("t", "another", LATER, LATER + 1)
    assert not await first.review.renew("t", first.server, LATER + 1)
    assert not await first.review.keep("t", first.server, WHOLE, STORY, LATER)
    await first.review.release("t", first.server)
    assert await store.review.keep("t", "another", HALF, STORY, LATER)
    await store.review.release("t", "another")
    assert await first.review.claim("t", first.server, NOW, LATER)
    await asyncio.gather(*(one.close() for one in others))


async def test_what_is_told_is_told_anew_only_when_it_is_reckoned_otherwise_today(store):
    await store.review.want("t", "isis", NOW)
    await store.review.claim("t", "one", NOW, NOW)
    older = msgspec.structs.replace(STORY, version=VERSION - 1)
    await store.review.keep("t", "one", WHOLE, older, NOW)
    assert not (await store.review.find("t")).is_current
    assert await store.review.claim("t", "one", NOW, NOW)
    await store.review.keep("t", "one", WHOLE, STORY, NOW)
    assert not await store.review.claim("t", "one", NOW, NOW)
    assert await store.review.waiting(LATER, 5) == []


async def test_a_person_has_the_stories_of_their_tables_until_they_are_forgotten_and_others_keep_them(store):
    for table, game, people in (("a", "isis", ("zoé", "max")), ("b", "morfals", ("zoé",)), ("c", "isis", ("max",))):
        await seat(store, table, *people)
        await store.review.want(table, game, NOW)
        await store.review.claim(table, "one", NOW, LATER)
        await store.review.keep(table, "one", WHOLE, msgspec.structs.replace(STORY, game=game), NOW)
    await store.review.want("d", "isis", NOW)
    await seat(store, "d", "zoé")
    assert [kept.table for kept in await store.review.of("zoé")] == ["a", "b"]
    assert [kept.table for kept in await store.review.of("zoé", "isis")] == ["a"]
    await store.forget_person("zoé", NOW)
    assert await store.review.of("zoé") == []
    assert [kept.story for kept in await store.review.of("max")] == [STORY, STORY]
