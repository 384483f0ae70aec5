"""No text at a table lies on another or is cut, whatever the window: boxes are those of the browser.

What a column scrolls out of sight does not count.
"""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from playwright.async_api import Page, TimeoutError, WebSocket, expect

from tablee.games import find_game, game_ids
from tests.browser.laid import Laid, lay
from tests.browser.visitor import Visitors, profile_of
from tests.server.house import PATIENCE, Guest, House, play_together

LONG = ("Maximilienne-Alexandrine", "Jean-Baptiste Poquelin", "Wilhelmine Obermüller", "Théodora Champollion")
SIZES = ((1920, 1080), (820, 1180), (844, 390), (390, 844), (1440, 900), (360, 740), (1280, 720))
CLOCKED = ((1440, 900), (844, 390), (1280, 720))
"""Windows so wide that clocks stand on the panels."""
SETTLED = 10_000
"""Milliseconds for which the last texts may take to come."""
IS_LAID_OUT = """async () => {
  if (!document.querySelector("#connection").hidden) return false;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return true;
}"""
FAULTS = """wide => {
  const faults = [], box = (element) => element.getBoundingClientRect();
  const say = (element) =>
    `${element.closest("[data-key]")?.dataset.key ?? element.id ?? ""} “${element.textContent.trim()}”`;
  const shrunk = ({ left, top, right, bottom }) => {
    const up = (bottom - top) * .22;  // letters are lower than their line
    return { left: left + 1, right: right - 1, top: top + up, bottom: bottom - up };
  };
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box(element).width > 0;

  // In the picture: texts, and the things that stand before a number.
  const scene = document.querySelector("#scene"), frame = box(scene);
  const keyOf = (one) => one.closest("[data-key]")?.dataset.key ?? "";
  const texts = [...scene.querySelectorAll("[data-key] text, .plates text")]
    .filter((one) => one.textContent && seen(one));
  const counted = texts.map((one) => one.parentElement.querySelector(":scope > use"))
    .filter((use) => use && box(use).width < 60 && /^(counter|sticks|houses|held)/.test(keyOf(use)));
  const faces = [...scene.querySelectorAll(".plate-face")];
  // Pieces in hand may stand close together; what the page adds to a panel must not lie on them.
  const hands = scene.querySelector(".plates text") ? [...scene.querySelectorAll("[data-key^='hand '] use")] : [];
  const things = [...texts, ...counted, ...faces, ...hands].map((one) => [one, shrunk(box(one))]);
  for (const [at, [one, its]] of things.entries()) {
    for (const [other, others] of things.slice(at + 1)) {
      const apart = keyOf(one) !== keyOf(other) && !(hands.includes(one) && hands.includes(other));
      if (apart && meet(its, others)) faults.push(`${say(one)} on ${say(other)}`);
    }
    if (its.right > frame.right + 2 || its.left < frame.left - 2) faults.push(`${say(one)} beyond the picture`);
  }
  for (const plate of scene.querySelectorAll("[data-key^='panel ']")) {
    const name = scene.querySelector(`[data-key="name ${plate.dataset.key.split(" ")[1]}"]`);
    const panel = box(plate), its = box(name);
    if (its.right > panel.right || its.bottom > panel.bottom + 2) faults.push(`${say(name)} beyond its panel`);
    if (wide && name.textContent.includes("…")) faults.push(`${say(name)} is cut`);
  }

  // Beside it: what is said and what can be pressed.
  const parts = ["#prompt", "#bar", "#clocks", "#acts", ".tabs", ".tab-panel:not([hidden])"]
    .flatMap((one) => [...document.querySelectorAll(one)])
    .filter((one) => seen(one) && !one.classList.contains("unseen"));
  const board = [...scene.querySelectorAll("[data-key^='panel '], [data-key=board], [data-key=sea], [data-key=strip]")];
  for (const [at, part] of parts.entries()) {
    for (const other of [...parts.slice(at + 1), ...board]) {
      const [one, two] = [part, other].map((element) => {
        const { left, top, right, bottom } = box(element);
        const column = element.closest(".beside");
        const end = column && getComputedStyle(column).display !== "contents" ? box(column).bottom : bottom;
        return { left: left + 2, top: top + 2, right: right - 2, bottom: Math.min(bottom, end) - 2 };
      });
      const what = (element) => element.id || element.dataset.key || element.className;
      if (meet(one, two)) faults.push(`${what(part)} on ${what(other)}`);
    }
  }
  for (const one of document.querySelectorAll("#prompt, #acts .button, #bar .button, [role=tab], .clocks span")) {
    if (!seen(one) || one.closest(".unseen")) continue;
    if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth) faults.push(`${say(one)} is cut`);
    if (box(one).right > innerWidth + 1) faults.push(`${say(one)} beyond the window`);
  }
  const more = document.querySelector("#more-open");
  for (const tab of document.querySelectorAll("[role=tab]")) {
    if (seen(tab) && more && box(tab).right > box(more).left + 1) faults.push(`${say(tab)} below “…”`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return faults;
}"""
"""What overlaps or is cut."""


FAULTS_WITH_POINTS = f"""([wide, points]) => {{
  const texts = [...document.querySelectorAll("#scene [data-key^='points '] text")];
  const faults = ({FAULTS})(wide), shown = texts.map((one) => one.textContent);
  for (const one of texts) one.textContent = one.textContent.replace(/^.?\\d+/, points);
  faults.push(...({FAULTS})(wide));
  for (const [seat, one] of texts.entries()) one.textContent = shown[seat];
  return [...new Set(faults)];
}}"""
"""Also with other points: asked at once, so that no picture that comes meanwhile is taken for another."""
MOST_POINTS = {"netzwerk": "188", "morisi": "188"}
"""As wide as points ever are, of two digits elsewhere: a name must not lie on them because somebody plays well."""


async def faults_at(page: Page, width: int, height: int, points: str = "88") -> list[str]:
    await resize(page, width, height)
    await page.wait_for_function(IS_LAID_OUT)
    asked = (FAULTS_WITH_POINTS, [width >= 1280, points])
    with suppress(TimeoutError):  # texts may follow their picture; what is still wrong then is a fault
        await page.wait_for_function(f"asked => !({asked[0]})(asked).length", arg=asked[1], timeout=SETTLED)
        return []
    return [f"{width} × {height}: {fault}" for fault in await page.evaluate(*asked)]


async def resize(page: Page, width: int, height: int) -> None:
    """Resize the window, and wait until a picture of the shape that is wished for there has been seen."""
    before, shape = page.viewport_size, shape_of(width, height)
    if before is None or shape_of(before["width"], before["height"]) == shape:
        await page.set_viewport_size({"width": width, "height": height})
        return
    seen = asyncio.Event()

    def look(socket: WebSocket) -> None:
        if f"shape={shape}" in socket.url:
            socket.on("framesent", lambda said: json.loads(said)["do"] == "seen" and seen.set())

    page.on("websocket", look)
    await page.set_viewport_size({"width": width, "height": height})
    await asyncio.wait_for(seen.wait(), PATIENCE)
    page.remove_listener("websocket", look)


def shape_of(width: int, height: int) -> str:
    """The picture that a page asks for, as in `board/layout.js`."""
    if width >= 600 and height <= 520:
        return "low"
    return "wide" if width >= 1120 and width >= height * 4 / 3 else "upright"


def is_under_way(table: Any) -> bool:
    return bool(table.number > 40)


async def faults_of(
    visitors: Visitors, laid: Laid, language: str, sizes: tuple[tuple[int, int], ...] = SIZES
) -> list[str]:
    """All faults of one page, which is resized and never loaded again."""
    visitor = await visitors.arrive(laid.path, language=language, **laid.profile(laid.seat))
    await visitor.page.locator("#scene [data-key]").first.wait_for(state="attached")
    points = MOST_POINTS.get(laid.table.opening.game, "88")
    faults = [fault for size in sizes for fault in await faults_at(visitor.page, *size, points)]
    await visitor.page.context.close()
    return [f"{language} {fault}" for fault in faults]


async def laid_with_long_names(house: House, name: str, game: str, players: int) -> Laid:
    return await lay(house, f"{name} {game} {players}", game, is_under_way, players=players, names=LONG)


async def test_nothing_overlaps_or_is_cut_where_there_is_most_to_show(visitors: Visitors, house: House) -> None:
    laid = await laid_with_long_names(house, "most", "morisi", 4)
    assert await faults_of(visitors, laid, "fr", ((844, 390), (360, 740), (1280, 720))) == []


@pytest.mark.parametrize("game", ["isis", "morpyam", "netzwerk", "morisi"])
async def test_a_clock_on_a_panel_lies_on_nothing(visitors: Visitors, house: House, game: str) -> None:
    """With the longest time and the widest points, where a panel has most beside the name."""
    async with play_together(Guest(house), Guest(house), game=game, pace="slow") as (first, _):
        visitor = await visitors.arrive(f"/tables/{first.table}", **profile_of(first.guest))
        await visitor.page.locator(".plate-clock.runs").wait_for(state="attached")
        points = MOST_POINTS.get(game, "88")
        assert [fault for size in CLOCKED for fault in await faults_at(visitor.page, *size, points)] == []


async def test_help_is_in_sight_and_whole_beside_a_bot(visitors: Visitors) -> None:
    """In French its words are longer."""
    page = (await visitors.play("isis", language="fr")).page
    assert [fault for size in ((844, 390), (820, 1180)) for fault in await faults_at(page, *size)] == []
    await expect(page.locator("#hint")).to_be_in_viewport(ratio=1)
    await expect(page.locator("#leave")).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.parametrize("game", game_ids())
async def test_nothing_overlaps_or_is_cut_in_any_window(visitors: Visitors, house: House, game: str) -> None:
    faults = []
    for players in find_game(game).players:
        laid = await laid_with_long_names(house, "any window", game, players)
        for language in ("en", "fr"):
            faults += [f"{players} players, {fault}" for fault in await faults_of(visitors, laid, language)]
    assert faults == []
