"""Bounded attacks on a server of its own on this machine: what they cost the server and its other visitors.

`python benchmarks/abuse.py` attacks the server with its default settings. Needs Linux: it reads /proc and connects from
many addresses of 127.0.0.0/8.
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from wire import Socket

GOOD = "127.0.0.8"
PROXY = "127.0.0.9"
EVIL = [f"127.0.66.{number}" for number in range(1, 9)]
PATIENCE = 60.0
SERVE = """
import sys
from tablee.server.realtime.settings import Settings
from tablee.server.web.launch import run
from tablee.api.compile_all import compile_games
compile_games()
lifted = {}
if "endless_pings" in sys.argv:
    lifted = {"frame_rate": 1e9, "frame_burst": 1e9}
if "refused" in sys.argv:
    lifted = {"trust_proxy": ["127.0.0.9"], "most_connections": 900}
run(Settings(database_url="sqlite:///" + sys.argv[1], bots_at_once=False, **lifted), "127.0.0.1", 0, open_page=False)
"""


class ServerProcess:
    """A server as a host gets it, watched."""

    def __init__(self, folder: str, attack: str) -> None:
        command = [sys.executable, "-c", SERVE, f"{folder}/tables.db", attack]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().decode().rpartition(":")[2])

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()

    def work(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> "Memory":
        """What it holds now."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return Memory(pages, _unsent_pages())


class Memory(NamedTuple):
    """Pages of the process, and those that the system keeps of what is to be sent and read, by all on this machine."""

    process: int
    system: int

    def since(self, before: "Memory") -> str:
        """How much more it is."""
        more = [(now - then) * os.sysconf("SC_PAGE_SIZE") / 2**20 for now, then in zip(self, before, strict=True)]
        return f"{more[0]:6.1f} MB in the process, {more[1]:6.1f} MB in the system"

    def with_most(self, other: "Memory") -> "Memory":
        """The most that was held of each."""
        return Memory(max(self.process, other.process), max(self.system, other.system))


def _unsent_pages() -> int:
    line = next(one for one in Path("/proc/net/sockstat").read_text().splitlines() if one.startswith("TCP:"))
    return int(line.split()[-1])


class Guest:
    """Somebody with a cookie, at an address."""

    def __init__(self, server: ServerProcess, source: str) -> None:
        self._port, self._source = server.port, source
        self.cookie = f"person={secrets.token_urlsafe(32)}"

    def open(self, **form: Any) -> str:
        """Open a table; returns its id."""
        wishes = urllib.parse.urlencode({"game": "isis", "mode": "friends", "players": 2, **form})
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE, source_address=(self._source, 0))
        with contextlib.closing(line):
            line.request("POST", "/tables", wishes, {"cookie": self.cookie})
            return str(line.getresponse().getheader("location")).removeprefix("/tables/")

    def at(self, table: str, feed: str = "events") -> connect:
        """A live connection, to be entered."""
        return connect(
            f"ws://localhost:{self._port}/tables/{table}/live?as={feed}",
            host="127.0.0.1",
            local_addr=(self._source, 0),
            additional_headers={"cookie": self.cookie},
            open_timeout=PATIENCE,
        )

    def silent(self, table: str, more: str = "") -> socket.socket:
        """A live connection that is never read."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        line.bind((self._source, 0))
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", self._port))
        line.sendall(
            f"GET /tables/{table}/live HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n{more}"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        line.recv(12)
        line.settimeout(0)
        return line


def _frame(opcode: int, data: bytes) -> bytes:
    return bytes([0x80 | opcode, 0x80 | len(data)]) + bytes(4) + data


async def started(guest: Guest, table: str) -> int:
    """Let a game begin at a table of people on one device; returns the number of its last event."""
    async with guest.at(table) as line:
        await line.send(json.dumps({"do": "sit", "nonce": secrets.token_hex(16)}))
        await line.send('{"do":"start"}')
        while (message := json.loads(await line.recv()))["say"] != "events":
            pass
        return int(message["number"])


# ---- how others fare -------------------------------------------------------------------------------------------


async def probe(port: int, seconds: float) -> None:
    """Ask at another table, again and again, whether anybody is there; print the longest and the usual wait."""
    server: Any = argparse.Namespace(port=port)
    guest = Guest(server, GOOD)
    waits: list[float] = []
    async with guest.at(guest.open()) as line:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            begun = time.perf_counter()
            await line.send('{"do":"ping"}')
            while json.loads(await line.recv())["say"] != "pong":
                pass
            waits.append(time.perf_counter() - begun)
            await asyncio.sleep(0.12)
    print(json.dumps([max(waits), sorted(waits)[len(waits) // 2]]))


@contextlib.contextmanager
def probed(server: ServerProcess, seconds: float) -> Iterator[Callable[[], list[float]]]:
    """Let another process ask meanwhile; gives what it has found once it is done."""
    command = [sys.executable, __file__, "--probe", str(server.port), "--seconds", str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as asking:
        time.sleep(2.0)  # it is connected by then, and has asked a few times
        yield lambda: json.loads(asking.communicate()[0])


# ---- attacks ---------------------------------------------------------------------------------------------------


async def windows(server: ServerProcess) -> str:
    """600 live connections of one person who sits at the table, from three addresses, all dropped at once."""
    host = Guest(server, EVIL[0])
    table = host.open()

    async def come(number: int) -> ClientConnection | None:
        guest = Guest(server, EVIL[number % 3])
        guest.cookie = host.cookie
        try:
            return await guest.at(table).__aenter__()
        except (OSError, InvalidHandshake, TimeoutError):
            return None

    with probed(server, 15.0) as found:
        worked = server.work()
        lines = [line for line in await asyncio.gather(*map(come, range(600))) if line is not None]
        for line in lines:
            line.transport.abort()
        longest, usual = found()
        worked = server.work() - worked
    return f"longest wait of others {longest:6.2f} s (usual {usual * 1000:.0f} ms), {worked:5.2f} s of processor"


async def pings(server: ServerProcess) -> str:
    """400 live connections from four addresses send pings as fast as they may for 20 s, and read nothing."""
    table = Guest(server, EVIL[0]).open()
    before = server.memory()
    lines = [Guest(server, EVIL[number % 4]).silent(table) for number in range(400)]
    idle = most = server.memory()
    for turn in range(20):
        for line in lines:
            with contextlib.suppress(OSError):
                line.send(_frame(9, b"p" * 125) * (90 if turn == 0 else 9))
        await asyncio.sleep(1.0)
        most = most.with_most(server.memory())
    for line in lines:
        line.close()
    return f"{most.since(idle)}; for the connections themselves {idle.since(before)}"


async def endless_pings(server: ServerProcess) -> str:
    """The same on 8 connections to a server that does not count pings, of up to 40 MB each within 10 s."""
    table = Guest(server, EVIL[0]).open()
    lines = [Guest(server, EVIL[0]).silent(table) for _ in range(8)]
    before = most = server.memory()
    sent = [0] * len(lines)
    end = time.perf_counter() + 10.0
    while time.perf_counter() < end:
        for number, line in enumerate(lines):
            with contextlib.suppress(OSError):
                sent[number] += line.send(_frame(9, b"p" * 125) * 500) if sent[number] < 40 * 2**20 else 0
        await asyncio.sleep(0.001)
        most = most.with_most(server.memory())
    for line in lines:
        line.close()
    return f"{most.since(before)}, of {sum(sent) / 2**20:.0f} MB of pings that were taken"


async def unread_looks(server: ServerProcess) -> str:
    """40 spectators at one address look for 30 s as fast as they may, and read nothing."""
    host = Guest(server, EVIL[0])
    table = host.open(game="netzwerk", beside_1="Ali")
    look = _frame(1, json.dumps({"do": "look", "number": await started(host, table)}).encode())
    lines = [Guest(server, EVIL[1]).silent(table) for _ in range(40)]
    before = most = server.memory()
    for turn in range(30):
        for line in lines:
            with contextlib.suppress(OSError):
                line.send(look * (59 if turn == 0 else 9))
        await asyncio.sleep(1.0)
        most = most.with_most(server.memory())
    for line in lines:
        line.close()
    return most.since(before)


class Spectator(Socket):
    """Somebody who looks on, and counts what is shown."""

    shown = 0

    def heard(self, message: bytes) -> None:
        """Take a message."""
        Spectator.shown += b'"say":"past"' in message

    def lost(self) -> None:
        """Be hung up on."""
        self.closing = True


async def looks(server: ServerProcess) -> str:
    """100 spectators at two addresses look ten times a second for 10 s, and read."""
    host = Guest(server, EVIL[0])
    table = host.open(game="netzwerk", beside_1="Ali")
    look = json.dumps({"do": "look", "number": await started(host, table)}).encode()
    spectators, loop = [], asyncio.get_running_loop()
    for number in range(100):
        cookie = f"Cookie: {Guest(server, GOOD).cookie}\r\n"
        one, where = Spectator("127.0.0.1", f"/tables/{table}/live", cookie), (EVIL[number % 2], 0)
        await loop.create_connection(lambda one=one: one, "127.0.0.1", server.port, local_addr=where)
        await one.connected
        spectators.append(one)
    begun, worked = time.perf_counter(), server.work()
    for turn in range(100):
        for one in spectators:
            if not one.closing:
                one.send(look)
        await asyncio.sleep(begun + 0.1 * (turn + 1) - time.perf_counter())
    seconds = time.perf_counter() - begun
    share = (server.work() - worked) / seconds
    for one in spectators:
        one.close()
    return f"{share:6.0%} of a core, {Spectator.shown / seconds:.0f} positions a second"


async def one_address(server: ServerProcess) -> str:
    """1,500 connections from one address, which ask for nothing; then somebody else comes."""
    with contextlib.ExitStack() as stack:
        for _ in range(1500):
            with contextlib.suppress(OSError):
                line = socket.create_connection(("127.0.0.1", server.port), 1.0, (EVIL[0], 0))
                stack.enter_context(contextlib.closing(line))
        begun, guest = time.perf_counter(), Guest(server, GOOD)
        async with guest.at(guest.open()) as live:
            await live.recv()
    return f"somebody else opened a table and sat down in {time.perf_counter() - begun:.2f} s"


async def refused(server: ServerProcess) -> str:
    """Behind a proxy, with 900 places: 82 sockets a second from one address that stay, for 20 s; others ask."""
    table, held = Guest(server, GOOD).open(), []
    counts = {200: 0, 503: 0, 0: 0}
    begun, worked = time.perf_counter(), server.work()
    for number in range(20 * 82):
        with contextlib.suppress(OSError):
            line = Guest(server, PROXY).silent(table, "X-Forwarded-For: 192.0.2.66\r\n")
            held.append(line)
        if number % 21 == 20:
            counts[await asyncio.to_thread(_asked, server.port, f"198.51.100.{number % 250}")] += 1
        await asyncio.sleep(begun + (number + 1) / 82 - time.perf_counter())
    rate = len(held) / (time.perf_counter() - begun)
    worked = (server.work() - worked) / (time.perf_counter() - begun)
    for line in held:
        line.close()
    answered = f"{counts[200]} of {sum(counts.values())} requests of others were answered"
    return f"{answered}; {rate:.0f} sockets a second, {worked:.0%} of a core"


def _asked(port: int, client: str) -> int:
    """Ask for a page through the proxy; returns the status, 0 if there is none."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(PROXY, 0))
    with contextlib.closing(line), contextlib.suppress(OSError, http.client.HTTPException):
        line.request("GET", "/", headers={"x-forwarded-for": client})
        return line.getresponse().status
    return 0


async def again(server: ServerProcess) -> str:
    """One person leaves, and asks for another game, for 10 s."""
    guest = Guest(server, EVIL[0])
    table, opened, begun = guest.open(mode="bots", level=1), 1, time.perf_counter()
    while time.perf_counter() - begun < 10.0 and (following := await _next_table(guest, table)):
        table, opened = following, opened + 1
    return f"{opened} tables in {time.perf_counter() - begun:.1f} s"


async def _next_table(guest: Guest, table: str) -> str:
    """Sit down, leave and ask for another game; returns where it is, or nothing if there is none."""
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        async with guest.at(table) as line, asyncio.timeout(5.0):
            wishes = [{"do": "sit", "nonce": secrets.token_hex(16)}, {"do": "leave"}, {"do": "again"}]
            for request in wishes:
                await line.send(json.dumps(request))
            while (message := json.loads(await line.recv()))["say"] != "refused":
                if message.get("next"):
                    return str(message["next"]).removeprefix("/tables/")
    return ""


ATTACKS: tuple[Callable[[ServerProcess], Awaitable[str]], ...] = (
    windows,
    pings,
    endless_pings,
    unread_looks,
    looks,
    one_address,
    refused,
    again,
)


def main() -> None:
    """Carry out the attacks that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attack", nargs="*", help=", ".join(attack.__name__ for attack in ATTACKS))
    parser.add_argument("--probe", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=10.0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.probe:
        asyncio.run(probe(options.probe, options.seconds))
        return
    for attack in ATTACKS:
        if options.attack and attack.__name__ not in options.attack:
            continue
        with tempfile.TemporaryDirectory() as folder:
            server = ServerProcess(folder, attack.__name__)
            try:
                print(f"{attack.__name__:14} {asyncio.run(attack(server))}", flush=True)
            finally:
                server.close()


if __name__ == "__main__":
    main()
