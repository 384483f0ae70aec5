"""Under which names the house answers: a page elsewhere cannot give its own name our address."""

import socket

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablee.server.realtime.settings import Settings
from tablee.server.web.admission import AllowedHosts
from tests.cases import each
from tests.server.house import Guest

HOSTS = AllowedHosts(
    Settings(
        "",
        house_address="http://192.168.1.5:8470",
        origins=["https://play.example.org"],
        allow_host=["Tables.example.net", "*.club.example"],
    ),
    machine="Attic.family.example",
)


@each(
    "host",
    [
        None,
        "localhost:8470",
        "LOCALHOST",
        "tablee.localhost:1",
        "127.0.0.1:8470",
        "[::1]:8470",
        "192.168.1.5:8470",
        "10.0.0.7",
        "attic",
        "attic.local:8470",
        "Attic.local.",
        "attic.lan",
        "attic.family.example",
        "play.example.org",
        "tables.example.net:443",
        "chess.club.example",
    ],
)
def test_the_house_answers_to_its_own_names_and_to_any_address(host):
    assert HOSTS.allows(host)


@each(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8470",
        "localhost.evil.example",
        "attic.evil.example",
        "127.0.0.1.evil.example",
        "evil.example@localhost",
        f"{'a' * 300}.localhost",
        f"10.0.0.7:{'0' * 300}",
        "localhost/evil.example",
        "evillocalhost",
        "other.local",
        "club.example",
        "evilclub.example",
    ],
)
def test_and_to_no_other(host):
    assert not HOSTS.allows(host)


def test_a_host_may_let_it_answer_to_everything():
    assert AllowedHosts(Settings("", allow_host=["*"])).allows("evil.example")


@pytest.mark.parametrize(("language", "words"), [("en", "under this name"), ("fr", "sous ce nom")])
def test_another_name_is_refused_on_a_page_that_has_its_style(house, language, words):
    headers = {"host": "evil.example", "accept-language": language}
    for path in ("/", "/me", "/tables/x", "/nowhere"):
        status, _, page = house.request("GET", path, headers=headers)
        assert (status, words in page) == (421, True)
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert house.request("GET", style, headers=headers)[0] == 200


def test_a_form_under_another_name_changes_nothing(house):
    guest = Guest(house)
    form = {"game": "isis", "mode": "friends", "players": 2}
    elsewhere = {"host": "evil.example", "origin": "http://evil.example"}
    assert house.request("POST", "/tables", form, guest.headers | elsewhere)[0] == 421
    assert 'href="/tables/' not in house.request("GET", "/", headers=guest.headers)[2]


def test_this_machine_answers_to_its_name(house):
    for name in (socket.gethostname(), f"{socket.gethostname().partition('.')[0]}.local:{house.port}", "127.0.0.1"):
        assert house.request("GET", "/", headers={"host": name})[0] == 200


@pytest.mark.parametrize("name", ["evil.example", "localhost"])
async def test_no_socket_under_another_name_nor_under_two(house, name):
    guest = Guest(house)
    address = f"ws://{name}:{house.port}/tables/{guest.open()}/live"
    second = {"host": f"evil.example:{house.port}"} if name == "localhost" else {}
    origin = f"http://evil.example:{house.port}"
    async with connect(address, host="127.0.0.1", origin=origin, additional_headers=guest.headers | second) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd.code == 4403
