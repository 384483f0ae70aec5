"""What a host must do now and then: see how the house is doing, close a table, silence or remove somebody.

All of it goes through the database, so that it holds on every server, whether it is open now or later. Every server
writes to its log what was done; who did it and why stays in the record (`tablee admin record`).
"""

import asyncio
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import Any

from tablee.host.attending import CLOSED
from tablee.host.errors import HostError
from tablee.live.loading import load_table
from tablee.live.time import milliseconds_now
from tablee.store import Conflict, NotSaved, Unavailable, Unsure, open_store
from tablee.store.desk import REMOVED, SILENCED, Desk, Load, open_desk
from tablee.table.directory import Entry, entry_of
from tablee.table.events import Refused

TRIES = 20
"""How often it is tried to close a table at which somebody plays at the same moment."""

Work = Callable[[Desk, Any, Namespace], Awaitable[None]]


def administer(work: Work, url: str, options: Namespace) -> None:
    """Do something at the host's desk."""
    asyncio.run(_administer(work, url, options))


async def _administer(work: Work, url: str, options: Namespace) -> None:
    try:
        store = open_store(url)
        desk = open_desk(url)
    except ValueError as error:
        raise HostError(str(error)) from None
    try:
        await work(desk, store, options)
    except Unavailable as error:
        raise HostError(f"the database does not answer: {error}") from None
    except Unsure as error:
        raise HostError(f"the database was lost ({error}): look whether it is done, `tablee admin record`") from None
    except NotSaved as error:
        raise HostError(f"nothing was stored: {error}") from None
    finally:
        await desk.close()
        await store.close()


# ---- looking -----------------------------------------------------------------------------------------------


async def show_load(desk: Desk, _: Any, __: Namespace) -> None:
    """How all servers are doing."""
    loads = await desk.loads(milliseconds_now())
    _, going_on = await desk.entries(1)
    if not loads:
        print("No server has been heard of within half a minute.")
    for name, load in loads.items():
        print(f"{name}: {in_words(load)}")
    print(f"In the database: {going_on} tables that are not over.")


def in_words(load: Load) -> str:
    """A load as a line.

    >>> in_words(Load(3, 2, 1, 0, 200_000_000, "0.1.0"))
    '3 people, 2 tables in memory, 1 onlookers, 0 waiting for a bot, 200 MB, version 0.1.0'
    """
    return (
        f"{load.people} people, {load.tables} tables in memory, {load.onlookers} onlookers, "
        f"{load.queue} waiting for a bot, {load.memory // 1_000_000} MB, version {load.version}"
    )


async def show_tables(desk: Desk, _: Any, options: Namespace) -> None:
    """The tables where something happened last."""
    entries, count = await desk.entries(options.most)
    for entry in entries:
        print(_line(entry))
    if count > len(entries):
        print(f"… and {count - len(entries)} more (--most)")


def _line(entry: Entry) -> str:
    names = ", ".join(f"{one.name or 'someone'}{' (bot)' if one.level else ''}" for one in entry.sitters)
    return f"{entry.table}  {entry.game}  {entry.status}  {moment(entry.moved)}  {names}"


async def show_table(desk: Desk, store: Any, options: Namespace) -> None:
    """Who sits at a table, by the ids that other commands want."""
    entry = await store.entry(options.table)
    if entry is None:
        raise HostError(f"there is no table {options.table}")
    print(_line(entry))
    people = await desk.sitters(options.table)
    for one in entry.sitters:
        print(f"  {people.get(one.sitter, 'bot' if one.level else 'nobody')}  {one.name or 'someone'}")


async def show_record(desk: Desk, _: Any, __: Namespace) -> None:
    """What hosts have done."""
    for notice in await desk.notices():
        print(f"{moment(notice.at)}  {notice.kind}  {notice.about}  {notice.why}")


def moment(milliseconds: int) -> str:
    """When something was, for a host."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))


# ---- doing -------------------------------------------------------------------------------------------------


async def close_table(desk: Desk, store: Any, options: Namespace) -> None:
    """End a table for good; those who sit there read why."""
    for _ in range(TRIES):
        try:
            await _close(store, options.table, options.why)
            break
        except Conflict:  # somebody has played at this very moment
            continue
    else:
        raise HostError(f"{options.table} is played at so fast that it could not be closed: try again")
    await desk.note(CLOSED, options.table, options.why, milliseconds_now())
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


async def silence(desk: Desk, _: Any, options: Namespace) -> None:
    """Let a person say nothing any more, or again."""
    await _decide(desk, options, SILENCED)


async def remove(desk: Desk, _: Any, options: Namespace) -> None:
    """Let a person come to no table any more, or again."""
    await _decide(desk, options, REMOVED)


async def _decide(desk: Desk, options: Namespace, standing: str) -> None:
    name = await desk.person(options.person)
    if name is None:
        raise HostError(f"there is no person {options.person}; `tablee admin table TABLE` shows who sits there")
    change = desk.forgive if options.end else desk.stand
    await change(options.person, standing, options.why, milliseconds_now())
    print(f"{name or 'Someone'} ({options.person}) is {'no longer ' if options.end else ''}{standing}.")
