"""`tablee admin`: load, tables, people, reports, announcements, keys to the host's page. `tablee ratings`.

All of it goes through the database, so that it holds on every server, whether it is open now or later. Every server
writes to its log what was done; who did it and why stays in the record (`tablee admin record`).
"""

import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from functools import partial
from secrets import token_hex
from typing import Any

from tablee.games.language import ENGLISH
from tablee.server.features.chat.chat_messages import words
from tablee.server.features.chat.model import ChatMessage
from tablee.server.features.moderation.closing import CannotClose, close
from tablee.server.features.moderation.model import (
    MOST_ANNOUNCEMENTS,
    MOST_DAYS,
    HostAnnouncement,
    PlayerReport,
    new_key,
    plain_text,
)
from tablee.server.features.moderation.store import DISMISSED, NOTED, REMOVED, SILENCED, ModerationStore, ServerLoad
from tablee.server.features.ratings.service import compare, count_finished
from tablee.server.hosting.configuration import Configuration
from tablee.server.hosting.serve_settings import HostError
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import NotSaved, Unavailable, Unsure, open_store
from tablee.server.table.clock import AN_HOUR
from tablee.server.table.directory import Entry

Work = Callable[[ModerationStore, Any, Namespace], Awaitable[None]]


async def administer(work: Work, url: str, options: Namespace) -> None:
    """Run one administrative command against a database."""
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
        by = f"  ({notice.host})" if notice.host else ""
        print(f"{moment(notice.at)}  {notice.kind}  {notice.about}  {notice.why}{by}")


def moment(milliseconds: int) -> str:
    """A moment as text."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))


# ---- doing -------------------------------------------------------------------------------------------------


async def close_table(_: ModerationStore, store: Any, options: Namespace) -> None:
    """Close a table for good; its players read why."""
    try:
        await close(store, options.table, options.why, milliseconds_now())
    except CannotClose as error:
        raise HostError(f"{options.table} {error}") from None
    print(f"{options.table} is closed.")


async def _decide(sanction: str, moderation: ModerationStore, _: Any, options: Namespace) -> None:
    """Silence a person, or remove them from all tables; or lift that."""
    name = await moderation.person(options.person)
    if name is None:
        raise HostError(f"there is no person {options.person}; `tablee admin table TABLE` shows who sits there")
    change = moderation.lift if options.end else moderation.sanction
    await change(options.person, sanction, options.why, milliseconds_now())
    print(f"{name or 'Someone'} ({options.person}) is {'no longer ' if options.end else ''}{sanction}.")


silence, remove = partial(_decide, SILENCED), partial(_decide, REMOVED)


# ---- reports -----------------------------------------------------------------------------------------------


async def show_reports(moderation: ModerationStore, _: Any, options: Namespace) -> None:
    """List the reports."""
    reports = await moderation.reports.all(answered=options.all)
    for report in reports:
        print(_report_line(report))
    if not reports:
        print("Nothing is reported that is not answered.")


async def show_report(moderation: ModerationStore, _: Any, options: Namespace) -> None:
    """Show one report with its chat messages."""
    report = await _report(moderation, options.report)
    print(_report_line(report))
    print(f"  {report.words or '(no words)'}")
    print(f"  table {report.table}, about {report.person}, by {report.reporter}")
    for message in await moderation.reports.evidence(report):
        print(f"  {moment(message.at)}  {_who(report, message)}: {words(message, ENGLISH)}")
    if report.answered:
        print(f"  answered {moment(report.answered)}, {report.outcome}: {report.answer}")


async def answer(moderation: ModerationStore, _: Any, options: Namespace) -> None:
    """Answer a report; the reporter reads it on the account page."""
    report = await _report(moderation, options.report)
    if report.answered:
        raise HostError(f"{report.id} was answered on {moment(report.answered)}")
    chosen = {SILENCED: options.silence, REMOVED: options.remove, DISMISSED: options.dismiss}
    outcome = next((outcome for outcome, is_chosen in chosen.items() if is_chosen), NOTED)
    if not await moderation.answer(report, outcome, options.why, milliseconds_now()):
        raise HostError(f"{report.id} has just been answered by somebody else")
    print(f"{report.id} is answered: {report.name or 'someone'} ({report.person}), {outcome}.")


async def _report(moderation: ModerationStore, report_id: str) -> PlayerReport:
    report = await moderation.reports.one(report_id)
    if report is None:
        raise HostError(f"there is no report {report_id}; `tablee admin reports` lists them")
    return report


def _report_line(report: PlayerReport) -> str:
    state = report.outcome or "open"
    return f"{report.id}  {moment(report.at)}  {state}  {report.why}  {report.name or 'someone'}  {report.table}"


def _who(report: PlayerReport, message: ChatMessage) -> str:
    aside = " (looking on)" if message.room == "onlookers" else ""
    known = {report.person: report.name or "the reported", report.reporter: "the reporter"}
    return known.get(message.person, message.person) + aside


# ---- the host's page, and announcements --------------------------------------------------------------------


async def make_host_key(_: ModerationStore, store: Any, options: Namespace) -> None:
    """Make a key to the host's page and print its link, which works once; or revoke a key."""
    now = milliseconds_now()
    if options.end:
        if not await store.host.revoke(options.end, now):
            raise HostError(f"there is no key {options.end}; `tablee admin host-keys` lists them")
        print(f"{options.end} opens nothing any more.")
        return
    if not 1 <= options.days <= MOST_DAYS:
        raise HostError(f"--days: a key holds from 1 to {MOST_DAYS} days")
    name = plain_text(options.name)[:40]
    if not name:
        raise HostError("--name: a key needs a name")
    shown, key = new_key(name, options.days, now)
    await store.host.add_key(key)
    print(f"Key {key.id}. Open this once, within a day, in the browser of the host; it then holds {options.days} days:")
    print(f"{_home(options.configuration)}/host/key/{shown}")


def _home(configuration: Configuration) -> str:
    """The address of the house, as far as its settings say."""
    names = [name for name in configuration.settings.allow_host if "*" not in name]
    home = configuration.settings.house_address or (f"https://{names[0]}" if names else "")
    return home or f"http://localhost:{configuration.serving.port}"


async def show_host_keys(_: ModerationStore, store: Any, __: Namespace) -> None:
    """List the keys to the host's page."""
    keys = await store.host.keys(milliseconds_now())
    for key in keys:
        used = f"used {moment(key.used)}" if key.used else "not used yet"
        print(f"{key.id}  {key.name}  made {moment(key.since)}, {used}, until {moment(key.until)}")
    if not keys:
        print("There is no key: /host answers nobody.")


async def announce(_: ModerationStore, store: Any, options: Namespace) -> None:
    """Tell everybody something for a while, or take it back."""
    now = milliseconds_now()
    if options.end:
        if not await store.host.withdraw(options.end, now):
            raise HostError(f"there is no announcement {options.end}; `tablee admin announcements` lists them")
        print(f"{options.end} is taken back.")
        return
    texts = {code: text for code in ("en", "fr") if (text := plain_text(getattr(options, code)))}
    if not texts:
        raise HostError("say what to announce: --en WORDS, --fr WORDS, or both")
    if not 0 < options.hours <= 24 * 366:
        raise HostError("--hours: more than 0, and at most a year")
    if len(await store.host.announcements(now)) >= MOST_ANNOUNCEMENTS:
        raise HostError(f"{MOST_ANNOUNCEMENTS} things are announced already: take one back first (--end)")
    announcement = HostAnnouncement(token_hex(4), now, now + int(options.hours * AN_HOUR), texts)
    await store.host.announce(announcement)
    print(f"{announcement.id} is announced until {moment(announcement.until)}.")


async def show_announcements(_: ModerationStore, store: Any, __: Namespace) -> None:
    """List the current announcements."""
    for one in await store.host.announcements(milliseconds_now()):
        print(f"{one.id}  until {moment(one.until)}  {' / '.join(one.texts.values())}")


# ---- ratings -----------------------------------------------------------------------------------------------


async def check_ratings(_: ModerationStore, store: Any, options: Namespace) -> None:
    """Compare stored ratings with those recomputed from the logs; with `--recompute` store the latter."""
    await count_finished(store)
    games, differences = await compare(store, correct=options.recompute)
    for difference in differences:
        print(difference)
    if differences and not options.recompute:
        raise HostError(
            f"{len(differences)} of what is stored do not follow from the logs; --recompute puts them right"
        )
    put_right = f" {len(differences)} differences were put right." if differences else ""
    print(f"{games} games counted; what is stored is what the logs come to.{put_right}")
