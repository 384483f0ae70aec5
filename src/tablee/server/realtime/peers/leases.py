"""Which server lets happen by itself what nobody waits for at a table: the moves of its bots above all.

A lease names one server, for a few seconds; while the server lives it is prolonged. A server that has slept through
the end of its lease finds out by its own clock, and if that should be wrong, the database refuses what it wants to
store: every change of hands raises the lease's number (its fence), and what is done on the strength of it names that.
"""

import asyncio
import logging
import time
from typing import NamedTuple, Protocol

from tablee.live.errands import Errands
from tablee.measures import Counter
from tablee.store import Lease, NotSaved, Store, Unavailable

logger = logging.getLogger("tablee")

LIFETIME = 3.0
"""Seconds after which a lease that was not prolonged is free for others."""
PAUSE = LIFETIME / 3
"""Seconds between two times that leases are prolonged, and that one which another server holds is asked for anew."""
CHANGES = Counter("tablee_lease_changes_total", "Leases of tables that this process has taken anew.")


class Leases(Protocol):
    """The leases of this server."""

    async def may_act(self, table: str) -> bool:
        """Is the lease of a table ours, or can it be had? Not while another server holds it."""

    def held(self, table: str) -> Lease | None:
        """What is to be named when something is stored on the strength of it."""

    def doubt(self, table: str) -> None:
        """Perhaps it is not ours any more: ask before anything else is done."""

    def release(self, table: str) -> None:
        """Others may have it from now on."""

    async def close(self) -> None:
        """Let go of all."""


class AllOurs:
    """The leases of a house with one server: there is nobody to take anything away."""

    async def may_act(self, table: str) -> bool:  # noqa: ARG002
        """Always."""
        return True

    def held(self, table: str) -> Lease | None:  # noqa: ARG002
        """Nothing need be named."""
        return None

    def doubt(self, table: str) -> None:
        """It is."""

    def release(self, table: str) -> None:
        """Nobody else wants it."""

    async def close(self) -> None:
        """There is nothing to let go of."""


class _Held(NamedTuple):
    lease: Lease
    until: float
    """By our own clock, and reckoned from before the database was asked: it never ends later than there."""


NOT_OURS = -1
"""A token that no lease has."""


class SharedLeases:
    """Leases that several servers share through the store."""

    def __init__(self, store: Store, lifetime: float = LIFETIME) -> None:
        self._store = store
        self._lifetime = lifetime
        self._held: dict[str, _Held] = {}
        self._errands = Errands()
        self._keeping: asyncio.Task[None] | None = None

    async def may_act(self, table: str) -> bool:
        """If it is ours and holds still, or can be had."""
        held = self._held.get(table)
        return (held is not None and time.monotonic() < held.until) or await self._take(table)

    async def _take(self, table: str) -> bool:
        until = time.monotonic() + self._lifetime
        former = self._held.pop(table, None)
        try:
            lease = await self._store.take_lease(table, self._store.server, self._lifetime)
        except (NotSaved, Unavailable) as error:
            logger.warning("table %s: no lease: %s", table, error)
            return False
        if lease is None:
            return False
        self._held[table] = _Held(lease, until)
        CHANGES.add(by=former is None or former.lease != lease)
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep())
        return time.monotonic() < until

    def held(self, table: str) -> Lease | None:
        """The lease as it was taken: the store refuses what names one that is no longer ours."""
        held = self._held.get(table)
        return held.lease if held else Lease(table, self._store.server, NOT_OURS)

    def doubt(self, table: str) -> None:
        """Ask the store the next time."""
        held = self._held.get(table)
        if held is not None:
            self._held[table] = held._replace(until=0.0)

    def release(self, table: str) -> None:
        """Others may have it from now on."""
        held = self._held.pop(table, None)
        if held is not None:
            self._errands.begin(self._release([held.lease]))

    async def close(self) -> None:
        """Let go of all, so that others need not wait for their end."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])
        held, self._held = [one.lease for one in self._held.values()], {}
        if held:
            self._errands.begin(self._release(held))
        await self._errands.finish()

    async def _release(self, leases: list[Lease]) -> None:
        try:
            await self._store.release_leases(leases)
        except NotSaved as error:  # then they end by themselves
            logger.warning("leases were not released: %s", error)

    async def _keep(self) -> None:
        """Prolong what is held for as long as we live."""
        while True:
            await asyncio.sleep(self._lifetime / 3)
            if self._held:
                await self._prolong([held.lease for held in self._held.values()])

    async def _prolong(self, leases: list[Lease]) -> None:
        until = time.monotonic() + self._lifetime
        try:
            kept = await self._store.keep_leases(leases, self._lifetime)
        except NotSaved as error:
            logger.warning("leases were not prolonged: %s", error)
            return
        for lease in leases:
            held = self._held.get(lease.table)
            if held is not None and held.lease == lease:
                self._prolonged(lease, until if lease.table in kept else None)

    def _prolonged(self, lease: Lease, until: float | None) -> None:
        if until is None:
            del self._held[lease.table]
        else:
            self._held[lease.table] = _Held(lease, until)
