import json
import re

import pytest
from playwright.async_api import expect

from tests.browser.table.test_bots import REVEALS

PILE = re.compile("pile|reserve")
SQUARE = re.compile("square")
BOARD_PLACES = """
window.places = new Set();
const look = () => {
  const scene = document.querySelector("#scene");
  if (scene && !document.querySelector("#stage").hidden) {
    const { left, top, width, height } = scene.getBoundingClientRect();
    places.add([left + scrollX, top + scrollY, width, height].map(Math.round).join(" "));
  }
  requestAnimationFrame(look);
};
look();
"""
"""Notes, picture by picture, where the board is on the page."""


async def play_against_bots(visitor, **choices):
    """Two clicks from the shelf to the game, or a few more for other choices."""
    await visitor.page.get_by_role("link", name=re.compile("^Options")).first.click()
    if choices.get("memory"):
        await (
            visitor.page.locator("details", has=visitor.page.locator("[name=option_memory]")).locator("summary").click()
        )
        await visitor.page.locator(f'input[name="option_memory"][value="{choices["memory"]}"]').check(force=True)
    if choices.get("players"):
        await visitor.page.locator(f'input[name="players"][value="{choices["players"]}"]').check(force=True)
    await visitor.open_table()


async def play_to_the_end(visitor):
    """Place pawns, then tiles, wherever there is room, until the result is shown."""
    while await visitor.may_act():
        key = await visitor.first_offered(SQUARE) or await visitor.first_offered(PILE)
        if key:
            await visitor.point(key)


async def test_a_person_plays_a_whole_game_against_a_bot_by_touch(visitors):
    visitor = await visitors.arrive(narrow=True, language="fr")
    assert await visitor.no_sideways_scrolling()
    await play_against_bots(visitor, memory="open")
    await play_to_the_end(visitor)
    assert await visitor.no_sideways_scrolling()
    await expect(visitor.page.locator("#headline")).to_have_text(re.compile(r"\w+"))
    await expect(visitor.page.locator("#scores tr")).to_have_count(2)
    old = visitor.page.url
    await visitor.page.locator("#again").click()
    await visitor.page.wait_for_url(lambda url: "/tables/" in url and url != old)
    assert await visitor.may_act()


async def test_two_clicks_after_the_shelf_one_is_playing(visitors):
    visitor = await visitors.arrive()
    await visitor.page.get_by_role("link", name="Options").first.click()
    await visitor.open_table()
    assert await visitor.may_act()
    await expect(visitor.prompt).to_have_text(re.compile("Your turn"))


async def sit_together(visitors, **profile):
    """A host opens a table for two and a friend follows the link; returns both, the first to play first."""
    host = await visitors.arrive("/games/isis/friends", **profile)
    await host.open_table()
    await expect(host.page.locator("#waiting")).to_be_visible()
    path = await host.page.evaluate("location.pathname")
    friend = await visitors.arrive(path, **profile)
    await expect(host.page.locator("#sitters .here")).to_have_count(2)
    await expect(friend.page.locator("#waiting")).to_be_visible()
    await host.page.locator("#start:enabled").click()
    for visitor in (host, friend):
        await expect(visitor.node("square a1")).to_be_attached()
    await expect(host.page.locator("#scene")).to_be_visible()
    begins = await host.page.evaluate(
        "new Promise(done => { const look = () => document.querySelector('#prompt').textContent.match(/Your turn/)"
        " ? done(true) : document.querySelector('#prompt').textContent.match(/to play/) ? done(false)"
        " : requestAnimationFrame(look); look(); })"
    )
    return ((host, friend) if begins else (friend, host)), path


async def test_friends_sit_down_by_the_link_and_a_third_one_watches(visitors):
    (one, two), path = await sit_together(visitors)
    watcher = await visitors.arrive(path)
    await one.point("square c4")
    for visitor in (one, two, watcher):
        await expect(visitor.node("pawn c4")).to_be_attached()
    assert await watcher.offered.count() == 0
    await two.point("square d4")
    await expect(watcher.node("pawn d4")).to_be_attached()
    await expect(watcher.page.locator("#log")).to_contain_text("places a pawn on d4")


async def test_empty_seats_are_filled_with_bots_at_the_start(visitors):
    host = await visitors.arrive("/games/isis/friends")
    await host.open_table()
    await host.page.locator("#start:enabled").click()
    assert await host.may_act()


async def test_a_tile_turned_up_is_shown_to_all_and_then_nowhere(visitors):
    (one, two), _ = await sit_together(visitors)
    await one.point(await one.first_offered(PILE))
    values = []
    for visitor in (one, two):
        drawn = visitor.node("drawn").locator("text")
        await expect(drawn).to_have_text(re.compile("[+−][1-4]"))
        values.append(await drawn.text_content())
    assert values[0] == values[1]
    before = [len(visitor.heard) for visitor in (one, two)]
    await one.point("square d4")
    for visitor, heard in zip((one, two), before, strict=True):
        await expect(visitor.node("tile d4")).to_be_attached()
        await expect(visitor.node("drawn")).to_have_count(0)
        assert values[0] not in await visitor.page.content()
        later = [json.loads(message) for message in visitor.heard[heard:]]
        assert later
        assert values[0] not in json.dumps(later, ensure_ascii=False)


async def test_an_action_can_be_taken_back(visitors):
    (one, two), _ = await sit_together(visitors)
    await one.point("square c4")
    await expect(two.node("pawn c4")).to_be_attached()
    await one.page.locator("#back").click()
    for visitor in (one, two):
        await expect(visitor.node("pawn c4")).to_have_count(0)
    await one.point("square a1")


async def test_giving_up_asks_first_and_then_ends_the_game(visitors):
    (one, two), _ = await sit_together(visitors)
    await one.page.locator("#leave").click()
    await one.page.locator("#confirm-leave button[value=no]").click()
    assert not await one.is_over()
    await one.page.locator("#leave").click()
    await one.page.locator("#confirm-leave button[value=yes]").click()
    for visitor in (one, two):
        await expect(visitor.page.locator("#result")).to_be_visible()


async def test_the_page_comes_back_by_itself_when_the_server_does(visitors, house):
    (one, two), _ = await sit_together(visitors)
    await one.point("square c4")
    await expect(two.node("pawn c4")).to_be_attached()
    house.kill()
    await expect(two.page.locator("#connection")).to_be_visible()
    await two.point("square d4")
    house.start()
    for visitor in (one, two):
        await expect(visitor.node("pawn d4")).to_be_attached()


async def test_a_game_is_played_by_keyboard_alone(visitors):
    visitor = await visitors.arrive("/games/isis/bots")
    page = visitor.page
    await page.locator("form.open-form button").focus()
    await page.keyboard.press("Enter")
    assert await visitor.may_act()
    await visitor.page.locator("#scene [tabindex='0']").focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowUp")
    key = await page.evaluate("document.activeElement.dataset.key")
    assert key.startswith("square ")
    await page.keyboard.press("Enter")
    await expect(visitor.node(key.replace("square", "pawn"))).to_be_attached()
    assert await visitor.may_act()
    focused = await page.evaluate("document.querySelector('#scene').contains(document.activeElement)")
    assert focused


async def test_a_page_that_was_hidden_shows_what_it_missed(visitors):
    (one, two), path = await sit_together(visitors)
    await two.page.goto("about:blank")
    await one.point(await one.first_offered(PILE))
    await expect(one.node("drawn").locator("text")).to_have_text(re.compile("[+−][1-4]"))
    value = await one.node("drawn").locator("text").text_content()
    await one.point("square d4")
    await expect(one.node("tile d4")).to_be_attached()
    await two.page.add_init_script(REVEALS)
    await two.page.go_back()
    await two.page.wait_for_function("(value) => reveals.some((one) => one.value === value)", arg=value)
    await expect(two.node("tile d4")).to_be_attached()
    await expect(two.offered.first).to_be_attached()
    await two.page.reload()
    await expect(two.node("tile d4")).to_be_attached()
    assert await two.may_act()
    assert value not in await two.page.content()
    assert path in two.page.url


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
async def test_the_board_stays_where_it_is_whatever_is_said_above_it(visitors, narrow):
    visitor = await visitors.arrive("/games/isis/bots", narrow=narrow)
    await visitor.page.add_init_script(BOARD_PLACES)
    await visitor.open_table()
    assert await visitor.may_act()
    await visitor.point(await visitor.first_offered(PILE))
    await expect(visitor.prompt).to_have_text(re.compile("Lay your"))
    await visitor.point(await visitor.first_offered(SQUARE))
    await expect(visitor.prompt).not_to_have_text(re.compile("Lay your"))
    await visitor.prompt.evaluate("prompt => prompt.replaceChildren()")
    assert await visitor.may_act()
    assert await visitor.page.evaluate("places.size") == 1
