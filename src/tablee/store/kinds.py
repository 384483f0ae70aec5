"""All that a house keeps, by kinds of rows, whichever database keeps it.

Leases, servers and challenges are of now: not kept.
"""

from typing import Any, NamedTuple

TEXT, BYTES, NUMBER = "text", "bytes", "number"

Row = tuple[Any, ...]
"""A row as it is moved: texts as bytes, too, so that a damaged one is moved as it is."""


class Kind(NamedTuple):
    """A kind of rows: the name of its table, its columns with what is in them, and how many of them are its key."""

    name: str
    columns: dict[str, str]
    key: int = 1

    @property
    def order(self) -> str:
        """The columns by which rows are in the same order everywhere."""
        return ", ".join(list(self.columns)[: self.key])


KINDS = (
    Kind("tables", {"id": TEXT, "opening": BYTES, "seed": BYTES}),
    Kind("events", {"table_id": TEXT, "number": NUMBER, "body": BYTES}, key=2),
    Kind("sitters", {"table_id": TEXT, "sitter": NUMBER, "person": TEXT, "seen": NUMBER}, key=2),
    Kind("risen", {"table_id": TEXT, "sitter": NUMBER, "person": TEXT}, key=2),
    Kind("persons", {"id": TEXT, "name": TEXT, "since": NUMBER}),
    Kind("sessions", {"id": TEXT, "person": TEXT, "since": NUMBER, "seen": NUMBER, "device": TEXT}),
    Kind(
        "keys",
        {
            "id": TEXT,
            "person": TEXT,
            "kind": TEXT,
            "secret": BYTES,
            "counter": NUMBER,
            "name": TEXT,
            "since": NUMBER,
            "used": NUMBER,
        },
    ),
    Kind("profiles", {"person": TEXT, "address": TEXT}),
    # Before the directory: a row of that is followed by its results, unless there are any.
    Kind(
        "results",
        {
            "table_id": TEXT,
            "sitter": NUMBER,
            "game": TEXT,
            "ended": NUMBER,
            "took": NUMBER,
            "moves": NUMBER,
            "people": NUMBER,
            "bots": NUMBER,
            "won": NUMBER,
            "points": NUMBER,
            "beaten": NUMBER,
        },
        key=2,
    ),
    Kind(
        "directory",
        {
            "table_id": TEXT,
            "status": TEXT,
            "number": NUMBER,
            "turn": NUMBER,
            "moved": NUMBER,
            "body": BYTES,
            "due": NUMBER,
        },
    ),
    Kind("hours", {"server": TEXT, "since": NUMBER, "until": NUMBER}, key=2),
    Kind("snapshots", {"table_id": TEXT, "number": NUMBER, "body": BYTES}),
    Kind("passes", {"digest": TEXT, "person": TEXT, "back": TEXT, "until": NUMBER}),
    Kind("standings", {"person": TEXT, "standing": TEXT, "since": NUMBER, "why": TEXT}, key=2),
    Kind(
        "talk",
        {
            "id": TEXT,
            "table_id": TEXT,
            "person": TEXT,
            "sitter": NUMBER,
            "at": NUMBER,
            "kind": TEXT,
            "body": TEXT,
            "room": TEXT,
        },
    ),
    Kind("writers", {"person": TEXT, "since": NUMBER}),
    Kind("muted", {"person": TEXT, "other": TEXT, "since": NUMBER}, key=2),
    Kind(
        "reports",
        {
            "id": TEXT,
            "at": NUMBER,
            "table_id": TEXT,
            "reporter": TEXT,
            "person": TEXT,
            "name": TEXT,
            "why": TEXT,
            "words": TEXT,
            "answered": NUMBER,
            "answer": TEXT,
            "outcome": TEXT,
        },
    ),
    Kind(
        "evidence",
        {"report": TEXT, "id": TEXT, "person": TEXT, "at": NUMBER, "kind": TEXT, "body": TEXT, "room": TEXT},
        key=2,
    ),
    Kind("notices", {"id": NUMBER, "at": NUMBER, "kind": TEXT, "about": TEXT, "why": TEXT}),
    Kind("hall", {"table_id": TEXT, "is_open": NUMBER, "watched": NUMBER, "seen": NUMBER}),
    Kind("seeks", {"person": TEXT, "pace": TEXT, "body": TEXT, "since": NUMBER, "seen": NUMBER}),
    Kind(
        "calls",
        {"person": TEXT, "table_id": TEXT, "host": TEXT, "kind": TEXT, "body": TEXT, "at": NUMBER, "until": NUMBER},
        key=2,
    ),
    Kind("refusals", {"person": TEXT, "other": TEXT, "since": NUMBER}, key=2),
    Kind("programs", {"id": TEXT, "owner": TEXT, "since": NUMBER}),
    Kind("rated", {"table_id": TEXT, "place": NUMBER, "why": TEXT, "game": TEXT, "pace": TEXT, "ended": NUMBER}),
    Kind(
        "rated_seats",
        {
            "table_id": TEXT,
            "sitter": NUMBER,
            "account": TEXT,
            "mu_before": NUMBER,
            "sigma_before": NUMBER,
            "mu": NUMBER,
            "sigma": NUMBER,
        },
        key=2,
    ),
    Kind(
        "ratings",
        {
            "person": TEXT,
            "game": TEXT,
            "pace": TEXT,
            "mu": NUMBER,
            "sigma": NUMBER,
            "games": NUMBER,
            "ended": NUMBER,
        },
        key=3,
    ),
    Kind("house_keys", {"name": TEXT, "secret": BYTES}),
    Kind(
        "bells",
        {
            "session": TEXT,
            "person": TEXT,
            "endpoint": TEXT,
            "p256dh": TEXT,
            "auth": TEXT,
            "language": TEXT,
            "home": TEXT,
            "since": NUMBER,
        },
    ),
    Kind(
        "mailboxes",
        {
            "person": TEXT,
            "address": TEXT,
            "language": TEXT,
            "home": TEXT,
            "since": NUMBER,
            "confirmed": NUMBER,
            "leave": TEXT,
            "code": TEXT,
            "until": NUMBER,
        },
    ),
    Kind("ringing", {"person": TEXT, "wishes": TEXT}),
    Kind("rings", {"person": TEXT, "kind": TEXT, "table_id": TEXT, "number": NUMBER, "at": NUMBER}, key=3),
    # Who works on a story just now is of now, too.
    Kind(
        "stories",
        {
            "table_id": TEXT,
            "status": TEXT,
            "version": NUMBER,
            "game": TEXT,
            "level": NUMBER,
            "at": NUMBER,
            "body": BYTES,
        },
    ),
    Kind(
        "days",
        {
            "day": TEXT,
            "game": TEXT,
            "players": NUMBER,
            "level": NUMBER,
            "secret": BYTES,
            "planned": NUMBER,
            "nonces": TEXT,
            "seed": BYTES,
            "reference": TEXT,
        },
    ),
    Kind("dealt", {"deal": TEXT, "person": TEXT, "table_id": TEXT, "card": TEXT, "at": NUMBER}, key=2),
)
