"""Ratings as they are stored: counted once, in one order, and equal to what the logs come to."""

import asyncio
from random import Random

from tablee.server.features.accounts.model import Person
from tablee.server.features.bot_accounts.model import BotAccount, new_bot_account_id
from tablee.server.features.ratings.model import MOST_TOGETHER, SITTING, Rating
from tablee.server.features.ratings.service import compare, count_finished
from tablee.server.storage import open_store
from tablee.server.table.clock import A_DAY
from tablee.server.table.directory import Seated
from tablee.server.table.events import Clock, Opening, Over, Sit, Start
from tests.server.storage.entries import entry

NOW = 10**12
PEOPLE = ("zoé", "max", "ida", "tom")


async def introduce(store, *people):
    for one in people or PEOPLE:
        await store.rename(one, one, NOW)


async def finish(store, table, people, scores, ended=NOW, started=None, **more):
    """A table that has come to its end; a number stands for a bot of that level."""
    levels = [one if isinstance(one, int) else 0 for one in people]
    told = {"clock": Clock(60_000, 5_000), "rated": True} | more
    opening = Opening(table, "isis", 1, len(people), {}, "c", **told)
    await store.open_table(opening, b"seed", entry(table))
    await store.ratings.expect(table, "isis")
    sits = [Sit(number, NOW, "", level) for number, level in enumerate(levels, start=1)]
    start = Start(len(sits) + 1, ended - 1 if started is None else started, list(range(1, len(sits) + 1)))
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    over = Over(len(sits) + 2, ended, "full", list(scores), best)
    seated = [Seated(number, "", level, number - 1) for number, level in enumerate(levels, start=1)]
    end = entry(table, over.number, status="over", moved=ended, participants=seated, scores=list(scores), winners=best)
    who = {number: one for number, one in enumerate(people, start=1) if isinstance(one, str)}
    await store.append(table, [*sits, start, over], end, who)


async def points(store, person):
    return [(one.rating.points, one.games) for one in await store.ratings.of(person)]


async def test_a_game_is_counted_once_and_says_what_it_did(store):
    await introduce(store)
    await finish(store, "t", ["zoé", "max"], [5, 3])
    await count_finished(store)
    await count_finished(store)
    assert await points(store, "zoé") == [(1579, 1)]
    [change] = await store.ratings.history("max")
    assert (change.before, change.after.points, change.table) == (Rating(), 1421, "t")


async def test_what_does_not_count_changes_nobody(store):
    await introduce(store)
    await finish(store, "bots", [2, 3], [5, 3])
    await finish(store, "friendly", ["zoé", "max"], [5, 3], rated=False)
    await finish(store, "no clock", ["zoé", "max"], [5, 3], clock=None)
    await count_finished(store)
    assert await points(store, "zoé") == []
    assert await store.ratings.waiting(10) == []
    assert await compare(store) == (0, [])


async def test_the_same_two_can_only_play_so_often_a_day_for_their_ratings(store):
    await introduce(store)
    for game in range(MOST_TOGETHER + 2):
        await finish(store, f"t{game}", ["zoé", "max", 3], [5, 3, 1], ended=NOW + game)
    await finish(store, "with another", ["zoé", "ida"], [5, 3], ended=NOW + 20)
    await finish(store, "with a bot", ["zoé", 2], [5, 3], ended=NOW + 21)
    await finish(store, "the day after", ["zoé", "max"], [5, 3], ended=NOW + A_DAY + 20)
    await count_finished(store)
    [(_, games)] = await points(store, "max")
    assert games == MOST_TOGETHER + 1
    [(_, games)] = await points(store, "zoé")
    assert games == MOST_TOGETHER + 3


async def test_games_played_meanwhile_cannot_void_one_that_has_begun(store):
    """Zoé is about to lose to Ida, and loses five quick games to Max, who sits at that table, too."""
    await introduce(store)
    for game in range(MOST_TOGETHER):
        await finish(store, f"t{game}", ["zoé", "max"], [3, 5], ended=NOW + 2 + game)
    await finish(store, "begun before", ["zoé", "max", "ida"], [3, 1, 5], started=NOW, ended=NOW + 20)
    await finish(store, "begun after", ["zoé", "max", "ida"], [3, 1, 5], started=NOW + 15, ended=NOW + 21)
    await count_finished(store)
    assert [one.table for one in await store.ratings.history("ida")] == ["begun before"]


async def test_of_several_seats_of_one_person_the_first_counts_and_the_others_count_as_strangers(store):
    await introduce(store)
    await finish(store, "t", ["zoé", "max", "max"], [5, 3, 1])
    await count_finished(store)
    assert [one.participant for one in await store.ratings.history("max")] == [2]
    assert (await points(store, "zoé"))[0][0] > 1500
    assert await compare(store) == (1, [])


async def test_servers_that_count_at_once_count_every_table_once_and_the_logs_come_to_the_same(store, database_url):
    random = Random(1)
    await introduce(store)
    for table in range(60):
        seats = random.randint(2, 4)
        people = [*random.sample(PEOPLE, random.randint(1, seats)), 1, 3, 5][:seats]
        scores = [random.randint(1, 4) for _ in people]
        clock = Clock(1, turn=1) if table % 3 else Clock(60_000, 5_000)
        await finish(store, f"t{table:02}", people, scores, NOW + table * A_DAY // 3, clock=clock)
    others = [open_store(database_url) for _ in range(2)]
    await asyncio.gather(*(count_finished(one) for one in [store, *others] * 2))
    await asyncio.gather(*(one.close() for one in others))
    await count_finished(store)
    ledger = await store.ratings.ledger()
    assert len({table for table, _ in ledger.counted}) == len(ledger.counted) == 60
    games, differences = await compare(store)
    assert games > 40
    assert differences == []


async def test_what_is_stored_otherwise_is_found_and_corrected(store):
    await introduce(store)
    for game in range(3):
        await finish(store, f"t{game}", ["zoé", "max"], [5, game + 3], ended=NOW + game)
    await count_finished(store)
    was = await store.ratings.ledger()
    await store.database.execute(("UPDATE ratings SET mu = mu + 1 WHERE person = $1", "max"))
    await store.database.execute(("UPDATE rated_seats SET sigma = 1 WHERE table_id = $1 AND participant = 1", "t1"))
    assert len((await compare(store, correct=True)).differences) == 2
    assert await store.ratings.ledger() == was
    assert (await compare(store)).differences == []


async def test_who_is_forgotten_leaves_no_rating_and_what_others_have_still_follows_from_the_logs(store):
    await introduce(store)
    for game in range(3):
        await finish(store, f"t{game}", ["zoé", "max", "ida"], [5, 3, game], ended=NOW + game)
    await count_finished(store)
    before = await store.ratings.of("zoé")
    await store.forget_person("max", NOW)
    await store.forget_person("ida", NOW)
    ledger = await store.ratings.ledger()
    accounts = {one.account for one in ledger.changes.values()}
    assert len(accounts) == 3
    assert not accounts & {"max", "ida"}
    assert await store.ratings.of("max") == []
    assert await store.ratings.of("zoé") == before
    assert await compare(store) == (3, [])


async def test_a_guest_who_signs_in_brings_the_rating_along_where_the_person_has_none(store):
    await introduce(store)
    await store.begin_session("session", Person("zoé", "", NOW), NOW, "")
    await finish(store, "live", ["zoé", "max"], [5, 3])
    await finish(store, "live again", ["zoé", "max"], [5, 3], NOW + 1)
    await finish(store, "theirs", ["ida", "max"], [5, 3], NOW + 2, clock=Clock(1, turn=1))
    await finish(store, "daily", ["zoé", "max"], [5, 3], NOW + 3, clock=Clock(1, turn=1))
    await count_finished(store)
    was = await points(store, "zoé")
    theirs = await points(store, "ida")
    assert await store.sign_in("ida", "new session", ("session", "zoé", "zoé"), NOW, "")
    now = {one.pace: (one.rating.points, one.games) for one in await store.ratings.of("ida")}
    assert [*now.values()] == [*theirs, was[1]]
    assert now[SITTING][1] == 2
    assert await points(store, "zoé") == []
    assert await compare(store) == (4, [])
    await finish(store, "later", ["ida", "max"], [5, 3], NOW + A_DAY * 2)
    await count_finished(store)
    assert await compare(store) == (5, [])


async def test_only_who_likes_to_be_seen_and_is_sure_is_on_the_ladder(store):
    await introduce(store)
    await store.publish("zoé", "address")
    await finish(store, "t", ["zoé", "max"], [5, 3])
    await count_finished(store)
    assert await store.ratings.ladder("isis", SITTING, 5_000_000, 10) == []
    [rung] = await store.ratings.ladder("isis", SITTING, 9_000_000, 10)
    assert (rung.name, rung.address, rung.rating.points, rung.games) == ("zoé", "address", 1579, 1)


async def test_a_program_is_on_the_ladder_without_a_page(store):
    await introduce(store)
    zorro = BotAccount(new_bot_account_id(), "zoé", "Zorro", NOW)
    assert await store.bot_accounts.add(zorro, "session", 5)
    await finish(store, "t", [zorro.id, "max"], [5, 3])
    await count_finished(store)
    [rung] = await store.ratings.ladder("isis", SITTING, 9_000_000, 10)
    assert (rung.name, rung.person, rung.address) == ("Zorro", zorro.id, "")


async def test_a_table_is_told_where_its_people_stand_and_what_it_did_to_those_who_are_not_forgotten(store):
    await introduce(store)
    await finish(store, "before", ["zoé", "ida"], [5, 3])
    await finish(store, "t", ["zoé", "max", 2], [5, 3, 1])
    await count_finished(store)
    found = await store.ratings.at("t", "isis", SITTING)
    assert (found.is_counted, found.why, sorted(found.ratings), sorted(found.changes)) == (True, "", [1, 2], [1, 2])
    assert found.changes[1].before.points == 1579
    assert found.ratings[1] == found.changes[1].after
    await store.forget_person("max", NOW)
    assert sorted((await store.ratings.at("t", "isis", SITTING)).changes) == [1]
    nothing = await store.ratings.at("elsewhere", "isis", SITTING)
    assert (nothing.is_counted, nothing.ratings, nothing.changes) == (False, {}, {})
