"""A table that somebody is looking at: four rooms, and the doors between them.

Who is here (`presence`), what is shown to whom (`audience`), what is decided and stored (`decisions`), and what is
wished for (`wishes`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from tablee.bots.questions import Bots
from tablee.live import messages
from tablee.live.audience import Audience
from tablee.live.bots_at_work import BotsAtWork
from tablee.live.connection import Connection
from tablee.live.decisions import Decision, Decisions, Happened
from tablee.live.errands import Errands
from tablee.live.gallery import CROWD
from tablee.live.hints import Hints
from tablee.live.limits import Asker
from tablee.live.loading import LoadedTable
from tablee.live.moments import OnceAMoment
from tablee.live.presence import Presence
from tablee.live.seen import Seen
from tablee.live.servers.leases import Leases
from tablee.live.table_ratings import TableRatings
from tablee.live.talking import House, Talking
from tablee.live.watch import TOLERANCE, Watch
from tablee.live.wishes import Wishes
from tablee.show.clocks import clock_message
from tablee.show.frames import encode
from tablee.store import Lease, Store
from tablee.table.events import Act, Back, Chance, Event, Refused
from tablee.table.table import Table
from tablee.table.time_up import away, due, somebody_waits, time_up

MOVES = (Act, Chance, Back)
"""The kinds of events that change nothing about who sits where."""
MOMENT = 0.05
"""Seconds between two tellings of who comes and goes: of a whole crowd everybody hears once."""
EACH = 0.002
"""Seconds more for each who is told: it takes longer, and matters less, in a large crowd."""


class LiveTable:
    """One table in memory, with everyone connected to it. The store decides what has happened; this only remembers."""

    def __init__(
        self,
        loaded: LoadedTable,
        store: Store,
        bots: Bots,
        patience: float,
        clock: Callable[[], int],
        again: Callable[["LiveTable", Asker], Awaitable[None]],
        introduce: Callable[[Connection], Awaitable[None]],
        when_idle: Callable[["LiveTable"], None],
        leases: Leases,
        tell_presence: Callable[["LiveTable"], None],
        talk: House,
        watch: Watch,
    ) -> None:
        """`again` opens another table like this one, `introduce` keeps who somebody is, and `when_idle` is called when
        it is not visited and nothing goes on; `tell_presence` tells other servers who is here, `talk` what is said.
        For `patience` see `Presence`; `clock` tells the milliseconds since 1970; `watch` looks after what
        is due.
        """
        self.kept = loaded.kept
        """The event up to which there was a snapshot."""
        self._clock = clock
        self._tell_presence = tell_presence
        self._leases = leases
        self._watch = watch
        self._store = store
        self._catching_up = 0
        self._when_idle = when_idle
        self._visits = 0
        self._errands = Errands(self._check_idle)
        self._seen = Seen(store, loaded.seen)
        self._hints = Hints(bots, lambda: self.table, self._check_idle)
        self.presence = Presence(patience, clock)
        self.audience = Audience(self.presence.seats_of)
        self.decisions = Decisions(
            loaded, store, clock, self._show, self._show_anew, self._seen.update,
            lambda: self.presence.somebody_is_elsewhere, self._shut,
        )  # fmt: skip
        self.talking = Talking(
            store, lambda: self.table, lambda: self.people, self.presence, self.audience, self._errands, talk, clock
        )
        self.wishes = Wishes(
            self.decisions, self.presence, self.audience, self._seen, self._hints, self.talking, store, self._errands,
            lambda asker: again(self, asker), introduce, clock,
        )  # fmt: skip
        self._bots = BotsAtWork(
            bots,
            lambda: self.table,
            self._decide_under,
            lambda: leases.may_act(self.table.id),
            lambda: self.presence.somebody_is_here or somebody_waits(self.table),
            self._check_idle,
            self._for_whom,
        )
        self._tell_of_company = OnceAMoment(self._tell, self._moment)
        self.ratings = TableRatings(store, lambda: self.table, self._errands, self._tell)
        self.presence.seat(self.table.sitters, self.people)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.decisions.table

    @property
    def people(self) -> dict[int, str]:
        """Which person each sitter is."""
        return self.decisions.people

    def _for_whom(self) -> Asker:
        """For whom bots think here: the first of the people who sit at the table, from where they are."""
        person = next(iter(self.people.values()), "")
        return next((one.asker for one in self.audience.connections if one.person == person), Asker(person=person))

    # ---- coming and going ----------------------------------------------------------------------------------

    @contextmanager
    def visit(self) -> Iterator[None]:
        """Keep the table in memory."""
        self._visits += 1
        try:
            yield
        finally:
            self._visits -= 1
            self._check_idle()

    def join(self, connection: Connection) -> None:
        """Somebody connects; `welcome` shows them the table."""
        self.presence.came(connection.person)
        connection.table = self.table.id
        connection.when_known = self.presence.became
        self.audience.add(connection)
        if not self._tell_of_company.ask():
            self._tell([connection])  # nobody waits for others to be told where they are

    async def welcome(self, connection: Connection, after: int) -> None:
        """Show the table to somebody who has connected, beginning with what has not been seen yet."""
        if self._store.is_shared:
            await self._errands.carry_through(self._freshen())
        self._errands.begin(self.talking.welcome(connection))
        self.ratings.welcome()
        table = self.table
        if table.state is None:
            return
        own = [self._seen.by(sitter, table) for sitter in self.presence.sitters_of(connection.person)]
        seen = max(after, self.audience.shown_to(connection.person), *own) if own else table.number
        await self.audience.welcome(connection, table, after, seen)
        self._bots.wake()

    def quit(self, connection: Connection) -> None:
        """Somebody's connection has ended: what lay open for a while only and was sent to them counts as seen."""
        self.audience.remove(connection)
        self.talking.leave(connection)
        self.presence.went(connection.person)
        sitters = self.presence.sitters_of(connection.person)
        if connection.shown and sitters:
            self._errands.begin(self._seen.note(self.table, sitters, connection.shown))
        self._tell_of_company.ask()

    def let_finish(self, listening: "asyncio.Task[Any]") -> None:
        """Somebody has hung up with a wish half granted: what has been begun is carried through."""
        self._errands.keep(listening)

    async def grant(self, connection: Connection, message: messages.Message) -> None:
        """Grant a wish or raise `Refused`."""
        await self.wishes.grant(connection, message)

    async def decide(self, decision: Decision, person: str = "", lease: Lease | None = None) -> None:
        """Make a decision (see `Decisions`); once begun it is carried through, even if who asked for it goes away."""
        await self._errands.carry_through(self.decisions.decide(decision, person, lease))

    async def _decide_under(self, decision: Decision) -> None:
        """Decide for those who act by themselves, if that is this server's part."""
        try:
            await self.decide(decision, lease=self._leases.held(self.table.id))
        except Refused:
            self._leases.doubt(self.table.id)
            raise

    async def let_time_pass(self) -> int | None:
        """Let somebody's time be up if it is, and bots play on; returns when that will be if nothing happens."""
        number = self.table.number
        with suppress(Refused):  # the store could not, or another server is faster
            await self._decide_under(self._time_up)
        self._bots.wake()
        if self.table.number > number or self._bots.under_way:
            return None
        when = due(self.table.ahead(*self._shut(self.table, self._clock())))
        return when + self.decisions.late if when is not None else 0

    def _time_up(self, table: Table, now: int) -> list[Event]:
        """A wish that was sent in time may be on its way still, and what the house takes is nobody's time."""
        return time_up(table, now) if time_up(table, now - TOLERANCE - self.decisions.late) else []

    def _shut(self, table: Table, now: int) -> list[Event]:
        return away(table, self._watch.shut, now)

    async def look_again(self) -> None:
        """Show what somebody else has stored meanwhile."""
        await self._errands.carry_through(self.decisions.look_again())

    def go_on(self) -> None:
        """Let happen what is left of a log that was cut off, if anything is."""
        if self.table.unfinished(self._clock()):
            self._errands.begin(self._go_on())

    def wake_bots(self) -> None:
        """Let bots play on where nobody looks, if it is a bot's turn."""
        self._bots.wake()

    async def _go_on(self) -> None:
        with suppress(Refused):  # the store could not: then the next one who comes finds it so
            await self.decide(lambda table, now: table.unfinished(now))

    async def stop(self) -> None:
        """Let nothing happen by itself any more: the house closes. What has been begun is carried through."""
        await self._hints.stop()
        await self._bots.stop()
        await self._errands.finish()

    def _check_idle(self) -> None:
        """Say so if nobody is here and nothing goes on."""
        under_way = self._bots.under_way or self._hints.under_way or self._errands.under_way
        if not self._visits and not under_way:
            self._when_idle(self)

    # ---- the doors -----------------------------------------------------------------------------------------

    def _show(self, happened: Happened) -> None:
        """Let events that are stored happen before everyone's eyes."""
        just_moves = all(isinstance(event, MOVES) for _, event in happened)
        if not just_moves:
            self.presence.seat(self.table.sitters, self.people)
        for table, event in happened:
            self.audience.show(table, event, last=table is self.table)
        if just_moves:
            self._tell_clock(self.audience.connections)
        else:
            self._tell()
            self.ratings.ask()
        self._bots.wake()

    def _show_anew(self, loaded: LoadedTable, known: int) -> None:
        """Show what another server has stored after an event."""
        self._seen.update(loaded.seen)
        self.presence.seat(self.table.sitters, self.people)
        self._tell()
        self.ratings.ask()
        self.audience.show_anew(self.table, known)
        self._bots.wake()

    # ---- other servers -------------------------------------------------------------------------------------

    def catch_up(self, number: int, lines: Sequence[bytes] = ()) -> None:
        """Another server has stored everything up to an event, the latest moves being `lines`: let it happen here."""
        if self.table.number < number and self._catching_up < number:
            self._catching_up = number
            self._errands.begin(self._catch_up(number, lines))

    async def _catch_up(self, number: int, lines: Sequence[bytes]) -> None:
        try:
            await self.decisions.catch_up(number, lines)
        except Refused:  # the store could not: the next comparison finds it
            self._catching_up = 0

    def freshen(self) -> None:
        """Somebody who sits here has become another person at another server: see who that is."""
        self._errands.begin(self._freshen())

    async def _freshen(self) -> None:
        """Know what is stored now, of the log and of what has been seen: who comes may have been at another server."""
        with suppress(Refused):
            await self.decisions.look_again()

    def hear_of(self, server: str, sitting: Sequence[str], watching: int) -> None:
        """Take note of who is here through another server. Who has come there may have missed what was not told."""
        is_told = self.presence.somebody_is_elsewhere
        if self.presence.hear(server, sitting, watching):
            if not is_told and self.presence.somebody_is_elsewhere:
                self._store.tell_number(self.table.id, self.table.number)
            self._tell_of_company.ask()
            self._bots.wake()

    def _moment(self) -> float:
        """Seconds between two tellings of who comes and goes."""
        return MOMENT + EACH * max(0, len(self.audience.connections) - CROWD)

    def _tell(self, listeners: Sequence[Connection] | None = None) -> None:
        """Tell everybody, or some, who is here."""
        if listeners is None:
            self._tell_of_company.settle()
            self._tell_presence(self)
        company = self.presence.company()._replace(ratings=self.ratings.shown, uncounted=self.ratings.uncounted)
        self.audience.tell(self.table, company, self.presence.sitters_of, listeners)
        self._tell_clock(self.audience.connections if listeners is None else listeners)

    def _tell_clock(self, listeners: Sequence[Connection]) -> None:
        """Tell how the clocks stand, if there are any; and be there when something is due."""
        if (when := due(self.table)) is not None:
            self._watch.expect(when)
        if self.table.times.banks and listeners:
            now = self._clock()
            shut = self._shut(self.table, now)
            text = encode(clock_message(self.table.ahead(*shut) if shut else self.table, now))
            self.audience.send(text, listeners)
