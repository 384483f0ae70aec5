"""Stores every table opened as rated with its effect on ratings, and everybody's current ratings.

Tables are counted one after the other, each in one transaction, and get their `place` in that order. Recomputing from
the logs in this order gives the same ratings.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from tablee.server.features.ratings.model import (
    RatedGame,
    Rating,
    accounts_of,
    anchor,
    update_ratings,
    why_not,
)
from tablee.server.storage.sql import FeatureStore, Transaction
from tablee.server.table.clock import A_DAY

_EXPECT = (
    "INSERT INTO rated_tables (table_id, place, why, game, pace, ended) VALUES ($1, 0, '', $2, '', 0) "
    "ON CONFLICT (table_id) DO NOTHING"
)
_WAITING = (
    "SELECT table_id FROM rated_tables JOIN directory USING (table_id) WHERE place = 0 AND status = 'over' "
    "ORDER BY moved, table_id LIMIT $1"
)
_TOGETHER = (
    "SELECT count(*) FROM rated_seats AS own JOIN rated_seats AS other ON other.table_id = own.table_id "
    "JOIN rated_tables AS rated ON rated.table_id = own.table_id "
    "WHERE own.account = $1 AND other.account = $2 AND ended > $3 AND ended <= $4"
)
# A person, their bot accounts, and the owner of a bot account play for one another.
_PLAYING = (
    "SELECT 1 FROM rated_tables JOIN directory USING (table_id) JOIN participants USING (table_id) "
    "WHERE place = 0 AND game = $2 AND status = 'playing' AND person IN (SELECT CAST($1 AS TEXT) "
    "UNION SELECT owner FROM bot_accounts WHERE id = $1 UNION SELECT id FROM bot_accounts WHERE owner = $1 "
    "UNION SELECT other.id FROM bot_accounts AS one JOIN bot_accounts AS other ON other.owner = one.owner "
    "WHERE one.id = $1) LIMIT 1"
)
_RATING = "SELECT mu, sigma FROM ratings WHERE person = $1 AND game = $2 AND pace = $3"
_COUNT = "UPDATE rated_tables SET place = $2, why = $3, game = $4, pace = $5, ended = $6 WHERE table_id = $1"
_SEAT = (
    "INSERT INTO rated_seats (table_id, participant, account, mu_before, sigma_before, mu, sigma) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7)"
)
_SET_RATING = (
    "INSERT INTO ratings (person, game, pace, mu, sigma, games, ended) VALUES ($1, $2, $3, $4, $5, 1, $6) "
    "ON CONFLICT (person, game, pace) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, "
    "games = ratings.games + 1, ended = excluded.ended"
)
_OF = "SELECT game, pace, mu, sigma, games, ended FROM ratings WHERE person = $1 ORDER BY game, pace"
_SITTING = (
    "SELECT participant, mu, sigma FROM participants JOIN ratings USING (person) "
    "WHERE table_id = $1 AND game = $2 AND pace = $3"
)
_CHANGED = (
    "SELECT table_id, participant, account, mu_before, sigma_before, mu, sigma "
    "FROM rated_seats JOIN participants USING (table_id, participant) WHERE table_id = $1"
)
_HISTORY = (
    "SELECT table_id, participant, account, mu_before, sigma_before, rated_seats.mu, rated_seats.sigma "
    "FROM rated_seats JOIN rated_tables USING (table_id) WHERE account = $1 ORDER BY place"
)
_CURVES = (
    "SELECT rated_tables.game, rated_tables.pace, rated_tables.ended, rated_seats.mu, rated_seats.sigma "
    "FROM rated_seats JOIN rated_tables USING (table_id) WHERE account = $1 ORDER BY place DESC LIMIT $2"
)
_LADDER = (
    "SELECT name, id, coalesce(address, ''), mu, sigma, games FROM ratings JOIN persons ON id = person "
    "LEFT JOIN profiles USING (person) WHERE game = $1 AND pace = $2 AND sigma <= $3 "
    "AND (address IS NOT NULL OR person IN (SELECT bot_accounts.id FROM bot_accounts)) "
    "ORDER BY mu DESC, persons.id LIMIT $4"
)
_SEATS = (
    "SELECT table_id, participant, account, mu_before, sigma_before, mu, sigma FROM rated_seats "
    "ORDER BY table_id, participant"
)
_CORRECT = (
    "UPDATE rated_seats SET mu_before = $3, sigma_before = $4, mu = $5, sigma = $6 "
    "WHERE table_id = $1 AND participant = $2"
)
_CORRECT_RATING = (
    "UPDATE ratings SET mu = $4, sigma = $5, games = $6, ended = $7 WHERE person = $1 AND game = $2 AND pace = $3"
)


class PlayerRating(NamedTuple):
    """A person's rating in a game at a pace, with the number of games and the end of the last one."""

    game: str
    pace: str
    rating: Rating
    games: int
    ended: int


class RatingChange(NamedTuple):
    """The effect of a game on a participant's rating."""

    table: str
    participant: int
    account: str
    """The person; a pseudonym for a deleted person, the same in all their games, and for a merged guest."""
    before: Rating
    after: Rating


class SeatedRatings(NamedTuple):
    """The ratings of the participants of a table, without deleted people."""

    is_counted: bool
    why: str
    """Why it did not count, if it did not."""
    ratings: Mapping[int, Rating]
    """Current ratings."""
    changes: Mapping[int, RatingChange]
    """The effect of the game, once it has been counted."""


class LadderRow(NamedTuple):
    """Somebody with a public profile on a ladder."""

    name: str
    person: str
    address: str
    """Of their public page; bot accounts have none, and are shown all the same."""
    rating: Rating
    games: int


class RatingLedger(NamedTuple):
    """All that is stored: tables in the order in which they were counted, with why they do not count; changes; and
    current ratings."""

    counted: list[tuple[str, str]]
    changes: dict[tuple[str, int], RatingChange]
    ratings: dict[tuple[str, str, str], PlayerRating]
    """By person, game and pace."""


class RatingStore(FeatureStore):
    """A part of `Store` (see the module). Times are in milliseconds since 1970."""

    async def expect(self, table: str, game: str) -> None:
        """Store that a table opens as rated."""
        await self._database.write((_EXPECT, table, game))

    async def is_playing(self, person: str, game: str) -> bool:
        """Does a person have a rated game of this title going on, at any server, or one of their bot accounts?"""
        return bool(await self._database.fetch(_PLAYING, person, game))

    async def waiting(self, most: int) -> list[str]:
        """Finished tables that have not been counted."""
        return [table for (table,) in await self._database.fetch(_WAITING, most)]

    async def count(self, game_result: RatedGame) -> list[RatingChange]:
        """Count a finished table once; return the changes. None if it does not count, or was counted before."""
        return await self._database.transact(lambda: _count(game_result), "exclusive")

    async def of(self, person: str) -> list[PlayerRating]:
        """A person's ratings, in every game and pace."""
        found = await self._database.fetch(_OF, person)
        return [PlayerRating(game, pace, Rating(mu, sigma), *rest) for game, pace, mu, sigma, *rest in found]

    async def at(self, table: str, game: str, pace: str) -> SeatedRatings:
        """The ratings to show at a table opened as rated."""
        return await self._database.transact(lambda: _at(table, game, pace), "read")

    async def history(self, person: str) -> list[RatingChange]:
        """The changes of a person's ratings, in the order in which they were counted."""
        return [_changed(row) for row in await self._database.fetch(_HISTORY, person)]

    async def curves(self, person: str, most: int) -> dict[tuple[str, str], list[tuple[int, Rating]]]:
        """How a person's ratings have changed, by game and pace: when each game ended, and the rating after it."""
        found: dict[tuple[str, str], list[tuple[int, Rating]]] = {}
        for game, pace, ended, mu, sigma in reversed(await self._database.fetch(_CURVES, person, most)):
            found.setdefault((game, pace), []).append((ended, Rating(mu, sigma)))
        return found

    async def ladder(self, game: str, pace: str, sigma: int, most: int) -> list[LadderRow]:
        """People with a public profile whose deviation is at most `sigma`, the best first."""
        found = await self._database.fetch(_LADDER, game, pace, sigma, most)
        return [
            LadderRow(name, person, address, Rating(mu, doubt), games)
            for name, person, address, mu, doubt, games in found
        ]

    async def ledger(self) -> RatingLedger:
        """All that is stored, for an audit."""
        return await self._database.transact(_ledger, "read")

    async def correct(
        self, changes: Iterable[RatingChange], ratings: Mapping[tuple[str, str, str], PlayerRating]
    ) -> None:
        """Replace stored values by recomputed ones."""
        told = [(_CORRECT, one.table, one.participant, *one.before, *one.after) for one in changes]
        corrected = [(_CORRECT_RATING, *key, *one.rating, one.games, one.ended) for key, one in ratings.items()]
        await self._database.execute(*told, *corrected, mode="exclusive")


def _count(game_result: RatedGame) -> Transaction[list[RatingChange]]:
    yield _EXPECT, game_result.table, game_result.game
    [(place,)] = yield "SELECT place FROM rated_tables WHERE table_id = $1", game_result.table
    if place:
        return []
    people, merged = yield from _held(game_result.table)
    accounts = accounts_of(game_result, people, merged)
    known = [account for participant, account in accounts.items() if account == people.get(participant)]
    together = 0
    for one, other in combinations(known, 2):
        [(games,)] = yield _TOGETHER, one, other, game_result.started - A_DAY, game_result.started
        together = max(together, games)
    why = why_not(game_result, known, together)
    [(last,)] = yield ("SELECT coalesce(max(place), 0) FROM rated_tables",)
    yield _COUNT, game_result.table, last + 1, why, game_result.game, game_result.pace, game_result.ended
    if why:
        return []
    before: dict[str, Rating] = {}
    for person in known:
        found = yield _RATING, person, game_result.game, game_result.pace
        before[person] = Rating(*found[0]) if found else Rating()
    changes = changes_of(game_result, accounts, before)
    for change in changes:
        yield _SEAT, change.table, change.participant, change.account, *change.before, *change.after
    for change in (one for one in changes if one.account in before):
        yield _SET_RATING, change.account, game_result.game, game_result.pace, *change.after, game_result.ended
    return changes


def _at(table: str, game: str, pace: str) -> Transaction[SeatedRatings]:
    found = yield "SELECT place, why FROM rated_tables WHERE table_id = $1", table
    place, why = found[0] if found else (0, "")
    rows = yield _SITTING, table, game, pace
    changes = [_changed(row) for row in (yield _CHANGED, table)] if place and not why else []
    return SeatedRatings(
        is_counted=place > 0,
        why=why,
        ratings={participant: Rating(mu, sigma) for participant, mu, sigma in rows},
        changes={one.participant: one for one in changes},
    )


def _held(table: str) -> Transaction[tuple[dict[int, str], set[int]]]:
    """The people at a table, and which participants were merged since the start. They are locked until the table has
    been counted, so that none of them is merged or deleted meanwhile, and read again once they are locked."""
    for _ in range(2):
        seated = yield "SELECT participant, person, merged FROM participants WHERE table_id = $1", table
        for person in sorted({person for _, person, _ in seated}):
            yield "UPDATE persons SET since = since WHERE id = $1", person
    return {who: person for who, person, _ in seated}, {who for who, _, merged in seated if merged}


def _ledger() -> Transaction[RatingLedger]:
    counted = yield ("SELECT table_id, why FROM rated_tables WHERE place > 0 ORDER BY place",)
    changes = [_changed(row) for row in (yield (_SEATS,))]
    rows = yield ("SELECT person, game, pace, mu, sigma, games, ended FROM ratings ORDER BY person, game, pace",)
    return RatingLedger(
        counted=[(table, why) for table, why in counted],
        changes={(one.table, one.participant): one for one in changes},
        ratings={
            (person, game, pace): PlayerRating(game, pace, Rating(mu, sigma), games, ended)
            for person, game, pace, mu, sigma, games, ended in rows
        },
    )


def _changed(row: Sequence[Any]) -> RatingChange:
    table, participant, account, *numbers = row
    return RatingChange(table, participant, account, Rating(*numbers[:2]), Rating(*numbers[2:]))


def changes_of(game_result: RatedGame, people: Mapping[int, str], before: Mapping[str, Rating]) -> list[RatingChange]:
    """The changes by a rated game."""
    ratings = [
        anchor(game_result.game, one.level) if one.level else before.get(people[one.participant], Rating())
        for one in game_result.seats
    ]
    after = update_ratings(ratings, [one.rank for one in game_result.seats])
    return [
        RatingChange(game_result.table, one.participant, people[one.participant], old, new)
        for one, old, new in zip(game_result.seats, ratings, after, strict=True)
        if not one.level
    ]


def recomputed(
    ledger: RatingLedger, rated_games: Mapping[str, RatedGame]
) -> tuple[list[RatingChange], dict[tuple[str, str, str], PlayerRating]]:
    """Recompute changes and ratings from the logs, in the order in which they were counted. Accounts are those stored
    then, and so is whether somebody had several seats or had played often."""
    changes: list[RatingChange] = []
    ratings: dict[tuple[str, str, str], PlayerRating] = {}
    for table, why in ledger.counted:
        if why:
            continue
        game_result = rated_games[table]
        sitting = [one.participant for one in game_result.seats if not one.level]
        stored = {one: ledger.changes.get((table, one)) for one in sitting}
        people = {one: change.account if change else f"{table} {one}" for one, change in stored.items()}
        kind = game_result.game, game_result.pace
        before = {one: ratings[one, *kind].rating for one in people.values() if (one, *kind) in ratings}
        for one in changes_of(game_result, people, before):
            changes.append(one)
            played = ratings[one.account, *kind].games if (one.account, *kind) in ratings else 0
            ratings[one.account, *kind] = PlayerRating(*kind, one.after, played + 1, game_result.ended)
    return changes, ratings
