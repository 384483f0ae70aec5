"""Somebody with a real browser."""

import asyncio
import json
import re
from typing import Any

from playwright.async_api import Browser, Locator, Page, WebSocket, WebSocketRoute, expect

from tests.server.house import PATIENCE, Guest, House

WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 360, "height": 740}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
"""The profile of somebody for whom things fly and tumble. It takes a browser most of its time: others see no motion."""
NOTE = """(selectors) => {
  window.noted = new Set();
  const look = () => {
    selectors.filter((one) => document.querySelector(one)).forEach((one) => noted.add(one));
    noted.add(document.querySelector("#prompt")?.textContent ?? "");
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  look();
}"""


class Visitors:
    """Opens the house's pages, each in a browser profile of its own."""

    def __init__(self, browser: Browser, house: House) -> None:
        self._browser = browser
        self._house = house
        self.complaints: list[str] = []

    async def arrive(self, path: str = "/", *, narrow: bool = False, language: str = "en", **profile: Any) -> "Visitor":
        """A new person opens a page."""
        usual = {"viewport": NARROW if narrow else WIDE, "service_workers": "block", "reduced_motion": "reduce"}
        usual["base_url"] = f"http://localhost:{self._house.port}"
        context = await self._browser.new_context(
            has_touch=narrow, is_mobile=narrow, locale=language, **{**usual, **profile}
        )
        context.set_default_timeout(1000 * PATIENCE)
        page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._listen(message.type, message.text))
        visitor = Visitor(page)
        page.on("websocket", visitor.listen)
        await page.goto(path)
        return visitor

    async def play(self, game: str, *, language: str = "en", **profile: Any) -> "Visitor":
        """A new person comes to a table against a bot that they have opened already, and may act."""
        guest = Guest(self._house, language)
        table = guest.open(game=game, mode="bots")
        visitor = await self.arrive(f"/tables/{table}", language=language, **profile_of(guest), **profile)
        assert await visitor.may_act()
        return visitor

    async def depart(self) -> None:
        """Close all pages."""
        for context in self._browser.contexts:
            await context.close()

    def _listen(self, kind: str, text: str) -> None:
        # While the server is down, browsers complain of every attempt to reach it: that is expected.
        unreachable = any(part in text for part in ("WebSocket connection", "net::ERR_CONNECTION_", "DISCONNECTED"))
        if kind == "error" and not unreachable:
            self.complaints.append(text)


def profile_of(guest: Guest) -> dict[str, Any]:
    """What the browser of somebody knows who has been here without one."""
    name, _, value = guest.cookie.partition("=")
    cookie = {"name": name, "value": value, "domain": "localhost", "path": "/"}
    return {"storage_state": {"cookies": [cookie], "origins": []}}


class Visitor:
    """One person at one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str | bytes] = []
        """What its sockets have brought."""
        self.sent: list[dict[str, Any]] = []
        """What it has said by them."""

    def listen(self, socket: WebSocket) -> None:
        """Keep what is said on a socket of the page, and what it hears there."""
        socket.on("framereceived", lambda text: self.heard.append(text))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    async def note(self, *selectors: str) -> None:
        """Note from now on, and on the next pages, which of these things are ever there, however briefly."""
        await self.page.add_init_script(f"({NOTE})({json.dumps(selectors)})")
        await self.page.evaluate(NOTE, selectors)

    async def has_seen(self, selector: str) -> None:
        """Wait until something that is noted is there, unless it has been already."""
        await self.page.wait_for_function("(selector) => noted.has(selector)", arg=selector)

    async def has_read(self, words: str) -> None:
        """Wait until these words are in the sentence that says what to do, unless they have been, since it is noted."""
        await self.page.wait_for_function("(words) => [...noted].some((one) => one.includes(words))", arg=words)

    def node(self, key: str) -> Locator:
        """A node of the scene."""
        return self.page.locator(f'#scene [data-key="{key}"]')

    @property
    def offered(self) -> Locator:
        """What can be pointed at."""
        return self.page.locator("#scene .offered")

    @property
    def prompt(self) -> Locator:
        """The sentence that says what to do."""
        return self.page.locator("#prompt")

    async def open_table(self) -> None:
        """From the page where a game is chosen to the table itself."""
        await self.page.locator("form.open-form button").click()
        await self.page.wait_for_url(re.compile("/tables/."), wait_until="commit")

    async def first_offered(self, kind: re.Pattern[str]) -> str:
        """The key of the first node of a kind, or an empty text, once anything is offered."""
        await expect(self.offered.first).to_be_attached()
        keys = await self.offered.evaluate_all("nodes => nodes.map(node => node.dataset.key)")
        return next((key for key in sorted(keys) if kind.match(key)), "")

    async def people(self) -> Locator:
        """The list of who sits here, opened once the page is ready for it."""
        await expect(self.page.locator("#scene [data-key]").first).to_be_attached()
        await self.page.locator("#people-tab").click()
        return self.page.locator("#people")

    async def is_over(self) -> bool:
        """Is the result shown?"""
        return await self.page.locator("#result").is_visible()

    async def see_result(self) -> None:
        """Wait until the end has been counted, and its result is shown."""
        await expect(self.page.locator("#result")).to_be_visible()

    async def may_act(self) -> bool:
        """Wait until something is offered, or the game is over; returns which."""
        await expect(self.page.locator("#scene .offered, #result:not([hidden])").first).to_be_attached()
        return not await self.is_over()

    async def point(self, key: str) -> None:
        """Click or tap on a node that is offered."""
        target = self.node(key).locator("xpath=self::*[contains(@class, 'offered')]")
        await expect(target).to_be_attached()
        mobile = await self.page.evaluate("navigator.maxTouchPoints > 0")
        await (target.tap() if mobile else target.click())

    async def no_sideways_scrolling(self) -> bool:
        """Does the page fit the width of the screen?"""
        return bool(await self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


class Wire:
    """The way between one page and the house. It can be cut, or fall silent without anybody being told."""

    def __init__(self) -> None:
        self.connections = 0
        self.pong = asyncio.Event()
        """Has the house answered a ping?"""
        self.refused: dict[str, str] = {}
        """Wishes that never reach the house, and the answer each gets instead."""
        self.cut_after = ""
        """Words after which the first connection is cut."""
        self.delay = 0.0
        """Seconds that every later connection takes to open."""
        self._page: WebSocketRoute | None = None

    @classmethod
    async def of(cls, page: Page) -> "Wire":
        """Lay it for the connections that a page is going to open."""
        wire = cls()
        await page.route_web_socket(re.compile("/live"), wire._connect)
        return wire

    async def _connect(self, page: WebSocketRoute) -> None:
        self.connections += 1
        if self.connections > 1:
            await asyncio.sleep(self.delay)
        self._page = page
        house = page.connect_to_server()
        page.on_message(lambda message: self._ask(page, house, str(message)))
        house.on_message(lambda message: self._answer(page, str(message)))

    def _ask(self, page: WebSocketRoute, house: WebSocketRoute, message: str) -> None:
        if self._page is not page:
            return
        refusals = [answer for wish, answer in self.refused.items() if wish in message]
        if refusals:
            page.send(refusals[0])
        else:
            house.send(message)

    async def _answer(self, page: WebSocketRoute, message: str) -> None:
        if self._page is not page:
            return
        page.send(message)
        if "pong" in message:
            self.pong.set()
        if self.cut_after and self.cut_after in message and self.connections == 1:
            await self.cut()

    def fall_silent(self) -> None:
        """Swallow whatever is said on the present connection."""
        self._page = None

    async def cut(self, code: int = 1011) -> None:
        """End the present connection."""
        assert self._page is not None
        page, self._page = self._page, None
        await page.close(code=code)
