"""What is said at one table: who may say it, who hears it, and whom somebody does not want to hear.

It is stored before anybody hears it, apart from the log, and told to other servers as it is. What got lost on the way
is found whenever somebody comes.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tablee.language import ENGLISH
from tablee.live import messages
from tablee.live.audience import Audience
from tablee.live.connection import Connection
from tablee.live.errands import Errands
from tablee.live.presence import Presence
from tablee.show.frames import encode
from tablee.show.phrases import GESTURES, PHRASES
from tablee.show.sentences import shown_names
from tablee.show.talk import speaker, talk_message
from tablee.store import Store, Unavailable
from tablee.table.events import Refused
from tablee.table.table import Table
from tablee.table.talk import (
    LONGEST_REPORT,
    Report,
    Saying,
    hears,
    new_report_id,
    new_saying_id,
    plain_text,
    written_text,
)

logger = logging.getLogger("tablee")

EVIDENCE = 50
"""How much of what was said last is kept with a report."""
REPORTED = {"say": "reported"}


class House(NamedTuple):
    """What a table must know of the house, and tell it."""

    is_silenced: Callable[[str], bool]
    """Has the host silenced a person?"""
    told: Callable[[Saying], None]
    """Called with what was said, for other servers."""
    changed: Callable[[str], None]
    """Called with somebody who wants to be talked with otherwise from now on."""


class Talking:
    """The talk of one table. `people` says which person each sitter is."""

    def __init__(
        self,
        store: Store,
        table: Callable[[], Table],
        people: Callable[[], Mapping[int, str]],
        presence: Presence,
        audience: Audience,
        errands: Errands,
        house: House,
        clock: Callable[[], int],
    ) -> None:
        self._store = store
        self._table = table
        self._people = people
        self._presence = presence
        self._audience = audience
        self._errands = errands
        self._house = house
        self._clock = clock
        self._arriving: dict[Connection, list[Saying]] = {}
        """Those for whom it is being read what was said, and what is said meanwhile."""

    # ---- hearing -------------------------------------------------------------------------------------------

    async def welcome(self, connection: Connection) -> None:
        """Tell somebody who wants to hear it what was said last; if it cannot be read now, they hear what follows."""
        if not connection.talks:
            return
        news = self._arriving[connection] = []
        try:
            connection.manners = await self._store.talk.manners_of(connection.person)
            known = await self._store.talk.latest(self._table().id)
        except Unavailable as error:
            logger.warning("table %s: what was said cannot be read: %s", self._table().id, error)
            known = []
        if self._arriving.get(connection) is not news:
            return  # it is being read once more
        del self._arriving[connection]
        ids = {saying.id for saying in known}
        self._tell_all(connection, [*known, *(saying for saying in news if saying.id not in ids)])

    def _tell_all(self, connection: Connection, sayings: Sequence[Saying]) -> None:
        manners = connection.manners
        message = talk_message(self._table(), self._heard(connection, sayings), connection.person, connection.say)
        own = {
            "whole": True,
            "writes": manners.writes,
            "may": not self._house.is_silenced(connection.person),
            "muted": [sitter for sitter, person in self._people().items() if person in manners.muted],
        }
        connection.send(encode(message | own))

    def _heard(self, connection: Connection, sayings: Sequence[Saying]) -> list[Saying]:
        person, sits = connection.person, bool(self._presence.sitter_of(connection.person))
        return [saying for saying in sayings if hears(saying, person, connection.manners, sits=sits)]

    def tell(self, saying: Saying) -> None:
        """Something was said, here or at another server."""
        for connection in self._audience.connections:
            if connection in self._arriving:
                self._arriving[connection].append(saying)
            elif connection.talks and self._heard(connection, [saying]):
                message = talk_message(self._table(), [saying], connection.person, connection.say)
                connection.send(encode(message | {"whole": False}))

    def renew(self, person: str | None = None) -> None:
        """Tell somebody, or everybody, once more what was said: something about it has changed, or was missed."""
        for connection in self._audience.connections:
            if connection.talks and person in (None, connection.person):
                self._errands.begin(self.welcome(connection))

    def leave(self, connection: Connection) -> None:
        """Somebody has gone."""
        self._arriving.pop(connection, None)

    # ---- talking -------------------------------------------------------------------------------------------

    async def grant(self, connection: Connection, message: messages.Talking) -> None:
        """Grant a wish about talking or raise `Refused`."""
        person = connection.person
        if not person:
            raise Refused("bad_message")
        match message:
            case messages.Say():
                await self._say(connection, message)
            case messages.Write(on=on):
                await self._store.talk.let_write(person, self._clock(), on=on)
                self._house.changed(person)
            case messages.Mute(on=on):
                other, _ = await self._meant(person, message)
                await self._store.talk.mute(person, other, self._clock(), on=on)
                self._house.changed(person)
            case messages.Report():
                await self._report(person, message)
                connection.send(encode(REPORTED))

    async def _say(self, connection: Connection, message: messages.Say) -> None:
        person, table = connection.person, self._table()
        if self._house.is_silenced(person):
            raise Refused("silenced")
        body = await self._body(person, message)
        sitter = self._presence.sitter_of(person)
        at_the_table = sitter is not None or table.status == "over"
        saying = Saying(
            new_saying_id(),
            table.id,
            person,
            sitter.id if sitter else 0,
            self._clock(),
            message.kind,
            body,
            "table" if at_the_table else "onlookers",
            await self._store.name_of(person),
        )
        await self._store.talk.keep(saying)
        self.tell(saying)
        self._house.told(saying)

    async def _body(self, person: str, message: messages.Say) -> str:
        """What is said, if it can be; raises `Refused`."""
        if message.kind == "text":
            words = written_text(message.body)
            if not (await self._store.talk.manners_of(person)).writes:
                raise Refused("texts_off")
            return words
        if message.body not in (PHRASES if message.kind == "phrase" else GESTURES):
            raise Refused("bad_message")
        return message.body

    async def _meant(self, person: str, message: messages.Mute | messages.Report) -> tuple[str, str]:
        """The person, and the name, of who is meant: somebody who sits here, or has said something here."""
        table = self._table()
        if message.sitter:
            other, name = self._people().get(message.sitter, ""), shown_names(table, ENGLISH).get(message.sitter, "")
        else:
            saying = await self._store.talk.one(message.said, table.id)
            other, name = (saying.person, speaker(table, saying, ENGLISH)) if saying else ("", "")
        if other in ("", person):
            raise Refused("bad_message")
        return other, name

    async def _report(self, person: str, message: messages.Report) -> None:
        """Keep a report for the host, with what was said here last."""
        words = plain_text(message.words, LONGEST_REPORT)
        other, name = await self._meant(person, message)
        table = self._table().id
        report = Report(new_report_id(), self._clock(), table, person, other, name, message.why, words)
        await self._store.reports.keep(report, await self._store.talk.latest(table, EVIDENCE))
