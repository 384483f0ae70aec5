"""The end of a game in a real browser: it is counted, celebrated, explained, and leads on."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tablee.server.table.table import Table
from tests.browser.laid import OF_EACH_KIND, Laid, lay, lay_near_the_end
from tests.browser.visitor import MOVING, Visitor, Visitors
from tests.server.house import House

BACKS, POURED, CONFETTI = "#scene .tile-back:not([data-key=drawn])", "#scene .pour", ".confetti i"
KEYS = "[...document.querySelectorAll('#scene [data-key]:not([data-key=taken])')].map((node) => node.dataset.key)"
"""What lies on the board; what was taken last is told to those who saw it."""


async def play(house: House, laid: Laid, action: str) -> None:
    """Whose turn it is acts, without a browser."""
    async with laid.guest(house, laid.seat).at(laid.table.id) as seat:
        await seat.hear("events", number=laid.table.number)
        await seat.say(do="act", step=seat.step, action=action)
        while seat.number == laid.table.number:
            await seat.hear("events")


async def see_the_end(house: House, visitors: Visitors, name: str, game: str, **profile: Any) -> tuple[Laid, Visitor]:
    """Somebody looks on while the last action of a game is played."""
    laid, (action,) = await lay_near_the_end(house, name, game, 1)
    visitor = await visitors.arrive(laid.path, **laid.profile(0), **{**MOVING, **profile})
    await visitor.note("#stage.counting", BACKS, POURED, CONFETTI)
    await expect(visitor.node("panel 0")).to_be_attached()
    await play(house, laid, action)
    return laid, visitor


@pytest.mark.parametrize("game", OF_EACH_KIND)
async def test_the_end_is_counted_and_whoever_likes_goes_straight_to_the_result(
    house: House, visitors: Visitors, game: str
) -> None:
    laid, visitor = await see_the_end(house, visitors, "counted", game)
    page = visitor.page
    await visitor.has_seen("#stage.counting")
    await expect(page.locator("#announcer")).to_contain_text("points in total")
    await expect(page.locator("#result")).to_be_hidden()
    await page.locator("#skip").click()
    await expect(page.locator("#result")).to_be_visible()
    await expect(page.locator("#stage.counting")).not_to_be_attached()
    await expect(page.locator("#headline")).to_have_text(re.compile("^(You win|You share the win|(Zoé|Max.+) wins)!$"))
    await expect(page.locator("#scores tr").first).to_have_class(re.compile("winner"))
    await visitor.has_seen(CONFETTI)
    shown = await page.evaluate(KEYS)
    again = await visitors.arrive(laid.path, **laid.profile(0))
    await expect(again.page.locator("#result")).to_be_visible()
    assert sorted(shown) == sorted(await again.page.evaluate(KEYS))


async def test_the_whole_finale_is_seen_by_who_waits_and_then_the_result_comes_by_itself(
    house: House, visitors: Visitors
) -> None:
    _, visitor = await see_the_end(house, visitors, "whole", "isis")
    page = visitor.page
    await visitor.has_seen("#stage.counting")
    await visitor.has_read("Let’s count")
    await visitor.has_seen(BACKS)
    await visitor.has_seen(POURED)
    await expect(page.locator("#result")).to_be_visible()
    await expect(page.locator(BACKS)).to_have_count(0)


async def test_with_reduced_motion_the_end_is_short_and_nothing_rains(house: House, visitors: Visitors) -> None:
    _, visitor = await see_the_end(house, visitors, "calm", "morpyam", reduced_motion="reduce")
    await expect(visitor.page.locator("#result")).to_be_visible()
    assert await visitor.page.locator(".confetti").count() == 0


@pytest.mark.parametrize("narrow", [False, True])
async def test_a_cell_of_the_points_lights_up_what_it_counts(house: House, visitors: Visitors, narrow: bool) -> None:
    _, visitor = await see_the_end(house, visitors, f"cells {narrow}", "netzwerk", narrow=narrow)
    page = visitor.page
    await page.locator("#skip").click()
    cell = page.locator(".score-sheet button").first
    await expect(cell).to_be_visible()
    await (cell.tap() if narrow else cell.hover())
    lit = page.locator("#scene .counted")
    await expect(lit.first).to_be_attached()
    keys = await lit.evaluate_all("nodes => nodes.map(node => node.dataset.key)")
    assert any(key.startswith("hex") for key in keys)
    await page.locator("#headline").focus()
    await (page.locator("#headline").tap() if narrow else page.locator("#headline").hover())
    await expect(lit).to_have_count(0)


async def test_from_the_result_one_step_leads_to_replay_story_lesson_and_picture(
    house: House, visitors: Visitors
) -> None:
    _, visitor = await see_the_end(house, visitors, "ways on", "isis")
    page = visitor.page
    await page.locator("#skip").click()
    for words in ("Replay", "Analysis", "The lesson", "Picture", "Download this game"):
        link = page.locator("#result a[href]", has_text=re.compile(f"^{words}"))
        address = await link.get_attribute("href")
        assert address
        assert house.raw_request("GET", address.partition("#")[0])[0] == 200
    await page.locator("#result a", has_text="Replay").click()
    await expect(page.locator("#course path").first).to_be_attached()
    box = await page.locator("#course").bounding_box()
    assert box is not None
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await expect(page.locator("#step")).not_to_contain_text("Step 1 of")


async def test_where_somebody_stood_who_was_eaten_is_seen(house: House, visitors: Visitors) -> None:
    laid = await lay(house, "eaten", "morfals", meals)
    action, eaten = meals(laid.table)
    visitor = await visitors.arrive(laid.path, **laid.profile(1 - laid.seat))
    places = [await visitor.node(f"cannibal {square}").get_attribute("transform") for square in eaten]
    await play(house, laid, action)
    await expect(visitor.page.locator("#scene .trace")).to_have_count(len(eaten))
    traces = await visitor.page.locator("#scene .trace").evaluate_all(
        "traces => traces.map(trace => trace.getAttribute('transform'))"
    )
    assert sorted(traces) == sorted(map(str, places))


def meals(table: Table) -> tuple[str, list[str]] | None:
    """An action by which cannibals of the other seat are eaten though the game goes on, and where they stand."""
    seat = table.to_act
    assert seat is not None
    board = table.view(None)["board"]
    for action in table.actions(seat) if table.view(None)["phase"] == "place" else ():
        after = table.definition.view(table.definition.apply(table.state, action), None)
        eaten = [square for square in board if square not in after["board"]]
        if eaten and after["phase"] != "over":
            return action, eaten
    return None
