"""Somebody who plays with the keyboard alone: Tab, arrows, Enter and Space, and letters where something is typed."""

import asyncio
import json
from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.visitor import Visitor

PATIENCE = 60_000
"""Milliseconds until a table is given up that does not come to its point."""
MOST_TABS = 40
MOST_ARROWS = 120
PLACES = """target => {
  const at = (element) => (element?.getAttribute("transform")?.match(/-?[\\d.]+/g) ?? []).slice(0, 2).map(Number);
  const here = document.activeElement, there = document.querySelector(`#scene [data-key="${CSS.escape(target)}"]`);
  return [here.dataset.key ?? "", at(here), at(there)];
}"""
"""Where the keyboard stands in the picture, and where something is: nowhere while the picture changes."""


async def scene_after(visitor: Visitor, number: int) -> dict[str, Any]:
    """What can be done in the picture after so many events, once the page says that it shows that.

    Until then it may show what was before, and what could be done then.
    """
    async with asyncio.timeout(PATIENCE / 1000):
        while not any(said["do"] == "seen" and said["number"] >= number for said in visitor.sent):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    frames = (json.loads(text) for text in reversed(visitor.heard))
    scene: dict[str, Any] = next(frame["scene"] for frame in frames if frame["say"] == "frame")
    return scene


async def tab_to(visitor: Visitor, target: Locator) -> None:
    """Press Tab until something has the focus."""
    await expect(target).to_be_visible()
    for _ in range(MOST_TABS):
        if await target.evaluate("element => element.contains(document.activeElement)"):
            return
        await visitor.page.keyboard.press("Tab")
    raise AssertionError("the keyboard never gets there")


async def walk_to(visitor: Visitor, key: str) -> None:
    """Press arrows until a node of the picture has the focus, like somebody who sees where it is."""
    await tab_to(visitor, visitor.page.locator("#scene"))
    tried: set[tuple[str, str]] = set()
    for _ in range(MOST_ARROWS):
        here, start, end = await visitor.page.evaluate(PLACES, key)
        if here == key:
            return
        if not (start and end):
            await expect(visitor.node(key)).to_be_attached(timeout=PATIENCE)
            await tab_to(visitor, visitor.page.locator("#scene"))
            continue
        arrow = next((way for way in _ways(start, end) if (here, way) not in tried), "ArrowLeft")
        tried.add((here, arrow))
        await visitor.page.keyboard.press(arrow)
    raise AssertionError(f"no way leads to {key}")


def _ways(start: list[float], end: list[float]) -> list[str]:
    """The arrows, the most promising first."""
    right, down = end[0] - start[0], end[1] - start[1]
    across = ["ArrowRight", "ArrowLeft"] if right > 0 else ["ArrowLeft", "ArrowRight"]
    along = ["ArrowDown", "ArrowUp"] if down > 0 else ["ArrowUp", "ArrowDown"]
    first, second = (across, along) if abs(right) > abs(down) else (along, across)
    return [first[0], second[0], second[1], first[1]]


async def play_by_keys(visitor: Visitor, actions: list[str], number: int) -> int:
    """Do what comes first among actions, with what the page offers together with it; returns how many that was.

    `number` is that of the latest event, on which these actions follow.
    """
    scene = await scene_after(visitor, number)
    await expect(visitor.page.locator("#scene .offered, #bar [aria-disabled=false]").first).to_be_attached(
        timeout=PATIENCE
    )
    wanted, count = actions[0], 1
    if scene["picks"] and wanted.startswith("keep"):
        await _pick(visitor, scene["picks"], wanted.partition(" ")[2])
        wanted, count = f"keep {{picks}}; {actions[1]}", 2
    for key, offered in scene["offers"].items():
        if wanted in offered:
            await walk_to(visitor, key)
            await visitor.page.keyboard.press("Enter")
            if len(offered) > 1:
                await tab_to(visitor, visitor.page.locator(f'#choice button[value="{wanted}"]'))
                await visitor.page.keyboard.press("Enter")
            return count
    await _press_button(visitor, scene["bar"], wanted)
    return count


async def _pick(visitor: Visitor, picks: dict[str, str], wanted: str) -> None:
    """Pick the nodes that bring these texts."""
    for digit in wanted.replace("-", ""):
        key = next(key for key, brings in picks.items() if brings == digit)
        picks = {other: brings for other, brings in picks.items() if other != key}
        await walk_to(visitor, key)
        await visitor.page.keyboard.press("Space")
        await expect(visitor.node(key)).to_have_attribute("aria-pressed", "true")


async def _press_button(visitor: Visitor, rows: list[dict[str, Any]], action: str) -> None:
    button = next(one for row in rows for one in row["buttons"] if one["action"] == action)
    await tab_to(visitor, visitor.page.locator("#bar").get_by_role("button", name=button["text"], exact=True))
    await visitor.page.keyboard.press("Enter")
