"""The story of a game in a real browser: asked for at its replay, waited for, and gone through."""

import re

from playwright.async_api import Browser, expect

from tests.browser.laid import lay_given_up
from tests.browser.visitor import Visitors
from tests.server.house import House

WHILE = 120_000
"""Milliseconds: machines are busy."""


async def test_a_story_is_asked_for_at_the_replay_kept_and_leads_to_its_positions(
    visitors: Visitors, browser: Browser, house: House
) -> None:
    laid = await lay_given_up(house, "told in a browser", "morpyam", 10)
    visitor = await visitors.arrive(f"{laid.path}/replay")
    page = visitor.page
    await expect(page.locator("#step")).to_contain_text("Step 1 of")
    await page.locator("#reveal").click()  # a story tells how it ended
    await page.get_by_role("button", name="Tell the story of this game").click()
    await expect(page.locator(".chances path.course-line")).to_have_count(2, timeout=WHILE)
    await expect(page.locator(".accounts tbody tr")).to_have_count(6, timeout=WHILE)
    await expect(page.locator("#told")).to_contain_text("The moments that mattered")
    link = page.locator(".throws a").first
    number = await link.get_attribute("data-at")
    await link.click()
    await expect(page).to_have_url(re.compile(rf"at={number}\b"))
    await page.locator(".chances").click(position={"x": 3, "y": 20})
    await expect(page.locator("#step")).to_contain_text("Step 1 of")
    another = await visitors.arrive(f"{laid.path}/replay", narrow=True, language="fr")
    await expect(another.page.locator(".accounts tbody tr")).to_have_count(6)
    await expect(another.page.locator(".accounts")).to_contain_text("Le hasard")
    assert await another.no_sideways_scrolling()
    context = await browser.new_context(java_script_enabled=False, locale="en")
    plain = await context.new_page()
    await plain.goto(f"http://localhost:{house.port}{laid.path}/story")
    await expect(plain.locator(".accounts tbody tr")).to_have_count(6)
    await expect(plain.locator(".throws a").first).to_have_attribute("href", f"{laid.path}/replay?at={number}")
    await context.close()


async def test_the_result_of_a_game_against_a_bot_is_told_by_itself(visitors: Visitors) -> None:
    visitor = await visitors.play("isis")
    page = visitor.page
    await visitor.point(await visitor.first_offered(re.compile("^square ")))
    await expect(page.locator("#log li")).not_to_have_count(1)
    await visitor.may_act()
    await page.locator("#leave").click()
    await page.locator("#confirm-leave button[value=yes]").click()
    await visitor.see_result()
    await expect(page.locator("#brief [data-told=whole]")).to_contain_text("What won it for", timeout=WHILE)
    await page.get_by_role("link", name="The whole story").click()
    await expect(page.locator(".accounts tbody tr").first).to_be_visible()
