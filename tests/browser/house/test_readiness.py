"""A page that waits for a game, in a real browser."""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Browser, Page, expect

from tests.browser.everyone.test_axe import RULES, RUN
from tests.server.features.readiness.unready_house import GAME, UnreadyHouse


async def violations(page: Page) -> list[str]:
    """What axe finds on a page."""
    await page.evaluate(AXE_SCRIPT)
    found: list[str] = await page.evaluate(RUN, [RULES, []])
    return found


async def test_a_page_that_waits_for_a_game_goes_on_by_itself(browser: Browser, tmp_path: Path) -> None:
    house = UnreadyHouse(tmp_path)
    page = await browser.new_page(locale="en", viewport={"width": 360, "height": 740})
    try:
        await page.goto(f"http://localhost:{house.port}/")
        box = page.locator(f"[data-readiness={GAME}]")
        await expect(box.get_by_role("progressbar")).to_have_accessible_name("Morfals")
        await expect(box).to_contain_text("Ready in about")
        assert await violations(page) == []
        await page.goto(f"http://localhost:{house.port}/games/{GAME}/bots")
        await expect(page.get_by_text("Higher levels")).to_be_visible()
        assert await violations(page) == []
        await page.goto(f"http://localhost:{house.port}/games/{GAME}/lesson?step=2")
        await expect(page.get_by_role("heading")).to_have_text("Morfals is being set up")
        assert await violations(page) == []
        assert await page.evaluate("document.documentElement.scrollWidth") == 360
        house.compile()
        await expect(page.get_by_role("button", name="Throw the dice")).to_be_visible(timeout=240_000)
        assert page.url.endswith("/lesson?step=2")
    finally:
        await page.close()
        house.kill()
