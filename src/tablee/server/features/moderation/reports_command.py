"""`tablee admin reports`: lists, shows and answers the reports of players. It needs the database alone."""

from argparse import Namespace
from typing import Any

from tablee.games.language import ENGLISH
from tablee.server.features.chat.chat_messages import words
from tablee.server.features.chat.model import ChatMessage
from tablee.server.features.moderation.model import PlayerReport
from tablee.server.features.moderation.store import REMOVED, SILENCED, ModerationStore
from tablee.server.hosting.admin import moment
from tablee.server.hosting.serve_settings import HostError
from tablee.server.realtime.tasks import milliseconds_now

DISMISSED, NOTED = "dismissed", "noted"
"""The outcomes of a report without a sanction."""


async def show_reports(store: ModerationStore, _: Any, options: Namespace) -> None:
    """List the reports."""
    reports = await store.reports.all(answered=options.all)
    for report in reports:
        print(_line(report))
    if not reports:
        print("Nothing is reported that is not answered.")


async def show_report(store: ModerationStore, _: Any, options: Namespace) -> None:
    """Show one report with its chat messages."""
    report = await _found(store, options.report)
    print(_line(report))
    print(f"  {report.words or '(no words)'}")
    print(f"  table {report.table}, about {report.person}, by {report.reporter}")
    for message in await store.reports.evidence(report):
        print(f"  {moment(message.at)}  {_who(report, message)}: {words(message, ENGLISH)}")
    if report.answered:
        print(f"  answered {moment(report.answered)}, {report.outcome}: {report.answer}")


async def answer(store: ModerationStore, _: Any, options: Namespace) -> None:
    """Answer a report; the reporter reads it on the account page."""
    report = await _found(store, options.report)
    if report.answered:
        raise HostError(f"{report.id} was answered on {moment(report.answered)}")
    outcome = _outcome(options)
    await store.answer(report, outcome, options.why, milliseconds_now())
    print(f"{report.id} is answered: {report.name or 'someone'} ({report.person}), {outcome}.")


def _outcome(options: Namespace) -> str:
    chosen = {SILENCED: options.silence, REMOVED: options.remove, DISMISSED: options.dismiss}
    return next((outcome for outcome, is_chosen in chosen.items() if is_chosen), NOTED)


async def _found(store: ModerationStore, report_id: str) -> PlayerReport:
    report = await store.reports.one(report_id)
    if report is None:
        raise HostError(f"there is no report {report_id}; `tablee admin reports` lists them")
    return report


def _line(report: PlayerReport) -> str:
    state = report.outcome or "open"
    return f"{report.id}  {moment(report.at)}  {state}  {report.why}  {report.name or 'someone'}  {report.table}"


def _who(report: PlayerReport, message: ChatMessage) -> str:
    aside = " (looking on)" if message.room == "onlookers" else ""
    known = {report.person: report.name or "the reported", report.reporter: "the reporter"}
    return known.get(message.person, message.person) + aside
