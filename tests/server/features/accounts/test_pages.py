"""The page about oneself: one sees one's own sessions, and ends them; nobody else does."""

import re
import secrets
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.features.accounts.test_device_links import ask_for_pass, use_pass
from tests.server.house import Guest, House

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1"


class Browser(Guest):
    """A guest whose browser says what it is."""

    def __init__(self, house, agent=FIREFOX, language="en"):
        self.agent = agent
        super().__init__(house, language)

    @property
    def headers(self):
        return {**super().headers, "user-agent": self.agent}

    def me(self):
        status, _, page = self.house.request("GET", "/me", headers=self.headers)
        assert status == 200
        return page

    def sessions(self):
        """The sessions that the page offers to end, this one first."""
        return re.findall(r'name="session" value="(\w+)"', self.me())

    def end(self, session, **headers):
        return self.house.request("POST", "/me/sessions/end", {"session": session}, {**self.headers, **headers})


@pytest.fixture
def devices(house):
    """A laptop with a table, and a phone of the same person."""
    laptop, phone = Browser(house), Browser(house, SAFARI)
    laptop.table = phone.table = laptop.open(name="Zoé")
    use_pass(phone, ask_for_pass(laptop))
    return laptop, phone


def sits(browser):
    return f"/tables/{browser.table}" in browser.house.request("GET", "/", headers=browser.headers)[2]


def test_of_a_stranger_nothing_is_kept_and_the_page_says_so(own_house):
    stranger = Browser(own_house)
    assert "Nothing is stored about you yet" in stranger.me()
    assert stranger.sessions() == []
    with sqlite3.connect(own_house.database) as database:
        assert database.execute("SELECT count(*) FROM persons").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM sessions").fetchone() == (0,)
    database.close()


def test_one_sees_ones_devices_this_one_first(devices):
    laptop, phone = devices
    assert [re.findall(r"<b>(\w+ on \w+)</b>", one.me()) for one in devices] == [
        ["Firefox on Linux", "Safari on iPhone"],
        ["Safari on iPhone", "Firefox on Linux"],
    ]
    assert laptop.me().count("this one") == 1
    assert laptop.sessions() == phone.sessions()[::-1]
    assert re.search(r'last seen <time datetime="20\d\d-[^"]+">less than an hour ago</time>', laptop.me())


def test_it_speaks_french(house):
    guest = Browser(house, language="fr")
    guest.open()
    assert "<h1>Compte</h1>" in guest.me()
    assert "Firefox sur Linux" in guest.me()


def test_who_ends_a_session_makes_its_cookie_a_strangers(devices):
    laptop, phone = devices
    status, headers, _ = laptop.end(laptop.sessions()[1])
    assert (status, headers["location"]) == (303, "/me#devices")
    assert (sits(laptop), sits(phone)) == (True, False)
    assert "Nothing is stored about you yet" in phone.me()
    assert len(laptop.sessions()) == 1


async def test_its_sockets_are_hung_up_and_those_of_other_devices_stay(devices):
    laptop, phone = devices
    async with laptop.at(laptop.table) as staying, phone.at(laptop.table) as ended, phone.at(laptop.table) as tab:
        for seat in (staying, ended, tab):
            await seat.hear("table")
        laptop.end(laptop.sessions()[1])
        for seat in (ended, tab):
            with pytest.raises(ConnectionClosed) as closed:
                await seat.hear("pong")
            assert closed.value.rcvd.code == 4401
        await staying.say(do="ping")
        await staying.hear("pong")
    async with phone.at(laptop.table) as again:
        assert (await again.hear("table"))["you"]["sitter"] is None


def test_a_pass_that_an_ended_session_has_asked_for_holds_no_longer(devices):
    laptop, phone = devices
    link = ask_for_pass(phone)
    laptop.end(laptop.sessions()[1])
    assert phone.house.request("POST", link, headers=phone.headers)[0] == 404
    assert not sits(phone)


def test_who_ends_the_session_at_hand_is_a_stranger_with_another_cookie(devices):
    laptop, phone = devices
    status, headers, _ = laptop.end(laptop.sessions()[0])
    assert (status, headers["location"]) == (303, "/")
    assert 'person=""' in headers["set-cookie"]
    assert (sits(laptop), sits(phone)) == (False, True)


def test_who_is_known_nowhere_else_is_warned(house):
    guest = Browser(house)
    guest.open()
    assert "would be lost for good" in guest.me()


def test_nobody_ends_the_session_of_somebody_else(house, devices):
    laptop, phone = devices
    mallory = Browser(house)
    mallory.open()
    for session in laptop.sessions():
        assert mallory.end(session)[0] == 303
    assert (sits(laptop), sits(phone)) == (True, True)
    assert mallory.end("' OR 1=1 --")[0] == 303
    assert mallory.end("")[0] == 303
    assert len(mallory.sessions()) == 1


def test_a_stranger_ends_nothing(house, devices):
    laptop, phone = devices
    stranger = Browser(house)
    stranger.end(laptop.sessions()[0])
    assert (sits(laptop), sits(phone)) == (True, True)


def test_neither_a_guessed_token_nor_the_digest_of_one_is_anybody(house, devices):
    laptop, _ = devices
    for guess in (secrets.token_urlsafe(32), laptop.sessions()[0], "x" * 43, laptop.cookie.partition("=")[2][:-1]):
        thief = Browser(house)
        thief.cookie = f"person={guess}"
        assert "Nothing is stored about you yet" in thief.me()


def test_other_sites_can_neither_end_a_session_nor_rename_anybody(devices):
    laptop, phone = devices
    elsewhere = {"origin": "https://elsewhere.example"}
    assert laptop.end(laptop.sessions()[1], **elsewhere)[0] == 403
    assert laptop.house.request("POST", "/me/name", {"name": "Eve"}, {**laptop.headers, **elsewhere})[0] == 403
    assert sits(phone)
    assert 'value="Zoé"' in laptop.me()


def test_a_name_is_taken_for_the_tables_to_come(house):
    guest = Browser(house)
    assert house.request("POST", "/me/name", {"name": "  Anna\u00a0  Maria "}, guest.headers)[0] == 303
    assert 'value="Anna Maria"' in guest.me()
    assert 'value="Anna Maria"' in house.request("GET", "/games/isis/friends", headers=guest.headers)[2]
    house.request("POST", "/me/name", {"name": " "}, guest.headers)
    assert 'value="Anna Maria"' in guest.me()


def test_who_asks_too_much_has_to_wait(tmp_path):
    house = House(tmp_path, change_rate=0.001, change_burst=20)
    asked = [house.request("POST", "/me/sessions/end", {"session": "x"})[0] for _ in range(30)]
    house.kill()
    assert (asked[0], asked[-1]) == (303, 429)


@pytest.mark.parametrize(
    ("language", "name", "words"),
    [
        ("en", "\u2800\u3164", "others can see"),
        ("fr", "x" * 60, "trop long"),
        ("fr", "MALO", "le nom d’un robot"),
        ("fr", "Tabléе", "celui de l’hôte"),
        ("fr", "⚙ Zoé", "Ce symbole distingue les robots"),
    ],
)
def test_a_name_that_cannot_be_is_said_beside_it_and_changes_nothing(house, language, name, words):
    guest = Browser(house, language=language)
    house.request("POST", "/me/name", {"name": "Zoé"}, guest.headers)
    status, _, page = house.request("POST", "/me/name", {"name": name}, guest.headers)
    assert (status, words in page) == (400, True)
    assert f'value="{name}"' in page
    assert 'value="Zoé"' in guest.me()


def test_a_table_is_not_opened_under_a_name_that_cannot_be(house):
    guest = Browser(house)
    house.request("POST", "/me/name", {"name": "Zoé"}, guest.headers)
    for field, mode in (("name", "bots"), ("name", "friends"), ("beside_1", "friends")):
        for name, words in (("Inès", "the name of a bot"), ("Μalo", "the name of a bot"), ("⚙ Zoé", "marks bots")):
            form = {"game": "isis", "mode": mode, "players": 2, field: name}
            status, _, page = house.request("POST", "/tables", form, guest.headers)
            assert (status, words in page) == (400, True)
    assert 'href="/tables/' not in house.request("GET", "/", headers=guest.headers)[2]
    assert 'value="Zoé"' in guest.me()
