"""The house sees who is there, and ends calls that nobody answers, as time goes by."""

from tablee.games import find_game
from tablee.server.features.lobby.model import AWAY, MATCH_HOLDS, MatchRequest
from tablee.server.features.lobby.service import BEAT
from tablee.server.features.lobby.store import THERE
from tablee.server.realtime.hub import Guest, Hub
from tablee.server.storage import open_store

ISIS = find_game("isis")


def test_who_is_there_is_told_more_often_than_somebody_counts_as_gone():
    assert min(AWAY, THERE) > 2 * BEAT * 1000


async def test_a_table_whose_people_have_gone_is_found_no_longer_and_a_late_call_ends(tmp_path):
    now = [10**12]
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    hub = Hub(store, bots=None, clock=lambda: now[0])
    table = await hub.open(ISIS, 2, {}, solo=False, is_open=True)
    await hub.seat(table, [Guest("Zoé", "zoé")])
    assert [one.entry.table for one in await store.lobby.tables(now[0], 9)] == [table]
    async with hub.visit(table) as live:
        live.presence.came("zoé")
        now[0] += THERE
        await hub.lobby.beat()
        assert await store.lobby.tables(now[0], 9)
        live.presence.went("zoé")
        now[0] += THERE
        await hub.lobby.beat()
        assert not await store.lobby.tables(now[0], 9)
    await store.lobby.find_match(MatchRequest("ada", ["isis"], since=now[0], seen=now[0]), now[0])
    found = await store.lobby.find_match(MatchRequest("ida", ["isis"], since=now[0], seen=now[0]), now[0])
    assert found.match
    now[0] += MATCH_HOLDS
    await hub.lobby.beat()
    assert (await store.lobby.state_of("ada", now[0] - 1)).invitations == []
    await hub.close()
    await store.close()
