"""A real server in a process of its own, and guests with real sockets."""

import asyncio
import contextlib
import http.client
import json
import os
import secrets
import subprocess
import sys
import time
import urllib.parse
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import milliseconds_now
from tests.server.nursery import Nursed, nursed_bots, nursery_for

PATIENCE = 60.0
"""Seconds after which a test fails that waits for something which does not come."""


COUNTED = (
    "request", "arrival", "message", "look", "hint", "opening", "change", "guess", "replay", "chat", "report",
    "bot_account", "email",
)  # fmt: skip
LIFTED = {f"{what}_{how}": 1e6 for what in COUNTED for how in ("rate", "burst")}
"""All guests of a test come from one address, and some do in a second what people do in an evening."""


NAMES = ("tablee.example", "house.example")
"""Names that a house of the tests answers to."""


class House:
    """A server on a free port of this machine."""

    program = ("-m", "tests.server.house")
    """What the interpreter is told to run."""
    host = "localhost"
    """Where guests find it."""
    errors: Any = None
    """A file for what the server complains of, if a test wants to read it."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None, **settings: Any) -> None:
        self._environment = {**os.environ, **(environment or {})}
        self.database = folder / "tables.db"
        # Most tests need no bot, and none a database that is given up on because the machine is busy.
        usual = {
            "database_url": f"sqlite:///{self.database}", "bots_at_once": False, "allow_host": NAMES,
            "database_patience": PATIENCE,
        }  # fmt: skip
        self._nursery = nursery_for(self._environment) if self.program == House.program else None
        if self._nursery is not None:
            usual["bot_command"] = nursed_bots()
        self._settings = Settings(**{**usual, **LIFTED, **settings})
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the process, on the same port if there was one before."""
        self.process = self._start([msgspec.json.encode(self._settings).decode(), str(self.port)])
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        assert "http://localhost:" in line, line
        self.port = int(line.rpartition(":")[2])

    def _start(self, arguments: list[str]) -> "Nursed | subprocess.Popen[bytes]":
        if self._nursery is not None:
            return self._nursery.start(arguments, self._environment, self.errors)
        command = [sys.executable, *self.program, *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, env=self._environment)

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        """End the process as Ctrl+C would."""
        self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def request(
        self,
        method: str,
        path: str,
        form: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        source: str | None = None,
    ) -> tuple[int, dict[str, str], str]:
        """One HTTP request; returns status, headers and body."""
        status, found, body = self.raw_request(method, path, form, headers, source)
        return status, found, body.decode()

    def post(self, path: str, body: str, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], str]:
        """Send a text that is no form; returns status, headers and body."""
        with contextlib.closing(http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)) as connection:
            connection.request("POST", path, body, headers or {})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read().decode()

    def raw_request(
        self,
        method: str,
        path: str,
        form: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        source: str | None = None,
        patience: float = PATIENCE,
    ) -> tuple[int, dict[str, str], bytes]:
        """One HTTP request, perhaps from another address of this machine; its body as it came over the wire."""
        where = (source, 0) if source else None
        opened = http.client.HTTPConnection(self.host, self.port, timeout=patience, source_address=where)
        with contextlib.closing(opened) as connection:
            connection.request(method, path, urllib.parse.urlencode(form) if form else None, headers or {})
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return response.status, found, response.read()


class Guest:
    """A person with a browser's cookie, but no browser."""

    def __init__(self, house: House, language: str = "en", source: str | None = None) -> None:
        """`source`: the address that they come from, if it is another one of this machine."""
        self.house = house
        self.language = language
        self.source = source
        _, headers, _ = house.request("GET", "/", headers={"accept-language": language}, source=source)
        self.cookie = headers["set-cookie"].partition(";")[0]

    @property
    def headers(self) -> dict[str, str]:
        """What every request of this person carries."""
        return {"cookie": self.cookie, "accept-language": self.language}

    def open(self, **form: Any) -> str:
        """Open a table; returns its id."""
        wishes = {"game": "isis", "mode": "friends", "players": 2, **form}
        status, headers, body = self.house.request("POST", "/tables", wishes, self.headers, self.source)
        assert status == 303, body
        return headers["location"].removeprefix("/tables/")

    @contextlib.asynccontextmanager
    async def at(self, table: str, feed: str = "events", after: int = 0, **extra: str) -> AsyncIterator["Seat"]:
        """Connect to a table."""
        address = f"ws://{self.house.host}:{self.house.port}/tables/{table}/live?as={feed}&after={after}"
        where = {"local_addr": (self.source, 0), "host": "127.0.0.1"} if self.source else {}
        async with connect(address, additional_headers={**self.headers, **extra}, **where) as socket:
            yield Seat(socket)


class Seat:
    """An open connection to a table, with what has come so far."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        self.number = self.step = 0

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def hear(self, say: str = "", **expected: Any) -> dict[str, Any]:
        """The next message of that kind and with those values; others before it are kept in `received`."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                self.received.append(message)
                if message["say"] in ("events", "frame"):
                    self.number, self.step = message["number"], message["step"]
                matches = all(message.get(name) == value for name, value in expected.items())
                if say in ("", message["say"]) and matches:
                    return message

    async def sit(self) -> None:
        """Sit down with a nonce."""
        await self.say(do="sit", nonce=secrets.token_hex(16))

    async def act(self, action: str) -> None:
        """Play an action on what is known of the table."""
        await self.say(do="act", step=self.step, action=action)

    async def act_somewhere(self) -> str:
        """Play the first legal action, wherever the bots have left room; returns it."""
        action: str = self.received[-1]["actions"][0]
        await self.act(action)
        return action

    async def hears_no(self, say: str, seconds: float) -> bool:
        """Does nothing of that kind come for a while? Who is here is told now and then, whatever happens."""
        try:
            async with asyncio.timeout(seconds):
                await self.hear(say)
        except TimeoutError:
            return True
        return False


@contextlib.asynccontextmanager
async def play_together(
    first: Guest, second: Guest, feed: str = "events", **form: Any
) -> AsyncIterator[tuple["Seat", "Seat"]]:
    """Two people at a table of the first, and the game has started: in the order of their turns."""
    table = first.open(name="Zoé", **form)
    async with first.at(table, feed) as one, second.at(table, feed) as two:
        await two.sit()
        while len((await one.hear("table"))["sitters"]) < 2:
            pass
        await one.say(do="start")
        news = [await seat.hear("events") for seat in (one, two)]
        one.guest, two.guest = first, second
        one.table = two.table = table
        yield (one, two) if news[0]["actions"] else (two, one)


class TimedHouse(House):
    """A server that takes it to be as late as a test says."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        folder.mkdir(exist_ok=True)
        self._ahead = folder / "ahead"
        self._ahead.write_text("0")
        super().__init__(folder, {AHEAD: str(self._ahead)}, **settings)

    def pass_time(self, milliseconds: int) -> None:
        """So much time passes in no time."""
        later = self._ahead.with_suffix(".new")
        later.write_text(str(int(self._ahead.read_text()) + milliseconds))
        later.replace(self._ahead)

    @property
    def now(self) -> int:
        """What time the server takes it to be, in milliseconds since 1970."""
        return milliseconds_now() + int(self._ahead.read_text())

    def pass_until(self, moment: int) -> None:
        """Time passes in no time until a moment: what follows from it is the same at whatever hour tests run."""
        assert moment >= self.now, "time does not go back"
        self.pass_time(moment - self.now)


AHEAD = "AHEAD"
"""The variable that names a file in which stands how many milliseconds a server's clock is ahead."""
SLOW_STORE = "SLOW_STORE"
"""The variable that says for how many seconds a server's store keeps to itself what it has stored."""

WRONG_BY = "WRONG_BY"
"""The variable that names a file in which stands by how many seconds a server's wall clock is wrong, if it exists."""
NETWORK = "NETWORK"
"""The variable that names the network namespace in which a server runs, if that is not the one of the tests."""


def main() -> None:
    """Run a server with the settings and the port on the command line."""
    from tablee.api.compile_all import compile_games
    from tablee.server.web.launch import run

    compile_games()
    if SLOW_STORE in os.environ:
        _slow_down(float(os.environ[SLOW_STORE]))
    if AHEAD in os.environ:
        _go_ahead(Path(os.environ[AHEAD]))
    if WRONG_BY in os.environ:
        _put_wrong(Path(os.environ[WRONG_BY]))
    host = "127.0.0.1"
    if NETWORK in os.environ:
        _enter(os.environ[NETWORK])
        host = "0.0.0.0"
    run(msgspec.json.decode(sys.argv[1], type=Settings), host, int(sys.argv[2]), open_page=False)


def _enter(network: str) -> None:
    """Go into a network namespace (`os.setns` came with Python 3.12)."""
    import ctypes

    with Path("/run/netns", network).open() as namespace:
        assert ctypes.CDLL(None).setns(namespace.fileno(), 0) == 0


def _slow_down(seconds: float) -> None:
    from tablee.server.storage.sqlite.sqlite_store import SqliteStore

    append = SqliteStore.append

    async def append_slowly(*told: Any, **how: Any) -> None:
        await append(*told, **how)
        await asyncio.sleep(seconds)

    SqliteStore.append = append_slowly  # type: ignore[method-assign]


def _go_ahead(by: Path) -> None:
    """Let the clock of tables be as far ahead as a file says, and nobody think that the house has slept.

    Tournaments are looked at more often, as time passes in no time.
    """
    from functools import partial

    from tablee.server.features.tournaments import service
    from tablee.server.realtime import clock_watch
    from tablee.server.realtime.tasks import milliseconds_now
    from tablee.server.web import app

    clock_watch.ASLEEP, service.BEAT = 10**15, 0.3
    app.Hub = partial(app.Hub, clock=lambda: milliseconds_now() + int(by.read_text()))  # type: ignore[misc, assignment]


def _put_wrong(clock: Path) -> None:
    """Let the wall clock of this process be wrong by what the file says, from when it says so."""
    time_ns = time.time_ns

    def wrong_ns() -> int:
        return time_ns() + (int(float(clock.read_text() or 0) * 1e9) if clock.exists() else 0)

    time.time_ns = wrong_ns
    time.time = lambda: wrong_ns() / 1e9


if __name__ == "__main__":
    main()
