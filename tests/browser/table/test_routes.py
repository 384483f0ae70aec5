"""The route games in a real browser. The tables are laid beforehand: see `laid`."""

import json
import re
from math import dist

import pytest
from playwright.async_api import expect

from tests.browser.laid import lay, moves, route_with_a_question, takes_the_last_cube
from tests.browser.table.test_dice import said, something_happens, tip, told, touch
from tests.browser.visitor import MOVING
from tests.server.house import House

HEX = re.compile("hex")
UNFINISHED = "#scene .unfinished[data-key]"
"""Sticks of a route being built; the likeness of one that flies to its place has no key."""
IN_SIGHT = """
kind => [...document.querySelectorAll(`#scene .land ${kind}`)].filter(node => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-key]") === node;
}).map(node => node.dataset.key)
"""
"""The keys of nodes whose middle can be pointed at now."""
MIDDLE = """
key => {
  const node = document.querySelector(`#scene [data-key="${key}"]`).getScreenCTM();
  return [node.e, node.f];
}
"""
"""Where on the screen the zero of a node is."""
BESIDE = """
([words, thing, view]) => {
  const one = words.getBoundingClientRect(), whole = thing.getBoundingClientRect();
  const matrix = document.querySelector("#scene").getScreenCTM();
  const [left, top] = [matrix.e + view[0] * matrix.a, matrix.f + view[1] * matrix.d];
  const [right, bottom] = [left + view[2] * matrix.a, top + view[3] * matrix.d];
  const other = {
    left: Math.max(whole.left, left), top: Math.max(whole.top, top),
    right: Math.min(whole.right, right), bottom: Math.min(whole.bottom, bottom),
  };
  const across = Math.max(one.left - other.right, other.left - one.right);
  const gap = Math.max(across, one.top - other.bottom, other.top - one.bottom);
  return 0 < gap && gap < 10;
}
"""
"""Are words within ten pixels of what is seen of a thing in the window of the land, and hide none of that?"""
FAR = 44
"""So far from a finger, in pixels, nothing is taken for what it meant."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """One for all of these tests: each has a table of its own."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.kill()


@pytest.fixture
def laid(house, request):
    """Lays the tables of this test."""

    async def lay_here(*how, **options):
        return await lay(house, request.node.name, *how, **options)

    return lay_here


async def come(visitors, table, seat=None, **profile):
    """The page of somebody who sits at a table, by default of the one to act; with what it says."""
    seat = table.seat if seat is None else seat
    visitor = await visitors.arrive(table.path, **table.profile(seat), **profile)
    await expect(visitor.page.locator("#scene [data-key^='hex']").first).to_be_attached()
    if seat == table.table.to_act:
        assert await visitor.may_act()
    return visitor, visitor.sent


def frames(visitor):
    return [message for message in map(json.loads, visitor.heard) if message["say"] == "frame"]


def scene(visitor):
    """The latest scene that has come."""
    return frames(visitor)[-1]["scene"]


async def labels(visitor):
    """What is offered, and what is said of it."""
    pairs = await visitor.offered.evaluate_all("all => all.map(one => [one.dataset.key, one.ariaLabel])")
    return dict(pairs)


async def point(visitor, key):
    """Point at something and wait for what comes of it."""
    lines = await told(visitor)
    await visitor.point(key)
    await something_happens(visitor, lines)


async def put(visitor, stick):
    """Lay a stick, and pay as is meant if the page asks."""
    lines = await told(visitor)
    await visitor.point(stick.key)
    if len(stick.ways) > 1:
        await visitor.page.locator(f'#choice-list button[value="{stick.action}"]').click()
    await something_happens(visitor, lines)


async def stand_close(visitor, words, key):
    """Wait until words about a thing stand beside what is seen of it, and hide none of that."""
    there = [await element.element_handle() for element in (words, visitor.node(key))]
    await words.page.wait_for_function(BESIDE, arg=[*there, scene(visitor)["window_at"]])


async def first_taking(visitor):
    """Something that is offered where there is something to take."""
    return next(key for key, label in (await labels(visitor)).items() if "take" in label)


# ---- pawns -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "narrow"), [("netzwerk", False), ("morisi", True)], ids=["wide", "narrow"])
async def test_a_pawn_is_placed_and_moves_on(visitors, laid, house, game, narrow):
    table = await laid(game)
    visitor, sent = await come(visitors, table, narrow=narrow, **MOVING)
    await point(visitor, await first_taking(visitor))
    pawn = visitor.node(f"pawn {table.seat}")
    there = await pawn.get_attribute("transform")
    await expect(visitor.page.locator("#scene [data-key^='own ']")).to_have_count(1)
    async with table.guest(house, 1 - table.seat).at(table.table.id) as other:
        await other.hear("events")
        await other.act_somewhere()
        assert await visitor.may_act()
    await point(visitor, next(iter(await labels(visitor))))
    await expect(pawn).not_to_have_attribute("transform", there)
    assert [message["action"].split(" ")[0] for message in said(sent, "act")] == ["place", "move"]
    assert await visitor.no_sideways_scrolling()


async def test_whoever_points_too_far_is_told_so(visitors, laid):
    visitor, sent = await come(visitors, await laid("netzwerk", moves))
    offered = await labels(visitor)
    far = next(key for key in await visitor.page.evaluate(IN_SIGHT, "[data-key^='hex']") if key not in offered)
    await visitor.node(far).click()
    await expect(visitor.page.get_by_role("alert")).to_have_text(re.compile(r"\w+"))
    assert [message["key"] for message in said(sent, "why")] == [far]


async def test_a_tap_on_a_city_that_offers_nothing_tells_of_it_there(visitors, laid):
    visitor, sent = await come(visitors, await laid("netzwerk", moves), narrow=True)
    offered = await labels(visitor)
    city = next(key for key in await visitor.page.evaluate(IN_SIGHT, ".hex-city") if key not in offered)
    await visitor.page.touchscreen.tap(*await visitor.page.evaluate(MIDDLE, city))
    await expect(tip(visitor)).to_have_text(await visitor.node(city).get_attribute("aria-label"))
    await stand_close(visitor, tip(visitor), city)
    await expect(tip(visitor)).to_be_in_viewport(ratio=1)
    assert said(sent, "act") == []


# ---- routes ------------------------------------------------------------------------------------------------


async def test_a_route_is_laid_taken_back_stick_by_stick_and_laid_again(visitors, laid):
    table = await laid("netzwerk", route_with_a_question)
    route = route_with_a_question(table.table)
    visitor, sent = await come(visitors, table)
    unfinished = visitor.page.locator(UNFINISHED)
    for laying, stick in enumerate(route[:-1]):
        await put(visitor, stick)
        await expect(unfinished).to_have_count(laying + 1)
        assert await visitor.may_act()
    for left in reversed(range(len(route) - 1)):
        await visitor.page.locator("#back").click()
        await expect(unfinished).to_have_count(left)
        assert await visitor.may_act()
    for stick in route[:-1]:
        await put(visitor, stick)
        assert await visitor.may_act()
    houses = await what_the_last_stick_promises(visitor, route[-1].key)
    await put(visitor, route[-1])
    await expect(visitor.page.locator("#log")).to_contain_text("The route is complete")
    await expect(unfinished).to_have_count(0)
    await expect(visitor.page.locator(f"#scene [data-key^='stick '].seat-{table.seat}")).to_have_count(len(route))
    for key in houses:
        await expect(visitor.node(key)).to_be_attached()
    await expect(visitor.page.locator(f"#scene [data-key^='house '].seat-{table.seat}")).to_have_count(len(houses))
    assert [message["action"] for message in said(sent, "act")][1 - len(route) :] == [one.action for one in route[1:]]


async def what_the_last_stick_promises(visitor, key):
    """The keys of the houses that are announced when one points at it."""
    await visitor.node(key).hover()
    await expect(tip(visitor)).to_contain_text("That completes the route. New houses:")
    gains = visitor.page.locator("#scene .gain.previewed")
    await expect(gains).to_have_count(2)
    await expect(gains).to_have_text(["+1", "+1"])
    keys = await gains.evaluate_all("gains => gains.map(gain => gain.dataset.key)")
    seat = [message for message in map(json.loads, visitor.heard) if message["say"] == "table"][-1]["you"]["seat"]
    return {f"house {key.split(' ')[-1]} {seat} 1" for key in keys}


async def test_what_a_stick_brings_is_seen_while_it_is_pointed_at(visitors, laid):
    table = await laid("netzwerk", route_with_a_question)
    visitor, _ = await come(visitors, table)
    route = route_with_a_question(table.table)
    await put(visitor, route[0])
    assert await visitor.may_act()
    previewed = visitor.page.locator("#scene .previewed")
    key = route[1].key
    label = await visitor.node(key).get_attribute("aria-label")
    await visitor.node(key).hover()
    await expect(previewed.first).to_be_attached()
    await expect(tip(visitor)).to_have_text(label)
    await visitor.prompt.hover()
    await expect(previewed).to_have_count(0)
    await touch(visitor, visitor.node(key), lambda: expect(tip(visitor)).to_be_visible())
    await expect(tip(visitor)).to_have_text(label)
    await expect(previewed.first).to_be_attached()
    await visitor.page.keyboard.press("Escape")
    await expect(previewed).to_have_count(0)
    await visitor.page.locator("#scene [tabindex='0']").focus()
    await visitor.page.keyboard.press("Tab")
    await visitor.page.keyboard.press("Shift+Tab")
    await expect(previewed.first).to_be_attached()
    await visitor.page.keyboard.press("Tab")
    await expect(previewed).to_have_count(0)


async def build_up_to_a_question(visitor, table):
    """Lay the sticks of a route before the one that can be paid in several ways; returns its node and those ways."""
    route = route_with_a_question(table.table)
    asking = next(at for at, stick in enumerate(route) if at and len(stick.ways) > 1)
    for stick in route[:asking]:
        await put(visitor, stick)
        assert await visitor.may_act()
    return route[asking].key, route[asking].ways


async def test_a_stick_that_can_be_paid_in_several_ways_asks_which(visitors, laid):
    table = await laid("morisi", route_with_a_question, players=3)
    visitor, sent = await come(visitors, table)
    key, actions = await build_up_to_a_question(visitor, table)
    words = [scene(visitor)["spoken"][action] for action in actions]
    acted, lines = len(said(sent, "act")), await told(visitor)
    question = visitor.page.locator("#choice")
    await visitor.point(key)
    await expect(question.locator("#choice-list button")).to_have_text(words)
    await visitor.page.keyboard.press("Escape")
    await expect(question).to_be_hidden()
    await expect(visitor.node(key)).to_be_focused()
    for press in ("Enter", "ArrowRight", "ArrowRight", "Tab", "Tab", "Enter"):
        await visitor.page.keyboard.press(press)
    await something_happens(visitor, lines)
    assert [message["action"] for message in said(sent, "act")[acted:]] == [actions[1]]


async def test_what_is_meant_is_asked_beside_the_hex_with_the_board_in_sight(visitors, laid):
    table = await laid("morisi", route_with_a_question, players=3)
    visitor, sent = await come(visitors, table, narrow=True)
    key, actions = await build_up_to_a_question(visitor, table)
    question, acted = visitor.page.locator("#choice"), len(said(sent, "act"))
    for closer in (False, True):
        if closer:
            await visitor.page.locator("#zoom-in").tap()
        await visitor.point(key)
        await expect(question).to_be_in_viewport(ratio=1)
        await stand_close(visitor, question, key)
        await expect(question.locator(".choice-shapes use").nth(len(actions) - 1)).to_be_attached()
        await expect(visitor.page.locator("dialog:modal")).to_have_count(0)
        await visitor.prompt.tap()
        await expect(question).to_be_hidden()
    assert len(said(sent, "act")) == acted


async def test_a_finger_that_misses_a_small_thing_means_it(visitors, laid):
    table = await laid("netzwerk", route_with_a_question)
    visitor, sent = await come(visitors, table, narrow=True)
    ways = {key: await visitor.page.evaluate(MIDDLE, key) for key in await labels(visitor)}
    key, (x, y) = await a_near_miss(visitor, ways)
    offered, lines = scene(visitor)["offers"][key], await told(visitor)
    await visitor.page.touchscreen.tap(x, y)
    await something_happens(visitor, lines)
    assert [message["action"] for message in said(sent, "act")] == offered[:1]


async def a_near_miss(visitor, ways):
    """A way, and a place beside it where a finger hits nothing that is offered: all other ways are far from there."""
    for key, (x, y) in ways.items():
        others = [place for one, place in ways.items() if one != key]
        for right, down in ((18, 0), (0, 18), (-18, 0), (0, -18)):
            place = x + right, y + down
            hit = await visitor.page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('.offered')", place)
            if hit is None and min(dist(place, other) for other in others) > FAR:
                return key, place
    raise AssertionError("all ways lie close together")


# ---- the end -----------------------------------------------------------------------------------------------


async def finish(visitor, table):
    """Take the last cube of a colour, and end the turn unless it ends by itself."""
    await point(visitor, takes_the_last_cube(table.table)[0].replace("move", "hex"))
    end = visitor.page.get_by_role("button", name="End the turn")
    await expect(end.or_(visitor.page.locator("#result:not([hidden])")).first).to_be_visible()
    if await end.is_visible():
        await expect(visitor.node("strip words")).to_have_text("Last turn!")
        await end.tap()
    await visitor.see_result()


async def points_told(visitor):
    """The points of each seat as they are ranked, what they are said to be made of, and what each line is called."""
    await visitor.see_result()
    await visitor.page.locator("#points-fold").evaluate("fold => { fold.open = true; }")
    scores = [int(text) for text in await visitor.page.locator("#scores .score").all_text_contents()]
    lines = await visitor.page.locator("#points tbody tr").evaluate_all(
        "lines => lines.map(line => [...line.children].map(cell => cell.textContent))"
    )
    names, *columns = zip(*lines, strict=True)
    shares = [[int(text.split(" ")[-1]) for text in column if text] for column in columns]
    return scores, shares, list(names)


async def test_a_game_is_finished_by_finger_on_a_telephone_and_its_points_are_told_city_by_city(visitors, laid):
    table = await laid("netzwerk", takes_the_last_cube, build=True)
    visitor, _ = await come(visitors, table, narrow=True)
    await finish(visitor, table)
    scores, shares, lines = await points_told(visitor)
    assert [sum(share) for share in shares] == scores
    cities = {city for houses in table.view["houses"] for city in houses}
    assert cities
    assert cities <= set(lines)
    assert await visitor.no_sideways_scrolling()


async def test_predictions_are_shown_to_all_at_the_end_with_what_they_earned_and_not_before(visitors, laid):
    table = await laid("morisi", takes_the_last_cube, build=True, options={"predictions": "on"})
    seat = table.seat
    one, _ = await come(visitors, table, narrow=True)
    two, _ = await come(visitors, table, 1 - seat)
    await expect(one.page.locator(f"#scene [data-key^='prediction {seat}']")).to_have_count(3)
    await expect(two.page.locator("#scene [data-key^='prediction']")).to_have_count(3)
    assert f"prediction {seat}" not in str(two.heard)
    assert f"prediction {seat}" not in await two.page.content()
    await finish(one, table)
    await expect(two.page.locator("#scene [data-key^='prediction']")).to_have_count(6)
    scores, shares, lines = await points_told(two)
    assert [sum(share) for share in shares] == scores
    assert [line for line in lines if line.startswith("Prediction")] == [f"Prediction {rank}" for rank in (1, 2, 3)]
    for rank, city in enumerate(table.table.view(seat)["predictions"][seat], 1):
        words = re.compile(f"^Prediction {rank}, .*: Prediction {rank}: {city}, ")
        await expect(two.page.get_by_role("button", name=words).first).to_be_attached()


# ---- what is hidden ----------------------------------------------------------------------------------------


async def test_what_the_others_hold_is_hidden(visitors, laid):
    table = await laid("morisi")
    seat = table.seat
    one, _ = await come(visitors, table)
    two, _ = await come(visitors, table, 1 - seat)
    await point(one, await first_taking(one))
    await expect(one.page.locator("#scene [data-key^='own ']")).to_have_count(1)
    await expect(two.node(f"panel {seat}")).to_have_attribute("aria-label", re.compile("1 hidden cube"))
    assert await two.may_act()
    await point(two, await first_taking(two))
    await expect(two.page.locator("#scene [data-key^='own ']")).to_have_count(1)
    for visitor, other in ((one, 1 - seat), (two, seat)):
        await expect(visitor.page.locator(f"#scene [data-key^='held {other} ']")).to_have_count(0)
        keys = [node[0] for frame in frames(visitor) for node in frame["scene"]["set"]]
        assert not [key for key in keys if key.startswith(f"held {other} ")]
        assert len({key for key in keys if key.startswith("own ")}) == 1


async def test_predictions_are_made_by_pointing_and_known_to_nobody_else(visitors, laid):
    table = await laid("morisi", options={"predictions": "on"})
    seat, cities = table.seat, []
    one, _ = await come(visitors, table)
    two, _ = await come(visitors, table, 1 - seat)
    for rank in (1, 2, 3):
        assert await one.may_act()
        key = await one.first_offered(HEX)
        cities.append(await one.node(key.replace("hex", "name")).locator("text").text_content())
        await point(one, key)
        await expect(one.node(f"prediction {seat} {rank}")).to_be_attached()
    assert len(set(cities)) == 3
    assert await two.may_act()
    assert f"prediction {seat}" not in await two.page.content()
    assert f"prediction {seat}" not in str(two.heard)
    lines = json.dumps([frame["log"] for frame in frames(two)])
    assert lines.count("in secret") == 3
    assert not [city for city in cities if city in lines]
