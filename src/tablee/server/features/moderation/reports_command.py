"""What people have reported, for a host: to be read and answered. Like all of `tablee admin`, by the database alone."""

from argparse import Namespace
from typing import Any

from tablee.host.admin import moment
from tablee.host.errors import HostError
from tablee.language import ENGLISH
from tablee.live.time import milliseconds_now
from tablee.show.talk import words
from tablee.store.desk import REMOVED, SILENCED, Desk
from tablee.table.talk import Report, Saying

DISMISSED, NOTED = "dismissed", "noted"
"""What became of a report about somebody to whom nothing is done."""


async def show_reports(desk: Desk, _: Any, options: Namespace) -> None:
    """What people have reported."""
    reports = await desk.reports.all(answered=options.all)
    for report in reports:
        print(_line(report))
    if not reports:
        print("Nothing is reported that was not answered.")


async def show_report(desk: Desk, _: Any, options: Namespace) -> None:
    """One report, and what was said before it."""
    report = await _found(desk, options.report)
    print(_line(report))
    print(f"  {report.words or '(no words)'}")
    print(f"  table {report.table}, about {report.person}, by {report.reporter}")
    for saying in await desk.reports.evidence(report):
        print(f"  {moment(saying.at)}  {_who(report, saying)}: {words(saying, ENGLISH)}")
    if report.answered:
        print(f"  answered {moment(report.answered)}, {report.outcome}: {report.answer}")


async def answer(desk: Desk, _: Any, options: Namespace) -> None:
    """Answer a report: whoever made it reads that on their page."""
    report = await _found(desk, options.report)
    if report.answered:
        raise HostError(f"{report.id} was answered on {moment(report.answered)}")
    outcome = _outcome(options)
    await desk.answer(report, outcome, options.why, milliseconds_now())
    print(f"{report.id} is answered: {report.name or 'someone'} ({report.person}), {outcome}.")


def _outcome(options: Namespace) -> str:
    chosen = {SILENCED: options.silence, REMOVED: options.remove, DISMISSED: options.dismiss}
    return next((outcome for outcome, is_chosen in chosen.items() if is_chosen), NOTED)


async def _found(desk: Desk, report_id: str) -> Report:
    report = await desk.reports.one(report_id)
    if report is None:
        raise HostError(f"there is no report {report_id}; `tablee admin reports` lists them")
    return report


def _line(report: Report) -> str:
    state = report.outcome or "open"
    return f"{report.id}  {moment(report.at)}  {state}  {report.why}  {report.name or 'someone'}  {report.table}"


def _who(report: Report, saying: Saying) -> str:
    aside = " (looking on)" if saying.room == "onlookers" else ""
    known = {report.person: report.name or "the reported", report.reporter: "the reporter"}
    return known.get(saying.person, saying.person) + aside
