"""The window of a picture, which can be zoomed and moved, in a real browser."""

import re

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.browser.laid import lay
from tests.browser.table.test_dice import focused_key, said, tip
from tests.browser.table.test_routes import IN_SIGHT, come, labels, stand_close
from tests.browser.visitor import MOVING
from tests.server.house import House

NOTHING_OFFERED = """
() => {
  const { left, top, width, height } = document.querySelector("#scene .window-rim").getBoundingClientRect();
  for (let x = left + 9; x < left + width; x += 12)
    for (let y = top + 9; y < top + height; y += 12) {
      const hit = document.elementFromPoint(x, y);
      if (hit.closest("#scene") && !hit.closest(".offered")) return [x, y];
    }
}
"""
"""A place in the window where nothing is offered."""
NOTE_FLIGHTS = """
() => {
  window.flights = {};
  const animate = Element.prototype.animate;
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  Element.prototype.animate = function (steps, timing) {
    const flight = animate.call(this, steps, timing);
    if (steps[0]?.transform && this.matches("#scene .node")) {
      const at = [0, timing.duration - 1].map((time) => { flight.currentTime = time; return middle(this); });
      flight.currentTime = 0;
      flights[this.dataset.key ?? "likeness"] = at;
    }
    return flight;
  };
}
"""
"""Notes from where to where on the screen nodes fly; the likeness of one has no key."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """One for all of these tests: each has a table of its own."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.kill()


@pytest_asyncio.fixture(loop_scope="session")
async def table(house, request):
    """A land, and somebody who may place their pawn anywhere."""
    return await lay(house, request.node.name, "netzwerk")


@pytest_asyncio.fixture(loop_scope="session")
async def traveller(visitors, table):
    """Somebody with a land before them; nothing moves."""
    return await come(visitors, table)


async def scale(visitor):
    return await visitor.page.evaluate("new DOMMatrix(document.querySelector('#scene .land').style.transform).a")


async def zooms_to(visitor, condition):
    await visitor.page.wait_for_function(
        f"new DOMMatrix(document.querySelector('#scene .land').style.transform).a {condition}"
    )


async def middle(visitor, key):
    at = await box(visitor.node(key))
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


async def in_sight(visitor, kind=".offered"):
    keys = await visitor.page.evaluate(IN_SIGHT, kind)
    return keys[len(keys) // 2]


async def box(locator):
    return await locator.evaluate("element => element.getBoundingClientRect().toJSON()")


async def window(visitor):
    return await box(visitor.page.locator("#scene .window-rim"))


async def test_a_wheel_zooms_around_the_mouse(traveller):
    visitor, _ = traveller
    key = await in_sight(visitor)
    x, y = await middle(visitor, key)
    await visitor.page.mouse.move(x, y)
    await visitor.page.mouse.wheel(0, -400)
    await zooms_to(visitor, "> 1.5")
    assert await middle(visitor, key) == pytest.approx((x, y), abs=2)
    await visitor.page.mouse.wheel(0, -4000)
    await zooms_to(visitor, "=== 4")
    await visitor.page.mouse.wheel(0, 9000)
    await zooms_to(visitor, "=== 1")


async def test_buttons_zoom_and_hide_nothing_that_is_offered(traveller):
    visitor, _ = traveller
    button = {
        name: visitor.page.get_by_role("button", name=name) for name in ("Zoom in", "Zoom out", "Show everything")
    }
    sight = await visitor.page.evaluate(IN_SIGHT, ".offered")
    assert sorted(sight) == sorted(await labels(visitor))
    await expect(button["Zoom out"]).to_be_hidden()
    await button["Zoom in"].click()
    await zooms_to(visitor, "> 1.5")
    size = await box(button["Zoom out"])
    assert min(size["width"], size["height"]) >= 44
    await button["Zoom out"].click()
    await zooms_to(visitor, "=== 1")
    await expect(button["Zoom in"]).to_be_focused()
    for _ in range(3):
        await button["Zoom in"].click()
    await zooms_to(visitor, "=== 4")
    await expect(button["Zoom in"]).to_have_attribute("aria-disabled", "true")
    await button["Show everything"].click()
    await zooms_to(visitor, "=== 1")


async def test_keys_zoom_and_whatever_the_keyboard_goes_to_is_seen(traveller):
    visitor, _ = traveller
    await visitor.node(await in_sight(visitor)).focus()
    for _ in range(3):
        await visitor.page.keyboard.press("+")
    await zooms_to(visitor, "=== 4")
    frame = await window(visitor)
    seen = set()
    for arrow in ["ArrowLeft"] * 8 + ["ArrowUp"] * 8 + ["ArrowRight"] * 8:
        await visitor.page.keyboard.press(arrow)
        key = await focused_key(visitor)
        seen.add(key)
        if key.startswith("hex"):
            x, y = await middle(visitor, key)
            assert frame["left"] < x < frame["right"]
            assert frame["top"] < y < frame["bottom"]
    assert len(seen) > 3
    await visitor.page.keyboard.press("-")
    await zooms_to(visitor, "< 4")
    assert await scale(visitor) > 1
    await visitor.page.keyboard.press("0")
    await zooms_to(visitor, "=== 1")


async def test_keys_move_the_land(traveller):
    visitor, _ = traveller
    key = await in_sight(visitor)
    await visitor.node(key).focus()
    await visitor.page.keyboard.press("+")
    x, y = await middle(visitor, key)
    await visitor.page.keyboard.press("Shift+ArrowRight")
    await visitor.page.keyboard.press("Shift+ArrowDown")
    right, down = await middle(visitor, key)
    assert right < x
    assert down < y
    assert await focused_key(visitor) == key


async def test_a_mouse_that_drags_acts_on_nothing_and_zoom_stays(traveller):
    visitor, sent = traveller
    await visitor.page.get_by_role("button", name="Zoom in").click()
    key = await in_sight(visitor)
    x, y = await middle(visitor, key)
    await visitor.page.mouse.move(x, y)
    await visitor.page.mouse.down()
    await visitor.page.mouse.move(x + 30, y + 20, steps=2)
    await visitor.page.mouse.move(x + 40, y + 30)
    await visitor.page.mouse.up()
    assert await middle(visitor, key) != pytest.approx((x, y), abs=2)
    assert said(sent, "act") == said(sent, "why") == []
    zoomed = await visitor.page.locator("#scene .land").get_attribute("style")
    key = await in_sight(visitor)
    await visitor.node(key).click()
    await expect(visitor.node("pawn 0")).to_be_attached()
    assert await visitor.page.locator("#scene .land").get_attribute("style") == zoomed
    assert [message["action"] for message in said(sent, "act")] == [key.replace("hex", "place")]


async def test_two_clicks_on_nothing_look_closer(traveller):
    visitor, sent = traveller
    x, y = await visitor.page.evaluate(NOTHING_OFFERED)
    await visitor.page.mouse.dblclick(x, y)
    await zooms_to(visitor, "> 1.5")
    assert said(sent, "act") == []


async def test_tips_stand_beside_what_they_are_about_however_large_it_is(traveller):
    visitor, _ = traveller
    city = await in_sight(visitor, ".explained")
    await visitor.page.mouse.move(*await middle(visitor, city))
    await visitor.page.mouse.wheel(0, -400)
    await zooms_to(visitor, "> 1.5")
    await expect(tip(visitor)).to_be_hidden()
    await visitor.node(city).hover()
    await expect(tip(visitor)).to_have_text(await visitor.node(city).get_attribute("aria-label"))
    await stand_close(visitor, tip(visitor), city)
    await expect(tip(visitor)).to_be_in_viewport(ratio=1)


async def test_things_fly_from_and_to_where_they_are_seen(visitors, table):
    visitor, _ = await come(visitors, table, **MOVING)
    await visitor.page.evaluate(NOTE_FLIGHTS)
    key = next(key for key, label in (await labels(visitor)).items() if "take" in label)
    await visitor.page.mouse.move(*await middle(visitor, key))
    await visitor.page.mouse.wheel(0, -500)
    await zooms_to(visitor, "> 1.5")
    cubes = visitor.page.locator(f"#scene [data-key^='{key.replace('hex', 'cube')} ']")
    cube = await middle(visitor, await cubes.last.get_attribute("data-key"))
    mark = await middle(visitor, "mark 0")
    await visitor.node(key).click()
    await expect(visitor.page.locator("#scene [data-key^='own ']")).to_have_count(1)
    flights = await visitor.page.evaluate("flights")
    taken = await visitor.page.locator("#scene [data-key^='own ']").get_attribute("data-key")
    assert flights[taken][0] == pytest.approx(cube, abs=12)
    assert flights["likeness"][0] == pytest.approx(mark, abs=30)
    pawn = visitor.node("pawn 0")
    await pawn.evaluate("pawn => Promise.all(pawn.getAnimations().map(one => one.finished))")
    assert flights["likeness"][1] == pytest.approx(await middle(visitor, "pawn 0"), abs=12)
    await expect(visitor.page.locator("#scene .sky > *")).to_have_count(0)


async def test_a_picture_without_a_window_has_no_such_buttons(visitors):
    visitor = await visitors.play("isis")
    await expect(visitor.page.locator("#zoom")).to_be_hidden()
    await visitor.page.locator("#scene [tabindex='0']").focus()
    await visitor.page.keyboard.press("+")
    await expect(visitor.page.locator("#scene")).not_to_have_class(re.compile("zoomed"))


# ---- fingers -----------------------------------------------------------------------------------------------


@pytest_asyncio.fixture(loop_scope="session")
async def fingers(visitors, table):
    """Somebody with a telephone, and what moves their fingers: along ways that begin and end somewhere."""
    visitor, sent = await come(visitors, table, narrow=True)
    session = await visitor.page.context.new_cdp_session(visitor.page)

    async def drag(*ways):
        for part in range(6):
            places = [
                {"x": x + (to_x - x) * part / 5, "y": y + (to_y - y) * part / 5, "id": number}
                for number, ((x, y), (to_x, to_y)) in enumerate(ways)
            ]
            kind = "touchMove" if part else "touchStart"
            await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})
        await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    return visitor, sent, drag


async def test_two_fingers_zoom_then_one_moves_the_land_and_a_tap_acts(fingers):
    visitor, sent, drag = fingers
    key = await in_sight(visitor)
    x, y = await middle(visitor, key)
    await drag(((x - 20, y), (x - 45, y)), ((x + 20, y), (x + 45, y)))
    await zooms_to(visitor, "> 2")
    assert await scale(visitor) == pytest.approx(90 / 40, rel=0.1)
    assert await middle(visitor, key) == pytest.approx((x, y), abs=4)
    await drag(((x, y), (x - 30, y - 50)))
    moved = await middle(visitor, key)
    assert moved[0] < x
    assert moved[1] < y
    assert await visitor.page.evaluate("scrollY") == 0
    assert said(sent, "act") == []
    key = await in_sight(visitor)
    await visitor.point(key)
    await expect(visitor.node("pawn 0")).to_be_attached()
    assert [message["action"] for message in said(sent, "act")] == [key.replace("hex", "place")]
    assert await scale(visitor) > 2
    assert await visitor.no_sideways_scrolling()


async def test_one_finger_scrolls_the_page_unless_there_is_something_to_move(fingers):
    visitor, sent, drag = fingers
    x, y = await middle(visitor, await in_sight(visitor))
    await drag(((x, y), (x, y - 90)))
    await visitor.page.wait_for_function("scrollY > 20")
    assert await scale(visitor) == 1
    assert said(sent, "act") == []
