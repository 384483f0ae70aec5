"""What is kept is said, can be had, and can be deleted, by oneself alone; and no page asks anybody else."""

import json
import re
import secrets
import sqlite3
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from tablee.games import find_game, working_games
from tablee.server.features.accounts import data_export
from tablee.server.table.dice import commitment
from tablee.server.table.events import STEPS, Opening
from tablee.server.table.export import read_export, verify
from tablee.server.table.table import THROW, Table
from tests.cases import each
from tests.server.features.accounts.test_device_links import ask_for_pass, use_pass
from tests.server.house import Guest, House

ISIS = find_game("isis")


def delete(guest, **headers):
    return guest.house.request("POST", "/me/delete", {"sure": "yes"}, {**guest.headers, **headers})


def everything(guest):
    status, headers, body = guest.house.request("GET", "/me/everything.json", headers=guest.headers)
    assert (status, headers["content-disposition"]) == (200, 'attachment; filename="tablee.json"')
    return json.loads(body)


def page(guest, path):
    status, _, body = guest.house.request("GET", path, headers=guest.headers)
    assert status == 200
    return body


class Pair:
    """Zoé and Otto at a table of Isis, where tiles are hidden; `one` is to act, `two` waits."""

    def __init__(self, house):
        self.zoe, self.otto = Guest(house), Guest(house, "fr")
        self.table = self.zoe.open(name="Zoé Martin")


@pytest.fixture
def pair(house):
    return Pair(house)


async def begin(zoe, otto):
    """The game starts; returns the seats in the order of their turns."""
    await otto.say(do="name", name="Otto")
    await zoe.hear("table")
    await otto.sit()
    while len((await zoe.hear("table"))["sitters"]) < 2:
        pass
    await zoe.say(do="start")
    news = [await seat.hear("events") for seat in (zoe, otto)]
    return (zoe, otto) if news[0]["actions"] else (otto, zoe)


# ---- the page ------------------------------------------------------------------------------------------------


def test_the_page_says_what_is_kept_in_both_languages(house):
    for language, words in (
        (
            "en",
            ("What this server stores, and why", "for 400 days", "valid for 10 minutes", "The host has not said"),
        ),
        ("fr", ("Ce que ce serveur garde, et pourquoi", "pendant 400 jours", "valable 10 minutes", "RGPD")),
    ):
        found = page(Guest(house, language), "/privacy")
        assert [word for word in words if word not in found] == []


def test_it_names_the_host_and_the_time_that_the_host_has_set(tmp_path):
    house = House(tmp_path, host_contact="Zoé <zoe@example.org>", forget_after_days=0)
    try:
        found = page(Guest(house), "/privacy")
        assert "Zoé &lt;zoe@example.org&gt;" in found
        assert "the host has set no time" in found
    finally:
        house.kill()


@each("path", ["/", "/me", "/games/isis/rules", "/games/isis/bots", "/nowhere"])
def test_every_page_leads_there(house, path):
    guest = Guest(house)
    assert 'href="/privacy"' in house.request("GET", path, headers=guest.headers)[2]


# ---- having it -----------------------------------------------------------------------------------------------


def test_of_a_stranger_there_is_nothing_to_download(house):
    status, headers, _ = house.request("GET", "/me/everything.json", headers=Guest(house).headers)
    assert (status, headers["location"]) == (303, "/me")


async def test_one_downloads_person_devices_and_tables(pair):
    phone = Guest(pair.zoe.house)
    use_pass(phone, ask_for_pass(pair.zoe))
    found = everything(pair.zoe)
    assert found == everything(phone)
    assert found["person"]["name"] == "Zoé Martin"
    assert len(found["sessions"]) == 2
    assert pair.zoe.cookie.partition("=")[2] not in json.dumps(found)
    (table,) = found["tables"]
    assert (table["entry"]["table"], table["you"]) == (pair.table, [1])


async def test_of_a_running_game_only_what_the_seat_may_know_and_of_others_only_their_names(pair):
    async with pair.zoe.at(pair.table) as zoe, pair.otto.at(pair.table) as otto:
        one, two = await begin(zoe, otto)
        await one.act("pawn a1")
        await two.hear("events", to_act=1)
        own = {seat: everything(guest) for seat, guest in ((zoe, pair.zoe), (otto, pair.otto))}
        for seat, other in ((zoe, otto), (otto, zoe)):
            told = own[seat]
            text = json.dumps(told)
            assert own[other]["person"]["id"] not in text
            assert own[other]["sessions"][0]["id"] not in text
            assert "seed" not in text
            assert [one["name"] for one in told["tables"][0]["entry"]["sitters"]] == ["Zoé Martin", "Otto"]
            assert told["tables"][0]["events"][-1][2] == "pawn a1"


@pytest.mark.parametrize("game", ["isis", "morisi"])
def test_what_a_seat_may_not_know_is_not_in_the_file(game):
    definition, chance = find_game(game), Random(7)
    opening = Opening(
        "t", game, definition.version, 2, definition.full_options(2, {}), commitment(bytes(32)), in_order=True
    )
    table = Table(opening, bytes(32), definition)
    for name in ("Zoé", "Otto"):
        table = table.ahead(*table.sit(name, 1))
    table = table.ahead(*table.start(2))
    for _ in range(25):
        if table.status == "playing":
            action = chance.choice(table.actions(table.to_act)) if table.to_act is not None else THROW
            table = table.ahead(*table.act(table.to_act, table.step, action, 3))
    assert table.status == "playing"
    secret = 0
    for seat, participant in enumerate(table.seats):
        told = {number: text for number, _, text in data_export._told(table, [participant.id], 4)["events"]}
        for event in table.events:
            if isinstance(event, STEPS):
                assert told[event.number] == table.as_known_now(event, seat)
                secret += told[event.number] != event.text
    assert secret


# ---- deleting it ---------------------------------------------------------------------------------------------


async def test_who_deletes_is_a_stranger_and_the_others_play_on_with_a_bot(pair):
    house = pair.zoe.house
    async with pair.zoe.at(pair.table) as zoe, pair.otto.at(pair.table, feed="events") as otto:
        await begin(zoe, otto)
        status, headers, _ = delete(pair.zoe)
        assert (status, headers["location"]) == (303, "/me")
        assert 'person=""' in headers["set-cookie"]
        with pytest.raises(ConnectionClosed):
            await zoe.hear("pong")
        assert zoe.socket.close_code == 4401
        told = await otto.hear("table")
        while told["sitters"][0]["name"] != "Quelqu’un":
            told = await otto.hear("table")
        assert told["sitters"][0]["stand_in"] > 0
        assert told["sitters"][1]["name"] == "Otto"
        assert told["you"]["sitter"] is not None
    assert "Nothing is stored about you yet" in page(pair.zoe, "/me")
    assert f"/tables/{pair.table}" not in page(pair.zoe, "/")
    assert "Quelqu’un" in page(pair.otto, "/")
    with sqlite3.connect(house.database) as database:
        rows = database.execute("SELECT body FROM events WHERE table_id = ?", (pair.table,)).fetchall()
        entry = database.execute("SELECT body FROM directory WHERE table_id = ?", (pair.table,)).fetchone()
    database.close()
    assert "Zoé" not in str(rows) + str(entry)
    assert "Otto" in str(rows)


async def test_a_finished_game_is_exported_without_the_name_and_found_honest(pair):
    async with pair.zoe.at(pair.table) as zoe, pair.otto.at(pair.table) as otto:
        one, _ = await begin(zoe, otto)
        await one.act("pawn a1")
        await one.say(do="leave")
        await otto.hear("events", to_act=None)
        delete(pair.zoe)
        body = page(pair.otto, f"/tables/{pair.table}/export.json")
        assert "Zoé" not in body
        assert "Otto" in body
        verify(read_export(body.encode()), ISIS)
        (table,) = everything(pair.otto)["tables"]
        assert table["export"] == json.loads(body)
        await otto.say(do="again")
        told = await otto.hear("table")
        while not told["next"]:
            told = await otto.hear("table")
    async with pair.otto.at(told["next"].removeprefix("/tables/")) as seat:
        assert [one["name"] for one in (await seat.hear("table"))["sitters"]] == ["Otto"]


async def test_where_nothing_has_begun_the_place_is_free(pair):
    async with pair.otto.at(pair.table) as otto:
        await otto.sit()
        while len((await otto.hear("table"))["sitters"]) < 2:
            pass
        delete(pair.zoe)
        while len((await otto.hear("table"))["sitters"]) > 1:
            pass


def test_nobody_deletes_by_accident_or_from_elsewhere_or_somebody_else(pair):
    zoe, house = pair.zoe, pair.zoe.house
    assert house.request("GET", "/me/delete", headers=zoe.headers)[0] == 405
    assert delete(zoe, origin="https://evil.example")[0] == 403
    assert house.request("POST", "/me/delete", {"sure": "no"}, zoe.headers)[0] == 303
    assert delete(Guest(house))[0] == 303
    stranger = Guest(house)
    stranger.cookie = f"person={secrets.token_urlsafe(32)}"
    assert delete(stranger)[0] == 303
    assert delete(pair.otto)[0] == 303
    assert everything(zoe)["person"]["name"] == "Zoé Martin"


def test_it_is_bounded_how_often_one_may_ask(tmp_path):
    house = House(tmp_path, change_burst=2.0, change_rate=0.001)
    try:
        guest = Guest(house)
        guest.open(name="Zoé")
        asked = [house.request("POST", "/me/delete", {"sure": "no"}, guest.headers)[0] for _ in range(3)]
        assert asked == [303, 303, 429]
    finally:
        house.kill()


# ---- nothing from elsewhere ----------------------------------------------------------------------------------

ASKED_FOR = re.compile(
    r"<(?:script|img|iframe|source|video|audio|embed|object|use|image|link)\b[^>]*?"
    r"""\b(?:src|href|data|srcset|xlink:href)=["']([^"']+)"""
)
IN_A_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?([^"')]+)""")


def test_no_page_asks_for_anything_from_elsewhere(house):
    guest = Guest(house)
    table = guest.open()
    games = [game.id for game in working_games()]
    paths = ["/", "/me", "/privacy", f"/tables/{table}", "/nowhere"]
    paths += [f"/games/{game}/{page}" for game in games for page in ("rules", "bots", "friends", "lesson")]
    for path in paths:
        _, headers, body = house.request("GET", path, headers=guest.headers)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert not re.search(r"https?:|\*", policy.replace(f"localhost:{house.port}", ""))
        asked = [found for found in ASKED_FOR.findall(body) + IN_A_STYLE.findall(body) if found]
        styles = [one for one in asked if one.endswith(".css")]
        for style in styles:
            asked += IN_A_STYLE.findall(house.request("GET", style, headers=guest.headers)[2])
        assert asked
        assert [one for one in asked if not one.startswith(("/", "#", "data:")) or one.startswith("//")] == []
