"""A table that somebody is looking at: it takes wishes, stores what follows from them, and shows it to everyone."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Any

from tablee.games import GameFolder
from tablee.server import messages
from tablee.server.connection import Connection
from tablee.server.frames import Painter, encode, event_texts
from tablee.server.hints import Bots, Hints, are_allowed
from tablee.server.spoken import in_words
from tablee.server.texts import closing, refusal, seat_names, shown_names
from tablee.store import Conflict, NotSaved, Store, StoredTable
from tablee.table.events import Event, Refused
from tablee.table.table import BOT_NAMES, THROW, Sitter, Table, clean_name, fold

logger = logging.getLogger("tablee")

PAUSE = 2.0
"""Seconds until a bot tries again when its action could not be stored."""

Decision = Callable[[Table], list[Event]]


class LiveTable:
    """One table in memory, with everyone connected to it. The store decides what has happened; this only remembers."""

    def __init__(
        self,
        stored: StoredTable,
        folder: GameFolder | None,
        store: Store,
        bots: Bots,
        when_idle: Callable[[], None],
    ) -> None:
        """`when_idle` is called whenever nobody is here any more and nothing goes on."""
        self.table = fold(stored.opening, stored.seed, folder, stored.events)
        self.people = dict(stored.people)
        self._index_sitters()
        self.connections: list[Connection] = []
        self._seen = dict(stored.seen)
        self._store = store
        self._bots = bots
        self._hints = Hints(bots, lambda: self.table, self.check_idle)
        self._when_idle = when_idle
        self._lock = asyncio.Lock()
        self._bot_task: asyncio.Task[None] | None = None
        self._stopped = False
        self._painters: dict[tuple[int | None, str], Painter] = {}

    # ---- coming and going ----------------------------------------------------------------------------------

    def join(self, connection: Connection, after: int) -> None:
        """Somebody connects: show the table, beginning with what has not been seen yet."""
        self.connections.append(connection)
        self._tell_about_table()
        if self.table.state is None:
            return
        sitter = self.sitter_of(connection.person)
        seat = sitter.seat if sitter else None
        seen = max(after, self._seen_by(sitter)) if sitter else self.table.number
        if connection.scenes:
            self._show_missed(connection, seat, seen)
        else:
            events = [event for event in self.table.events if event.number > after]
            connection.send(encode(event_texts(self.table, events, seat, seen=seen)))
        self.wake_bots()

    def _show_missed(self, connection: Connection, seat: int | None, seen: int) -> None:
        for frame in Painter(seat, connection.say).missed_frames(self.table, seen):
            connection.send(encode(frame))
        self._painter(connection, seat)

    def quit(self, connection: Connection) -> None:
        """Somebody's connection has ended."""
        self.connections.remove(connection)
        self._painters = {
            key: painter
            for key, painter in self._painters.items()
            if any(connection.painter is painter for connection in self.connections)
        }
        self._tell_about_table()
        self.check_idle()

    def check_idle(self) -> None:
        """Say so if nobody is here and nothing goes on."""
        busy = self._bot_task is not None or self._hints.under_way or self._lock.locked()
        if not self.connections and not busy:
            self._when_idle()

    def sitter_of(self, person: str) -> Sitter | None:
        """The sitter that a person is, if any."""
        return self._sitters.get(person)

    def _index_sitters(self) -> None:
        self._sitters = {self.people[sitter.id]: sitter for sitter in self.table.sitters if sitter.id in self.people}

    def _seat_of(self, connection: Connection) -> int:
        sitter = self.sitter_of(connection.person)
        if sitter is None or sitter.seat is None:
            raise Refused("not_seated")
        return sitter.seat

    @property
    def watching(self) -> int:
        """How many look on without sitting at the table."""
        return sum(connection.person not in self._sitters for connection in self.connections)

    # ---- wishes --------------------------------------------------------------------------------------------

    async def handle(self, connection: Connection, message: messages.Message) -> None:
        """Grant a wish or raise `Refused`."""
        match message:
            case messages.Act(number=number, action=action):
                seat = self._seat_of(connection)
                await self._act(connection, seat, number, action)
            case messages.Why(number=number, key=key):
                self._explain(connection, self._seat_of(connection), number, key)
            case messages.Words(number=number):
                self._tell_in_words(connection, number)
            case messages.Hint(number=number):
                self._hints.ask(self._seat_of(connection), number, connection)
            case messages.Seen(number=number):
                await self._saw(connection, number)
            case messages.Back(number=number):
                seat = self._seat_of(connection)
                await self.decide(lambda table: table.take_back(seat, number))
            case messages.Leave():
                seat = self._seat_of(connection)
                await self.decide(lambda table: table.leave(seat))
            case messages.Sit(nonce=nonce):
                await self._sit(connection.person, nonce)
            case messages.Name(name=name):
                await self._rename(connection.person, clean_name(name))
            case _:
                await self._prepare(connection, message)

    async def _act(self, connection: Connection, seat: int, number: int, action: str) -> None:
        """Play an action; one that is not legal is refused with the game's own reason, if it has one."""
        try:
            await self.decide(lambda table: table.act(seat, number, action))
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
        sitter = self.sitter_of(connection.person)
        if number == self.table.number and self.table.state is not None:
            connection.send(encode(in_words(self.table, sitter.seat if sitter else None, connection.say)))

    def _why_not(self, connection: Connection, seat: int, what: str) -> str:
        folder, say = self.table.folder, connection.say
        if folder is None or seat != self.table.to_act:
            return ""
        names = seat_names(self.table, say)
        reason: str = folder.optional_words("why_not")(self.table.view(seat), seat, what, names, say)
        return reason

    async def _prepare(self, connection: Connection, message: messages.Message) -> None:
        """What anyone who sits here may do while the table is waiting."""
        if self.sitter_of(connection.person) is None:
            raise Refused("not_seated")
        match message:
            case messages.Bot(level=level) if 1 <= level <= len(BOT_NAMES):
                await self.decide(lambda table: table.sit("", level))
            case messages.Unseat(sitter=sitter):
                await self.decide(lambda table: table.rise(self._may_unseat(connection.person, sitter)))
            case messages.Start():
                await self.decide(lambda table: table.start())
            case _:
                raise Refused("bad_message")

    def _may_unseat(self, person: str, sitter: int) -> int:
        """Anyone may send a bot away, but of people only oneself."""
        if self.people.get(sitter, person) != person:
            raise Refused("not_now")
        return sitter

    async def _sit(self, person: str, nonce: str) -> None:
        if not person:
            raise Refused("not_seated")
        name = await self._store.name_of(person)

        def sit(table: Table) -> list[Event]:
            sitter = self.sitter_of(person)
            if sitter is None:
                return table.sit(name, nonce=nonce)
            return [] if sitter.nonce else table.add_nonce(sitter.id, nonce)

        await self.decide(sit, person)

    async def _rename(self, person: str, name: str) -> None:
        if not person or not name:
            raise Refused("bad_message")
        await self._store.rename(person, name)
        sitter = self.sitter_of(person)
        if sitter is not None and self.table.status != "closed":
            await self.decide(lambda table: table.rename(sitter.id, name))

    async def _saw(self, connection: Connection, number: int) -> None:
        sitter = self.sitter_of(connection.person)
        number = min(number, self.table.number)
        if sitter is not None and number > self._seen_by(sitter):
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
            self.people |= people
            self._show(events)
        self.wake_bots()

    async def _store_events(self, events: list[Event], people: dict[int, str]) -> None:
        try:
            await self._store.append(self.table.id, events, people)
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
        self.people, self._seen = dict(stored.people), dict(stored.seen)
        self._index_sitters()
        self._tell_about_table()
        self._show_whole()
        if self.table.state is not None:
            self._show_events(self.table.events[known:])
        self.wake_bots()

    # ---- showing -------------------------------------------------------------------------------------------

    def _show(self, events: Iterable[Event]) -> None:
        """Let events that are stored happen, before everyone's eyes."""
        news = list(events)
        for event in news:
            self.table.append(event)
            if event.kind == "start":
                self._show_whole()
            elif event.kind in ("sit", "rise"):
                self._index_sitters()
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
            if connection.scenes:
                sitter = self.sitter_of(connection.person)
                self._painter(connection, sitter.seat if sitter else None)
        self._send_frames({key: painter.first_frame(self.table) for key, painter in self._painters.items()})

    def _painter(self, connection: Connection, seat: int | None) -> None:
        """Let a connection see what others of its seat and language see; its painter is up to date with the table."""
        key = (seat, connection.say.code)
        painter = self._painters.get(key)
        if painter is None:
            painter = self._painters[key] = Painter(seat, connection.say)
            painter.first_frame(self.table)
        connection.painter = painter

    def _show_frames(self, event: Event, *, last: bool) -> None:
        frames = {key: painter.frame(self.table, [event], last=last) for key, painter in self._painters.items()}
        self._send_frames(frames)

    def _send_frames(self, frames: dict[tuple[int | None, str], dict[str, Any]]) -> None:
        texts = {id(self._painters[key]): encode(frame) for key, frame in frames.items()}
        for connection in self.connections:
            if connection.painter is not None and id(connection.painter) in texts:
                connection.send(texts[id(connection.painter)])

    def _show_events(self, events: list[Event]) -> None:
        texts: dict[int | None, str] = {}
        for connection in self.connections:
            if connection.scenes:
                continue
            sitter = self.sitter_of(connection.person)
            seat = sitter.seat if sitter else None
            if seat not in texts:
                texts[seat] = encode(event_texts(self.table, events, seat, seen=0))
            connection.send(texts[seat])

    def _tell_about_table(self) -> None:
        here = {connection.person for connection in self.connections}
        for connection in self.connections:
            connection.send(encode(self._about(connection, here)))

    def _about(self, connection: Connection, here: set[str]) -> dict[str, Any]:
        table = self.table
        names = shown_names(table, connection.say)
        you = self.sitter_of(connection.person)
        return {
            "say": "table",
            "id": table.id,
            "game": table.opening.game,
            "status": "closed" if table.folder is None else table.status,
            "number": table.number,
            "players": table.opening.players,
            "solo": table.opening.solo,
            "commitment": table.opening.commitment,
            "you": {
                "sitter": you.id if you else None,
                "seat": you.seat if you else None,
                "nonce": bool(you and you.nonce),
                "left": bool(you and table.has_left(you.seat)),
            },
            "sitters": [
                {
                    "id": sitter.id,
                    "name": names[sitter.id],
                    "bot": sitter.level,
                    "seat": sitter.seat,
                    "here": bool(sitter.level) or self.people.get(sitter.id) in here,
                }
                for sitter in table.sitters
            ],
            "hints": are_allowed(table, you.seat if you else None),
            "watching": self.watching,
            "message": closing(table, connection.say),
            "next": f"/tables/{table.next_table}" if table.next_table else "",
        }

    def refuse(self, connection: Connection, refused: Refused) -> None:
        """Tell somebody why a wish was not granted."""
        message = refused.reason or refusal(refused.code, connection.say)
        connection.send(encode({"say": "refused", "code": refused.code, "message": message}))

    # ---- bots ----------------------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """Let bots play if it is a bot's turn."""
        if not self._stopped and self._bot_task is None and self._bot_to_act() is not None:
            self._bot_task = asyncio.create_task(self._play_bots())

    async def stop(self) -> None:
        """Let no bot play any more: the house closes, and they will think again when it opens."""
        self._stopped = True
        await self._hints.stop()
        if self._bot_task is not None:
            self._bot_task.cancel()
            await asyncio.wait([self._bot_task])

    def _bot_to_act(self) -> Sitter | None:
        seat = self.table.to_act
        return self.table.seats[seat] if seat is not None and self.table.seats[seat].level else None

    async def _play_bots(self) -> None:
        try:
            while (bot := self._bot_to_act()) is not None:
                await self._play_bot(bot)
        finally:
            self._bot_task = None
            self.check_idle()

    async def _play_bot(self, bot: Sitter) -> None:
        """One action of a bot. If the table has moved on meanwhile, its answer is forgotten."""
        assert bot.seat is not None
        seat, number = bot.seat, self.table.number
        action = await self._bot_action(bot)
        try:
            await self.decide(lambda table: table.act(seat, number, action))
        except Refused as refused:
            if refused.code == "not_saved":
                await asyncio.sleep(PAUSE)

    async def _bot_action(self, bot: Sitter) -> str:
        """What a bot answers; if that cannot be used, some legal action: a table never waits for a broken bot."""
        assert bot.seat is not None
        actions = self.table.actions(bot.seat)
        if actions == [THROW]:
            return THROW
        number = self.table.number
        try:
            knowledge, seed = self.table.knowledge(bot.seat), secrets.randbits(32)
            action = await self._bots.choose(self.table.opening.game, knowledge, bot.level, seed)
            if action in actions or self.table.number != number:
                return action
            logger.warning("table %s: a bot wanted to play %.60r", self.table.id, action)
        except Exception as error:
            logger.warning("table %s: a bot failed: %r", self.table.id, error)
        return secrets.choice(actions)
