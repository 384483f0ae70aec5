"""What pages say when somebody has asked for too much, or for what cannot be."""

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visitors
from tests.server.house import House


@pytest.fixture(scope="module")
def strict_house(tmp_path_factory):
    """A house in which a table is open in one window, and three are opened in a day."""
    house = House(tmp_path_factory.mktemp("house"), most_at_one_table=1, opening_rate=1e-5, opening_burst=3)
    yield house
    house.kill()


@pytest.fixture
async def guests(browser, strict_house):
    guests = Visitors(browser, strict_house)
    yield guests
    await guests.depart()
    assert [one for one in guests.complaints if "429" not in one and "400" not in one] == []


async def test_the_oldest_of_many_windows_says_so_and_goes_on_when_it_is_looked_at(guests):
    visitor = await guests.arrive("/games/isis/friends", language="fr")
    first, words = visitor.page, "trop de fenêtres"
    await visitor.open_table()
    await expect(first.locator("#sitters li").first).to_be_visible()
    second = await first.context.new_page()
    await second.goto(first.url)
    await expect(first.locator("#connection")).to_contain_text(words)
    await first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(first.locator("#connection")).to_be_hidden()
    await expect(second.locator("#connection")).to_contain_text(words)


async def test_a_name_that_cannot_be_is_said_beside_it_and_where_one_sits(guests):
    visitor = await guests.arrive("/me", narrow=True)
    page = visitor.page
    await page.fill("input[name=name]", "Malo")
    await page.click(".naming button")
    await expect(page.get_by_role("alert")).to_contain_text("That is the name of a bot")
    await expect(page.locator("input[name=name]").first).to_have_value("Malo")
    await expect(page.locator("input[name=name]").first).to_be_focused()
    width = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


async def test_who_has_opened_many_tables_reads_so_and_finds_the_way_back(guests):
    visitor = await guests.arrive("/games/isis/friends")
    page, form = visitor.page, visitor.page.url
    for _ in range(3):
        await page.goto(form)
        await visitor.open_table()
    await page.goto(form)
    await page.locator("form.open-form button").click()
    await expect(page.locator("main")).to_contain_text("You have opened a lot of tables")
    await page.get_by_role("link", name="Go back").click()
    await page.wait_for_url(form)
