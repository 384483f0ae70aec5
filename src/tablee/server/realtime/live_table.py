"""A table that somebody is looking at, in memory.

It joins its parts: who is here (`presence`), what is shown to whom (`broadcaster`), what is decided and stored
(`decisions`), the commands of clients (`commands`), chat, ratings, bots and hints.
"""

from collections.abc import Sequence
from contextlib import suppress

from tablee.server.features.chat.service import TableChat
from tablee.server.features.ratings.service import TableRatings
from tablee.server.realtime.broadcast import CROWD, Broadcaster
from tablee.server.realtime.commands import Commands
from tablee.server.realtime.connection import Connection
from tablee.server.realtime.decisions import Decision, Decisions, Happened, LoadedTable
from tablee.server.realtime.presence import Presence, Seen
from tablee.server.realtime.table_bots import Hints, TableBots
from tablee.server.realtime.table_plans import TablePlans
from tablee.server.realtime.table_services import TableServices
from tablee.server.realtime.tasks import BackgroundTasks, Throttle
from tablee.server.table.directory import just_moves
from tablee.server.table.events import Refused
from tablee.server.table.table import Table
from tablee.server.table.timeouts import due
from tablee.server.views.clock_texts import clock_message
from tablee.server.views.frames import encode

MOMENT = 0.05
"""Minimum seconds between two messages about who comes and goes, so that a crowd causes one message."""
EACH = 0.002
"""Additional seconds for each connection: in a large crowd, such messages cost more and matter less."""


class LiveTable:
    """One table in memory, with all its connections. The store decides what has happened; this is a copy."""

    def __init__(self, loaded: LoadedTable, services: TableServices) -> None:
        self.kept = loaded.kept
        """The event up to which there is a snapshot."""
        self.services = services
        self._catching_up = 0
        self._visits = 0
        self._has_question = loaded.table.undo is not None
        """Has everybody been told that somebody asks to take back?"""
        self.background = BackgroundTasks(self._check_idle)
        self.seen = Seen(services.store, loaded.seen)
        self.presence = Presence(services.patience, services.clock)
        self.broadcaster = Broadcaster(self.presence.seats_of)
        self.decisions = Decisions(
            loaded, services, self.background, self.presence, self.seen, self._show, self._show_anew
        )
        self.chat = TableChat(services, self.decisions, self.presence, self.broadcaster, self.background)
        self.ratings = TableRatings(services.store, self.decisions, self.background, self._tell)
        self.hints = Hints(services, self.decisions, self._check_idle)
        self._bots = TableBots(services, self.decisions, self.presence, self.broadcaster, self._check_idle)
        self.plans = TablePlans(services, self.decisions, self.presence, self.broadcaster, self._check_idle)
        self._tasks = (self.hints.task, self._bots.task, self.plans.task)
        self.commands = Commands(self)
        self._company_throttle = Throttle(
            self._tell, lambda: MOMENT + EACH * max(0, len(self.broadcaster.connections) - CROWD)
        )
        self.presence.seat(self.table.participants, self.people)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.decisions.table

    @property
    def people(self) -> dict[int, str]:
        """Which person each participant is."""
        return self.decisions.people

    # ---- coming and going ----------------------------------------------------------------------------------

    def enter(self) -> None:
        """Keep the table in memory until its visitor leaves."""
        self._visits += 1

    def leave(self) -> None:
        """A visitor has gone."""
        self._visits -= 1
        self._check_idle()

    def join(self, connection: Connection) -> None:
        """Somebody connects; `welcome` shows them the table."""
        self.presence.came(connection.person)
        connection.table = self.table.id
        connection.when_known = self.presence.became
        self.broadcaster.connections.append(connection)
        if not self._company_throttle.ask():
            self._tell([connection])  # not throttled: a client must know at once where it is

    async def welcome(self, connection: Connection, after: int) -> None:
        """Show the table to somebody who has connected, beginning with what has not been seen yet."""
        if self.services.store.is_shared:
            await self.look_again()  # a visitor may have come from another server
        self.background.begin(self.chat.welcome(connection))
        self.background.begin(self.plans.welcome(connection))
        self.ratings.welcome()
        table = self.table
        if table.state is None:
            return
        own = [self.seen.by(participant, table) for participant in self.presence.participants_of(connection.person)]
        shown = (one.shown for one in self.broadcaster.connections if one.person == connection.person)
        seen = max(after, *shown, *own) if own else table.number
        await self.broadcaster.welcome(connection, table, after, seen)
        self._bots.wake()

    def quit(self, connection: Connection) -> None:
        """A connection has ended: events open only for a while that were sent to it count as seen."""
        self.broadcaster.remove(connection)
        self.chat.leave(connection)
        self.presence.went(connection.person)
        participants = self.presence.participants_of(connection.person)
        if connection.shown and participants:
            self.background.begin(self.seen.note(self.table, participants, connection.shown))
        self._company_throttle.ask()

    async def decide(self, decision: Decision, person: str = "") -> None:
        """Make a decision: see `Decisions`."""
        await self.decisions.decide(decision, person)

    async def let_time_pass(self) -> int | None:
        """Handle timeouts, and let bots play.

        Returns None if something has happened or a bot plays; else when something will be due (0: nothing will).
        """
        number = self.table.number
        with suppress(Refused):  # the store does not answer, or another server is faster
            await self.decisions.decide_by_lease(self.decisions.time_up)
        self._bots.wake()
        return None if self.table.number > number or self._bots.task.under_way else self.decisions.due()

    def go_on(self) -> None:
        """Finish a log that was cut off."""
        if self.table.unfinished(self.services.clock()):
            self.background.begin(self._go_on())

    def wake_bots(self) -> None:
        """Let bots play if it is a bot's turn, even if nobody is connected."""
        self._bots.wake()

    async def _go_on(self) -> None:
        with suppress(Refused):  # the store does not answer: the next visitor tries again
            await self.decide(lambda table, now: table.unfinished(now))

    async def stop(self) -> None:
        """Stop all automatic work, because the server stops. What has begun is finished."""
        for task in self._tasks:
            await task.stop()
        await self.background.finish()

    def _check_idle(self) -> None:
        """Report that nobody is here and nothing goes on."""
        if not self._visits and not any(work.under_way for work in (self.background, *self._tasks)):
            self.services.when_idle(self)

    # ---- showing -------------------------------------------------------------------------------------------

    def _show(self, happened: Happened) -> None:
        """Apply stored events and show them to everybody."""
        moved = just_moves(event for _, event in happened) and not self._has_question
        self._has_question = self.table.undo is not None
        if not moved:
            self.presence.seat(self.table.participants, self.people)
        self.broadcaster.show(happened, self._clock_texts() if moved else ())
        if not moved:
            self._tell()
            self.ratings.ask()
        self._bots.wake()
        self.plans.wake()

    def _show_anew(self, loaded: LoadedTable, known: int) -> None:
        """Show what another server has stored after an event."""
        self.seen.update(loaded.seen)
        self.presence.seat(self.table.participants, self.people)
        self._tell()
        self.ratings.ask()
        self.broadcaster.show_anew(self.table, known)
        self._bots.wake()
        self.plans.wake()

    # ---- other servers -------------------------------------------------------------------------------------

    def catch_up(self, number: int, lines: Sequence[bytes] = ()) -> None:
        """Another server has stored everything up to an event; `lines` are the latest moves: apply and show them."""
        if self.table.number < number and self._catching_up < number:
            self._catching_up = number
            self.background.begin(self._catch_up(number, lines))

    async def _catch_up(self, number: int, lines: Sequence[bytes]) -> None:
        try:
            await self.decisions.catch_up(number, lines)
        except Refused:  # the store does not answer: the next comparison finds it
            self._catching_up = 0

    async def look_again(self, *, anew: bool = False) -> None:
        """Load what another server may have stored, if the store answers; `anew`: the whole log."""
        with suppress(Refused):
            await self.decisions.look_again(anew=anew)
            self._catching_up = 0

    def hear_of(self, server: str, sitting: Sequence[str], watching: int) -> None:
        """Note who is here through another server. Send the latest number: those there may have missed events."""
        is_told = self.presence.somebody_is_elsewhere
        if self.presence.hear(server, sitting, watching):
            if not is_told and self.presence.somebody_is_elsewhere:
                self.services.store.tell_number(self.table.id, self.table.number)
            self._company_throttle.ask()
            self._bots.wake()

    def _tell(self, listeners: Sequence[Connection] | None = None) -> None:
        """Send who is here, to all connections or to some."""
        if listeners is None:
            self._company_throttle.settle()
            self.services.peers.tell_presence(self)
        company = self.presence.company()._replace(ratings=self.ratings.shown, uncounted=self.ratings.uncounted)
        self.broadcaster.tell(self.table, company, self.presence.participants_of, listeners)
        for text in self._clock_texts():
            self.broadcaster.send(text, self.broadcaster.connections if listeners is None else listeners)

    def _clock_texts(self) -> Sequence[bytes]:
        """The message about the clocks, if there are any; schedules the next timeout."""
        if (when := due(self.table)) is not None:
            self.services.clock_watch.expect(when)
        if not self.table.times.banks or not self.broadcaster.connections:
            return ()
        now = self.services.clock()
        closures = self.decisions.closures(now)
        return [encode(clock_message(self.table.ahead(*closures) if closures else self.table, now))]
