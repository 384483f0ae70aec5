"""Programs that play for people: the same SQL for both databases."""

from tablee.people.programs import DEVICE, Program
from tablee.store.shared_sql import Statements

_ADD = """
    INSERT INTO programs (id, owner, since)
    SELECT $1, id, $3 FROM persons WHERE id = $2 AND (SELECT count(*) FROM programs WHERE owner = $2) < $4
    RETURNING id
"""
_PERSON = "INSERT INTO persons (id, name, since) SELECT id, $2, since FROM programs WHERE id = $1"
_SESSION = """
    INSERT INTO sessions (id, person, since, seen, device) SELECT $2, id, since, since, $3 FROM programs WHERE id = $1
"""
_OF = """
    SELECT programs.id, owner, name, programs.since FROM programs JOIN persons ON persons.id = programs.id
    WHERE owner = $1 ORDER BY programs.since, programs.id
"""
_PLAYING = """
    SELECT count(DISTINCT table_id) FROM sitters JOIN directory USING (table_id)
    WHERE status IN ('waiting', 'playing') AND table_id <> $2 AND person IN (
        SELECT other.id FROM programs AS one JOIN programs AS other ON other.owner = one.owner WHERE one.id = $1
    )
"""


class Programs:
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. They are forgotten as people are."""

    def __init__(self, rows: Statements) -> None:
        self._rows = rows

    async def add(self, program: Program, session: str, most: int) -> bool:
        """Keep a program with its one session, unless its owner is nobody, or has so many."""
        one = program
        added, *_ = await self._rows.do(
            (_ADD, (one.id, one.owner, one.since, most)),
            (_PERSON, (one.id, one.name)),
            (_SESSION, (one.id, session, DEVICE)),
        )
        return bool(added)

    async def of(self, owner: str) -> list[Program]:
        """The programs of somebody, the oldest first."""
        return [Program(*row) for row in await self._rows.ask(_OF, owner)]

    async def playing(self, program: str, besides: str) -> int:
        """At how many tables that are not over the programs of one owner sit, besides one."""
        [[count]] = await self._rows.ask(_PLAYING, program, besides)
        return int(count)
