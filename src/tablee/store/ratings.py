"""Ratings: of every table that was offered as one that counts what became of it, and where everybody stands now.

Tables are counted one after the other, each in one transaction, and get their `place` in that order: so whoever reads
the logs in this order comes to the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from tablee.people.anchors import anchor
from tablee.people.ratings import A_DAY, Contest, Rating, settle, why_not
from tablee.store.shared_sql import Transact, Work, one_by_one, question

_EXPECT = (
    "INSERT INTO rated (table_id, place, why, game, pace, ended) VALUES ($1, 0, '', '', '', 0) "
    "ON CONFLICT (table_id) DO NOTHING"
)
_WAITING = (
    "SELECT table_id FROM rated JOIN directory USING (table_id) WHERE place = 0 AND status = 'over' "
    "ORDER BY moved, table_id LIMIT $1"
)
_PLACE = "SELECT place FROM rated WHERE table_id = $1"
_LAST = "SELECT coalesce(max(place), 0) FROM rated"
_PEOPLE = "SELECT sitter, person FROM sitters WHERE table_id = $1"
_HOLD = "UPDATE persons SET since = since WHERE id = $1"
_TOGETHER = (
    "SELECT count(*) FROM rated_seats AS own JOIN rated_seats AS other ON other.table_id = own.table_id "
    "JOIN rated ON rated.table_id = own.table_id WHERE own.account = $1 AND other.account = $2 AND ended > $3"
)
_STANDS = "SELECT mu, sigma FROM ratings WHERE person = $1 AND game = $2 AND pace = $3"
_COUNT = "UPDATE rated SET place = $2, why = $3, game = $4, pace = $5, ended = $6 WHERE table_id = $1"
_SEAT = (
    "INSERT INTO rated_seats (table_id, sitter, account, mu_before, sigma_before, mu, sigma) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7)"
)
_STAND = (
    "INSERT INTO ratings (person, game, pace, mu, sigma, games, ended) VALUES ($1, $2, $3, $4, $5, 1, $6) "
    "ON CONFLICT (person, game, pace) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, "
    "games = ratings.games + 1, ended = excluded.ended"
)
_OF = "SELECT game, pace, mu, sigma, games, ended FROM ratings WHERE person = $1 ORDER BY game, pace"
_AT = "SELECT place, why FROM rated WHERE table_id = $1"
_SITTING = (
    "SELECT sitter, mu, sigma FROM sitters JOIN ratings USING (person) WHERE table_id = $1 AND game = $2 AND pace = $3"
)
_CHANGED = (
    "SELECT table_id, sitter, account, mu_before, sigma_before, mu, sigma "
    "FROM rated_seats JOIN sitters USING (table_id, sitter) WHERE table_id = $1"
)
_HISTORY = (
    "SELECT table_id, sitter, account, mu_before, sigma_before, rated_seats.mu, rated_seats.sigma "
    "FROM rated_seats JOIN rated USING (table_id) WHERE account = $1 ORDER BY place"
)
_LADDER = (
    "SELECT name, id, coalesce(address, ''), mu, sigma, games FROM ratings JOIN persons ON id = person "
    "LEFT JOIN profiles USING (person) WHERE game = $1 AND pace = $2 AND sigma <= $3 "
    "AND (address IS NOT NULL OR person IN (SELECT programs.id FROM programs)) ORDER BY mu DESC, persons.id LIMIT $4"
)
_COUNTED = "SELECT table_id, why FROM rated WHERE place > 0 ORDER BY place"
_SEATS = (
    "SELECT table_id, sitter, account, mu_before, sigma_before, mu, sigma FROM rated_seats ORDER BY table_id, sitter"
)
_ALL = "SELECT person, game, pace, mu, sigma, games, ended FROM ratings ORDER BY person, game, pace"
_CORRECT = (
    "UPDATE rated_seats SET mu_before = $3, sigma_before = $4, mu = $5, sigma = $6 WHERE table_id = $1 AND sitter = $2"
)
_CORRECT_STAND = (
    "UPDATE ratings SET mu = $4, sigma = $5, games = $6, ended = $7 WHERE person = $1 AND game = $2 AND pace = $3"
)


class Standing(NamedTuple):
    """Where somebody stands in a game at a pace, after so many games, the last of which ended then."""

    game: str
    pace: str
    rating: Rating
    games: int
    ended: int


class Changed(NamedTuple):
    """What a game did to the rating of one who sat there."""

    table: str
    sitter: int
    account: str
    """The person; where they are forgotten, something else that is the same wherever they were."""
    before: Rating
    after: Rating


class AtTable(NamedTuple):
    """What is known of those who sit at a table, by sitter; of who is forgotten it is nothing."""

    is_counted: bool
    why: str
    """Why it did not count, if it did not."""
    stands: Mapping[int, Rating]
    """Where they stand now."""
    changes: Mapping[int, Changed]
    """What the game did to them, once it is counted."""


class Rung(NamedTuple):
    """Somebody on a ladder whom others may see."""

    name: str
    person: str
    address: str
    """Of their page for others; programs have none, and are seen all the same."""
    rating: Rating
    games: int


class Ledger(NamedTuple):
    """All that is stored: tables in the order in which they were counted with why they do not count, what they did to
    whom, and where everybody stands."""

    counted: list[tuple[str, str]]
    changes: dict[tuple[str, int], Changed]
    standings: dict[tuple[str, str, str], Standing]
    """By person, game and pace."""


class Ratings:
    """See the module. Times are in milliseconds since 1970."""

    def __init__(self, transact: Transact) -> None:
        self._transact = transact

    async def expect(self, table: str) -> None:
        """A table is opened that will count."""
        await self._transact(lambda: one_by_one((_EXPECT, table)), "write")

    async def waiting(self, most: int) -> list[str]:
        """Tables that are over and have not been counted yet."""
        return [table for (table,) in await self._transact(lambda: question(_WAITING, most), "read")]

    async def count(self, contest: Contest) -> list[Changed]:
        """Count a finished table, once: what it did to whom. Nothing if it does not count, or was counted before."""
        return await self._transact(lambda: _count(contest), "alone")

    async def of(self, person: str) -> list[Standing]:
        """Where a person stands, in every game and pace."""
        found = await self._transact(lambda: question(_OF, person), "read")
        return [Standing(game, pace, Rating(mu, sigma), *rest) for game, pace, mu, sigma, *rest in found]

    async def at(self, table: str, game: str, pace: str) -> AtTable:
        """What there is to be shown at a table that was offered as one that counts."""
        return await self._transact(lambda: _at(table, game, pace), "read")

    async def history(self, person: str) -> list[Changed]:
        """What each game did to the rating of a person, in the order in which they were counted."""
        return [_changed(row) for row in await self._transact(lambda: question(_HISTORY, person), "read")]

    async def ladder(self, game: str, pace: str, sigma: int, most: int) -> list[Rung]:
        """Who likes to be seen and whose rating is no less sure than that, the best first."""
        found = await self._transact(lambda: question(_LADDER, game, pace, sigma, most), "read")
        return [
            Rung(name, person, address, Rating(mu, doubt), games) for name, person, address, mu, doubt, games in found
        ]

    async def ledger(self) -> Ledger:
        """All that is stored, to be compared."""
        return await self._transact(_ledger, "read")

    async def correct(self, changes: Iterable[Changed], standings: Mapping[tuple[str, str, str], Standing]) -> None:
        """Put what was recomputed in the place of what is stored."""
        told = [(_CORRECT, one.table, one.sitter, *one.before, *one.after) for one in changes]
        stands = [(_CORRECT_STAND, *key, *one.rating, one.games, one.ended) for key, one in standings.items()]
        await self._transact(lambda: one_by_one(*told, *stands), "alone")


def _count(contest: Contest) -> Work[list[Changed]]:
    yield _EXPECT, contest.table
    [(place,)] = yield _PLACE, contest.table
    if place:
        return []
    people = yield from _held(contest.table)
    seated = [people[one.sitter] for one in contest.seats if one.sitter in people]
    why = why_not(contest, people, (yield from _most_together(seated, contest.ended - A_DAY)))
    [(last,)] = yield (_LAST,)
    yield _COUNT, contest.table, last + 1, why, contest.game, contest.pace, contest.ended
    if why:
        return []
    before: dict[str, Rating] = {}
    for person in seated:
        found = yield _STANDS, person, contest.game, contest.pace
        before[person] = Rating(*found[0]) if found else Rating()
    changes = changes_of(contest, people, before)
    for one in changes:
        yield _SEAT, one.table, one.sitter, one.account, *one.before, *one.after
        yield _STAND, one.account, contest.game, contest.pace, *one.after, contest.ended
    return changes


def _at(table: str, game: str, pace: str) -> Work[AtTable]:
    found = yield _AT, table
    place, why = found[0] if found else (0, "")
    stands = yield _SITTING, table, game, pace
    changes = [_changed(row) for row in (yield _CHANGED, table)] if place and not why else []
    return AtTable(
        is_counted=place > 0,
        why=why,
        stands={sitter: Rating(mu, sigma) for sitter, mu, sigma in stands},
        changes={one.sitter: one for one in changes},
    )


def _held(table: str) -> Work[dict[int, str]]:
    """Who sits at a table. None of them becomes another, or is forgotten, until it has been counted: so they are asked
    for again once they are held."""
    for _ in range(2):
        people = dict((yield _PEOPLE, table))
        for person in sorted(set(people.values())):
            yield _HOLD, person
    return people


def _most_together(people: Sequence[str], since: int) -> Work[int]:
    most = 0
    for one, other in combinations(people, 2):
        [(games,)] = yield _TOGETHER, one, other, since
        most = max(most, games)
    return most


def _ledger() -> Work[Ledger]:
    counted = yield (_COUNTED,)
    changes = [_changed(row) for row in (yield (_SEATS,))]
    stands = yield (_ALL,)
    return Ledger(
        counted=[(table, why) for table, why in counted],
        changes={(one.table, one.sitter): one for one in changes},
        standings={
            (person, game, pace): Standing(game, pace, Rating(mu, sigma), games, ended)
            for person, game, pace, mu, sigma, games, ended in stands
        },
    )


def _changed(row: Sequence[Any]) -> Changed:
    table, sitter, account, *numbers = row
    return Changed(table, sitter, account, Rating(*numbers[:2]), Rating(*numbers[2:]))


def changes_of(contest: Contest, people: Mapping[int, str], before: Mapping[str, Rating]) -> list[Changed]:
    """What a game that counts does to the people there."""
    ratings = [
        anchor(contest.game, one.level) if one.level else before.get(people[one.sitter], Rating())
        for one in contest.seats
    ]
    after = settle(ratings, [one.rank for one in contest.seats])
    return [
        Changed(contest.table, one.sitter, people[one.sitter], old, new)
        for one, old, new in zip(contest.seats, ratings, after, strict=True)
        if not one.level
    ]


def _account(ledger: Ledger, table: str, sitter: int) -> str:
    stored = ledger.changes.get((table, sitter))
    return stored.account if stored else f"{table} {sitter}"


def recomputed(
    ledger: Ledger, contests: Mapping[str, Contest]
) -> tuple[list[Changed], dict[tuple[str, str, str], Standing]]:
    """What follows from the logs, in the order in which they were counted. Who somebody is, and so whether they had
    several seats or played often, is as it was known then.
    """
    changes: list[Changed] = []
    standings: dict[tuple[str, str, str], Standing] = {}
    for table, why in ledger.counted:
        if why:
            continue
        contest = contests[table]
        people = {one.sitter: _account(ledger, table, one.sitter) for one in contest.seats if not one.level}
        kind = contest.game, contest.pace
        before = {one: standings[one, *kind].rating for one in people.values() if (one, *kind) in standings}
        for one in changes_of(contest, people, before):
            changes.append(one)
            played = standings[one.account, *kind].games if (one.account, *kind) in standings else 0
            standings[one.account, *kind] = Standing(*kind, one.after, played + 1, contest.ended)
    return changes, standings
