"""`tablee admin`: show load and tables, close a table, silence or remove a person.

All of it goes through the database, so that it holds on every server, whether it is open now or later. Every server
writes to its log what was done; who did it and why stays in the record (`tablee admin record`).
"""

import asyncio
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import Any

from tablee.server.features.moderation.service import CLOSED
from tablee.server.features.moderation.store import REMOVED, SILENCED, ModerationStore, ServerLoad
from tablee.server.hosting.serve_settings import HostError
from tablee.server.realtime.decisions import load_table
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import Conflict, NotSaved, Unavailable, Unsure, open_store
from tablee.server.table.directory import Entry, entry_of
from tablee.server.table.events import Refused

TRIES = 20
"""Attempts to close a table while somebody plays there."""

Work = Callable[[ModerationStore, Any, Namespace], Awaitable[None]]


def administer(work: Work, url: str, options: Namespace) -> None:
    """Run one administrative command against a database."""
    asyncio.run(_administer(work, url, options))


async def _administer(work: Work, url: str, options: Namespace) -> None:
    try:
        store = open_store(url)
    except ValueError as error:
        raise HostError(str(error)) from None
    try:
        await work(store.moderation, store, options)
    except Unavailable as error:
        raise HostError(f"the database does not answer: {error}") from None
    except Unsure as error:
        raise HostError(f"the database was lost ({error}): look whether it is done, `tablee admin record`") from None
    except NotSaved as error:
        raise HostError(f"nothing was stored: {error}") from None
    finally:
        await store.close()


# ---- looking -----------------------------------------------------------------------------------------------


async def show_load(moderation: ModerationStore, _: Any, __: Namespace) -> None:
    """Print the load of all servers."""
    loads = await moderation.loads(milliseconds_now())
    _, going_on = await moderation.entries(1)
    if not loads:
        print("No server has been heard of within half a minute.")
    for name, load in loads.items():
        print(f"{name}: {in_words(load)}")
    print(f"In the database: {going_on} tables that are not over.")


def in_words(load: ServerLoad) -> str:
    """A load as a line.

    >>> in_words(ServerLoad(3, 2, 1, 0, 200_000_000, "0.1.0"))
    '3 people, 2 tables in memory, 1 spectators, 0 waiting for a bot, 200 MB, version 0.1.0'
    """
    return (
        f"{load.people} people, {load.tables} tables in memory, {load.spectators} spectators, "
        f"{load.queue} waiting for a bot, {load.memory // 1_000_000} MB, version {load.version}"
    )


async def show_tables(moderation: ModerationStore, _: Any, options: Namespace) -> None:
    """List the tables that changed last."""
    entries, count = await moderation.entries(options.most)
    for entry in entries:
        print(_line(entry))
    if count > len(entries):
        print(f"… and {count - len(entries)} more (--most)")


def _line(entry: Entry) -> str:
    names = ", ".join(f"{one.name or 'someone'}{' (bot)' if one.level else ''}" for one in entry.participants)
    return f"{entry.table}  {entry.game}  {entry.status}  {moment(entry.moved)}  {names}"


async def show_table(moderation: ModerationStore, store: Any, options: Namespace) -> None:
    """Print who sits at a table, with the ids that other commands take."""
    entry = await store.entry(options.table)
    if entry is None:
        raise HostError(f"there is no table {options.table}")
    print(_line(entry))
    people = await moderation.participants(options.table)
    for one in entry.participants:
        print(f"  {people.get(one.participant, 'bot' if one.level else 'nobody')}  {one.name or 'someone'}")


async def show_record(moderation: ModerationStore, _: Any, __: Namespace) -> None:
    """Print the record of what hosts have done."""
    for notice in await moderation.notices():
        print(f"{moment(notice.at)}  {notice.kind}  {notice.about}  {notice.why}")


def moment(milliseconds: int) -> str:
    """A moment as text."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))


# ---- doing -------------------------------------------------------------------------------------------------


async def close_table(moderation: ModerationStore, store: Any, options: Namespace) -> None:
    """Close a table for good; its players read why."""
    for _ in range(TRIES):
        try:
            await _close(store, options.table, options.why)
            break
        except Conflict:  # somebody has played at this very moment
            continue
    else:
        raise HostError(f"{options.table} is played at so fast that it could not be closed: try again")
    await moderation.note(CLOSED, options.table, options.why, milliseconds_now())
    print(f"{options.table} is closed.")


async def _close(store: Any, table_id: str, why: str) -> None:
    loaded = await load_table(store, table_id)
    if loaded is None:
        raise HostError(f"there is no table {table_id}")
    try:
        events = loaded.table.close(why, milliseconds_now())
    except Refused as refused:
        ended = refused.code == "not_now"
        words = "is over or closed already" if ended else "cannot be served here, as its game is missing"
        raise HostError(f"{table_id} {words}") from None
    await store.append(table_id, events, entry_of(loaded.table.ahead(*events)))


async def silence(moderation: ModerationStore, _: Any, options: Namespace) -> None:
    """Silence a person, or lift that."""
    await _decide(moderation, options, SILENCED)


async def remove(moderation: ModerationStore, _: Any, options: Namespace) -> None:
    """Remove a person from all tables, or lift that."""
    await _decide(moderation, options, REMOVED)


async def _decide(moderation: ModerationStore, options: Namespace, standing: str) -> None:
    name = await moderation.person(options.person)
    if name is None:
        raise HostError(f"there is no person {options.person}; `tablee admin table TABLE` shows who sits there")
    change = moderation.lift if options.end else moderation.sanction
    await change(options.person, standing, options.why, milliseconds_now())
    print(f"{name or 'Someone'} ({options.person}) is {'no longer ' if options.end else ''}{standing}.")
