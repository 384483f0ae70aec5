"""Who asks, behind a proxy: what it says is believed if the host has named it, and cannot be forged."""

import contextlib

import pytest
from websockets.exceptions import ConnectionClosed

from tablee.server.web.proxies import Forwarded, Proxies
from tests.cases import each
from tests.server.house import Guest, House
from tests.server.web.strangers import HOST, UPGRADE, all_heard, call

PROXIES = Proxies(["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"])


def told(client, *lists, **others):
    headers = [(b"x-forwarded-for", one.encode()) for one in lists]
    headers += [(f"x-forwarded-{name}".encode(), value.encode()) for name, value in others.items()]
    return PROXIES.forwarded(client, headers)


@each(
    ("lists", "asker"),
    [
        (["192.0.2.1"], "192.0.2.1"),
        (["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
        (["6.6.6.6, 192.0.2.1, 10.1.2.3"], "192.0.2.1"),
        (["6.6.6.6", "192.0.2.1, 10.1.2.3"], "192.0.2.1"),
        (["192.0.2.1:1234"], "192.0.2.1"),
        (["[2001:db8:2::1]:1234"], "2001:db8:2::1"),
        (["6.6.6.6, 2001:db8:1::5"], "6.6.6.6"),
        (["::ffff:192.0.2.1"], "192.0.2.1"),
        (["10.9.9.9"], "10.9.9.9"),
        (["192.0.2.1, nonsense"], "127.0.0.1"),
        (["nonsense, 10.1.2.3"], "10.1.2.3"),
        (["192.0.2.1, , 10.1.2.3,"], "192.0.2.1"),
        ([""], "127.0.0.1"),
        ([], "127.0.0.1"),
    ],
)
def test_the_rightmost_address_that_is_no_proxy_asks(lists, asker):
    assert told("127.0.0.1", *lists) == Forwarded(asker)


@each("client", ["192.0.2.1", "127.0.0.2", "", "nonsense", "::1", "x" * 1000])
def test_nobody_else_is_believed(client):
    assert told(client, "192.0.2.9", proto="https", host="evil.example") is None


def test_a_proxy_is_known_however_its_address_is_written():
    assert told("::ffff:127.0.0.1", "192.0.2.1").address == "192.0.2.1"
    assert Proxies([]).forwarded("127.0.0.1", [(b"x-forwarded-for", b"192.0.2.1")]) is None


def test_scheme_and_host_are_the_last_that_were_named():
    found = told("127.0.0.1", proto="http, HTTPS", host="evil.example, play.example.org")
    assert found == Forwarded("127.0.0.1", "https", "play.example.org")
    assert told("127.0.0.1", proto="javascript").scheme == ""


def test_what_is_no_proxy_is_said_in_words():
    with pytest.raises(ValueError, match=r"'nginx' is no address or network of a proxy"):
        Proxies(["nginx"])


# ---- with a real server -----------------------------------------------------------------------------------------

FEW = {"opening_rate": 0.001, "opening_burst": 1, "people_per_address": 2}
FORM = {"game": "isis", "mode": "friends", "players": 2}


@contextlib.contextmanager
def a_house(definition, **settings):
    house = House(definition, **settings)
    try:
        yield house
    finally:
        house.kill()


def statuses(house, lists):
    """What is answered to somebody new for each, who wants to open a table."""
    return [house.request("POST", "/tables", FORM, Guest(house).headers | {"x-forwarded-for": one})[0] for one in lists]


def test_without_a_proxy_nobody_is_somebody_else_not_even_from_this_machine(tmp_path):
    with a_house(tmp_path, **FEW) as house:
        assert statuses(house, [f"192.0.2.{one}" for one in range(4)]) == [303, 303, 429, 429]
        _, headers, _ = house.request("GET", "/", headers={"x-forwarded-proto": "https"})
        assert "secure" not in headers["set-cookie"].lower()
        assert house.request("GET", "/", headers={"host": "evil.example", "x-forwarded-host": "localhost"})[0] == 421


def test_behind_one_everybody_is_counted_for_themselves(tmp_path):
    with a_house(tmp_path, trust_proxy=["127.0.0.1"], **FEW) as house:
        assert statuses(house, [f"192.0.2.{one}" for one in range(4)]) == [303] * 4
        assert statuses(house, [f"6.6.6.{one}, 192.0.2.7" for one in range(4)]) == [303, 303, 429, 429]
        said = {"x-forwarded-proto": "https", "host": "10.0.0.3", "x-forwarded-host": "tablee.example"}
        _, headers, page = house.request("GET", "/games/isis/rules", headers=said)
        assert "secure" in headers["set-cookie"].lower()
        assert "https://tablee.example/games/isis/picture.png" in page
        assert house.request("GET", "/", headers={"x-forwarded-host": "evil.example"})[0] == 421


async def test_its_connections_are_not_one_address_and_those_of_one_address_are(tmp_path):
    with a_house(tmp_path, trust_proxy=["127.0.0.1"], most_of_one_address=5, most_connections=1000) as house:
        guest = Guest(house)
        table = guest.open()
        async with contextlib.AsyncExitStack() as stack:
            for one in range(12):
                seat = await stack.enter_async_context(Guest(house).at(table, **{"x-forwarded-for": f"192.0.2.{one}"}))
                await seat.hear("table")
            there = {"x-forwarded-for": "6.6.6.6, 198.51.100.1"}
            seats = [await stack.enter_async_context(Guest(house).at(table, **there)) for _ in range(6)]
            assert [await is_let_in(seat) for seat in seats] == [True] * 4 + [False] * 2
            player = await stack.enter_async_context(guest.at(table, **there))
            assert (await player.hear("table"))["you"]["sitter"]  # the last place there is for one who plays
            await player.say(do="ping")
            await player.hear("pong")
            status = house.request("GET", "/", headers=there)[0]
            assert status == 503
            assert house.request("GET", "/", headers={"x-forwarded-for": "198.51.100.2"})[0] == 200


# ---- who is refused behind a proxy takes nobody's place ------------------------------------------------------------

PLACES = 100
FOR_ALL = 80
"""The places that are not reserved for those who play."""


def wish_for(table, client):
    """A handshake that a proxy forwards."""
    said = f"GET /tables/{table}/live HTTP/1.1\r\nX-Forwarded-For: {client}\r\n"
    return said.encode() + HOST + UPGRADE + b"\r\n"


def asked(house, client, path="/", **headers):
    return house.request("GET", path, headers={"x-forwarded-for": client, **headers})[0]


REFUSED = {
    "too fast": {"arrival_burst": 1, "arrival_rate": 0.001, "people_per_address": 1},
    "too many": {"most_of_one_address": 5},
    "no such table": {},
}


@pytest.mark.parametrize("why", REFUSED)
def test_sockets_that_are_refused_and_stay_keep_nobody_out(tmp_path, why):
    with a_house(tmp_path, trust_proxy=["127.0.0.1"], most_connections=PLACES, **REFUSED[why]) as house:
        table = "nowhere" if why == "no such table" else Guest(house).open()
        with contextlib.ExitStack() as crowd:
            lines = []
            for number in range(4 * PLACES):
                lines.append(crowd.enter_context(call(house, wish_for(table, "192.0.2.66"))))
                assert lines[-1].recv(12) == b"HTTP/1.1 101"  # no proxy thinks that the server is down
                if number % 10 == 9:
                    assert asked(house, f"198.51.100.{number % 250}") == 200
            kept = 0 if why == "no such table" else 1 if why == "too fast" else 4
            for line in lines[kept:]:
                assert b"\x88\x02" in all_heard(line)  # a closing code, and then it is cut, whether it answers or not


async def test_the_reserve_is_for_those_who_play_however_many_are_refused(tmp_path):
    with a_house(tmp_path, trust_proxy=["127.0.0.1"], most_connections=PLACES, most_of_one_address=30) as house:
        guest = Guest(house)
        table = guest.open()
        with contextlib.ExitStack() as crowd:
            for number in range(4 * PLACES):
                line = crowd.enter_context(call(house, wish_for(table, f"192.0.2.{number % 40}")))
                assert line.recv(12) == b"HTTP/1.1 101"
                if number > FOR_ALL and number % 10 == 0:
                    for path in ("/", "/static/x/board/scene.js"):
                        assert asked(house, "192.0.2.1", path) == 503
                        assert asked(house, "198.51.100.1", path) == 503
                        assert asked(house, "198.51.100.2", path, **guest.headers) == 200
            async with guest.at(table, **{"x-forwarded-for": "198.51.100.2"}) as seat:
                assert (await seat.hear("table"))["you"]["sitter"]
            assert asked(house, "198.51.100.1", "/health") == 200


async def is_let_in(seat):
    try:
        await seat.hear("table")
    except ConnectionClosed as closed:
        return closed.rcvd.code != 4429
    return True
