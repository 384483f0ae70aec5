import re

import pytest

from tablee.games import game_ids
from tests.cases import each
from tests.server.house import Guest, House


@each("path", ["/", "/games/isis/bots", "/games/isis/friends", "/games/isis/rules"])
@each("language", ["fr", "en"])
def test_every_page_is_served_in_the_language_of_the_browser(house, path, language):
    status, headers, body = house.request("GET", path, headers={"accept-language": f"{language}-XX,de;q=0.5"})
    assert status == 200
    assert f'<html lang="{language}">' in body
    assert "Isis &amp; Osiris" in body
    assert headers["content-type"].startswith("text/html")


def test_a_language_once_chosen_stays(house):
    status, headers, _ = house.request("POST", "/language", {"language": "fr", "back": "/games/isis/rules"})
    assert (status, headers["location"]) == (303, "/games/isis/rules")
    cookie = headers["set-cookie"].partition(";")[0]
    _, _, body = house.request("GET", "/", headers={"cookie": cookie, "accept-language": "en"})
    assert '<html lang="fr">' in body


@each("back", ["//evil.example/", "https://evil.example/", "/\\evil.example", ""])
def test_the_language_switch_leads_nowhere_else(house, back):
    _, headers, _ = house.request("POST", "/language", {"language": "fr", "back": back})
    assert headers["location"] == "/"


def test_the_token_is_out_of_reach_of_scripts_and_other_sites(house):
    _, headers, _ = house.request("GET", "/")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert len(cookie.partition(";")[0]) > 40


def test_a_token_is_given_once(house):
    guest = Guest(house)
    _, headers, _ = house.request("GET", "/", headers=guest.headers)
    assert "set-cookie" not in headers


def test_the_token_itself_is_not_stored(own_house):
    guest = Guest(own_house)
    guest.open(name="Zoé")
    own_house.stop()
    stored = own_house.database.read_bytes()
    assert "Zoé".encode() in stored
    assert guest.cookie.partition("=")[2].encode() not in stored


async def test_opening_a_table_against_bots_seats_them(house):
    guest = Guest(house)
    table = guest.open(mode="bots", players=4, level=1, option_memory="open", name="Zoé")
    status, _, body = house.request("GET", f"/tables/{table}", headers=guest.headers)
    assert status == 200
    assert f'data-table="{table}"' in body
    async with guest.at(table) as seat:
        about = await seat.hear("table")
        assert [(participant["name"], participant["bot"]) for participant in about["sitters"]] == [
            ("Zoé", 0), ("Puce", 1), ("Filou", 1), ("Mamita", 1)
        ]  # fmt: skip
        await seat.sit()
        assert (await seat.hear("events"))["number"] > about["number"]


@each(
    "wrong",
    [
        {"game": "chess"},
        {"players": 7},
        {"players": "two"},
        {"level": 9},
        {"level": "x"},
        {"mode": "spies"},
        {"option_memory": "photographic"},
    ],
)
def test_a_form_that_asks_for_the_impossible_opens_nothing(house, wrong):
    form = {"game": "isis", "mode": "bots", "players": 2, **wrong}
    status, headers, body = house.request("POST", "/tables", form)
    assert status == 400
    assert "location" not in headers
    assert "<h1>" in body


def test_a_form_from_another_site_is_refused(house):
    form = {"game": "isis", "mode": "bots", "players": 2}
    status, _, _ = house.request("POST", "/tables", form, {"origin": "http://evil.example"})
    assert status == 403


def test_a_huge_form_is_refused(house):
    status, _, _ = house.request("POST", "/tables", {"game": "x" * 100_000})
    assert status == 413


def test_opening_tables_has_a_limit(tmp_path):
    house = House(tmp_path, opening_rate=0.001, opening_burst=3.0)
    try:
        guest = Guest(house)
        form = {"game": "isis", "mode": "friends", "players": 2}
        statuses = [house.request("POST", "/tables", form, guest.headers)[0] for _ in range(5)]
    finally:
        house.kill()
    assert statuses == [303, 303, 303, 429, 429]


@each("path", ["/nowhere", "/tables/nowhere", "/games/chess/bots", "/games/isis/spies", "/static/x/y"])
def test_what_is_not_there_is_said_on_a_page_with_a_way_back(house, path):
    status, _, body = house.request("GET", path)
    assert status == 404
    assert 'href="/"' in body


def test_a_game_is_downloaded_only_when_it_is_over(house):
    status, _, _ = house.request("GET", f"/tables/{Guest(house).open()}/export.json")
    assert status == 409


def test_names_are_shown_as_text_and_not_as_markup(house):
    guest = Guest(house)
    guest.open(name="<b>&'\"x")
    _, _, body = house.request("GET", "/games/isis/bots", headers=guest.headers)
    assert "<b>&" not in body
    assert "&lt;b&gt;&amp;" in body


def test_static_files_are_kept_by_browsers_and_found_by_their_digest(house):
    _, _, body = house.request("GET", "/")
    address = re.search(r'href="(/static/[0-9a-f]+/shared/site.css)"', body)
    assert address
    status, headers, _ = house.request("GET", address[1])
    assert status == 200
    assert "immutable" in headers["cache-control"]


def test_the_home_page_weighs_less_than_100_kb_with_all_it_needs(house):
    """Everything that a browser fetches for a first look at the shelf with tables of all games: what the page names."""
    guest = Guest(house)
    for game in game_ids():
        guest.open(game=game)

    def fetch(path):
        headers = {**guest.headers, "accept-encoding": "gzip"}
        status, found, body = house.raw_request("GET", path, headers=headers)
        assert status == 200, path
        return len(body) + sum(len(name) + len(value) + 4 for name, value in found.items())

    _, _, body = house.request("GET", "/", headers=guest.headers)
    assert body.count("waiting for players") == len(game_ids())
    needed = set(re.findall(r'<(?:link|script|img|use)\b[^>]*?\b(?:src|href)="(/[^"#]+)', body))
    assert len(needed) > len(game_ids())
    assert fetch("/") + sum(map(fetch, needed)) < 100_000


def test_a_link_sent_from_this_machine_names_the_address_in_the_house(tmp_path):
    house = House(tmp_path, house_address="http://192.0.2.7:8470")
    try:
        guest = Guest(house)
        _, _, body = house.request("GET", f"/tables/{guest.open()}", headers=guest.headers)
    finally:
        house.kill()
    assert "http://192.0.2.7:8470/tables/" in body
    assert "QR code" in body
    assert CAUTION not in body


CAUTION = "Only this computer can open the link"


def test_a_house_that_only_its_machine_can_reach_says_so_in_words_and_to_the_host_alone(house):
    host, friend = Guest(house), Guest(house)
    table = host.open(mode="friends")
    pages = [house.request("GET", f"/tables/{table}", headers=one.headers)[2] for one in (host, friend)]
    assert all(f"http://localhost:{house.port}/tables/{table}" in page for page in pages)
    assert [CAUTION in page for page in pages] == [True, False]
    assert not any("QR code" in page for page in pages)  # no phone would find it


def test_where_others_can_come_the_link_and_its_code_stand_before_all_else(house):
    guest = Guest(house)
    table = guest.open(mode="friends")
    headers = guest.headers | {"host": f"house.example:{house.port}"}
    page = house.request("GET", f"/tables/{table}", headers=headers)[2]
    assert CAUTION not in page
    places = [
        page.index(part) for part in ("QR code", 'id="invite-link"', 'id="sitters"', 'id="add-bot"', 'id="start"')
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_command_line_is_shown_to_players(house, language):
    guest = Guest(house, language)
    page = house.request("GET", f"/tables/{guest.open(mode='friends')}", headers=guest.headers)[2]
    assert not [word for word in ("ARGS", "make play", "--host") if word in page]


async def test_the_table_knows_how_one_stood_against_its_bots(house):
    guest = Guest(house)
    async with guest.at(guest.open(mode="bots", level=3)) as seat:
        await seat.sit()
        await seat.hear("table", status="playing")
        await seat.say(do="leave")
        await seat.hear("table", status="over")
    page = house.request("GET", f"/tables/{guest.open(mode='bots', level=3)}", headers=guest.headers)[2]
    assert '"records": {"Ada": "you: 0 wins, 1 loss"}' in page
