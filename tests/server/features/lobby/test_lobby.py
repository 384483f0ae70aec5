"""Find people to play with: who looks for company plays a bot meanwhile, and is called over on whichever server."""

import asyncio
import copy
import itertools
import re
from contextlib import AsyncExitStack
from functools import partial

import asyncpg
import pytest

from tablee.server.features.lobby.model import MatchRequest
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import open_store
from tests.server.house import Guest, House
from tests.server.realtime.peers.test_servers import servers, until

__all__ = ["servers"]


class Person(Guest):
    """A guest who fills in forms of the hall."""

    def post(self, path, **form):
        """Send a form; returns where it leads, or the status if it leads nowhere."""
        status, headers, _ = self.house.request("POST", path, {"back": "/", **form}, self.headers)
        return headers["location"] if status == 303 else status

    def look(self, path="/"):
        return self.house.request("GET", path, headers=self.headers)[2]

    def name(self, name):
        assert self.post("/me/name", name=name) == "/me"
        return self

    def seek(self, *games, players=2, **more):
        """Look for company; returns the table to which that leads."""
        wishes = {f"game_{game}": "yes" for game in games or ("isis",)} | more
        return self.post("/lobby/matchmaking", players=players, **wishes).removeprefix("/tables/")

    def answer(self, table, answer):
        return self.post(f"/lobby/invitations/{table}", answer=answer)


@pytest.fixture(params=["one server", "two servers"])
def houses(request, tmp_path):
    """Where two people are: at one server on SQLite, or each at one of two on PostgreSQL."""
    if request.param == "one server":
        found = [House(tmp_path)]
    else:
        url = request.getfixturevalue("postgres_url")
        found = [House(tmp_path / name, database_url=url) for name in ("one", "other")]
    yield found[0], found[-1]
    for house in found:
        house.kill()


async def seats_at(stack, table, *people):
    """All of them come to a table and add to the dice."""
    seats = [await stack.enter_async_context(person.at(table)) for person in people]
    for seat in seats:
        await seat.sit()
    return seats


async def test_who_plays_a_bot_meanwhile_is_called_over_and_both_end_up_at_the_same_table(houses):
    ada, zoe = Person(houses[0]), Person(houses[1]).name("Zoé")
    meanwhile = ada.seek("morpyam", "isis")
    async with AsyncExitStack() as stack:
        at_the_bot = await stack.enter_async_context(ada.at(meanwhile))
        assert (await at_the_bot.hear("table"))["solo"]
        assert "Isis" in (await at_the_bot.hear("called"))["seeking"]
        table = zoe.seek("isis")
        assert table != meanwhile
        called = await at_the_bot.hear("called")
        while not called["calls"]:
            called = await at_the_bot.hear("called")
        assert called == {
            "say": "called",
            "calls": [
                {
                    "table": table,
                    "kind": "match",
                    "words": "Opponent found: Zoé plays Isis & Osiris with you.",
                    "at_once": True,
                }
            ],
            "seeking": "",
        }
        assert ada.answer(table, "yes") == f"/tables/{table}"
        assert (await at_the_bot.hear("called"))["calls"] == []
        for seat in await seats_at(stack, table, zoe, ada):
            assert (await seat.hear("events"))["number"]
    assert meanwhile in ada.look()


async def test_who_is_matched_by_days_is_seated_and_the_game_has_begun_without_them(houses):
    nora, zoe = Person(houses[0]).name("Nora"), Person(houses[1]).name("Zoé")
    assert nora.seek("isis", pace="days", nonce="a" * 32) == "/"
    table = zoe.seek("isis", pace="days", nonce="b" * 32)
    for person in (nora, zoe):
        assert "/lobby/invitations/" not in person.look()  # there is nothing to press
        async with person.at(table) as seat:
            about = await seat.hear("table", status="playing")
            assert (about["you"]["nonce"], sorted(one["name"] for one in about["sitters"])) == (True, ["Nora", "Zoé"])
        assert f"/tables/{table}" in person.look()


async def test_a_call_leads_to_its_table_though_the_server_died_that_has_found_them(servers, postgres_url):
    """It has died in the very moment: what it has stored is all that there is, and the table is not."""
    nora, zoe = Person(servers[0]).name("Nora"), Person(servers[1]).name("Zoé")
    nora.seek("isis", pace="normal", rated="yes")
    servers[1].kill()
    store, now = open_store(postgres_url), milliseconds_now()
    [person] = await persons_called("Zoé", postgres_url)
    wish = MatchRequest(person, ["isis"], pace="normal", rated=True, since=now, seen=now)
    match = (await store.lobby.find_match(wish, now)).match
    assert await store.load(match.table) is None
    await store.close()
    zoe.house = servers[0]
    for one in (nora, zoe):
        assert f'action="/lobby/invitations/{match.table}"' in one.look()
    going = (asyncio.to_thread(one.answer, match.table, "yes") for one in (nora, zoe))
    assert await asyncio.gather(*going) == [f"/tables/{match.table}"] * 2
    async with AsyncExitStack() as stack:
        for seat in await seats_at(stack, match.table, nora, zoe):
            assert (await seat.hear("events"))["number"]
            told = [one for one in seat.received if one["say"] == "table"][-1]
            assert (len(told["sitters"]), told["rated"]) == (2, True)


# ---- who clicks twice ------------------------------------------------------------------------------------------------


async def seek_at_once(person, houses, times=6):
    """One person clicks several times within a moment, in whichever server's page; returns where that leads."""
    pages = [copy.copy(person) for _ in range(times)]
    for page, house in zip(pages, itertools.cycle(houses), strict=False):
        page.house = house
    return set(await asyncio.gather(*(asyncio.to_thread(page.seek) for page in pages)))


def tables_of(person):
    return set(re.findall(r'href="/tables/(\w[\w-]*)"', person.look("/").partition("Open tables")[0]))


async def test_who_clicks_twice_sits_down_at_one_of_the_tables_that_wait(houses):
    hosts, zoe = [Person(houses[0]) for _ in range(3)], Person(houses[0])
    waiting = [host.open(open="yes") for host in hosts]
    async with AsyncExitStack() as stack:
        for host, table in zip(hosts, waiting, strict=True):
            await (await stack.enter_async_context(host.at(table))).hear("table")
        [table] = await seek_at_once(zoe, houses)
        assert table in waiting
        assert tables_of(zoe) == {table}
        assert await seek_at_once(zoe, houses) == {table}


async def test_who_clicks_twice_is_matched_once(houses):
    ada, zoe = Person(houses[1]), Person(houses[0])
    meanwhile = ada.seek()
    [table] = await seek_at_once(zoe, houses)
    assert table != meanwhile
    assert tables_of(zoe) == {table}
    assert table in ada.look("/lobby")
    assert "Looking for an opponent" not in zoe.look("/lobby")


def test_who_types_the_address_of_the_lobby_gets_the_shelf_around_it(houses):
    typed = {**Guest(houses[0]).headers, "Sec-Fetch-Mode": "navigate"}
    status, headers, _ = houses[0].request("GET", "/lobby", headers=typed)
    assert (status, headers["location"]) == (303, "/")


async def test_who_clicks_twice_while_nobody_is_there_waits_at_one_table_with_a_bot(houses):
    zoe, ada = Person(houses[0]), Person(houses[1])
    [table] = await seek_at_once(zoe, houses)
    assert tables_of(zoe) == {table}
    found = await seek_at_once(ada, houses)
    assert len(found) == 1
    assert found != {table}
    # Who was found clicks again instead of going over.
    assert await seek_at_once(zoe, houses) == found
    assert tables_of(zoe) == {table, *found}


async def persons_called(name, url):
    database = await asyncpg.connect(url)
    found = await database.fetch("SELECT id FROM persons WHERE name = $1", name)
    await database.close()
    return [person for (person,) in found]


async def test_if_who_was_called_does_not_come_whoever_comes_has_the_place(house):
    ada, zoe, ida = Person(house), Person(house), Person(house)
    ada.seek("netzwerk")
    table = zoe.seek("netzwerk")
    assert f"/lobby/tables/{table}" not in ida.look()
    async with zoe.at(table) as waiting:
        await waiting.sit()
        assert ada.answer(table, "no") == "/"
        assert ada.answer(table, "yes") == 404
        assert f"/lobby/tables/{table}" in ida.look()
        assert ida.seek("netzwerk") == table


async def test_nobody_else_can_answer_a_call(house):
    ada, zoe, ida = Person(house), Person(house), Person(house)
    ada.seek("morisi")
    table = zoe.seek("morisi")
    assert ida.answer(table, "yes") == 404
    assert ida.answer(table, "no") == 404
    assert ada.answer(table, "yes") == f"/tables/{table}"
    assert ada.answer(table, "yes") == f"/tables/{table}"  # by another tab


async def test_a_table_open_to_whoever_comes_is_on_the_shelf_of_others_until_it_is_full(own_house):
    zoe, ada, ida = (Person(own_house) for _ in range(3))
    private, table = zoe.open(), zoe.open(open="yes", name="Zoé")
    path = f"/lobby/tables/{table}"
    assert path in ada.look()
    assert private not in ada.look()
    assert path not in zoe.look()
    assert ada.post(f"/lobby/tables/{private}") == 404
    assert ada.post(path) == f"/tables/{table}"
    async with ada.at(table) as seat:
        about = await seat.hear("table")
        assert [len(about["sitters"]), about["you"]["sitter"]] == [2, about["sitters"][1]["id"]]
    assert ida.post(path) == f"/tables/{table}"
    async with ida.at(table) as seat:
        assert (await seat.hear("table"))["you"]["sitter"] is None


async def test_who_looks_for_just_that_is_led_to_a_table_that_waits(own_house):
    zoe, ada = Person(own_house), Person(own_house)
    table = zoe.open(open="yes", game="morpyam")
    assert ada.seek("isis", "morpyam") == table


async def test_who_looks_for_a_game_is_not_led_to_a_table_with_other_rules(own_house):
    zoe, ada = Person(own_house), Person(own_house)
    table = zoe.open(open="yes", game="morpyam", option_sure_call="refused")
    assert ada.seek("morpyam") != table


async def test_a_game_that_counts_is_played_by_those_who_look_for_one(own_house):
    """Ada has chosen no pace: what counts is then a steady game."""
    ada, otto, zoe = Person(own_house), Person(own_house), Person(own_house)
    ada.seek(pace="", rated="yes")
    otto.seek(pace="normal")
    table = zoe.seek(pace="normal", rated="yes")
    async with zoe.at(table) as seat:
        told = await seat.hear("table")
        assert (told["rated"], told["solo"], bool(told["pace"])) == (True, False, True)
    assert ada.answer(table, "yes") == f"/tables/{table}"


async def test_a_table_against_bots_is_never_open(own_house):
    zoe, ada = Person(own_house), Person(own_house)
    table = zoe.open(mode="bots", open="yes")
    assert table not in ada.look()


async def test_a_table_that_may_be_watched_is_on_the_shelf_while_it_is_played(own_house):
    zoe, ada, ida = (Person(own_house) for _ in range(3))
    table = zoe.open(watched="yes", pace="normal")
    assert table not in ida.look()
    async with zoe.at(table) as one, ada.at(table) as two:
        await two.sit()
        while len((await one.hear("table"))["sitters"]) < 2:
            pass
        await one.say(do="start")
        await two.hear("events")
        ida.post("/lobby/matchmaking/end")  # else she might see what was there a moment ago
        page = ida.look()
        assert f'href="/tables/{table}"' in page
        assert re.search(r"\d online · 1 game", page)
        assert "15 seconds per turn" in page
        assert "Clock: 5 minutes" in ida.look(f"/tables/{table}").partition("Players")[2]


async def test_people_one_has_played_with_can_be_invited_and_need_not_come(own_house):
    zoe, ada = Person(own_house).name("Zoé"), Person(own_house).name("Nora")
    first = zoe.open()
    async with zoe.at(first) as one, ada.at(first) as two:
        await two.sit()
        while len((await one.hear("table"))["sitters"]) < 2:
            pass
        await one.say(do="start")
        await two.hear("events")
        form = zoe.look("/games/isis/friends")
        assert "Nora" in form
        (key,) = re.findall(r'name="(invite_\w+)"', form)
        second = zoe.open(**{key: "yes"})
        assert (await two.hear("called"))["calls"][0]["words"] == "Zoé invites you to Isis & Osiris."
        assert f'action="/lobby/invitations/{second}"' in ada.look()
        assert ada.answer(second, "never") == "/"
        assert (await two.hear("called"))["calls"] == []
    assert zoe.open(**{key: "yes"}) not in ada.look()
    (who,) = re.findall(r'name="who" value="(\w+)"', ada.look())
    assert ada.post("/lobby/allow", who=who) == "/"
    third = zoe.open(**{key: "yes"})
    assert ada.answer(third, "yes") == f"/tables/{third}"
    async with ada.at(third) as seat:
        assert (await seat.hear("table"))["you"]["sitter"]


async def test_one_press_on_the_profile_invites_somebody_who_is_online_and_the_game_starts_when_they_come(own_house):
    zoe, nora = Person(own_house).name("Zoé"), Person(own_house).name("Nora")
    first = zoe.open()
    async with AsyncExitStack() as stack:
        one, two = await seats_at(stack, first, zoe, nora)
        while len((await one.hear("table"))["sitters"]) < 2:
            pass
        await one.say(do="start")
        await two.hear("events")
        profile = zoe.look("/me/profile")
        assert re.search(r"<b>Nora</b></a> <strong[^>]*>online<", profile)
        (key,) = re.findall(r'name="who" value="(\w+)"', profile)
        assert nora.post("/lobby/invite", who=key, game="isis") == 404  # it names nobody whom she knows
        table = zoe.post("/lobby/invite", who=key, game="morpyam").removeprefix("/tables/")
        assert (await two.hear("called"))["calls"][0]["words"] == "Zoé invites you to Morpyam."
        assert nora.answer(table, "yes") == f"/tables/{table}"
        for seat in await seats_at(stack, table, zoe, nora):
            assert (await seat.hear("events"))["number"]
        nora.post("/me/public", public="no", part_results="yes")
        assert "online<" not in zoe.look("/me/profile")


async def test_people_at_another_server_are_seen_to_be_online_and_counted_once(servers):
    zoe, nora = Person(servers[0]).name("Zoé"), Person(servers[1]).name("Nora")
    table = zoe.open()
    async with AsyncExitStack() as stack:
        one, two = await seats_at(stack, table, zoe, nora)
        while len((await one.hear("table"))["sitters"]) < 2:
            pass
        await one.say(do="start")
        await two.hear("events")

        async def sees(words, path):
            return re.search(words, zoe.look(path))

        await until(partial(sees, r"<b>Nora</b></a> <strong[^>]*>online<", "/me/profile"))
        await until(partial(sees, "2 online", "/lobby"))
        nora.house = servers[0]
        back = await stack.enter_async_context(nora.at(table))  # now she is at both
        await back.hear("events")
        assert await sees("2 online", "/lobby")
        await two.socket.close()
        await back.socket.close()
        await until(partial(sees, r"<b>Nora</b>(?! <strong)", "/me/profile"))


async def test_nonsense_is_answered_with_a_page_and_changes_nothing(house):
    zoe = Person(house)
    assert zoe.post("/lobby/matchmaking") == 400
    assert zoe.post("/lobby/matchmaking", game_isis="yes", players="two") == 400
    assert zoe.post("/lobby/matchmaking", game_isis="yes", players=40) == 400
    assert zoe.post("/lobby/tables/nowhere") == 404
    assert zoe.post("/lobby/invitations/nowhere", answer="yes") == 404
    assert zoe.post("/lobby/allow", who="nobody") == "/"
    assert zoe.post("/lobby/matchmaking/end", back="//elsewhere.example") == "/"
    status, _, _ = house.request(
        "POST", "/lobby/matchmaking", {"game_isis": "yes"}, zoe.headers | {"origin": "http://evil"}
    )
    assert status == 403


async def test_one_looks_no_longer_if_one_says_so_and_a_look_shows_it(own_house):
    zoe, ada = Person(own_house), Person(own_house)
    table = zoe.seek()
    assert "Looking for an opponent" in zoe.look("/lobby")
    assert zoe.post("/lobby/matchmaking/end") == "/"
    assert "Looking for an opponent" not in zoe.look("/lobby")
    async with ada.at(ada.seek()) as seat:
        assert (await seat.hear("table"))["solo"]
    assert zoe.seek() not in ("", table)


async def test_nobody_is_shown_an_empty_room(own_house):
    page = Person(own_house).look()
    assert not re.search(r"\d online", page)
    assert "Live games" not in page
    assert "Open tables" not in page
    assert "Find an opponent" in page


def test_who_asks_for_company_again_and_again_is_asked_to_wait(tmp_path):
    house = House(tmp_path, opening_burst=2.0, opening_rate=0.001)
    try:
        zoe = Person(house)
        assert [zoe.post("/lobby/matchmaking", game_isis="yes") for _ in range(3)][-1] == 429
    finally:
        house.kill()
