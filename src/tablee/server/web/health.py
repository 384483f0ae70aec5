"""`/health` and `/ready`, for proxies and monitoring."""

import asyncio
import logging

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablee.server.features.readiness.service import Readiness
from tablee.server.storage import Store

logger = logging.getLogger("tablee")

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
        self._unready = ""

    def settle_bots(self, ready: bool) -> None:
        """Record whether the bots have started."""
        self.bots = READY if ready else FAILED
        self.bots_settled.set()

    async def health(self, _: Request) -> Response:
        """The process lives."""
        return JSONResponse({"status": "ok"})

    async def ready(self, _: Request) -> Response:
        """Should a proxy send people here? 503 if not."""
        database, why = READY, ""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.entry("")
        except Exception as error:  # whatever the reason, nobody can play
            database, why = FAILED, f"the database does not answer: {error or type(error).__name__}"
        why = why or ("stopping" if self.stopping else "the bots have not started" if self.bots == STARTING else "")
        self._note(why)
        games = COMPILING if self._readiness.look() else READY
        found = {"ready": not why, "database": database, "bots": self.bots, "games": games, "stopping": self.stopping}
        return JSONResponse(found, 503 if why else 200)

    def _note(self, why: str) -> None:
        """Write to the log when the answer changes, and why: proxies ask every second."""
        if why and why != self._unready:
            logger.warning("not ready, /ready answers 503: %s", why)
        elif self._unready and not why:
            logger.info("ready again")
        self._unready = why
