"""Who comes to a game for the first time: one click, the goal in a line, and nothing asked."""

import re

import pytest
from playwright.async_api import expect


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
async def test_a_newcomer_plays_with_one_click_and_reads_the_goal_once(visitors, narrow):
    visitor = await visitors.arrive("/", narrow=narrow)
    page, goal = visitor.page, visitor.page.locator("#goal")
    await page.locator(".now button").first.click()
    assert await visitor.may_act()
    await expect(goal).to_contain_text("Your pawns score the tiles they touch")
    await expect(goal.get_by_role("link")).to_have_attribute("href", "/games/isis/lesson")
    assert await visitor.no_sideways_scrolling()
    before = await page.locator("#scene").bounding_box()
    await visitor.point(await visitor.first_offered(re.compile("square")))
    await expect(goal).to_be_hidden()
    assert await page.locator("#scene").bounding_box() == before
    await page.reload()
    assert await visitor.may_act()
    await expect(goal).to_be_hidden()


IN_SIGHT = """() => {
  const ways = document.querySelector(".ways"), bar = getComputedStyle(ways).position === "fixed";
  const edge = bar ? ways.getBoundingClientRect().top : innerHeight;
  const bottoms = [...document.querySelectorAll(".now button")].map((one) => one.getBoundingClientRect().bottom);
  return bottoms.filter((bottom) => bottom <= edge).length;
}"""


async def test_a_stranger_sees_play_on_all_five_boxes_without_scrolling(visitors):
    page = (await visitors.arrive("/")).page
    for width, height in ((1440, 900), (1280, 720), (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(IN_SIGHT) == 5, (width, height)


async def test_a_menu_leads_everywhere_on_a_phone_at_the_thumb_and_at_a_table_behind_a_button(visitors):
    visitor = await visitors.arrive("/", narrow=True)
    page, menu = visitor.page, visitor.page.get_by_role("navigation", name="Main menu")
    for name, heading in (("Learn", "Learn a game"), ("Practise", "Practise"), ("Daily", "Deal of the day")):
        await menu.get_by_role("link", name=name).tap()
        await expect(page.locator("h1")).to_have_text(heading)
        await expect(menu.get_by_role("link", name=name)).to_have_attribute("aria-current", "page")
    box = await menu.bounding_box()
    assert box["y"] + box["height"] == page.viewport_size["height"]
    await menu.get_by_role("link", name="Play").tap()
    await page.locator(".now button").first.tap()
    assert await visitor.may_act()
    await expect(menu).to_be_hidden()
    await page.locator(".goal-line button").tap()
    await page.get_by_role("button", name="Menu").tap()
    await menu.get_by_role("link", name="My games").tap()
    await expect(page.locator("h1")).to_have_text("My games")
    await expect(page.get_by_role("list", name="In progress")).to_contain_text("Your turn")
    await expect(menu.get_by_role("link", name="My games", exact=True)).to_be_visible()  # a bot minds no waiting


async def test_the_goal_goes_with_a_click_and_every_game_has_its_own(visitors):
    visitor = await visitors.arrive("/games/netzwerk/bots", language="fr")
    await visitor.open_table()
    goal = visitor.page.locator("#goal")
    await expect(goal).to_contain_text("Reliez des villes")
    await visitor.page.locator("#goal-read").click()
    await expect(goal).to_be_hidden()
    await visitor.page.goto(f"{visitor.page.url.partition('/tables')[0]}/games/isis/bots")
    await visitor.open_table()
    await expect(goal).to_contain_text("Vos pions")


async def test_before_the_game_nothing_is_said_of_its_goal(visitors):
    visitor = await visitors.arrive("/games/isis/friends")
    await visitor.open_table()
    await expect(visitor.page.locator("#sitters .here")).to_have_count(1)
    await expect(visitor.page.locator("#goal")).to_be_hidden()
