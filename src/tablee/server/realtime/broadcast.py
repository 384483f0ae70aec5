"""What is shown to whom: everybody who looks at one table, and what each of them has been sent."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from tablee.live.beside import beside
from tablee.live.connection import Connection
from tablee.live.gallery import Gallery
from tablee.show.company import Company, about, own_part
from tablee.show.frames import Painter, encode
from tablee.show.scenes import shape_of
from tablee.show.texts import Teller
from tablee.show.viewpoint import SharedPainter, Viewpoint
from tablee.table.events import Event, Start
from tablee.table.seating import Sitter
from tablee.table.table import Table

SHORT = 100
"""Events in a log that is told at once; a longer one is told in a thread, as nobody else must wait for it."""


class _Sent(NamedTuple):
    """A message for some connections, and the latest event in it that lies open for a while only (0: none)."""

    text: str
    laid_open: int


class _Step(NamedTuple):
    """Something that has happened, the table after it, and whether nothing followed from it."""

    table: Table
    event: Event
    last: bool


class Audience:
    """Those who see the same share one painter: what it paints is made and written down once for all of them."""

    def __init__(self, seats_of: Callable[[str], tuple[int, ...]]) -> None:
        """`seats_of` tells the seats that a person holds now."""
        self.connections: list[Connection] = []
        self._seats_of = seats_of
        self._painters: dict[Hashable, Painter | Teller] = {}
        self._first_sights: dict[Hashable, tuple[Table, list[_Sent]]] = {}
        """What those were sent who came last to look on, as long as the table has not moved."""
        self._gallery = Gallery()
        self._arriving: dict[Connection, list[_Step]] = {}
        """Those for whom a long log is being painted, and what has happened meanwhile."""

    def shown_to(self, person: str) -> int:
        """The latest event lying open for a while only that was sent to somebody who is still connected."""
        return max((one.shown for one in self.connections if one.person == person), default=0)

    # ---- coming and going ----------------------------------------------------------------------------------

    def add(self, connection: Connection) -> None:
        """Somebody has come, and is shown nothing yet."""
        self.connections.append(connection)

    def remove(self, connection: Connection) -> None:
        """Somebody has gone."""
        self.connections.remove(connection)
        self._arriving.pop(connection, None)
        looking = {id(one.painter) for one in self.connections}
        self._painters = {key: painter for key, painter in self._painters.items() if id(painter) in looking}

    async def welcome(self, connection: Connection, table: Table, after: int, seen: int) -> None:
        """Show the table to somebody who has come, beginning with what was not `seen` yet.

        Programs are told everything `after` an event.
        """
        if connection.painter is not None:
            return  # the game has started in this very moment
        painter = self._look(connection, table)
        if sight := self._first_sight(connection, table, after, seen):
            self._send(connection, sight)
        elif table.number <= SHORT:
            painted = _first(painter, table, after, seen)
            self._send(connection, painted)
            self._remember_sight(connection, table, after, seen, painted)
        else:
            steps = self._arriving[connection] = []
            painted = await beside(_first, painter, table, after, seen)
            if self._arriving.get(connection) is not steps:
                return  # all was shown anew meanwhile
            del self._arriving[connection]
            self._send(connection, [*painted, *(sent for step in steps for sent in _next(painter, step))])
            if not steps:
                self._remember_sight(connection, table, after, seen, painted)
        self._share(connection, table, painter)

    def _first_sight(self, connection: Connection, table: Table, after: int, seen: int) -> list[_Sent]:
        """What somebody else was sent who came to look on when all was as it is now; nothing if nobody was.

        There must still be a painter who has painted it: the next picture is what has changed since.
        """
        known, sent = self._first_sights.get(_sight(connection, table, after, seen), (None, []))
        is_painted = known is table and _key(connection, table) in self._painters
        return sent if is_painted and self._is_onlooker(connection) else []

    def _remember_sight(self, connection: Connection, table: Table, after: int, seen: int, sent: list[_Sent]) -> None:
        if self._is_onlooker(connection):
            self._first_sights = {key: one for key, one in self._first_sights.items() if one[0] is table}
            self._first_sights[_sight(connection, table, after, seen)] = table, sent

    def _is_onlooker(self, connection: Connection) -> bool:
        return not self._seats_of(connection.person)

    def _look(self, connection: Connection, table: Table) -> Painter | Teller:
        """Let somebody look from the seats they have now; returns a painter of their own."""
        viewpoint = connection.viewpoint = Viewpoint(self._seats_of(connection.person))
        viewpoint.turn(table)
        if not connection.scenes:
            return Teller(viewpoint)
        say, shape = connection.say, shape_of(table.folder, connection.shape)
        return SharedPainter(viewpoint, say, shape) if viewpoint.is_shared else Painter(viewpoint.seat, say, shape)

    def _share(self, connection: Connection, table: Table, painter: Painter | Teller) -> None:
        """Let a connection see what others of its seat, language and shape see, from now on by the same painter."""
        connection.painter = self._painters.setdefault(_key(connection, table), painter)

    # ---- showing -------------------------------------------------------------------------------------------

    def show(self, table: Table, event: Event, *, last: bool) -> None:
        """Show what has happened; `last` if nothing followed from it."""
        if table.state is None:
            return
        if isinstance(event, Start):
            self._seat_everybody(table)
        step = _Step(table, event, last)
        sent = {id(painter): _next(painter, step) for painter in self._painters.values()}
        self._send_all([(connection, sent.get(id(connection.painter), ())) for connection in self.connections])
        for steps in self._arriving.values():
            steps.append(step)

    def _seat_everybody(self, table: Table) -> None:
        self._painters, self._arriving = {}, {}
        for connection in self.connections:
            self._share(connection, table, self._look(connection, table))

    def show_anew(self, table: Table, after: int) -> None:
        """The table has become another behind our back: show what happened after an event, and all of it anew."""
        if table.state is None:
            return
        self._seat_everybody(table)
        sent = {id(painter): _first(painter, table, after, after) for painter in self._painters.values()}
        self._send_all([(connection, sent[id(connection.painter)]) for connection in self.connections])

    def show_again(self, connection: Connection, table: Table) -> None:
        """Show somebody the whole table, from where their viewpoint is now."""
        painter = connection.painter
        if painter is None or not connection.viewpoint.is_shared:
            painter = self._look(connection, table)
        connection.send(encode(painter.look_again(table)))

    def tell(
        self,
        table: Table,
        company: Company,
        sitters_of: Callable[[str], list[Sitter]],
        listeners: Sequence[Connection] | None = None,
    ) -> None:
        """Tell everybody, or some, who sits at the table; all who only watch are told the same."""
        listeners = self.connections if listeners is None else listeners
        languages = {connection.say.code: connection.say for connection in listeners}
        common = {code: about(table, company, say) for code, say in languages.items()}
        texts: dict[Hashable, str] = {}
        told: list[tuple[Connection, Sequence[_Sent]]] = []
        for connection in listeners:
            code, own = connection.say.code, sitters_of(connection.person)
            key = (code, *(sitter.id for sitter in own))
            if key not in texts:
                texts[key] = encode(common[code] | own_part(table, own))
            told.append((connection, [_Sent(texts[key], 0)]))
        self._send_all(told)

    def send(self, text: str, listeners: Sequence[Connection]) -> None:
        """Send the same to many."""
        self._send_all([(connection, [_Sent(text, 0)]) for connection in listeners])

    def _send_all(self, letters: Sequence[tuple[Connection, Sequence[_Sent]]]) -> None:
        """Send something to many: those who play first, and who only looks on when it is their turn."""
        behind = []
        for connection, sent in letters:
            if self._gallery.is_wide(len(letters)) and connection.painter and self._is_onlooker(connection):
                behind.append((connection, sent))
            else:
                self._send(connection, sent)
        self._gallery.send(behind)

    def _send(self, connection: Connection, sent: Sequence[_Sent]) -> None:
        for text, laid_open in sent:
            connection.send(text, laid_open)


def _key(connection: Connection, table: Table) -> Hashable:
    """The same for all who see the same; a device that several people share sees what no other does."""
    viewpoint = connection.viewpoint
    if viewpoint.is_shared:
        return id(connection)
    if not connection.scenes:
        return viewpoint.seat
    return viewpoint.seat, connection.say.code, shape_of(table.folder, connection.shape)


def _sight(connection: Connection, table: Table, after: int, seen: int) -> Hashable:
    """The same for all who come to look on and are shown the same."""
    return _key(connection, table), after, seen


def _first(painter: Painter | Teller, table: Table, after: int, seen: int) -> list[_Sent]:
    """What somebody is sent who comes."""
    frames = painter.frames_since(table, after, seen)
    return [_Sent(encode(frame), _laid_open(table, painter.seat, seen, frame["number"])) for frame in frames]


def _next(painter: Painter | Teller, step: _Step) -> list[_Sent]:
    """What is sent of something that has happened."""
    table, event, last = step
    frames = painter.frames(table, [event], last=last)
    laid_open = event.number if frames and table.lies_open(event, painter.seat) else 0
    return [_Sent(encode(frame), laid_open) for frame in frames]


def _laid_open(table: Table, seat: int | None, after: int, until: int) -> int:
    """The latest of some events that shows a seat what is hidden once something else is played; 0 if none does."""
    return next((event.number for event in reversed(table.events[after:until]) if table.lies_open(event, seat)), 0)
