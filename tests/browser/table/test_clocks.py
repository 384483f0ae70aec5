"""Clocks on the page: seen by all, hidden for who dislikes them, and said near the end to who must hurry."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visitors, profile_of
from tests.server.house import Guest, play_together


@pytest.fixture
async def timed_visitors(browser, timed_house):
    """People who come to a house whose time tests move."""
    visitors = Visitors(browser, timed_house)
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []


async def opened(visitors, pace, **how):
    """Somebody opens a table by its form, and another comes."""
    host = await visitors.arrive("/games/isis/friends", **how)
    await host.page.locator(".pace summary").click()
    await host.page.locator(f'input[name="pace"][value="{pace}"]').check(force=True)
    await host.open_table()
    await host.page.wait_for_url(re.compile("/tables/"))
    guest = await visitors.arrive("/" + host.page.url.split("/", 3)[3], **how)
    await expect(host.page.locator("#start.main")).to_be_visible()
    await host.page.locator("#start").click()
    for one in (host, guest):
        await expect(one.page.locator("#clocks li")).to_have_count(2)
    looking = {asyncio.create_task(one.offered.first.wait_for(state="attached")): one for one in (host, guest)}
    (found, *_), waiting = await asyncio.wait(looking, return_when=asyncio.FIRST_COMPLETED)
    for one in waiting:
        one.cancel()
    return looking[found], guest if looking[found] is host else host


async def seconds_left(visitor):
    """What the clock says that runs."""
    left = visitor.page.locator("#clocks .runs .left")
    await expect(left).to_have_text(re.compile(r"^\d+:\d\d$"))
    minutes, seconds = map(int, (await left.inner_text()).split(":"))
    return 60 * minutes + seconds


async def test_clocks_run_warn_and_let_a_bot_play_on_by_themselves(timed_visitors, timed_house):
    mine, theirs = await opened(timed_visitors, "quick", narrow=True)
    for one in (mine, theirs):
        await expect(one.page.locator("#clocks .runs")).to_have_count(1)
        await expect(one.page.locator("#clocks .runs .left")).to_have_text(re.compile(r"^\d+:\d\d$"))
        assert await one.no_sideways_scrolling()
    timed_house.pass_time((await seconds_left(mine) - 25) * 1000)
    await theirs.page.reload()  # whoever comes is told how the clocks stand now
    await expect(theirs.page.locator("#clocks .runs.short")).to_have_count(1)
    timed_house.pass_time(26_000)
    await expect(mine.page.locator("#notice-words")).to_contain_text("You ran out of time")
    await expect(theirs.page.locator("#log")).to_contain_text("ran out of time")
    await mine.page.locator("#notice-act").click()
    await expect(mine.page.locator("#notice")).to_be_hidden()


async def test_who_dislikes_clocks_does_not_see_them_and_their_owner_is_told_near_the_end(timed_visitors, timed_house):
    mine, theirs = await opened(timed_visitors, "quick")
    await theirs.page.evaluate("localStorage.setItem('settings', JSON.stringify({ clocks: false }))")
    await theirs.page.reload()
    await expect(theirs.page.locator("#clocks")).to_be_hidden()
    await expect(mine.page.locator("#clocks")).to_be_visible()
    timed_house.pass_time((await seconds_left(mine) - 35) * 1000)
    await mine.page.reload()
    await expect(mine.page.locator("#announcer")).to_have_text(re.compile(r"You have \d+ seconds left"))


async def test_by_days_it_says_until_when_by_the_clock_of_who_reads(timed_visitors):
    mine, theirs = await opened(timed_visitors, "days-2", timezone_id="Europe/Paris", language="fr")
    until = mine.page.locator("#clocks .runs .left")
    await expect(until).to_contain_text("jusqu’à")
    await expect(theirs.page.locator("#clocks li:not(.runs) .left")).to_contain_text("5 jours de congé")
    said = (await until.inner_text()).removeprefix("jusqu’à ")
    await mine.page.goto(mine.page.url.split("/tables")[0])
    await expect(mine.page.locator("time[data-moment]")).to_have_text(said)


async def waiting_tables(house, count):
    """Somebody for whom that many tables by days wait, and the tables, the one with the least time left first."""
    mine, theirs = await asyncio.to_thread(Guest, house), await asyncio.to_thread(Guest, house)
    found: list[str] = []
    for pace in ("days-1",) * 32:
        async with play_together(mine, theirs, pace=pace) as (first, _):
            if first.guest is mine:
                found.append(first.table)
        if len(found) == count:
            return mine, found
    raise AssertionError("the lots never fell to them")


async def placed(visitor):
    """A pawn is placed, and the turn is passed on."""
    await visitor.point(await visitor.first_offered(re.compile("^square")))
    await visitor.page.locator("#confirm-play").click()


async def test_who_has_played_by_days_is_led_to_the_next_table_unless_they_stay(timed_visitors, timed_house):
    guest, tables = await waiting_tables(timed_house, 3)
    one = await timed_visitors.arrive(f"/tables/{tables[0]}", **profile_of(guest))
    await placed(one)
    await expect(one.page.locator(".next-table a")).to_contain_text("(2 waiting for you)")
    await one.page.wait_for_url(re.compile(tables[1]))
    await placed(one)
    await one.page.get_by_role("button", name="Stay here").click()
    await expect(one.page.locator(".leads-on")).to_have_count(0)
    await one.page.locator(".next-table a").click()
    await one.page.wait_for_url(re.compile(tables[2]))
    await placed(one)
    await expect(one.page.locator("#clocks li.runs")).to_have_count(1)
    await expect(one.page.locator(".next-table")).to_have_count(0)
