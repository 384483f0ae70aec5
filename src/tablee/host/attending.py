"""A server attends to the host's desk: every few seconds it looks for what the host has done, and says how it is."""

import asyncio
import socket
from contextlib import suppress
from importlib.metadata import version

from tablee.host.logs import logger
from tablee.host.now import memory_of
from tablee.live.hub import Hub
from tablee.live.standing import REMOVED
from tablee.live.time import milliseconds_now
from tablee.site.app import App
from tablee.store.desk import Desk, Load, Notice
from tablee.table.events import Refused

PAUSE = 2.0
"""Seconds between two looks: so long it takes at most until every server has heard."""
LOOKS_A_LOAD = 5
"""How many looks there are between two words on how we are."""
CLOSED = "closed"
"""The kind of notice that says that a table was closed."""


class Attending:
    """What one process has heard so far."""

    def __init__(self, app: App, desk: Desk, number: int) -> None:
        self._app = app
        self._desk = desk
        self._name = f"{socket.gethostname()}/{number}"
        self._heard: int | None = None

    async def attend(self) -> None:
        """Look again and again; a database that does not answer is asked again."""
        looks = 0
        while True:
            try:
                await self._look(tell=looks % LOOKS_A_LOAD == 0)
                looks += 1
            except asyncio.CancelledError:
                raise
            except Exception as error:  # whatever it is, people play on, and the next look may succeed
                logger.warning("the host's desk cannot be looked at: %s", type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def _look(self, *, tell: bool) -> None:
        """Hear what is new, and perhaps say how we are."""
        if self._heard is None:
            self._heard = await self._desk.latest()
            await self._learn_standings()
        for notice in await self._desk.notices(self._heard):
            await self._hear(notice)
            self._heard = notice.id
        if tell:
            await self._desk.tell(self._name, load_of(self._app), milliseconds_now())

    async def leave(self) -> None:
        """We are there no longer."""
        try:
            await self._desk.leave(self._name)
            await self._desk.close()
        except Exception as error:  # then others find out after a while
            logger.warning("the host's desk was not told that we leave: %s", type(error).__name__)

    async def _hear(self, notice: Notice) -> None:
        logger.info("the host: %s %s", notice.kind, notice.about)
        if notice.kind == CLOSED:
            live = self._app.hub.tables.get(notice.about)
            if live is not None:
                with suppress(Refused):  # the store could not: numbers are compared before long
                    await live.look_again()
        else:
            await self._learn_standings()

    async def _learn_standings(self) -> None:
        standing = self._app.hub.standing
        before = standing.silenced
        standing.silenced, standing.removed = await self._desk.standings()
        for person in before ^ standing.silenced:
            self._app.hub.neighbours.renew_talk(person)  # their pages say whether they may talk
        see_off(self._app.hub)


def see_off(hub: Hub) -> None:
    """Hang up on those who have been removed."""
    for connection in list(hub.connections):
        if hub.standing.bars(connection):
            connection.close(REMOVED)


def load_of(app: App) -> Load:
    """How this process is doing."""
    return Load(
        people=len({one.person or one.session for one in app.hub.connections}),
        tables=len(app.hub.tables),
        onlookers=sum(live.presence.watching for live in app.hub.tables.values()),
        queue=sum(app.bots.waiting),
        memory=memory_of("self") + sum(map(memory_of, app.bots.pids)),
        version=version("tablee"),
    )
