"""A game from outside: built, installed with pip into a fresh environment, and played by all that plays any game."""

import contextlib
import json
import re

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visitors
from tests.examples.test_making_games import blocks
from tests.server.house import Guest

pytestmark = pytest.mark.long
PIECES, HOME = 5, 15
ANYTHING = re.compile("")
STEP = re.compile(r"throw [0-4]$")
PLAY_THROUGH = """
import json
from tablee.api.protocol import Engine

engine = Engine()
ask = lambda **request: engine.answer(json.dumps(request).encode())
answer = ask(cmd="new", game="ur", players=2, options={"pieces": 5}, seed=7)
while answer["to_act"] is not None:
    chance = answer["to_act"] == "chance"
    answer = ask(cmd="chance") if chance else ask(cmd="apply", action=ask(cmd="legal")["actions"][-1])
result = ask(cmd="result")
print(json.dumps({name: result[name] for name in ("over", "reason")}))
"""


@contextlib.asynccontextmanager
async def two_at_a_table(house):
    """Two guests who have sat down and begun, and the table's id."""
    one, two = Guest(house), Guest(house)
    table = one.open(game="ur", option_pieces=PIECES)
    async with one.at(table) as first, two.at(table) as second:
        await first.sit()
        await second.sit()
        await first.hear("table", number=4)  # both have sat down, and given their nonces
        await first.say(do="start")
        yield (one, two), (first, second), table


async def news(seat):
    """What a seat hears next of a game that has begun."""
    while True:
        heard = await seat.hear("events")
        if heard["to_act"] is not None or heard["result"]:
            return heard


async def play_on(seats, last):
    """Play whatever is legal, the piece that has come furthest first, until somebody has so many pieces home.

    Returns what each seat has heard last.
    """
    home, heard, thrown = [0, 0], {}, 0
    while True:
        for seat in seats:
            heard[seat] = await news(seat)
        for _, whose, text in heard[seats[0]]["events"]:
            if text.startswith("throw"):
                thrown = int(text[-1])
            elif text.startswith("move"):
                home[whose] += int(text[5:]) + thrown == HOME
        acting = [seat for seat in seats if heard[seat]["actions"]]
        if not acting or max(home) == last:
            return heard
        await acting[0].act(heard[acting[0]]["actions"][-1])


def test_it_stands_on_the_shelf_beside_the_others(fresh):
    ids = json.loads(fresh.run("-c", "import json, tablee; print(json.dumps(tablee.game_ids()))"))
    assert "ur" in ids
    assert "isis" in ids
    assert (fresh.site / "royal_game_of_ur" / "lesson.md").is_file()


def test_its_own_tests_pass_where_it_is_installed(fresh):
    fresh.run("-m", "pytest", "-q", "-c", "pyproject.toml", "-p", "no:cacheprovider", "-p", "no:asyncio", "tests")


def test_the_examples_of_the_guide_run_where_it_is_installed(fresh, tmp_path):
    examples = [text for _, text in blocks("pycon")]
    assert len(examples) >= 3
    (tmp_path / "examples.txt").write_text("\n".join(examples), "utf8")
    assert fresh.run("-m", "doctest", tmp_path / "examples.txt") == ""


def test_the_protocol_plays_it_to_the_end(fresh):
    asked = [{"cmd": "new", "game": "ur", "players": 2, "seed": 7}, {"cmd": "chance"}, {"cmd": "bot", "level": 1}]
    answers = [
        json.loads(line) for line in fresh.tablee("engine", given="\n".join(map(json.dumps, asked))).splitlines()
    ]
    assert answers[0] == {"ok": True, "to_act": "chance"}
    assert STEP.match(answers[1]["action"])
    assert json.loads(fresh.run("-c", PLAY_THROUGH)) == {"over": True, "reason": "home"}


def test_bots_meet_in_the_arena(fresh):
    told = fresh.tablee("arena", "ur", "--bots", "level:1", "random", "--games", "6", "--jobs", "1", "--json", "-")
    bots = json.loads(told)["bots"]
    assert {bot["name"] for bot in bots} == {"level:1", "random"}
    assert all(bot["faults"] == {} for bot in bots)


async def test_people_play_it_through_and_the_draws_are_honest(house, fresh, tmp_path):
    async with two_at_a_table(house) as (guests, seats, table):
        heard = await play_on(seats, last=PIECES)
    assert heard[seats[0]]["result"]["reason"] == "home"
    status, _, export = house.request("GET", f"/tables/{table}/export.json", headers=guests[0].headers)
    assert status == 200
    (tmp_path / "game.json").write_text(export, "utf8")
    assert "Honest:" in fresh.tablee("verify", tmp_path / "game.json")
    for path in (f"/tables/{table}/replay", f"/tables/{table}/picture.png"):
        status, _, _ = house.raw_request("GET", path, headers=guests[1].headers)
        assert status == 200, path


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rulebook_has_all_figures(house, language):
    status, _, page = house.request("GET", "/games/ur/rules", headers={"accept-language": language})
    assert status == 200
    assert page.count("<figure") == 4
    assert ("Le jeu royal" in page) == (language == "fr")


async def test_somebody_brings_the_last_piece_home_in_a_browser(house, browser):
    async with two_at_a_table(house) as (guests, seats, table):
        heard = await play_on(seats, last=PIECES - 1)
        visitors = Visitors(browser, house)
        name, _, value = guests[0].cookie.partition("=")
        cookie = {"name": name, "value": value, "domain": "localhost", "path": "/"}
        visitor = await visitors.arrive(
            f"/tables/{table}", narrow=True, storage_state={"cookies": [cookie], "origins": []}
        )
        await expect(visitor.node("board")).to_be_attached()
        assert await visitor.no_sideways_scrolling()
        while not await visitor.is_over():
            actions = heard[seats[1]]["actions"]
            if actions:
                await seats[1].act(actions[-1])
            elif await visitor.may_act():
                await visitor.point(
                    sorted(await visitor.offered.evaluate_all("all => all.map(one => one.dataset.key)"))[-1]
                )
            heard[seats[1]] = await news(seats[1])
            if heard[seats[1]]["result"]:
                break
        await visitor.see_result()
        await visitors.depart()
        assert visitors.complaints == []
