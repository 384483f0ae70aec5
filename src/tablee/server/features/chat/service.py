"""The chat of one table: permissions, delivery, muting and reports.

A message is stored, apart from the log, before anybody hears it; then it is sent to the other servers. A new connection
reads the stored messages, so nothing stays lost.
"""

import logging
import secrets
from collections.abc import Sequence

from tablee.games.language import ENGLISH
from tablee.server.features.chat.chat_messages import GESTURES, PHRASES, chat_message, speaker
from tablee.server.features.chat.model import LONGEST_REPORT, ChatMessage, hears, plain_text, written_text
from tablee.server.features.moderation.model import PlayerReport
from tablee.server.realtime import messages
from tablee.server.realtime.broadcast import Broadcaster
from tablee.server.realtime.connection import Connection
from tablee.server.realtime.decisions import Decisions
from tablee.server.realtime.peers.peer_messages import ChatStored
from tablee.server.realtime.presence import Presence
from tablee.server.realtime.table_services import TableServices
from tablee.server.realtime.tasks import BackgroundTasks
from tablee.server.storage import Unavailable
from tablee.server.table.events import Refused
from tablee.server.views.frames import encode
from tablee.server.views.sentences import shown_names

logger = logging.getLogger("tablee")

EVIDENCE = 50
"""Latest messages that are stored with a report."""
REPORTED = {"say": "reported"}


class TableChat:
    """The chat of one table."""

    def __init__(
        self,
        services: TableServices,
        decisions: Decisions,
        presence: Presence,
        broadcaster: Broadcaster,
        background: BackgroundTasks,
    ) -> None:
        self._services = services
        self._store = services.store
        self._decisions = decisions
        self._presence = presence
        self._broadcaster = broadcaster
        self._background = background
        self._arriving: dict[Connection, list[ChatMessage]] = {}
        """Connections that wait for the stored messages, with the messages of the meantime."""
        self._latest = 0
        """The time of the latest message: the next one gets a later time, though the clock may not have moved."""

    # ---- reading -------------------------------------------------------------------------------------------

    async def welcome(self, connection: Connection) -> None:
        """Send a connection the latest messages; if they cannot be read, only what follows."""
        if not connection.wants_chat:
            return
        fresh = self._arriving[connection] = []
        try:
            connection.manners = await self._store.chat.manners_of(connection.person)
            known = await self._store.chat.latest(self._decisions.table.id)
        except Unavailable as error:
            logger.warning("table %s: chat messages cannot be read: %s", self._decisions.table.id, error)
            known = []
        if self._arriving.get(connection) is not fresh:
            return  # another call reads them again
        del self._arriving[connection]
        ids = {one.id for one in known}
        heard = self._heard(connection, [*known, *(one for one in fresh if one.id not in ids)])
        message = chat_message(self._decisions.table, heard, connection.person, connection.say)
        manners = connection.manners
        own = {
            "whole": True,
            "writes": manners.writes,
            "may": connection.person not in self._services.moderation.silenced,
            "muted": [participant for participant, person in self._decisions.people.items() if person in manners.muted],
        }
        connection.send(encode(message | own))

    def _heard(self, connection: Connection, said: Sequence[ChatMessage]) -> list[ChatMessage]:
        person, sits = connection.person, bool(self._presence.participant_of(connection.person))
        return [one for one in said if hears(one, person, connection.manners, sits=sits)]

    def tell(self, one: ChatMessage) -> None:
        """Send a new message, from here or another server, to all who hear it."""
        self._latest = max(self._latest, one.at)
        for connection in self._broadcaster.connections:
            if connection in self._arriving:
                self._arriving[connection].append(one)
            elif connection.wants_chat and self._heard(connection, [one]):
                message = chat_message(self._decisions.table, [one], connection.person, connection.say)
                connection.send(encode(message | {"whole": False}))

    def renew(self, person: str | None = None) -> None:
        """Send the latest messages again to one person, or to everybody: something has changed, or was missed."""
        for connection in self._broadcaster.connections:
            if connection.wants_chat and person in (None, connection.person):
                self._background.begin(self.welcome(connection))

    def leave(self, connection: Connection) -> None:
        """A connection has closed."""
        self._arriving.pop(connection, None)

    # ---- commands ------------------------------------------------------------------------------------------

    async def handle(self, connection: Connection, message: messages.ChatCommand) -> None:
        """Handle a chat command, or raise `Refused`; only then does an anonymous visitor become a person."""
        match message:
            case messages.SayCommand():
                await self._say(connection, message)
            case messages.WriteCommand(on=on):
                person = await self._introduced(connection)
                await self._store.chat.let_write(person, self._services.clock(), on=on)
                self._services.peers.chat_settings_changed(person)
            case messages.MuteCommand(on=on):
                other, _ = await self._meant(connection.person, message)
                person = await self._introduced(connection)
                await self._store.chat.mute(person, other, self._services.clock(), on=on)
                self._services.peers.chat_settings_changed(person)
            case messages.ReportCommand():
                await self._report(connection, message)
                connection.send(encode(REPORTED))

    async def _introduced(self, connection: Connection) -> str:
        await self._services.introduce(connection)
        if not connection.person:
            raise Refused("bad_message")
        return connection.person

    async def _say(self, connection: Connection, message: messages.SayCommand) -> None:
        table, body = self._decisions.table, await self._body(connection.person, message)
        person = await self._introduced(connection)
        participant = self._presence.participant_of(person)
        at_the_table = participant is not None or table.status == "over"
        self._latest = max(self._services.clock(), self._latest + 1)
        one = ChatMessage(
            secrets.token_hex(8),
            table.id,
            person,
            participant.id if participant else 0,
            self._latest,
            message.kind,
            body,
            "table" if at_the_table else "onlookers",
            await self._store.name_of(person),
        )
        if not await self._store.chat.keep(one):
            raise Refused("silenced")
        self.tell(one)
        self._services.peers.send(ChatStored(one))

    async def _body(self, person: str, message: messages.SayCommand) -> str:
        """The body of a message; raises `Refused`."""
        if message.kind == "text":
            words = written_text(message.body)
            if not (await self._store.chat.manners_of(person)).writes:
                raise Refused("texts_off")
            return words
        if message.body not in (PHRASES if message.kind == "phrase" else GESTURES):
            raise Refused("bad_message")
        return message.body

    async def _meant(self, person: str, message: messages.MuteCommand | messages.ReportCommand) -> tuple[str, str]:
        """The person that a command is about, and their name: a participant, or the author of a message."""
        table = self._decisions.table
        if message.participant:
            other, name = (
                self._decisions.people.get(message.participant, ""),
                shown_names(table, ENGLISH).get(message.participant, ""),
            )
        else:
            one = await self._store.chat.one(message.said, table.id)
            other, name = (one.person, speaker(table, one, ENGLISH)) if one else ("", "")
        if other in ("", person):
            raise Refused("bad_message")
        return other, name

    async def _report(self, connection: Connection, message: messages.ReportCommand) -> None:
        """Store a report for the host, with the latest messages."""
        words = plain_text(message.words, LONGEST_REPORT)
        other, name = await self._meant(connection.person, message)
        person, table = await self._introduced(connection), self._decisions.table.id
        report = PlayerReport(
            secrets.token_hex(4), self._services.clock(), table, person, other, name, message.why, words
        )
        await self._store.reports.keep(report, await self._store.chat.latest(table, EVIDENCE))
