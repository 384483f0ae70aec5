"""The big screen: a table for a television, a stream or a frame, which nobody touches."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, expect

from tests.browser.everyone.test_axe import TOO_WIDE, violations
from tests.browser.laid import lay, lay_near_the_end, lay_over
from tests.browser.visitor import Visitors, Wire
from tests.server.house import Guest, House, play_together

TELEVISION = {"width": 1920, "height": 1080}
LEGIBLE = 44
"""Pixels of letters at 1920 by 1080 that are read from four metres: 15 minutes of arc on a screen of 43 inches."""
SMALL = """(least) => [...document.querySelectorAll("#seats .who, #seats .left, #last")]
  .filter((one) => one.textContent && parseFloat(getComputedStyle(one).fontSize) < least)
  .map((one) => one.textContent)"""

CUT = """() => [...document.querySelectorAll("#seats li")].filter((seat) => {
  const name = seat.querySelector(".who"), time = seat.querySelector(".left").getBoundingClientRect();
  return name.scrollHeight > name.clientHeight + 1 || time.right > seat.getBoundingClientRect().right;
}).map((seat) => seat.textContent)"""
"""Seats whose name is cut, or whose clock stands out."""


async def test_names_clocks_and_the_last_move_are_large_and_all_in_sight(visitors, house: House) -> None:
    async with play_together(Guest(house), Guest(house), pace="normal") as (one, two):
        page = (await visitors.arrive(f"/tables/{one.table}/screen", viewport=TELEVISION)).page
        await expect(page.locator("#last")).to_contain_text("begins")
        await expect(page.locator("#seats .acts .left")).to_have_text(re.compile(r"\d:\d\d"))
        await one.act_somewhere()
        await two.hear("events")
        await expect(page.locator("#last")).to_contain_text("places a pawn on")
        assert await page.evaluate(SMALL, LEGIBLE) == []
        for part in ("#scene", "#seats", "#last", "#prompt"):
            await expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert await page.locator("button:visible, input:visible, select:visible").count() == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (480, 300), (360, 640)])
async def test_it_fits_any_frame_and_is_for_everyone(visitors, house: House, width: int, height: int) -> None:
    laid = await lay(house, f"framed screen {width}", "morisi", lambda table: table.number > 60, players=4)
    visitor = await visitors.arrive(
        f"{laid.path}/screen", language="fr", viewport={"width": width, "height": height}, color_scheme="dark"
    )
    page = visitor.page
    await expect(page.locator("#seats li")).to_have_count(4)
    await expect(page.locator("#last")).not_to_be_empty()
    for part in ("#scene", "#seats", "#last"):
        await expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert await page.evaluate(TOO_WIDE) == []
    await page.evaluate("document.querySelectorAll('svg').forEach(picture => picture.replaceChildren())")
    assert await violations(page) == []


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (360, 640)])
async def test_a_deadline_by_days_leaves_room_for_the_names(visitors, house: House, width: int, height: int) -> None:
    async with play_together(Guest(house), Guest(house), pace="days-2") as (one, _):
        size = {"width": width, "height": height}
        page = (await visitors.arrive(f"/tables/{one.table}/screen", language="fr", viewport=size)).page
        await expect(page.locator("#seats .days")).to_have_count(2)
        assert await page.evaluate(CUT) == []
        assert await page.evaluate(TOO_WIDE) == []


async def test_the_screen_of_a_player_shows_what_spectators_see(visitors, house: House) -> None:
    laid, _ = await lay_near_the_end(house, "own screen", "netzwerk", left=6)
    for path, hidden in ((laid.path, False), (f"{laid.path}/screen", True)):
        visitor = await visitors.arrive(path, **laid.profile(laid.seat))
        await expect(visitor.page.locator("#scene [data-key]").first).to_be_attached()
        assert await visitor.page.evaluate("document.querySelector('#scene .offered') === null") is hidden
    assert not any(message.get("do") == "seen" for message in visitor.sent)


async def test_it_connects_again_by_itself_and_goes_on_where_it_was(visitors, house: House) -> None:
    async with play_together(Guest(house), Guest(house)) as (one, two):
        visitor = await visitors.arrive("/")
        page, wire = visitor.page, await Wire.of(visitor.page)
        await page.goto(f"/tables/{one.table}/screen")
        await expect(page.locator("#last")).to_contain_text("begins")
        wire.delay = 0.5
        await wire.cut()
        await expect(page.locator("#lost")).to_be_visible()
        await one.act_somewhere()
        await two.hear("events")
        await expect(page.locator("#lost")).to_be_hidden()
        await expect(page.locator("#last")).to_contain_text("places a pawn on")


async def test_it_shows_the_result_and_then_the_next_game(visitors, house: House) -> None:
    laid, decisions = await lay_near_the_end(house, "then the next", "isis", left=1)
    visitor = await visitors.arrive("/")
    page = visitor.page
    await page.clock.install()
    await page.goto(f"{laid.path}/screen?language=fr")
    await expect(page.locator("#seats li")).to_have_count(2)
    async with laid.guest(house, laid.seat).at(laid.table.id) as seat:
        await seat.hear("events")
        await seat.act(decisions[0])
        while seat.received[-1].get("result") is None:
            await seat.hear("events")
        await page.clock.run_for(60_000)  # the finale
        await expect(page.locator("#last")).to_contain_text("gagne")
        await expect(page.locator("#seats .left").first).to_have_text(re.compile(r"\d"))
        await seat.say(do="again")
        while not (following := (await seat.hear("table"))["next"]):
            pass
    await page.clock.run_for(20_000)
    await expect(page).to_have_url(re.compile(f"{following}/screen\\?language=fr$"))
    await expect(page.locator("html")).to_have_attribute("lang", "fr")


@pytest.fixture
async def another_site() -> AsyncIterator[str]:
    """A page of somebody else, which frames what its address says."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode().partition("?")[2]
        page = f'<!doctype html><title>A club</title><iframe src="{asked}" width="600" height="400"></iframe>'
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n{page}".encode())
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


async def test_a_site_named_by_the_host_may_frame_the_screen_and_nothing_else(
    browser: Browser, another_site: str, tmp_path
) -> None:
    house = House(tmp_path, frame_sites=[another_site])
    try:
        laid = await lay_over(house, "in a frame")
        visitors = Visitors(browser, house)
        page = (await visitors.arrive("/")).page
        await page.goto(f"{another_site}/?http://localhost:{house.port}{laid.path}/screen")
        frame = page.frame_locator("iframe")
        await expect(frame.locator("#seats li")).to_have_count(2)
        await expect(frame.locator("#last")).not_to_be_empty()
        await page.goto(f"{another_site}/?http://localhost:{house.port}{laid.path}")
        await expect(frame.locator("#table")).to_have_count(0)
        await visitors.depart()
    finally:
        house.kill()
