"""Find people to play with, in real browsers: one waits while playing a bot, the other comes."""

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
    form = visitor.page.locator(".find-opponent")
    if await form.locator("details").get_attribute("open") is None:
        await form.locator("summary").click()
    for box in await form.locator("input[type=checkbox]").all():
        await box.set_checked(await box.get_attribute("name") == f"game_{game}", force=True)
    wanted = await form.locator(f"[name=game_{game}] + span").text_content()
    await expect(form.locator("summary")).to_have_text(f"{wanted} · 2 players · Casual · No clock")
    await form.locator("button").click()
    await visitor.page.wait_for_url(re.compile("/tables/."), wait_until="commit")


async def test_one_press_finds_an_opponent_and_both_play_without_another_word(alone):
    """Ada plays a bot while she waits. When Zoé comes, nobody is asked anything, and nobody starts the game."""
    ada, zoe = await alone.arrive(narrow=True), await alone.arrive()
    await ada.page.locator(".find-opponent > button").tap()
    await expect(ada.page.locator("#table")).to_have_attribute("data-state", "playing")
    assert await ada.no_sideways_scrolling()
    meanwhile = ada.page.url
    await zoe.page.locator(".find-opponent > button").click()
    await expect(zoe.page).to_have_url(re.compile("/tables/."))
    await expect(ada.page).to_have_url(zoe.page.url)
    assert ada.page.url != meanwhile
    for visitor in (ada, zoe):
        await expect(visitor.page.locator("#table")).to_have_attribute("data-state", "playing")
    await ada.page.goto(meanwhile.partition("/tables")[0])
    await expect(ada.page.locator(".unfinished li")).to_have_count(2)


async def test_who_has_gone_to_another_table_with_somebody_is_asked(alone):
    """Whoever plays with people is not taken from them: a line over the head of the page asks, and hides nothing."""
    ada, zoe = await alone.arrive(narrow=True), await alone.arrive()
    await seek(ada, "isis")
    await expect(ada.page.locator("#table")).to_have_attribute("data-state", "playing")
    await ada.page.goto(f"{ada.page.url.partition('/tables')[0]}/games/isis/friends")
    await ada.open_table()
    await expect(ada.page.locator("#sitters .here")).to_be_visible()
    meanwhile = ada.page.url
    await seek(zoe, "isis")
    card = ada.page.locator("#invitations .invited")
    await expect(card).to_contain_text("plays Isis & Osiris with you.")
    box, table = await card.bounding_box(), await ada.page.locator("#table").bounding_box()
    assert box["y"] + box["height"] <= table["y"] + 8
    await card.locator("[value=no]").click()
    await expect(card).to_have_count(0)
    assert ada.page.url == meanwhile
    # Whoever comes may have the place: it is on the shelf of others, by itself.
    ida = await alone.arrive(narrow=True)
    await ida.page.locator("#found form button").tap()
    await expect(ida.page).to_have_url(zoe.page.url)


async def test_who_waits_at_the_shelf_is_taken_to_the_table(alone):
    ada, zoe = await alone.arrive(), await alone.arrive()
    await seek(ada, "isis")
    await ada.page.goto(ada.page.url.partition("/tables")[0])
    await expect(ada.page.locator("#invitations .matchmaking")).to_be_visible()
    await seek(zoe, "isis")
    await expect(ada.page).to_have_url(zoe.page.url)
