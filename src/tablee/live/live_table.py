"""A table that somebody is looking at: it takes wishes, stores what follows from them, and shows it to everyone."""

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from tablee.games import GameFolder
from tablee.live import messages
from tablee.live.bots_at_work import BotsAtWork, Decision
from tablee.live.company import about
from tablee.live.connection import Connection
from tablee.live.hints import Bots, Hints
from tablee.live.presence import Presence
from tablee.live.recognition import milliseconds_now
from tablee.live.settings import ABSENCE
from tablee.show.frames import Painter, encode, shape_of
from tablee.show.in_words import in_words
from tablee.show.replay import past_frame
from tablee.show.sentences import refusal, seat_names
from tablee.show.viewpoint import SharedPainter, Viewpoint, shared_event_texts
from tablee.store import Conflict, NotSaved, Store, StoredTable
from tablee.table.directory import entry_of
from tablee.table.events import Event, Refused
from tablee.table.seating import BOT_NAMES, Sitter, clean_name
from tablee.table.table import Table, fold

logger = logging.getLogger("tablee")


class LiveTable:
    """One table in memory, with everyone connected to it. The store decides what has happened; this only remembers."""

    def __init__(
        self,
        stored: StoredTable,
        folder: GameFolder | None,
        store: Store,
        bots: Bots,
        when_idle: Callable[[], None],
        patience: float = ABSENCE,
    ) -> None:
        """`when_idle` is called when nobody is here any more and nothing goes on; for `patience` see `Presence`."""
        self.table = fold(stored.opening, stored.seed, folder, stored.events)
        self.presence = Presence(self.table, stored.people, patience)
        self._seen = dict(stored.seen)
        self._store = store
        self._hints = Hints(bots, lambda: self.table, self.check_idle)
        self._bots = BotsAtWork(
            bots, lambda: self.table, self.decide, lambda: self.presence.somebody_is_here, self.check_idle
        )
        self._when_idle = when_idle
        self._lock = asyncio.Lock()
        self._painters: dict[Hashable, Painter] = {}

    @property
    def connections(self) -> list[Connection]:
        """Everyone connected."""
        return self.presence.connections

    # ---- coming and going ----------------------------------------------------------------------------------

    def join(self, connection: Connection, after: int) -> None:
        """Somebody connects: show the table, beginning with what has not been seen yet."""
        self.presence.came(connection)
        self._tell_about_table()
        if self.table.state is None:
            return
        self._look(connection)
        own = self.presence.sitters_of(connection.person)
        seen = max(after, *map(self._seen_by, own)) if own else self.table.number
        if connection.scenes:
            self._show_missed(connection, seen)
        else:
            events = [event for event in self.table.events if event.number > after]
            connection.send(encode(shared_event_texts(self.table, events, connection.viewpoint, seen=seen)))
        self._bots.wake()

    def _show_missed(self, connection: Connection, seen: int) -> None:
        for frame in self._new_painter(connection).missed_frames(self.table, seen):
            connection.send(encode(frame))
        self._painter(connection)

    def _look(self, connection: Connection) -> None:
        """Let somebody look from the seats they have now."""
        connection.viewpoint = Viewpoint(self.presence.seats_of(connection.person))
        connection.viewpoint.turn(self.table)

    def quit(self, connection: Connection) -> None:
        """Somebody's connection has ended."""
        self.presence.went(connection)
        self._painters = {
            key: painter
            for key, painter in self._painters.items()
            if any(connection.painter is painter for connection in self.connections)
        }
        self._tell_about_table()
        self.check_idle()

    def check_idle(self) -> None:
        """Say so if nobody is here and nothing goes on."""
        busy = self._bots.under_way or self._hints.under_way or self._lock.locked()
        if not self.connections and not busy:
            self._when_idle()

    # ---- wishes --------------------------------------------------------------------------------------------

    async def handle(self, connection: Connection, message: messages.Message) -> None:
        """Grant a wish or raise `Refused`."""
        match message:
            case messages.Act(number=number, action=action):
                await self._act(connection, connection.viewpoint.acting(self.table), number, action)
            case messages.Why(number=number, key=key):
                self._explain(connection, connection.viewpoint.acting(self.table), number, key)
            case messages.Words(number=number):
                self._tell_in_words(connection, number)
            case messages.Hint(number=number):
                self._hints.ask(connection.viewpoint.acting(self.table), number, connection)
            case messages.Look(number=number):
                self._look_back(connection, number)
            case messages.Seen(number=number):
                await self._saw(connection, number)
            case messages.Back(number=number):
                await self.decide(lambda table: table.take_back(connection.viewpoint.taking_back(table), number))
            case messages.Leave(seat=named):
                seat = connection.viewpoint.own(named)
                await self.decide(lambda table: table.leave(seat))
            case messages.LookAs(seat=seat):
                self._lift_curtain(connection, seat)
            case messages.Return(seat=named):
                seat = connection.viewpoint.own(named)
                await self.decide(lambda table: table.give_back(seat))
            case messages.Sit(nonce=nonce):
                await self._sit(connection.person, nonce)
            case messages.Name(name=name):
                await self._rename(connection.person, clean_name(name))
            case _:
                await self._prepare(connection, message)

    async def _act(self, connection: Connection, seat: int, number: int, action: str) -> None:
        """Play an action; one that is not legal is refused with the game's own reason, if it has one."""
        try:
            returning = seat < len(self.table.seats) and self.table.seats[seat].stand_in
            play = Table.come_back if returning else Table.act
            await self.decide(lambda table: play(table, seat, number, action))
        except Refused as refused:
            reason = self._why_not(connection, seat, action) if refused.code == "illegal_action" else ""
            if not reason:
                raise
            raise Refused(refused.code, reason) from None

    def _explain(self, connection: Connection, seat: int, number: int, key: str) -> None:
        """Say why a node that somebody pointed at offers nothing now."""
        painter = connection.painter
        if number != self.table.number or painter is None or not painter.shows(key):
            return
        if seat != self.table.to_act:
            raise Refused("not_your_turn")
        if reason := self._why_not(connection, seat, key):
            connection.send(encode({"say": "why", "message": reason}))

    def _tell_in_words(self, connection: Connection, number: int) -> None:
        """Say what lies before somebody; if the table has moved on, they are going to ask again."""
        if number == self.table.number and self.table.state is not None:
            connection.send(encode(in_words(self.table, connection.viewpoint.seat, connection.say)))

    def _look_back(self, connection: Connection, number: int) -> None:
        """Show somebody a past position, as far as they may know it now."""
        seat, say, shape = connection.viewpoint.seat, connection.say, self._shape(connection)
        connection.send(encode(past_frame(self.table, number, seat, say, shape)))

    def _why_not(self, connection: Connection, seat: int, what: str) -> str:
        folder, say = self.table.folder, connection.say
        if folder is None or seat != self.table.to_act:
            return ""
        names = seat_names(self.table, say)
        reason: str = folder.optional_words("why_not")(self.table.view(seat), seat, what, names, say)
        return reason

    async def _prepare(self, connection: Connection, message: messages.Message) -> None:
        """What only those may do who sit here: while the table is waiting, and for who is absent."""
        person = connection.person
        if self.presence.sitter_of(person) is None:
            raise Refused("not_seated")
        match message:
            case messages.Bot(level=level) if 1 <= level <= len(BOT_NAMES):
                await self.decide(lambda table: table.sit("", level))
            case messages.Unseat(sitter=sitter):
                self.presence.check_may_rise(person, sitter)
                await self.decide(lambda table: table.rise(sitter))
            case messages.Beside(name=name) if not self.table.opening.solo:
                await self.decide(lambda table: table.sit(clean_name(name)), person)
            case messages.Hand(seat=seat) if 0 <= seat < len(self.table.seats):
                self.presence.check_absent(self.table.seats[seat])
                await self.decide(lambda table: table.hand(seat))
            case messages.Start():
                await self.decide(lambda table: table.start())
            case _:
                raise Refused("bad_message")

    async def _sit(self, person: str, nonce: str) -> None:
        if not person:
            raise Refused("not_seated")
        name = await self._store.name_of(person)

        def sit(table: Table) -> list[Event]:
            sitter = self.presence.sitter_of(person)
            if sitter is None:
                return table.sit(name, nonce=nonce)
            return [] if sitter.nonce else table.add_nonce(sitter.id, nonce)

        await self.decide(sit, person)

    async def _rename(self, person: str, name: str) -> None:
        if not person or not name:
            raise Refused("bad_message")
        await self._store.rename(person, name, milliseconds_now())
        sitter = self.presence.sitter_of(person)
        if sitter is not None and self.table.status != "closed":
            await self.decide(lambda table: table.rename(sitter.id, name))

    async def _saw(self, connection: Connection, number: int) -> None:
        """Everybody at a screen has seen what was on it."""
        number = min(number, self.table.number)
        for sitter in self.presence.sitters_of(connection.person):
            if number > self._seen_by(sitter):
                await self._store.saw(self.table.id, sitter.id, number)
                self._seen[sitter.id] = max(number, self._seen.get(sitter.id, 0))

    def _seen_by(self, sitter: Sitter) -> int:
        """Up to which event a sitter has seen the table: as far as it said, and at least up to its own last action."""
        acts = (event.number for event in reversed(self.table.events) if event.kind == "act")
        own = (number for number in acts if self.table.events[number - 1].seat == sitter.seat)
        return max(self._seen.get(sitter.id, 0), next(own, 0))

    # ---- decisions -----------------------------------------------------------------------------------------

    async def decide(self, decision: Decision, person: str = "") -> None:
        """Make a decision: first stored, then shown. A `sit` among its events is that of `person`."""
        async with self._lock:
            events = decision(self.table)
            if not events:
                return
            people = {event.number: person for event in events if event.kind == "sit" and person and not event.level}
            await self._store_events(events, people)
            self.presence.people |= people
            self._show(events)
        self._bots.wake()

    async def _store_events(self, events: list[Event], people: dict[int, str]) -> None:
        try:
            await self._store.append(self.table.id, events, entry_of(self.table.ahead(*events)), people)
        except Conflict:
            await self._reload()
            raise Refused("stale") from None
        except NotSaved as error:
            logger.error("table %s: events could not be stored: %s", self.table.id, error)
            raise Refused("not_saved") from None

    async def _reload(self) -> None:
        """Another server was faster: see what it stored, and show that."""
        stored = await self._store.load(self.table.id)
        assert stored is not None
        known = self.table.number
        self.table = fold(stored.opening, stored.seed, self.table.folder, stored.events)
        self.presence.people, self._seen = dict(stored.people), dict(stored.seen)
        self.presence.index(self.table)
        self._tell_about_table()
        self._show_whole()
        if self.table.state is not None:
            self._show_events(self.table.events[known:])
        self._bots.wake()

    # ---- showing -------------------------------------------------------------------------------------------

    def _show(self, events: Iterable[Event]) -> None:
        """Let events that are stored happen, before everyone's eyes."""
        news = list(events)
        for event in news:
            self.table.append(event)
            if event.kind == "start":
                self._show_whole()
            elif event.kind in ("sit", "rise"):
                self.presence.index(self.table)
            elif self.table.state is not None:
                self._show_frames(event, last=event is news[-1])
        if self.table.state is not None:
            self._show_events(news)
        if any(event.kind not in ("act", "chance", "back") for event in news):
            self._tell_about_table()

    def _show_whole(self) -> None:
        self._painters = {}
        if self.table.state is None:
            return
        for connection in self.connections:
            self._look(connection)
            if connection.scenes:
                self._painter(connection)
        self._send_frames({key: [painter.first_frame(self.table)] for key, painter in self._painters.items()})

    def _painter(self, connection: Connection) -> None:
        """Let a connection see what others of its seat, language and shape see; its painter is up to date."""
        viewpoint = connection.viewpoint
        key = id(connection) if viewpoint.is_shared else (viewpoint.seat, connection.say.code, self._shape(connection))
        painter = self._painters.get(key)
        if painter is None:
            painter = self._painters[key] = self._new_painter(connection)
            painter.first_frame(self.table)
        connection.painter = painter

    def _new_painter(self, connection: Connection) -> Painter:
        viewpoint, say, shape = connection.viewpoint, connection.say, self._shape(connection)
        return SharedPainter(viewpoint, say, shape) if viewpoint.is_shared else Painter(viewpoint.seat, say, shape)

    def _shape(self, connection: Connection) -> str:
        return shape_of(self.table.folder, connection.shape)

    def _show_frames(self, event: Event, *, last: bool) -> None:
        self._send_frames(
            {key: painter.frames(self.table, [event], last=last) for key, painter in self._painters.items()}
        )

    def _send_frames(self, frames: dict[Hashable, list[dict[str, Any]]]) -> None:
        texts = {id(self._painters[key]): [encode(frame) for frame in painted] for key, painted in frames.items()}
        for connection in self.connections:
            for text in texts.get(id(connection.painter), ()):
                connection.send(text)

    def _lift_curtain(self, connection: Connection, seat: int) -> None:
        """Show the table to the one of several on a device whose turn it is, and who says to be alone now."""
        if isinstance(connection.painter, SharedPainter):
            connection.send(encode(connection.painter.lift(self.table, seat)))
        else:
            connection.viewpoint.lift(self.table, seat)
            connection.send(encode(shared_event_texts(self.table, [], connection.viewpoint, seen=0)))

    def _show_events(self, events: list[Event]) -> None:
        texts: dict[Hashable, str] = {}
        for connection in self.connections:
            if connection.scenes:
                continue
            viewpoint = connection.viewpoint
            viewpoint.turn(self.table)
            key = (viewpoint.seats, viewpoint.seat)
            if key not in texts:
                texts[key] = encode(shared_event_texts(self.table, events, viewpoint, seen=0))
            connection.send(texts[key])

    def _tell_about_table(self) -> None:
        here = self.presence.here
        for connection in self.connections:
            connection.send(encode(about(self.table, self.presence, connection.person, connection.say, here)))

    def refuse(self, connection: Connection, refused: Refused) -> None:
        """Tell somebody why a wish was not granted."""
        message = refused.reason or refusal(refused.code, connection.say)
        connection.send(encode({"say": "refused", "code": refused.code, "message": message}))

    async def stop(self) -> None:
        """Let nothing happen by itself any more: the house closes."""
        await self._hints.stop()
        await self._bots.stop()
