"""Errors are pages in the house's voice, in both languages, with a way on."""

import re

from tablee.games.language import languages
from tablee.server.views.sentences import language
from tablee.server.web.error_pages import HANDLED, notice
from tests.cases import each
from tests.server.house import Guest, House

CASES = [*((status, "") for status in HANDLED if isinstance(status, int)), (404, "table"), (404, "game")]


def links(page):
    return re.findall(r'<a class="button[^"]*" href="([^"]*)"', page)


@each(("status", "detail"), CASES)
def test_every_error_is_said_in_every_language(status, detail):
    said = {(said.title, said.text) for said in (notice(status, detail, language(code)) for code in languages())}
    assert len(said) == len(languages())


@each(
    ("method", "path", "status", "words"),
    [
        ("GET", "/tables/nowhere", 404, "Perhaps part of the link is missing."),
        ("GET", "/games/chess/bots", 404, "not on this shelf"),
        ("GET", "/somewhere", 404, "There is nothing at this address."),
        ("GET", "/tables", 405, "only accepts forms"),
        ("POST", "/", 405, "only accepts forms"),
        ("GET", "/icons/nothing.png", 404, "There is nothing"),
        ("GET", "/offline/xx", 404, "There is nothing"),
    ],
)
def test_each_says_what_happened_and_leads_to_the_shelf(house, method, path, status, words):
    found, headers, body = house.request(method, path, headers={"accept-language": "en"})
    assert found == status
    assert headers["content-type"].startswith("text/html")
    assert words in body
    assert links(body) == ["/"]


def test_what_was_opened_too_often_can_be_tried_again_after_a_while(tmp_path):
    house = House(tmp_path, opening_rate=0.001, opening_burst=1.0)
    try:
        guest = Guest(house, "fr")
        guest.open()
        referer = {"referer": f"http://localhost:{house.port}/games/isis/bots"}
        form = {"game": "isis", "mode": "bots", "players": 2}
        status, headers, body = house.request("POST", "/tables", form, guest.headers | referer)
    finally:
        house.kill()
    assert status == 429
    assert int(headers["retry-after"]) > 0
    assert "Patientez une minute" in body
    assert links(body) == ["/games/isis/bots", "/"]


@each("referer", ["http://evil.example/trap", "http://localhost:{port}//evil.example/trap", "//", "%"])
def test_the_way_back_leads_to_no_other_house(house, referer):
    elsewhere = {"referer": referer.format(port=house.port)}
    status, _, body = house.request("POST", "/tables", {"game": "chess"}, elsewhere)
    assert status == 400
    assert links(body) == ["/"]


def test_a_game_that_is_not_over_leads_back_to_its_table(house):
    table = Guest(house).open()
    _, _, body = house.request("GET", f"/tables/{table}/export.json")
    assert links(body) == [f"/tables/{table}", "/"]
