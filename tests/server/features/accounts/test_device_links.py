import time

import pytest

from tablee.server.features.previews.link_pictures import code
from tablee.server.web.visit import own_path
from tests.cases import each
from tests.server.house import Guest, House


@pytest.fixture(scope="module")
def hasty_house(tmp_path_factory):
    """A server whose passes hold only for a moment."""
    house = House(tmp_path_factory.mktemp("house"), device_link_lifetime=0.05)
    yield house
    house.kill()


def ask_for_pass(guest, back="/tables/x"):
    """The path of a new pass."""
    status, _, page = guest.house.request("POST", "/device-links", {"back": back}, guest.headers)
    assert status == 200
    return page.partition('value="http')[2].partition('"')[0].partition(f":{guest.house.port}")[2]


def use_pass(guest, link):
    """Use a pass in the browser of a guest, who has another cookie from then on."""
    status, headers, _ = guest.house.request("POST", link, headers=guest.headers)
    assert status == 303
    guest.cookie = headers["set-cookie"].partition(";")[0]
    return guest.cookie


def test_a_pass_makes_another_browser_the_same_person(house):
    person, phone = Guest(house), Guest(house)
    table = person.open(name="Zoé")
    link = ask_for_pass(person, f"/tables/{table}")
    status, _, page = house.request("GET", link, headers=phone.headers)
    assert (status, "Continue here as Zoé?" in page) == (200, True)
    status, headers, _ = house.request("POST", link, headers=phone.headers)
    assert (status, headers["location"]) == (303, f"/tables/{table}")
    assert "httponly" in headers["set-cookie"].lower()
    phone.cookie = headers["set-cookie"].partition(";")[0]
    assert [f"/tables/{table}" in house.request("GET", "/", headers=one.headers)[2] for one in (phone, person)] == [
        True,
        True,
    ]


async def test_both_devices_sit_in_the_same_seat(house):
    person, phone = Guest(house), Guest(house)
    table = person.open(name="Zoé")
    use_pass(phone, ask_for_pass(person))
    async with person.at(table) as one, phone.at(table) as other:
        assert (await one.hear("table"))["you"]["sitter"] == (await other.hear("table"))["you"]["sitter"] == 1


@pytest.mark.parametrize("planted", ["", "x" * 43, "the person's own"])
def test_a_pass_hands_no_token_over_and_always_brings_a_fresh_one(house, planted):
    person, other = Guest(house), Guest(house)
    person.open(name="Zoé")
    if planted:  # somebody knows what is in the other browser's cookie
        other.cookie = person.cookie if "own" in planted else f"person={planted}"
    before = other.cookie
    cookie = use_pass(other, ask_for_pass(person))
    assert cookie not in (before, person.cookie)
    assert cookie.startswith("person=")
    assert "Continue here as Zoé?" not in house.request("GET", "/", headers={"cookie": before})[2]
    other.cookie = before
    if "own" not in planted:
        assert "/tables/" not in house.request("GET", "/", headers=other.headers)[2].partition('class="shelf"')[0]


def test_a_browser_that_uses_a_pass_leaves_its_former_session_behind(house):
    person, other = Guest(house), Guest(house)
    table = other.open()
    former = dict(other.headers)
    use_pass(other, ask_for_pass(person))
    assert table not in house.request("GET", "/", headers=former)[2]


def test_a_pass_that_was_used_makes_no_further_session(house):
    person, phone, thief = Guest(house), Guest(house), Guest(house)
    table = person.open()
    link = ask_for_pass(person)
    use_pass(phone, link)
    status, headers, _ = house.request("POST", link, headers=thief.headers)
    assert (status, "person=" in headers.get("set-cookie", "")) == (404, False)
    assert table not in house.request("GET", "/", headers=thief.headers)[2]


def test_who_asks_for_a_pass_as_the_first_thing_of_all_is_the_one_it_stands_for(house):
    _, headers, page = house.request("POST", "/device-links", {"back": "/"})
    link = page.partition('value="http')[2].partition('"')[0].partition(f":{house.port}")[2]
    _, there, _ = house.request("POST", link)
    here, there = (found["set-cookie"].partition(";")[0] for found in (headers, there))
    assert here != there
    for cookie in (here, there):
        assert house.request("GET", "/me", headers={"cookie": cookie})[2].count("/me/sessions/end") == 2


def test_looking_at_a_pass_uses_nothing_up_and_using_it_does(house):
    person, phone = Guest(house), Guest(house)
    link = ask_for_pass(person)
    assert [house.request("GET", link)[0] for _ in range(3)] == [200] * 3
    assert house.request("POST", link, headers=phone.headers)[0] == 303
    for method in ("POST", "GET"):
        status, headers, page = house.request(method, link, headers=phone.headers)
        assert (status, "This link has expired" in page) == (404, True)
        assert person.cookie not in headers.get("set-cookie", "")


def test_a_pass_expires(hasty_house):
    person = Guest(hasty_house)
    link = ask_for_pass(person)
    deadline = time.monotonic() + 60
    while hasty_house.request("GET", link)[0] == 200:
        assert time.monotonic() < deadline
    assert hasty_house.request("POST", link)[0] == 404


def test_a_pass_that_was_never_given_is_refused_in_the_voice_of_the_house(house):
    status, _, page = house.request("GET", "/device-links/nothing", headers={"accept-language": "fr"})
    assert (status, "Ce lien n’est plus valable" in page) == (404, True)


def test_only_the_latest_pass_of_a_person_holds(house):
    person = Guest(house)
    first, second = ask_for_pass(person), ask_for_pass(person)
    assert [house.request("GET", link)[0] for link in (first, second)] == [404, 200]


def test_other_sites_can_neither_ask_for_a_pass_nor_use_one(house):
    person = Guest(house)
    elsewhere = {**person.headers, "origin": "https://elsewhere.example"}
    assert house.request("POST", "/device-links", {"back": "/"}, elsewhere)[0] == 403
    link = ask_for_pass(person)
    assert house.request("POST", link, headers=elsewhere)[0] == 403
    assert house.request("GET", link)[0] == 200


def test_a_pass_leads_nowhere_but_into_this_house(house):
    person = Guest(house)
    link = ask_for_pass(person, "//elsewhere.example/")
    assert house.request("POST", link)[1]["location"] == "/"


@each("back", ["//elsewhere.example/", "/\t/elsewhere.example", "/\\elsewhere.example", "/" * 5000])
def test_what_leads_elsewhere_leads_home(back):
    assert own_path(back) == "/"
    assert own_path("/tables/x?at=3") == "/tables/x?at=3"


def test_who_asks_for_many_passes_has_to_wait(tmp_path):
    house = House(tmp_path, change_rate=0.001, change_burst=20)
    asked = [house.request("POST", "/device-links", {"back": "/"})[0] for _ in range(30)]
    house.kill()
    assert asked[0] == 200
    assert asked[-1] == 429


def test_who_has_games_in_the_other_browser_is_warned(house):
    person, other = Guest(house), Guest(house)
    other.open()
    link = ask_for_pass(person)
    warning = "would lose them"
    assert warning in house.request("GET", link, headers=other.headers)[2]
    assert warning not in house.request("GET", link, headers=person.headers)[2]


def test_the_invitation_is_there_as_a_code_too(house):
    person = Guest(house)
    table = person.open()
    _, _, page = house.request("GET", f"/tables/{table}", headers={**person.headers, "host": "tablee.example"})
    assert code(f"http://tablee.example/tables/{table}") in page


def test_an_address_too_long_for_a_code_has_none():
    assert code("http://house/" + "x" * 5000) == ""
