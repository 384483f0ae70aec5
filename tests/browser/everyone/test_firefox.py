"""The page in another browser than Chromium: some turns in a stock Firefox, by mouse, keyboard and text."""

import os
from pathlib import Path

import pytest

from tests.browser.firefox import open_firefox
from tests.install_programs import installed_firefox
from tests.server.house import Guest, House

FIREFOX = installed_firefox()
ENTER = "\ue007"
PHOTOGRAPHS = os.environ.get("TABLEE_PHOTOGRAPHS")
"""A folder for pictures of what was seen, for who wants to look."""
IS_LOADED = """Promise.all(["connection/kept_moves.js", "history/next_table.js"].map((one) =>
  import(new URL(`../${one}`, document.querySelector("script[src$='table/table.js']").src)))).then(() => true)"""
"""Waits for what a table by days fetches once it is there."""


@pytest.mark.long
@pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox on this machine")
async def test_some_turns_are_played_in_firefox(house: House, tmp_path: Path) -> None:
    assert FIREFOX is not None
    async with open_firefox(FIREFOX, tmp_path) as firefox:
        await firefox.go(f"http://localhost:{house.port}/games/isis/bots")
        await firefox.click("form.open-form button")
        offered = "#scene .offered[data-key^=square]"
        await firefox.wait_for(offered)
        await firefox.click(offered)
        await firefox.wait_for("#log li:nth-child(2)")
        await firefox.wait_for("#scene .offered[tabindex='0']")
        await firefox.evaluate("document.querySelector('#scene .offered[tabindex=\"0\"]').focus()")
        told = await firefox.evaluate("document.querySelectorAll('#log li').length")
        await firefox.press(ENTER)
        await firefox.wait_for(f"#log li:nth-child({told + 1})")
        await firefox.wait_for("#scene .offered")
        await firefox.evaluate("document.querySelector('#to-text').click()")
        await firefox.wait_for("#typed-actions option")
        if PHOTOGRAPHS:
            await firefox.photograph(Path(PHOTOGRAPHS) / "firefox.png")
        await firefox.evaluate("{ const typed = document.querySelector('#typed'); typed.value = 'nonsense'; }")
        await firefox.press(ENTER)
        await firefox.wait_for("#typed-answer:not(:empty)")
        assert firefox.complaints == []


@pytest.mark.long
@pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox on this machine")
async def test_a_line_is_tried_and_the_offline_page_is_looked_at_in_firefox(house: House, tmp_path: Path) -> None:
    assert FIREFOX is not None
    host = Guest(house)
    table = host.open(name="Zoé", pace="days-2")
    async with open_firefox(FIREFOX, tmp_path) as firefox, host.at(table) as seat:
        await firefox.go(f"http://localhost:{house.port}/tables/{table}")
        while len((await seat.hear("table"))["sitters"]) < 2:
            pass
        await seat.say(do="start")
        await firefox.wait_for("#plan[href]")
        assert await firefox.evaluate(IS_LOADED)  # Firefox complains of imports that are broken off
        await firefox.go(f"http://localhost:{house.port}/tables/{table}/plan")
        for tried in (1, 2):
            await firefox.wait_for("#scene .offered[tabindex='0']")
            await firefox.evaluate("document.querySelector('#scene .offered[tabindex=\"0\"]').focus()")
            await firefox.press(ENTER)
            await firefox.wait_for(f"#tried li:nth-child({tried})")
        await firefox.go(f"http://localhost:{house.port}/offline/en")
        await firefox.wait_for("#looked-at:not([hidden])")
        assert firefox.complaints == []
