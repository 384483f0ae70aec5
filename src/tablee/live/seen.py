"""How far each sitter has seen the table."""

import logging
from collections.abc import Mapping, Sequence

from tablee.store import NotSaved, Store
from tablee.table.events import Act
from tablee.table.seating import Sitter
from tablee.table.table import Table

logger = logging.getLogger("tablee")


class Seen:
    """As far as a sitter's page said, or was sent what lay open for a while only; and up to its own last action."""

    def __init__(self, store: Store, numbers: Mapping[int, int]) -> None:
        """`numbers` has what was stored: the latest event that each sitter has seen."""
        self._store = store
        self._numbers = dict(numbers)

    def update(self, numbers: Mapping[int, int]) -> None:
        """Take over what another server has stored."""
        self._numbers |= {sitter: max(number, self._numbers.get(sitter, 0)) for sitter, number in numbers.items()}

    def by(self, sitter: Sitter, table: Table) -> int:
        """The latest event that a sitter has seen."""
        acts = (event for event in reversed(table.events) if isinstance(event, Act))
        own = (event.number for event in acts if event.seat == sitter.seat)
        return max(self._numbers.get(sitter.id, 0), next(own, 0))

    async def note(self, table: Table, sitters: Sequence[Sitter], number: int) -> None:
        """Everybody at a screen has seen what was on it up to an event."""
        news = [sitter for sitter in sitters if number > self.by(sitter, table)]
        self._numbers |= {sitter.id: number for sitter in news}
        for sitter in news:
            try:
                await self._store.saw(table.id, sitter.id, number)
            except NotSaved as error:  # then it may be shown once more, if the house closes before it can be stored
                logger.error("table %s: what was seen could not be stored: %s", table.id, error)
