"""What a table that counts shows of ratings: everybody's while it is played, and what it did to them once it is over.

They are read when people sit down and when somebody comes; whichever server counts the game, every other one finds
that out by itself, as long as somebody looks at the result.
"""

import logging
from collections.abc import Callable, Mapping

from tablee.live.errands import Errands
from tablee.people.anchors import anchor
from tablee.people.contests import pace_of
from tablee.people.ratings import Rating
from tablee.show.ratings import Shown
from tablee.store import Store, Unavailable
from tablee.store.ratings import AtTable
from tablee.table.table import Table

logger = logging.getLogger("tablee")


class TableRatings:
    """The ratings of those who sit at one table."""

    def __init__(self, store: Store, table: Callable[[], Table], errands: Errands, changed: Callable[[], None]) -> None:
        """`changed` is called when there is something new to be told."""
        self._store = store
        self._table = table
        self._errands = errands
        self._changed = changed
        self._has_asked = self._is_settled = False
        self.shown: Mapping[int, Shown] = {}
        """By sitter; who is not known well enough is missing."""
        self.uncounted = ""
        """Why the game did not count, if it did not."""

    def welcome(self) -> None:
        """Somebody has come. Of a whole crowd the first one is enough to ask."""
        if not self._has_asked:
            self.ask()

    def ask(self) -> None:
        """Find out what there is to be known by now, unless nothing more can come."""
        if self._table().opening.rated and not self._is_settled:
            self._has_asked = True
            self._errands.begin(self._look())

    def ask_whether_counted(self) -> None:
        """The same, if the game is over: it may have been counted meanwhile."""
        if self._table().status == "over":
            self.ask()

    async def _look(self) -> None:
        table = self._table()
        opening = table.opening
        try:
            found = await self._store.ratings.at(opening.table, opening.game, pace_of(opening.clock))
        except Unavailable as error:
            logger.warning("table %s: ratings cannot be read: %s", table.id, error)
            return
        if self._is_settled:
            return  # who asked later was faster
        self._is_settled = found.is_counted
        shown = shown_at(table, found)
        if (shown, found.why) != (self.shown, self.uncounted):
            self.shown, self.uncounted = shown, found.why
            self._changed()


def shown_at(table: Table, found: AtTable) -> dict[int, Shown]:
    """What may be shown of everybody who sits at a table: never what is not sure yet. No game changes a bot."""
    game, shown = table.opening.game, {}
    for sitter in table.sitters:
        change = found.changes.get(sitter.id)
        now = anchor(game, sitter.level) if sitter.level else change.after if change else found.stands.get(sitter.id)
        if now is not None and now.is_sure:
            shown[sitter.id] = Shown(now.points, now.doubt, _before(change.before if change else None))
    return shown


def _before(rating: Rating | None) -> int | None:
    return rating.points if rating is not None and rating.is_sure else None
