"""`/health` and `/ready`, for proxies and monitoring."""

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablee.server.features.readiness.service import Readiness
from tablee.server.storage import Store

PATIENCE = 2.0
"""Seconds in which the database must answer."""
STARTING, COMPILING, READY, FAILED = "starting", "compiling", "ready", "failed"


class Health:
    """State of this process: database, bots, games, stopping."""

    def __init__(self, store: Store, readiness: Readiness) -> None:
        self._store = store
        self._readiness = readiness
        self.bots = STARTING
        """`starting`, `ready` or `failed`. Without bots people can still play with each other."""
        self.bots_settled = asyncio.Event()
        self.stopping = False

    def settle_bots(self, ready: bool) -> None:
        """Record whether the bots have started."""
        self.bots = READY if ready else FAILED
        self.bots_settled.set()

    async def health(self, _: Request) -> Response:
        """The process lives."""
        return JSONResponse({"status": "ok"})

    async def ready(self, _: Request) -> Response:
        """Should a proxy send people here? 503 if not."""
        database = READY
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.entry("")
        except Exception:  # whatever the reason, nobody can play
            database = FAILED
        ready = database == READY and self.bots != STARTING and not self.stopping
        games = COMPILING if self._readiness.look() else READY
        found = {"ready": ready, "database": database, "bots": self.bots, "games": games, "stopping": self.stopping}
        return JSONResponse(found, 200 if ready else 503)
