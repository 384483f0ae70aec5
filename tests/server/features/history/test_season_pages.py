"""Looking back over real pages: what stories of one's games come to, and what is asked for that is not told yet."""

import re

import pytest

from tablee.server.features.accounts.model import session_of
from tablee.server.features.review.model import Account, Story
from tablee.server.features.review.store import WHOLE
from tablee.server.storage.sqlite.sqlite_store import SqliteStore
from tests.server.house import Guest
from tests.server.realtime.peers.test_servers import until
from tests.server.storage.test_forgetting import finished, person_called

NOW = 1_700_000_000_000
LATER = NOW + 60_000


@pytest.fixture
async def store(house):
    store = SqliteStore(house.database)
    yield store
    await store.close()


async def player(house, store, games):
    """Somebody who has played so many games of Isis against Otto."""
    guest = Guest(house)
    guest.open(name="Zoé")
    person = await store.person_of(session_of(guest.cookie.partition("=")[2]))
    otto = await person_called(store, f"Otto of {person.id[:5]}")
    guest.tables = [f"{person.id[:8]}-{place:03}" for place in range(games)]
    for table in guest.tables:
        await finished(store, [person.id, otto], table)
    return guest


async def tell(store, tables, luck):
    """Keep a story of each table, all alike."""
    story = Story("isis", 2, (Account(0.5, 1.0, luck, 0.1, 0.0, 0.0),) * 2, ())
    for table in tables:
        await store.review.want(table, "isis", NOW)
        assert await store.review.claim(table, "test", NOW, LATER)
        assert await store.review.keep(table, "test", WHOLE, story, NOW)


def page(guest, query=""):
    return guest.house.request("GET", f"/me/look-back{query}", headers=guest.headers)


async def test_too_few_games_say_nothing_and_their_stories_are_asked_for_afterwards(house, store):
    guest = await player(house, store, 3)
    status, _, body = page(guest)
    assert status == 200
    assert "0 games are not enough yet" in body
    assert "The stories of 3 more games are not ready yet." in body

    async def is_asked_for():
        return all([await store.review.find(table) for table in guest.tables])

    await until(is_asked_for)


async def test_luck_that_never_ends_is_called_so_in_both_languages(house, store):
    guest = await player(house, store, 8)
    await tell(store, guest.tables, luck=0.4)
    body = page(guest)[2]
    assert "it has won you 3.2 games" in body
    assert len(re.findall(r'<svg class="season"', body)) == 2
    assert "None that stand out." in body
    assert "shown from 10 games on" in body
    guest.language = "fr"
    assert "elle vous a valu 3,2 parties" in page(guest, "?game=isis")[2]
    assert 'href="/me/look-back"' in house.request("GET", "/me/games", headers=guest.headers)[2]


async def test_whoever_has_played_nothing_is_told_so_and_a_stranger_is_led_home(house):
    guest = Guest(house)
    assert page(guest)[0] == 303
    guest.open(name="Zoé")
    assert "Nothing to look back on yet" in page(guest, "?game=nothing%00")[2]
