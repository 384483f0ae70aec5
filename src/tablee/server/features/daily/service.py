"""The deal of the day, and deals that are sent to friends: whoever asks, on whichever server, comes to the same.

What a day deals is settled in its row. The house puts a secret into it at least a day ahead, and shows its SHA-256;
when the day begins, what the browsers of the day before have added to the dice of their tables is mixed in
(`table/days.py`). `docs/deals.md` says what that guarantees, and against whom.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tablee.games import GameFolder, game_if_here, working_games
from tablee.games.levels import STRONGEST
from tablee.live.hub import Guest, Hub
from tablee.live.limits import HOUSE, Asker
from tablee.live.rounds import Rounds
from tablee.store import Conflict, NotSaved, Unavailable
from tablee.study.deals import Day, Play
from tablee.table.days import LEVEL, after, day_of, game_of
from tablee.table.dice import following_id, new_id
from tablee.table.events import Deal, Nonce, Refused
from tablee.table.table import Table

logger = logging.getLogger("tablee")

BEAT = 600.0
"""Seconds between two looks at whether tomorrow is settled: nobody need come for it."""
MOST_ADDED = 1000
"""Browsers whose nonces are mixed into the seed of the day after."""


class Days:
    """Settles what is dealt, and seats people at it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._rounds = Rounds(self._go_on)

    def start(self) -> None:
        """Settle from now on what tomorrow deals, though nobody may come today."""
        self._rounds.begin()

    async def close(self) -> None:
        """Settle nothing more."""
        await self._rounds.end()

    async def _go_on(self) -> None:
        while True:
            try:
                await self.look()
            except (NotSaved, Unavailable) as error:
                logger.warning("tomorrow's deal is not settled yet: %s", error)
            await asyncio.sleep(BEAT)

    async def look(self) -> None:
        """Settle today and tomorrow, and let level 5 go on where it was interrupted."""
        today = await self.today()
        if today is not None and today.reference:
            await self.go_on_at(today.reference)

    # ---- days ----------------------------------------------------------------------------------------------

    @property
    def date(self) -> str:
        """Which day it is."""
        return day_of(self._hub.clock())

    async def today(self) -> Day | None:
        """The deal of today, with its seed; None in a house without games."""
        found = await self._begun(self.date)
        await self._planned(after(self.date))
        return found

    async def tomorrow(self) -> Day | None:
        """What is settled of tomorrow."""
        return await self._planned(after(self.date))

    async def past(self, day: str) -> Day | None:
        """The deal of today or of a day before, if the house had one then."""
        if day == self.date:
            return await self.today()
        found = await self._hub.store.deals.day(day) if day < self.date else None
        return await self._mixed(found) if found else None

    async def _begun(self, day: str) -> Day | None:
        planned = await self._planned(day)
        return await self._mixed(planned) if planned else None

    async def _mixed(self, day: Day) -> Day:
        """A day with its seed: of all servers that find it without one, the first decides what it is."""
        if day.seed:
            return day
        return await self._hub.store.deals.begin(day.begun(await self._added(after(day.day, -1))))

    async def _planned(self, day: str) -> Day | None:
        found = await self._hub.store.deals.day(day)
        games = {folder.id: folder for folder in working_games()}
        if found is not None or not games:
            return found
        folder = games[game_of(day, list(games))]
        players = 2 if 2 in folder.players else min(folder.players)
        secret, now = secrets.token_bytes(32), self._hub.clock()
        return await self._hub.store.deals.plan(Day(day, folder.id, players, LEVEL, secret, now))

    async def _added(self, day: str) -> list[str]:
        """What the browsers of a day have added to the dice, in the order in which they came."""
        added = []
        for play in await self._hub.store.deals.plays(day, MOST_ADDED):
            stored = await self._hub.store.load(play.table)
            added += [event.nonce for event in stored.events if isinstance(event, Nonce)] if stored else []
        return added

    # ---- playing -------------------------------------------------------------------------------------------

    async def play(self, day: Day, person: str, name: str, asker: Asker) -> Play | None:
        """Seat a person at the deal of a day, once: who has played it, or plays it, is led there."""
        folder, tomorrow = game_if_here(day.game), await self._planned(after(day.day))
        if folder is None or tomorrow is None or not day.seed:
            raise Refused("not_now")
        play = await self._take(day.day, person)
        if play is not None and play.entry is None:
            bots = [Guest("", level=day.level)] * (day.players - 1)
            await self._open(play, folder, day.players, {}, day.deal(tomorrow), day.seed, asker)
            await self._hub.seat(play.table, [Guest(name, person), *bots])
            self._hub.begin_errand(self._refer_to(day))
        return play

    async def play_again(self, first: Table, person: str, name: str, asker: Asker) -> Play | None:
        """Seat a person at the deal of a table that is over, against the bots of that; once, as above."""
        if not can_be_sent(first) or first.folder is None:
            raise Refused("not_now")
        deal, bots = deal_of(first), [Guest(one.name, level=one.level) for one in first.seats if one.level]
        play = await self._take(deal.first, person)
        if play is not None and play.entry is None:
            options, players = first.opening.options, first.opening.players
            await self._open(play, first.folder, players, options, deal, first.seed, asker)
            await self._hub.seat(play.table, [Guest(name, person), *bots])
        return play

    async def card(self, table: Table, person: str, *, make: bool) -> Play | None:
        """What a person shows others of a finished table of theirs, and under which address."""
        key = deal_key(table)
        found = await self._hub.store.deals.play(key, person)
        if found is None and make and can_be_sent(table):
            found = await self._hub.store.deals.take(
                Play(key, person, "", table.id, secrets.token_urlsafe(9), self._hub.clock())
            )
        return found

    async def _take(self, deal: str, person: str) -> Play | None:
        play = Play(deal, person, "", new_id(), secrets.token_urlsafe(9), self._hub.clock())
        return await self._hub.store.deals.take(play)

    async def _open(
        self,
        play: Play,
        folder: GameFolder,
        players: int,
        options: Mapping[str, Any],
        deal: Deal,
        seed: bytes,
        asker: Asker,
    ) -> None:
        with suppress(Conflict):  # of two tabs that ask at once, the second finds the table of the first
            await self._hub.open(
                folder, players, options, solo=True, table_id=play.table, asker=asker, deal=deal, seed=seed
            )

    # ---- level 5 -------------------------------------------------------------------------------------------

    async def _refer_to(self, day: Day) -> None:
        with suppress(NotSaved, Unavailable, Refused):  # whoever comes next asks for it again
            await self._let_level_5_play(day)

    async def _let_level_5_play(self, day: Day) -> None:
        """Let level 5 play the deal of a day in everybody's place, once; its table's id follows from the day."""
        folder, tomorrow = game_if_here(day.game), await self._planned(after(day.day))
        if folder is None or tomorrow is None:
            return
        table = following_id(day.seed, f"level {STRONGEST} on {day.day}")
        if not day.reference:
            with suppress(Conflict):
                await self._hub.open(
                    folder, day.players, {}, solo=True, table_id=table, asker=HOUSE, deal=day.deal(tomorrow),
                    seed=day.seed,
                )  # fmt: skip
            levels = [STRONGEST, *[day.level] * (day.players - 1)]
            await self._hub.seat(table, [Guest("", level=level) for level in levels])
            await self._hub.store.deals.refer(day.day, table)
        await self.go_on_at(table)

    async def go_on_at(self, table: str) -> None:
        """Let bots alone at a table begin, or go on."""
        entry = await self._hub.store.entry(table)
        if entry is None or entry.status not in ("waiting", "playing"):
            return
        async with self._hub.visit(table) as live:
            if live is None:
                return
            with suppress(Refused):  # it has begun
                await live.decide(lambda table, now: table.start(now))
            live.wake_bots()


def deal_key(table: Table) -> str:
    """By what the plays of one deal are kept together: a day, or the table where it was played first."""
    deal = table.opening.deal
    return table.id if deal is None else deal.day or deal.first


def deal_of(first: Table) -> Deal:
    """The deal of a finished table, as somebody else opens a table with it."""
    person = next(one.seat for one in first.seats if not one.level)
    return Deal(first.dealt_to, person or 0, first=first.id)


def can_be_sent(table: Table) -> bool:
    """Is it over, and was it one person against bots, with lots by seat, to the end?"""
    people = [one for one in table.seats if not one.level]
    alone = len(people) == 1 and not people[0].stand_in and not people[0].program
    is_whole = table.opening.by_seat and table.opening.begins is None
    return table.status == "over" and is_whole and alone and table.folder is not None
