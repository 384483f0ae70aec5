"""Commands for hosts. Their imports happen when they run, so that `tablee engine` starts fast."""

import argparse
import asyncio
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.server.hosting.configuration import Configuration, add_database_flags, add_flags, read_configuration
from tablee.server.hosting.serve_settings import FAILED, NOT_YET, HostError
from tablee.server.hosting.serve_settings import options as known_options

if TYPE_CHECKING:
    from tablee.server.hosting.running import Chosen


def add_commands(commands: Any) -> None:
    """Add all commands for hosts."""
    parser = commands.add_parser(
        "serve",
        help="run a server for others: several processes; settings from flags, the environment or a file",
        description="Run a server. Flags override the environment, and the environment overrides the file.",
    )
    parser.add_argument(
        "--check", action="store_true", help="test settings, database, ports, games and e-mail without starting"
    )
    parser.add_argument("--send-test-mail", metavar="ADDRESS", default="", help="with --check: send an e-mail there")
    add_flags(parser)
    parser.set_defaults(run=_serve)
    _add_backups(commands)
    ratings = _add_work(commands, "ratings", "check_ratings", "check all ratings against the logs, or recompute them")
    todo = ratings.add_mutually_exclusive_group()
    todo.add_argument("--check", action="store_true", help="compare, and change nothing (the default)")
    todo.add_argument("--recompute", action="store_true", help="store what the logs say")
    doctor = commands.add_parser("doctor", help="check a running server, one verdict per line")
    doctor.description = (
        "Look at everything and change nothing. Exits with 0 if all is well, 1 if not, 2 if it cannot look."
    )
    add_database_flags(doctor)
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    doctor.set_defaults(run=_examine)
    _add_admin(commands.add_parser("admin", help="look after a server: load, tables, reports, announcements"))


def _add_admin(parser: argparse.ArgumentParser) -> None:
    """Add `tablee admin`."""
    todo = parser.add_subparsers(required=True, metavar="WHAT")
    _add_work(todo, "load", "show_load", "the load of all servers")
    tables = _add_work(todo, "tables", "show_tables", "the tables with the latest events")
    tables.add_argument("--most", type=int, default=50, help="how many are listed (default 50)")
    _add_work(todo, "table", "show_table", "who sits at a table").add_argument("table", metavar="TABLE")
    close = _add_work(todo, "close", "close_table", "end a table for good")
    close.add_argument("table", metavar="TABLE")
    close.add_argument("--why", default="", metavar="WORDS", help="the reason, as the players read it")
    for name, words in (("silence", "stop a person from chatting"), ("remove", "ban a person from all tables")):
        decide = _add_work(todo, name, name, words)
        decide.add_argument("person", metavar="PERSON", help="an id, as `tablee admin table` shows it")
        decide.add_argument("--why", default="", metavar="WORDS", help="for the record; nobody else reads it")
        decide.add_argument("--end", action="store_true", help="take it back")
    _add_work(todo, "record", "show_record", "what hosts have done")
    _add_reports(todo)
    _add_host_page(todo)


def _add_reports(todo: Any) -> None:
    """Add the commands for reports."""
    listed = _add_work(todo, "reports", "show_reports", "what people have reported")
    listed.add_argument("--all", action="store_true", help="include answered reports")
    shown = _add_work(todo, "report", "show_report", "one report, and what was said before it")
    answer = _add_work(todo, "answer", "answer", "answer a report")
    for parser in (shown, answer):
        parser.add_argument("report", metavar="REPORT", help="an id, as `tablee admin reports` shows it")
    answer.add_argument("--why", default="", metavar="WORDS", help="the answer, as the person who reported reads it")
    done = answer.add_mutually_exclusive_group()
    for flag, words in (("silence", "stop the reported person from writing in chats"),
                        ("remove", "keep the reported person from all tables"),
                        ("dismiss", "say that no action is needed")):  # fmt: skip
        done.add_argument(f"--{flag}", action="store_true", help=words)


def _add_host_page(todo: Any) -> None:
    """Add the commands for the host's page, and for announcements."""
    key = _add_work(todo, "host-key", "make_host_key", "make a key to the host's page, or revoke one")
    key.add_argument("--name", default="host", help="how the record names who uses it (default: host)")
    key.add_argument("--days", type=int, default=30, help="how long it is valid after its first use (default 30)")
    key.add_argument("--end", metavar="KEY", default="", help="revoke this one, as `tablee admin host-keys` lists it")
    _add_work(todo, "host-keys", "show_host_keys", "the valid keys to the host's page")
    announce = _add_work(todo, "announce", "announce", "show an announcement on every page and at every table")
    for code, language in (("en", "English"), ("fr", "French")):
        announce.add_argument(f"--{code}", default="", metavar="WORDS", help=f"in {language}")
    announce.add_argument("--hours", type=float, default=4.0, help="for how long (default 4)")
    announce.add_argument("--end", metavar="ID", default="", help="take this one back")
    _add_work(todo, "announcements", "show_announcements", "the current announcements")


def _add_work(todo: Any, name: str, work: str, words: str) -> argparse.ArgumentParser:
    """Add a command; `work` names a function of `admin.py`."""
    parser: argparse.ArgumentParser = todo.add_parser(name, help=words)
    add_database_flags(parser)
    parser.set_defaults(run=_administer, work=work)
    return parser


def _administer(options: argparse.Namespace) -> None:
    try:
        from tablee.server.hosting import admin
    except ModuleNotFoundError as error:
        raise HostError(f"this needs {error.name}: pip install 'tablee[server]'") from None
    chosen = looked_at(options)
    options.configuration = chosen.configuration
    asyncio.run(admin.administer(getattr(admin, options.work), chosen.url, options))


def _examine(options: argparse.Namespace) -> int:
    try:
        from tablee.server.hosting.doctor import print_findings
    except ModuleNotFoundError as error:
        raise HostError(f"this needs {error.name}: pip install 'tablee[server]'") from None
    chosen = looked_at(options)
    serving = chosen.configuration.serving if chosen.is_whole else None
    return print_findings(chosen.url, chosen.program, serving, as_json=options.json)


def _add_backups(commands: Any) -> None:
    backup = commands.add_parser("backup", help="back up all data of a server to one file, while it runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="where the backup goes")
    restore = commands.add_parser("restore", help="restore a backup into an empty database")
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")
    for parser, run in ((backup, _back_up), (restore, _restore)):
        add_database_flags(parser)
        parser.set_defaults(run=run)
    backup.add_argument("--replace", action="store_true", help="replace the file if it exists")
    restore.add_argument("--replace", action="store_true", help="if the database is not empty, set it aside first")


def _back_up(options: argparse.Namespace) -> None:
    from tablee.server.hosting.backups import back_up

    header = back_up(looked_at(options, older=True).url, options.file, replace=options.replace)
    print(f"{options.file}: {_held(header.counts)}, checked.")


def _restore(options: argparse.Namespace) -> None:
    from tablee.server.hosting.backups import restore
    from tablee.server.hosting.running import choose
    from tablee.server.storage import shown_url

    url = choose(vars(options)).url
    header, kept = restore(options.file, url, replace=options.replace)
    print(f"Restored into {shown_url(url)} what was kept on {header.made}: {_held(header.counts)}.")
    if kept is not None:
        print(f"What was there before is in {kept}.")


def _held(counts: dict[str, int]) -> str:
    return f"{counts['tables']} tables with {counts['events']} events, {counts['persons']} persons"


def looked_at(options: argparse.Namespace, *, older: bool = False) -> "Chosen":
    """The settings of the house that a command looks at; it says which database that is.

    The database is neither created nor brought up to date: raises `HostError`. With `older`, an earlier schema will do.
    """
    from tablee.server.hosting.running import choose
    from tablee.server.storage import DatabaseAbsent, shown_url
    from tablee.server.storage.inspection import check_up_to_date, inspect_database

    chosen = choose(vars(options))
    where = f"{shown_url(chosen.url)} ({chosen.source})"
    try:
        state = asyncio.run(inspect_database(chosen.url, chosen.configuration.settings.database_patience))
        check_up_to_date(state._replace(newest=min(state.version, state.newest)) if older else state)
    except ValueError as error:
        code = NOT_YET if isinstance(error, DatabaseAbsent) else FAILED
        raise HostError(f"{where}: {error}; --config names the settings of another server", code) from None
    program = f"{state.program}, schema {state.version} of {state.newest}"
    print(f"Database: {where}, {program}", file=sys.stderr)
    return chosen._replace(program=program)


def _serve(options: argparse.Namespace) -> None:
    missing = [name for name in ("uvicorn", "starlette") if find_spec(name) is None]
    if missing:
        raise HostError(f"the server needs {missing[0]}: pip install 'tablee[server]'")
    configuration, given = read_configuration(vars(options)), vars(options)
    if options.check or options.send_test_mail:
        _check(configuration, options.send_test_mail)
        return
    flags = [f"--config={given['config']}"] if given["config"] else []
    flags += [f"{one.flag}={given[one.name]}" for one in known_options().values() if given[one.name] is not None]
    # What answers to `tablee --help` has loaded the engine, and would keep a hundred megabytes for as long as it runs.
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "tablee.server.hosting.supervisor", *flags])


def _check(configuration: Configuration, test_mail: str) -> None:
    from tablee.server.hosting.serve_check import FAULT, check

    faults = []
    for finding in check(configuration, test_mail):
        print(finding, flush=True)
        if finding.kind == FAULT:
            faults.append(finding)
    if faults:
        about = ", ".join(dict.fromkeys(one.about for one in faults))
        raise HostError(f"this server would not start, or not work: {about}", max(one.code for one in faults))
    print("This server can start.")
