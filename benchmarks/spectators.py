"""What spectators cost the players of a table: one table of two, without and with a crowd, in one run.

`python benchmarks/spectators.py` starts a server of its own here. `--spectators 1000`, `--moves 40` (for each
part) and `--feed scenes` are the defaults; `--pace normal` gives the table a clock, which is sent with every move. It
ends after `--most-seconds` at the latest. A move lasts from when it is sent until both players have it. The crowd is a
process of its own and connects from many addresses of 127.0.0.0/8.
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import resource
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from wire import Socket

PATIENCE = 60.0
PAUSE = 0.25
"""Seconds between two moves: people think."""
COMING_AT_ONCE = 20
SERVE = """
import sys
from tablee.server.realtime.settings import Settings
from tablee.server.web.launch import run
from tablee.api.compile_all import compile_games
compile_games()
lifted = {f"{what}_{how}": 1e6 for what in ("request", "arrival", "message", "opening") for how in ("rate", "burst")}
settings = Settings(database_url="sqlite:///" + sys.argv[1], bots_at_once=False, **lifted)
run(settings, "127.0.0.1", 0, open_page=False)
"""


@contextlib.contextmanager
def running_server() -> Iterator[int]:
    """A server; its port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, f"{folder}/tables.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None
            try:
                yield int(process.stdout.readline().decode().rpartition(":")[2])
            finally:
                process.kill()


# ---- those who play ----------------------------------------------------------------------------------------


class Player:
    """One of the two."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.cookie = f"person={secrets.token_urlsafe(32)}"
        self.socket: ClientConnection
        self.number = self.step = 0
        self.actions: list[str] = []

    def open(self, pace: str) -> str:
        """Open a table; returns its id."""
        wishes = urllib.parse.urlencode({"game": "isis", "mode": "friends", "players": 2, "pace": pace})
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)) as line:
            line.request("POST", "/tables", wishes, {"cookie": self.cookie})
            return str(line.getresponse().getheader("location")).removeprefix("/tables/")

    async def come(self, table: str) -> None:
        """Connect."""
        address = f"ws://127.0.0.1:{self._port}/tables/{table}/live?as=events"
        self.socket = await connect(address, additional_headers={"cookie": self.cookie}, max_queue=None)
        await self.say(do="sit", nonce=secrets.token_hex(16))

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def hear(self, number: int) -> bool:
        """Wait until everything up to an event has come; returns whether the game goes on."""
        while self.number < number:
            message = json.loads(await self.socket.recv())
            if message["say"] == "events":
                self.number, self.step, self.actions = message["number"], message["step"], message["actions"]
                if message["result"] is not None:
                    return False
        return True


async def new_game(port: int, pace: str) -> tuple[str, list[Player]]:
    """Two who have begun to play."""
    players = [Player(port), Player(port)]
    table = players[0].open(pace)
    for player in players:
        await player.come(table)
    await asyncio.sleep(0.3)
    await players[0].say(do="start")
    for player in players:
        await player.hear(1)
    return table, players


async def moves(players: list[Player], count: int) -> list[float]:
    """So many moves, or until the game is over; seconds for each."""
    taken: list[float] = []
    while len(taken) < count:
        await asyncio.sleep(PAUSE)
        player = next((one for one in players if one.actions), None)
        if player is None:
            break
        action, player.actions = player.actions[0], []
        begun = time.perf_counter()
        await player.say(do="act", step=player.step, action=action)
        going_on = await asyncio.gather(*(one.hear(player.number + 1) for one in players))
        taken.append(time.perf_counter() - begun)
        if not all(going_on):
            break
    return taken


# ---- those who look on -------------------------------------------------------------------------------------


class Spectator(Socket):
    """Counts what comes."""

    def __init__(self, port: int, path: str) -> None:
        super().__init__(f"127.0.0.1:{port}", path, f"Cookie: person={secrets.token_urlsafe(32)}\r\n")
        self.frames = 0

    def heard(self, message: bytes) -> None:
        """A frame, or who is here."""
        self.frames += message.startswith((b'{"say":"frame"', b'{"say":"events"'))


async def watch(port: int, table: str, count: int, feed: str) -> None:
    """A crowd comes, says so on a line, stays until it is told to go, and says how much it has seen."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    room, crowd = asyncio.Semaphore(COMING_AT_ONCE), []

    async def come(place: int) -> None:
        async with room:
            loop, path = asyncio.get_running_loop(), f"/tables/{table}/live?as={feed}"
            source = (f"127.0.{70 + place // 200}.{1 + place % 200}", 0)
            made = lambda: Spectator(port, path)  # noqa: E731
            _, spectator = await loop.create_connection(made, "127.0.0.1", port, local_addr=source)
            await spectator.connected
            crowd.append(spectator)

    await asyncio.gather(*map(come, range(count)))
    print("here", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(min(one.frames for one in crowd), flush=True)
    for spectator in crowd:
        spectator.close()


async def measure(port: int, spectators: int, count: int, feed: str, pace: str) -> None:
    """Play alone, while a crowd comes, and before a crowd; print how long moves took."""
    table, players = await new_game(port, pace)
    report("nobody looks on", await moves(players, count))
    table, players = await new_game(port, pace)
    command = [sys.executable, __file__, "--crowd", table, "--port", str(port)]
    command += ["--spectators", str(spectators), "--feed", feed]
    crowd = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert crowd.stdout is not None
    assert crowd.stdin is not None
    here = asyncio.create_task(crowd.stdout.readline())
    coming: list[float] = []
    begun = time.perf_counter()
    while not here.done():
        coming += await moves(players, 1)
        if not any(one.actions for one in players):
            break
    await here
    report(f"{spectators} come, in {time.perf_counter() - begun:.1f} s", coming)
    report(f"{spectators} look on", await moves(players, count))
    await asyncio.sleep(2)
    crowd.stdin.write(b"\n")
    print(f"every spectator saw at least {int(await crowd.stdout.readline())} frames")
    await crowd.wait()


def report(what: str, taken: list[float]) -> None:
    """A line of figures, in milliseconds."""
    ordered = sorted(one * 1000 for one in taken)
    if not ordered:
        print(f"{what:32} no moves")
        return
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99)]
    print(f"{what:32} {len(ordered):4} moves: p50 {at[0]:7.1f} ms, p99 {at[1]:7.1f} ms, longest {ordered[-1]:7.1f} ms")


def main() -> None:
    """Measure, or be the crowd."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--feed", choices=("scenes", "events"), default="scenes")
    parser.add_argument("--pace", choices=("", "quick", "normal", "slow"), default="")
    parser.add_argument("--most-seconds", type=float, default=180.0)
    parser.add_argument("--crowd", default="", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.crowd:
        asyncio.run(watch(chosen.port, chosen.crowd, min(chosen.spectators, 2000), chosen.feed))
        return
    with running_server() as port:
        work = measure(port, min(chosen.spectators, 2000), chosen.moves, chosen.feed, chosen.pace)
        asyncio.run(asyncio.wait_for(work, chosen.most_seconds))


if __name__ == "__main__":
    main()
