"""Leases as a server holds them, on a real store."""

import pytest

from tablee.server.realtime.peers.leases import CHANGES, SharedLeases
from tablee.server.storage import Store, open_store


@pytest.fixture
async def store(postgres_url):
    store: Store = open_store(postgres_url)
    yield store
    await store.close()


def changes():
    return CHANGES.family().samples[0].value


async def test_a_lease_is_counted_when_it_is_taken_anew_and_not_when_it_is_asked_for_again(store, postgres_url):
    before, ours = changes(), SharedLeases(store)
    assert await ours.may_act("t1")
    assert await ours.may_act("t1")
    ours.doubt("t1")
    assert await ours.may_act("t1")  # it has been ours all the time
    assert changes() == before + 1
    other = open_store(postgres_url)
    theirs = SharedLeases(other)
    assert not await theirs.may_act("t1")
    assert changes() == before + 1
    await ours.close()
    assert await theirs.may_act("t1")
    assert changes() == before + 2
    await theirs.close()
    await other.close()
