"""Lessons in a real browser: by mouse, and by keyboard alone on a small screen."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.browser.visitor import Visitor

DICE = "#scene .advised[aria-pressed=false]"
REST = "#scene .advised.offered, #bar .advised"
"""What “Show me” marks: dice to be kept, and what is to be pressed then."""

IS_ON_TOP = """button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height - 3));
}"""


class Pupil:
    """Somebody who learns a game, and is shown what to do."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page

    @property
    def answer(self) -> Locator:
        return self.page.locator("#answer")

    @property
    def next(self) -> Locator:
        return self.page.locator("#next")

    async def titles(self) -> Any:
        return await self.page.locator("#progress button").evaluate_all("all => all.map(one => one.title)")

    async def begins(self, title: str) -> None:
        await expect(self.page.locator("#step-title")).to_have_text(title)

    async def has_something_to_do(self) -> bool:
        """Wait until something can be done; returns whether the step is still to be solved."""
        something = self.page.locator("#scene .offered, #bar [aria-disabled=false], #next.main")
        await expect(something.first).to_be_attached()
        return not await self.page.locator("#next.main").count()

    async def do_what_is_shown(self) -> None:
        """Do one thing by mouse."""
        await self.page.locator("#hint").click()
        await expect(self.page.locator(REST).first).to_be_attached()
        while await self.page.locator(DICE).count():
            await self.page.locator(DICE).first.click()
        await self.page.locator(REST).first.click()

    async def hear(self, before: str) -> None:
        """Wait for an answer, whatever was said before."""
        if before:
            await expect(self.answer).not_to_have_text(before)
        await expect(self.answer).to_be_visible()


async def test_a_whole_lesson_by_mouse_ends_at_a_table(visitors):
    visitor = await visitors.arrive("/games/morpyam/lesson")
    pupil = Pupil(visitor)
    for title in await pupil.titles():
        await pupil.begins(title)
        while await pupil.has_something_to_do():
            before = await pupil.answer.inner_text()
            await pupil.do_what_is_shown()
            await pupil.hear(before)
        await expect(visitor.page.locator("#answer.right")).to_be_visible()
        await pupil.next.click()
    await expect(visitor.page.locator("#progress .done")).to_have_count(len(await pupil.titles()))
    await visitor.page.locator("#play").click()
    await visitor.page.wait_for_url(re.compile("/tables/"))
    await expect(visitor.node("square a1")).to_be_attached()


async def test_a_whole_lesson_by_keyboard_alone_on_a_small_screen(visitors):
    visitor = await visitors.arrive("/games/isis/lesson", narrow=True, language="fr")
    pupil, page, keyboard = Pupil(visitor), visitor.page, visitor.page.keyboard
    assert await visitor.no_sideways_scrolling()
    await expect(visitor.offered.first).to_be_attached()
    await page.locator("#scene .offered[tabindex='0']").focus()
    for title in await pupil.titles():
        await pupil.begins(title)
        while await pupil.has_something_to_do():
            before = await pupil.answer.inner_text()
            await keyboard.press("h")  # shows what to do, and the keyboard stands there
            await expect(page.locator("#scene .advised:focus")).to_be_attached()
            await keyboard.press("Enter")
            await pupil.hear(before)
        await expect(page.locator("#next:focus")).to_be_attached()
        await keyboard.press("Enter")
    await expect(page.locator("#finished-title")).to_be_focused()
    await keyboard.press("Tab")
    await keyboard.press("Enter")
    await page.wait_for_url(re.compile("/tables/"))


async def test_what_is_tried_is_answered_and_said_to_a_screen_reader(visitors):
    visitor = await visitors.arrive("/games/isis/lesson")
    pupil, heard = Pupil(visitor), visitor.page.locator("#announcer")
    await visitor.page.locator("#progress button").nth(4).click()
    await expect(heard).to_contain_text("The best square")
    await visitor.point("square f4")
    await expect(visitor.page.locator("#answer.wrong")).to_contain_text("There it would be worth +2")
    await expect(heard).to_contain_text("There it would be worth +2")
    await visitor.point("square e5")
    await expect(visitor.page.locator("#answer.right")).to_be_visible()
    await visitor.page.reload()
    await pupil.begins("The best square")
    await expect(visitor.page.locator("#progress .done")).to_have_count(1)
    await visitor.page.locator("#previous").click()
    await pupil.begins("What a pawn is worth")


async def test_nothing_of_one_step_is_left_in_the_next(visitors):
    visitor = await visitors.arrive("/games/morfals/lesson")
    pupil, traces = Pupil(visitor), visitor.page.locator("#scene .trace")
    await visitor.page.locator("#progress button").nth(1).click()
    await pupil.begins("A trap")
    assert await pupil.has_something_to_do()
    await pupil.do_what_is_shown()
    await expect(visitor.page.locator("#answer.right")).to_be_visible()
    await expect(traces).to_have_count(1)  # where somebody was eaten
    await pupil.next.click()
    await pupil.begins("Several traps at once")
    assert await pupil.has_something_to_do()
    await expect(traces).to_have_count(0)


@pytest.mark.parametrize(("game", "step"), [("morpyam", 1), ("morisi", 3)])
async def test_on_a_phone_what_is_to_be_pressed_is_in_sight_and_under_nothing(visitors, game, step):
    visitor = await visitors.arrive(f"/games/{game}/lesson", narrow=True, language="fr")
    await visitor.page.locator("#progress button").nth(step - 1).click()
    button = visitor.page.locator("#bar button").first
    await expect(button).to_be_in_viewport(ratio=1)
    assert await button.evaluate(IS_ON_TOP)


@pytest.mark.parametrize("game", ["netzwerk", "morisi"])
async def test_on_a_phone_the_land_has_all_the_width(visitors, game):
    visitor = await visitors.arrive(f"/games/{game}/lesson", narrow=True)
    await expect(visitor.node("sea")).to_be_attached()
    left, width = await visitor.page.locator("#scene").evaluate(
        "scene => [scene.getBoundingClientRect().x, scene.getBoundingClientRect().width]"
    )
    assert (left, width) == (0, 360)
    await expect(visitor.prompt).to_be_in_viewport(ratio=1)
    await expect(visitor.page.locator("#next")).to_be_in_viewport(ratio=1)
    assert await visitor.no_sideways_scrolling()


async def test_beside_the_picture_no_button_moves_whatever_is_answered(visitors):
    visitor = await visitors.arrive("/games/isis/lesson")
    await expect(visitor.offered.first).to_be_attached()
    place = "button => button.getBoundingClientRect().y"
    before = await visitor.page.locator("#next").evaluate(place)
    await visitor.point("square a1")
    await expect(visitor.page.locator("#answer.right")).to_be_visible()
    assert await visitor.page.locator("#next").evaluate(place) == before
