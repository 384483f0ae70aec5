"""Leases: which server plays the bots of a table, and does what else happens there by itself.

A lease names one server for a few seconds, and is renewed while the server lives. A server whose lease has expired
notices it by its own clock. If that clock is wrong, the database refuses its writes: every change of owner raises the
lease's number (its fencing token), and writes name that number.
"""

import asyncio
import logging
import time
from typing import NamedTuple

from tablee.bots.metrics import Counter
from tablee.server.realtime.tasks import BackgroundTasks, OneTask
from tablee.server.storage import Lease, NotSaved, Store, Unavailable

logger = logging.getLogger("tablee")

LIFETIME = 3.0
"""Seconds after which a lease that is not renewed expires."""
PAUSE = LIFETIME / 3
"""Seconds between two renewals, and between two requests for a lease that another server holds."""
CHANGES = Counter("tablee_lease_changes_total", "Leases of tables that this process has taken anew.")


class Leases:
    """The leases of a single server: all tables are its own, and no lease need be named."""

    async def may_act(self, table: str) -> bool:  # noqa: ARG002
        """Do we hold the lease of a table, or can we get it? Not while another server holds it."""
        return True

    def held(self, table: str) -> Lease | None:  # noqa: ARG002
        """The lease that a write under it has to name, if any."""
        return None

    def doubt(self, table: str) -> None:
        """Ask the store again before the next action: the lease may be lost."""

    def release(self, table: str) -> None:
        """Release the lease of a table."""

    async def close(self) -> None:
        """Release all leases."""


class _Held(NamedTuple):
    lease: Lease
    until: float
    """By our own clock, counted from before the request: never later than in the database."""


NOT_OURS = -1
"""A token that no lease has."""


class SharedLeases(Leases):
    """Leases that several servers share through the store."""

    def __init__(self, store: Store, lifetime: float = LIFETIME) -> None:
        self._store = store
        self._lifetime = lifetime
        self._held: dict[str, _Held] = {}
        self._background = BackgroundTasks()
        self._keeping = OneTask()

    async def may_act(self, table: str) -> bool:
        """Do we hold the lease, or can we get it?"""
        held = self._held.get(table)
        if held is not None and time.monotonic() < held.until:
            return True
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
        if self._keeping.may_begin:
            self._keeping.begin(self._keep())
        return time.monotonic() < until

    def held(self, table: str) -> Lease | None:
        """The lease as it was acquired. The store refuses writes that name a lost one."""
        held = self._held.get(table)
        return held.lease if held else Lease(table, self._store.server, NOT_OURS)

    def doubt(self, table: str) -> None:
        """Ask the store next time."""
        held = self._held.get(table)
        if held is not None:
            self._held[table] = held._replace(until=0.0)

    def release(self, table: str) -> None:
        """Release the lease of a table."""
        held = self._held.pop(table, None)
        if held is not None:
            self._background.begin(self._release([held.lease]))

    async def close(self) -> None:
        """Release all leases, so that other servers need not wait until they expire."""
        await self._keeping.stop()
        held, self._held = [one.lease for one in self._held.values()], {}
        if held:
            self._background.begin(self._release(held))
        await self._background.finish()

    async def _release(self, leases: list[Lease]) -> None:
        try:
            await self._store.release_leases(leases)
        except NotSaved as error:  # then the leases expire by themselves
            logger.warning("leases were not released: %s", error)

    async def _keep(self) -> None:
        """Renew the leases that we hold, again and again."""
        while True:
            await asyncio.sleep(self._lifetime / 3)
            leases, until = [held.lease for held in self._held.values()], time.monotonic() + self._lifetime
            try:
                kept = await self._store.keep_leases(leases, self._lifetime) if leases else set()
            except NotSaved as error:
                logger.warning("leases were not prolonged: %s", error)
                continue
            for lease in leases:
                held = self._held.get(lease.table)
                if held is None or held.lease != lease:
                    continue
                if lease.table in kept:
                    self._held[lease.table] = _Held(lease, until)
                else:
                    del self._held[lease.table]
