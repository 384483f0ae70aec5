"""The page in another browser than Chromium: some turns in a stock Firefox, by mouse, keyboard and text."""

import os
from pathlib import Path

import pytest

from tests.browser.firefox import open_firefox
from tests.install_browser import installed_firefox
from tests.server.house import House

FIREFOX = installed_firefox()
ENTER = "\ue007"
PHOTOGRAPHS = os.environ.get("TABLEE_PHOTOGRAPHS")
"""A folder for pictures of what was seen, for who wants to look."""


@pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox on this machine")
@pytest.mark.parametrize(("game", "first"), [("isis", "[data-key^=square]"), ("netzwerk", "[data-key^=hex]")])
async def test_some_turns_are_played_in_firefox(house: House, tmp_path: Path, game: str, first: str) -> None:
    assert FIREFOX is not None
    async with open_firefox(FIREFOX, tmp_path) as firefox:
        await firefox.go(f"http://localhost:{house.port}/games/{game}/bots")
        await firefox.click("form.open-form button")
        offered = f"#scene .offered{first}"
        await firefox.wait_for(offered)
        await firefox.click(offered)
        await firefox.wait_for("#log li:nth-child(2)")
        await firefox.wait_for("#scene .offered[tabindex='0']")
        await firefox.evaluate("document.querySelector('#scene .offered[tabindex=\"0\"]').focus()")
        await firefox.press(ENTER)
        await firefox.wait_for("#scene:not(:has(.offered))")
        await firefox.wait_for("#scene .offered")
        await firefox.evaluate("document.querySelector('#to-text').click()")
        await firefox.wait_for("#typed-actions option")
        if PHOTOGRAPHS:
            await firefox.photograph(Path(PHOTOGRAPHS) / f"firefox-{game}.png")
        await firefox.evaluate("{ const typed = document.querySelector('#typed'); typed.value = 'nonsense'; }")
        await firefox.press(ENTER)
        await firefox.wait_for("#typed-answer:not(:empty)")
        assert firefox.complaints == []
