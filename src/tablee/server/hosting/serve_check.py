"""`tablee serve --check`: could this house open? Everything is tried that can be tried without opening it."""

import asyncio
import os
import smtplib
import time
from collections.abc import Iterator
from email.errors import MessageError
from typing import NamedTuple

from tablee.bots.compile_stages import ALL, is_done
from tablee.engine.compile_cache import cache_root
from tablee.engine.contract import ContractError
from tablee.games import find_game, game_ids
from tablee.games.errors import TableeError
from tablee.server.features.notifications import push
from tablee.server.features.notifications.deliveries import PUSH_KEY
from tablee.server.features.notifications.email import Email, EmailNotSent, EmailSender
from tablee.server.hosting.configuration import Configuration
from tablee.server.hosting.serve_settings import BAD_SETTING, NOT_YET
from tablee.server.hosting.setting_checks import host_and_port
from tablee.server.realtime.settings import Settings
from tablee.server.storage import DatabaseAbsent
from tablee.server.storage.inspection import DatabaseState, inspect_database
from tablee.server.web.listening import CannotListen, listen

FINE, LOOK, FAULT = "ok", "look", "fault"
"""As it should be; worth a look, and the house opens; the house does not open, or something in it does not work."""


class CheckResult(NamedTuple):
    """What one check has found."""

    kind: str
    about: str
    words: str
    code: int = 0
    """The exit code of a fault."""

    def __str__(self) -> str:
        return f"{self.kind:6}{self.about:10}{self.words}"


def check(configuration: Configuration, test_mail: str = "") -> Iterator[CheckResult]:
    """Check everything; with `test_mail`, an address, send an e-mail there. Nothing else is changed or sent."""
    settings, serving = configuration.settings, configuration.serving
    yield CheckResult(
        FINE, "settings", f"{configuration.processes} processes, {settings.bot_workers} bot workers in each"
    )
    state = None
    try:
        state = asyncio.run(inspect_database(settings.database_url, settings.database_patience))
        yield CheckResult(FINE, "database", _schema(state))
    except ValueError as error:
        yield CheckResult(FAULT, "database", str(error), NOT_YET if isinstance(error, DatabaseAbsent) else BAD_SETTING)
    yield _port("address", serving.host, serving.port)
    if serving.metrics_address:
        yield _port("metrics", *host_and_port(serving.metrics_address))
    yield from _games(serving.games or game_ids())
    yield _names(settings)
    if state is not None:
        yield _push(settings, state)
    yield _email(settings, test_mail)


def _schema(state: DatabaseState) -> str:
    if not state.exists:
        return f"{state.program}; the file will be created"
    if state.version < state.newest:
        return f"{state.program}; the schema will be brought from version {state.version} to {state.newest}"
    return f"{state.program}, schema {state.version}"


def _port(about: str, host: str, port: int) -> CheckResult:
    try:
        listen(host, port).close()
    except CannotListen as error:
        if "another program listens there" in str(error):
            words = f"{host}, port {port} is in use: by this server if it is running, otherwise by another program"
            return CheckResult(LOOK, about, words)
        return CheckResult(FAULT, about, str(error), NOT_YET)
    return CheckResult(FINE, about, f"{host}, port {port} is free")


def _games(names: list[str]) -> Iterator[CheckResult]:
    broken = []
    for name in names:
        try:
            find_game(name)
        except (TableeError, ContractError) as error:
            broken.append(name)
            yield CheckResult(FAULT, "games", str(error), BAD_SETTING)
    missing = [name for name in names if name not in broken and not is_done(name, ALL)]
    if not missing:
        yield CheckResult(FINE, "games", f"{', '.join(names)}: compiled")
        return
    folder = cache_root()
    while not folder.exists():
        folder = folder.parent
    if os.access(folder, os.W_OK):
        yield CheckResult(
            LOOK, "games", f"{', '.join(missing)}: compiled at the first start, or now by `tablee compile`"
        )
    else:
        yield CheckResult(FAULT, "games", f"{folder} cannot be written to, so no game can be compiled", BAD_SETTING)


def _names(settings: Settings) -> CheckResult:
    if settings.allow_host and not settings.trust_proxy:
        words = "trust_proxy is empty: behind a proxy, all visitors would share the limits of one address"
        return CheckResult(LOOK, "proxy", words)
    if settings.trust_proxy and not settings.allow_host:
        words = "allow_host is empty: requests for the name of the server would be refused with 421"
        return CheckResult(LOOK, "proxy", words)
    return CheckResult(FINE, "proxy", ", ".join(settings.allow_host) or "none: for this machine and its network")


def _push(settings: Settings, state: DatabaseState) -> CheckResult:
    key = state.keys.get(PUSH_KEY)
    try:
        known = "its key is made at the first start" if key is None else f"key {push.public_half(key)[:12]}…"
    except ValueError as error:
        return CheckResult(FAULT, "push", f"the key in the database cannot be used: {error}", BAD_SETTING)
    if not settings.host_contact:
        return CheckResult(LOOK, "push", f"{known}; host_contact is empty: push services would not know whom to ask")
    return CheckResult(FINE, "push", known)


def _email(settings: Settings, test_mail: str) -> CheckResult:
    sender = EmailSender(settings)
    if not sender.can_be_sent:
        if test_mail:
            return CheckResult(FAULT, "e-mail", "smtp_host is not set, so no test mail can be sent", BAD_SETTING)
        return CheckResult(FINE, "e-mail", "none: smtp_host is not set")
    server = f"{settings.smtp_host}, port {settings.smtp_port}"
    try:
        if not test_mail:
            sender.hand_over()
            return CheckResult(FINE, "e-mail", f"{server} lets us in; --send-test-mail ADDRESS tries one")
        text = "This is a test of Tablée. If you can read it, notifications by e-mail can be sent.\n"
        message = sender.message(Email(test_mail, "A test of Tablée", text, "en"), int(time.time() * 1000))
        sender.hand_over(test_mail, message)
        return CheckResult(FINE, "e-mail", f"{server} has taken a mail to {test_mail}: see whether it arrives")
    except smtplib.SMTPResponseException as error:
        words = error.smtp_error if isinstance(error.smtp_error, str) else error.smtp_error.decode(errors="replace")
        return CheckResult(
            FAULT, "e-mail", f"{server} refuses: {error.smtp_code} {' '.join(words.split())}", BAD_SETTING
        )
    except (smtplib.SMTPException, OSError, EmailNotSent) as error:
        return CheckResult(FAULT, "e-mail", f"{server}: {error or type(error).__name__}", NOT_YET)
    except (ValueError, MessageError, IndexError):
        return CheckResult(FAULT, "e-mail", f"{test_mail!r} is no e-mail address", BAD_SETTING)
