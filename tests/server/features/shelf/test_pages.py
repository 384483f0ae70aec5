"""The shelf: play at once with the choices of the last time, and one's own tables first."""

import re
import sqlite3
from html.parser import HTMLParser

import pytest

from tests.server.house import Guest, House
from tests.server.storage.entries import lay_out


class Fields(HTMLParser):
    """The fields of every form of a page, and what of them is chosen."""

    def __init__(self, page):
        super().__init__()
        self.forms = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "form":
            self.forms.append({})
        elif tag == "input" and (found.get("type") != "radio" or "checked" in found):
            self.forms[-1][found["name"]] = found.get("value", "")


def form_of(page, **expected):
    """The one form of a page that has these fields."""
    forms = [form for form in Fields(page).forms if expected.items() <= form.items()]
    assert len(forms) == 1
    return forms[0]


class Person(Guest):
    """A guest whose browser keeps every cookie."""

    def look(self, path="/"):
        return self.house.request("GET", path, headers=self.headers)[2]

    def post(self, form):
        status, headers, _ = self.house.request("POST", "/tables", form, self.headers)
        assert status == 303
        cookies = re.findall(r"(last-\w+=[^;]*);", headers.get("set-cookie", ""))
        self.cookie = "; ".join([self.cookie, *cookies])
        return headers["location"].removeprefix("/tables/")


@pytest.fixture
def person(house):
    return Person(house)


async def test_the_first_game_of_all_is_against_the_gentlest_bot_and_the_next_against_an_easy_one(person):
    for game, level in (("morpyam", 1), ("isis", 2)):
        table = person.post(form_of(person.look(), game=game))
        async with person.at(table) as seat:
            about = await seat.hear("table")
        assert [participant["bot"] for participant in about["sitters"]] == [0, level]
        assert about["you"]["sitter"] == about["sitters"][0]["id"]


async def test_against_bots_one_wears_the_colour_and_begins_as_one_has_asked_for_this_time_and_the_next(person):
    person.post({"game": "isis", "mode": "bots", "players": 3, "colour": 3, "begins": "yes"})
    table = person.post(form_of(person.look(), game="isis"))
    async with person.at(table) as seat:
        await seat.sit()
        about = await seat.hear("table", status="playing")
    assert about["you"]["seat"] == 0
    assert {one["seat"]: one["colour"] for one in about["sitters"]} == {0: 3, 1: 1, 2: 2}


@pytest.mark.parametrize("colour", ["4", "-1", "green"])
def test_a_colour_that_is_not_in_the_box_opens_no_table(person, colour):
    form = {"game": "isis", "mode": "bots", "players": 2, "colour": colour}
    assert person.house.request("POST", "/tables", form, person.headers)[0] == 400


async def test_friends_name_who_begins_and_choose_colours_and_no_colour_twice(person):
    table, friend = person.post({"game": "netzwerk", "mode": "friends", "players": 2}), Person(person.house)
    async with person.at(table) as one, friend.at(table) as two:
        await two.sit()
        about = await two.hear("table")
        while len(about["sitters"]) < 2:
            about = await two.hear("table")
        host, other = (participant["id"] for participant in about["sitters"])
        await one.say(do="first", sitter=other)
        await one.say(do="colour", sitter=host, colour=3)
        while (host, 3) not in [(here["id"], here["colour"]) for here in about["sitters"]]:
            about = await one.hear("table", first=other)
        await two.say(do="colour", sitter=other, colour=3)
        assert (await two.hear("refused"))["code"] == "colour_taken"
        await two.say(do="colour", sitter=host, colour=1)
        assert (await two.hear("refused"))["code"] == "not_now"
        await one.say(do="start")
        about = await one.hear("table", status="playing")
    seated = {participant["id"]: (participant["seat"], participant["colour"]) for participant in about["sitters"]}
    assert seated == {other: (0, 0), host: (1, 3)}


def test_a_table_with_house_rules_says_so_to_everyone_who_comes(person):
    person.post({"game": "isis", "mode": "friends", "players": 3})
    assert "house rules" not in person.look().lower()
    where = person.post({"game": "isis", "mode": "friends", "players": 3, "option_memory": "open"})
    assert "Placed tiles – stay visible (to learn)" in person.look()
    invited = Person(person.house).look(f"/tables/{where}")
    assert '<p class="house-rules">House rules: Placed tiles – stay visible (to learn).</p>' in invited
    assert "Come and play! House rules: Placed tiles – stay visible (to learn)." in invited


@pytest.mark.parametrize("mode", ["bots", "friends"])
def test_who_opens_a_table_of_morisi_reads_its_authors_tip_to_learn_it_with_two(person, mode):
    tip = '<p class="tip-line">The easiest way to learn Morisi is with two players, the author says.</p>'
    assert tip in person.look(f"/games/morisi/{mode}")
    assert "tip-line" not in person.look(f"/games/netzwerk/{mode}")


def test_a_variant_of_the_box_is_called_so_and_is_no_house_rule(person):
    where = person.post({"game": "isis", "mode": "friends", "players": 3, "option_reserve": "common"})
    assert "house rules" not in person.look().lower()
    assert '<small class="house-rules" title="Tiles – one common reserve">variant</small>' in person.look()
    invited = Person(person.house).look(f"/tables/{where}")
    assert "Come and play! Variant: Tiles – one common reserve." in invited


def test_the_form_says_which_options_are_variants_and_which_are_house_rules(person):
    page = person.look("/games/morisi/friends")
    variants, house_rules = page.index(">Variants</summary>"), page.index(">House rules</summary>")
    assert variants < page.index('name="option_predictions"') < house_rules < page.index('name="option_cities"')
    answers = re.findall(r'name="option_(\w+)" value="(\w+)"[^>]*><span>[^<]*<small>(\w+)</small>', page)
    assert answers == [
        ("predictions", "off", "standard"), ("predictions", "on", "variant"),
        ("hands", "hidden", "standard"), ("cities", "apart", "standard"), ("gaps", "none", "standard"),
    ]  # fmt: skip
    assert ">House rules</summary>" not in person.look("/games/morfals/friends")


def test_play_now_plays_as_the_last_time_each_game_for_itself(person):
    person.post({"game": "isis", "mode": "bots", "players": 3, "level": 4, "option_memory": "open"})
    now = form_of(person.look(), game="isis")
    assert (now["mode"], now["players"], now["level"], now["option_memory"]) == ("bots", "3", "4", "open")
    assert form_of(person.look(), game="morisi")["players"] == "2"
    assert "against 2 bots (strong)" in person.look()


@pytest.mark.parametrize("mode", ["bots", "friends"])
def test_the_form_has_the_last_choices_chosen(person, mode):
    person.post({"game": "morisi", "mode": "friends", "players": 4, "option_predictions": "on"})
    page = person.look(f"/games/morisi/{mode}")
    form = form_of(page, game="morisi")
    assert (form["players"], form["option_predictions"], form["option_hands"]) == ("4", "on", "hidden")
    folds = re.findall(r'<details class="variants(?: if-casual)?"( open)?>\s*<summary>(.*)<', page)
    assert folds[-2:] == [(" open", "Variants"), ("", "House rules")]


@pytest.mark.parametrize(
    "nonsense", ["players=9", "level=0", "level=x", "option_memory=photographic", "%ff&&&=;", "x=" * 99]
)
def test_nonsense_in_the_cookie_is_passed_over(person, nonsense):
    person.cookie += f'; last-isis="{nonsense}"'
    assert form_of(person.look(), game="isis")["players"] == "2"


async def test_my_tables_say_whose_turn_it_is_and_when_something_happened(house, person):
    friend = Guest(house)
    table = person.open(game="isis", mode="friends", players=2, name="Odile")
    assert "waiting for players" in person.look()
    async with person.at(table) as mine, friend.at(table) as theirs:
        await mine.sit()
        await theirs.say(do="name", name="Zoé")
        await theirs.sit()
        while len((await mine.hear("table"))["sitters"]) < 2:
            pass
        await mine.say(do="start")
        events = await mine.hear("events")
    mine_first = bool(events["actions"])
    other = Person(house)
    other.cookie = friend.cookie
    shelves = (person, other) if mine_first else (other, person)
    assert '<strong class="turn">Your turn</strong>' in shelves[0].look()
    waiting = "Odile" if mine_first else "Zoé"
    assert f'<span class="turn">{waiting} to play</span>' in shelves[1].look()
    assert re.search(r'<time datetime="20\d\d-[^"]+">\d+ seconds? ago</time>', person.look())


def test_what_strangers_play_is_not_on_my_shelf(house, person):
    table = Guest(house).open()
    assert table not in person.look()


@pytest.fixture(scope="module")
def old_house(tmp_path_factory):
    """A server on a database of the first version, in which some tables are damaged."""
    folder = tmp_path_factory.mktemp("house")
    lay_out(folder / "tables.db")
    house = House(folder)
    yield house
    house.kill()


@pytest.fixture
def zoe(old_house):
    """Somebody who has had a cookie since the first version."""
    person = Person(old_house)
    person.cookie = "person=" + ("zoe" + "-" * 43)[:43]
    return person


def row_of(page, table):
    return page.partition(f'href="/tables/{table}"')[2].partition("</li>")[0]


@pytest.mark.parametrize(
    "table", ["damaged-opening", "lost-line", "newer-event", "damaged-line", "illegal-action", "closed-playing"]
)
def test_a_damaged_table_is_on_the_shelf_with_all_the_others(zoe, table):
    row = row_of(zoe.look(), table)
    assert "with Otto" in row
    assert zoe.look().partition('id="results"')[0].count('href="/tables/') == 12


@pytest.mark.parametrize("table", ["unknown-game", "other-rules"])
def test_a_table_that_is_not_served_here_says_so_on_the_shelf(zoe, table):
    assert "not available right now" in row_of(zoe.look(), table)
    assert "Your turn" in row_of(zoe.look(), "taken-back")


async def test_a_cookie_of_the_first_version_sits_where_it_sat(zoe):
    async with zoe.at("playing") as seat:
        about = await seat.hear("table")
    assert (about["you"]["sitter"], about["you"]["seat"], about["status"]) == (1, 0, "playing")


def test_the_shelf_never_looks_into_a_log(zoe):
    before = row_of(zoe.look(), "dice")
    with sqlite3.connect(zoe.house.database) as database:
        database.execute("UPDATE events SET body = 'x' WHERE table_id = 'dice'")
        database.execute("UPDATE directory SET moved = 9000000000000000000 WHERE table_id = 'next'")
    database.close()
    after = row_of(zoe.look(), "dice")
    times = re.compile("<time.*?</time>")
    assert times.sub("", before) == times.sub("", after)
    assert "Your turn" in after
    assert "waiting for players" in row_of(zoe.look(), "next")


async def names_at(person, table):
    async with person.at(table) as seat:
        about = await seat.hear("table")
    return [(participant["name"], participant["bot"]) for participant in about["sitters"]]


async def test_each_opponent_can_be_chosen_and_is_kept_for_the_next_time(person):
    wish = {"game": "isis", "mode": "bots", "players": 4, "level": 2, "opponent_2": "Sibylle", "name": "Zoé"}
    expected = [("Zoé", 0), ("Malo", 2), ("Sibylle", 5), ("Rosalie", 2)]
    assert await names_at(person, person.post(wish)) == expected
    assert "against Malo, Sibylle, Rosalie" in person.look()
    assert '<option value="Sibylle" selected>' in person.look("/games/isis/bots")
    assert await names_at(person, person.post(form_of(person.look(), game="isis"))) == expected


async def test_whoever_is_chosen_twice_comes_once(person):
    wish = {"game": "isis", "mode": "bots", "players": 3, "level": 4, "opponent_1": "Malo", "opponent_2": "Malo"}
    names = await names_at(person, person.post(wish))
    assert names[1:] == [("Malo", 2), ("Rosalie", 2)]


def test_nobody_is_chosen_whom_nobody_knows(person):
    wish = {"game": "isis", "mode": "bots", "players": 2, "opponent_1": "<b>"}
    assert person.house.request("POST", "/tables", wish, person.headers)[0] == 400


async def test_the_form_remembers_how_one_stands_against_a_bot(person):
    assert "loss" not in person.look("/games/isis/bots")
    table = person.post({"game": "isis", "mode": "bots", "players": 2, "level": 2})
    async with person.at(table) as seat:
        await seat.sit()
        await seat.hear("table", status="playing")
        await seat.say(do="leave")
        await seat.hear("table", status="over")
    page = person.look("/games/isis/bots")
    assert page.count("you: 0 wins, 1 loss") == 1 + 3  # on the card, and wherever each opponent is chosen
    assert "loss" not in person.look("/games/morisi/bots")
    assert "loss" not in Person(person.house).look("/games/isis/bots")


async def test_a_visitor_without_a_name_gets_a_friendly_one_in_their_language(house):
    english, french = Person(house), Person(house, "fr")
    names = [(await names_at(one, one.post({"game": "isis", "mode": "bots"})))[0][0] for one in (english, french)]
    assert all(name and "Someone" not in name and "Quelqu" not in name for name in names)
    assert (await names_at(english, english.post({"game": "morisi", "mode": "bots"})))[0][0] == names[0]
    assert f'placeholder="{names[0]}"' in english.look("/me")
    house.request("POST", "/me/name", {"name": "Odile"}, english.headers)
    assert (await names_at(english, english.post({"game": "isis", "mode": "bots"})))[0][0] == "Odile"
