"""What a commit of many tables brings, as the columns that `keep_together` takes."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.store.interface import Lease
from tablee.table.directory import Entry
from tablee.table.events import Event, Rise
from tablee.table.log import encode_event

KINDS = (
    *("text[]", "bigint[]"),
    *("text[]", "bytea[]", "bytea[]"),
    *("text[]", "bigint[]", "bytea[]"),
    *("text[]", "bigint[]", "text[]"),
    *("text[]", "bigint[]"),
    *("text[]", "bytea[]", "text[]", "bigint[]", "bigint[]", "bigint[]"),
    *("text[]", "bigint[]", "bigint[]", "bigint[]"),
    *("text[]", "bigint[]", "bigint[]"),
    *("text[]", "bigint[]"),
)
"""The types of the columns that `columns` makes."""

_encode = msgspec.json.Encoder().encode


class Job:
    """What is stored together or not at all, and who waits for it."""

    __slots__ = (
        "deadline",
        "done",
        "entry",
        "fence",
        "is_told",
        "just_moves",
        "lines",
        "opening",
        "people",
        "risen",
        "saw",
    )

    def __init__(self, done: "asyncio.Future[None]", deadline: float) -> None:
        self.done = done
        self.deadline = deadline
        self.entry: Entry | None = None
        self.just_moves = False
        self.is_told = True
        self.lines: Sequence[tuple[str, int, bytes]] = ()
        self.opening: tuple[str, bytes, bytes] | None = None
        self.people: Mapping[int, str] = {}
        self.risen: Sequence[int] = ()
        self.saw: tuple[str, int, int] | None = None
        self.fence: Lease | None = None


def columns(jobs: Sequence[Job]) -> list[Sequence[Any]]:
    """What jobs bring, kind by kind."""
    lines = [line for job in jobs for line in job.lines]
    lines.sort()
    entries: dict[str, tuple[Any, ...]] = {}
    moves: dict[str, tuple[Any, ...]] = {}
    dues: dict[str, int | None] = {}
    openings, fences, sat, risen, saw = [], [], [], [], []
    for job in jobs:
        entry = job.entry
        if entry is not None:
            if job.just_moves:
                moves[entry.table] = entry.table, job.lines[-1][1], entry.turn, entry.moved
            else:
                moves.pop(entry.table, None)
                entries[entry.table] = _entry_row(entry)
            if entry.clock is not None:
                dues[entry.table] = entry.due
            if job.people:
                sat += [(entry.table, sitter, person) for sitter, person in job.people.items()]
            if job.risen:
                risen += [(entry.table, sitter) for sitter in job.risen]
        if job.opening is not None:
            openings.append(job.opening)
        if job.fence is not None:
            fences.append((job.fence.table, job.fence.token))
        if job.saw is not None:
            saw.append(job.saw)
    return [
        *turned(list(set(fences)), 2),
        *turned(openings, 3),
        *turned(lines, 3),
        *turned(sat, 3),
        *turned(risen, 2),
        *turned(sorted(entries.values()), 6),
        *turned(sorted(moves.values()), 4),
        *turned(_latest(saw), 3),
        *turned(sorted(dues.items()), 2),
    ]


def turned(rows: Sequence[tuple[Any, ...]], width: int) -> Sequence[Sequence[Any]]:
    """Rows as columns."""
    return list(zip(*rows, strict=True)) if rows else ((),) * width


def _latest(saw: Sequence[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """What each sitter has seen: the most of it, as a row can be changed once only."""
    found: dict[tuple[str, int], int] = {}
    for table, sitter, number in saw:
        found[table, sitter] = max(number, found.get((table, sitter), 0))
    return sorted((*who, number) for who, number in found.items())


def _entry_row(entry: Entry) -> tuple[Any, ...]:
    return entry.table, _encode(entry), entry.status, entry.number, entry.turn, entry.moved


def risen_among(events: Sequence[Event]) -> list[int]:
    """The sitters that rise by those events."""
    return [event.sitter for event in events if isinstance(event, Rise)]


def lines_of(table: str, events: Sequence[Event]) -> list[tuple[str, int, bytes]]:
    """Events as rows."""
    return [(table, event.number, encode_event(event)) for event in events]
