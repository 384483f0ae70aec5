"""A maker's page while a game is changed: it shows the change by itself, and says what is broken."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, expect

from tests.browser.visitor import Visitors
from tests.kit.makers_house import MakersHouse
from tests.kit.workshop import Workshop, edit

GAME = "sea_stones"


@pytest.fixture
async def making(browser: Browser, tmp_path) -> AsyncIterator:
    workshop = Workshop(tmp_path)
    package = workshop.make(GAME)
    house = MakersHouse(tmp_path, workshop, GAME)
    visitors = Visitors(browser, house)
    yield visitors, package
    await visitors.depart()
    house.stop()
    assert visitors.complaints == []


async def test_an_open_page_shows_a_new_word_a_new_shape_and_what_is_broken(making) -> None:
    visitors, package = making
    maker = await visitors.arrive(f"/games/{GAME}/lesson")
    page = maker.page
    await expect(maker.node("square a1")).to_be_attached()
    edit(package / "lesson.md", "You are green, and yellow", "You are the green one, and yellow")
    await expect(page.locator("#step-words", has_text="You are the green one")).to_be_visible()
    edit(package / "scene.svg", '<circle class="dimple" r="30"/>', '<circle class="dimple" r="12"/>')
    await expect(page.locator('symbol .dimple[r="12"]')).to_have_count(1)
    edit(package / "scene.py", "import lru_cache", "import lru_cash")
    await expect(page.get_by_role("alert").filter(has_text="lru_cash")).to_be_visible()
    await expect(maker.node("square a1")).to_be_attached()
    edit(package / "scene.py", "import lru_cash", "import lru_cache")
    await expect(page.locator("#reload-fault")).to_have_count(0)
