"""What the rows of tables say once a person is forgotten, whichever database keeps them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from tablee.table.directory import Entry
from tablee.table.events import Name
from tablee.table.forgetting import without_name
from tablee.table.log import Unreadable, encode_event, read_event

Line = tuple[str, int, bytes]
"""A table, the number of an event, and its line."""

NAMELESS = """
    UPDATE rated_seats SET account = (
        SELECT table_id || ' ' || sitter FROM rated_seats WHERE account = {person} ORDER BY table_id, sitter LIMIT 1
    ) WHERE account = {person}
"""
"""What the others' ratings have come from stays, with nobody in the place of who is forgotten: the first of their seats
names them."""

_decode_entry = msgspec.json.Decoder(Entry).decode


class Forgotten(NamedTuple):
    """What is to be written."""

    changed: list[Line]
    new: list[Line]
    entries: list[tuple[str, bytes, int]]
    """Tables, what the directory says of them, and their latest events."""


def forgotten(
    sitters: Iterable[tuple[str, int]], lines: Iterable[Line], entries: Iterable[tuple[str, bytes, int]], now: int
) -> Forgotten:
    """What becomes of tables where a person was these sitters: their lines with names, entries and latest events."""
    own: dict[str, list[int]] = {}
    for table, sitter in sorted(sitters):
        own.setdefault(table, []).append(sitter)
    kept = {table: (body, number) for table, body, number in entries}
    changed = [(table, number, told) for table, number, line in lines if (told := _line(line, own[table]))]
    new = [one for table in own if table in kept for one in _names(table, own[table], kept[table][1], now)]
    return Forgotten(changed, new, _entries(own, kept))


def _line(line: bytes, sitters: Collection[int]) -> bytes | None:
    """What a line says without these names; None if there is none in it, or it cannot be read."""
    try:
        event = read_event(line)
    except Unreadable:
        return None
    told = without_name(event, sitters)
    return None if told is event else encode_event(told)


def _names(table: str, sitters: Sequence[int], latest: int, now: int) -> list[Line]:
    names = [Name(number, now, sitter, "") for number, sitter in enumerate(sitters, start=latest + 1)]
    return [(table, name.number, encode_event(name)) for name in names]


def _entries(own: Mapping[str, Sequence[int]], kept: Mapping[str, tuple[bytes, int]]) -> list[tuple[str, bytes, int]]:
    return [
        (table, _entry(body, own[table]), number + len(own[table]))
        for table, (body, number) in kept.items()
        if table in own
    ]


def _entry(body: bytes, sitters: Collection[int]) -> bytes:
    """An entry without these names; one that cannot be read says nothing at all from now on."""
    try:
        entry = _decode_entry(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return b"{}"
    seated = [msgspec.structs.replace(one, name="") if one.sitter in sitters else one for one in entry.sitters]
    return msgspec.json.encode(msgspec.structs.replace(entry, sitters=seated))
