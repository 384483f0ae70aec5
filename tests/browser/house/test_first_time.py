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
    await expect(goal).to_contain_text("Your pawns count the tiles they touch")
    await expect(goal.get_by_role("link")).to_have_attribute("href", "/games/isis/lesson")
    assert await visitor.no_sideways_scrolling()
    before = await page.locator("#scene").bounding_box()
    await visitor.point(await visitor.first_offered(re.compile("square")))
    await expect(goal).to_be_hidden()
    assert await page.locator("#scene").bounding_box() == before
    await page.reload()
    assert await visitor.may_act()
    await expect(goal).to_be_hidden()


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
