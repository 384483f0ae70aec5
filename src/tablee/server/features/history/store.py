"""A person's finished games, from rows that are written when a game ends, and the address of the public profile."""

from collections.abc import Sequence

from tablee.server.features.accounts.model import Person
from tablee.server.features.history.model import (
    BOTS,
    LOST,
    ONLINE,
    PARTS,
    PEOPLE,
    WON,
    Figures,
    ProfileSettings,
    Tally,
    Wanted,
    figures,
)
from tablee.server.storage.rows import own_entries
from tablee.server.storage.sql import Database
from tablee.server.table.directory import Entry

# With several seats at a table, a person neither wins nor loses.
_OWN = """
    SELECT table_id, max(game) AS game, max(ended) AS ended, max(took) AS took, max(moves) AS moves,
        count(*) < max(people) AS in_company, CASE WHEN count(*) = 1 THEN max(won) END AS won,
        max(won) IS NOT NULL AS is_over, max(points) AS points, max(beaten) AS beaten
    FROM participants JOIN results USING (table_id, participant) WHERE person = $1 GROUP BY table_id
"""
_TALLIES = f"""
    SELECT game, won, beaten, count(*), coalesce(sum(points), 0), max(points), sum(moves), sum(took)
    FROM ({_OWN}) AS own WHERE is_over GROUP BY game, won, beaten
"""
_WHERE = {"": "1 = 1", BOTS: "NOT in_company", PEOPLE: "in_company", WON: "won = 1", LOST: "won = 0"}
_FIND = """
    WITH own AS ({own}), page AS (
        SELECT table_id, ended FROM own WHERE (game = $2 OR $2 = '') AND {company} AND {how} AND {together}
        ORDER BY ended DESC, table_id LIMIT $3 OFFSET $4
    )
    SELECT table_id, body, status, number, turn, moved, due, participant
    FROM page JOIN directory USING (table_id) JOIN participants USING (table_id)
    WHERE person = $1 ORDER BY page.ended DESC, table_id, participant
"""
_DECIDED = f"SELECT won FROM ({_OWN}) AS own WHERE is_over AND won IS NOT NULL ORDER BY ended DESC, table_id LIMIT $2"
_TOGETHER = "table_id IN (SELECT table_id FROM participants WHERE person = $5)"
_SHOW = """
    INSERT INTO profiles (person, address, parts) SELECT id, $2, $3 FROM persons WHERE id = $1
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, parts = excluded.parts
"""
_FOUND = "SELECT id, name, since FROM profiles JOIN persons ON id = person WHERE address = $1"


class HistoryStore:
    """A part of `Store`."""

    database: Database

    async def finished_games(self, person: str, wanted: Wanted, most: int, skip: int) -> list[tuple[Entry, list[int]]]:
        """A person's finished games, the latest first, with the person's participants."""
        company, how = _WHERE[wanted.company], _WHERE[wanted.ended]
        together, other = (_TOGETHER, (wanted.other,)) if wanted.other else (_WHERE[""], ())
        query = _FIND.format(own=_OWN, company=company, how=how, together=together)
        return own_entries(await self.database.fetch(query, person, wanted.game, most, skip, *other))

    async def figures_of(self, person: str) -> list[Figures]:
        """A person's statistics, by title."""
        found = await self.database.fetch(_TALLIES, person)
        # Sums of whole numbers come as decimals from PostgreSQL.
        return figures(Tally(*row[:4], *(one if one is None else int(one) for one in row[4:])) for row in found)

    async def decided_games(self, person: str, most: int) -> list[bool]:
        """Whether a person won each of their latest games that could be won or lost, the latest first."""
        return [bool(won) for (won,) in await self.database.fetch(_DECIDED, person, most)]

    async def profile_of(self, person: str) -> ProfileSettings:
        """What others may see of a person."""
        found = await self.database.fetch("SELECT address, parts FROM profiles WHERE person = $1", person)
        return ProfileSettings(found[0][0] or "", tuple(found[0][1].split())) if found else ProfileSettings()

    async def publish(self, person: str, address: str, parts: Sequence[str] = PARTS) -> None:
        """Show a person's profile at that address alone, at none if it is empty; and only these parts."""
        await self.database.execute((_SHOW, person, address or None, " ".join(parts)))

    async def hidden_people(self, people: Sequence[str]) -> set[str]:
        """Which of these persons do not want to be seen online."""
        settings = {person: await self.profile_of(person) for person in people}
        return {person for person, one in settings.items() if ONLINE not in one.parts}

    async def person_at(self, address: str) -> Person | None:
        """The person whose profile has that address."""
        found = await self.database.fetch(_FOUND, address)
        return Person(*found[0]) if found else None
