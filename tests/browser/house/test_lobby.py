"""Somebody to play with, in real browsers: one waits while playing a bot, the other comes."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visitors


@pytest.fixture
async def alone(browser, own_house):
    """A house where nobody else is."""
    visitors = Visitors(browser, own_house)
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []


async def seek(visitor, game):
    """Look for company in one game alone."""
    form = visitor.page.locator(".whoever")
    if await form.get_attribute("open") is None:
        await form.locator("summary").click()
    for box in await form.locator("input[type=checkbox]").all():
        await box.set_checked(await box.get_attribute("name") == f"game_{game}", force=True)
    await form.locator("button").click()
    await visitor.page.wait_for_url(re.compile("/tables/."), wait_until="commit")


async def test_who_plays_a_bot_while_waiting_is_called_over_and_both_end_up_at_the_same_table(alone):
    ada, zoe = await alone.arrive(narrow=True), await alone.arrive()
    await seek(ada, "isis")
    await expect(ada.page.locator("#table")).to_have_attribute("data-state", "playing")
    assert await ada.no_sideways_scrolling()
    meanwhile = ada.page.url
    await seek(zoe, "isis")
    card = ada.page.locator("#invitations .invited")
    await expect(card).to_contain_text("would like to play Isis & Osiris.")
    await expect(card.locator("[value=never]")).to_be_hidden()
    await card.locator("[value=yes]").tap()
    await expect(ada.page).to_have_url(zoe.page.url)
    assert ada.page.url != meanwhile
    for visitor in (ada, zoe):
        await expect(visitor.prompt).to_have_text(re.compile("Your turn|is to play"))
    await ada.page.goto(meanwhile.partition("/tables")[0])
    await expect(ada.page.locator(".unfinished li")).to_have_count(2)


async def test_who_is_called_and_does_not_go_stays_in_the_game(alone):
    ada, zoe = await alone.arrive(), await alone.arrive()
    await seek(ada, "isis")
    await expect(ada.page.locator("#table")).to_have_attribute("data-state", "playing")
    meanwhile = ada.page.url
    await seek(zoe, "isis")
    await ada.page.locator("#invitations [value=no]").click()
    await expect(ada.page.locator("#invitations .invited")).to_have_count(0)
    assert ada.page.url == meanwhile
    # Whoever comes may have the place: it is on the shelf of others, by itself.
    ida = await alone.arrive(narrow=True)
    await ida.page.locator("#found form button").tap()
    await expect(ida.page).to_have_url(zoe.page.url)


async def test_who_waits_at_the_shelf_is_called_there(alone):
    ada, zoe = await alone.arrive(), await alone.arrive()
    await seek(ada, "isis")
    await ada.page.goto(ada.page.url.partition("/tables")[0])
    await expect(ada.page.locator("#invitations .matchmaking")).to_be_visible()
    await seek(zoe, "isis")
    await expect(ada.page.locator("#invitations .invited")).to_be_visible()
    await expect(ada.page).to_have_title(re.compile("^● "))
    await ada.page.locator("#invitations [value=yes]").click()
    await expect(ada.page).to_have_url(zoe.page.url)
