"""The pages about bot accounts: making one with its token, and removing it."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.games.language import Language
from tablee.server.features.accounts.deletion import forget
from tablee.server.features.accounts.model import new_token
from tablee.server.features.bot_accounts.model import MOST_BOT_ACCOUNTS, BotAccount, bot_session_of, new_bot_account_id
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import Store
from tablee.server.table.events import Refused
from tablee.server.table.names import chosen_name
from tablee.server.web.rendering import PageGroup

BACK = "/me#bot-accounts"


class BotAccountPages(PageGroup):
    """Handles the requests of people about their bot accounts."""

    async def make(self, request: Request) -> Response:
        """Make a bot account, and show its token this once."""
        form = await self._read_change(request)
        name = chosen_name(form.get("name", ""))
        if not name:
            raise Refused("name_unseen")
        person = await self._introduced(request)
        token = new_token()
        account = BotAccount(new_bot_account_id(), person.id, name, milliseconds_now())
        if not await self._store.bot_accounts.add(account, bot_session_of(token), MOST_BOT_ACCOUNTS):
            return RedirectResponse(BACK, status_code=303)
        return await self._printer.page(request, "bot_accounts/bot_account.html", name=name, token=token, path="/me")

    async def remove(self, request: Request) -> Response:
        """Remove one of the person's own bot accounts at once, wherever it plays."""
        form = await self._read_change(request)
        person = await self._visitor(request)
        own = await self._store.bot_accounts.owned_by(person.id) if person else []
        for account in own:
            if account.id == form.get("account"):
                await forget(self._hub, account.id)
        return RedirectResponse(BACK, status_code=303)


async def bot_account_rows(store: Store, person: str, say: Language) -> dict[str, Any]:
    """The bot accounts of a person as the account page lists them, and whether there may be more."""
    own = await store.bot_accounts.owned_by(person) if person else []
    rows = [{"id": one.id, "name": one.name, "since": say.day(one.since)} for one in own]
    return {"rows": rows, "more": len(rows) < MOST_BOT_ACCOUNTS}
