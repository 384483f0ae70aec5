"""Programs belong to people, and go with them; on both databases."""

import asyncio

from tablee.server.features.accounts.model import Person
from tablee.server.features.bot_accounts.model import BotAccount, new_bot_account_id
from tablee.server.features.bot_accounts.store import CLAIM_HOLDS
from tablee.server.features.moderation.store import REMOVED
from tablee.server.storage import open_store


async def owner_called(store, name, session):
    person = await store.begin_session(session, None, 1, "")
    await store.rename(person.id, name, 1)
    return person.id


def program_of(owner, name="Zorro", since=5):
    return BotAccount(new_bot_account_id(), owner, name, since)


async def test_a_program_is_a_person_with_one_session(store):
    zoé = await owner_called(store, "Zoé", "browser")
    zorro, bug = program_of(zoé), program_of(zoé, "Bug", 6)
    assert await store.bot_accounts.add(zorro, "token", 2)
    assert await store.bot_accounts.add(bug, "other token", 2)
    assert not await store.bot_accounts.add(program_of(zoé), "third", 2)
    assert not await store.bot_accounts.add(program_of("nobody"), "fourth", 2)
    assert await store.bot_accounts.owned_by(zoé) == [zorro, bug]
    assert await store.person_of("token") == Person(zorro.id, "Zorro", 5)
    assert [one.device for one in await store.sessions_of(zorro.id)] == ["Program"]
    assert await store.person_of("third") is await store.person_of("fourth") is None


async def test_it_is_forgotten_by_itself_and_without_its_owner_it_is_nobodys(store):
    zoé = await owner_called(store, "Zoé", "browser")
    zorro = program_of(zoé)
    await store.bot_accounts.add(zorro, "token", 5)
    await store.forget_person(zorro.id, 9)
    assert (await store.bot_accounts.owned_by(zoé), await store.person_of("token")) == ([], None)
    assert await store.name_of(zoé) == "Zoé"


async def test_it_goes_over_to_whom_its_owner_becomes(store):
    zoé, guest = await owner_called(store, "Zoé", "old"), await owner_called(store, "Clever Fox", "browser")
    zorro = program_of(guest)
    await store.bot_accounts.add(zorro, "token", 5)
    await store.sign_in(zoé, "new", ("browser", guest, "Clever Fox"), 7, "")
    assert [one.id for one in await store.bot_accounts.owned_by(zoé)] == [zorro.id]
    assert (await store.person_of("token")).id == zorro.id


async def test_who_is_removed_is_removed_with_all_programs(store):
    zoé = await owner_called(store, "Zoé", "browser")
    zorro = program_of(zoé)
    await store.bot_accounts.add(zorro, "token", 5)
    await store.moderation.sanction(zoé, REMOVED, "", 9)
    assert (await store.moderation.sanctions())[1] == {zoé, zorro.id}
    assert (await store.person_of("browser")).is_removed
    assert (await store.person_of("token")).is_removed


async def test_of_many_seats_claimed_at_once_on_two_servers_no_more_are_given_than_there_may_be(store, database_url):
    zoé, other = await owner_called(store, "Zoé", "browser"), open_store(database_url)
    first, second = program_of(zoé), program_of(zoé, "Bug")
    for one, token in ((first, "token"), (second, "other token")):
        await store.bot_accounts.add(one, token, 5)
    wishes = [(server, one.id) for server in (store, other) for one in (first, second)] * 5
    claims = (server.bot_accounts.claim(who, f"t{place}", 8, 0) for place, (server, who) in enumerate(wishes))
    claimed = await asyncio.gather(*claims)
    assert claimed.count(True) == 8
    place = claimed.index(True)
    assert await other.bot_accounts.claim(second.id, f"t{place}", 8, 1)  # a table that counts already
    assert not await other.bot_accounts.claim(second.id, "one more", 8, CLAIM_HOLDS - 1)
    await store.bot_accounts.end_claim(wishes[place][1], f"t{place}")
    await store.bot_accounts.end_claim(second.id, f"t{place}")
    assert await other.bot_accounts.claim(second.id, "one more", 8, CLAIM_HOLDS - 1)
    assert await store.bot_accounts.claim(first.id, "another", 2, CLAIM_HOLDS)  # those of a dead server end
    await other.close()
