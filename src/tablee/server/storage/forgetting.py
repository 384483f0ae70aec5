"""Deleting a person: what becomes of the logs and entries of their tables, and which rows go."""

from collections.abc import Collection

import msgspec

from tablee.server.storage.rows import UNREADABLE
from tablee.server.storage.sql import Many, Transaction
from tablee.server.table.directory import Entry
from tablee.server.table.events import Name, without_name
from tablee.server.table.log import Unreadable, encode_event, read_event

_OWN = """
    SELECT table_id, participant FROM participants WHERE person = $1
    UNION SELECT table_id, participant FROM former_participants WHERE person = $1
"""
_TABLES = f"table_id IN (SELECT table_id FROM ({_OWN}) AS own)"
_LINES = f"""
    SELECT table_id, number, body FROM events
    WHERE {_TABLES} AND (instr(body, '"sit"') > 0 OR instr(body, '"name"') > 0)
"""
_ENTRIES = f"""
    SELECT table_id, body,
        coalesce((SELECT max(number) FROM events WHERE events.table_id = directory.table_id), 0)
    FROM directory WHERE {_TABLES}
"""
_ADD = "INSERT INTO events (table_id, number, body) VALUES ($1, $2, $3)"
_CHANGE = "UPDATE events SET body = $3 WHERE table_id = $1 AND number = $2"
_ENTER = "UPDATE directory SET body = $2, number = $3 WHERE table_id = $1"
_WITH_PERSON = (
    *("chat_messages", "chat_writers", "evidence", "push_subscriptions", "mailboxes", "webhooks"),
    *("notification_preferences", "sent_notifications", "deal_plays", "participants", "former_participants"),
    *(
        "device_links",
        "sanctions",
        "match_requests",
        "found_tables",
        "ratings",
        "sign_in_keys",
        "profiles",
        "host_keys",
        "holidays",
        "club_members",
    ),
)
# A club goes with its last member.
_ALONE = """
    SELECT club FROM club_members WHERE person = $1
    AND NOT EXISTS (SELECT 1 FROM club_members AS other WHERE other.club = club_members.club AND other.person <> $1)
"""
_DELETE = (
    f"DELETE FROM club_tables WHERE club IN ({_ALONE})",
    f"DELETE FROM clubs WHERE id IN ({_ALONE})",
    f"DELETE FROM plans WHERE (table_id, participant) IN ({_OWN})",
    *(f"DELETE FROM {table} WHERE person = $1" for table in _WITH_PERSON),
    "DELETE FROM muted WHERE $1 IN (person, other)",
    "DELETE FROM evidence WHERE report IN (SELECT id FROM reports WHERE $1 IN (reporter, person))",
    "DELETE FROM reports WHERE $1 IN (reporter, person)",
    # The ratings of the others came from these games, so the seats stay. Their first seat names the deleted person.
    """
    UPDATE rated_seats SET account = (
        SELECT table_id || ' ' || participant FROM rated_seats
        WHERE account = $1 ORDER BY table_id, participant LIMIT 1
    ) WHERE account = $1
    """,
    "DELETE FROM invitations WHERE person = $1 OR host = $1",
    "DELETE FROM refusals WHERE person = $1 OR other = $1",
    "UPDATE tournament_players SET person = NULL WHERE person = $1",
    "UPDATE tournaments SET host = NULL WHERE host = $1",
    "UPDATE notices SET about = NULL, why = '' WHERE about = $1",
    "DELETE FROM challenges WHERE session IN (SELECT id FROM sessions WHERE person = $1)",
    "DELETE FROM sessions WHERE person = $1",
    "DELETE FROM bot_account_claims WHERE account = $1",
    "DELETE FROM bot_accounts WHERE $1 IN (id, owner)",
    "DELETE FROM persons WHERE id = $1",
)

_decode_entry = msgspec.json.Decoder(Entry).decode


def forget(person: str, now: int) -> Transaction[dict[str, int]]:
    """Delete a person; returns the tables that were changed, and their latest events.

    Each participant that the person was gets an empty `Name`, so that a server that has the table in memory drops the
    name, too.
    """
    own, lines, entries = (yield _OWN, person), (yield _LINES, person), (yield _ENTRIES, person)
    participants: dict[str, list[int]] = {}
    for table, participant in sorted(own):
        participants.setdefault(table, []).append(participant)
    new, changed_entries = [], []
    for table, body, latest in entries:
        names = [Name(number, now, who, "") for number, who in enumerate(participants[table], start=latest + 1)]
        new += [(table, name.number, encode_event(name)) for name in names]
        changed_entries.append((table, _entry(body, participants[table]), latest + len(names)))
    changed = [(table, number, told) for table, number, line in lines if (told := _line(line, participants[table]))]
    yield _ADD, Many(new)  # first, as it fails if somebody has played meanwhile
    yield _CHANGE, Many(changed)
    yield _ENTER, Many(changed_entries)
    for statement in _DELETE:
        yield statement, person
    return {table: number for table, _, number in changed_entries}


def _line(line: bytes, participants: Collection[int]) -> bytes | None:
    """An event's body without these names; None if there is none in it, or it cannot be read."""
    try:
        event = read_event(line)
    except Unreadable:
        return None
    told = without_name(event, participants)
    return None if told is event else encode_event(told)


def _entry(body: bytes, participants: Collection[int]) -> bytes:
    """An entry's body without these names; one that cannot be read is emptied."""
    try:
        entry = _decode_entry(body)
    except UNREADABLE:
        return b"{}"
    seated = [
        msgspec.structs.replace(one, name="") if one.participant in participants else one for one in entry.participants
    ]
    return msgspec.json.encode(msgspec.structs.replace(entry, participants=seated))
