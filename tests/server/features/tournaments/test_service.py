"""Tournaments go on by themselves, on any server, and every result follows from the tables."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from tablee.server.features.tournaments.model import (
    FINAL,
    LEAST,
    NO_SHOW,
    PAUSE,
    Schedule,
    TournamentSetup,
    pairings_of,
    standings,
)
from tablee.server.features.tournaments.service import TournamentService
from tablee.server.realtime.hub import Hub
from tablee.server.storage import open_store
from tablee.server.table.clock import A_DAY
from tablee.server.table.events import Refused
from tablee.server.table.export import export, verify
from tests.server.realtime.test_clocks import Time


@pytest.fixture
def time():
    return Time()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else f"sqlite:///{tmp_path}/t.db"


@asynccontextmanager
async def server(url, time):
    store = open_store(url)
    hub = Hub(store, bots=None, clock=time)
    try:
        yield hub, TournamentService(hub)
    finally:
        await hub.close()
        await store.close()


async def opened(hub, time, people, **more):
    one = TournamentSetup("cup", "Cup", "isis", more.pop("pace", "days-1"), time.now, b"s" * 32, **more)
    await hub.store.tournaments.add(one)
    for person in people:
        await hub.store.rename(person, person.title(), 1)
        assert await hub.store.tournaments.join(one.id, person, time.now)
    return one


async def finish(hub, entry, loser):
    """One of two gives up."""
    async with hub.visit(entry.table) as live:
        await live.decide(lambda table, now: table.leave(loser, now))


async def tables_of(hub, service):
    one = await hub.store.tournaments.find("cup")
    return one, await service.results(one)


async def test_all_games_by_days_begin_together_and_their_results_make_the_table(url, time):
    async with server(url, time) as (hub, service):
        await opened(hub, time, ["ada", "bo", "cy", "di"])
        await service.look()
        one, results = await tables_of(hub, service)
        assert one.status == "running"
        assert [entry.status for entry in results.values()] == ["playing"] * 6
        for entry in results.values():
            await finish(hub, entry, 1)
        await service.look()
        one, results = await tables_of(hub, service)
        assert one.status == "over"
        rows = standings(one, pairings_of(one, results), results)
        assert sum(row.points for row in rows) == 12
        assert {row.played for row in rows} == {3}


async def test_the_tables_of_a_round_have_one_deal_which_stays_secret_and_can_be_checked_later(url, time):
    async with server(url, time) as (hub, service):
        await opened(hub, time, ["ada", "bo", "cy", "di"])
        await service.look()
        one, results = await tables_of(hub, service)
        seeds = {}
        for pairing in pairings_of(one, results):
            await finish(hub, results[one.table_of(pairing)], 0)
            table, _ = await hub.peek(one.table_of(pairing))
            seeds.setdefault(pairing.round, set()).add(table.seed)
            assert export(table, time.now).seed == ""
            revealed = export(table, time.now + 90 * A_DAY)
            assert verify(revealed, table.definition) >= 1
            assert table.opening.rated is False
        assert [len(found) for found in seeds.values()] == [1, 1, 1]


async def test_a_sitting_waits_for_both_and_starts_without_who_does_not_come(url, time):
    async with server(url, time) as (hub, service):
        await opened(hub, time, ["ada", "bo", "cy", "di"], pace="quick", rated=True)
        await service.look()
        _, results = await tables_of(hub, service)
        assert [entry.status for entry in results.values()] == ["waiting"] * 2
        called = await hub.store.lobby.state_of("ada", time.now)
        assert [call.table in results for call in called.invitations] == [True]
        time.now += NO_SHOW
        await service.look()
        _, results = await tables_of(hub, service)
        assert [entry.status for entry in results.values()] == ["playing"] * 2
        for entry in results.values():
            await finish(hub, entry, 0)
        await service.look()
        assert len((await tables_of(hub, service))[1]) == 2, "there is a pause between rounds"
        time.now += PAUSE + 1
        await service.look()
        assert len((await tables_of(hub, service))[1]) == 4


async def test_who_was_not_called_because_a_server_died_is_called_by_the_next_and_only_once(url, time, monkeypatch):
    async def die(*_):
        raise Refused("not_now")

    async def called(hub):
        return len((await hub.store.lobby.state_of("ada", time.now)).invitations)

    async with server(url, time) as (hub, service):
        await opened(hub, time, ["ada", "bo", "cy", "di"], pace="quick")
        monkeypatch.setattr(service, "_call", die)
        await service.look()
        assert len((await tables_of(hub, service))[1]) >= 1, "a table is open"
        assert await called(hub) == 0
    async with server(url, time) as (hub, service):
        await service.look()
        [invitation] = (await hub.store.lobby.state_of("ada", time.now)).invitations
        await hub.store.lobby.end_invitation("ada", invitation.table)
        await service.look()
        assert await called(hub) == 0, "who has answered is left in peace"


async def test_too_few_is_no_tournament_and_nobody_joins_once_it_has_begun(url, time):
    async with server(url, time) as (hub, service):
        await opened(hub, time, ["ada", "bo"])
        assert LEAST > 2
        await service.look()
        assert (await hub.store.tournaments.find("cup")).status == "cancelled"
        assert not await hub.store.tournaments.join("cup", "ada2", time.now)
        await hub.store.rename("eve", "Eve", 1)
        assert not await hub.store.tournaments.join("cup", "eve", time.now)


async def test_who_withdraws_resigns_what_goes_on_and_a_bot_plays_later_rounds(url, time):
    async with server(url, time) as (hub, service):
        await opened(hub, time, ["ada", "bo", "cy", "di"], pace="quick")
        await service.look()
        time.now += NO_SHOW
        await service.look()
        one, _ = await tables_of(hub, service)
        await service.withdraw(one, "ada")
        _, results = await tables_of(hub, service)
        number = next(two.number for two in await hub.store.tournaments.players("cup") if two.person == "ada")
        mine = next(pairing for pairing in pairings_of(one, results) if number in pairing.people)
        entry = results[one.table_of(mine)]
        assert entry.status == "over"
        assert entry.winners == [1 - (mine.first, mine.second).index(number)]
        for entry in results.values():
            if entry.status == "playing":
                await finish(hub, entry, 0)
        time.now += PAUSE + 1
        await service.look()
        _, results = await tables_of(hub, service)
        later = [pairing for pairing in pairings_of(one, results) if pairing.round == 1 and number in pairing.people]
        [bot] = [seated for seated in results[one.table_of(later[0])].participants if seated.level]
        assert bot.level == one.level
        time.now += NO_SHOW
        await service.look()
        other = 1 - (later[0].first, later[0].second).index(number)
        await finish(hub, results[one.table_of(later[0])], other)
        one, results = await tables_of(hub, service)
        rows = {row.number: row for row in standings(one, pairings_of(one, results), results)}
        assert (rows[number].played, rows[number].points) == (1, 0), "what the bot has won is not theirs"
        assert rows[(later[0].first, later[0].second)[other]].played == 2


async def test_a_server_that_is_killed_while_somebody_withdraws_is_gone_on_for(url, time):
    async with server(url, time) as (hub, service):
        await opened(hub, time, ["ada", "bo", "cy", "di"])
        await service.look()
        number = await hub.store.tournaments.leave("cup", "ada", time.now)  # and no game has been resigned
    async with server(url, time) as (hub, service):
        await service.look()
        one, results = await tables_of(hub, service)
        mine = [pairing for pairing in pairings_of(one, results) if number in pairing.people]
        assert [results[one.table_of(pairing)].status for pairing in mine] == ["over"] * 3
        assert sum(entry.status == "playing" for entry in results.values()) == 3


async def test_two_servers_at_once_open_every_table_once(postgres_url, time):
    async with server(postgres_url, time) as (hub, service), server(postgres_url, time) as (_, other):
        await opened(hub, time, ["ada", "bo", "cy", "di", "ed"])
        for _ in range(3):
            await asyncio.gather(service.look(), other.look())
        one, results = await tables_of(hub, service)
        assert len(results) == len(pairings_of(one, results)) == 15
        assert all(entry.status == "playing" and len(entry.participants) == 2 for entry in results.values())


async def test_a_server_that_is_killed_while_it_opens_a_round_is_gone_on_for(url, time, monkeypatch):
    async with server(url, time) as (hub, service):
        await opened(hub, time, ["ada", "bo", "cy"])
        seated = []

        async def die_at_the_second(table, guests):
            seated.append(table)
            if len(seated) == 2:
                raise Refused("not_now")
            await Hub.seat(hub, table, guests)

        monkeypatch.setattr(hub, "seat", die_at_the_second)
        await service.look()
    async with server(url, time) as (hub, service):
        await service.look()
        _, results = await tables_of(hub, service)
        assert [(entry.status, len(entry.participants)) for entry in results.values()] == [("playing", 2)] * 6


async def test_the_schedule_opens_the_next_tournament_once_and_in_time(url, time):
    async with server(url, time) as (hub, service):
        plan = Schedule(
            "weekly", TournamentSetup("", "Weekly", "isis", "quick", 0, b"k" * 32, listed=True), "week", 20, 3
        )
        await hub.store.tournaments.add_schedule(plan)
        for _ in range(16):
            await service.look()
            time.now += A_DAY // 2
        found = await hub.store.tournaments.listed("", 9)
        assert len(found) == len({one.starts for one in found}) in (1, 2)
        assert all(one.name == "Weekly" and one.secret for one in found)
        assert len({one.secret for one in found}) == len(found)
        await hub.store.tournaments.remove_schedule("weekly")
        assert await hub.store.tournaments.schedules() == []


async def test_a_league_of_every_month_is_played_by_days_in_groups_to_its_final(url, time):
    async with server(url, time) as (hub, service):
        like = TournamentSetup("", "League", "isis", "days-2", 0, b"k" * 32, listed=True, group_size=4)
        plan = Schedule("monthly", like, "month", 20, zone="Europe/Paris")
        await hub.store.tournaments.add_schedule(plan)
        time.now = plan.next_start(time.now) - A_DAY
        await service.look()
        [league] = await hub.store.tournaments.listed("", 9)
        for person in ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal"):
            await hub.store.rename(person, person.title(), 1)
            assert await hub.store.tournaments.join(league.id, person, time.now)
        time.now = league.starts
        played = []
        for _ in range(3):
            await service.look()
            one = await hub.store.tournaments.find(league.id)
            going_on = [entry for entry in (await service.results(one)).values() if entry.status == "playing"]
            played.append(len(going_on))
            for entry in going_on:
                await finish(hub, entry, 1)
        assert (played, one.status) == ([12, 1, 0], "over"), "two groups of four, and the winners of both"
        results = await service.results(one)
        [final] = [pairing for pairing in pairings_of(one, results) if pairing.stage == FINAL]
        tops = [standings(one, pairings_of(one, results), results, group)[0].number for group in (0, 1)]
        assert set(final.people) == set(tops)


async def test_who_is_deleted_leaves_no_name_behind(url, time):
    async with server(url, time) as (hub, service):
        await opened(hub, time, ["ada", "bo", "cy", "di"])
        await service.look()
        await hub.store.forget_person("ada", time.now)
        players = await hub.store.tournaments.players("cup")
        assert sorted(one.person for one in players) == ["", "bo", "cy", "di"]
