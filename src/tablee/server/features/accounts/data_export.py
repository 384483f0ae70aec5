"""The data export: all that is stored about a person, as one JSON file."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tablee.server.features.accounts.deletion import MOST_TABLES
from tablee.server.features.accounts.model import Person
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.tasks import milliseconds_now, run_in_worker_thread
from tablee.server.table.directory import Entry
from tablee.server.table.export import export
from tablee.server.table.table import Table
from tablee.server.views.viewpoint import Viewpoint, event_texts

FORMAT = 1
OF_INVITATIONS = ("table", "kind", "game", "name", "at", "until")
"""The fields of an invitation that are exported: no ids of other people."""


async def about_oneself(hub: Hub, person: Person) -> dict[str, Any]:
    """All that is stored about a person besides their tables, without the secrets of keys."""
    store, own = hub.store, person.id
    muted, preferences = await store.chat.muted_by(own), await store.chat.manners_of(own)
    address, webhook = await store.notifications.mailbox_of(own), await store.notifications.webhook_of(own)
    lobby = await store.lobby.state_of(own, milliseconds_now())
    return {
        "person": person,
        "sessions": await store.sessions_of(own),
        "keys": [
            {"kind": key.kind, "name": key.name, "since": key.since, "used": key.used}
            for key in await store.keys_of(own)
        ],
        "bot_accounts": [{"name": one.name, "since": one.since} for one in await store.bot_accounts.owned_by(own)],
        "public": (await store.profile_of(own))._asdict(),
        "figures": await store.figures_of(own),
        "ratings": {
            "now": await store.ratings.of(own),
            "games": [one._replace(account="") for one in await store.ratings.history(own)],
        },
        "sanctions": await store.moderation.sanctions_of(own),
        "said": await store.chat.by(own),
        "writes": preferences.writes,
        "muted": list(muted.values()),
        "reports": [msgspec.structs.replace(one, person="") for one in await store.reports.by(own)],
        "notifications": {  # without the secrets that would let others notify the person
            "browsers": [
                {"service": urlsplit(one.endpoint).netloc, "language": one.language, "since": one.since}
                for one in await store.notifications.subscriptions_of(own)
            ],
            "email": msgspec.structs.replace(address, unsubscribe="") if address else None,
            "webhook": {"service": webhook.service, "since": webhook.since} if webhook else None,
            "preferences": await store.notifications.preferences_of(own),
            "sent": [one._asdict() for one in await store.notifications.sent_to(own)],
        },
        "holidays": [{"since": since, "until": until} for _, since, until in await store.holidays_of([own], 0)],
        "clubs": [
            {"name": one.club.name, "joined": one.joined, "called": one.called} for one in await store.clubs.of(own)
        ],
        "deals": [
            {"deal": one.deal, "table": one.table, "card": one.card, "at": one.at}
            for one in await store.daily.of(own, MOST_TABLES)
        ],
        "plans": [msgspec.structs.asdict(one) for one in await store.plans.by(own)],
        "lobby": {
            "request": lobby.request,
            "invitations": [{field: getattr(one, field) for field in OF_INVITATIONS} for one in lobby.invitations],
            "refused": [name for _, name in lobby.refused],
        },
    }


async def written_down(
    hub: Hub, about: Mapping[str, Any], tables: Sequence[tuple[Entry, list[int]]]
) -> AsyncIterator[bytes]:
    """The file in parts, one for each table, so that it never lies in memory as a whole.

    `tables` are the person's, with their participant numbers there.
    """
    head = {"tablee": FORMAT, **about}
    yield _encode(head).removesuffix(b"}") + b',"tables":['
    for place, (entry, participants) in enumerate(tables):
        known = await hub.peek(entry.table)
        told: dict[str, Any] = await run_in_worker_thread(_told, known[0], participants, hub.clock()) if known else {}
        yield (b",\n" if place else b"\n") + _encode({"entry": entry, "you": participants, **told})
    yield b"]}\n"


def _told(table: Table, participants: Sequence[int], now: int) -> dict[str, Any]:
    """A finished table as anybody may export it; else its events as these participants may know them now."""
    if table.status == "over":
        return {"export": export(table, now)}
    if table.state is None:
        return {"events": []}
    seat = Viewpoint([one.seat for one in table.seats if one.id in participants and one.seat is not None]).seat
    return {"seat": seat, "events": event_texts(table, table.events, seat, seen=table.number)["events"]}


_encode = msgspec.json.Encoder().encode
