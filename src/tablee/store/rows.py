"""What the rows of a database say: tables, entries of the directory, people."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from tablee.store.entries import entry
from tablee.store.interface import Later, StoredTable
from tablee.table.directory import Entry
from tablee.table.events import Act, Back, Chance, Opening
from tablee.table.log import read_log

UNFINISHED = ("waiting", "playing")
"""The statuses of tables that go on."""

JUST_MOVES = (Act, Chance, Back)
"""Kinds of events that change nothing in an entry but its latest event, whose turn it is, and since when."""

_decode_opening = msgspec.json.Decoder(Opening).decode


class TableRows(NamedTuple):
    """All rows of a table."""

    id: str
    opening: bytes
    seed: bytes
    lines: list[bytes]
    sitters: list[tuple[int, str, int]]
    snapshot: bytes


def stored_table(rows: TableRows) -> StoredTable:
    """A table as its rows say it; where they cannot be read, it says so itself."""
    opening, fault = read_opening(rows.id, rows.opening)
    events, unread = ([], "") if fault else read_log(rows.lines)
    return StoredTable(
        opening=opening,
        seed=rows.seed,
        events=events,
        people={sitter: person for sitter, person, _ in rows.sitters},
        seen={sitter: seen for sitter, _, seen in rows.sitters},
        fault=fault or unread,
        snapshot=rows.snapshot,
    )


def later(lines: Sequence[bytes], sitters: Sequence[tuple[int, str, int]], after: int) -> Later:
    """What the lines after an event say, and those who sit there by now."""
    events, fault = read_log(lines, after)
    people = {sitter: person for sitter, person, _ in sitters}
    return Later(events, people, {sitter: seen for sitter, _, seen in sitters}, fault)


def read_opening(table: str, text: bytes) -> tuple[Opening, str]:
    """The opening of a table; if it cannot be read, that of no game, and why."""
    try:
        return _decode_opening(text), ""
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Opening(table, game="", rules=0, players=0, options={}, commitment=""), f"opening: {error}"


def own_entries(rows: Sequence[Any]) -> list[tuple[Entry, list[int]]]:
    """What those rows say; one that cannot be read is left out, and harms no other."""
    found = ((entry(*row[:-1]), row[-1]) for row in rows)
    return [(one, sorted(own)) for one, own in found if one is not None]
