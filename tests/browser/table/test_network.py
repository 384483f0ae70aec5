"""What a page does when the network fails it."""

import asyncio
import json
import re

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Wire
from tests.server.house import PATIENCE

SQUARE = re.compile("square")
LONG = 30_000
"""Milliseconds after which anybody gets suspicious, or loses patience."""


@pytest.fixture
async def visitor(visitors):
    """Somebody about to open a table against a bot, with a clock that can be put forward."""
    visitor = await visitors.arrive("/games/isis/bots")
    await visitor.page.clock.install()
    return visitor


@pytest.fixture
async def wire(visitor):
    """The network of a visitor who is to act."""
    wire = await Wire.of(visitor.page)
    await visitor.open_table()
    assert await visitor.may_act()
    return wire


async def place_a_pawn(visitor):
    key = await visitor.first_offered(SQUARE)
    await visitor.point(key)
    await expect(visitor.node(key.replace("square", "pawn"))).to_be_attached()


async def wish(visitor):
    await visitor.point(await visitor.first_offered(SQUARE))
    await visitor.page.clock.fast_forward(LONG)


async def stay(visitor):
    await visitor.page.clock.fast_forward(LONG)


async def come_back(visitor):
    await visitor.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


async def reach_the_network_again(visitor):
    await visitor.page.evaluate("dispatchEvent(new Event('online'))")


@pytest.mark.parametrize("notice", [wish, stay, come_back, reach_the_network_again])
async def test_a_network_that_falls_silent_is_noticed_and_play_goes_on(visitor, wire, notice):
    wire.fall_silent()
    await notice(visitor)
    await visitor.page.clock.fast_forward(LONG)
    await expect(visitor.page.locator("#toast")).to_have_text("Connected again.")
    assert wire.connections == 2
    assert await visitor.may_act()
    await place_a_pawn(visitor)


async def test_a_move_that_is_made_offline_waits_and_is_sent_when_the_network_is_back(visitor, wire):
    await visitor.page.evaluate("dispatchEvent(new Event('offline'))")
    banner = visitor.page.locator("#connection")
    await expect(banner).to_contain_text("choose your move")
    key = await visitor.first_offered(SQUARE)
    await visitor.point(key)
    await expect(visitor.node(key)).to_have_class(re.compile("pending"))
    await expect(banner).to_have_text("Your move is waiting: it is sent as soon as you are connected again.")
    await visitor.page.evaluate("dispatchEvent(new Event('offline'))")
    await expect(visitor.node(key)).to_have_class(re.compile("pending"))
    await reach_the_network_again(visitor)
    await expect(visitor.node(key.replace("square", "pawn"))).to_be_attached()
    await expect(banner).to_be_hidden()
    assert wire.connections == 2


async def test_a_quiet_table_keeps_its_connection(visitor, wire):
    await visitor.page.clock.fast_forward(LONG)
    async with asyncio.timeout(PATIENCE):
        await wire.pong.wait()
    await place_a_pawn(visitor)
    assert wire.connections == 1


async def test_a_page_from_elsewhere_is_told_so_and_does_not_try_again(visitor, wire):
    await wire.cut(code=4403)
    await expect(visitor.page.locator("#connection")).to_have_text(re.compile("comes from another website"))
    await visitor.page.clock.fast_forward(LONG)
    assert wire.connections == 1


async def test_whoever_may_not_leave_can_go_on(visitor, wire):
    refusal = {"say": "refused", "code": "not_saved", "message": "Please try again."}
    wire.refused = {"leave": json.dumps(refusal)}
    await visitor.page.locator("#leave").click()
    await visitor.page.locator("#confirm-leave button[value=yes]").click()
    await expect(visitor.page.locator("#toast")).to_have_text("Please try again.")
    await expect(visitor.page.locator("#leave")).to_be_visible()
    await place_a_pawn(visitor)


async def test_a_part_that_has_not_come_yet_says_so_and_comes_once_there_is_a_connection(visitors):
    page = (await visitors.play("isis")).page
    for tab, inside in (("#people-tab", "#people li"), ("#gear", "#settings[open]")):
        await page.context.set_offline(True)
        await page.locator(tab).click()
        await expect(page.locator("#toast")).to_contain_text("not here yet")
        await expect(page.locator(inside)).to_have_count(0)
        await page.context.set_offline(False)
        await page.locator(tab).click()
        await expect(page.locator(inside).first).to_be_visible()
