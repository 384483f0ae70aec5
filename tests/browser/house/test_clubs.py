"""Clubs in real browsers: made by keyboard, joined on a phone; and holidays beside the clocks."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visitors

CALLED = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('lobby/invitation.js'))"
"""Has the page of a table heard that somebody is called?"""


@pytest.fixture
async def friends(browser, own_house):
    visitors = Visitors(browser, own_house)
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []


async def make_club(visitor, name="The three"):
    """Make a club by keyboard; returns the link for others."""
    await visitor.page.goto("/clubs")
    await visitor.page.locator(".new-club [name=name]").focus()
    await visitor.page.keyboard.type(name)
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.get_by_role("heading", level=1)).to_have_text(name)
    return await visitor.page.locator("#club-address").input_value()


async def test_a_club_is_made_by_keyboard_joined_on_a_phone_and_calls_its_members(friends):
    zoe, bo = await friends.arrive(), await friends.arrive(narrow=True, language="fr")
    link = await make_club(zoe)
    club = zoe.page.url
    await bo.page.goto(link)
    await expect(bo.page.get_by_role("heading", level=1)).to_have_text("Rejoindre The three\u202f?")
    await bo.page.get_by_role("button", name="Rejoindre").tap()
    await bo.page.wait_for_url(club)
    assert await bo.no_sideways_scrolling()
    await expect(bo.page.locator(".members li")).to_have_count(2)
    await zoe.page.reload()
    await expect(zoe.page.locator(".members .online")).to_have_count(2)
    await zoe.page.get_by_role("link", name="Isis & Osiris").click()
    await zoe.open_table()
    await bo.page.goto("/")
    await expect(bo.page.locator(".invited p").first).to_contain_text("pour The three")
    await bo.page.goto(club)
    await bo.page.locator("[aria-labelledby=open-tables] a").tap()
    await bo.page.wait_for_url(zoe.page.url)
    await bo.page.wait_for_function(CALLED)
    await bo.page.evaluate("new Promise(requestAnimationFrame)")
    await expect(bo.page.locator("#invitations .invited")).to_have_count(0)  # who has come is called no more
    await bo.page.goto(club)
    await bo.page.get_by_role("button", name="Quitter le club").tap()
    await bo.page.wait_for_url(re.compile("/clubs$"))
    await zoe.page.goto(club)
    await expect(zoe.page.locator(".members li")).to_have_count(1)


async def test_a_holiday_stands_beside_the_time_of_who_is_away(friends):
    zoe, bo = await friends.arrive("/games/isis/friends"), await friends.arrive("/me#holidays")
    last = (datetime.now(UTC) + timedelta(days=9)).strftime("%Y-%m-%d")
    await bo.page.get_by_label("Last day").fill(last)
    await bo.page.get_by_role("button", name="Tell the others").click()
    await expect(bo.page.locator("section:has(#holidays)")).to_contain_text("The others see: away until")
    await zoe.page.locator("details.pace summary").click()
    await zoe.page.locator("[name=pace][value=days-2]").check(force=True)
    await zoe.open_table()
    await bo.page.goto(zoe.page.url)
    await zoe.page.get_by_role("button", name="Start").click()
    await expect(zoe.page.locator("#clocks .away")).to_contain_text("away until")
    await expect(bo.page.locator("#clocks li")).to_have_count(2)
    await expect(bo.page.locator("#clocks .away")).to_have_count(0)
