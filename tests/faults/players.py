"""Load: people who play at random over real sockets, and go to the other server when theirs does not answer."""

import asyncio
import contextlib
import itertools
import json
import random
import secrets
import time
import urllib.parse
from collections.abc import Iterator, Sequence
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.faults.ledger import Ledger
from tests.faults.tournaments import Cup
from tests.server.house import PATIENCE, Guest, House, Seat

BROKEN = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)
SILENCE = 1.5
"""Seconds after which somebody who hears nothing asks again; after the second time, elsewhere."""
AFTER_A_REFUSAL = 0.1
LEVELS = "123"
"""Of bots: the first answers at once, the others are killed amid their thoughts, too."""


class Player:
    """Somebody at a table, at one server or the other."""

    def __init__(self, game: "Game", cookie: str, home: int) -> None:
        self.game = game
        self.home = home
        self.seat: int | None = None
        self.number = self.step = 0
        self.connected = 0.0
        """When they were last told the table after coming to a server."""
        self.wants_to_move = False
        """Shall they hang up, and go to the other server, though nothing is wrong?"""
        self._cookie = cookie
        self._pending: tuple[int, str] | None = None
        self._actions: list[str] = []
        self._about: dict[str, Any] = {}

    async def play(self) -> None:
        """Play until the game is over or all is to end, whatever happens to the servers."""
        while not self.game.is_over:
            try:
                async with asyncio.timeout(2 * SILENCE) as bound:
                    guest = visitor(self.game.crew.houses[self.home], self._cookie)
                    async with guest.at(self.game.table, after=self.number) as seat:
                        bound.reschedule(None)
                        await self._attend(seat)
            except BROKEN as error:
                self.game.crew.ledger.refusals.update(_code(error))
                self.game.crew.shun(self.home)
            self.connected, self.wants_to_move = 0.0, False
            self.home = (self.home + 1) % len(self.game.crew.houses)
            await asyncio.sleep(0.02)

    async def _attend(self, seat: Seat) -> None:
        silences = 0
        while not self.game.is_over and not self.wants_to_move:
            try:
                async with asyncio.timeout(SILENCE):
                    message = json.loads(await seat.socket.recv())
            except TimeoutError:
                silences += 1
                if silences == 2:
                    seat.socket.transport.abort()  # who sleeps does not say good-bye
                    raise
                await self._send_again(seat)
                continue
            silences = 0
            await self._hear(seat, message)

    async def _hear(self, seat: Seat, message: dict[str, Any]) -> None:
        match message["say"]:
            case "table":
                await self._prepare(seat, message)
            case "events":
                self._take_in(message)
                await self._act(seat)
            case "refused":
                self.game.crew.ledger.refusals[message["code"]] += 1
                if message["code"] in ("not_saved", "unsure"):
                    await asyncio.sleep(AFTER_A_REFUSAL)
                    await self._send_again(seat)

    async def _prepare(self, seat: Seat, about: dict[str, Any]) -> None:
        self.seat, self._about = about["you"]["seat"], about
        if about["status"] == "waiting":
            if not about["you"]["nonce"]:
                await seat.sit()
            elif self is self.game.players[0] and len(about["sitters"]) == about["players"]:
                await seat.say(do="start")
            else:
                await seat.say(do="ping")

    def _take_in(self, news: dict[str, Any]) -> None:
        now = time.monotonic()
        self.connected = self.connected or now
        for number, seat, text in news["events"]:
            if self._pending and number > self._pending[0] and (seat, text) == (self.seat, self._pending[1]):
                assert self.seat is not None
                self.game.crew.ledger.acknowledge((self.game.table, self.seat), number, text)
                self.game.played, self._pending = now, None
            elif seat != self.seat and number > self.number:
                self.game.other_moved = now
        self.number, self.step, self._actions = news["number"], news["step"], news["actions"]
        if self._pending and self.step > self._pending[0]:
            self._pending = None  # it was never taken
        if news["result"] is not None:
            self.game.is_over, self.game.result = True, news["result"]

    async def _act(self, seat: Seat) -> None:
        if self._actions and not self.game.crew.is_ending:
            if self._pending is None:
                await asyncio.sleep(self.game.crew.pace * random.random())
                self._pending = self.step, random.choice(self._actions)
            await self._send_again(seat)

    async def _send_again(self, seat: Seat) -> None:
        if self._pending and self.seat is not None:
            step, action = self._pending
            self.game.crew.ledger.sends((self.game.table, self.seat), step, action)
            await seat.say(do="act", step=step, action=action)
        elif self._about.get("status") == "waiting":
            await self._prepare(seat, self._about)
        else:
            await seat.say(do="ping")


class Game:
    """A table and those who play at it; `with_bot`: one person against a bot."""

    def __init__(
        self, crew: "Crew", table: str, cookies: Sequence[str], *, with_bot: bool, former: "Game | None"
    ) -> None:
        """`former` is the game before at the same place, which goes on with this one."""
        self.crew = crew
        self.table = table
        self.with_bot = with_bot
        self.is_over = False
        self.result: dict[str, Any] | None = None
        self.began = time.monotonic()
        self.other_moved = former.other_moved if former else 0.0
        """When somebody last saw another's move: a bot's, at a table with one."""
        self.played = former.played if former else 0.0
        """When somebody last saw an action of their own."""
        self.players = [Player(self, cookie, home) for cookie, home in zip(cookies, crew.homes(), strict=False)]

    async def play(self) -> None:
        """Until the end."""
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(player.play())


class Crew:
    """Keeps tables going, one after the other at each place, until all is to end."""

    def __init__(
        self, houses: Sequence[House], *, tables: int = 3, with_bots: int = 2, pace: float = 0.05, tournaments: int = 0
    ) -> None:
        """`tournaments` are played at a time, besides the tables."""
        self.houses = houses
        self.ledger = Ledger()
        self.pace = pace
        self.is_ending = False
        self.games: dict[int, Game] = {}
        self.cups = [Cup(self, place) for place in range(tournaments)]
        self._shunned = [0.0] * len(houses)
        self._kinds = [False] * tables + [True] * with_bots
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Crew":
        self._tasks = [asyncio.create_task(self._keep_going(*place)) for place in enumerate(self._kinds)]
        self._tasks += [asyncio.create_task(cup.keep_going()) for cup in self.cups]
        await self.goes_on(time.monotonic())
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.is_ending = True
        if kind is None:
            await self._settle()
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)

    async def _settle(self) -> None:
        """Let what was sent be answered, or be forgotten."""
        async with asyncio.timeout(PATIENCE):
            games = [*self.games.values(), *(game for cup in self.cups for game in cup.games.values())]
            while any(player._pending for game in games for player in game.players if not game.is_over):
                self._raise_faults()
                await asyncio.sleep(0.02)

    async def _keep_going(self, place: int, with_bot: bool) -> None:
        game = None
        while True:
            game = self.games[place] = await self._open(with_bot, game)
            await game.play()

    def shun(self, home: int) -> None:
        """Somebody has got no answer at a server: as a proxy would, nobody new is sent there for a while."""
        self._shunned[home] = time.monotonic() + 5 * SILENCE

    def homes(self) -> Iterator[int]:
        """Servers for one player after the other."""
        places = random.sample(range(len(self.houses)), len(self.houses))
        answering = [place for place in places if self._shunned[place] < time.monotonic()]
        return itertools.cycle(answering or places)

    async def _open(self, with_bot: bool, former: Game | None) -> Game:
        cookies = [f"person={secrets.token_urlsafe(32)}" for _ in range(1 if with_bot else 2)]
        form = {"game": "isis", "players": 2, "level": random.choice(LEVELS), "mode": "bots" if with_bot else "friends"}
        while True:
            table, house = "", self.houses[next(self.homes())]
            with contextlib.suppress(*BROKEN):
                async with asyncio.timeout(2 * SILENCE):
                    table = await _open_table(house, cookies[0], form)
            if table:
                self.ledger.tables.add(table)
                return Game(self, table, cookies, with_bot=with_bot, former=former)
            await asyncio.sleep(AFTER_A_REFUSAL)

    def sit_down(self, table: str, cookies: Sequence[str]) -> Game:
        """The game at a table that is there already."""
        self.ledger.tables.add(table)
        return Game(self, table, cookies, with_bot=len(cookies) < 2, former=None)

    # ---- waiting for it --------------------------------------------------------------------------------------

    def _raise_faults(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    async def goes_on(
        self, since: float, moved: Sequence[Player] = (), *, bots_too: bool = True
    ) -> tuple[float, float]:
        """Wait until all play on after a moment: how long it took until those who had to move had the table before
        them elsewhere, and until every bot had played, if those are waited for.
        """
        players = bots = 0.0
        while True:
            self._raise_faults()
            games = list(self.games.values())
            waiting = [one for one in moved if not one.game.is_over and one.connected <= since]
            idle = [game for game in games if bots_too and game.with_bot and game.other_moved <= since]
            silent = [game for game in games if not game.with_bot and game.played <= since]
            now = time.monotonic() - since
            players = now if waiting else players
            bots = now if idle else bots
            if not waiting and not idle and not silent and len(games) == len(self._kinds):
                return players, bots
            assert now < PATIENCE, self._stuck([*(one.game for one in waiting), *idle, *silent], since)
            await asyncio.sleep(0.01)

    def _stuck(self, games: Sequence[Game], since: float) -> str:
        """Who does not go on, in words."""
        told = [
            f"{game.table}: {'bot' if game.with_bot else 'people'}, "
            + ", ".join(
                f"at {one.home} ({one.connected - since:.1f}), number {one.number}, sent {one._pending}"
                for one in game.players
            )
            for game in games
        ]
        return f"{'; '.join(told) or self.games.keys()}; {dict(self.ledger.refusals)}"

    def at(self, home: int) -> list[Player]:
        """Those who are at a server now."""
        players = (player for game in self.games.values() if not game.is_over for player in game.players)
        return [player for player in players if player.home == home and player.connected]


def visitor(house: House, cookie: str) -> Guest:
    """Somebody with that cookie, who has come to a server."""
    guest = object.__new__(Guest)
    guest.house, guest.language, guest.cookie, guest.source = house, "en", cookie, None
    return guest


async def _open_table(house: House, cookie: str, form: dict[str, Any]) -> str:
    """The id of a new table; nothing if the server would not. A server that sleeps keeps no thread waiting."""
    reader, writer = await asyncio.open_connection(house.host, house.port)
    try:
        body = urllib.parse.urlencode(form)
        head = f"POST /tables HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\ncontent-length: {len(body)}\r\n"
        writer.write(
            f"{head}content-type: application/x-www-form-urlencoded\r\nconnection: close\r\n\r\n{body}".encode()
        )
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        return answer.partition("location: /tables/")[2].partition("\r\n")[0]
    finally:
        writer.close()


def _code(error: BaseException) -> list[str]:
    if isinstance(error, ConnectionClosed) and error.rcvd is not None:
        return [str(error.rcvd.code)]
    return [type(error).__name__]
