"""People are called over: somebody has come for them, or invites them. They are told wherever they are connected."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tablee.language import Language
from tablee.live.attendance import Attendance
from tablee.live.connection import Connection
from tablee.live.errands import Errands
from tablee.live.live_table import LiveTable
from tablee.live.servers.neighbours import Neighbours
from tablee.people.seeking import INVITATION
from tablee.show.called import call_words, seek_words
from tablee.show.frames import encode
from tablee.store import NotSaved, Store, Unavailable
from tablee.store.hall import Kept

logger = logging.getLogger("tablee")

BEAT = 10.0
"""Seconds between two times that the store is told who is there."""


class Calls:
    """Tells those who are called, and tells the store who is there to be called."""

    def __init__(
        self,
        store: Store,
        connections: Attendance,
        tables: Mapping[str, LiveTable],
        neighbours: Neighbours,
        clock: Callable[[], int],
    ) -> None:
        """`clock` tells the milliseconds since 1970."""
        self._store = store
        self._connections = connections
        self._tables = tables
        self._neighbours = neighbours
        self._clock = clock
        self._errands = Errands()
        self._beating: asyncio.Task[None] | None = None
        neighbours.when_called = self._tell_here

    def start(self) -> None:
        """Begin to tell the store who is there."""
        self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """End, and finish what has been begun."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait([self._beating])
        await self._errands.finish()

    # ---- telling -------------------------------------------------------------------------------------------

    def tell(self, people: Iterable[str]) -> None:
        """Tell people, on whichever server they are, where they are called now."""
        for person in people:
            self._tell_here(person)
            self._neighbours.called(person)

    def welcome(self, connection: Connection) -> None:
        """Somebody has come to a table, and may be called elsewhere."""
        if connection.person:
            self._errands.begin(self._tell(connection.person, [connection]))

    def _tell_here(self, person: str) -> None:
        if person and (connections := self._connections.of(person)):
            self._errands.begin(self._tell(person, connections))

    async def _tell(self, person: str, connections: Iterable[Connection]) -> None:
        try:
            kept = await self._store.hall.kept_of(person, self._clock())
        except (Unavailable, NotSaved) as error:  # the shelf says it, too
            logger.warning("somebody could not be called: %s", error)
            return
        is_called = bool(kept.calls or kept.seek)
        for connection in connections:
            if is_called or connection.is_called:
                connection.is_called = is_called
                connection.send(encode({"say": "called", **in_words(kept, connection.say)}))

    # ---- by itself -----------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
            except (Unavailable, NotSaved) as error:
                logger.warning("the hall does not know who is there: %s", error)

    async def beat(self) -> None:
        """Tell the store who is there, and end calls that nobody has answered in time."""
        hall, now = self._store.hall, self._clock()
        await hall.keep([table for table, live in self._tables.items() if _is_attended(live)], now)
        await hall.saw(await hall.seekers() & self._connections.people, now)
        self.tell(await hall.sweep(now))


def in_words(kept: Kept, say: Language) -> dict[str, Any]:
    """Where somebody is called, and what they look for, as pages are told."""
    calls = [
        {
            "table": call.table,
            "kind": call.kind,
            "words": call_words(call.host, call.name, call.game, say, invites=call.kind == INVITATION),
        }
        for call in kept.calls
    ]
    return {"calls": calls, "seeking": seek_words(kept.seek.games, say) if kept.seek else ""}


def _is_attended(live: LiveTable) -> bool:
    """Could others find the table, and is somebody there who sits at it?"""
    opening = live.table.opening
    can_be_found = opening.open or opening.watched or opening.starts_full
    return can_be_found and live.table.status in ("waiting", "playing") and bool(live.presence.sitting_here)
