"""What somebody has played, from rows that are written when a game ends, and the page that others may see of it."""

from collections.abc import Iterable
from typing import Any

from tablee.people import Person
from tablee.people.played import BOTS, LOST, PEOPLE, WON, Figures, Tally, Wanted, figures
from tablee.store import rows
from tablee.store.shared_sql import Statements
from tablee.table.directory import Entry

# Who has had several seats at a table has neither won nor lost.
_OWN = """
    SELECT table_id, max(game) AS game, max(ended) AS ended, max(took) AS took, max(moves) AS moves,
        count(*) < max(people) AS in_company, CASE WHEN count(*) = 1 THEN max(won) END AS won,
        max(won) IS NOT NULL AS is_over, max(points) AS points, max(beaten) AS beaten
    FROM sitters JOIN results USING (table_id, sitter) WHERE person = $1 GROUP BY table_id
"""
_TALLIES = f"""
    SELECT game, won, beaten, count(*), coalesce(sum(points), 0), max(points), sum(moves), sum(took)
    FROM ({_OWN}) AS own WHERE is_over GROUP BY game, won, beaten
"""
_WHERE = {"": "1 = 1", BOTS: "NOT in_company", PEOPLE: "in_company", WON: "won = 1", LOST: "won = 0"}
_FIND = """
    WITH own AS ({own}), page AS (
        SELECT table_id, ended FROM own WHERE (game = $2 OR $2 = '') AND {company} AND {how}
        ORDER BY ended DESC, table_id LIMIT $3 OFFSET $4
    )
    SELECT table_id, {body}, status, number, turn, moved, due, sitter
    FROM page JOIN directory USING (table_id) JOIN sitters USING (table_id)
    WHERE person = $1 ORDER BY page.ended DESC, table_id, sitter
"""
_ADDRESS = "SELECT address FROM profiles WHERE person = $1"
_WITHDRAW = "DELETE FROM profiles WHERE person = $1"
_PUBLISH = "INSERT INTO profiles (person, address) SELECT id, $2 FROM persons WHERE id = $1"
_FOUND = "SELECT id, name, since FROM profiles JOIN persons ON id = person WHERE address = $1"


class OwnGames:
    """A part of `Store`."""

    rows: Statements
    body_as_bytes: str
    """How the body of an entry is read as bytes, whatever is in it."""

    async def finished_games(self, person: str, wanted: Wanted, most: int, skip: int) -> list[tuple[Entry, list[int]]]:
        """The games of a person that have ended, the latest first, with the sitters that the person was."""
        company, how = _WHERE[wanted.company], _WHERE[wanted.ended]
        query = _FIND.format(own=_OWN, company=company, how=how, body=self.body_as_bytes)
        return rows.own_entries(list(_together(await self.rows.ask(query, person, wanted.game, most, skip))))

    async def figures_of(self, person: str) -> list[Figures]:
        """What the finished games of a person come to, game by game."""
        return figures(Tally(*row[:4], *map(_whole, row[4:])) for row in await self.rows.ask(_TALLIES, person))

    async def profile_of(self, person: str) -> str:
        """The address of the page that others may see of a person; an empty text if there is none."""
        found = await self.rows.ask(_ADDRESS, person)
        return str(found[0][0]) if found else ""

    async def publish(self, person: str, address: str) -> None:
        """Let others see a page about a person at that address, and at no other; at none, if it is empty."""
        published = [(_PUBLISH, (person, address))] if address else []
        await self.rows.do((_WITHDRAW, (person,)), *published)

    async def person_at(self, address: str) -> Person | None:
        """Whose page is at that address."""
        found = await self.rows.ask(_FOUND, address)
        return Person(*found[0]) if found else None


def _together(found: Iterable[tuple[Any, ...]]) -> Iterable[tuple[Any, ...]]:
    """One row for each table, with all sitters that the person was there."""
    tables: dict[str, tuple[Any, ...]] = {}
    for table, *entry, sitter in found:
        tables.setdefault(table, (*entry, []))[-1].append(sitter)
    return tables.values()


def _whole(number: Any) -> Any:
    """PostgreSQL adds whole numbers up to what need not be one."""
    return None if number is None else int(number)
