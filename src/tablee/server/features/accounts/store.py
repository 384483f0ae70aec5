"""Stores keys and challenges, and merges a guest who signs in with the person."""

from collections.abc import Iterable

from tablee.server.features.accounts.model import SignedIn, SignInKey
from tablee.server.storage.sql import Database, Transaction, json_rows

_KEY = "SELECT id, person, kind, secret, counter, name, since, used FROM sign_in_keys"
_ADD = """
    INSERT INTO sign_in_keys (id, person, kind, secret, counter, name, since, used)
    SELECT $1, id, $3, $4, $5, $6, $7, $8 FROM persons
    WHERE id = $2 AND (SELECT count(*) FROM sign_in_keys WHERE person = $2) < $9
    ON CONFLICT (id) DO NOTHING RETURNING id
"""
_USE = "UPDATE sign_in_keys SET counter = $3, used = $4 WHERE id = $1 AND counter = $2 RETURNING id"
_REMOVE = "DELETE FROM sign_in_keys WHERE person = $1 AND id = $2 RETURNING id"
_FORGET_CHALLENGES = "DELETE FROM challenges WHERE until <= $1 OR (session = $2 AND purpose = $3)"
_CHALLENGE = "INSERT INTO challenges (digest, session, purpose, until) VALUES ($1, $2, $3, $4)"
_ANSWER = """
    DELETE FROM challenges WHERE digest = $1 AND session = $2 AND purpose = $3 AND until > $4 RETURNING digest
"""

_HOLIDAYS = (
    "SELECT person, since, until FROM holidays "
    "WHERE person IN (SELECT value ->> 0 FROM json_each(CAST($1 AS TEXT))) AND until > $2"
)
_ANNOUNCE_HOLIDAYS = (
    "INSERT INTO holidays (person, since, until) SELECT id, $2, $3 FROM persons WHERE id = $1 "
    "ON CONFLICT (person) DO UPDATE SET since = excluded.since, until = excluded.until"
)

OWNED = (
    *(("former_participants", "person"), ("notices", "about"), ("chat_messages", "person"), ("evidence", "person")),
    *(("reports", "reporter"), ("reports", "person"), ("invitations", "host"), ("bot_accounts", "owner")),
    *(("host_keys", "person"), ("tournaments", "host")),
)
"""Tables, besides seats, with any number of rows for a person, and their columns: a guest's rows go to the person.

Every table with rows of a person must be named in one of these three, or in `sign_in` itself."""
OWNED_ONCE = (
    ("sanctions", "person", "sanction, since, why"),
    ("muted", "person", "other, since"),
    ("muted", "other", "person, since"),
    ("refusals", "person", "other, since"),
    ("refusals", "other", "person, since"),
    ("ratings", "person", "game, pace, mu, sigma, games, ended"),
    ("club_members", "person", "club, joined, called"),
    ("holidays", "person", "since, until"),
)
"""Tables with one row for a person and the other columns named: a guest's row goes over unless the person has one."""
LEFT = (
    *(("sanctions", "person"), ("device_links", "person"), ("profiles", "person"), ("chat_writers", "person")),
    *(("muted", "person"), ("muted", "other"), ("refusals", "person"), ("refusals", "other")),
    *(("match_requests", "person"), ("found_tables", "person"), ("invitations", "person"), ("ratings", "person")),
    *(("push_subscriptions", "person"), ("mailboxes", "person"), ("webhooks", "person")),
    *(("notification_preferences", "person"), ("sent_notifications", "person"), ("deal_plays", "person")),
    *(("club_members", "person"), ("holidays", "person")),
)
"""Rows that are deleted with the guest, mailboxes and webhooks too: a planted cookie must not bring its own along."""

# A guest without a key is deleted first; the other statements only move rows of a guest who is deleted.
_IS_GONE = "NOT EXISTS (SELECT 1 FROM persons WHERE id = $1)"
_GO = """
    DELETE FROM persons WHERE id = $1 AND id <> $2
    AND EXISTS (SELECT 1 FROM persons WHERE id = $2) AND NOT EXISTS (SELECT 1 FROM sign_in_keys WHERE person = $1)
    RETURNING id
"""
_SEATS = f"""
    UPDATE participants SET person = $2, merged = CASE
        WHEN EXISTS (SELECT 1 FROM directory WHERE table_id = participants.table_id AND status = 'waiting')
        THEN merged ELSE 1 END
    WHERE person = $1 AND {_IS_GONE} RETURNING table_id
"""
# Where the person has a rating already, the guest's rated games stay with the deleted guest: two histories of ratings
# cannot be merged.
_RATED = f"""
    UPDATE rated_seats SET account = $2 WHERE account = $1 AND {_IS_GONE} AND NOT EXISTS (
        SELECT 1 FROM rated_tables AS rated JOIN ratings ON ratings.game = rated.game AND ratings.pace = rated.pace
        WHERE rated.table_id = rated_seats.table_id AND ratings.person = $2
    )
"""
# A card has one address: it goes over as it is, where the person has not played that deal.
_CARDS = f"""
    UPDATE deal_plays SET person = $2 WHERE person = $1 AND {_IS_GONE}
    AND deal NOT IN (SELECT deal FROM deal_plays WHERE person = $2)
"""
# Whoever takes part twice goes on as the person; a bot plays on for the guest.
_TOURNAMENTS = (
    f"UPDATE tournament_players SET person = NULL WHERE person = $1 AND {_IS_GONE} "
    "AND tournament IN (SELECT tournament FROM tournament_players WHERE person = $2)",
    f"UPDATE tournament_players SET person = $2 WHERE person = $1 AND {_IS_GONE}",
)
_GO_OVER = (
    _RATED,
    _CARDS,
    *_TOURNAMENTS,
    *(f"UPDATE {table} SET {column} = $2 WHERE {column} = $1 AND {_IS_GONE}" for table, column in OWNED),
    *(
        f"INSERT INTO {table} ({column}, {others}) SELECT $2, {others} FROM {table} "
        f"WHERE {column} = $1 AND {_IS_GONE} ON CONFLICT DO NOTHING"
        for table, column, others in OWNED_ONCE
    ),
)
_GO_AWAY = tuple(f"DELETE FROM {table} WHERE {column} = $1 AND {_IS_GONE}" for table, column in LEFT)
_NAME = f"UPDATE persons SET name = $3 WHERE id = $2 AND name = '' AND {_IS_GONE}"
# A person who adds a key gets another session in the same browser: its push subscription goes along.
_MOVE_SUBSCRIPTION = "UPDATE push_subscriptions SET session = $3 WHERE session = $2 AND person = $1"
# All sessions of the guest end: another one may belong to somebody who planted the cookie in this browser.
_END = f"DELETE FROM sessions WHERE id = $2 OR (person = $1 AND {_IS_GONE}) RETURNING id"
_BEGIN = """
    INSERT INTO sessions (id, person, since, seen, device)
    SELECT $1, id, $3, $3, $4 FROM persons WHERE id = $2 RETURNING person
"""


class AccountStore:
    """A part of `Store`."""

    database: Database

    async def holidays_of(self, people: Iterable[str], now: int) -> list[tuple[str, int, int]]:
        """Which of these people are away, or will be: from when until when, in milliseconds since 1970."""
        found = await self.database.fetch(_HOLIDAYS, json_rows((person,) for person in people), now)
        return [(person, since, until) for person, since, until in found]

    async def announce_holidays(self, person: str, since: int, until: int) -> None:
        """Store that a person is away, instead of what they announced before."""
        await self.database.write((_ANNOUNCE_HOLIDAYS, person, since, until))

    async def end_holidays(self, person: str) -> None:
        """A person is not away any more."""
        await self.database.write(("DELETE FROM holidays WHERE person = $1", person))

    async def add_key(self, key: SignInKey, most: int) -> bool:
        """Store a key, unless there is one of that id, or its person has `most` keys."""
        told = (key.id, key.person, key.kind, key.secret, key.counter, key.name, key.since, key.used, most)
        [added] = await self.database.execute((_ADD, *told))
        return bool(added)

    async def find_key(self, key_id: str) -> SignInKey | None:
        """The key of that id."""
        found = await self.database.fetch(f"{_KEY} WHERE id = $1", key_id)
        return SignInKey(*found[0]) if found else None

    async def keys_of(self, person: str) -> list[SignInKey]:
        """All keys of a person, the oldest first."""
        return [
            SignInKey(*row) for row in await self.database.fetch(f"{_KEY} WHERE person = $1 ORDER BY since, id", person)
        ]

    async def use_key(self, key: SignInKey, counter: int, now: int) -> bool:
        """Store that a key was used; of two uses with the same counter one succeeds."""
        [used] = await self.database.execute((_USE, key.id, key.counter, counter, now))
        return bool(used)

    async def remove_key(self, person: str, key_id: str) -> bool:
        """Remove a key, if it is one of that person."""
        [removed] = await self.database.execute((_REMOVE, person, key_id))
        return bool(removed)

    async def give_challenge(self, digest: str, session: str, purpose: str, until: int, now: int) -> None:
        """Store a challenge of a browser, in place of an earlier one for the same purpose."""
        forget = (_FORGET_CHALLENGES, now, session, purpose)
        await self.database.execute(forget, (_CHALLENGE, digest, session, purpose, until))

    async def take_challenge(self, digest: str, session: str, purpose: str, now: int) -> bool:
        """Use up a challenge; returns whether this session had it."""
        [taken] = await self.database.execute((_ANSWER, digest, session, purpose, now))
        return bool(taken)

    async def sign_in(
        self, person: str, session: str, guest: tuple[str, str, str], now: int, device: str
    ) -> SignedIn | None:
        """Begin a session of a person, in place of the browser's former one; None if there is no such person.

        `guest` is the former session, its person and their name (empty texts for nobody). A guest without a key becomes
        the person: their rows go over, and all their sessions end.
        """

        def sign_in() -> Transaction[SignedIn | None]:
            former, before, name = guest
            both, gone, seats = (before, person), [], []
            if before:
                gone, seats = (yield _GO, *both), (yield _SEATS, *both)
                for statement in _GO_OVER:
                    yield statement, *both
                for statement in _GO_AWAY:
                    yield statement, before
                yield _NAME, before, person, name
            yield _MOVE_SUBSCRIPTION, person, former, session
            ended = yield _END, before, former
            if not (yield _BEGIN, session, person, now, device):
                return None
            tables = sorted({table for (table,) in seats})
            return SignedIn(person, before if gone else "", [one for (one,) in ended], tables)

        return await self.database.transact(sign_in, "serial")
