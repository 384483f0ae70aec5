"""Broadcast what happens at one table to everybody who looks at it."""

import asyncio
import logging
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from tablee.server.realtime.connection import Connection, Message
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.table.events import Event, Start
from tablee.server.table.seating import Participant
from tablee.server.table.table import Table
from tablee.server.views.company import Company, about, own_part
from tablee.server.views.frames import FrameBuilder, TableViews, encode
from tablee.server.views.scenes import shape_of
from tablee.server.views.viewpoint import SharedFrameBuilder, TextBuilder, Viewpoint

logger = logging.getLogger("tablee")

SHORT = 100
"""Build frames of logs up to this length at once, and those of longer ones in the worker thread."""
CROWD = 40
"""Connections at a table above which spectators are sent messages in slices."""
SLICE = 8
"""Spectators who are sent something before the event loop turns to others."""


class _Step(NamedTuple):
    """An event, the table after it, and whether it is the last of its decision."""

    table: Table
    event: Event
    last: bool


class Spectators:
    """Sends messages to spectators in slices, in order, so that no player waits for a thousand of them."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Connection, Sequence[Message]]] = []  # mostly empty, as an empty deque is not small
        self._is_under_way = False

    def is_wide(self, people: int) -> bool:
        """Are so many people a crowd? While messages wait, later ones have to queue behind them."""
        return people > CROWD or bool(self._waiting)

    def send(self, messages: Sequence[tuple[Connection, Sequence[Message]]]) -> None:
        """Queue a message for many spectators."""
        self._waiting += [(connection, sent) for connection, sent in messages if sent]
        if self._waiting and not self._is_under_way:
            self._is_under_way = True
            asyncio.get_running_loop().call_soon(self._send_slice)

    def _send_slice(self) -> None:
        """Send to one slice; the event loop runs before the next."""
        for connection, sent in self._waiting[:SLICE]:
            connection.send_together(sent)
        del self._waiting[:SLICE]
        self._is_under_way = bool(self._waiting)
        if self._is_under_way:
            asyncio.get_running_loop().call_soon(self._send_slice)


class Broadcaster:
    """Connections that see the same share one frame builder: each frame is built and encoded once for all of them."""

    def __init__(self, seats_of: Callable[[str], tuple[int, ...]]) -> None:
        """`seats_of` returns the seats that a person holds now."""
        self.connections: list[Connection] = []
        self._seats_of = seats_of
        self._shared = TableViews()
        self._builders: dict[Hashable, FrameBuilder | TextBuilder] = {}
        self._first_sights: dict[Hashable, tuple[Table, list[Message]]] = {}
        """The messages to the latest spectators who arrived, valid while the table does not change."""
        self._spectators = Spectators()
        self._arriving: dict[Connection, list[_Step]] = {}
        """Connections for which a long log is being prepared, with the events since."""

    # ---- coming and going ----------------------------------------------------------------------------------

    def remove(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        self.connections.remove(connection)
        self._arriving.pop(connection, None)
        looking = {id(one.builder) for one in self.connections}
        self._builders = {key: builder for key, builder in self._builders.items() if id(builder) in looking}

    async def welcome(self, connection: Connection, table: Table, after: int, seen: int) -> None:
        """Show the table to a new connection, beginning with the events after `seen`.

        Bot accounts are sent everything `after` an event.
        """
        if connection.builder is not None:
            return  # the game has just started
        builder = self._look(connection, table)
        key = _key(connection, table)
        sight = (key, after, seen) if self._is_spectator(connection) else None
        known, sent = self._first_sights.get(sight, (None, []))
        if known is table and key in self._builders:  # the next frame is the difference to that builder's last
            connection.send_together(sent)
        elif table.number <= SHORT:
            painted = _first(builder, table, after, seen)
            connection.send_together(painted)
            self._remember_sight(sight, table, painted)
        else:
            steps = self._arriving[connection] = []
            painted = await run_in_worker_thread(_first, builder, table, after, seen)
            if self._arriving.get(connection) is not steps:
                return  # the whole table was shown meanwhile
            del self._arriving[connection]
            connection.send_together([*painted, *(sent for step in steps for sent in _next(builder, step))])
            if not steps:
                self._remember_sight(sight, table, painted)
        self._share(connection, table, builder)

    def _remember_sight(self, sight: Hashable | None, table: Table, sent: list[Message]) -> None:
        """Remember the messages that the next spectator with the same view is sent, too, until the table changes."""
        if sight is not None:
            self._first_sights = {key: one for key, one in self._first_sights.items() if one[0] is table}
            self._first_sights[sight] = table, sent

    def _is_spectator(self, connection: Connection) -> bool:
        return not self._seats_of(connection.person)

    def _look(self, connection: Connection, table: Table) -> FrameBuilder | TextBuilder:
        """Let a connection look from its person's current seats; return a builder for it."""
        viewpoint = connection.viewpoint = Viewpoint(self._seats_of(connection.person))
        viewpoint.turn(table)
        if not connection.scenes:
            return TextBuilder(viewpoint)
        say, shape = connection.say, shape_of(table.definition, connection.shape)
        if viewpoint.is_shared:
            return SharedFrameBuilder(viewpoint, say, shape, shared=self._shared)
        return FrameBuilder(viewpoint.seat, say, shape, shared=self._shared)

    def _share(self, connection: Connection, table: Table, builder: FrameBuilder | TextBuilder) -> None:
        """Let a connection share the builder of others with its seat, language and shape."""
        connection.builder = self._builders.setdefault(_key(connection, table), builder)

    # ---- showing -------------------------------------------------------------------------------------------

    def show(self, happened: Sequence[tuple[Table, Event]], also: Sequence[bytes] = ()) -> None:
        """Show the events of a decision, each with the table after it, and send everybody some texts after them.

        Whoever looks is sent all of it at once.
        """
        now, rest = happened[-1][0], [Message(text) for text in also]
        sent: dict[FrameBuilder | TextBuilder | None, list[Message]] = {}
        for table, event in happened:
            try:
                self._build(_Step(table, event, table is now), sent)
            except Exception:  # what has happened stands, and bots and clocks go on, whatever cannot be shown
                logger.exception("table %s: event %d cannot be shown", table.id, event.number)
        for messages in sent.values():
            messages += rest
        self._send_all([(connection, sent.get(connection.builder, rest)) for connection in self.connections])

    def _build(self, step: _Step, sent: dict[FrameBuilder | TextBuilder | None, list[Message]]) -> None:
        """Add the messages for an event to those of every builder."""
        if step.table.state is None:
            return
        if isinstance(step.event, Start):
            self._seat_everybody(step.table)
        for builder in self._builders.values():
            sent.setdefault(builder, []).extend(_next(builder, step))
        for steps in self._arriving.values():
            steps.append(step)

    def _seat_everybody(self, table: Table) -> None:
        self._builders, self._arriving = {}, {}
        for connection in self.connections:
            self._share(connection, table, self._look(connection, table))

    def show_anew(self, table: Table, after: int) -> None:
        """Another server has changed the table: show the events after an event, and the whole table again."""
        if table.state is None:
            return
        self._seat_everybody(table)
        sent = {id(builder): _first(builder, table, after, after) for builder in self._builders.values()}
        self._send_all([(connection, sent[id(connection.builder)]) for connection in self.connections])

    def show_again(self, connection: Connection, table: Table) -> None:
        """Show somebody the whole table from their current viewpoint."""
        builder = connection.builder
        if builder is None or not connection.viewpoint.is_shared:
            builder = self._look(connection, table)
        connection.send(encode(builder.look_again(table)))

    def tell(
        self,
        table: Table,
        company: Company,
        participants_of: Callable[[str], list[Participant]],
        listeners: Sequence[Connection] | None = None,
    ) -> None:
        """Send who sits at the table, to all connections or some; spectators all get the same."""
        listeners = self.connections if listeners is None else listeners
        languages = {connection.say.code: connection.say for connection in listeners}
        common = {code: about(table, company, say) for code, say in languages.items()}
        texts: dict[Hashable, bytes] = {}
        told: list[tuple[Connection, Sequence[Message]]] = []
        for connection in listeners:
            code, own = connection.say.code, participants_of(connection.person)
            key = (code, *(participant.id for participant in own))
            if key not in texts:
                texts[key] = encode(common[code] | own_part(table, own))
            told.append((connection, [Message(texts[key])]))
        self._send_all(told)

    def send(self, text: bytes, listeners: Sequence[Connection]) -> None:
        """Send the same message to many."""
        self._send_all([(connection, [Message(text)]) for connection in listeners])

    def _send_all(self, messages: Sequence[tuple[Connection, Sequence[Message]]]) -> None:
        """Send a message to many: to players at once, to a crowd of spectators in slices."""
        behind = []
        for connection, sent in messages:
            if self._spectators.is_wide(len(messages)) and connection.builder and self._is_spectator(connection):
                behind.append((connection, sent))
            else:
                connection.send_together(sent)
        self._spectators.send(behind)


def _key(connection: Connection, table: Table) -> Hashable:
    """A key that connections with the same view share; a device that several people share has its own."""
    viewpoint = connection.viewpoint
    if viewpoint.is_shared:
        return id(connection)
    if not connection.scenes:
        return viewpoint.seat
    return viewpoint.seat, connection.say.code, shape_of(table.definition, connection.shape)


def _first(builder: FrameBuilder | TextBuilder, table: Table, after: int, seen: int) -> list[Message]:
    """The first messages for a new connection."""
    frames = builder.frames_since(table, after, seen)
    sent = []
    for frame in frames:
        events = reversed(table.events[seen : frame["number"]])
        laid_open = next((event.number for event in events if table.lies_open(event, builder.seat)), 0)
        sent.append(Message(encode(frame), laid_open))
    return sent


def _next(builder: FrameBuilder | TextBuilder, step: _Step) -> list[Message]:
    """The messages for an event."""
    table, event, last = step
    frames = builder.frames(table, [event], last=last)
    laid_open = event.number if frames and table.lies_open(event, builder.seat) else 0
    return [Message(encode(frame), laid_open) for frame in frames]
