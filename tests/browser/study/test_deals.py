"""The deal of the day in a real browser: from the shelf to the table, and how one did beside others."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, expect

from tablee.server.features.daily.model import after, begin_of, day_of
from tablee.server.table.clock import A_DAY
from tests.browser.everyone.test_axe import check
from tests.browser.visitor import Visitors, profile_of
from tests.server.house import Guest, TimedHouse


@pytest.fixture
def house_at_noon(timed_house: TimedHouse) -> TimedHouse:
    """A house where midnight, and with it the deal of another day, is far."""
    timed_house.pass_until(begin_of(after(day_of(timed_house.now))) + A_DAY // 2)
    return timed_house


@pytest.fixture
async def visitors_at_noon(browser: Browser, house_at_noon: TimedHouse) -> AsyncIterator[Visitors]:
    visitors = Visitors(browser, house_at_noon)
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []


async def give_up(guest: Guest, table: str) -> None:
    """The quickest way to a result."""
    async with guest.at(table) as seat:
        await seat.sit()
        await seat.hear("events")
        await seat.say(do="leave", step=seat.step)
        await seat.hear("table", status="over")


async def test_from_the_shelf_one_comes_to_the_deal_and_back_to_the_same_table(visitors_at_noon: Visitors) -> None:
    visitor = await visitors_at_noon.arrive("/", language="fr")
    await visitor.page.get_by_role("link", name="La donne du jour").click()
    await visitor.page.get_by_role("button", name="Jouer cette donne").click()
    await expect(visitor.page.locator("#scene [data-key]").first).to_be_attached()
    table = visitor.page.url
    await expect(visitor.page.locator("#hint")).to_be_hidden()
    await expect(visitor.page.locator(".where").get_by_role("link", name="Donne du jour")).to_be_visible()
    await visitor.page.goto(table.partition("/tables")[0])
    await visitor.page.get_by_role("button", name="Continuer", exact=True).click()
    await expect(visitor.page).to_have_url(table)


async def test_afterwards_one_sees_the_others_level_5_and_a_card_that_can_be_copied(
    visitors_at_noon: Visitors, house_at_noon: TimedHouse
) -> None:
    visitors, house = visitors_at_noon, house_at_noon
    guest, other = Guest(house), Guest(house)
    today = house.request("GET", "/day")[1]["location"]
    for one in (guest, other):
        table = house.request("POST", today, {}, one.headers)[1]["location"].rpartition("/")[2]
        await give_up(one, table)
    visitor = await visitors.arrive(today, narrow=True, **profile_of(guest))
    page = visitor.page
    await expect(page.locator(".board-of-deal .own")).to_have_count(1)
    await expect(page.get_by_text("(level 5)")).to_be_visible()
    text = await page.locator("#card-text").input_value()
    assert re.search(r"^[▲●▽]+ lost", text, re.MULTILINE)
    assert table not in text
    await page.get_by_role("button", name="Copy the card").click()
    await expect(page.locator("#toast")).to_be_visible()
    await check(page)
    link = re.search(r"/cards/\S+", text)
    assert link
    friend = await visitors.arrive(link[0])
    await expect(friend.page.get_by_role("link", name="To that day’s deal")).to_be_visible()
    assert table not in await friend.page.content()
