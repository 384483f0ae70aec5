"""What somebody likes: changed behind the gear, kept by the browser, heeded everywhere."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.laid import lay, moves
from tests.browser.table.test_layout import come
from tests.browser.visitor import MOVING
from tests.server.house import House

PAPER = "getComputedStyle(document.documentElement).backgroundColor"
LIGHT, DARK, BLACK = "rgb(246, 241, 231)", "rgb(33, 29, 26)", "rgb(0, 0, 0)"
HEX = re.compile("hex")
COUNT_NOTICES = """() => {
  window.notices = [];
  window.Notification = class {
    static requestPermission() { return Promise.resolve("granted") }
    constructor(title) { notices.push(title) }
    close() {}
  };
}"""
LISTEN = """() => {
  window.sounds = 0;
  window.pitches = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...at) {
    window.sounds += 1;
    window.pitches.push(this.frequency.value);
    start.apply(this, at);
  };
}"""
LOOK_AWAY = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.kill()


@pytest.fixture
async def table(house, request):
    """Somebody is to move, others have moved before."""
    return await lay(house, request.node.name, "netzwerk", lambda table: moves(table) and table.number > 20)


async def come_to_act(visitors, table, **profile):
    """Somebody comes, and has been shown all that the others did before: from here on the log is theirs to change."""
    visitor = await come(visitors, table, **profile)
    assert await visitor.may_act()
    return visitor


async def like(visitor, **wishes):
    """Change settings: a text is the choice among several, true or false a box that is ticked."""
    await visitor.page.locator("#gear").click()
    await expect(visitor.page.locator("#settings")).to_be_visible()
    for name, wish in wishes.items():
        value = f"[value={wish}]" if isinstance(wish, str) else ""
        await visitor.page.locator(f"#settings [name={name}]{value}").set_checked(bool(wish), force=True)
    await visitor.page.locator("#settings button").click()
    await expect(visitor.page.locator("#settings")).to_be_hidden()


async def test_colours_are_chosen_and_kept_on_every_page(visitors):
    visitor = await visitors.arrive("/", color_scheme="light")
    assert await visitor.page.evaluate(PAPER) == LIGHT
    await like(visitor, theme="dark")
    assert await visitor.page.evaluate(PAPER) == DARK
    await visitor.page.goto(visitor.page.url + "games/isis/rules")
    assert await visitor.page.evaluate(PAPER) == DARK
    await like(visitor, contrast=True)
    assert await visitor.page.evaluate(PAPER) == BLACK
    await like(visitor, theme="system", contrast=False)
    assert await visitor.page.evaluate(PAPER) == LIGHT


async def test_an_action_is_asked_about_first_if_somebody_likes_that(visitors, table):
    visitor = await come_to_act(visitors, table)
    page, line = visitor.page, visitor.page.locator("#log li").last
    before = await line.text_content()
    await like(visitor, confirm="every")
    key = await visitor.first_offered(HEX)
    await visitor.point(key)
    await expect(page.locator("#confirm")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("#confirm")).to_be_hidden()
    assert await line.text_content() == before
    await visitor.point(key)
    await page.locator("#confirm-play").click()
    await expect(line).not_to_have_text(before)
    await expect(page.locator("#confirm")).to_be_hidden()


async def test_pointing_twice_at_the_same_thing_plays_it(visitors, table):
    visitor = await come_to_act(visitors, table)
    await like(visitor, confirm="every")
    before = await visitor.page.locator("#log li").last.text_content()
    key = await visitor.first_offered(HEX)
    await visitor.point(key)
    await expect(visitor.page.locator("#confirm")).to_be_visible()
    await visitor.point(key)
    await expect(visitor.page.locator("#log li").last).not_to_have_text(before)


async def test_nothing_moves_for_whoever_has_chosen_so(visitors, table):
    visitor = await come_to_act(visitors, table, **MOVING)
    await like(visitor, speed="off")
    before = await visitor.page.locator("#log li").last.text_content()
    await visitor.point(await visitor.first_offered(HEX))
    await expect(visitor.page.locator("#log li").last).not_to_have_text(before)
    assert await visitor.page.evaluate("document.getAnimations().length") == 0


async def test_keys_press_buttons_and_are_listed_unless_somebody_wants_none(visitors, table):
    visitor = await come(visitors, table)
    page = visitor.page
    await page.keyboard.press("?")
    await expect(page.locator("#keys")).to_be_visible()
    await page.keyboard.press("Escape")
    await visitor.point(await visitor.first_offered(HEX))
    await expect(page.locator("#back")).to_be_visible()
    after = await page.locator("#log li").count()
    await page.keyboard.press("z")
    await expect(page.locator("#log li")).not_to_have_count(after)
    await like(visitor, keys=False)
    await page.keyboard.press("?")
    await expect(page.locator("#keys")).to_be_hidden()


async def test_the_name_taken_in_the_settings_is_that_at_the_table_and_afterwards(visitors):
    visitor = await visitors.play("isis")
    page = visitor.page
    await page.locator("#gear").click()
    await page.locator("#own-name").fill("Odile")
    await page.locator("#settings button").click()
    await expect(await visitor.people()).to_contain_text("Odile")
    await page.goto(f"{page.url.partition('/tables')[0]}/me")
    await expect(page.locator(".naming input").first).to_have_value("Odile")


async def test_nothing_sounds_until_somebody_wants_it_who_is_asked_once(visitors, table):
    visitor = await come(visitors, table)
    await visitor.page.evaluate(LISTEN)
    await visitor.point(await visitor.first_offered(HEX))
    await expect(visitor.page.locator("#back")).to_be_visible()
    assert await visitor.page.evaluate("sounds") == 0
    await visitor.page.locator("#sound-offer [data-sound=on]").click()
    await visitor.page.wait_for_function("() => sounds > 0")
    await like(visitor, sound=False)
    await visitor.page.reload()
    await expect(visitor.page.locator("#scene [data-key]").first).to_be_attached()
    await expect(visitor.page.locator("#sound-offer")).to_be_hidden()  # one is asked once


async def test_a_call_is_seen_and_heard_by_the_others(visitors, house):
    laid = await lay(house, "call", "morpyam", lambda table: "call carre" in table.actions(table.to_act))
    visitor = await come(visitors, laid, seat=1 - laid.seat)
    await like(visitor, sound=True)
    await visitor.page.evaluate(LISTEN)
    async with laid.guest(house, laid.seat).at(laid.table.id) as seat:
        await seat.hear("events")
        await seat.act("call carre")
        await expect(visitor.node(f"bubble {laid.seat}")).to_contain_text("Four of a kind!")
    await visitor.page.wait_for_function("() => pitches.includes(392)")


async def test_who_looks_elsewhere_is_told_that_it_is_their_turn(visitors, table, house):
    other = 1 - table.seat
    visitor = await come(visitors, table, seat=other)
    await visitor.page.evaluate(COUNT_NOTICES)
    await like(visitor, notify=True)
    await visitor.page.evaluate(LOOK_AWAY)
    async with table.guest(house, table.seat).at(table.table.id) as seat:
        events = await seat.hear("events")
        while events["to_act"] != other:
            await seat.act(next((one for one in events["actions"] if one == "end"), events["actions"][0]))
            events = await seat.hear("events")
    await visitor.page.wait_for_function("() => notices.length == 1")
    await expect(visitor.page).to_have_title(re.compile("^● Your turn"))
    await expect(visitor.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))
