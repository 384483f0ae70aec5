"""Watch the clocks of all tables, connected or not: timeouts, moves of bots that nobody plays, and plans.

Every server reads from the directory which tables are due, takes the lease of such a table, and decides there like
anybody else: on the stored table, so that everything happens once, however many servers look.

While clocks run, servers also store that they are up. A server that starts, or wakes, reads from that when all were
down: no clock ran meanwhile (`server/table/timeouts.py: away`).
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING

from tablee.server.features.ratings.service import count_finished
from tablee.server.features.readiness.service import NotReady
from tablee.server.realtime.peers.leases import Leases
from tablee.server.realtime.tasks import OneTask
from tablee.server.storage import KEPT_HOURS, NotSaved, Store, Unavailable
from tablee.server.table.clock import A_MINUTE, A_SECOND, AN_HOUR
from tablee.server.table.timeouts import Span

if TYPE_CHECKING:
    from tablee.server.realtime.live_table import LiveTable

logger = logging.getLogger("tablee")

BEAT = 2 * A_SECOND
"""Milliseconds between two looks, if nothing is due before."""
ASLEEP = 10 * A_SECOND
"""Milliseconds without a look after which this server must have slept, or was stopped."""
TOLERANCE = 250
"""Milliseconds of tolerance for a command that was sent in time and is still on its way."""
AGAIN = A_MINUTE
"""Milliseconds until a table at which nothing could happen is tried again: its game may be missing here."""
LONG = 30 * A_SECOND
"""Milliseconds between two notes that the server is up, if nothing is due for an hour."""
MOST = 200
"""Maximum number of tables in one look."""


class ClockWatch:
    """Does what is due at tables."""

    def __init__(
        self,
        store: Store,
        leases: Leases,
        visit: Callable[[str], AbstractAsyncContextManager["LiveTable | None"]],
        clock: Callable[[], int],
        counted: Callable[[], None] = lambda: None,
        unready: Callable[[str], Sequence[Span]] = lambda _: (),
    ) -> None:
        """`visit` loads a table into memory; `clock` returns the milliseconds since 1970.

        `counted` is called whenever finished games have been counted for ratings; `unready` says when a game could not
        be played, because its rules were being compiled.
        """
        self._store = store
        self._leases = leases
        self._visit = visit
        self._clock = clock
        self._counted = counted
        self._unready = unready
        self.shut: Sequence[Span] = ()
        """When no server was up."""
        self.awake = 0
        """When this server was last known to be awake."""
        self._open_since = 0
        self._noted = 0
        self._not_before: dict[str, int] = {}
        self._next = 0
        self._wake = asyncio.Event()
        self._watching = OneTask()

    def shut_to(self, game: str) -> Sequence[Span]:
        """When nobody could play a game: no server was up, or its rules were not ready."""
        unready = self._unready(game)
        return joined([*self.shut, *unready]) if unready else self.shut

    async def open(self) -> None:
        """Start."""
        await self.look()
        self._watching.begin(self._go_on())

    async def close(self) -> None:
        """Stop, and store until when the server was open."""
        if await self._watching.stop():
            with suppress(NotSaved, Unavailable):
                self._noted = 0
                await self._keep_hours(await self._store.due(1))

    def expect(self, due: int) -> None:
        """Look again when something is due at a table here."""
        if self._clock() < due + TOLERANCE < self._next:
            self._next = due + TOLERANCE
            self._wake.set()

    async def _go_on(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0, self._next - self._clock()) / 1000):
                    await self._wake.wait()
            self._wake.clear()
            if self._clock() >= self._next:
                await self.look()

    async def look(self) -> None:
        """Do whatever is due by now."""
        self._next = self._clock() + BEAT
        try:
            await self._wake_up()
            waiting = await self._store.due(MOST)
            await self._keep_hours(waiting)
            await count_finished(self._store)
            self._counted()
            await self._play_plans()
            self._not_before = {table: self._not_before[table] for table, _ in waiting if table in self._not_before}
            for table, due in waiting:
                if due + TOLERANCE > self._clock():
                    self.expect(due)
                    break
                if self._not_before.get(table, 0) <= self._clock() and await self._leases.may_act(table):
                    await self._let_happen(table)
        except (NotSaved, Unavailable) as error:
            self._open_since = 0  # nobody can play while nothing can be stored: the same as being down
            logger.warning("clocks cannot be watched: %s", error)

    async def _play_plans(self) -> None:
        """Look at plans that may fit: the server at which somebody has played may have died before it could."""
        for table in await self._store.plans.waiting(MOST):
            if not await self._leases.may_act(table):
                continue
            try:
                async with self._visit(table) as live:
                    if live is not None:
                        await live.plans.play()
            except (NotSaved, Unavailable):
                raise
            except NotReady:
                continue
            except Exception:  # the rules of a game may raise anything; other tables must not wait for it
                logger.exception("table %s: its plans could not be played", table)

    async def _let_happen(self, table: str) -> None:
        now = self._clock()
        later: int | None = 0
        try:
            async with self._visit(table) as live:
                later = await live.let_time_pass() if live is not None else 0
        except Unavailable:
            raise
        except NotReady:  # its clock stands still meanwhile
            later = now + BEAT
        except Exception:  # the rules of a game may raise anything; other tables must not wait for it
            logger.exception("table %s: its clock could not be watched", table)
        if later is not None:
            self._not_before[table] = later + TOLERANCE if later + TOLERANCE > now else now + AGAIN
            self.expect(later)

    # ---- uptime --------------------------------------------------------------------------------------------

    async def _wake_up(self) -> None:
        """Find out when no server was up, if this one has just started or has slept."""
        now = self._clock()
        if not self._open_since or now - self.awake > ASLEEP:
            known = await self._store.hours(now - KEPT_HOURS)
            least = 2 * BEAT if self._store.is_shared else 0  # others may be about to store that they are up
            self.shut, self._open_since = gaps([*known, (now, now)], least), now
        self.awake = now

    async def _keep_hours(self, waiting: Sequence[tuple[str, int]]) -> None:
        """Store that this server is up: not if no clock runs, and less often if only clocks by days do."""
        now = self._clock()
        if not waiting or not self._open_since or (waiting[0][1] - now > AN_HOUR and now - self._noted < LONG):
            return
        await self._store.note_hours(self._open_since, now)
        self._noted = now


def joined(spans: Sequence[Span]) -> list[Span]:
    """The same time without overlaps.

    >>> joined([(5, 9), (1, 3), (2, 6), (12, 15)])
    [(1, 9), (12, 15)]
    """
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


def gaps(spans: Sequence[Span], least: int = 0) -> list[Span]:
    """What lies between spans, if it is longer than `least`.

    >>> gaps([(1, 5), (2, 3), (9, 12), (12, 15)])
    [(5, 9)]
    """
    found: list[Span] = []
    until = None
    for begin, end in sorted(spans):
        if until is not None and begin - until > least:
            found.append((until, begin))
        until = end if until is None else max(until, end)
    return found
