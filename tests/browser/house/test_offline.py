"""What can be had without a network: books, lessons, replays; and moves by days that are sent later."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.house.test_install import controlled
from tests.browser.laid import lay_over
from tests.browser.visitor import Visitors, profile_of
from tests.server.house import Guest, House, play_together

KEPT = """async () => {
  const names = await caches.keys();
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return all.flat().filter(({ url }) => url.endsWith("/replay")).length COMPARED;
}"""


KEEPS_MOVES = """() => ["connection/kept_moves", "table/confirm"].every((part) =>
  performance.getEntriesByType("resource").some(({ name }) => name.includes(part)))"""
"""Would the page of a table keep a move?"""


@pytest.fixture
async def app(browser: Browser, house: House) -> AsyncIterator[Visitors]:
    visitors = Visitors(browser, house)
    yield visitors
    await visitors.depart()


async def keeps_replays(page: Page, count: int) -> None:
    """Wait until the browser keeps so many replays."""
    await page.wait_for_function(KEPT.replace("COMPARED", f"=== {count}"))


async def test_the_app_keeps_books_lessons_and_my_games_and_shows_them_offline(app: Visitors, house: House) -> None:
    laid = await lay_over(house, "kept offline")
    page = (await app.arrive("/", service_workers="allow", **laid.profile(0))).page
    await controlled(page)
    await page.goto("/offline/en")
    await page.get_by_role("button", name="Keep rules").click()
    await expect(page.locator("#kept-games a")).to_have_text([re.compile("Isis & Osiris – .*Zoé")])
    await page.context.set_offline(True)
    await page.goto("/")
    await expect(page.locator("h1:visible")).to_have_text("No connection")
    await page.get_by_role("link", name="Isis & Osiris: the lesson as text").click()
    await expect(page.locator(".lesson-text h2").first).to_be_visible()
    await page.goto("/")
    await page.get_by_role("link", name="Rules of Netzwerk").click()
    await expect(page.locator("h1")).to_have_text("Netzwerk")
    await page.goto("/")
    await page.locator("#kept-games a").click()
    await expect(page.locator("#step")).to_contain_text("Step 1 of")
    await page.keyboard.press("End")
    await expect(page.locator("#scene [data-key]").first).to_be_attached()
    await page.context.set_offline(False)


async def test_what_a_full_device_cannot_keep_is_shown_all_the_same(app: Visitors) -> None:
    page = (await app.arrive("/", service_workers="allow")).page
    await controlled(page)
    tools = await page.context.new_cdp_session(page)
    full = {"origin": await page.evaluate("location.origin"), "quotaSize": 1}
    await tools.send("Storage.overrideQuotaForOrigin", full)
    assert await page.evaluate("fetch('/games/netzwerk/cover.svg?anew').then(({ ok }) => ok)")
    await page.goto("/games/netzwerk/rules")
    await expect(page.locator("h1")).to_have_text("Netzwerk")


async def test_what_was_kept_for_a_person_is_gone_when_they_have_signed_out(app: Visitors, house: House) -> None:
    laid = await lay_over(house, "kept and gone")
    page = (await app.arrive("/", service_workers="allow", **laid.profile(0))).page
    await controlled(page)
    await page.goto(f"{laid.path}/replay")
    await expect(page.locator("#step")).to_contain_text("Step")
    await keeps_replays(page, 1)
    await page.context.clear_cookies()
    await page.goto("/")
    await keeps_replays(page, 0)


async def test_a_new_version_fetches_anew_what_an_old_one_had_kept(app: Visitors, house: House) -> None:
    laid = await lay_over(house, "kept anew")
    page = (await app.arrive("/", service_workers="allow", **laid.profile(0))).page
    await controlled(page)
    await page.goto(f"{laid.path}/replay")
    await expect(page.locator("#step")).to_contain_text("Step")
    await page.evaluate(
        """async (path) => {
      const now = (await caches.keys()).find((name) => name.startsWith("tablee of "));
      const older = await caches.open(now.replace(/ [0-9a-f]{12} /, " 000000000000 "));
      await older.put(path, new Response("an old page"));
      await caches.delete(now);
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    }""",
        f"{laid.path}/replay",
    )
    await page.goto("/")
    await controlled(page)
    await page.goto("/learn")
    await keeps_replays(page, 1)
    assert not [name for name in await page.evaluate("caches.keys()") if "000000000000" in name]
    await page.context.set_offline(True)
    await page.goto(f"{laid.path}/replay")
    await expect(page.locator("#step")).to_contain_text("Step 1 of")
    await page.context.set_offline(False)


@pytest.mark.parametrize("fits", [True, False])
async def test_a_move_made_offline_outlives_its_page(app: Visitors, house: House, fits: bool) -> None:
    first, second = Guest(house), Guest(house)
    async with play_together(first, second, pace="days-3") as (one, two):
        visitor = await app.arrive(f"/tables/{one.table}", service_workers="allow", **profile_of(one.guest))
        page, context = visitor.page, visitor.page.context
        await controlled(page)
        assert await visitor.may_act()
        await page.wait_for_load_state("networkidle")
        await page.wait_for_function(KEEPS_MOVES)
        await context.set_offline(True)
        await expect(page.locator("#connection")).to_be_visible()
        await visitor.point("square c4")
        await expect(page.locator("#confirm-words")).to_contain_text("without asking again")
        await page.get_by_role("button", name="Cancel").click()
        await expect(page.locator("#confirm")).to_be_hidden()
        await visitor.point("square c4")
        await page.locator("#confirm-play").click()
        await expect(page.locator("#connection")).to_contain_text("Your move is waiting")
        await page.wait_for_function("() => localStorage.moves")
        await page.goto("/")
        await expect(page.locator("#waiting-moves li")).to_have_text([re.compile("Isis & Osiris")])
        if not fits:
            await one.act("pawn a1")
            await two.hear("events")
        await context.set_offline(False)
        if fits:
            heard = await two.hear("events")
            assert [event[2] for event in heard["events"]] == ["pawn c4"]
        outcome = "was sent" if fits else "no longer possible"
        await expect(page.locator("#announcements")).to_contain_text(outcome)
        await page.get_by_role("button", name="Got it").click()
        await page.wait_for_function("() => !localStorage.moves")


async def test_a_killed_server_leaves_what_was_kept_and_gets_the_move_when_it_is_back(
    browser: Browser, own_house: House
) -> None:
    app, first, second = Visitors(browser, own_house), Guest(own_house), Guest(own_house)
    async with play_together(first, second, pace="days-3") as (one, two):
        table, mine, theirs = one.table, one.guest, two.guest
    visitor = await app.arrive("/offline/en", service_workers="allow", **profile_of(mine))
    page, home = visitor.page, f"http://localhost:{own_house.port}"
    await controlled(page)
    await page.get_by_role("button", name="Keep rules").click()
    await expect(page.locator("#kept-rules a:visible").first).to_be_visible()
    await page.goto(f"{home}/tables/{table}")
    assert await visitor.may_act()
    await page.wait_for_function(KEEPS_MOVES)
    own_house.kill()
    await expect(page.locator("#connection")).to_be_visible()
    await visitor.point("square c4")
    await page.locator("#confirm-play").click()
    await expect(page.locator("#connection")).to_contain_text("Your move is waiting")
    await page.wait_for_function("() => localStorage.moves")
    await page.goto(home)
    await expect(page.locator("h1:visible")).to_have_text("No connection")
    await expect(page.locator("#waiting-moves li")).to_have_text([re.compile("Isis & Osiris")])
    await page.get_by_role("link", name="Isis & Osiris: the lesson as text").click()
    await expect(page.locator(".lesson-text h2").first).to_be_visible()
    await page.goto(home)
    own_house.start()
    await expect(page.locator("#announcements")).to_contain_text("was sent")
    async with theirs.at(table) as seat:
        assert "pawn c4" in str((await seat.hear("events"))["events"])
    await app.depart()


async def test_a_move_is_sent_by_background_sync_when_no_page_is_open(app: Visitors, house: House) -> None:
    first, second = Guest(house), Guest(house)
    async with play_together(first, second, pace="days-3") as (one, two):
        visitor = await app.arrive("/learn", service_workers="allow", **profile_of(one.guest))
        page, context = visitor.page, visitor.page.context
        await controlled(page)
        devtools = await context.new_cdp_session(page)
        registrations: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: _first_of(told, registrations))
        await devtools.send("ServiceWorker.enable")
        registration = await registrations
        latest = next(told for told in reversed(one.received) if told["say"] == "events")
        await page.evaluate(
            KEEP, {"table": one.table, "step": latest["step"], "number": latest["number"], "action": "pawn c4"}
        )
        event = {"origin": f"http://localhost:{house.port}", "registrationId": registration, "tag": "moves"}
        await devtools.send("ServiceWorker.dispatchSyncEvent", {**event, "lastChance": False})
        heard = await two.hear("events")
        assert [told[2] for told in heard["events"]] == ["pawn c4"]
        await page.goto("/learn")  # who comes back is told
        await expect(page.locator("#announcements")).to_contain_text("was sent")


KEEP = """async ({ table, step, number, action }) => {
  const worker = new URL(document.body.dataset.worker, location.href).searchParams.get("person");
  const opening = indexedDB.open("tablee", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("moves", { keyPath: "table" });
  await new Promise((done) => { opening.onsuccess = done; });
  const message = { do: "act", step, action }, move = { table, step, number, person: worker, message };
  const writing = opening.result.transaction("moves", "readwrite").objectStore("moves");
  const put = writing.put({ ...move, title: "Isis", state: "waiting", reason: "" });
  await new Promise((done) => { put.onsuccess = done; });
  opening.result.close();
  localStorage.setItem("moves", "1");
}"""
"""Keeps a move as the page of a table does, which is closed by now."""


def _first_of(told: dict[str, Any], registrations: "asyncio.Future[str]") -> None:
    if told["registrations"] and not registrations.done():
        registrations.set_result(told["registrations"][0]["registrationId"])
