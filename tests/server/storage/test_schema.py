"""What both databases take, whatever a program asks of them."""

import sqlite3

import asyncpg
import pytest

from tablee.server.storage.schema import for_sqlite

MAY_BE_EMPTY = {
    "address", "answer", "auth", "back", "body", "card", "club", "code", "day", "deal", "device", "digest",
    "endpoint", "game", "home", "host_name", "kind", "language", "leave", "link", "name", "nonces", "notes", "outcome",
    "p256dh", "pace", "parts", "players", "preferences", "purpose", "reference", "report", "room", "sanction", "server",
    "status", "table_id", "terms", "tournament", "why", "words", "worker",
}  # fmt: skip
"""Columns that name no person, session or account. Whoever adds a column of texts decides here what it is."""
OTHER_IDS = {
    *("tables", "sign_in_keys", "reports", "evidence", "chat_messages", "host_keys", "announcements"),
    *("tournaments", "tournament_schedules", "clubs"),
}
"""Tables whose `id` is no person's and no session's."""


def tables():
    """Every table, with the type of each column."""
    with sqlite3.connect(":memory:") as database:
        database.executescript(for_sqlite())
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: database.execute(f"PRAGMA table_info({name})").fetchall() for name in names}
    return {name: {column: kind for _, column, kind, *_ in rows} for name, rows in found.items()}


def names_somebody(table, column):
    return column not in MAY_BE_EMPTY and not (column == "id" and table in OTHER_IDS)


@pytest.mark.usefixtures("store")
async def test_no_column_that_names_a_person_or_a_session_takes_an_empty_text(behind):
    wrong = []
    for table, columns in tables().items():
        somebody = [one for one, kind in columns.items() if kind == "TEXT" and names_somebody(table, one)]
        for column in somebody:
            row = {one: {"TEXT": table, "INTEGER": 1, "BLOB": b"x"}[kind] for one, kind in columns.items()}
            places = ", ".join(f"${place}" for place in range(1, len(row) + 1))
            query = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"
            try:
                await behind(query, *(row | {column: ""}).values())
                wrong.append((table, column))
            except (sqlite3.IntegrityError, asyncpg.CheckViolationError):
                await behind(query, *row.values())  # and nothing else was wrong with it
                await behind(f"DELETE FROM {table}")
    assert wrong == []
