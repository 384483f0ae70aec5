"""`tablee play --reload`: reload changed games, and the open pages with them.

The server interprets the rules, so that nothing must be compiled; bots run compiled code in worker processes, which are
replaced when a rule has changed. Every page polls for changes. A change is taken over as a whole, or not at all.
"""

import asyncio
import importlib
import json
import linecache
import os
import sys
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from tablee.engine import contract
from tablee.engine.faults import strictly, told
from tablee.games import working_games
from tablee.games.definition import GameDefinition, open_definition
from tablee.games.language import ENGLISH
from tablee.kit.check_calls import first_fault
from tablee.server.realtime.settings import Settings
from tablee.server.web.app import App
from tablee.server.web.async_cache import forget_everything

LOOK_EVERY = 0.25  # seconds between two looks at the files
ANSWER_AFTER = 1.0  # seconds until a poll without changes is answered; shutting down waits for it
INTERPRETED = "NUMBA_DISABLE_JIT"
WORKER = f"import os; os.environ.pop({INTERPRETED!r}, None); from tablee.bots.worker import main; main()"
"""The command of a bot worker, which inherits our environment but must compile."""
TRYING = 0.25  # seconds of a processor for playing what was changed, once for rules and once for words and picture
BOTS_AFTER = 2.0  # seconds after a change until workers are replaced: pages need the processor first
BOT_PATIENCE = 120.0  # seconds for a bot's answer, with compilation of new rules
SCRIPT = Path(__file__).parent / "reload.js"
NOT_TAKEN_OVER = "This change is not taken over, the game goes on as it was."


def begin_interpreted() -> None:
    """Restart with the same arguments, without compilation; does not return."""
    variables = {**os.environ, INTERPRETED: "1", "PYTHONDONTWRITEBYTECODE": "1"}
    # Bytecode would be taken as current for sources that change twice in a second.
    os.execve(sys.executable, [sys.executable, "-m", "tablee.cli", *sys.argv[1:]], variables)


def settings_for_makers(settings: Settings) -> Settings:
    """The settings with compiled bots."""
    return msgspec.structs.replace(settings, bot_command=(sys.executable, "-c", WORKER), bot_patience=BOT_PATIENCE)


class Reloading:
    """An ASGI middleware that watches the games and tells pages what has changed."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._count = 0
        self._fault = ""
        self._news = asyncio.Event()

    @property
    def version(self) -> str:
        """Changes with every change of a game, and with every process."""
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
        """Reload the games of some files, blocking the event loop."""
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
    """A request without `Accept-Encoding`: pages must not be compressed, because a tag is inserted."""
    return {**scope, "headers": [header for header in scope["headers"] if header[0] != b"accept-encoding"]}


class _Inserting:
    """Inserts a tag into HTML pages, and passes everything else on."""

    def __init__(self, send: Any, tag: Callable[[], bytes]) -> None:
        self._send = send
        self._tag = tag
        self._start: Any = None
        self._body = b""

    async def send(self, message: Any) -> None:
        """Pass on a message of the app."""
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


CACHING = ("tablee.games", "tablee.server")  # modules with caches that depend on games

Stamps = dict[Path, tuple[int, int]]  # the modification time and size of each file


def stamps(folders: Collection[Path]) -> Stamps:
    """The stamps of the files in some folders, without temporary files."""
    found: Stamps = {}
    for path in {path for folder in folders for path in folder.rglob("*")}:
        if "__pycache__" in path.parts or path.name.startswith(".") or path.name.endswith(("~", ".swp", ".tmp")):
            continue
        try:
            status = path.stat()
        except OSError:  # it was just deleted
            continue
        if path.is_file():
            found[path] = status.st_mtime_ns, status.st_size
    return found


def changes(before: Stamps, now: Stamps) -> list[Path]:
    """The files that were added, deleted or changed."""
    return sorted(path for path in {*before, *now} if before.get(path) != now.get(path))


def games_of(paths: Collection[Path]) -> list[GameDefinition]:
    """The games that use some files."""
    return [folder for folder in working_games() if any(_is_in(path, folder.folders) for path in paths)]


def _is_in(path: Path, folders: Collection[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def renew(folders: Sequence[GameDefinition], paths: Collection[Path]) -> str:
    """Reload some games; return what is wrong, in which case nothing has changed."""
    roots = [folder.path for folder in folders]
    roots += [own for folder in folders for own in folder.folders if any(_is_in(path, [own]) for path in paths)]
    old = _modules_in(roots)
    _take_out(old)
    linecache.checkcache()
    try:
        for folder in folders:
            contract.forget(folder.id)
            with strictly():
                if fault := _tried_out(open_definition(folder.id, str(folder.rules.__package__))):
                    raise contract.ContractError(fault)
    except Exception as error:  # any error in a half-written file
        _take_out(_modules_in(roots))
        _put_in(old)
        for folder in folders:
            contract.forget(folder.id)
            contract.register(folder.id, folder.rules)
        return told(error, roots)
    _clear_caches(any(path.suffix == ".po" for path in paths))
    return ""


def _modules_in(roots: Collection[Path]) -> dict[str, ModuleType]:
    """The modules with sources in some folders, by name."""
    found = {}
    for name, module in list(sys.modules.items()):
        source = getattr(module, "__file__", None)
        if source and _is_in(Path(source), roots):
            found[name] = module
    return found


def _take_out(modules: dict[str, ModuleType]) -> None:
    for name in modules:
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


def _put_in(modules: dict[str, ModuleType]) -> None:
    sys.modules.update(modules)
    for name, module in modules.items():
        package, _, own = name.rpartition(".")
        if package in sys.modules:
            setattr(sys.modules[package], own, module)


def _tried_out(folder: GameDefinition) -> str:
    """Make a first picture and some words, and play a little; returns what is wrong, so that it shows before a game."""
    players = folder.players[0]
    state = folder.new(players, {}, 0)
    names = [f"{seat}" for seat in range(players)]
    folder.words.about(ENGLISH)
    for shape in folder.pictures.SHAPES:
        folder.paint(folder.sight(state, 0), 0, folder.actions(state), names, ENGLISH, shape=shape)
    if folder.actions(state):
        folder.words.prompt(folder.sight(state, 0), 0, names, ENGLISH)
    folder.read(folder.words.write(state))
    return first_fault(folder, TRYING)


def _clear_caches(catalogues: bool) -> None:
    """Clear the caches of games, rulebooks, lessons and pictures."""
    rooms = (*CACHING, "tablee.games.language") if catalogues else CACHING
    for name, module in list(sys.modules.items()):
        if name.startswith(rooms):
            for value in list(vars(module).values()):
                if callable(getattr(value, "cache_clear", None)):
                    value.cache_clear()
    forget_everything()
