"""The house in a browser that keeps it, and in one that runs no scripts."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visitors


@pytest.fixture
async def own_visitors(browser, own_house):
    visitors = Visitors(browser, own_house)
    yield visitors
    await visitors.depart()


async def controlled(page):
    """Wait until the worker stands between the page and the network."""
    await page.evaluate("navigator.serviceWorker.ready")
    await page.wait_for_function("() => navigator.serviceWorker.controller !== null")


async def test_without_a_house_there_is_a_page_and_the_rules_that_were_read(own_visitors, own_house):
    page = (await own_visitors.arrive("/", language="fr", service_workers="allow")).page
    await controlled(page)
    rules = f"http://localhost:{own_house.port}/games/morpyam/rules"
    await page.goto(rules)
    own_house.stop()
    await page.goto(f"http://localhost:{own_house.port}/games/isis/bots")
    await expect(page.locator("h1:visible")).to_have_text("Pas de connexion")
    await expect(page.locator("#kept-rules a:visible")).to_have_text([re.compile("Morpyam")])
    assert await page.evaluate("getComputedStyle(document.body).display") == "flex"
    await page.locator("#kept-rules a:visible").click()
    await expect(page.locator("h1")).to_have_text("Morpyam")
    await page.goto(f"http://localhost:{own_house.port}/")
    await expect(page.locator("h1:visible")).to_have_text("Pas de connexion")
    own_house.start()
    await expect(page.locator("h1:visible")).to_have_text("À quoi joue-t-on\u202f?")


async def test_pages_are_never_stale_and_follow_the_language(own_visitors, own_house):
    page = (await own_visitors.arrive("/", service_workers="allow")).page
    await controlled(page)
    await page.get_by_role("button", name="Play – Isis").click()
    await expect(page.locator("#table")).to_be_attached()
    await page.goto(f"http://localhost:{own_house.port}/")
    await expect(page.locator(".unfinished li")).to_have_count(1)
    await page.get_by_role("button", name="Français").click()
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    await page.wait_for_function("() => navigator.serviceWorker.controller?.scriptURL.includes('language=fr')")


async def test_the_browser_finds_nothing_wrong_with_the_manifest(visitors):
    visitor = await visitors.arrive("/")
    session = await visitor.page.context.new_cdp_session(visitor.page)
    manifest = await session.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.en.webmanifest")
    assert manifest["errors"] == []


async def test_without_scripts_the_shelf_leads_everywhere(visitors):
    visitor = await visitors.arrive("/", narrow=True, java_script_enabled=False)
    page = visitor.page
    await page.get_by_role("navigation").get_by_role("link", name="Learn").click()
    await page.get_by_role("link", name="Rules – Morfals").click()
    await expect(page.locator("h1")).to_have_text("Morfals")
    await page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Play").click()
    await page.get_by_role("link", name="Options – Morisi").click()
    await page.locator("label", has_text="3").first.click()
    await page.locator("form.open-form .go button").click()
    await expect(page).to_have_url(re.compile("/tables/"))
    await page.goto(page.url.partition("/tables/")[0])
    await page.get_by_role("button", name="Play – Morisi").click()
    await expect(page).to_have_url(re.compile("/tables/"))
    await expect(page.locator("noscript")).to_be_attached()
