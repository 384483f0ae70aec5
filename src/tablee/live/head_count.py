"""How many people are in the house, and at how many tables they play: on this server, and on all of them."""

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tablee.live.attendance import Attendance
from tablee.live.live_table import LiveTable
from tablee.live.servers.hearsay import Alive
from tablee.live.servers.neighbours import Neighbours
from tablee.people.programs import is_program

LATELY = 40.0
"""Seconds for which somebody counts as there who has looked at the shelf: its page looks again sooner."""
MOST = 5000
"""Who are remembered to have looked."""


class Count(NamedTuple):
    """People in the house, and tables at which somebody plays."""

    people: int
    tables: int


class HeadCount:
    """Who is at two servers at once is counted twice: it is for company, not for statistics."""

    def __init__(
        self,
        connections: Attendance,
        tables: Mapping[str, LiveTable],
        neighbours: Neighbours,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` tells seconds."""
        self._connections = connections
        self._tables = tables
        self._neighbours = neighbours
        self._clock = clock
        self._looked: dict[str, float] = {}
        neighbours.count = self.here

    def saw(self, who: str) -> None:
        """Somebody looks at the shelf."""
        self._looked.pop(who, None)
        self._looked[who] = self._clock()
        if len(self._looked) > MOST:
            del self._looked[next(iter(self._looked))]

    def here(self) -> Alive:
        """How many are here through this server. A table is counted where the first of those is who play at it."""
        lately = self._clock() - LATELY
        self._looked = {who: at for who, at in self._looked.items() if at >= lately}
        played = sum(live.table.status == "playing" and live.presence.first_is_here for live in self._tables.values())
        return Alive(sum(not is_program(who) for who in self._connections.people | self._looked.keys()), played)

    def everywhere(self) -> Count:
        """How many are in the whole house."""
        all_servers = [self.here(), *self._neighbours.elsewhere]
        return Count(sum(one.people for one in all_servers), sum(one.tables for one in all_servers))
