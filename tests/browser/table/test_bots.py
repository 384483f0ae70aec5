"""What a bot turns up is seen by those who look, for long enough, and once."""

import re
import sys

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Wire
from tests.server.house import House

BOT = """
import json, sys

print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    known = request["knowledge"]
    free = [file + rank for file in "abcdef" for rank in "123456" if file + rank not in known["board"]]
    action = "draw" if known["drawn"] is None else "place " + free[0]
    print(json.dumps({"id": request["id"], "action": action}), flush=True)
"""
"""Draws a tile each turn, and never hesitates."""
REVEALS = """
window.reveals = [];
new MutationObserver(() => {
  const value = document.querySelector('#scene [data-key="drawn"] text')?.textContent;
  const last = reveals.at(-1);
  if (value && last?.to !== 0) reveals.push({ value, from: performance.now(), to: 0 });
  else if (!value && last?.to === 0) last.to = performance.now();
}).observe(document, { childList: true, subtree: true });
"""
"""Notes from when to when a tile lies turned up."""
LONG_ENOUGH = 2000


@pytest.fixture
def house(tmp_path):
    script = tmp_path / "bot.py"
    script.write_text(BOT)
    house = House(tmp_path, bot_command=[sys.executable, str(script)])
    yield house
    house.kill()


@pytest.fixture
async def visitor(visitors):
    """Somebody about to open a table, whose page notes what is turned up."""
    visitor = await visitors.arrive("/games/isis/bots")
    await visitor.page.add_init_script(REVEALS)
    return visitor


async def let_the_bot_draw(visitor):
    """If the bot begins, it draws by itself."""
    if "Puce goes first" not in await visitor.page.locator("#log li").first.text_content():
        await visitor.point("square f6")
    await visitor.page.wait_for_function("() => reveals.length > 0")


async def check_the_reveal(visitor):
    assert await visitor.may_act()
    await expect(visitor.node("tile a1")).to_be_attached()
    await expect(visitor.node("drawn")).to_have_count(0)
    [reveal] = await visitor.page.evaluate("reveals")
    assert reveal["to"] - reveal["from"] >= LONG_ENOUGH
    assert re.fullmatch("[+−][1-4]", reveal["value"])
    assert reveal["value"] not in await visitor.page.content()


async def test_a_tile_that_a_bot_turns_up_can_be_seen_in_peace_and_then_nowhere(visitor):
    await visitor.open_table()
    await let_the_bot_draw(visitor)
    await check_the_reveal(visitor)


@pytest.mark.parametrize("delay", [0.0, 4.0], ids=["soon", "late"])
async def test_a_tile_turned_up_is_shown_once_even_if_the_connection_is_lost_just_then(visitor, delay):
    wire = await Wire.of(visitor.page)
    wire.cut_after, wire.delay = "lays the tile", delay
    await visitor.open_table()
    await let_the_bot_draw(visitor)
    await check_the_reveal(visitor)
    assert wire.connections == 2
