"""The other servers of the house: what they tell, and what they are told.

News are a matter of milliseconds, not of truth: whatever was missed is found by comparing numbers with the store, once
a second and whenever somebody comes to a table.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from tablee.live.limits import HOUSE, Asker, Limits, What
from tablee.live.live_table import LiveTable
from tablee.live.servers import hearsay
from tablee.live.servers.hearsay import Alive, Bye, Called, Ended, Here, Merged, Minds, Spent, Talked, Unsaid, Who, Word
from tablee.store import Missed, Moved, News, Said, Store, Unavailable
from tablee.table.talk import Saying

logger = logging.getLogger("tablee")

TOGETHER = 50
"""Tables that are named in one word."""
BEAT = 1.0
"""Seconds between two times that a server says it is there, and compares numbers."""
SILENCE = 4.0
"""Seconds after which a server that says nothing is taken to be gone, and all who were here through it."""


class Neighbours:
    """Hears the other servers, and speaks for this one."""

    def __init__(
        self,
        store: Store,
        tables: Mapping[str, LiveTable],
        hang_up: Callable[[str], None],
        limits: Limits,
    ) -> None:
        """`tables` are those in memory; `hang_up` hears of ended sessions, `limits` of what was asked for elsewhere."""
        self._store = store
        self._tables = tables
        self._hang_up = hang_up
        self._limits = limits
        limits.when_spent = self._spent
        self._heard: dict[str, float] = {}
        self._alive: dict[str, Alive] = {}
        self._told: dict[str, Here] = {}
        self.when_called: Callable[[str], None] = lambda person: None  # noqa: ARG005
        """Called with persons for whom something has changed about where they are called."""
        self.count: Callable[[], Alive] = Alive
        """How many are here."""
        self._beating: asyncio.Task[None] | None = None

    @property
    def others(self) -> Collection[str]:
        """The names of other servers that have been heard lately."""
        return self._heard.keys()

    @property
    def elsewhere(self) -> Collection[Alive]:
        """How many are at each of the other servers."""
        return self._alive.values()

    async def open(self) -> None:
        """Begin to hear and to be heard."""
        if self._store.is_shared:
            with suppress(Unavailable):  # it listens as soon as the database answers
                await self._store.listen(self._hear_news)
            self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Say good-bye."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait([self._beating])
            self._say(Bye())

    # ---- telling -------------------------------------------------------------------------------------------

    def _say(self, word: Word) -> None:
        if self._store.is_shared:
            self._store.announce(hearsay.KIND, hearsay.written(self._store.server, word))

    def took_in(self, table: str) -> None:
        """A table has come into memory: who is at it elsewhere?"""
        self._say(Who(table))

    def tell_presence(self, live: LiveTable) -> None:
        """Tell who is at a table here, if that has changed."""
        table = live.table.id
        if self._store.is_shared and table in self._tables and _here(live) != self._told.get(table, Here(table, [], 0)):
            self._answer(live)

    def put_away(self, table: str) -> None:
        """Nobody is at a table here any more."""
        told = self._told.pop(table, None)
        if told is not None and not _is_empty(told):
            self._say(Here(table, [], 0))

    def ended(self, session: str) -> None:
        """A session has ended."""
        self._say(Ended(session))

    def talked(self, saying: Saying) -> None:
        """Somebody has said something at a table here."""
        self._say(Talked(saying))

    def manners_changed(self, person: str) -> None:
        """Somebody wants to be talked with otherwise, at all their tables."""
        self.renew_talk(person)
        self._say(Minds(person))

    def renew_talk(self, person: str | None = None) -> None:
        """Tell somebody, or everybody, at all tables here once more what was said."""
        for live in self._tables.values():
            live.talking.renew(person)

    def unsaid(self, tables: Sequence[str]) -> None:
        """Somebody is forgotten who has talked at these tables: open pages drop it, on all servers."""
        self._drop_talk(tables)
        for first in range(0, len(tables), TOGETHER):
            self._say(Unsaid(list(tables[first : first + TOGETHER])))

    def _drop_talk(self, tables: Sequence[str]) -> None:
        for table in tables:
            if live := self._tables.get(table):
                live.talking.renew()

    def merged(self, person: str) -> None:
        """A person has become another."""
        self._say(Merged(person))

    def called(self, person: str) -> None:
        """Where a person is called has changed."""
        self._say(Called(person))

    def _spent(self, what: What, asker: Asker) -> None:
        if asker != HOUSE:
            self._say(Spent(what, asker))

    def _answer(self, live: LiveTable) -> None:
        here = self._told[live.table.id] = _here(live)
        self._say(here)

    # ---- hearing -------------------------------------------------------------------------------------------

    def _hear_news(self, news: News) -> None:
        match news:
            case Moved(numbers=numbers, lines=lines):
                self._catch_up(numbers, lines)
            case Missed():
                self._ask_all()
                self.renew_talk()
            case Said(kind=hearsay.KIND, payload=text) if said := hearsay.read(text):
                self._hear(*said)

    def _hear(self, server: str, word: Word) -> None:
        """Another server says something."""
        if server not in self._heard:
            self._ask_all()
        self._heard[server] = time.monotonic()
        match word:
            case Here(table=table, sitting=sitting, watching=watching):
                if live := self._tables.get(table):
                    live.hear_of(server, sitting, watching)
            case Who(table=table):
                live = self._tables.get(table)
                if live is not None and not _is_empty(_here(live)):
                    self._answer(live)
            case Ended(session=session):
                self._hang_up(session)
            case Merged(person=person):
                for live in tables_of(self._tables, person):
                    live.freshen()
            case Spent(what=what, asker=asker):
                self._limits.count_elsewhere(what, asker)
            case Talked(saying=saying):
                if live := self._tables.get(saying.table):
                    live.talking.tell(saying)
            case Minds(person=person):
                self.renew_talk(person)
            case Unsaid(tables=tables):
                self._drop_talk(tables)
            case Called(person=person):
                self.when_called(person)
            case Alive():
                self._alive[server] = word
            case Bye():
                self._forget(server)

    def _catch_up(self, numbers: Mapping[str, int], lines: Mapping[str, list[bytes]] = MappingProxyType({})) -> None:
        for table, number in numbers.items():
            if live := self._tables.get(table):
                live.catch_up(number, lines.get(table, ()))

    def _forget(self, server: str) -> None:
        self._heard.pop(server, None)
        self._alive.pop(server, None)
        for live in list(self._tables.values()):
            live.hear_of(server, (), 0)

    def _ask_all(self) -> None:
        """A server is new, or something may have been missed: ask and say who is where.

        What was stored is found by the next comparison.
        """
        for live in self._tables.values():
            self.took_in(live.table.id)
            self._answer(live)

    # ---- by themselves -------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self._say(self.count())
            now = time.monotonic()
            for server in [server for server, heard in self._heard.items() if now - heard > SILENCE]:
                self._forget(server)
            await self._compare()

    async def _compare(self) -> None:
        """Find what nobody told us of."""
        if not self._tables:
            return
        try:
            self._catch_up(await self._store.numbers(list(self._tables)))
        except Unavailable as error:
            logger.warning("numbers of tables could not be compared: %s", error)


def tables_of(tables: Mapping[str, LiveTable], person: str) -> list[LiveTable]:
    """The tables in memory at which a person sits."""
    return [live for live in tables.values() if person in live.people.values()]


def _here(live: LiveTable) -> Here:
    presence = live.presence
    return Here(live.table.id, sorted(presence.sitting_here), presence.watching_here)


def _is_empty(here: Here) -> bool:
    return not here.sitting and not here.watching
