"""The deal of the day, and deals sent to friends; the same on every server.

The row of a day settles its deal. The server stores a secret at least a day ahead and shows its SHA-256; when the day
begins, the nonces of the browsers of the day before are mixed in (`model.py`). `docs/players/daily-deal.md` says what
that guarantees.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tablee.bots.compile_stages import ALL
from tablee.games import GameDefinition, game_if_here, working_games
from tablee.games.brains.levels import STRONGEST
from tablee.server.features.daily.model import BOT_LEVEL, Day, DealPlay, after, day_of, game_of
from tablee.server.features.readiness.service import NotReady
from tablee.server.realtime.hub import Guest, Hub
from tablee.server.realtime.rate_limits import HOUSE, Asker
from tablee.server.realtime.tasks import Periodic
from tablee.server.storage import Conflict, NotSaved, Unavailable
from tablee.server.table.dice import following_id, new_id
from tablee.server.table.events import Deal, Nonce, Refused
from tablee.server.table.table import Table

logger = logging.getLogger("tablee")

BEAT = 600.0
"""Seconds between two checks that tomorrow's deal is stored: there may be no visitors."""
MOST_ADDED = 1000
"""Browsers whose nonces are mixed into the seed of the day after."""


class DailyService:
    """Settles the deals of days and seats people at them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._periodic = Periodic(self._go_on)

    def start(self) -> None:
        """Start the periodic check that stores tomorrow's deal."""
        self._periodic.begin()

    async def close(self) -> None:
        """Stop the periodic check."""
        await self._periodic.end()

    async def _go_on(self) -> None:
        while True:
            try:
                await self.look()
            except (NotSaved, Unavailable, NotReady) as error:
                logger.warning("tomorrow's deal is not settled yet: %s", error)
            await asyncio.sleep(BEAT)

    async def look(self) -> None:
        """Store the deals of today and tomorrow, and let level 5 go on if it was interrupted."""
        today = await self.today()
        if today is not None and today.reference:
            await self.go_on_at(today.reference)

    # ---- days ----------------------------------------------------------------------------------------------

    @property
    def date(self) -> str:
        """The current day."""
        return day_of(self._hub.clock())

    async def today(self) -> Day | None:
        """The deal of today, with its seed; None on a server without games."""
        return await self._dealt_on(self.date)

    async def tomorrow(self) -> Day | None:
        """What is stored of tomorrow."""
        return await self._planned(after(self.date))

    async def past(self, day: str) -> Day | None:
        """The deal of today or of an earlier day, if there was one."""
        today = self.date
        if day == today:
            return await self._dealt_on(today)
        found = await self._hub.store.daily.day(day) if day < today else None
        return await self._mixed(found) if found else None

    async def _dealt_on(self, today: str) -> Day | None:
        """The deal of a given day. The day is fixed when somebody asks: midnight may pass meanwhile."""
        planned = await self._planned(today)
        found = await self._mixed(planned) if planned else None
        await self._planned(after(today))
        return found

    async def _mixed(self, day: Day) -> Day:
        """A day with its seed. If several servers compute it, the first one stored counts."""
        if day.seed:
            return day
        return await self._hub.store.daily.begin(day.begun(await self._added(after(day.day, -1))))

    async def _planned(self, day: str) -> Day | None:
        found = await self._hub.store.daily.day(day)
        games = {definition.id: definition for definition in working_games()}
        if found is not None or not games:
            return found
        definition = games[game_of(day, list(games))]
        players = 2 if 2 in definition.players else min(definition.players)
        secret, now = secrets.token_bytes(32), self._hub.clock()
        return await self._hub.store.daily.plan(Day(day, definition.id, players, BOT_LEVEL, secret, now))

    async def _added(self, day: str) -> list[str]:
        """The browser nonces of a day, in the order in which they came."""
        added = []
        for play in await self._hub.store.daily.plays(day, MOST_ADDED):
            stored = await self._hub.store.load(play.table)
            added += [event.nonce for event in stored.events if isinstance(event, Nonce)] if stored else []
        return added

    # ---- playing -------------------------------------------------------------------------------------------

    async def play(self, day: Day, person: str, name: str, asker: Asker) -> DealPlay | None:
        """Seat a person at the deal of a day. Everybody plays it once: later requests lead to the same table."""
        definition, tomorrow = game_if_here(day.game), await self._planned(after(day.day))
        if definition is None or tomorrow is None or not day.seed:
            raise Refused("not_now")
        play = await self._take(day.day, person)
        if play is not None and play.entry is None:
            bots = [Guest("", level=day.level)] * (day.players - 1)
            await self._open(play, definition, day.players, {}, day.deal(tomorrow), day.seed, asker)
            await self._hub.seat(play.table, [Guest(name, person), *bots])
            self._hub.run_in_background(self._refer_to(day))
        return play

    async def play_again(self, first: Table, person: str, name: str, asker: Asker) -> DealPlay | None:
        """Seat a person at the deal of a finished table, against the same bots; once, as above."""
        if not can_be_sent(first) or first.definition is None:
            raise Refused("not_now")
        deal, bots = deal_of(first), [Guest(one.name, level=one.level) for one in first.seats if one.level]
        play = await self._take(deal.first, person)
        if play is not None and play.entry is None:
            options, players = first.opening.options, first.opening.players
            await self._open(play, first.definition, players, options, deal, first.seed, asker)
            await self._hub.seat(play.table, [Guest(name, person), *bots])
        return play

    async def card(self, table: Table, person: str, *, make: bool) -> DealPlay | None:
        """The card, with its address, of a person's finished table."""
        key = deal_key(table)
        found = await self._hub.store.daily.play(key, person)
        if found is None and make and can_be_sent(table):
            found = await self._hub.store.daily.take(
                DealPlay(key, person, "", table.id, secrets.token_urlsafe(9), self._hub.clock())
            )
        return found

    async def _take(self, deal: str, person: str) -> DealPlay | None:
        play = DealPlay(deal, person, "", new_id(), secrets.token_urlsafe(9), self._hub.clock())
        return await self._hub.store.daily.take(play)

    async def _open(
        self,
        play: DealPlay,
        definition: GameDefinition,
        players: int,
        options: Mapping[str, Any],
        deal: Deal,
        seed: bytes,
        asker: Asker,
    ) -> None:
        with suppress(Conflict):  # if two tabs ask at once, the second finds the table of the first
            await self._hub.open(
                definition, players, options, solo=True, table_id=play.table, asker=asker, deal=deal, seed=seed
            )

    # ---- level 5 -------------------------------------------------------------------------------------------

    async def _refer_to(self, day: Day) -> None:
        with suppress(NotSaved, Unavailable, Refused, NotReady):  # the next visitor asks again
            await self._let_level_5_play(day)

    async def _let_level_5_play(self, day: Day) -> None:
        """Let level 5 play the deal of a day once, in the seat of everybody; the table's id follows from the day."""
        definition, tomorrow = game_if_here(day.game), await self._planned(after(day.day))
        if definition is None or tomorrow is None:
            return
        table = following_id(day.seed, f"level {STRONGEST} on {day.day}")
        if not day.reference:
            with suppress(Conflict):
                await self._hub.open(
                    definition, day.players, {}, solo=True, table_id=table, asker=HOUSE, deal=day.deal(tomorrow),
                    seed=day.seed,
                )  # fmt: skip
            levels = [STRONGEST, *[day.level] * (day.players - 1)]
            await self._hub.seat(table, [Guest("", level=level) for level in levels])
            await self._hub.store.daily.refer(day.day, table)
        await self.go_on_at(table)

    async def go_on_at(self, table: str) -> None:
        """Let a table with bots alone start or continue."""
        entry = await self._hub.store.entry(table)
        if entry is None or entry.status not in ("waiting", "playing"):
            return
        await self._hub.readiness.until_ready(entry.game, ALL)
        async with self._hub.visit(table) as live:
            if live is None:
                return
            with suppress(Refused):  # it has started already
                await live.decide(lambda table, now: table.start(now))
            live.wake_bots()


def deal_key(table: Table) -> str:
    """The key of all plays of one deal: a day, or the first table that played it."""
    deal = table.opening.deal
    return table.id if deal is None else deal.day or deal.first


def deal_of(first: Table) -> Deal:
    """The deal of a finished table, for another table's opening."""
    person = next(one.seat for one in first.seats if not one.level)
    return Deal(first.dealt_to, person or 0, first=first.id)


def can_be_sent(table: Table) -> bool:
    """Is the table over, and was it one person against bots, with lots by seat, to the end?"""
    people = [one for one in table.seats if not one.level]
    alone = len(people) == 1 and not people[0].stand_in and not people[0].program
    is_whole = table.opening.begins is None
    return table.status == "over" and is_whole and alone and table.definition is not None
