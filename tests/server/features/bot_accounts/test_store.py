"""Programs belong to people, and go with them; on both databases."""

from tablee.server.features.accounts.model import Person
from tablee.server.features.bot_accounts.model import BotAccount, new_bot_account_id
from tablee.server.features.moderation.store import REMOVED


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
    assert await store.bot_accounts.tables_in_play(zorro.id, "") == 0


async def test_it_is_forgotten_by_itself_and_without_its_owner_it_is_nobodys(store):
    zoé = await owner_called(store, "Zoé", "browser")
    zorro = program_of(zoé)
    await store.bot_accounts.add(zorro, "token", 5)
    await store.forget_person(zorro.id, 9)
    assert (await store.bot_accounts.owned_by(zoé), await store.person_of("token")) == ([], None)
    assert await store.name_of(zoé) == "Zoé"


async def test_it_goes_over_to_whom_its_owner_becomes(store):
    zoé, guest = await owner_called(store, "Zoé", "old"), await owner_called(store, "Red Fox", "browser")
    zorro = program_of(guest)
    await store.bot_accounts.add(zorro, "token", 5)
    await store.sign_in(zoé, "new", ("browser", guest, "Red Fox"), 7, "")
    assert [one.id for one in await store.bot_accounts.owned_by(zoé)] == [zorro.id]
    assert (await store.person_of("token")).id == zorro.id


async def test_who_is_removed_is_removed_with_all_programs(store):
    zoé = await owner_called(store, "Zoé", "browser")
    await store.bot_accounts.add(program_of(zoé), "token", 5)
    moderation = store.moderation
    await moderation.sanction(zoé, REMOVED, "", 9)
    assert (await moderation.sanctions())[1] == {"browser", "token"}
