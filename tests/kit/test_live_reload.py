"""`tablee play --reload`: what a maker saves is there a moment later, whole or not at all."""

import pytest
from websockets.exceptions import ConnectionClosed

from tests.kit.makers_house import MakersHouse
from tests.kit.workshop import Workshop, edit
from tests.server.house import Guest

GAME = "sea_stones"


@pytest.fixture(scope="module")
def making(tmp_path_factory):
    """A house in which a game is being made, and the folder of the game."""
    folder = tmp_path_factory.mktemp("making")
    workshop = Workshop(folder)
    package = workshop.make(GAME)
    house = MakersHouse(folder, workshop, GAME)
    yield house, package
    house.stop()


def save(house, path, old, new):
    """Change a file, and wait until the house has looked at it; returns what it says."""
    version = house.version
    edit(path, old, new)
    return house.news_after(version)["fault"]


async def started(guest, other):
    """A table at which two people have begun to play."""
    table = guest.open(game=GAME)
    async with guest.at(table, "scenes") as one, other.at(table, "scenes") as two:
        await one.sit()
        await two.sit()
        await one.hear("table", number=4)
        await one.say(do="start")
        await one.hear("frame")
    return table


async def seen(house, table):
    """What a spectator sees of a table who comes now: the nodes by their keys."""
    async with Guest(house).at(table, "scenes") as seat:
        frame = await seat.hear("frame")
        return {node[0]: node for node in frame["scene"]["set"]}


def test_only_the_games_that_were_named_are_on_the_shelf(making):
    house, _ = making
    page = house.request("GET", "/")[2]
    assert "Sea stones" in page
    assert "Isis" not in page


def test_a_word_is_on_the_next_page_in_every_language(making):
    house, package = making
    assert save(house, package / "words.py", "Ten lines, twelve stones each", "Ten rows, a dozen stones each") == ""
    assert "Ten rows, a dozen stones each" in house.request("GET", "/")[2]
    assert save(house, package / "fr.po", 'msgid "Ten lines, twelve', 'msgid "Ten rows, a dozen') == ""
    french = house.request("GET", "/", headers={"accept-language": "fr"})[2]
    assert "Dix lignes, douze cailloux chacun" in french


def test_styles_and_rulebook_are_new_too(making):
    house, package = making
    assert save(house, package / "scene.css", ".dimple {", ".dimple { stroke: var(--ink);") == ""
    assert ".dimple { stroke: var(--ink)" in house.request("GET", f"/games/{GAME}/scene.css")[2].replace("{s", "{ s")
    assert save(house, package / "rulebook.en.md", "It stays there", "It lies there") == ""
    assert "It lies there" in house.request("GET", f"/games/{GAME}/rules")[2]


async def test_a_picture_and_a_rule_are_seen_at_a_table_that_goes_on(making):
    house, package = making
    zoe, ali = Guest(house), Guest(house)
    table = await started(zoe, ali)
    nodes = await seen(house, table)
    assert "a1, free" in nodes["square a1"]
    assert not [key for key in nodes if key.startswith("line ")]
    async with zoe.at(table, "scenes") as seat:
        await seat.hear("frame")
        assert save(house, package / "scene.py", '"{square}, free"', '"{square}, nobody there"') == ""
        with pytest.raises(ConnectionClosed):  # the page comes back by itself
            await seat.hear("never")
    nodes = await seen(house, table)
    assert "a1, nobody there" in nodes["square a1"]
    assert save(house, package / "rules.py", "        return -1\n", "        return 0\n") == ""
    nodes = await seen(house, table)
    assert len([key for key in nodes if key.startswith("line ")]) == 10


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("rules.py", "def legal(state", "def legal(state,,", "rules.py, line {line}: invalid syntax"),
        ("words.py", "def prompt(view:", "def prompt(sight:", "words.prompt must be prompt(view, seat, names, say)"),
        ("rules.py", "state.ended = FULL", "state.endde = FULL", "rules.py, line {line}: `state.endde`: the record"),
        ("words.py", "text.removeprefix(", "text.without(", "words.sentence: words.py, line {line}: AttributeError"),
        ("words.py", "return squares_text(", "squares_text(", "words.board_text: it must return str, and returns None"),
        ("scene.py", "EACH - laid", "EACH - late", "scene.py, line {line}: `late` is not defined"),
        ("cover.svg", None, None, "the file cover.svg is missing"),
    ],
    ids=["syntax", "contract", "step", "sentence", "nothing", "name", "file"],
)
async def test_what_is_broken_is_said_and_the_game_goes_on_as_it_was(making, file, old, new, fault):
    house, package = making
    zoe, ali = Guest(house), Guest(house)
    table = await started(zoe, ali)
    version, text = house.version, (package / file).read_text("utf8")
    line = text[: text.index(old)].count("\n") + 1 if old else None
    if old:
        edit(package / file, old, new)
    else:
        (package / file).unlink()
    said = house.news_after(version)["fault"]
    assert fault.format(line=line) in said
    assert "is not taken over" in said
    assert f'data-fault="{said.splitlines()[0][:12]}' in house.request("GET", "/")[2]
    async with zoe.at(table) as one, ali.at(table) as two:
        for seat in (one, two):
            events = await seat.hear("events")
            if events["actions"]:
                await seat.act(events["actions"][0])
                await seat.hear("events", number=events["number"] + 1)
    assert [key for key in await seen(house, table) if key.startswith("stone ")]
    version = house.version
    (package / file).write_text(text, "utf8")
    assert house.news_after(version)["fault"] == ""
