"""Pub/sub (`pubsub`) between the servers of one database: sends messages to the others and handles theirs.

Messages are fast but may get lost: a server finds what it missed by comparing event numbers with the store, once a
second and whenever somebody comes to a table.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2s
from types import MappingProxyType

from tablee.server.features.bot_accounts.model import is_bot_account
from tablee.server.realtime.connection import Connections
from tablee.server.realtime.live_table import LiveTable
from tablee.server.realtime.peers import peer_messages
from tablee.server.realtime.peers.peer_messages import Alive, Here, PeerMessage
from tablee.server.realtime.rate_limits import HOUSE, Asker, Limits, What
from tablee.server.realtime.tasks import OneTask
from tablee.server.storage import Announcement, EventsStored, MessagesMissed, PubSubMessage, Store, Unavailable

logger = logging.getLogger("tablee")

TOGETHER = 50
"""Maximum number of tables in one message."""
BEAT = 1.0
"""Seconds between two heartbeats, and between two comparisons with the store."""
LATELY = 40.0
"""Seconds for which a visitor of the shelf counts as online; the page asks again sooner."""
MOST_VISITORS = 5000
"""Maximum number of visitors of the shelf that are remembered."""
SILENCE = 4.0
"""Seconds of silence after which a server, with all people connected to it, counts as gone. One that has not reached
the database for as long is gone itself, and sends its people to the others."""


class Peers:
    """The other servers: sends messages to them and handles theirs."""

    def __init__(
        self, store: Store, tables: Mapping[str, LiveTable], hang_up: Callable[[str], None], limits: Limits
    ) -> None:
        """`tables` are those in memory; `hang_up` gets ended sessions, `limits` gets what was used on other servers."""
        self._store = store
        self._tables = tables
        self._hang_up = hang_up
        self._limits = limits
        limits.when_spent = self._spent
        self._heard: dict[str, float] = {}
        self._alive: dict[str, Alive] = {}
        self._told: dict[str, Here] = {}
        self._online: dict[str, set[str]] = {}
        self._told_online: set[str] | None = None
        self.when_invitations_change: Callable[[str], None] = lambda person: None  # noqa: ARG005
        """Called with people whose invitations have changed."""
        self.count: Callable[[], Alive] = Alive
        """Counts the people and tables of this server."""
        self.online_here: Callable[[], set[str]] = set
        """The digests of the people of this server."""
        self.when_cut_off: Callable[[], None] = lambda: None
        """Called while this server does not reach the database, and others may."""
        self._reached = time.monotonic()
        self._beating = OneTask()

    @property
    def others(self) -> Collection[str]:
        """The names of the other servers that are alive."""
        return self._heard.keys()

    @property
    def elsewhere(self) -> Collection[Alive]:
        """The latest heartbeat of each of the other servers."""
        return self._alive.values()

    @property
    def online_elsewhere(self) -> set[str]:
        """The digests of the people of the other servers."""
        return set().union(*self._online.values())

    async def open(self) -> None:
        """Subscribe to messages, and send the first ones."""
        if self._store.is_shared:
            with suppress(Unavailable):  # it subscribes as soon as the database answers
                await self._store.listen(self._receive)
            self._beating.begin(self._beat())

    async def close(self) -> None:
        """Tell the other servers that this one closes."""
        if await self._beating.stop():
            self.send(peer_messages.Bye())

    # ---- sending -------------------------------------------------------------------------------------------

    def send(self, message: PeerMessage) -> None:
        """Send a message to all other servers."""
        if self._store.is_shared:
            self._store.announce(peer_messages.KIND, peer_messages.written(self._store.server, message))

    def tell_presence(self, live: LiveTable) -> None:
        """Send who is at a table here, if that has changed."""
        table = live.table.id
        if self._store.is_shared and table in self._tables and _here(live) != self._told.get(table, Here(table, [], 0)):
            self._answer(live)

    def put_away(self, table: str) -> None:
        """Nobody is at a table here any more."""
        told = self._told.pop(table, None)
        if told is not None and not _is_empty(told):
            self.send(Here(table, [], 0))

    def chat_settings_changed(self, person: str) -> None:
        """Somebody has changed their chat settings, for all their tables."""
        self.renew_chat(person)
        self.send(peer_messages.ChatSettingsChanged(person))

    def renew_chat(self, person: str | None = None) -> None:
        """Send the chat messages of all tables here again, to one person or to everybody."""
        for live in self._tables.values():
            live.chat.renew(person)

    def chat_deleted(self, tables: Sequence[str]) -> None:
        """Messages of a deleted person at these tables are gone: remove them from open pages on all servers."""
        self._renew_chat_at(tables)
        for first in range(0, len(tables), TOGETHER):
            self.send(peer_messages.ChatDeleted(list(tables[first : first + TOGETHER])))

    def _renew_chat_at(self, tables: Sequence[str]) -> None:
        for table in tables:
            if live := self._tables.get(table):
                live.chat.renew()

    def _spent(self, what: What, asker: Asker) -> None:
        if asker != HOUSE:
            self.send(peer_messages.Spent(what, asker))

    def _answer(self, live: LiveTable) -> None:
        here = self._told[live.table.id] = _here(live)
        self.send(here)

    def _tell_online(self) -> None:
        """Send who has come and gone since the last time; everybody, if somebody has asked."""
        now, told = self.online_here(), self._told_online
        came, went = sorted(now - (told or set())), sorted((told or set()) - now)
        for first in range(0, max(len(came), len(went), told is None), TOGETHER):
            together = slice(first, first + TOGETHER)
            self.send(peer_messages.Online(came[together], went[together], anew=told is None and not first))
        self._told_online = now

    # ---- receiving -----------------------------------------------------------------------------------------

    def _receive(self, news: PubSubMessage) -> None:
        match news:
            case EventsStored(numbers=numbers, lines=lines):
                self._catch_up(numbers, lines)
            case MessagesMissed():
                self._ask_all()
                self.renew_chat()
            case Announcement(kind=peer_messages.KIND, payload=text) if said := peer_messages.read(text):
                self._handle(*said)

    def _handle(self, server: str, message: PeerMessage) -> None:
        """Handle a message of another server."""
        if server not in self._heard:
            self._told_online = None
            self._ask_all()
        self._heard[server] = time.monotonic()
        match message:
            case Here(table=table, sitting=sitting, watching=watching):
                if live := self._tables.get(table):
                    live.hear_of(server, sitting, watching)
            case peer_messages.Who(table=table):
                live = self._tables.get(table)
                if live is not None and not _is_empty(_here(live)):
                    self._answer(live)
            case peer_messages.Ended(session=session):
                self._hang_up(session)
            case peer_messages.Merged(person=person):
                for live in tables_of(self._tables, person):
                    live.background.begin(live.look_again())
            case peer_messages.Spent(what=what, asker=asker):
                self._limits.count_elsewhere(what, asker)
            case peer_messages.ChatStored(saying=saying):
                if live := self._tables.get(saying.table):
                    live.chat.tell(saying)
            case peer_messages.ChatSettingsChanged(person=person):
                self.renew_chat(person)
            case peer_messages.ChatDeleted(tables=tables):
                self._renew_chat_at(tables)
            case peer_messages.InvitationsChanged(person=person):
                self.when_invitations_change(person)
            case peer_messages.Online(came=came, went=went, anew=anew):
                before = set() if anew else self._online.get(server, set())
                self._online[server] = (before | set(came)) - set(went)
            case peer_messages.WhoIsOnline():
                self._told_online = None
            case Alive():
                self._alive[server] = message
                if len(self._online.get(server, ())) != message.people:
                    self.send(peer_messages.WhoIsOnline())
            case peer_messages.Bye():
                self._forget(server)

    def _catch_up(self, numbers: Mapping[str, int], lines: Mapping[str, list[bytes]] = MappingProxyType({})) -> None:
        for table, number in numbers.items():
            if live := self._tables.get(table):
                live.catch_up(number, lines.get(table, ()))

    def _forget(self, server: str) -> None:
        self._heard.pop(server, None)
        self._alive.pop(server, None)
        self._online.pop(server, None)
        for live in list(self._tables.values()):
            live.hear_of(server, (), 0)

    def _ask_all(self) -> None:
        """A server is new, or messages may have been lost: ask and send who is where.

        The next comparison finds what was stored meanwhile.
        """
        for live in self._tables.values():
            self.send(peer_messages.Who(live.table.id))
            self._answer(live)

    # ---- periodic tasks ------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self._tell_online()
            self.send(self.count())
            reached = await self._compare()
            now = time.monotonic()
            if reached:
                self._reached = now
                for server in [server for server, heard in self._heard.items() if now - heard > SILENCE]:
                    self._forget(server)
            elif self._heard and now - self._reached > SILENCE:  # the others are not silent: they cannot be heard
                self.when_cut_off()

    async def _compare(self) -> bool:
        """Find stored events that no message has announced; returns whether the database answers.

        A table that is ahead of the database goes back: a replica that knew less has become the database.
        """
        known = {table: live.table.number for table, live in self._tables.items()}
        try:
            stored = await self._store.numbers(list(known)) if known else {}
            self._catch_up(stored)
            for live in [self._tables[table] for table in self._tables.keys() & stored if stored[table] < known[table]]:
                live.background.begin(live.look_again(anew=True))
        except Unavailable as error:
            logger.warning("numbers of tables could not be compared: %s", error)
            return False
        return True


class OnlineCount:
    """Who is connected, and at how many tables they play: at this server, and at all servers.

    Other servers hear of people as digests, which also stand for visitors without a name.
    """

    def __init__(self, connections: Connections, tables: Mapping[str, LiveTable], peers: Peers) -> None:
        self._connections = connections
        self._tables = tables
        self._peers = peers
        self._looked: dict[str, float] = {}
        peers.count = self.here
        peers.online_here = self._digests

    def saw(self, who: str) -> None:
        """Somebody looks at the shelf."""
        self._looked.pop(who, None)
        self._looked[who] = time.monotonic()
        if len(self._looked) > MOST_VISITORS:
            del self._looked[next(iter(self._looked))]

    def is_here(self, person: str) -> bool:
        """Is a person connected to any server, or have they just looked at its shelf?"""
        looked = self._looked.get(person, -LATELY) >= time.monotonic() - LATELY
        return person in self._connections.people or looked or _digest(person) in self._peers.online_elsewhere

    def here(self) -> Alive:
        """The counts of this server. A table counts at the server of its first connected player."""
        played = sum(live.table.status == "playing" and live.presence.first_is_here for live in self._tables.values())
        return Alive(len(self._digests()), played)

    def everywhere(self) -> Alive:
        """The counts of all servers; whoever is connected to two of them counts once."""
        people = self._digests() | self._peers.online_elsewhere
        return Alive(len(people), self.here().tables + sum(one.tables for one in self._peers.elsewhere))

    def _digests(self) -> set[str]:
        lately = time.monotonic() - LATELY
        self._looked = {who: at for who, at in self._looked.items() if at >= lately}
        return {_digest(who) for who in self._connections.people | self._looked.keys() if not is_bot_account(who)}


@lru_cache(2 * MOST_VISITORS)
def _digest(who: str) -> str:
    return blake2s(who.encode(), digest_size=8).hexdigest()


def tables_of(tables: Mapping[str, LiveTable], person: str) -> list[LiveTable]:
    """The tables in memory at which a person sits."""
    return [live for live in tables.values() if person in live.people.values()]


def _here(live: LiveTable) -> Here:
    presence = live.presence
    return Here(live.table.id, sorted(presence.sitting_here), presence.watching_here)


def _is_empty(here: Here) -> bool:
    return not here.sitting and not here.watching
