"""Moderation while the server runs: polls the host's decisions, applies them here, and reports this process's load."""

import socket
from importlib.metadata import version

from tablee.server.features.moderation.closing import CLOSED
from tablee.server.features.moderation.model import CLOSE_CODE
from tablee.server.features.moderation.store import ModerationNotice, ServerLoad
from tablee.server.hosting.logs import logger
from tablee.server.hosting.prometheus import memory_of
from tablee.server.realtime.tasks import look_every, milliseconds_now
from tablee.server.web.app import App

PAUSE = 2.0
"""Seconds between two polls: after so long every server knows of a decision."""
POLLS_A_LOAD = 5
"""The load is reported with every fifth poll."""


class ModerationPoller:
    """Polls for one server process."""

    def __init__(self, app: App, number: int) -> None:
        self._app = app
        self._store = app.hub.store.moderation
        self._name = f"{socket.gethostname()}/{number}"
        self._latest: int | None = None
        self._polls = 0

    async def run(self) -> None:
        """Poll until the process ends."""
        await look_every(PAUSE, self.look, "moderation cannot be read", at_once=True)

    async def look(self) -> None:
        """Apply what hosts have decided since the last poll."""
        if self._latest is None:
            self._latest = await self._store.latest()
        for notice in await self._store.notices(self._latest):
            await self._apply(notice)
            self._latest = notice.id
        await self._load_sanctions()  # without a notice, too: a guest takes theirs along when signing in
        if self._polls % POLLS_A_LOAD == 0:
            before, clock = milliseconds_now(), await self._app.hub.store.clock()
            now = milliseconds_now()
            await self._store.tell(self._name, load_of(self._app, (before + now) // 2 - clock), now)
        self._polls += 1

    async def leave(self) -> None:
        """Say that this process ends."""
        try:
            await self._store.leave(self._name)
        except Exception as error:  # then others find out after a while
            logger.warning("moderation was not told that this server ends: %s", type(error).__name__)

    async def _apply(self, notice: ModerationNotice) -> None:
        logger.info("the host: %s %s", notice.kind, notice.about)
        if notice.kind == CLOSED and (live := self._app.hub.tables.get(notice.about)):
            await live.look_again()

    async def _load_sanctions(self) -> None:
        hub = self._app.hub
        before = hub.moderation.silenced
        hub.moderation.silenced, hub.moderation.removed = await self._store.sanctions()
        for person in before ^ hub.moderation.silenced:
            hub.peers.renew_chat(person)  # their pages say whether they may chat
        for connection in list(hub.connections):
            if connection.person in hub.moderation.removed:
                connection.close(CLOSE_CODE)


def load_of(app: App, ahead: int) -> ServerLoad:
    """The load of this process, whose clock is `ahead` of the database's, in milliseconds."""
    return ServerLoad(
        people=len({one.person or one.session for one in app.hub.connections}),
        tables=len(app.hub.tables),
        spectators=sum(live.presence.watching for live in app.hub.tables.values()),
        queue=sum(app.bots.waiting),
        memory=memory_of("self") + sum(map(memory_of, app.bots.pids)),
        version=version("tablee"),
        ahead=ahead,
    )
