"""Which tables have been played to their ends, for whoever reads all of them: the same SQL for both databases."""

from tablee.store.shared_sql import Transact, question

_TABLES = "SELECT table_id FROM directory WHERE status = 'over' AND table_id > $1 ORDER BY table_id LIMIT $2"


class Finished:
    """Raises `Unavailable` like the store that it is part of."""

    def __init__(self, transact: Transact) -> None:
        self._transact = transact

    async def tables(self, after: str, most: int) -> list[str]:
        """Ids of tables that are over, in their order, from after one on; all come after an empty text."""
        return [table for (table,) in await self._transact(lambda: question(_TABLES, after, most), "read")]
