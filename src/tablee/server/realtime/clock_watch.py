"""What happens by itself at tables with a clock, though nobody may be there: time is up, and bots play on.

Every server looks at what the directory says is due, takes the lease of such a table, and lets it happen there as
anything else does: it is decided on the table as it is stored by then, so it happens once, whoever else looks.

While clocks run, servers also write down that the house is open. A server that opens, or wakes, reads from that when
the house was shut: nobody's clock ran meanwhile (`table/time_up.py: away`).
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import Protocol

from tablee.live.rated import count_finished
from tablee.live.rounds import Rounds
from tablee.live.servers.leases import Leases
from tablee.store import NotSaved, Store, Unavailable
from tablee.store.interface import KEPT_HOURS
from tablee.table.clock import A_MINUTE, A_SECOND, AN_HOUR
from tablee.table.time_up import Span

logger = logging.getLogger("tablee")

BEAT = 2 * A_SECOND
"""Milliseconds between two looks, if nothing is due before."""
ASLEEP = 10 * A_SECOND
"""Milliseconds without a look after which this server must have slept, or was stopped."""
TOLERANCE = 250
"""Milliseconds that a wish which was sent in time may still be on its way."""
AGAIN = A_MINUTE
"""Milliseconds until a table is looked at again at which nothing could happen: its game may be missing here."""
LONG = 30 * A_SECOND
"""Milliseconds between two times that it is written down that the house is open, if nothing is due for an hour."""
MOST = 200
"""Tables that are looked at together."""


class Watched(Protocol):
    """A table in memory, as far as this room needs to know."""

    async def let_time_pass(self) -> int | None:
        """Let happen what is due; returns when that will be if nothing did, as far as it is known, else None."""


class Watch:
    """Looks after what is due."""

    def __init__(
        self,
        store: Store,
        leases: Leases,
        visit: Callable[[str], AbstractAsyncContextManager[Watched | None]],
        clock: Callable[[], int],
        counted: Callable[[], None] = lambda: None,
    ) -> None:
        """`visit` brings a table into memory; `clock` tells the milliseconds since 1970; `counted` is called whenever
        games that are over have been counted.
        """
        self._store = store
        self._leases = leases
        self._visit = visit
        self._clock = clock
        self._counted = counted
        self.shut: Sequence[Span] = ()
        """When the house was shut."""
        self.awake = 0
        """When this server was last known to be awake."""
        self._open_since = 0
        self._noted = 0
        self._not_before: dict[str, int] = {}
        self._next = 0
        self._wake = asyncio.Event()
        self._rounds = Rounds(self._go_on)

    async def open(self) -> None:
        """Begin."""
        await self.look()
        self._rounds.begin()

    async def close(self) -> None:
        """End, and write down until when the house was open."""
        if await self._rounds.end():
            with suppress(NotSaved, Unavailable):
                self._noted = 0
                await self._keep_hours(await self._store.due(1))

    def expect(self, due: int) -> None:
        """Something will be due then at a table here: look in time."""
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
        """Let happen whatever is due by now."""
        self._next = self._clock() + BEAT
        try:
            await self._wake_up()
            waiting = await self._store.due(MOST)
            await self._keep_hours(waiting)
            await count_finished(self._store)
            self._counted()
            await self._let_all_happen(waiting)
        except (NotSaved, Unavailable) as error:
            self._open_since = 0  # who cannot be stored cannot play: as good as shut
            logger.warning("nobody can look after clocks: %s", error)

    async def _let_all_happen(self, waiting: Sequence[tuple[str, int]]) -> None:
        self._not_before = {table: self._not_before[table] for table, _ in waiting if table in self._not_before}
        for table, due in waiting:
            if due + TOLERANCE > self._clock():
                self.expect(due)
                return
            if self._not_before.get(table, 0) <= self._clock() and await self._leases.may_act(table):
                await self._let_happen(table)

    async def _let_happen(self, table: str) -> None:
        now = self._clock()
        later: int | None = 0
        try:
            async with self._visit(table) as live:
                later = await live.let_time_pass() if live is not None else 0
        except Unavailable:
            raise
        except Exception:  # rules of any game; others must not wait for it
            logger.exception("table %s: its clock could not be looked after", table)
        if later is not None:
            self._not_before[table] = later + TOLERANCE if later + TOLERANCE > now else now + AGAIN
            self.expect(later)

    # ---- when the house was open ---------------------------------------------------------------------------

    async def _wake_up(self) -> None:
        """Find out when the house was shut, if this server has just come or has slept."""
        now = self._clock()
        if not self._open_since or now - self.awake > ASLEEP:
            known = await self._store.hours(now - KEPT_HOURS)
            least = 2 * BEAT if self._store.is_shared else 0  # others may be about to say that they are open
            self.shut, self._open_since = gaps([*known, (now, now)], least), now
        self.awake = now

    async def _keep_hours(self, waiting: Sequence[tuple[str, int]]) -> None:
        """Write down that this server is open; where no clock runs, nobody will ask, and by days not so exactly."""
        now = self._clock()
        if not waiting or not self._open_since or (waiting[0][1] - now > AN_HOUR and now - self._noted < LONG):
            return
        await self._store.note_hours(self._open_since, now)
        self._noted = now


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
