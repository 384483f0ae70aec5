"""The deal of the day, and deals sent to friends; the same on every server.

The row of a day settles its deal. The server stores a secret at least a day ahead and shows its SHA-256; when the day
begins, the nonces of the browsers of the day before are mixed in (`model.py`). `docs/players/daily-deal.md` says what
that guarantees.
"""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from tablee.bots.compile_stages import ALL
from tablee.games import GameDefinition, game_if_here, working_games
from tablee.games.brains.levels import STRONGEST
from tablee.server.features.daily.model import BOT_LEVEL, Day, DealPlay, after, day_of, game_of
from tablee.server.features.readiness.service import NotReady
from tablee.server.realtime.hub import Guest, Hub
from tablee.server.realtime.rate_limits import HOUSE, Asker
from tablee.server.realtime.tasks import look_every
from tablee.server.storage import Conflict, NotSaved, Unavailable
from tablee.server.table.dice import following_id, new_id
from tablee.server.table.events import Deal, Nonce, Refused
from tablee.server.table.table import Table

BEAT = 600.0
"""Seconds between two checks that tomorrow's deal is stored: there may be no visitors."""
MOST_ADDED = 1000
"""Browsers whose nonces are mixed into the seed of the day after."""


class DailyService:
    """Settles the deals of days and seats people at them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def run(self) -> None:
        """Look until the server stops."""
        await look_every(BEAT, self.look, "tomorrow's deal is not settled yet", at_once=True)

    async def look(self) -> None:
        """Store the deals of today and tomorrow, and let level 5 go on if it was interrupted."""
        today = await self.today()
        if today is not None and today.reference:
            with suppress(NotReady):  # the next look may find it ready
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
        """The deal of tomorrow, without its seed."""
        return await self._planned(after(self.date))

    async def past(self, day: str) -> Day | None:
        """The deal of today or of an earlier day, if there was one."""
        today = self.date
        if day == today:
            return await self._dealt_on(today)
        found = await self._hub.store.daily.day(day) if day < today else None
        return await self._mixed(found) if found else None

    async def _dealt_on(self, today: str) -> Day | None:
        """The deal of a day. The caller fixes the day: midnight may pass meanwhile."""
        planned = await self._planned(today)
        found = await self._mixed(planned) if planned else None
        await self._planned(after(today))
        return found

    async def _mixed(self, day: Day) -> Day:
        """A day with its seed, which takes in the browser nonces of the day before, in the order in which they came.

        If several servers compute it, the first one stored counts.
        """
        if day.seed:
            return day
        nonces: list[str] = []
        for play in await self._hub.store.daily.plays(after(day.day, -1), MOST_ADDED):
            stored = await self._hub.store.load(play.table)
            nonces += [event.nonce for event in stored.events if isinstance(event, Nonce)] if stored else []
        return await self._hub.store.daily.begin(day.begun(nonces))

    async def _planned(self, day: str) -> Day | None:
        found = await self._hub.store.daily.day(day)
        games = {definition.id: definition for definition in working_games()}
        if found is not None or not games:
            return found
        definition = games[game_of(day, list(games))]
        players = 2 if 2 in definition.players else min(definition.players)
        secret, now = secrets.token_bytes(32), self._hub.clock()
        return await self._hub.store.daily.plan(Day(day, definition.id, players, BOT_LEVEL, secret, now))

    # ---- playing -------------------------------------------------------------------------------------------

    async def play(self, day: Day, person: str, name: str, asker: Asker) -> DealPlay | None:
        """Seat a person at the deal of a day. Everybody plays it once: later requests lead to the same table."""
        definition, tomorrow = game_if_here(day.game), await self._planned(after(day.day))
        if definition is None or tomorrow is None or not day.seed:
            raise Refused("not_now")
        play = await self._take(day.day, person)
        if play is not None and play.entry is None:
            guests = [Guest(name, person), *[Guest("", level=day.level)] * (day.players - 1)]
            await self._open(play.table, definition, guests, {}, day.deal(tomorrow), day.seed, asker)
            self._hub.run_in_background(self._refer_to(day))
        return play

    async def play_again(self, first: Table, person: str, name: str, asker: Asker) -> DealPlay | None:
        """Seat a person at the deal of a finished table, against the same bots; once, like `play`."""
        if not can_be_sent(first) or first.definition is None:
            raise Refused("not_now")
        bots = [Guest(one.name, level=one.level) for one in first.seats if one.level]
        seat = next(one.seat for one in first.seats if not one.level)
        deal = Deal(first.dealt_to, seat or 0, first=first.id)
        play = await self._take(deal.first, person)
        if play is not None and play.entry is None:
            guests = [Guest(name, person), *bots]
            await self._open(play.table, first.definition, guests, first.opening.options, deal, first.seed, asker)
        return play

    async def card(self, table: Table, person: str, *, make: bool) -> DealPlay | None:
        """The card, with its address, of a person's finished table."""
        deal = table.opening.deal
        key = table.id if deal is None else deal.day or deal.first
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
        table: str,
        definition: GameDefinition,
        guests: Sequence[Guest],
        options: Mapping[str, Any],
        deal: Deal,
        seed: bytes,
        asker: Asker,
    ) -> None:
        """Open a table for a deal, and seat everybody."""
        with suppress(Conflict):  # if two tabs ask at once, the second finds the table of the first
            await self._hub.open(
                definition, len(guests), options, solo=True, table_id=table, asker=asker, deal=deal, seed=seed
            )
        await self._hub.seat(table, guests)

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
            guests = [Guest("", level=level) for level in (STRONGEST, *[day.level] * (day.players - 1))]
            await self._open(table, definition, guests, {}, day.deal(tomorrow), day.seed, HOUSE)
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


def can_be_sent(table: Table) -> bool:
    """Can the deal be sent to a friend? Only if one person has played it against bots, from beginning to end."""
    people = [one for one in table.seats if not one.level]
    alone = len(people) == 1 and not people[0].stand_in and not people[0].program
    is_whole = table.opening.begins is None
    return table.status == "over" and is_whole and alone and table.definition is not None
