"""All that is kept about somebody, as one file for themselves."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tablee.live.beside import beside
from tablee.live.forgetting import MOST_TABLES
from tablee.live.hub import Hub
from tablee.live.time import milliseconds_now
from tablee.people import Person
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


async def about_oneself(hub: Hub, person: Person) -> dict[str, Any]:
    """What is kept about a person beside their tables. Of keys what could open anything is left out."""
    keys = await hub.store.keys_of(person.id)
    return {
        "person": person,
        "sessions": await hub.store.sessions_of(person.id),
        "keys": [{"kind": key.kind, "name": key.name, "since": key.since, "used": key.used} for key in keys],
        "programs": [{"name": one.name, "since": one.since} for one in await hub.store.programs.of(person.id)],
        "public": await hub.store.profile_of(person.id),
        "figures": await hub.store.figures_of(person.id),
        "ratings": {
            "now": await hub.store.ratings.of(person.id),
            "games": [one._replace(account="") for one in await hub.store.ratings.history(person.id)],
        },
        **await _talk(hub, person.id),
        "bells": await _bells(hub, person.id),
        "deals": [
            {"deal": one.deal, "table": one.table, "card": one.card, "at": one.at}
            for one in await hub.store.deals.of(person.id, MOST_TABLES)
        ],
        "company": _company(await hub.store.hall.kept_of(person.id, milliseconds_now())),
    }


async def written_down(hub: Hub, about: Mapping[str, Any], tables: Own) -> AsyncIterator[bytes]:
    """The file in parts, one for each table: nobody's life at tables need fit into memory."""
    head = {"tablee": FORMAT, **about}
    yield _encode(head).removesuffix(b"}") + b',"tables":['
    for place, (entry, sitters) in enumerate(tables):
        known = await hub.peek(entry.table)
        told: dict[str, Any] = await beside(_told, known[0], sitters) if known else {}
        yield (b",\n" if place else b"\n") + _encode({"entry": entry, "you": sitters, **told})
    yield b"]}\n"


async def _talk(hub: Hub, person: str) -> dict[str, Any]:
    """What somebody has said and reported, and whom they do not want to hear, by the names that they know."""
    talk, reports = hub.store.talk, hub.store.reports
    reported = [msgspec.structs.replace(one, person="") for one in await reports.by(person)]
    manners, muted = await talk.manners_of(person), await talk.muted_by(person)
    return {
        "said": await talk.by(person),
        "writes": manners.writes,
        "muted": list(muted.values()),
        "reports": reported,
    }


async def _bells(hub: Hub, person: str) -> dict[str, Any]:
    """How and for what somebody is called; without what would let others do so."""
    kept, mailbox = hub.store.bells, await hub.store.bells.mailbox_of(person)
    return {
        "browsers": [
            {"service": urlsplit(bell.endpoint).netloc, "language": bell.language, "since": bell.since}
            for bell in await kept.of(person)
        ],
        "mailbox": msgspec.structs.replace(mailbox, leave="") if mailbox else None,
        "wishes": await kept.wishes_of(person),
        "rings": [one._asdict() for one in await kept.rings_of(person)],
    }


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
        return {"export": export(table, milliseconds_now())}
    if table.state is None:
        return {"events": []}
    seat = Viewpoint([one.seat for one in table.seats if one.id in sitters and one.seat is not None]).seat
    return {"seat": seat, "events": event_texts(table, table.events, seat, seen=table.number)["events"]}


_encode = msgspec.json.Encoder().encode
