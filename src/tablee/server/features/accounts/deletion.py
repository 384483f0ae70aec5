"""Deletion of persons: on request, and after the number of inactive days that the host has set."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from tablee.server.features.accounts.model import forgotten_before
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import NotSaved, Unavailable
from tablee.server.table.clock import A_DAY, AN_HOUR
from tablee.server.table.events import Event, Refused
from tablee.server.table.table import Table

logger = logging.getLogger("tablee")

LEASE = "forgetting"
"""The lease of the server that deletes today. Ids of tables are longer, so no table has this one."""
MOST_TABLES = 100_000
TOGETHER = 100
"""Inactive persons that are read at once."""


async def forget(hub: Hub, person: str, clock: Callable[[], int] = milliseconds_now) -> None:
    """Delete a person, and their bot accounts, on all servers.

    A bot plays on in their games, and they leave rated games; a seat at a table that has not started becomes free.
    Raises `NotSaved` or `Unavailable` if the database fails; the caller may try again.
    """
    store = hub.store
    for account in await store.bot_accounts.owned_by(person):
        await forget(hub, account.id, clock)
    sessions = await store.sessions_of(person)
    for entry, _ in await store.entries_of(person, unfinished=True, most=MOST_TABLES):
        async with hub.visit(entry.table) as live:
            if live is None:
                continue
            for participant in [participant for participant, owner in live.people.items() if owner == person]:
                with suppress(Refused):  # has left already, a bot plays already, or the table cannot be served
                    await live.decide(partial(_leave, participant))
    said = sorted({message.table for message in await store.chat.by(person)})
    tables = await store.forget_person(person, clock())
    for session in sessions:
        hub.end_session(session.id)
    hub.peers.chat_deleted(said)
    for table in tables:
        if table in hub.tables:
            await hub.tables[table].look_again()


def _leave(participant: int, table: Table, now: int) -> list[Event]:
    """Free the seat before the start, else let a bot play on, so that nobody waits in vain. Leave rated games: no bot
    plays there for a person, and the result must count for the others."""
    if table.status == "waiting":
        return table.rise(participant, now)
    go = table.leave if table.opening.rated else table.hand
    return [event for seat in table.seats if seat.id == participant for event in go(seat.seat or 0, now)]


class InactivityDeletion:
    """Deletes inactive persons and old chat messages once a day, on one of the servers."""

    def __init__(self, hub: Hub, days: int, clock: Callable[[], int] = milliseconds_now, *, chat_days: int = 0) -> None:
        """`days` of inactivity before a person is deleted, and `chat_days` before a chat message is; 0 for never."""
        self._hub = hub
        self._days = days
        self._chat_days = chat_days
        self._clock = clock

    async def run(self) -> None:
        """Delete until the server stops, if anything is ever to be deleted; the rest is deleted another day."""
        while self._days or self._chat_days:
            done = False
            try:
                done = await self.forget_today()
            except (NotSaved, Unavailable) as error:
                logger.warning("inactive persons were not deleted: %s", error)
            await asyncio.sleep((A_DAY if done else AN_HOUR) / 1000)

    async def forget_today(self) -> bool:
        """Delete what is due, unless another server has done so today; returns whether this one did."""
        store, now = self._hub.store, self._clock()
        before, said_before = (forgotten_before(now, days) for days in (self._days, self._chat_days))
        if before is said_before is None or await store.take_lease(LEASE, store.server, A_DAY / 1000) is None:
            return False
        if said_before is not None:
            await store.chat.forget(said_before)
            await store.reports.forget(said_before)
        while before is not None and (gone := await store.unseen_since(before, TOGETHER)):
            for person in gone:
                await forget(self._hub, person, self._clock)
            logger.info("%d persons, inactive for %d days, are deleted", len(gone), self._days)
        return True
