"""While a server runs: it reads the announcements, shows them at its tables, and notifies hosts of reports."""

from collections.abc import Callable

from tablee.games.language import Language
from tablee.server.features.moderation.host_store import UntoldReport
from tablee.server.features.moderation.model import AnnouncementBoard
from tablee.server.features.notifications.deliveries import Deliveries, Notification, NotificationText
from tablee.server.realtime.connection import Connections
from tablee.server.realtime.tasks import look_every
from tablee.server.storage import Store
from tablee.server.table.clock import A_DAY
from tablee.server.views.frames import encode

PAUSE = 2.0
"""Seconds between two looks: after so long every server shows an announcement."""
PATH = "/host"
"""The host's page."""
USEFUL = 7 * A_DAY
"""Milliseconds after which the notification of a report is useless."""


class HostService:
    """Looks for one server process."""

    def __init__(
        self,
        store: Store,
        connections: Connections,
        board: AnnouncementBoard,
        deliveries: Deliveries,
        clock: Callable[[], int],
    ) -> None:
        """`board` is kept up to date; `clock` returns milliseconds since 1970."""
        self._store = store
        self._connections = connections
        self._board = board
        self._deliveries = deliveries
        self._clock = clock

    async def run(self) -> None:
        """Look until the server stops."""
        await look_every(PAUSE, self.look, "announcements and reports cannot be read", at_once=True)

    async def look(self) -> None:
        """Show what is announced, and tell holders of keys of new reports."""
        now = self._clock()
        found = await self._store.host.announcements(now)
        if found != list(self._board.current):
            self._board.current = found
            for connection in self._connections:
                if connection.scenes:
                    connection.send(encode(self._board.message(connection.say, now)))
        for one in await self._store.host.untold_reports(now):
            if await self._store.notifications.claim(one.person, "report", one.report, 0, None, now):
                self._deliveries.send(_of_report(one, now))


def _of_report(report: UntoldReport, now: int) -> Notification:
    """The notification of a report. It names nobody: push services and mail servers need not know."""

    def text(say: Language) -> NotificationText:
        about = {
            "name": say("About a name."),
            "talk": say("About something said at a table."),
            "play": say("About the way someone plays."),
        }
        return NotificationText(say("New report"), about[report.why])

    return Notification(report.person, "report", PATH, text, now + USEFUL, table=report.report)
