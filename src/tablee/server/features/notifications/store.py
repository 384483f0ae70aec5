"""Push subscriptions, mailboxes, webhooks, preferences, and the notifications that were sent last."""

from typing import Any, NamedTuple

import msgspec

from tablee.server.features.lobby.model import Invitation
from tablee.server.features.lobby.store import invitation_in
from tablee.server.features.notifications.model import (
    AskedToAgree,
    EmailAddress,
    NotificationKind,
    NotificationPreferences,
    PushSubscription,
    WaitingTurn,
    Webhook,
)
from tablee.server.storage.rows import entry
from tablee.server.storage.sql import FeatureStore

KEPT = 90 * 86_400_000
"""Milliseconds for which notifications about finished tables are remembered at least."""
AT_ONCE = 500
"""Rows that are read together."""

_KEEP_KEY = "INSERT INTO server_keys (name, secret) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"

_SUBSCRIPTION = "SELECT session, person, endpoint, p256dh, auth, language, home, since FROM push_subscriptions"
_REPLACE = """
    DELETE FROM push_subscriptions WHERE (session = $1 OR endpoint = $2)
    AND EXISTS (SELECT 1 FROM sessions WHERE id = $1 AND person = $3)
"""
_SUBSCRIBE = """
    INSERT INTO push_subscriptions (session, person, endpoint, p256dh, auth, language, home, since)
    SELECT id, person, $3, $4, $5, $6, $7, $8 FROM sessions
    WHERE id = $1 AND person = $2 AND (SELECT count(*) FROM push_subscriptions WHERE person = $2) < $9
    RETURNING session
"""
_UNSUBSCRIBE = "DELETE FROM push_subscriptions WHERE session = $1 AND person = $2"

_MAILBOX = "SELECT person, address, language, home, since, confirmed, leave FROM mailboxes"
_ADD_MAILBOX = """
    INSERT INTO mailboxes (person, address, language, home, since, confirmed, leave, code, until)
    SELECT id, $2, $3, $4, $5, 0, $6, $7, $8 FROM persons WHERE id = $1
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language, home = excluded.home,
        since = excluded.since, confirmed = 0, leave = excluded.leave, code = excluded.code, until = excluded.until
"""
_CONFIRM = """
    UPDATE mailboxes SET confirmed = $2, code = '', until = 0
    WHERE code = $1 AND until > $2 AND confirmed = 0 RETURNING person
"""
_LEAVE = "DELETE FROM mailboxes WHERE leave = $1 AND leave <> '' RETURNING person"

_ADD_WEBHOOK = """
    INSERT INTO webhooks (person, address, language, home, since) SELECT id, $2, $3, $4, $5 FROM persons WHERE id = $1
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, language = excluded.language, home = excluded.home,
        since = excluded.since
"""

_SET_PREFERENCES = """
    INSERT INTO notification_preferences (person, preferences) SELECT id, $2 FROM persons WHERE id = $1
    ON CONFLICT (person) DO UPDATE SET preferences = excluded.preferences
"""

_CAN_BE_TOLD = (
    "(EXISTS (SELECT 1 FROM push_subscriptions WHERE push_subscriptions.person = wanted.person) OR "
    "EXISTS (SELECT 1 FROM mailboxes WHERE mailboxes.person = wanted.person AND confirmed > 0) OR "
    "EXISTS (SELECT 1 FROM webhooks WHERE webhooks.person = wanted.person))"
)
_TURNS = f"""
    SELECT body, status, directory.number, turn, moved, due, wanted.person, preferences, sent.number
    FROM notification_preferences AS wanted JOIN participants ON participants.person = wanted.person
    JOIN directory ON directory.table_id = participants.table_id AND turn = participant
    LEFT JOIN sent_notifications AS sent
        ON sent.person = wanted.person AND sent.kind = $1 AND sent.table_id = directory.table_id
    WHERE status = 'playing' AND (sent.number IS NULL OR sent.number < directory.number) AND {_CAN_BE_TOLD}
    AND directory.table_id > $2
"""
_UNDO_QUESTIONS = f"""
    SELECT body, status, directory.number, turn, moved, due, wanted.person, participant, preferences, sent.number
    FROM directory JOIN participants ON participants.table_id = directory.table_id
    JOIN notification_preferences AS wanted ON wanted.person = participants.person
    LEFT JOIN sent_notifications AS sent
        ON sent.person = wanted.person AND sent.kind = 'undo' AND sent.table_id = directory.table_id
    WHERE instr(body, '"undo":') > 0 AND status = 'playing' AND {_CAN_BE_TOLD}
    ORDER BY directory.table_id, participant
"""
_IN_PARTS = "ORDER BY directory.table_id LIMIT $3"
_INVITATIONS = f"""
    SELECT invitations.body, invitations.at, until, coalesce(name, ''), preferences
    FROM invitations JOIN notification_preferences AS wanted ON wanted.person = invitations.person
    LEFT JOIN persons ON persons.id = host
    LEFT JOIN sent_notifications AS sent ON sent.person = invitations.person
        AND sent.kind = invitations.kind AND sent.table_id = invitations.table_id
    WHERE until > $1 AND sent.person IS NULL AND {_CAN_BE_TOLD} ORDER BY invitations.at LIMIT $2
"""
_CLAIM = """
    INSERT INTO sent_notifications (person, kind, table_id, number, at)
    SELECT person, $2, $3, $4, $5 FROM notification_preferences WHERE person = $1
"""
_CLAIM_FIRST = f"{_CLAIM} ON CONFLICT (person, kind, table_id) DO NOTHING RETURNING number"
_CLAIM_NEXT = """
    UPDATE sent_notifications SET number = $4, at = $5
    WHERE person = $1 AND kind = $2 AND table_id = $3 AND number = $6 RETURNING number
"""
_CLAIM_DAY = f"""
    {_CLAIM} ON CONFLICT (person, kind, table_id) DO UPDATE SET number = excluded.number, at = excluded.at
    WHERE sent_notifications.number < excluded.number RETURNING number
"""
_SENT = "SELECT kind, table_id, number, at FROM sent_notifications WHERE person = $1 ORDER BY at, kind, table_id"
_PRUNE_SENT = """
    DELETE FROM sent_notifications WHERE at < $1
    AND table_id NOT IN (SELECT table_id FROM directory WHERE status IN ('waiting', 'playing'))
"""
_PRUNE_MAILBOXES = "DELETE FROM mailboxes WHERE confirmed = 0 AND until <= $1"


class SentNotification(NamedTuple):
    """The latest notification of a kind, sent to a person or left out: about which table and event, and when."""

    kind: str
    table: str
    number: int
    at: int


class NotificationStore(FeatureStore):
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. Times are in milliseconds since 1970."""

    async def server_key(self, name: str, new: bytes) -> bytes:
        """A secret that all servers share: the stored one, else this new one from now on."""
        await self._database.execute((_KEEP_KEY, name, new))
        [[secret]] = await self._database.fetch("SELECT secret FROM server_keys WHERE name = $1", name)
        return bytes(secret)

    # ---- browsers ------------------------------------------------------------------------------------------

    async def add_subscription(self, subscription: PushSubscription, most: int) -> bool:
        """Add a browser's subscription, in the place of its former one; not if its person has `most`, or has left."""
        one = subscription
        values = (one.session, one.person, one.endpoint, one.p256dh, one.auth, one.language, one.home, one.since, most)
        _, hung = await self._database.execute((_REPLACE, one.session, one.endpoint, one.person), (_SUBSCRIBE, *values))
        return bool(hung)

    async def subscriptions_of(self, person: str) -> list[PushSubscription]:
        """The push subscriptions of a person."""
        return [
            PushSubscription(*row)
            for row in await self._database.fetch(f"{_SUBSCRIPTION} WHERE person = $1 ORDER BY since, session", person)
        ]

    async def remove_subscription(self, person: str, session: str) -> None:
        """Remove a browser's subscription, if it is one of that person."""
        await self._database.execute((_UNSUBSCRIBE, session, person))

    async def drop_endpoint(self, endpoint: str) -> None:
        """Remove a subscription that its push service does not know any more."""
        await self._database.execute(("DELETE FROM push_subscriptions WHERE endpoint = $1", endpoint))

    # ---- email ---------------------------------------------------------------------------------------------

    async def mailbox_of(self, person: str) -> EmailAddress | None:
        """The email address of a person, confirmed or not."""
        return await self._mailbox("person = $1", person)

    async def add_mailbox(self, mailbox: EmailAddress, code: str, until: int) -> None:
        """Store an address, to be confirmed by a link until then; `code` is the digest of the link's secret."""
        one = mailbox
        told = (one.person, one.address, one.language, one.home, one.since, one.unsubscribe, code, until)
        await self._database.execute((_ADD_MAILBOX, *told))

    async def mailbox_to_confirm(self, code: str, now: int) -> EmailAddress | None:
        """The address that a link would confirm."""
        return await self._mailbox("code = $1 AND until > $2 AND confirmed = 0", code, now)

    async def confirm_mailbox(self, code: str, now: int) -> bool:
        """Confirm an address, once."""
        [confirmed] = await self._database.execute((_CONFIRM, code, now))
        return bool(confirmed)

    async def mailbox_to_unsubscribe(self, secret: str) -> EmailAddress | None:
        """The address that a link would unsubscribe."""
        return await self._mailbox("leave = $1 AND leave <> ''", secret)

    async def unsubscribe(self, secret: str) -> bool:
        """Remove an address, by the link in every email."""
        [left] = await self._database.execute((_LEAVE, secret))
        return bool(left)

    async def remove_mailbox(self, person: str) -> None:
        """Remove the address of a person."""
        await self._database.execute(("DELETE FROM mailboxes WHERE person = $1", person))

    async def _mailbox(self, where: str, *values: Any) -> EmailAddress | None:
        found = await self._database.fetch(f"{_MAILBOX} WHERE {where}", *values)
        return EmailAddress(*found[0]) if found else None

    # ---- webhooks ------------------------------------------------------------------------------------------

    async def webhook_of(self, person: str) -> Webhook | None:
        """The webhook of a person."""
        statement = "SELECT person, address, language, home, since FROM webhooks WHERE person = $1"
        found = await self._database.fetch(statement, person)
        return Webhook(*found[0]) if found else None

    async def set_webhook(self, webhook: Webhook) -> None:
        """Store the webhook of a person, in the place of the former one."""
        one = webhook
        await self._database.execute((_ADD_WEBHOOK, one.person, one.address, one.language, one.home, one.since))

    async def remove_webhook(self, person: str, address: str = "") -> None:
        """Remove the webhook of a person; with an address, only if it still is that one."""
        statement = "DELETE FROM webhooks WHERE person = $1 AND (address = $2 OR $2 = '')"
        await self._database.execute((statement, person, address))

    # ---- preferences ---------------------------------------------------------------------------------------

    async def preferences_of(self, person: str) -> NotificationPreferences | None:
        """The preferences of a person; None if they have set none."""
        found = await self._database.fetch("SELECT preferences FROM notification_preferences WHERE person = $1", person)
        return _preferences(found[0][0]) if found else None

    async def set_preferences(self, person: str, preferences: NotificationPreferences) -> None:
        """Store the preferences of a person."""
        await self._database.execute((_SET_PREFERENCES, person, msgspec.json.encode(preferences).decode()))

    # ---- sending -------------------------------------------------------------------------------------------

    async def turns(
        self, kind: NotificationKind, after: str = "", due: int | None = None
    ) -> tuple[list[WaitingTurn], str]:
        """Turns of people who can be notified, where something has happened since they last were.

        Also returns the id of the table `after` which the next part begins; empty if there is none. With `due`, only
        turns that end until then.
        """
        values = kind, after, AT_ONCE, *(() if due is None else (due,))
        soon = "" if due is None else "AND due <= $4"
        found = await self._database.fetch(f"{_TURNS} {soon} {_IN_PARTS}", *values)
        read = [(entry(*row[:6]), row[6], _preferences(row[7]), row[8]) for row in found]
        turns = [
            WaitingTurn(one, person, preferences, sent) for one, person, preferences, sent in read if one is not None
        ]
        return turns, turns[-1].entry.table if turns and len(found) == AT_ONCE else ""

    async def undo_questions(self) -> list[AskedToAgree]:
        """People who can be notified and are asked, or were asked last, to let somebody undo."""
        found = await self._database.fetch(_UNDO_QUESTIONS)
        read = [(entry(*row[:6]), *row[6:]) for row in found]
        return [
            AskedToAgree(one, person, participant, _preferences(preferences), sent)
            for one, person, participant, preferences, sent in read
            if one is not None
        ]

    async def invitations(self, now: int) -> list[tuple[Invitation, NotificationPreferences]]:
        """Invitations of people who can be notified and have not been."""
        found = await self._database.fetch(_INVITATIONS, now, AT_ONCE)
        read = [(invitation_in(*row[:4]), _preferences(row[4])) for row in found]
        return [(invitation, preferences) for invitation, preferences in read if invitation is not None]

    async def claim(
        self, person: str, kind: NotificationKind, table: str, number: int, sent: int | None, now: int
    ) -> bool:
        """Claim the notification of a person about an event; of all servers one gets it.

        `sent` is the event of the last notification: it is compared, so that of two servers that know different events
        only one gets the claim.
        """
        statement = _CLAIM_FIRST if sent is None else _CLAIM_NEXT
        more = () if sent is None else (sent,)
        [taken] = await self._database.execute((statement, person, kind, table, number, now, *more))
        return bool(taken)

    async def claim_day(self, person: str, day: int, now: int) -> bool:
        """Claim the daily digest of a person."""
        [taken] = await self._database.execute((_CLAIM_DAY, person, "digest", "", day, now))
        return bool(taken)

    async def sent_to(self, person: str) -> list[SentNotification]:
        """The notifications that a person was sent last."""
        return [SentNotification(*row) for row in await self._database.fetch(_SENT, person)]

    async def prune(self, now: int) -> None:
        """Delete old notifications about finished tables, and mailboxes that were not confirmed in time."""
        await self._database.execute((_PRUNE_SENT, now - KEPT), (_PRUNE_MAILBOXES, now))


def _preferences(text: str) -> NotificationPreferences:
    try:
        return msgspec.json.decode(text, type=NotificationPreferences)
    except msgspec.MsgspecError:  # of another version of this program
        return NotificationPreferences(days="no", ending=False, live=False, lobby=False)
