"""A table that somebody is looking at: four rooms, and the doors between them.

Who is here (`presence`), what is shown to whom (`audience`), what is decided and stored (`decisions`), and what is
wished for (`wishes`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tablee.bots.questions import Bots
from tablee.live import messages
from tablee.live.audience import Audience
from tablee.live.bots_at_work import BotsAtWork
from tablee.live.connection import Connection
from tablee.live.decisions import Decision, Decisions, Happened
from tablee.live.errands import Errands
from tablee.live.hints import Hints
from tablee.live.loading import LoadedTable
from tablee.live.presence import Presence
from tablee.live.seen import Seen
from tablee.live.wishes import Wishes
from tablee.store import Store
from tablee.table.events import Act, Back, Chance, Refused
from tablee.table.table import Table

MOVES = (Act, Chance, Back)
"""The kinds of events that change nothing about who sits where."""


class LiveTable:
    """One table in memory, with everyone connected to it. The store decides what has happened; this only remembers."""

    def __init__(
        self,
        loaded: LoadedTable,
        store: Store,
        bots: Bots,
        patience: float,
        clock: Callable[[], int],
        again: Callable[["LiveTable"], Awaitable[None]],
        introduce: Callable[[Connection], Awaitable[None]],
        when_idle: Callable[["LiveTable"], None],
    ) -> None:
        """`again` opens another table like this one, `introduce` keeps who somebody is, and `when_idle` is called when
        it is not visited and nothing goes on. For `patience` see `Presence`; `clock` tells the milliseconds since 1970.
        """
        self.kept = loaded.kept
        """The event up to which there was a snapshot."""
        self._clock = clock
        self._when_idle = when_idle
        self._visits = 0
        self._errands = Errands(self._check_idle)
        self._seen = Seen(store, loaded.seen)
        self._hints = Hints(bots, lambda: self.table, self._check_idle)
        self.presence = Presence(patience, clock)
        self.audience = Audience(self.presence.seats_of)
        self.decisions = Decisions(loaded, store, clock, self._show, self._show_anew)
        self.wishes = Wishes(
            self.decisions, self.presence, self.audience, self._seen, self._hints, store, self._errands,
            lambda: again(self), introduce, clock,
        )  # fmt: skip
        self._bots = BotsAtWork(
            bots,
            lambda: self.table,
            self.decide,
            lambda: self.presence.somebody_is_here,
            self._check_idle,
            lambda: next(iter(self.people.values()), ""),
        )
        self.presence.seat(self.table.sitters, self.people)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.decisions.table

    @property
    def people(self) -> dict[int, str]:
        """Which person each sitter is."""
        return self.decisions.people

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
        connection.when_known = self.presence.became
        self.audience.add(connection)
        self._tell()

    async def welcome(self, connection: Connection, after: int) -> None:
        """Show the table to somebody who has connected, beginning with what has not been seen yet."""
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
        self.presence.went(connection.person)
        sitters = self.presence.sitters_of(connection.person)
        if connection.shown and sitters:
            self._errands.begin(self._seen.note(self.table, sitters, connection.shown))
        self._tell()

    def let_finish(self, listening: "asyncio.Task[Any]") -> None:
        """Somebody has hung up with a wish half granted: what has been begun is carried through."""
        self._errands.keep(listening)

    async def grant(self, connection: Connection, message: messages.Message) -> None:
        """Grant a wish or raise `Refused`."""
        await self.wishes.grant(connection, message)

    async def decide(self, decision: Decision, person: str = "") -> None:
        """Make a decision (see `Decisions`); once begun it is carried through, even if who asked for it goes away."""
        await self._errands.carry_through(self.decisions.decide(decision, person))

    async def catch_up(self) -> None:
        """Show what somebody else has stored meanwhile."""
        await self._errands.carry_through(self.decisions.catch_up())

    def go_on(self) -> None:
        """Let happen what is left of a log that was cut off, if anything is."""
        if self.table.unfinished(self._clock()):
            self._errands.begin(self._go_on())

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
        if not just_moves:
            self._tell()
        self._bots.wake()

    def _show_anew(self, loaded: LoadedTable, known: int) -> None:
        """Show what another server has stored after an event."""
        self._seen.update(loaded.seen)
        self.presence.seat(self.table.sitters, self.people)
        self._tell()
        self.audience.show_anew(self.table, known)
        self._bots.wake()

    def _tell(self) -> None:
        self.audience.tell(self.table, self.presence.company(), self.presence.sitters_of)
