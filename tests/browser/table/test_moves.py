"""Piece, then place: by mouse, by dragging, by finger and by keyboard, in a lesson of Nine Men's Morris.

On the board d6 can go to b6 alone, and a mill is closed there; b4 can go to b6 and c4.
"""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Route, expect

from tests.browser.visitor import Visitor, Visitors
from tests.server.house import House

EXAMPLES = Path(__file__).parents[3] / "examples"
MOVING = 5
"""The step of the lesson in which men are moved."""
PIECE, OTHER, PLACE = "piece d6", "piece b4", "point b6"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the games of the examples, whose rules are interpreted."""
    variables = {"TABLEE_GAME_FOLDERS": str(EXAMPLES), "NUMBA_DISABLE_JIT": "1"}
    house = House(tmp_path_factory.mktemp("house"), variables)
    yield house
    house.kill()


class Mover(Visitor):
    """Somebody who learns to move men."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor.page)
        self.played: list[str] = []
        self.page.on("request", lambda request: self._note(request.post_data))

    def _note(self, sent: str | None) -> None:
        if sent and (action := json.loads(sent).get("action")):
            self.played.append(action)

    @property
    def lit(self) -> Locator:
        """Where what is held may go."""
        return self.page.locator("#scene .target")

    async def middle(self, key: str) -> tuple[float, float]:
        box = await self.node(key).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def has_closed_the_mill(self) -> None:
        await expect(self.page.locator("#answer")).to_have_text("A mill. Take a man!")
        assert self.played == ["move d6 b6"]


async def arrive(visitors: Visitors, **profile: Any) -> Mover:
    """Somebody at that step, once men can be moved."""
    visitor = Mover(await visitors.arrive("/games/morris/lesson", **profile))
    await visitor.page.locator("#progress button").nth(MOVING - 1).click()
    await expect(visitor.page.locator("#scene .movable")).to_have_count(4)
    return visitor


@pytest.fixture
async def visitors(browser: Browser, house: House) -> AsyncIterator[Visitors]:
    visitors = Visitors(browser, house)
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []


async def test_pointing_at_a_piece_lights_where_it_may_go_and_pointing_there_plays(visitors: Visitors) -> None:
    visitor = await arrive(visitors)
    await visitor.node(OTHER).click()
    await expect(visitor.lit).to_have_count(2)
    await visitor.node(OTHER).click()
    await expect(visitor.lit).to_have_count(0)
    await visitor.node(OTHER).click()
    await visitor.node(PIECE).click()  # another piece instead
    await expect(visitor.lit).to_have_count(1)
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.lit).to_have_count(0)
    assert visitor.played == []
    await visitor.node(PIECE).click()
    await visitor.node(PLACE).click()
    await visitor.has_closed_the_mill()


async def test_a_piece_is_dragged_and_it_is_said_why_it_cannot_go_elsewhere(visitors: Visitors) -> None:
    visitor = await arrive(visitors)
    mouse = visitor.page.mouse
    for to in ("point g4", PLACE):
        await mouse.move(*await visitor.middle(PIECE))
        await mouse.down()
        x, y = await visitor.middle(to)
        await mouse.move(x + 5, y + 5, steps=4)
        await expect(visitor.page.locator(".carried")).to_have_count(1)
        await mouse.up()
        await expect(visitor.page.locator(".carried")).to_have_count(0)
        if to != PLACE:
            await expect(visitor.page.locator("#answer")).to_contain_text("A man moves along a line")
            await expect(visitor.lit).to_have_count(0)
    await visitor.has_closed_the_mill()


async def test_a_finger_drags_a_piece_and_not_the_page(visitors: Visitors) -> None:
    visitor = await arrive(visitors, narrow=True)
    await visitor.node(PIECE).scroll_into_view_if_needed()
    (x, y), (right, down) = await visitor.middle(PIECE), await visitor.middle(PLACE)
    scrolled = await visitor.page.evaluate("scrollY")
    finger = await visitor.page.context.new_cdp_session(visitor.page)
    for part in range(9):
        point = {"x": x + (right - x) * part / 8, "y": y + (down - y) * part / 8}
        kind = "touchMove" if part else "touchStart"
        await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await visitor.has_closed_the_mill()
    assert await visitor.page.evaluate("scrollY") == scrolled


async def test_keys_do_the_same(visitors: Visitors) -> None:
    visitor = await arrive(visitors)
    press = visitor.page.keyboard.press
    await visitor.node(PIECE).focus()
    await press("Enter")
    await expect(visitor.node(PIECE)).to_have_attribute("aria-pressed", "true")
    await expect(visitor.page.locator("[aria-live]").filter(has_text="d6, white man: b6, free")).not_to_have_count(0)
    await press("ArrowLeft")
    await expect(visitor.node(PLACE)).to_be_focused()
    await press("Escape")
    await expect(visitor.node(PIECE)).to_be_focused()
    for key in ("Enter", "ArrowLeft", "Enter"):
        await press(key)
    await visitor.has_closed_the_mill()


async def test_a_list_asks_only_where_two_actions_share_piece_and_place(visitors: Visitors) -> None:
    async def answer(route: Route) -> None:
        reply = await route.fetch()
        body = await reply.json()
        for frame in body.get("frames", []):
            moves = frame["scene"]["moves"]
            if "move d6 b6" in moves:
                moves["move d6 b6 for 2"] = moves["move d6 b6"]
                frame["scene"]["spoken"] = {"move d6 b6": "for nothing", "move d6 b6 for 2": "for 2"}
        await route.fulfill(response=reply, json=body)

    visitor = Mover(await visitors.arrive("/games/morris/lesson"))
    await visitor.page.route("**/lesson/*", answer)
    await visitor.page.locator("#progress button").nth(MOVING - 1).click()
    await expect(visitor.page.locator("#scene .movable")).to_have_count(4)
    await visitor.node(PIECE).click()
    await expect(visitor.page.locator("#choice")).to_be_hidden()
    await visitor.node(PLACE).click()
    await expect(visitor.page.locator("#choice-list button")).to_have_text(["for nothing", "for 2"])
    assert visitor.played == []
    await visitor.page.locator("#choice-list button").first.click()
    await visitor.has_closed_the_mill()


async def test_other_games_do_not_fetch_what_moves_pieces(visitors: Visitors) -> None:
    visitor = await visitors.arrive("/games/isis/lesson")
    await expect(visitor.offered.first).to_be_attached()
    fetched = await visitor.page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert any("offers" in name for name in fetched)
    assert not any("/moves" in name for name in fetched)
