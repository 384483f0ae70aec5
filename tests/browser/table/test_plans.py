"""Games by days with two people: answers that are planned, turns that are confirmed, and taking back by agreement."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.everyone.test_axe import check
from tests.browser.table.test_clocks import opened
from tests.browser.visitor import Visitors

SQUARE = re.compile(r"^square ")


@pytest.fixture
async def timed_visitors(browser, timed_house):
    """People who come to a house whose time tests move."""
    visitors = Visitors(browser, timed_house)
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []


async def free_squares(visitor, count):
    """The keys of squares that are offered."""
    await expect(visitor.offered.first).to_be_attached()
    keys = await visitor.offered.evaluate_all("nodes => nodes.map(node => node.dataset.key)")
    return [key for key in sorted(keys) if SQUARE.match(key)][:count]


async def play(visitor, key):
    """Place a pawn, and pass the turn on."""
    await visitor.point(key)
    await expect(visitor.page.locator("#confirm-words")).to_contain_text("That ends your turn.")
    await visitor.page.locator("#confirm-play").click()


async def test_an_answer_is_planned_on_a_board_of_ones_own_and_played_while_one_is_away(timed_visitors, timed_house):
    mine, theirs = await opened(timed_visitors, "days-2", narrow=True)
    a, b, c = await free_squares(mine, 3)
    await theirs.page.get_by_role("link", name="Plan").click()
    await expect(theirs.prompt).to_contain_text("plays …")
    await theirs.point(a)
    await expect(theirs.prompt).to_have_text("… you play:")
    await expect(theirs.page.locator("#add")).to_be_hidden()  # it is no plan yet
    await theirs.point(b)
    await expect(theirs.page.locator("#tried li")).to_have_count(2)
    await theirs.page.locator("#add").press("Enter")
    await expect(theirs.page.locator("#lines > li")).to_have_count(1)
    await expect(theirs.page.locator("#step-title")).to_be_focused()  # the button has gone
    await expect(theirs.prompt).to_contain_text("plays …")  # from the start again, for another line
    await theirs.point(b)
    await theirs.point(c)
    await expect(theirs.page.locator("#tried li")).to_have_count(2)
    await theirs.page.locator("#add").click()
    await expect(theirs.page.locator("#lines > li")).to_have_count(2)
    assert await theirs.no_sideways_scrolling()
    await check(theirs.page)
    await theirs.page.reload()
    await theirs.page.get_by_role("button", name="Delete line 2").click()
    await expect(theirs.page.locator("#lines > li")).to_have_count(1)
    await theirs.page.goto("about:blank")
    timed_house.pass_time(20 * 3600 * 1000)
    await play(mine, a)
    await expect(mine.page.locator("#log li")).to_have_count(3)  # the beginning, and two moves
    await expect(mine.prompt).to_have_class(re.compile("yours"))
    assert "plan" not in (await mine.page.locator("#log").inner_text()).lower()
    await theirs.page.goto(mine.page.url)
    await expect(theirs.page.locator("#log")).to_contain_text("Played from your plan.")
    await theirs.page.get_by_role("link", name="Plan").click()
    await expect(theirs.page.locator("#no-lines")).to_be_visible()


async def test_what_ends_a_turn_by_days_waits_until_it_is_passed_on_or_undone(timed_visitors):
    mine, theirs = await opened(timed_visitors, "days-2", narrow=True)
    a, b = await free_squares(mine, 2)
    await mine.point(a)
    await expect(mine.page.locator("#confirm-play")).to_contain_text("Pass on")
    await mine.page.keyboard.press("Escape")
    await expect(mine.page.locator("#confirm")).to_be_hidden()
    await expect(theirs.page.locator("#log li")).to_have_count(1)
    await mine.point(b)
    await expect(mine.page.locator("#confirm")).to_be_visible()
    await mine.point(b)  # who points at the same again means it
    await expect(theirs.page.locator("#log li")).to_have_count(2)
    await theirs.point((await free_squares(theirs, 1))[0])
    await expect(theirs.page.locator("#confirm")).to_be_visible()
    await check(theirs.page)


async def test_taking_back_further_needs_the_consent_of_the_other(timed_visitors):
    mine, theirs = await opened(timed_visitors, "days-2", narrow=True)
    a, b = await free_squares(mine, 2)
    await play(mine, a)
    await expect(mine.page.locator("#back")).to_contain_text("Undo")
    await play(theirs, b)
    await expect(mine.prompt).to_have_class(re.compile("yours"))
    question = mine.page.locator(".undo-question")
    asked = theirs.page.locator(".undo-question")
    await expect(mine.page.locator("#back")).to_contain_text("Ask to undo")
    await mine.page.locator("#back").click()
    await expect(question).to_contain_text("asks to undo 2 moves")
    await question.get_by_role("button", name="Withdraw").click()
    await expect(asked).to_be_hidden()
    await mine.page.locator("#back").click()
    await expect(asked).to_contain_text("asks to undo 2 moves")
    await check(theirs.page)
    assert await theirs.no_sideways_scrolling()
    for path in ("/me/games", "/"):
        await theirs.page.goto(path)
        await expect(theirs.page.locator("main a[href^='/tables/']")).to_contain_text("asks to undo")
        assert await theirs.no_sideways_scrolling()
    await theirs.page.goto(mine.page.url)  # the one before has lost its picture
    await asked.get_by_role("button", name="Allow").click()
    for one in (mine, theirs):
        await expect(one.page.locator(".undo-question")).to_be_hidden()
        await expect(one.page.locator("#log")).to_contain_text("undoes the last 2 moves")
    await expect(mine.prompt).to_have_class(re.compile("yours"))
    await play(mine, b)
    await play(theirs, a)
    await expect(mine.page.locator("#back")).to_contain_text("Ask to undo")  # the move has arrived
    await mine.page.locator("#back").click()
    await asked.get_by_role("button", name="Decline").click()
    await expect(question).to_be_hidden()
    await expect(mine.page.locator("#back")).to_be_hidden()
