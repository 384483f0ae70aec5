"""Stores clubs, their members, and which tables are theirs."""

from collections.abc import Sequence
from typing import Any, Literal

from tablee.server.features.clubs.model import MOST_CLUBS, MOST_MEMBERS, Club, ClubResult, Member, Membership
from tablee.server.storage.rows import entry
from tablee.server.storage.sql import FeatureStore, Transaction, in_turn
from tablee.server.table.directory import Entry

_CLUB = "SELECT id, link, name, since FROM clubs"
_MAKE = "INSERT INTO clubs (id, link, name, since) VALUES ($1, $2, $3, $4)"
_COUNT_CLUBS = "SELECT count(*) FROM club_members WHERE person = $1"
_COUNT_MEMBERS = "SELECT count(*) FROM club_members WHERE club = $1"
_JOIN = (
    "INSERT INTO club_members (club, person, joined, called) SELECT $1, id, $3, 1 FROM persons WHERE id = $2 "
    "ON CONFLICT (club, person) DO NOTHING"
)
_MEMBERS = (
    "SELECT person, coalesce(name, ''), joined, called FROM club_members LEFT JOIN persons ON id = person "
    "WHERE club = $1 ORDER BY joined, person"
)
_IS_MEMBER = "SELECT 1 FROM club_members WHERE club = $1 AND person = $2"
_ORGANISER = "SELECT person FROM club_members WHERE club = $1 ORDER BY joined, person LIMIT 1"
_OF = """
    SELECT clubs.id, link, clubs.name, clubs.since, own.joined, own.called,
        (SELECT count(*) FROM club_members WHERE club = clubs.id)
    FROM club_members AS own JOIN clubs ON clubs.id = own.club WHERE own.person = $1 ORDER BY own.joined, clubs.id
"""
_LEAVE = "DELETE FROM club_members WHERE club = $1 AND person = $2"
_IS_EMPTY = "NOT EXISTS (SELECT 1 FROM club_members WHERE club = $1)"
_CALL = "UPDATE club_members SET called = $3 WHERE club = $1 AND person = $2"
_ADD_TABLE = "INSERT INTO club_tables (table_id, club, at) VALUES ($1, $2, $3) ON CONFLICT (table_id) DO NOTHING"
_FOLLOW = (
    "INSERT INTO club_tables (table_id, club, at) SELECT $2, club, $3 FROM club_tables WHERE table_id = $1 "
    "ON CONFLICT (table_id) DO NOTHING"
)
_ENTRIES = """
    SELECT body, status, number, turn, moved, due FROM club_tables JOIN directory USING (table_id)
    WHERE club = $1 AND status = $2 AND moved > $3 ORDER BY moved DESC LIMIT $4
"""
_RESULTS = """
    SELECT results.table_id, coalesce(person, ''), won FROM club_tables JOIN results USING (table_id)
    LEFT JOIN participants ON participants.table_id = results.table_id
        AND participants.participant = results.participant
    WHERE club = $1 AND ended > $2 AND bots = 0 AND people > 1 AND won IS NOT NULL ORDER BY ended DESC LIMIT $3
"""
MOST_RESULTS = 20_000
"""Seats of finished games that count on a ladder."""

Joining = Literal["joined", "full", "many", "gone"]
"""Whether somebody is in a club now; else it is full, they are in too many, or the link does not hold any more."""


class ClubStore(FeatureStore):
    """A part of `Store`; raises `NotSaved` and `Unavailable`. Times are in milliseconds since 1970."""

    async def make(self, club: Club, person: str) -> bool:
        """Store a club with its first member, unless they are in too many."""

        def make() -> Transaction[bool]:
            [[count]] = yield _COUNT_CLUBS, person
            if count < MOST_CLUBS:
                yield _MAKE, club.id, club.link, club.name, club.since
                yield _JOIN, club.id, person, club.since
            return bool(count < MOST_CLUBS)

        return await self._database.transact(make, "exclusive")

    async def find(self, club: str) -> Club | None:
        """The club of that id."""
        return _club_in(await self._database.fetch(f"{_CLUB} WHERE id = $1", club))

    async def at(self, link: str) -> Club | None:
        """The club that one joins by that link."""
        return _club_in(await self._database.fetch(f"{_CLUB} WHERE link = $1", link))

    async def of(self, person: str) -> list[Membership]:
        """The clubs of a person, in the order in which they joined them."""
        return [
            Membership(Club(club, link, name, since), members, joined, bool(called))
            for club, link, name, since, joined, called, members in await self._database.fetch(_OF, person)
        ]

    async def members(self, club: str) -> list[Member]:
        """Who is in a club, the organiser first."""
        found = await self._database.fetch(_MEMBERS, club)
        return [Member(person, name, joined, bool(called)) for person, name, joined, called in found]

    async def is_member(self, club: str, person: str) -> bool:
        """Whether somebody is in a club."""
        return bool(await self._database.fetch(_IS_MEMBER, club, person))

    async def join(self, link: str, person: str, now: int) -> Joining:
        """Join a club by its link; of all who come at once to the last place one gets it."""

        def join() -> Transaction[Joining]:
            found = _club_in((yield f"{_CLUB} WHERE link = $1", link))
            if found is None:
                return "gone"
            if (yield _IS_MEMBER, found.id, person):
                return "joined"
            [[members]], [[clubs]] = (yield _COUNT_MEMBERS, found.id), (yield _COUNT_CLUBS, person)
            if members >= MOST_MEMBERS:
                return "full"
            if clubs >= MOST_CLUBS:
                return "many"
            yield _JOIN, found.id, person, now
            return "joined"

        return await self._database.transact(join, "exclusive")

    async def leave(self, club: str, person: str) -> None:
        """Leave a club; the last member takes it along."""
        await self._database.execute(
            (_LEAVE, club, person),
            (f"DELETE FROM club_tables WHERE club = $1 AND {_IS_EMPTY}", club),
            (f"DELETE FROM clubs WHERE id = $1 AND {_IS_EMPTY}", club),
        )

    async def call(self, club: str, person: str, *, called: bool) -> None:
        """Choose whether one is called to the tables of a club."""
        await self._database.write((_CALL, club, person, int(called)))

    # ---- what the organiser does: nothing happens if somebody else asks for it -------------------------------

    async def rename(self, club: str, by: str, name: str) -> bool:
        """Give a club another name."""
        return await self._as_organiser(club, by, ("UPDATE clubs SET name = $2 WHERE id = $1", club, name))

    async def renew_link(self, club: str, by: str, link: str) -> bool:
        """Give a club another link; the old one stops."""
        return await self._as_organiser(club, by, ("UPDATE clubs SET link = $2 WHERE id = $1", club, link))

    async def remove(self, club: str, by: str, person: str, link: str) -> bool:
        """Remove somebody else, and give the club another link: they know the old one."""
        if person == by:
            return False
        renew = ("UPDATE clubs SET link = $2 WHERE id = $1", club, link)
        return await self._as_organiser(club, by, (_LEAVE, club, person), renew)

    async def _as_organiser(self, club: str, by: str, *changes: tuple[Any, ...]) -> bool:
        def change() -> Transaction[bool]:
            may = [person for (person,) in (yield _ORGANISER, club)] == [by]
            if may:
                yield from in_turn(*changes)
            return may

        return await self._database.transact(change, "serial")

    # ---- tables ----------------------------------------------------------------------------------------------

    async def add_table(self, table: str, club: str, now: int) -> None:
        """Note that a table is a club's. The table may be opened afterwards."""
        await self._database.write((_ADD_TABLE, table, club, now))

    async def follow(self, table: str, following: str, now: int) -> None:
        """The table that follows on a club's table is the club's, too."""
        await self._database.write((_FOLLOW, table, following, now))

    async def tables(self, club: str, status: str, after: int, most: int) -> list[Entry]:
        """The tables of a club in a status at which something has happened since; the latest first."""
        read = [entry(*row) for row in await self._database.fetch(_ENTRIES, club, status, after, most)]
        return [one for one in read if one is not None]

    async def results(self, club: str, after: int) -> list[ClubResult]:
        """How games between people at the club's tables ended since then."""
        found = await self._database.fetch(_RESULTS, club, after, MOST_RESULTS)
        return [ClubResult(table, person, bool(won)) for table, person, won in found]


def _club_in(rows: Sequence[Any]) -> Club | None:
    return Club(*rows[0]) if rows else None
