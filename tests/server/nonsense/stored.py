"""What changes in the database, row by row, whoever changes it: triggers note it in a table of the tests."""

import asyncio
import re
import sqlite3
from contextlib import closing
from typing import Any, NamedTuple

import asyncpg

from tablee.server.storage.schema import migrated_tables

OF_THE_HOUSE = {
    "hours", "snapshots", "results", "directory", "stories", "daily_deals", "rated_tables", "rated_seats", "ratings",
    "sent_notifications", "server_keys",
}  # fmt: skip
"""Tables that the house writes by itself, at its own times."""
NOTED_BY_LOOKS = ("seen", "used", "counter")
"""Columns that say when somebody was here."""
MAY_END = {"match_requests", "invitations", "device_links", "lobby_tables"}
"""Tables whose rows end by themselves."""


class Change(NamedTuple):
    """A row that was inserted, changed or deleted."""

    table: str
    how: str
    row: str

    def __repr__(self) -> str:
        """The row as it can be read, with the bytes of bodies as texts."""
        hexadecimal = r"""(?:X'|\\+x)([0-9A-Fa-f]+)"""
        row = re.sub(hexadecimal, lambda found: bytes.fromhex(found[1]).decode("utf8", "replace"), self.row)
        return f"{self.how} {self.table} {row}"


class Stored:
    """The database behind a house, past its server."""

    def __init__(self, url: str) -> None:
        self.is_postgres = url.startswith("postgres")
        self._seen = 0
        self._tables = [table for table in migrated_tables() if table.name not in OF_THE_HOUSE]
        if self.is_postgres:
            self._loop = asyncio.Runner()
            self._postgres = self._loop.run(asyncpg.connect(url))
            self.ask(_FOR_POSTGRES)
        else:
            path = url.removeprefix("sqlite:///")
            self._sqlite = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
            self._sqlite.execute("PRAGMA synchronous = OFF")
            self.ask("CREATE TABLE noted (id INTEGER PRIMARY KEY, name TEXT, how TEXT, row TEXT)")
        for table in self._tables:
            columns = [name for name in table.columns if name not in NOTED_BY_LOOKS]
            for how in ("INSERT", "UPDATE") if table.name in MAY_END else ("INSERT", "UPDATE", "DELETE"):
                self._note(table.name, columns, how)

    def _note(self, table: str, columns: list[str], how: str) -> None:
        row = "old" if how == "DELETE" else "new"
        if self.is_postgres:
            changed = " OR ".join(f"old.{name} IS DISTINCT FROM new.{name}" for name in columns)
            when = f"WHEN ({changed})" if how == "UPDATE" else ""
            function = f"FOR EACH ROW {when} EXECUTE FUNCTION note()"
        else:
            changed = " OR ".join(f"old.{name} IS NOT new.{name}" for name in columns)
            when = f"WHEN {changed}" if how == "UPDATE" else ""
            told = " || ' ' || ".join(f"quote({row}.{name})" for name in columns)
            function = f"{when} BEGIN INSERT INTO noted (name, how, row) VALUES ('{table}', '{how}', {told}); END"
        self.ask(f"CREATE TRIGGER noted_{table}_{how.lower()} AFTER {how} ON {table} {function}")

    def ask(self, query: str, *values: Any) -> list[Any]:
        """The rows that a query finds."""
        if self.is_postgres:
            return list(self._loop.run(self._ask_postgres(query, values)))
        with closing(self._sqlite.execute(query.replace("$1", "?1"), values)) as found:
            return found.fetchall()

    async def _ask_postgres(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        if not values and not query.lstrip().startswith("SELECT"):
            await self._postgres.execute(query)
            return []
        found: list[Any] = await self._postgres.fetch(query, *values)
        return found

    def changes(self) -> list[Change]:
        """What has changed since this was asked last; moves at tables with bots or a clock are left out."""
        found = self.ask("SELECT id, name, how, row FROM noted WHERE id > $1 ORDER BY id", self._seen)
        if found:
            self._seen = found[-1][0]
        return [one for one in (Change(*row[1:]) for row in found) if not self._happens_by_itself(one)]

    def _happens_by_itself(self, change: Change) -> bool:
        """Is it a move at a table with bots or a clock, or the table at which level 5 plays the deal of the day?"""
        if change.table not in ("events", "tables"):
            return False
        table = re.split("[ ,]", change.row, maxsplit=1)[0].strip("('\"")
        [[opening]] = self.ask("SELECT opening FROM tables WHERE id = $1", table)
        if change.table == "tables":
            people = self.ask("SELECT person FROM participants WHERE table_id = $1", table)
            return b'"deal":{' in bytes(opening) and not people
        bodies = [bytes(body) for (body,) in self.ask("SELECT body FROM events WHERE table_id = $1", table)]
        return b'"clock":{' in bytes(opening) or any(b'"level":' in body for body in bodies)

    def ids(self, most: int = 4) -> dict[str, list[str]]:
        """Texts of every column of every table: ids, names, addresses of whomever they are."""
        found: dict[str, list[str]] = {}
        for table in migrated_tables():
            texts = [name for name, kind in table.columns.items() if kind == "TEXT"]
            if texts:
                rows = self.ask(f"SELECT {', '.join(texts)} FROM {table.name} LIMIT {most}")
                for name, *values in zip(texts, *rows, strict=True):
                    found.setdefault(name, []).extend(one for one in values if one and len(one) <= 80)
        return found

    def close(self) -> None:
        """Let go of it."""
        if self.is_postgres:
            self._loop.run(self._postgres.close())
            self._loop.close()
        else:
            self._sqlite.close()


_FOR_POSTGRES = """
    CREATE TABLE noted (id BIGSERIAL PRIMARY KEY, name TEXT, how TEXT, row TEXT);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO noted (name, how, row)
        VALUES (TG_TABLE_NAME, TG_OP, (CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END)::text);
        RETURN NULL;
    END $$;
"""
