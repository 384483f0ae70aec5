"""What a host decides is about a person: no session, key, program or deletion gets past it. On both databases."""

import json

import pytest

from tablee.server.features.accounts.model import session_of
from tablee.server.features.moderation.store import REMOVED, SILENCED
from tests.server.features.accounts.test_device_links import ask_for_pass, use_pass
from tests.server.features.accounts.test_sign_in_pages import Holder
from tests.server.features.bot_accounts.test_bot_accounts import OPEN, Program
from tests.server.house import Guest, House

HUNG_UP = 4410
WORDS = {"en": "has removed you from all tables", "fr": "vous a exclu des tables"}
TABLE = {"game": "isis", "mode": "friends", "players": 2}


@pytest.fixture
def house(database_url, tmp_path):
    house = House(tmp_path, database_url=database_url)
    yield house
    house.kill()


async def person_of(store, guest):
    return (await store.person_of(session_of(guest.cookie.partition("=")[2]))).id


def shown(guest):
    return guest.house.request("GET", "/me", headers=guest.headers)[2].replace("&#39;", "'")


async def closes(guest, table):
    """The code with which a table hangs up on a guest."""
    async with guest.at(table) as seat:
        await seat.socket.wait_closed()
        return seat.socket.close_code


async def test_who_was_removed_stays_out_by_whatever_way_they_come_back(house, store):
    zoe, otto = Holder(house), Guest(house)
    words = zoe.make_words()
    zoe.make_passkey()
    own, zorro = zoe.open(), Program(zoe)
    table, link = otto.open(open="yes"), ask_for_pass(zoe)
    await store.moderation.sanction(await person_of(store, zoe), REMOVED, "flooding", 1)

    by_words, by_passkey, by_link = Holder(house, language="fr"), Holder(house), Holder(house)
    assert by_words.by_words(words)[0] == 303
    assert by_passkey.by_passkey(zoe.device)[0] == 200
    use_pass(by_link, link)
    forms = [
        ("/tables", TABLE), ("/tables", {**TABLE, "mode": "bots"}), (f"/lobby/tables/{table}", {"sit": "yes"}),
        ("/lobby/matchmaking", {"game_isis": "yes", "players": 2, "pace": ""}), ("/me/name", {"name": "Zoé"}),
        (f"/lobby/invitations/{table}", {"answer": "yes"}), ("/day/2026-01-01", {"play": "yes"}),
        ("/me/bot-accounts", {"name": "Bug"}), ("/device-links", {"back": "/"}), ("/me/keys/words", {"new": "yes"}),
        ("/games/isis/analysis/table", {"state": "x"}),
    ]  # fmt: skip
    for guest in (zoe, by_words, by_passkey, by_link):
        assert WORDS[guest.language] in shown(guest)
        for path, form in forms:
            status, _, page = house.request("POST", path, form, guest.headers)
            assert (path, status, WORDS[guest.language] in page.replace("&#39;", "'")) == (path, 403, True)
        assert await closes(guest, table) == await closes(guest, own) == HUNG_UP
        assert house.request("GET", "/games/isis/rules", headers=guest.headers)[0] == 200
    status, told = zorro.ask("POST", "/tables", **OPEN)
    assert (status, told["code"]) == (403, "removed")
    assert zorro.ask("POST", f"/lobby/tables/{table}", sit="yes")[0] == 403
    assert await closes(zorro, table) == HUNG_UP
    assert len((await store.entry(table)).participants) == 1
    export = json.loads(house.request("GET", "/me/everything.json", headers=by_words.headers)[2])
    assert list(export["sanctions"]) == [REMOVED]
    assert by_words.post("/me/delete", {"sure": "yes"})[0] == 303  # what is theirs is theirs
    assert await store.moderation.sanctions() == (frozenset(), frozenset())


async def test_a_guest_who_was_removed_does_not_become_somebody_else(house, store):
    zoe, guest = Holder(house), Holder(house)
    words, link = zoe.make_words(), ask_for_pass(zoe)
    guest.open()
    await store.moderation.sanction(await person_of(store, guest), REMOVED, "", 1)
    assert (guest.by_words(words)[0], guest.post(link)[0]) == (403, 403)
    assert (await store.moderation.sanctions())[1] == {await person_of(store, guest)}
    assert zoe.open()  # who has done nothing


async def test_who_is_removed_while_looking_for_company_is_matched_with_nobody(house, store):
    wish = {"game_isis": "yes", "players": 2, "pace": "days"}
    zoe, otto = Guest(house), Guest(house)
    assert house.request("POST", "/lobby/matchmaking", wish, zoe.headers)[0] == 303
    assert await store.lobby.people_waiting() == {await person_of(store, zoe)}
    await store.moderation.sanction(await person_of(store, zoe), REMOVED, "", 1)
    status, headers, _ = house.request("POST", "/lobby/matchmaking", wish, otto.headers)
    assert (status, headers["location"]) == (303, "/")  # and waits
    assert await store.lobby.people_waiting() == {await person_of(store, otto)}


async def test_a_silenced_guest_is_silent_after_signing_in_at_once(house, store):
    zoe, guest = Holder(house), Holder(house)
    words, table = zoe.make_words(), guest.open()
    async with guest.at(table) as seat:
        await store.moderation.sanction(await person_of(store, guest), SILENCED, "", 1)
        await seat.say(do="say", kind="phrase", body="hello")
        assert (await seat.hear("refused"))["code"] == "silenced"
    assert guest.by_words(words)[0] == 303
    async with guest.at(table) as seat:
        await seat.say(do="say", kind="phrase", body="hello")
        assert (await seat.hear("refused"))["code"] == "silenced"
    assert "The host has blocked you from chatting." in shown(guest)
    assert await store.chat.latest(table) == []


async def test_nothing_of_who_has_deleted_everything_goes_to_whoever_signs_in_next(house, store):
    bob, cleo = Guest(house), Holder(house)
    words = cleo.make_words()
    bob.open()
    await store.moderation.sanction(await person_of(store, bob), SILENCED, "rude", 1)
    assert house.request("POST", "/me/delete", {"sure": "yes"}, bob.headers)[0] == 303
    fresh = Holder(house)
    assert fresh.by_words(words)[0] == 303
    assert [(one.kind, one.about, one.why) for one in await store.moderation.notices()] == [(SILENCED, "", "")]
    assert await store.moderation.sanctions() == (frozenset(), frozenset())
