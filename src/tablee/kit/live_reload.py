"""`tablee play --reload`: what a maker changes in a game and saves is on the open page a moment later.

In the server's process rules are interpreted, so that nothing has to be compiled; bots think in compiled code as ever,
in processes that are replaced when a rule has changed. Every page asks whether there is something new.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from tablee.games import working_games
from tablee.kit.renewal import changes, games_of, renew, stamps
from tablee.live.settings import Settings
from tablee.site.app import App

LOOK_EVERY = 0.25
"""Seconds from one look at the files to the next."""
ANSWER_AFTER = 1.0
"""Seconds after which a page that asks for news is told that there is nothing: who closes the house waits for that."""
INTERPRETED = "NUMBA_DISABLE_JIT"
WORKER = f"import os; os.environ.pop({INTERPRETED!r}, None); from tablee.bots.worker import main; main()"
"""What runs a bot: it inherits our variables, and is to be compiled all the same."""
BOTS_AFTER = 2.0
"""Seconds after a change in which pages come first: to begin anew keeps the processor busy for a while."""
BOT_PATIENCE = 120.0
"""Seconds in which a bot may have to compile new rules before it answers."""
SCRIPT = Path(__file__).parent / "reload.js"
NOT_TAKEN_OVER = "This change is not taken over, the game goes on as it was."


def begin_interpreted() -> None:
    """Begin anew, with the same arguments, in an interpreter in which nothing is compiled; does not come back."""
    variables = {**os.environ, INTERPRETED: "1", "PYTHONDONTWRITEBYTECODE": "1"}
    # Sources that change twice in a second would be taken for their own bytecode.
    os.execve(sys.executable, [sys.executable, "-m", "tablee.cli", *sys.argv[1:]], variables)


def settings_for_makers(settings: Settings) -> Settings:
    """The same house with bots that are compiled, though the house is not."""
    return msgspec.structs.replace(settings, bot_command=(sys.executable, "-c", WORKER), bot_patience=BOT_PATIENCE)


class Reloading:
    """An ASGI application around the house that looks after the games in it, and tells pages what has changed."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._count = 0
        self._fault = ""
        self._news = asyncio.Event()

    @property
    def version(self) -> str:
        """Another one after every change, and in every other process."""
        return f"{os.getpid()}-{self._count}"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The ASGI entry."""
        if scope["type"] == "lifespan":
            watching = asyncio.create_task(self._watch())
            try:
                await self._app(scope, receive, send)
            finally:
                watching.cancel()
        elif scope["type"] == "http" and scope["path"].startswith("/reload/"):
            await self._answer(scope["path"], send)
        elif scope["type"] == "http":
            await self._app(_uncompressed(scope), receive, _Inserting(send, self._tag).send)
        else:
            await self._app(scope, receive, send)

    # ---- looking after the games --------------------------------------------------------------------------------

    async def _watch(self) -> None:
        folders = {path for folder in working_games() for path in folder.folders}
        print(f"Watching {', '.join(sorted(path.name for path in folders))}.", flush=True)
        seen = await asyncio.to_thread(stamps, folders)
        while True:
            await asyncio.sleep(LOOK_EVERY)
            now = await asyncio.to_thread(stamps, folders)
            changed, seen = changes(seen, now), now
            if changed:
                self._take_over(changed)

    def _take_over(self, paths: list[Path]) -> None:
        """Read the games of some files anew. Nothing else happens meanwhile in the event loop."""
        began, folders = time.monotonic(), games_of(paths)
        names = ", ".join(folder.id for folder in folders)
        self._fault = renew(folders, paths)
        files = ", ".join(sorted({path.name for path in paths}))
        if self._fault:
            self._fault = f"{self._fault}\n{NOT_TAKEN_OVER}"
            print(f"✗ {names}: {self._fault}", file=sys.stderr, flush=True)
        else:
            self._app.hub.put_away({folder.id for folder in folders})
            if any(path.suffix == ".py" for path in paths):
                asyncio.get_running_loop().call_later(BOTS_AFTER, self._app.bots.renew)
            print(f"✓ {names}: {files}, in {time.monotonic() - began:.2f} s", flush=True)
        self._count += 1
        self._news.set()
        self._news = asyncio.Event()

    # ---- telling pages ------------------------------------------------------------------------------------------

    async def _answer(self, path: str, send: Any) -> None:
        if path == "/reload/page.js":
            await _send_whole(send, SCRIPT.read_bytes(), "text/javascript")
            return
        if path.removeprefix("/reload/after/") == self.version:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), ANSWER_AFTER)
        body = json.dumps({"version": self.version, "fault": self._fault}).encode()
        await _send_whole(send, body, "application/json")

    def _tag(self) -> bytes:
        told = f'data-reload="{self.version}" data-fault="{escape(self._fault)}"'
        return f'<script type="module" src="/reload/page.js" {told}></script>'.encode()


def _uncompressed(scope: Any) -> Any:
    """A request that does not ask for anything packed: pages are to be written into."""
    return {**scope, "headers": [header for header in scope["headers"] if header[0] != b"accept-encoding"]}


class _Inserting:
    """Writes a tag into a page before it is sent; whatever is no page goes as it is."""

    def __init__(self, send: Any, tag: Callable[[], bytes]) -> None:
        self._send = send
        self._tag = tag
        self._start: Any = None
        self._body = b""

    async def send(self, message: Any) -> None:
        """Hand on what the house says."""
        if message["type"] == "http.response.start" and _is_page(message):
            self._start = message
        elif message["type"] == "http.response.body" and self._start is not None:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                await self._send_page()
        else:
            await self._send(message)

    async def _send_page(self) -> None:
        body = self._body.replace(b"</body>", self._tag() + b"\n</body>", 1)
        kept = [header for header in self._start["headers"] if header[0].lower() != b"content-length"]
        length = (b"content-length", str(len(body)).encode())
        await self._send({**self._start, "headers": [*kept, length]})
        await self._send({"type": "http.response.body", "body": body})


def _is_page(message: Any) -> bool:
    return any(name.lower() == b"content-type" and value.startswith(b"text/html") for name, value in message["headers"])


async def _send_whole(send: Any, body: bytes, kind: str) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
