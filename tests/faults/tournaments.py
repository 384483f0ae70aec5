"""Load: whole tournaments, played by the people of `players.py`; and whether their results follow from the logs."""

import asyncio
import contextlib
import itertools
import json
import random
import secrets
import time
import urllib.parse
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tablee.games import find_game
from tablee.server.features.tournaments.model import BOT, TournamentSetup, pairings_of
from tablee.server.features.tournaments.pages import standings_data
from tablee.server.storage import Store, open_store
from tablee.server.table.directory import Entry, entry_of
from tablee.server.table.events import Leave, Over
from tablee.server.table.table import fold
from tests.server.house import House

if TYPE_CHECKING:
    from tests.faults.players import Crew, Game

A_WHILE = 0.5
"""Seconds between two looks at a tournament's page, and between two attempts."""
PATIENCE = 3.0
TIME_TO_JOIN = 8.0
MOST_WAITING = 60.0
"""Seconds after which a tournament that has not started is left alone: the clocks of the servers may be wrong."""
KINDS = (("days-1", 4), ("quick", 4), ("days-1", 3), ("quick", 3))
"""Paces and numbers of people, for one tournament after the other: with three a bot fills in."""
WITHDRAWS_EVERY = 3
"""In every so many tournaments somebody withdraws in the middle."""


class CupVerdict(msgspec.Struct):
    """What a comparison of tournaments with the logs has found; all but the first five must be 0."""

    opened: int = 0
    finished: int = 0
    games: int = 0
    results: int = 0
    withdrawals: int = 0
    lost: int = 0
    """Results that somebody was told, and that the log does not have."""
    doubled: int = 0
    """Tables of a tournament that none of its games has, and games that ended twice."""
    wrong: int = 0
    """Finished tournaments that a server shows otherwise than the logs say, or with a game that has no result."""

    @property
    def is_clean(self) -> bool:
        """Is everything as it should be?"""
        return not any((self.lost, self.doubled, self.wrong))


class Cup:
    """One tournament after the other, with new people each time."""

    def __init__(self, crew: "Crew", place: int) -> None:
        self.known: list[str] = []
        """The tournaments that were opened."""
        self.games: dict[str, Game] = {}
        """The games of the one that goes on, by table."""
        self.told: dict[str, Any] = {}
        """By table: the result that a player was told."""
        self.withdrawn = 0
        self._gone = ""
        """The cookie of whoever has withdrawn from the one that goes on."""
        self._crew = crew
        self._kinds = itertools.islice(itertools.cycle(KINDS), place, None)

    async def keep_going(self) -> None:
        """Until all is to end."""
        for number, (pace, people) in enumerate(self._kinds, start=1):
            await self._play(pace, people, withdraws=number % WITHDRAWS_EVERY == 0)

    async def _play(self, pace: str, people: int, *, withdraws: bool) -> None:
        cookies = [f"person={secrets.token_urlsafe(32)}" for _ in range(people)]
        starts = datetime.now(UTC) + timedelta(seconds=TIME_TO_JOIN)
        form = {"name": "Cup", "game": "isis", "pace": pace, "starts": starts.isoformat(), "group_size": 0}
        path = (await self._ask("POST", "/tournaments", cookies[0], form)).location
        self.known.append(path.rpartition("/")[2])
        for cookie in cookies[1:]:
            await self._ask("POST", f"{path}/join", cookie, {"sure": "yes"})
        self.games, tasks, begun = {}, [], time.monotonic()
        self._gone = ""
        try:
            while True:
                cup = json.loads((await self._ask("GET", f"{path}/results.json", cookies[0])).body)
                waited_long = cup["status"] == "open" and time.monotonic() > begun + MOST_WAITING
                if cup["status"] not in ("open", "running") or waited_long:
                    break
                for game in cup["games"]:
                    if game["status"] in ("waiting", "playing") and game["table"] not in self.games:
                        tasks.append(asyncio.create_task(self._sit_down(game, cookies)))
                if withdraws and sum(game["status"] == "over" for game in cup["games"]) > 1:
                    withdraws = False
                    self._gone, self.withdrawn = cookies[0], self.withdrawn + 1
                    await self._ask("POST", f"{path}/leave", self._gone, {"sure": "yes"})
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(A_WHILE)
        finally:
            for task in tasks:
                task.cancel()
            if tasks:
                await asyncio.wait(tasks)

    async def _sit_down(self, game: dict[str, Any], cookies: Sequence[str]) -> None:
        """Play a game of the tournament: people have the numbers in whose order they joined."""
        numbers = [game["first"], game["second"]]
        own = [cookies[number - 1] for number in numbers if number != BOT and cookies[number - 1] != self._gone]
        one = self.games[game["table"]] = self._crew.sit_down(game["table"], own)
        await one.play()
        if one.result is not None:
            self.told[one.table] = one.result

    async def _ask(self, method: str, path: str, cookie: str, form: dict[str, Any] | None = None) -> "Answer":
        """Ask until a server answers well; what is asked for may be asked twice."""
        while True:
            house = random.choice(self._crew.houses)
            with contextlib.suppress(OSError, EOFError, TimeoutError, ValueError):
                async with asyncio.timeout(PATIENCE):
                    answer = await ask(house, method, path, cookie, form)
                if answer.status in (200, 303):
                    return answer
                self._crew.ledger.refusals[f"HTTP {answer.status}"] += 1
            await asyncio.sleep(A_WHILE)


class Answer(NamedTuple):
    """An answer by HTTP."""

    status: int
    location: str
    body: str


async def ask(house: House, method: str, path: str, cookie: str, form: dict[str, Any] | None = None) -> Answer:
    """One request. A server that sleeps keeps no thread waiting."""
    reader, writer = await asyncio.open_connection(house.host, house.port)
    try:
        body = urllib.parse.urlencode(form or {})
        head = f"{method} {path} HTTP/1.0\r\nhost: localhost\r\ncookie: {cookie}\r\ncontent-length: {len(body)}\r\n"
        writer.write(f"{head}content-type: application/x-www-form-urlencoded\r\n\r\n{body}".encode())
        top = (await reader.readuntil(b"\r\n\r\n")).decode()
        location = top.partition("location: ")[2].partition("\r\n")[0]
        return Answer(int(top.split(" ", 2)[1]), location, (await reader.read()).decode())
    finally:
        writer.close()


# ---- comparing ---------------------------------------------------------------------------------------------


async def compare_cups(cups: Sequence[Cup], houses: Sequence[House], database_url: str) -> CupVerdict:
    """Compare what players were told and what both servers show with the logs."""
    store, verdict = open_store(database_url), CupVerdict()
    try:
        for cup in cups:
            verdict.opened += len(cup.known)
            verdict.withdrawals += cup.withdrawn
            for name in cup.known:
                await _compare(store, name, cup.told, houses, verdict)
    finally:
        await store.close()
    return verdict


async def _compare(store: Store, name: str, told: dict[str, Any], houses: Sequence[House], verdict: CupVerdict) -> None:
    tournament = await store.tournaments.find(name)
    assert tournament is not None, name
    entries = await _from_logs(store, tournament, verdict)
    pairings = pairings_of(tournament, entries) if tournament.order else []
    tables = {tournament.table_of(one) for one in pairings}
    stored = await store.database.fetch("SELECT id FROM tables WHERE instr(opening, $1) > 0", f'"tournament":"{name}"')
    verdict.doubled += len({table for (table,) in stored} - tables)
    verdict.games += len(entries)
    over = [entry for entry in entries.values() if entry.status == "over"]
    verdict.results += len(over)
    for entry in over:
        heard = told.get(entry.table)
        verdict.lost += heard is not None and (heard["scores"], heard["winners"]) != (entry.scores, entry.winners)
    verdict.lost += sum(table in tables and entries[table].status != "over" for table in told)
    if tournament.status == "over":
        verdict.finished += 1
        expected = msgspec.json.decode(msgspec.json.encode(standings_data(tournament, pairings, entries)))
        for house in houses:
            shown = json.loads((await ask(house, "GET", f"/tournaments/{name}/results.json", "")).body)
            verdict.wrong += shown["standings"] != expected or len(over) != len(pairings)


async def _from_logs(store: Store, tournament: TournamentSetup, verdict: CupVerdict) -> dict[str, Entry]:
    """The entries of all tables, folded from their logs alone."""
    known: dict[str, Entry] = {}
    while tournament.order:
        found: dict[str, Entry] = {}
        for pairing in pairings_of(tournament, known):
            stored = await store.load(tournament.table_of(pairing))
            if stored is not None:
                table = fold(stored.opening, stored.seed, find_game(stored.opening.game), stored.events)
                found[table.id] = entry_of(table)
        if len(found) == len(known):
            ends = [await store.load(table) for table in known]
            for kind in (Over, Leave):
                counts = [sum(isinstance(event, kind) for event in one.events) for one in ends if one is not None]
                verdict.doubled += sum(count > 1 for count in counts)
            return found
        known = found
    return known
