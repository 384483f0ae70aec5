from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.visitor import Visitors
from tests.install_programs import installed_browser
from tests.server.house import PATIENCE, House

expect.set_options(timeout=1000 * PATIENCE)  # machines are busy: only what never comes is a fault

ARGUMENTS = (
    "--no-sandbox",  # Chromium refuses to run as root otherwise, and the pages are our own
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=installed_browser(), args=list(ARGUMENTS))
        yield browser
        await browser.close()


@pytest.fixture
async def visitors(browser: Browser, house: House) -> AsyncIterator[Visitors]:
    """Opens pages for people; afterwards, none of them may have complained."""
    visitors = Visitors(browser, house)
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []
