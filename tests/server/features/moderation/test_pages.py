"""The host's page at a real server: nothing at all without a key, and with one, all that a host does in a day."""

import asyncio
import re
import secrets

import pytest

from tablee.cli import main
from tests.server.features.bot_accounts.test_bot_accounts import Program
from tests.server.features.chat.test_service import company
from tests.server.house import Guest, House

ADDRESSES = ("/host", "/host/answer", "/host/leave", "/host/key/x", "/host/whatever")


@pytest.fixture
def house(database_url, tmp_path):
    house = House(tmp_path, database_url=database_url, smtp_password="hush")
    yield house
    house.kill()


@pytest.fixture
def admin(database_url, capsys):
    async def run(*arguments, code=0):
        assert await asyncio.to_thread(main, ["admin", *arguments, "--database-url", database_url]) == code
        told = capsys.readouterr()
        return told.err if code else told.out

    return run


async def new_link(admin):
    return re.search(r"/host/key/\S+", await admin("host-key", "--name", "Zoé"))[0]


class Host(Guest):
    """Somebody whose browser has opened a key."""

    def __init__(self, house, link, language="en"):
        super().__init__(house, language)
        status, headers, _ = house.request("POST", link, None, self.headers)
        assert (status, headers["location"]) == (303, "/host")
        flags = headers["set-cookie"].lower()
        assert "httponly" in flags
        assert "path=/host" in flags
        self.host_cookie = re.search(r"host=[^;]+", headers["set-cookie"])[0]
        self.cookie += f"; {self.host_cookie}"

    def page(self):
        status, headers, body = self.house.request("GET", "/host", None, self.headers)
        assert (status, headers["cache-control"]) == (200, "no-store")
        return body

    def do(self, what, **form):
        return self.house.request("POST", f"/host/{what}", form, self.headers)


def like_nothing(house, answer, path):
    """Whether an answer is that of an address where nothing is."""
    status, _, body = answer
    other = house.request("GET", "/nothing-here")[2]
    return status == 404 and body == other.replace("/nothing-here", path)


async def test_without_a_key_there_is_nothing_at_these_addresses(house, admin):
    player = Guest(house)
    player.open()
    for made in (False, True):  # nor does it matter whether there is a key
        for path in ADDRESSES:
            for method in ("GET", "POST", "PUT", "DELETE"):
                answer = house.request(method, path, None, {"accept-language": "en"})
                assert like_nothing(house, answer, path), (method, path)
            assert house.request("GET", path, None, player.headers)[0] == 404
        if not made:
            await new_link(admin)
    assert Program(player).ask("GET", "/host")[0] == 403


async def test_a_key_cannot_be_guessed_planted_or_used_again(database_url, tmp_path, admin):
    limits = {"guess_rate": 1e-9, "guess_burst": 3.0, "people_per_address": 1.0}
    house = House(tmp_path, database_url=database_url, **limits)
    try:
        link = await new_link(admin)
        assert house.request("GET", link)[0] == 200  # a look does not use it up
        foreign = {"origin": "https://evil.example"}
        assert house.request("POST", link, None, foreign)[0] == 403
        host = Host(house, link)
        assert house.request("GET", link)[0] == 404
        key = host.host_cookie.partition("=")[2].partition("-")[0]
        assert host.do("announce", text_en="x", hours="1")[0] == 303
        crossed = house.request("POST", "/host/announce", {"text_en": "x", "hours": "1"}, host.headers | foreign)
        assert crossed[0] == 403
        guesser = {"cookie": f"host={key}-{secrets.token_urlsafe(32)}"}
        told = [house.request("GET", "/host", None, guesser)[0] for _ in range(4)]
        assert told == [404, 404, 429, 429]  # the used link was the first
        assert "Zoé" in host.page()
        assert "opens nothing any more" in await admin("host-key", "--end", key)
        assert house.request("GET", "/host", None, host.headers)[0] in (404, 429)
        assert "There is no key" in await admin("host-keys")
    finally:
        house.kill()


async def test_a_host_throws_the_key_away(house, admin):
    host = Host(house, await new_link(admin))
    assert host.do("leave")[0] == 303
    assert house.request("GET", "/host", None, host.headers)[0] == 404
    assert "host key revoked" in await admin("record")


async def test_a_report_is_answered_and_what_was_decided_is_taken_back(house, admin):
    host = Host(house, await new_link(admin))
    async with company([house], languages=("en", "en")) as (one, two):
        await one.say(do="say", kind="phrase", body="oops")
        await two.hear("talk")
        await two.say(do="report", why="talk", words="<i>Rude</i>", sitter=1)
        await two.hear("reported")
        page = host.page()
        assert "&lt;i&gt;Rude&lt;/i&gt;" in page
        assert "Oops!" in page
        report = re.search(r'name="report" value="(\w+)"', page)[1]
        assert host.do("answer", report=report, outcome="whatever")[0] == 400
        assert host.do("answer", report=report, outcome="silenced", why="You are right.")[0] == 303
        status, _, again = host.do("answer", report=report, outcome="removed")
        assert (status, "Someone else has already answered" in again) == (400, True)
        assert "You are right." in house.request("GET", "/me", headers=two.guest.headers)[2]
        person = re.search(r'action="/host/lift">\s*<input type="hidden" name="person" value="(\w+)"', host.page())[1]
        assert host.do("lift", person=person, sanction="silenced")[0] == 303
        assert host.do("lift", person=person, sanction="silenced")[0] == 400
        assert host.do("close", table=one.table, why="Good night.")[0] == 303
        assert (await one.hear("table", status="closed"))["message"].endswith("Good night.")
        assert host.do("close", table=one.table)[0] == 400
    record = await admin("record")
    for kind in ("silenced", "answered", "not silenced", "closed"):
        assert re.search(rf"  {kind}  .*\(Zoé\)$", record, re.M)


async def test_an_announcement_is_read_on_every_page_and_at_tables_and_goes_again(house, admin):
    host, reader = Host(house, await new_link(admin)), Guest(house, language="fr")
    table = reader.open()
    async with reader.at(table, feed="scenes") as page:
        await page.hear("table")
        assert host.do("announce", text_en="", text_fr=" ", hours="1")[0] == 400
        assert host.do("announce", text_en="<b>Tonight</b>\nat ten", text_fr="Ce soir", hours="1")[0] == 303
        (told,) = (await page.hear("announcements"))["announcements"]
        assert (told["text"], told["language"]) == ("Ce soir", "fr")
    for path in ("/", "/me", "/games/isis/rules", f"/tables/{table}", "/nothing"):
        assert "Ce soir" in house.request("GET", path, None, reader.headers)[2]
    assert "&lt;b&gt;Tonight&lt;/b&gt; at ten" in house.request("GET", "/", None, {"accept-language": "en"})[2]
    read = reader.headers | {"cookie": f"{reader.cookie}; announcements={told['id']}"}
    assert "Ce soir" not in house.request("GET", "/", None, read)[2]
    async with reader.at(table, feed="scenes") as page, reader.at(table) as program:
        assert (await page.hear("announcements"))["announcements"] == [told]
        assert "is taken back" in await admin("announce", "--end", told["id"])
        assert (await page.hear("announcements"))["announcements"] == []
        await program.say(do="ping")
        await program.hear("pong")
        assert not [one for one in program.received if one["say"] == "announcements"]
    assert "Ce soir" not in house.request("GET", "/", None, reader.headers)[2]


async def test_settings_are_shown_without_secrets(house, admin):
    page = Host(house, await new_link(admin)).page()
    assert "smtp_password" in page
    assert "hush" not in page
