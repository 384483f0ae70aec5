"""Who asks for less motion gets none: things are simply where they are."""

import pytest
from playwright.async_api import expect

from tests.browser.laid import lay_near_the_end
from tests.browser.visitor import Visitors
from tests.server.house import House

COUNT = """
window.movements = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  window.movements += 1;
  return animate.apply(this, how);
};
"""
MOVING = """() => [...document.querySelectorAll("*")].filter((element) => {
  const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
  const longest = Math.max(...`${animationDuration}, ${transitionDuration}`.split(", ").map(parseFloat));
  return (animationName !== "none" || transitionDuration !== "0s") && longest > 0.01;
}).map((element) => element.outerHTML.slice(0, 100))"""
"""What moves by its style, or would if it changed."""


@pytest.mark.parametrize(("game", "motion"), [("isis", "reduce"), ("morfals", "reduce"), ("morfals", "no-preference")])
async def test_nothing_moves_for_who_asks_for_less_motion(
    visitors: Visitors, house: House, game: str, motion: str
) -> None:
    laid, (action, *_) = await lay_near_the_end(house, f"motion {motion}", game, left=6)
    visitor = await visitors.arrive(laid.path, reduced_motion=motion, **laid.profile(laid.seat))
    await visitor.page.add_init_script(COUNT)
    await visitor.page.reload()
    await visitor.page.get_by_role("link", name="Play by text").press("Enter")
    await visitor.page.locator("#typed").fill(action)
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator("#typed")).to_have_value("")
    assert (await visitor.page.evaluate("movements") > 0) == (motion == "no-preference")
    assert (await visitor.page.evaluate(MOVING) == []) == (motion == "reduce")
