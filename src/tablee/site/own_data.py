"""All that is kept about somebody, as one file for themselves."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec

from tablee.live.beside import beside
from tablee.live.forgetting import MOST_TABLES
from tablee.live.hub import Hub
from tablee.live.time import milliseconds_now
from tablee.people import Person, Session
from tablee.show.texts import event_texts
from tablee.show.viewpoint import Viewpoint
from tablee.store.hall import Kept
from tablee.table.directory import Entry
from tablee.table.export import export
from tablee.table.table import Table

FORMAT = 1

Own = Sequence[tuple[Entry, list[int]]]
"""The tables that somebody sits at, with the sitters that they are."""


async def own_tables(hub: Hub, person: str) -> Own:
    """All tables of a person."""
    return await hub.store.entries_of(person, unfinished=False, most=MOST_TABLES)


async def written_down(hub: Hub, person: Person, sessions: Sequence[Session], tables: Own) -> AsyncIterator[bytes]:
    """The file in parts, one for each table: nobody's life at tables need fit into memory."""
    kept = await hub.store.hall.kept_of(person.id, milliseconds_now())
    head = {"tablee": FORMAT, "person": person, "sessions": sessions, "company": _company(kept)}
    yield _encode(head).removesuffix(b"}") + b',"tables":['
    for place, (entry, sitters) in enumerate(tables):
        known = await hub.peek(entry.table)
        told: dict[str, Any] = await beside(_told, known[0], sitters) if known else {}
        yield (b",\n" if place else b"\n") + _encode({"entry": entry, "you": sitters, **told})
    yield b"]}\n"


def _company(kept: Kept) -> dict[str, Any]:
    """What somebody looks for, who calls them, and whose invitations they refuse: others by their names alone."""
    calls = [
        {
            "table": call.table,
            "kind": call.kind,
            "game": call.game,
            "name": call.name,
            "at": call.at,
            "until": call.until,
        }
        for call in kept.calls
    ]
    return {"seek": kept.seek, "calls": calls, "refused": [name for _, name in kept.refused]}


def _told(table: Table, sitters: Sequence[int]) -> dict[str, Any]:
    """A finished table whole, as anybody may have it; else what happened, as those who are told may know it now."""
    if table.status == "over":
        return {"export": export(table)}
    if table.state is None:
        return {"events": []}
    seat = Viewpoint([one.seat for one in table.seats if one.id in sitters and one.seat is not None]).seat
    return {"seat": seat, "events": event_texts(table, table.events, seat, seen=table.number)["events"]}


_encode = msgspec.json.Encoder().encode
