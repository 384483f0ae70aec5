"""The rights of bot accounts, and the JSON that they are answered over HTTP.

They may play. Names, chat, and several seats on one device are for people.
"""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from starlette.responses import JSONResponse, Response

from tablee.server.realtime import messages
from tablee.server.realtime.settings import Settings
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import NotSaved, Store
from tablee.server.table.directory import Entry
from tablee.server.table.events import Refused

FOR_PEOPLE = (
    messages.NameCommand,
    messages.BesideCommand,
    messages.HintCommand,
    messages.AgainCommand,
    messages.SayCommand,
    messages.WriteCommand,
    messages.MuteCommand,
    messages.ReportCommand,
)
"""Commands that bot accounts may not send."""
OF_FORMS = ("name", "beside_", "invite_", "opponent_")
"""The beginnings of form fields that are for people alone."""


class BotAccountRules:
    """Raises `Refused` for what bot accounts may not do, and beyond the limit of tables per owner."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._most = settings.most_bot_account_tables

    @staticmethod
    def check_message(message: messages.Command) -> None:
        """Check a command at a table."""
        if isinstance(message, FOR_PEOPLE):
            raise Refused("not_for_programs")

    @staticmethod
    def check_opening(form: Mapping[str, str]) -> None:
        """Check the form that opens a table: a bot account may only open tables that are open to anybody."""
        if form.get("mode") != "friends" or form.get("open") != "yes" or any(one.startswith(OF_FORMS) for one in form):
            raise Refused("not_for_programs")

    @asynccontextmanager
    async def seat(self, account: str, table: str) -> AsyncIterator[None]:
        """Claim a seat at a table while a bot account sits down there; the table need not exist yet."""
        if not await self._store.bot_accounts.claim(account, table, self._most, milliseconds_now()):
            raise Refused("too_many_programs")
        try:
            yield
        except Refused:
            await self._end_claim(account, table)
            raise
        # The claim of an account that hangs up meanwhile ends by itself: the seat may be stored all the same, later.
        await self._end_claim(account, table)

    async def _end_claim(self, account: str, table: str) -> None:
        with suppress(NotSaved):  # then it ends by itself
            await self._store.bot_accounts.end_claim(account, table)


ALLOWED = (
    ("GET", re.compile(r"/lobby\.json")),
    ("POST", re.compile(r"/lobby/tables/[\w-]+")),
    ("POST", re.compile(r"/tables")),
    ("GET", re.compile(r"/tables/[\w-]+/(export|replay)\.json")),
    ("GET", re.compile(r"/openapi\.json")),
)
"""The requests that bot accounts may send."""


def open_to_bot_accounts(method: str, path: str) -> bool:
    """Whether bot accounts may send a request."""
    return any(method == allowed and where.fullmatch(path) for allowed, where in ALLOWED)


def seated_at(table: str) -> Response:
    """Tell a bot account where it sits, and where it connects."""
    return JSONResponse({"table": table, "live": f"/tables/{table}/live"})


def open_table(entry: Entry) -> dict[str, Any]:
    """An open table, as bot accounts are told of it."""
    return {
        "table": entry.table,
        "game": entry.game,
        "rules": entry.rules,
        "players": entry.players,
        "free": entry.players - len(entry.participants),
        "options": entry.options,
        "clock": msgspec.to_builtins(entry.clock),
        "sitters": [{"name": one.name, "bot": one.level, "program": one.program} for one in entry.participants],
    }
