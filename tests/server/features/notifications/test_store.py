"""Bells are kept, go with their session and their person, and ring once; on both databases."""

import asyncio

import pytest

from tablee.server.features.lobby.model import INVITATION, Invitation
from tablee.server.features.notifications.model import EmailAddress, NotificationPreferences, PushSubscription
from tablee.server.storage import open_store
from tablee.server.table.events import Opening
from tests.server.storage.entries import entry

WISHES = NotificationPreferences(since=1)


async def somebody(store, session="browser", name="Zoé"):
    person = await store.begin_session(session, None, 1, "")
    await store.rename(person.id, name, 1)
    return person.id


def bell_of(person, session="browser", endpoint="https://push.example/1", since=1):
    return PushSubscription(session, person, endpoint, "key", "auth", "fr", "https://tablee.example", since)


def mailbox_of(person, unsubscribe="leave"):
    return EmailAddress(person, "zoe@example.org", "fr", "https://tablee.example", 1, 0, unsubscribe)


async def at_a_table(store, person, table="table", number=4, due=None):
    """It is somebody's turn at a table."""
    opening = Opening(table, "isis", 1, 2, {}, "")
    await store.open_table(opening, b"seed", entry(table, number, status="playing", turn=1))
    await store.database.execute(
        ("INSERT INTO participants (table_id, participant, person) VALUES ($1, 1, $2)", table, person),
        ("UPDATE directory SET due = $2 WHERE table_id = $1", table, due),
    )


async def test_the_key_of_the_house_is_made_once_however_many_servers_start(store, database_url):
    other = open_store(database_url)
    keys = await asyncio.gather(
        *(one.notifications.server_key("push", key) for one, key in ((store, b"one"), (other, b"two")))
    )
    await other.close()
    assert keys[0] == keys[1] == await store.notifications.server_key("push", b"three")


async def test_a_browser_has_one_bell_and_a_person_only_so_many(store):
    zoé = await somebody(store)
    await store.begin_session("other", await store.person_of("browser"), 1, "")
    assert await store.notifications.add_subscription(bell_of(zoé), 1)
    assert await store.notifications.add_subscription(bell_of(zoé, endpoint="https://push.example/2"), 1)
    assert not await store.notifications.add_subscription(bell_of(zoé, "other", "https://push.example/3"), 1)
    assert not await store.notifications.add_subscription(bell_of("nobody"), 9), (
        "and a session of another rings for nobody"
    )
    assert [one.endpoint for one in await store.notifications.subscriptions_of(zoé)] == ["https://push.example/2"]
    await store.notifications.drop_endpoint("https://push.example/2")
    assert await store.notifications.subscriptions_of(zoé) == []


@pytest.mark.parametrize("end", ["sent away", "signed in", "forgotten"])
async def test_a_bell_goes_with_its_session(store, end):
    zoé = await somebody(store)
    await store.notifications.add_subscription(bell_of(zoé), 9)
    await store.notifications.add_mailbox(mailbox_of(zoé), "code", 9)
    await store.notifications.set_preferences(zoé, WISHES)
    await store.notifications.claim(zoé, "turn", "table", 4, None, 1)
    if end == "sent away":
        await store.end_session(zoé, "browser")
        assert await store.notifications.preferences_of(zoé) == WISHES
    elif end == "signed in":
        ali = await somebody(store, "key", "Ali")
        await store.sign_in(ali, "new", ("browser", zoé, "Zoé"), 2, "")
        assert await store.notifications.mailbox_of(ali) is None, "a planted cookie does not bring its mailbox along"
    else:
        await store.forget_person(zoé, 2)
    assert await store.notifications.subscriptions_of(zoé) == []
    if end != "sent away":
        assert await store.notifications.mailbox_of(zoé) is await store.notifications.preferences_of(zoé) is None
        assert await store.notifications.sent_to(zoé) == []


async def test_who_makes_a_key_goes_on_to_be_rung_in_the_same_browser(store):
    zoé = await somebody(store)
    await store.notifications.add_subscription(bell_of(zoé), 9)
    await store.sign_in(zoé, "new", ("browser", zoé, "Zoé"), 2, "")
    assert [bell.session for bell in await store.notifications.subscriptions_of(zoé)] == ["new"]


async def test_an_address_is_confirmed_once_and_in_time_and_left_by_its_own_link(store):
    zoé = await somebody(store)
    await store.notifications.add_mailbox(mailbox_of(zoé), "code", 10)
    assert await store.notifications.mailbox_to_confirm("code", 10) is None
    assert not await store.notifications.confirm_mailbox("code", 10)
    assert not await store.notifications.confirm_mailbox("", 5)
    assert (await store.notifications.mailbox_to_confirm("code", 9)).address == "zoe@example.org"
    assert [await store.notifications.confirm_mailbox("code", 9) for _ in range(2)] == [True, False]
    assert (await store.notifications.mailbox_of(zoé)).confirmed == 9
    await store.notifications.prune(10**15)
    assert await store.notifications.mailbox_to_unsubscribe("") is None
    assert [await store.notifications.unsubscribe(secret) for secret in ("wrong", "", "leave", "leave")] == [
        False,
        False,
        True,
        False,
    ]


async def test_a_question_that_nobody_answers_is_forgotten(store):
    zoé = await somebody(store)
    await store.notifications.add_mailbox(mailbox_of(zoé), "code", 10)
    await store.notifications.prune(9)
    assert await store.notifications.mailbox_of(zoé)
    await store.notifications.prune(10)
    assert await store.notifications.mailbox_of(zoé) is None


async def test_whose_turn_it_is_is_found_until_they_are_rung_and_again_when_something_happens(store):
    zoé = await somebody(store)
    await at_a_table(store, zoé)
    await store.notifications.set_preferences(zoé, WISHES)
    assert (await store.notifications.turns("turn"))[0] == [], "who has no bell is not looked for"
    await store.notifications.add_subscription(bell_of(zoé), 9)
    [turn], _ = await store.notifications.turns("turn")
    assert (turn.entry.table, turn.person, turn.preferences, turn.sent) == ("table", zoé, WISHES, None)
    assert await store.notifications.claim(zoé, "turn", "table", 4, None, 5)
    assert (await store.notifications.turns("turn"))[0] == []
    await store.database.execute(("UPDATE directory SET number = 6",))
    [turn], _ = await store.notifications.turns("turn")
    assert turn.sent == 4


async def test_those_whose_time_is_up_soon_are_found(store):
    zoé = await somebody(store)
    await store.notifications.set_preferences(zoé, WISHES)
    await store.notifications.add_subscription(bell_of(zoé), 9)
    await at_a_table(store, zoé, "soon", due=100)
    await at_a_table(store, zoé, "later", due=200)
    await at_a_table(store, zoé, "never")
    turns, _ = await store.notifications.turns("ending", due=150)
    assert [turn.entry.table for turn in turns] == ["soon"]


async def test_of_two_servers_that_ring_one_may_even_if_they_know_different_events(store, database_url):
    zoé = await somebody(store)
    await store.notifications.set_preferences(zoé, WISHES)
    other = open_store(database_url)
    for rung in (None, 4):
        numbers = (4, 4) if rung is None else (7, 8)
        takes = (
            one.notifications.claim(zoé, "turn", "t", number, rung, 5)
            for one, number in zip((store, other), numbers, strict=True)
        )
        assert sorted(await asyncio.gather(*takes)) == [False, True]
    days = await asyncio.gather(*(one.notifications.claim_day(zoé, 3, 5) for one in (store, other)))
    assert sorted(days) == [False, True]
    assert not await store.notifications.claim_day(zoé, 3, 6)
    assert await store.notifications.claim_day(zoé, 4, 7)
    await other.close()


async def test_a_call_of_the_hall_rings_once(store):
    zoé = await somebody(store)
    await store.notifications.set_preferences(zoé, WISHES)
    await store.notifications.add_subscription(bell_of(zoé), 9)
    call = Invitation(zoé, "table", "otto", INVITATION, "isis", 2, 5, 100)
    await store.lobby.invite([call])
    assert await store.notifications.invitations(6) == [(call, WISHES)]
    assert await store.notifications.invitations(100) == []
    await store.notifications.claim(zoé, "invitation", "table", 0, None, 6)
    assert await store.notifications.invitations(6) == []


async def test_rings_are_remembered_while_their_table_is_played(store):
    zoé = await somebody(store)
    await store.notifications.set_preferences(zoé, WISHES)
    await at_a_table(store, zoé, "played")
    for table in ("played", "gone"):
        await store.notifications.claim(zoé, "turn", table, 4, None, 5)
    await store.notifications.prune(10**15)
    assert [one.table for one in await store.notifications.sent_to(zoé)] == ["played"]
