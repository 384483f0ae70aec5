"""How much room the picture has, and that nothing is cut off. The tables are laid beforehand: see `laid`."""

import pytest
from playwright.async_api import expect

from tests.browser.laid import lay, lay_over, moves
from tests.server.house import House

BOX = "element => { const box = element.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom] }"
SIZES = {
    "laptop": (1280, 800),
    "usual": (1440, 900),
    "low": (1280, 720),
    "large": (1920, 1080),
    "tablet": (768, 1024),
    "phone": (360, 740),
    "held wide": (844, 390),
}
NARROW = ("phone", "held wide")
OVERLAPS = """(aside) => {
  const box = aside.getBoundingClientRect();
  const meets = (other) => other.left < box.right - 1 && other.right > box.left + 1
    && other.top < box.bottom - 1 && other.bottom > box.top + 1;
  return [...document.querySelectorAll("#scene [data-key]")]
    .filter((node) => meets(node.getBoundingClientRect())).map((node) => node.dataset.key);
}"""
"""The things in the picture that the column of words covers."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """One for all of these tests: each has a table of its own."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.kill()


async def come(visitors, table, size="laptop", seat=None, **more):
    """The page of somebody who sits at a table, in a window of some size."""
    seat = table.seat if seat is None else seat
    how = {**table.profile(seat), **window(size), **more}
    visitor = await visitors.arrive(table.path, narrow=size in NARROW, **how)
    await expect(visitor.page.locator("#scene [data-key]").first).to_be_attached()
    return visitor


def window(size):
    width, height = SIZES[size]
    return {"viewport": {"width": width, "height": height}}


async def box(locator):
    return await locator.evaluate(BOX)


def may_call(table):
    """Can several figures be called?"""
    return sum(action.startswith("call") for action in table.actions(table.to_act)) > 4


@pytest.mark.parametrize(("size", "least"), [("laptop", 600), ("large", 800), ("tablet", 540), ("phone", 340)])
async def test_a_land_is_as_large_as_the_window_allows(visitors, house, size, least):
    table = await lay(house, f"land {size}", "netzwerk", moves, players=3)
    visitor = await come(visitors, table, size)
    left, top, right, bottom = await box(visitor.node("sea"))
    assert right - left >= least
    assert bottom - top >= least
    assert await visitor.no_sideways_scrolling()


async def test_in_a_wide_window_the_picture_has_the_height_and_only_the_column_scrolls(visitors, house):
    table = await lay(house, "column", "morpyam", may_call)
    visitor = await come(visitors, table)
    before = await box(visitor.page.locator("#scene"))
    assert before[3] - before[1] >= 0.92 * SIZES["laptop"][1]
    beside = visitor.page.locator(".beside")
    await expect(visitor.page.locator("#bar button").first).to_be_visible()
    bar, acts = await box(visitor.page.locator("#bar")), await box(visitor.page.locator("#acts"))
    await expect(visitor.page.locator("#missed")).to_be_visible()
    await beside.hover()
    await visitor.page.mouse.wheel(0, 900)
    await visitor.page.wait_for_function("beside => beside.scrollTop > 0", arg=await beside.element_handle())
    assert await box(visitor.page.locator("#scene")) == before
    assert await box(visitor.page.locator("#bar")) == bar
    assert await box(visitor.page.locator("#acts")) == pytest.approx(acts, abs=1)


@pytest.mark.parametrize("size", ["usual", "low"])
@pytest.mark.parametrize(("game", "players"), [("isis", 4), ("morfals", 2), ("morpyam", 4)])
async def test_words_lie_between_the_panels_and_the_board_takes_most_of_the_screen(
    visitors, house, size, game, players
):
    table = await lay(house, f"room {size} {game}", game, lambda table: table.number > 40, players=players)
    visitor = await come(visitors, table, size)
    width, height = SIZES[size]
    left, top, right, bottom = await box(visitor.node("board").locator("use").first)
    assert right - left > width / 2
    assert bottom - top > 0.9 * height
    aside = visitor.page.locator(".aside")
    assert await aside.evaluate(OVERLAPS) == []
    words, picture = await box(aside), await box(visitor.page.locator("#scene"))
    assert words[0] >= right
    assert picture[1] <= words[1] < words[3] <= picture[3]
    assert words[2] <= picture[2] + 1
    assert words[3] - words[1] > height / 3
    assert (await box(visitor.page.locator("#acts")))[3] <= words[3] + 1
    assert await visitor.no_sideways_scrolling()


@pytest.mark.parametrize(("game", "pressed"), [("isis", "#acts"), ("morpyam", "#bar")])
async def test_on_a_phone_held_wide_the_board_has_the_height_and_buttons_are_in_reach(visitors, house, game, pressed):
    table = await lay(house, f"held wide {game}", game, lambda table: table.number > 30, players=4)
    visitor = await come(visitors, table, "held wide")
    left, top, right, bottom = await box(visitor.node("board").locator("use").first)
    assert 0 <= left < right < 844
    assert bottom <= 390
    assert bottom - top > 320
    for what in ("#prompt", pressed):
        words = await box(visitor.page.locator(what))
        assert right < words[0] < words[2] <= 844
        assert words[3] <= 390
    assert await visitor.no_sideways_scrolling()


@pytest.mark.parametrize("size", ["phone", "low"])
async def test_when_it_is_over_the_board_is_still_in_sight_beside_the_result(visitors, house, size):
    table = await lay_over(house, f"over {size}", "morpyam", 4)
    visitor = await visitors.arrive(table.path, narrow=size == "phone", **window(size))
    width, height = SIZES[size]
    await expect(visitor.page.locator("#headline")).to_be_in_viewport(ratio=1)
    left, top, right, bottom = await box(visitor.node("board").locator("use").first)
    assert 0 <= left < right <= width
    assert 0 <= top < bottom <= height
    assert await visitor.page.locator("#headline").evaluate(OVERLAPS) == []


async def test_giving_up_stays_where_it_is_when_nothing_can_be_taken_back(visitors, house):
    table = await lay(house, "acts", "isis", lambda table: table.can_take_back(0) is not None)
    visitor = await come(visitors, table, "phone", seat=0)
    back, leave = visitor.page.locator("#back"), visitor.page.locator("#leave")
    await expect(back).to_be_visible()
    before = await box(leave)
    await back.evaluate("back => (back.hidden = true)")
    assert await box(leave) == before


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_on_a_phone_the_picture_comes_first_and_all_that_can_be_pressed_is_in_sight(visitors, house, language):
    table = await lay(house, f"calls {language}", "morpyam", may_call)
    visitor = await come(visitors, table, "phone", language=language)
    buttons = visitor.page.locator("#bar button")
    await expect(buttons.first).to_be_visible()
    picture, prompt = await box(visitor.page.locator("#scene")), await box(visitor.prompt)
    assert picture[3] <= prompt[1]
    for button in await buttons.all():
        left, top, right, bottom = await box(button)
        assert 0 <= left < right <= 360
        assert prompt[3] - 1 <= top < bottom <= 740
    assert await visitor.no_sideways_scrolling()


async def test_whoever_makes_the_window_narrower_sees_the_land_upright(visitors, house):
    table = await lay(house, "reshaped", "morisi", moves, players=2)
    visitor = await come(visitors, table)
    scene = visitor.page.locator("#scene")
    wide = [int(side) for side in (await scene.get_attribute("viewBox")).split()[2:]]
    await visitor.page.set_viewport_size({"width": 800, "height": 900})
    await expect(scene).not_to_have_attribute("viewBox", f"0 0 {wide[0]} {wide[1]}")
    width, height = [int(side) for side in (await scene.get_attribute("viewBox")).split()[2:]]
    assert wide[0] > wide[1]
    assert width < height
    await expect(visitor.offered.first).to_be_attached()


async def test_who_comes_back_reads_what_happened_since(visitors, house):
    table = await lay(house, "since", "netzwerk", lambda table: moves(table) and table.number > 60, players=4)
    visitor = await come(visitors, table)
    lines = visitor.page.locator("#missed-lines li")
    await expect(lines.first).to_be_visible()
    told = await visitor.page.locator("#log li").last.text_content()
    await expect(lines.last).to_have_text(told)
    await expect(visitor.page.locator("#scene .fresh").first).to_be_attached()
    await visitor.page.locator("#missed-read").click()
    await expect(visitor.page.locator("#missed")).to_be_hidden()
    await visitor.page.reload()
    await expect(visitor.offered.first).to_be_attached()
    await expect(visitor.page.locator("#missed")).to_be_hidden()
    await expect(visitor.page.locator("#scene .fresh").first).to_be_attached()
