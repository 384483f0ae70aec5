"""A stock Firefox, driven over WebDriver BiDi: the few commands that it takes to play in it."""

import asyncio
import base64
import contextlib
import json
import re
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds until something is given up that does not come."""
MIDDLE = """async selector => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: "center" });
  const middle = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${Math.round(x + width / 2)} ${Math.round(y + height / 2)}`;
  };
  let before = "";
  for (let now = middle(); now !== before; now = middle()) {
    before = now;
    await new Promise((done) => setTimeout(done, 200));
  }
  return before;
}"""
"""Where the middle of something is, once it lies still."""
LISTENING = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """One window of it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._window = ""
        self.complaints: list[str] = []

    async def begin(self) -> None:
        """Find the window that is open, and listen to its errors."""
        await self.ask("session.new", capabilities={})
        await self.ask("session.subscribe", events=["log.entryAdded"])
        tree = await self.ask("browsingContext.getTree")
        self._window = tree["contexts"][0]["context"]

    async def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The answer to a command; errors of the page that come meanwhile are kept."""
        number = next(self._numbers)
        await self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        async with asyncio.timeout(PATIENCE):
            while (message := json.loads(await self._socket.recv())).get("id") != number:
                entry = message.get("params", {})
                if entry.get("level") == "error":
                    self.complaints.append(entry["text"])
        assert message["type"] == "success", message
        result: dict[str, Any] = message["result"]
        return result

    async def go(self, address: str) -> None:
        await self.ask("browsingContext.navigate", context=self._window, url=address, wait="complete")

    async def evaluate(self, expression: str) -> Any:
        """What an expression says that becomes a text, a number or a truth; waits for promises."""
        answer = await self.ask(
            "script.evaluate", expression=expression, target={"context": self._window}, awaitPromise=True
        )
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    async def wait_for(self, selector: str) -> None:
        """Wait until the page, or the one that follows it, has something."""
        async with asyncio.timeout(PATIENCE):
            while not await self.evaluate(f"document.querySelector({selector!r}) !== null"):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def click(self, selector: str) -> None:
        """Click with the mouse on the middle of something."""
        x, y = map(int, (await self.evaluate(f"({MIDDLE})({selector!r})")).split())
        moves = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        actions = [{"type": "pointer", "id": "mouse", "actions": [*moves, {"type": "pointerUp", "button": 0}]}]
        await self.ask("input.performActions", context=self._window, actions=actions)

    async def press(self, key: str) -> None:
        """Press one key."""
        keys = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        actions = [{"type": "key", "id": "keyboard", "actions": keys}]
        await self.ask("input.performActions", context=self._window, actions=actions)

    async def photograph(self, path: Path) -> None:
        """Keep what the window shows."""
        answer = await self.ask("browsingContext.captureScreenshot", context=self._window)
        await asyncio.to_thread(path.write_bytes, base64.b64decode(answer["data"]))


@contextlib.asynccontextmanager
async def open_firefox(program: str, folder: Path) -> AsyncIterator[Firefox]:
    """Start Firefox with a profile of its own, and end it afterwards."""
    command = (program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(folder))
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with connect(f"{await _address(process)}/session", max_size=None) as socket:
            firefox = Firefox(socket)
            await firefox.begin()
            yield firefox
    finally:
        process.terminate()
        await process.communicate()


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        async for line in process.stderr:
            if found := LISTENING.search(line):
                return found.group(1).decode()
    raise AssertionError("Firefox does not listen")
