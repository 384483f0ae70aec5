"""People are forgotten: who asks for it, and who has not come for as long as the host has said."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from tablee.live.hub import Hub
from tablee.live.live_table import LiveTable
from tablee.live.rounds import Rounds
from tablee.live.time import milliseconds_now
from tablee.people.forgetting import forgotten_before
from tablee.store import NotSaved, Unavailable
from tablee.table.events import Event, Refused
from tablee.table.table import Table

logger = logging.getLogger("tablee")

LEASE = "forgetting"
"""Names the one server that forgets today. No table is called so: their ids are longer."""
A_DAY = 86_400.0
AN_HOUR = 3600.0
MOST_TABLES = 100_000
TOGETHER = 100
"""Persons that are looked for at once."""


async def forget(hub: Hub, person: str, clock: Callable[[], int] = milliseconds_now) -> None:
    """Forget a person on all servers. Games go on: a bot plays for them, and a place where nothing has begun is free.

    The programs that play for them are forgotten, too.

    If the database cannot, `NotSaved` or `Unavailable` is raised, and it can be asked for again.
    """
    store = hub.store
    for program in await store.programs.of(person):
        await forget(hub, program.id, clock)
    sessions = await store.sessions_of(person)
    for entry, _ in await store.entries_of(person, unfinished=True, most=MOST_TABLES):
        async with hub.visit(entry.table) as live:
            if live is not None:
                await _excuse(live, person)
    said = sorted({saying.table for saying in await store.talk.by(person)})
    tables = await store.forget_person(person, clock())
    for session in sessions:
        hub.end_session(session.id)
    hub.neighbours.unsaid(said)
    for table in tables:
        if table in hub.tables:
            with suppress(Refused):  # the next who does something there finds it
                await hub.tables[table].look_again()


async def _excuse(live: LiveTable, person: str) -> None:
    """Let a bot play on for somebody, or free the place, so that nobody waits for who will never come."""
    for sitter in [sitter for sitter, owner in live.people.items() if owner == person]:
        with suppress(Refused):  # gives up already, is played for already, or the house cannot serve the table
            await live.decide(partial(_go, sitter))


def _go(sitter: int, table: Table, now: int) -> list[Event]:
    if table.status == "waiting":
        return table.rise(sitter, now)
    return [event for seat in table.seats if seat.id == sitter for event in table.hand(seat.seat or 0, now)]


class Forgetting:
    """Forgets once a day, in one of the servers, those who have not come for so many days."""

    def __init__(self, hub: Hub, days: int, clock: Callable[[], int] = milliseconds_now, *, talk_days: int = 0) -> None:
        """`talk_days`: after how many days it is forgotten, too, what was said."""
        self._hub = hub
        self._days = days
        self._talk_days = talk_days
        self._clock = clock
        self._rounds = Rounds(self._go_on)

    def start(self) -> None:
        """Begin, if anybody or anything is to be forgotten at all."""
        if self._days or self._talk_days:
            self._rounds.begin()

    async def close(self) -> None:
        """End; what is left is forgotten another day."""
        await self._rounds.end()

    async def _go_on(self) -> None:
        while True:
            done = False
            try:
                done = await self.forget_today()
            except (NotSaved, Unavailable) as error:
                logger.warning("nobody was forgotten: %s", error)
            await asyncio.sleep(A_DAY if done else AN_HOUR)

    async def forget_today(self) -> bool:
        """Forget those whose time has come, unless a server has done so today; returns whether this one has."""
        store, now = self._hub.store, self._clock()
        before, said_before = (forgotten_before(now, days) for days in (self._days, self._talk_days))
        if before is said_before is None or await store.take_lease(LEASE, store.server, A_DAY) is None:
            return False
        if said_before is not None:
            await store.talk.forget(said_before)
            await store.reports.forget(said_before)
        if before is not None:
            await self._forget_unseen(before)
        return True

    async def _forget_unseen(self, before: int) -> None:
        store = self._hub.store
        while gone := await store.unseen_since(before, TOGETHER):
            for person in gone:
                await forget(self._hub, person, self._clock)
            logger.info("%d who have not come for %d days are forgotten", len(gone), self._days)
