"""Programs play at open tables under marked names of their own, and may do nothing else."""

import asyncio
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.cases import each
from tests.server.hosting.served import eventually
from tests.server.house import PATIENCE, Guest, House, Seat

BOT = Path(__file__).parents[4] / "examples" / "bot" / "bot.py"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = House(
        tmp_path_factory.mktemp("programs"), most_bot_account_tables=2, bot_account_rate=1e6, bot_account_burst=1e6
    )
    yield house
    house.kill()


def post(guest, path, **form):
    return guest.house.request("POST", path, form or {"sit": "yes"}, guest.headers)


def token_for(guest, name="Zorro"):
    status, headers, body = post(guest, "/me/bot-accounts", name=name)
    assert status == 200, body
    assert headers["cache-control"] == "no-store"
    return re.search(r"<code[^>]*>(.*?)</code>", body)[1]


def program_of(guest):
    _, _, page = guest.house.request("GET", "/me", headers=guest.headers)
    return re.search(r'name="account" value="(.*?)"', page)[1]


class Program(Guest):
    """A guest who shows a token, and no cookie."""

    def __init__(self, owner, name="Zorro"):
        self.house, self.source, self.language = owner.house, None, "en"
        self.token = token_for(owner, name)

    @property
    def headers(self):
        return {"authorization": f"Bearer {self.token}"}

    def ask(self, method, path, **form):
        status, _, body = self.house.request(method, path, form or None, self.headers)
        return status, json.loads(body)


OPEN = {"game": "isis", "mode": "friends", "players": 2, "open": "yes"}


async def play_on(seat):
    """Play at random until the game is over; returns the result."""
    while True:
        message = await seat.hear("events")
        if message["result"]:
            return message["result"]
        if message["actions"]:
            await seat.act(random.choice(message["actions"]))


async def test_the_example_plays_a_rated_game_against_a_person(house):
    assert len([line for line in BOT.read_text("utf8").splitlines() if line.strip()]) <= 35
    zoé, owner = Guest(house), Guest(house)
    token = token_for(owner, "Zorro")
    table = zoé.open(open="yes", pace="normal", rated="yes")
    command = [sys.executable, str(BOT), f"http://localhost:{house.port}", token, "isis"]
    async with zoé.at(table) as seat:
        await seat.sit()
        bot = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
        result = await play_on(seat)
        async with asyncio.timeout(PATIENCE):
            said, _ = await bot.communicate()
        assert bot.returncode == 0
        assert json.loads(said) == result
        latest = [one for one in seat.received if one["say"] == "table"][-1]
    assert latest["pace"]
    assert latest["rated"]
    assert [(one["name"], one["program"], one["note"]) for one in latest["sitters"]][1:] == [("Zorro", True, "bot")]
    exported = json.loads(house.request("GET", f"/tables/{table}/export.json")[2])
    assert '"program": true' in json.dumps(exported)
    _, _, games = house.request("GET", "/me/games", headers=zoé.headers)
    assert "Zorro (bot)" in games
    await asyncio.to_thread(eventually, lambda: "?</a>" in me_and_games(zoé))  # it was counted


def me_and_games(guest):
    return guest.house.request("GET", "/me/games", headers=guest.headers)[2]


def test_the_lobby_marks_it_and_tells_programs_of_open_tables_alone(house):
    zoé, zorro = Guest(house), Program(Guest(house))
    private, waiting = zoé.open(), zoé.open(open="yes")
    status, lobby = zorro.ask("GET", "/lobby.json")
    assert status == 200
    tables = {one["table"]: one for one in lobby["open"]}
    assert private not in tables
    assert tables[waiting]["free"] == 1
    status, opened = zorro.ask("POST", "/tables", **OPEN)
    assert (status, opened["live"]) == (200, f"/tables/{opened['table']}/live")
    _, _, page = house.request("GET", "/lobby", headers=Guest(house).headers)
    assert "Zorro (bot)" in page
    _, _, page = house.request("GET", "/lobby", headers=Guest(house, "fr").headers)
    assert "Zorro (robot)" in page
    assert zorro.ask("POST", f"/lobby/tables/{private}", sit="yes")[0] == 404


async def test_it_is_marked_on_its_panel_and_in_the_log_by_a_sign_and_a_word(house):
    for language, word in (("en", "bot"), ("fr", "robot")):
        zoé, zorro = Guest(house, language), Program(Guest(house))
        table = zoé.open(open="yes")
        async with zoé.at(table, "scenes") as seat, zorro.at(table) as program:
            await seat.sit()
            await program.sit()
            while len((await seat.hear("table"))["sitters"]) < 2:
                pass
            await seat.say(do="start")
            nodes = {node[0]: node for node in (await seat.hear("frame"))["scene"]["set"]}
            own = next(one for one in seat.received[::-1] if one["say"] == "table")["you"]["seat"]
            other = 1 - (own if own is not None else seat.received[-1]["seat"])
            assert nodes[f"name {other}"][6] == "⚙\ufe0e\u00a0Zorro"
            assert nodes[f"panel {other}"][7].startswith(f"{word} Zorro, ")
            assert "⚙" not in nodes[f"panel {1 - other}"][7]
            await program.say(do="leave")
            lines = (await seat.hear("frame"))["log"]
            assert any(line.startswith("⚙\ufe0e\u00a0Zorro") for _, line in lines), lines


def test_who_plays_with_whoever_comes_is_not_brought_to_a_program(house):
    zorro = Program(Guest(house))
    _, opened = zorro.ask("POST", "/tables", **{**OPEN, "game": "morfals"})
    _, headers, _ = post(Guest(house), "/lobby/matchmaking", game_morfals="yes", players=2)
    assert headers["location"].startswith("/tables/")
    assert headers["location"] != f"/tables/{opened['table']}"


@each(
    ("method", "path"), [("GET", "/me"), ("GET", "/"), ("POST", "/me/name"), ("POST", "/me/bot-accounts"),
                         ("POST", "/device-links"), ("GET", "/me/everything.json"), ("POST", "/lobby/matchmaking")]
)  # fmt: skip
def test_pages_are_not_for_programs(house, method, path):
    zorro = Program(Guest(house))
    assert zorro.ask(method, path) == (
        403,
        {"code": "program", "message": "Only people can do this, not bots."},
    )


def test_a_token_is_known_or_nobody_and_never_a_cookie(house):
    zoé = Guest(house)
    zorro = Program(zoé)
    shown = ("Bearer " + "x" * 43, "Bearer ", f"Bearer {zoé.cookie.removeprefix('person=')}")
    for headers in (*({"authorization": one} for one in shown), {**zorro.headers, "cookie": zoé.cookie}):
        status, found, body = house.request("GET", "/lobby.json", headers=headers)
        assert (status, found["www-authenticate"], json.loads(body)["code"]) == (401, "Bearer", "401")
        assert house.request("POST", "/tables", OPEN, headers)[0] == 401
    _, _, page = house.request("GET", "/me", headers={"cookie": f"person={zorro.token}"})
    assert "Nothing is stored about you yet" in page
    assert house.request("GET", "/", headers={"authorization": "Basic eDp5"})[0] == 200  # a proxy's own affair


@each("wishes", [{"open": ""}, {"mode": "bots"}, {"beside_1": "Ali"}, {"name": "Otto"}, {"invite_x": "yes"}])
def test_a_program_opens_no_other_table_than_an_open_one_of_its_own(house, wishes):
    status, told = Program(Guest(house)).ask("POST", "/tables", **{**OPEN, **wishes})
    assert (status, told["code"]) == (400, "not_for_programs")


@each("name", ["", "Malo", "Μalo", "⚙ Zorro", "x" * 25, "\u200b"])
def test_its_name_is_one_that_a_person_could_take(house, name):
    status, _, _ = post(Guest(house), "/me/bot-accounts", name=name)
    assert status == 400


@each(
    "wish",
    [
        {"do": "say", "kind": "phrase", "body": "well-played"},
        {"do": "write", "on": True},
        {"do": "report", "why": "talk", "sitter": 1},
        {"do": "name", "name": "Otto"},
        {"do": "beside", "name": "Ali"},
        {"do": "hint", "step": 1},
        {"do": "again"},
    ],
)
async def test_at_a_table_it_plays_and_nothing_else(house, wish):
    zorro = Program(Guest(house))
    table = Guest(house).open()
    async with zorro.at(table) as seat:
        await seat.sit()
        await seat.hear("table", watching=0)
        await seat.say(**wish)
        assert (await seat.hear("refused"))["code"] == "not_for_programs"


async def test_programs_of_one_person_sit_at_so_many_tables(house):
    owner = Guest(house)
    first, second = Program(owner, "Un"), Program(owner, "Deux")
    _, opened = first.ask("POST", "/tables", **OPEN)
    assert second.ask("POST", "/tables", **OPEN)[0] == 200
    status, told = first.ask("POST", "/tables", **OPEN)
    assert (status, told["code"]) == (400, "too_many_programs")
    assert second.ask("POST", f"/lobby/tables/{opened['table']}", sit="yes")[0] == 200  # one of theirs already
    async with first.at(Guest(house).open()) as seat:
        await seat.sit()
        assert (await seat.hear("refused"))["code"] == "too_many_programs"


async def test_twenty_tables_opened_at_once_are_no_more_than_there_may_be(postgres_url, tmp_path):
    houses = [
        House(tmp_path / name, database_url=postgres_url, most_bot_account_tables=3, bots_at_once=False)
        for name in ("here", "there")
    ]
    try:
        here = Program(Guest(houses[0]))
        there = Program.__new__(Program)
        there.__dict__ = {**here.__dict__, "house": houses[1]}
        ways = [asyncio.to_thread(one.ask, "POST", "/tables", **OPEN) for one in (here, there) * 10]
        answers = await asyncio.gather(*ways)
        opened = [told for status, told in answers if status == 200]
        refused = [told["code"] for status, told in answers if status != 200]
        assert (len(opened), set(refused)) == (3, {"too_many_programs"})
        async with here.at(opened[0]["table"]) as seat:
            await seat.say(do="unseat", sitter=1)
            await seat.hear("table", sitters=[])
        assert there.ask("POST", "/tables", **OPEN)[0] == 200  # at once, when there is room again
    finally:
        for house in houses:
            house.kill()


async def test_who_is_sent_away_hears_it_at_once_and_is_nobody(house):
    owner, other = Guest(house), Guest(house)
    zorro = Program(owner)
    table = other.open(open="yes")
    async with zorro.at(table) as seat:
        await seat.sit()
        await seat.hear("table")
        token_for(other, "Otto")
        post(other, "/me/bot-accounts/remove", account=program_of(owner))  # not theirs
        assert zorro.ask("GET", "/lobby.json")[0] == 200
        post(owner, "/me/bot-accounts/remove", account=program_of(owner))
        await seat.socket.wait_closed()
        assert seat.socket.close_code == 4401
    assert zorro.ask("GET", "/lobby.json")[0] == 401
    async with zorro.at(table) as seat:
        await seat.socket.wait_closed()
        assert seat.socket.close_code == 4401


async def test_it_is_in_the_download_and_goes_with_its_owner(house):
    owner = Guest(house)
    zorro = Program(owner)
    about = json.loads(house.request("GET", "/me/everything.json", headers=owner.headers)[2])
    assert [one["name"] for one in about["bot_accounts"]] == ["Zorro"]
    assert zorro.token not in json.dumps(about)
    post(owner, "/me/delete", sure="yes")
    assert zorro.ask("GET", "/lobby.json")[0] == 401


def test_nobody_has_more_than_five(house):
    owner = Guest(house)
    for number in range(5):
        token_for(owner, f"Zorro {number}")
    assert post(owner, "/me/bot-accounts", name="Zorro 6")[0] == 303
    assert "Create a token" not in house.request("GET", "/me", headers=owner.headers)[2]


async def test_it_hears_nothing_of_what_people_say(house):
    zoé, zorro = Guest(house), Program(Guest(house))
    table = zoé.open()
    async with zoé.at(table, feed="events&talk=1") as person, zorro.at(table, feed="events&talk=1") as program:
        await person.sit()
        await person.say(do="say", kind="phrase", body="well-played")
        while not (await person.hear("talk"))["lines"]:  # with all that was said before, or by itself
            pass
        await program.say(do="ping")
        await program.hear("pong")
        assert "talk" not in {one["say"] for one in program.received}


async def test_messages_of_programs_have_a_limit_of_their_own(tmp_path):
    house = House(tmp_path, bot_account_rate=0.01, bot_account_burst=3)
    try:
        zorro = Program(Guest(house))
        async with zorro.at(Guest(house).open()) as seat:
            for _ in range(4):
                await seat.say(do="ping")
            assert (await seat.hear("refused"))["code"] == "too_fast"
    finally:
        house.kill()


async def test_a_page_from_elsewhere_does_not_connect_with_a_token(house):
    zorro, table = Program(Guest(house)), Guest(house).open()
    address = f"ws://localhost:{house.port}/tables/{table}/live"
    headers = {**zorro.headers, "origin": "https://elsewhere.example"}
    async with connect(address, additional_headers=headers) as socket:
        await Seat(socket).socket.wait_closed()
        assert socket.close_code == 4403
