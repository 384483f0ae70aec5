"""Games that count, as people meet them: offered by the form, ended by leaving, and seen afterwards."""

import asyncio
import re

import asyncpg
import pytest

import tablee
from tablee.cli import main
from tablee.games import working_games
from tablee.server.realtime.hub import Hub
from tablee.server.storage import NotSaved, open_store
from tablee.server.table.dice import new_id
from tablee.server.table.events import Beginning, Clock, Refused
from tests.server.hosting.served import eventually
from tests.server.house import Guest
from tests.server.realtime.peers.test_servers import servers
from tests.server.realtime.test_socket import table_for_two
from tests.server.table.tables import ISIS

__all__ = ["servers"]

FORM = {"game": "isis", "mode": "friends", "players": 2, "pace": "normal", "rated": "yes"}


def look(guest, path):
    return guest.house.request("GET", path, headers=guest.headers)[2]


def check(house, *more):
    return main(["ratings", *more, "--database-url", f"sqlite:///{house.database}"])


async def counted(guest):
    """Until a game of somebody is counted: the house looks every two seconds."""
    await asyncio.to_thread(eventually, lambda: re.search(r"\d\?</a>", look(guest, "/me/games")))


async def first_move(table, *people):
    """Whoever has the first turn places a pawn: a game that is left before does not count."""
    for one in people:
        async with one.at(table) as seat:
            if (await seat.hear("events"))["actions"]:
                await seat.act("pawn a1")
                await seat.hear("events")
                return


async def test_who_leaves_a_game_that_counts_has_lost_it_and_the_logs_say_the_same(house, capsys):
    async with table_for_two(house, **FORM) as ((one, two), table):
        await first_move(table, one.guest)
        await one.say(do="back", to=1)
        await one.say(do="hand", seat=1)
        await one.say(do="leave")
        await two.hear("table", status="over")
        await counted(two.guest)
    assert await asyncio.to_thread(check, house, "--check") == 0
    assert "1 games counted" in capsys.readouterr().out
    ladder = look(one.guest, "/games/isis/ladder")
    assert "Malo" in ladder
    assert "?</span>" not in ladder


async def know(url, table, *points):
    """Let the ratings of those who sit at a table be known, in the order in which they sat down."""
    database = await asyncpg.connect(url)
    participants = await database.fetch(
        "SELECT person FROM participants WHERE table_id = $1 ORDER BY participant", table
    )
    for (person,), own in zip(participants, points, strict=True):
        mu = 25_000_000 + (own - 1500) * 1_000_000 // 30
        await database.execute("INSERT INTO ratings VALUES ($1, 'isis', 'sitting', $2, 3000000, 20, 1)", person, mu)
    await database.close()


async def told_of(seat, what):
    """The ratings that somebody is told of, once they say something of that."""
    while True:
        ratings = [one["rating"] for one in (await seat.hear("table"))["sitters"]]
        if all(rating and rating[what] for rating in ratings):
            return [rating[what] for rating in ratings]


async def test_ratings_are_shown_at_the_table_and_what_the_game_did_to_them_at_every_server(servers, postgres_url):
    host, other, onlooker = Guest(servers[0]), Guest(servers[1]), Guest(servers[1], "fr")
    table = host.open(**FORM)
    async with host.at(table) as one, other.at(table) as two, onlooker.at(table) as third:
        await two.sit()
        while len((await one.hear("table"))["sitters"]) < 2:
            pass
        assert one.received[-1]["sitters"][0]["rating"] is None
        await know(postgres_url, table, 1512, 1688)
        await one.say(do="start")
        for seat in (one, two):
            assert await told_of(seat, "words") == ["1,512 ± 90", "1,688 ± 90"]
        await first_move(table, host, other)
        await two.say(do="leave")
        for seat in (one, two):
            assert await told_of(seat, "course") == ["1,512 → 1,538 ± 89", "1,688 → 1,662 ± 89"]
        assert await told_of(third, "course") == ["1\u202f512 → 1\u202f538 ± 89", "1\u202f688 → 1\u202f662 ± 89"]
        assert [one["rating"]["change"] for one in third.received[-1]["sitters"]] == ["+26", "−26"]


async def test_alone_against_bots_a_game_can_count_too(house):
    guest = Guest(house)
    table = guest.open(**FORM | {"mode": "bots", "level": 1, "begins": "yes"})
    async with guest.at(table) as seat:
        await seat.sit()
        about = await seat.hear("table", status="playing")
        assert about["rated"]
        assert not about["hints"]
        await first_move(table, guest)
        await seat.say(do="leave")
        await seat.hear("table", status="over")
        await counted(guest)


@pytest.mark.parametrize("wrong", [{"pace": ""}, {"option_memory": "open"}, {"beside_1": "Max"}])
async def test_rated_sets_a_clock_and_the_standard_rules_by_itself(house, wrong):
    guest = Guest(house)
    table = guest.open(**FORM | wrong)
    async with guest.at(table) as seat:
        about = await seat.hear("table")
    assert (about["rated"], bool(about["pace"]), len(about["sitters"])) == (True, True, 1)
    assert "House rules" not in look(guest, f"/tables/{table}")


@pytest.mark.parametrize("right", [{"game": "morfals"}, {"game": "morfals", "option_match": "20"}])
def test_the_standard_rules_and_printed_variants_can_count(house, right):
    assert Guest(house).open(**FORM | right)


def test_the_lobby_opens_nothing_as_rated_that_the_form_refuses(own_house):
    """Whatever a game's usual options are, both say the same of it."""
    for game in working_games():
        by_form = Guest(own_house)
        status, _, _ = own_house.request("POST", "/tables", {**FORM, "game": game.id}, by_form.headers)
        wish = {f"game_{game.id}": "yes", "players": 2, "pace": "normal", "rated": "yes"}
        found, _, _ = own_house.request("POST", "/lobby/matchmaking", wish, Guest(own_house).headers)
        assert found == status, game.id


async def test_no_table_is_opened_as_rated_by_whatever_way_that_cannot_be(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    hub, clock = Hub(store, bots=None), Clock(60_000, 5_000)
    begins = Beginning(tablee.new("isis", players=2).state())
    for wrong in ({"clock": None}, {"options": {"memory": "open"}}, {"begins": begins}):
        how = {"options": {}, "clock": clock, "table_id": new_id()} | wrong
        with pytest.raises(Refused):
            await hub.open(ISIS, 2, solo=False, rated=True, **how)
        assert await store.load(how["table_id"]) is None
    assert await store.ratings.waiting(10) == []
    await hub.close()
    await store.close()


async def test_the_hall_says_which_table_counts(house):
    host, other = Guest(house), Guest(house)
    table = host.open(**FORM, open="yes")
    async with host.at(table) as seat:
        await seat.hear("table")
        await asyncio.to_thread(eventually, lambda: ", rated" in look(other, "/"))
        assert ", rated" in look(other, f"/tables/{table}")


async def test_no_table_is_opened_that_could_not_be_noted_as_one_that_counts(tmp_path, monkeypatch):
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    hub, table = Hub(store, bots=None), new_id()
    how = {"solo": False, "clock": Clock(60_000, 5_000), "rated": True, "table_id": table}

    async def fail(*_):
        raise NotSaved("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(store.ratings, "expect", fail)
        with pytest.raises(NotSaved):
            await hub.open(ISIS, 2, {}, **how)
    assert await store.load(table) is None
    assert await hub.open(ISIS, 2, {}, **how) == table
    assert await store.load(table) is not None
    await hub.close()
    await store.close()
