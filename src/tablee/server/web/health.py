"""Whether the house lives, and whether people should be sent to it: for proxies, and for who watches."""

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablee.store import Store

PATIENCE = 2.0
"""Seconds in which the database must answer."""
STARTING, READY, FAILED = "starting", "ready", "failed"


class Health:
    """What the house says of itself. Rules are compiled before it opens, so that is not asked here."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.bots = STARTING
        """Are bots starting, ready, or have they failed? People can play with each other without them."""
        self.bots_settled = asyncio.Event()
        self.stopping = False

    def settle_bots(self, ready: bool) -> None:
        """It is known now whether bots play."""
        self.bots = READY if ready else FAILED
        self.bots_settled.set()

    async def health(self, _: Request) -> Response:
        """The process lives."""
        return JSONResponse({"status": "ok"})

    async def ready(self, _: Request) -> Response:
        """May people be sent here?"""
        found = {"database": await self._database(), "bots": self.bots, "stopping": self.stopping}
        ready = found["database"] == READY and self.bots != STARTING and not self.stopping
        return JSONResponse({"ready": ready, **found}, 200 if ready else 503)

    async def _database(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.entry("")
        except Exception:  # whatever it is, nobody can play
            return FAILED
        return READY
