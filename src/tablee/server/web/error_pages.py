"""Error pages: what happened, and a way on."""

import logging
import math
from urllib.parse import urlsplit

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablee.games.language import Language
from tablee.server.features.readiness.pages import waiting_page
from tablee.server.features.readiness.service import NotReady
from tablee.server.realtime.rate_limits import TooMuch
from tablee.server.storage import NotSaved, Unavailable
from tablee.server.table.events import Refused
from tablee.server.views.sentences import refusal
from tablee.server.web.rendering import PageRenderer
from tablee.server.web.visit import is_by_bot_account, own_path, say_to

logger = logging.getLogger("tablee")

HANDLED = (400, 401, 403, 404, 405, 409, 413, 421, 429, 500, 503, NotSaved, Unavailable, TooMuch, Refused, NotReady)
"""Exceptions that have a page."""
NOT_STORED = ("not_saved", "unsure")
"""Codes of refusals that are no fault of who asked."""
WAIT_SECONDS = 10
"""Seconds to wait after 503, in `Retry-After`."""


class Notice(msgspec.Struct, frozen=True):
    """The texts and the drawing of an error page."""

    drawing: str
    title: str
    text: str
    back: str = ""
    """The text of a link back to the previous page; empty for none."""
    home: bool = True
    """Does the page link to the shelf?"""


class Errors:
    """Renders error pages."""

    def __init__(self, printer: PageRenderer) -> None:
        self._printer = printer

    async def message(self, request: Request, error: Exception) -> Response:
        """The page for an error."""
        if isinstance(error, NotReady):
            response = await waiting_page(request, error, self._printer)
            note_unserved(response.status_code, error)
            return response
        status, detail = _what(error)
        note_unserved(status, error)
        if is_by_bot_account(request):
            return _to_program(status, detail, error, say_to(request))
        said = notice(status, detail, say_to(request))
        back = _came_from(request, status) if said.back else ""
        if isinstance(error, Unavailable | NotSaved):
            request.scope.setdefault("visitor", None)  # looking the visitor up would fail as well
        response = await self._printer.page(request, "shared/message.html", notice=said, back=back)
        response.status_code = status
        if status in (429, 503):
            response.headers["retry-after"] = seconds(error)
        if isinstance(error, HTTPException):
            response.headers.update(error.headers or {})
        return response


def note_unserved(status: int, error: Exception) -> None:
    """Write to the log why somebody is answered with 503."""
    if status == 503:
        logger.warning("503: %s", _reason(error))


def _reason(error: Exception) -> str:
    if isinstance(error, Unavailable):
        return f"the database could not be read: {error}"
    if isinstance(error, NotSaved):
        return f"nothing was stored: {error}"
    if isinstance(error, HTTPException) and error.detail == "full":
        return "full: the connections that are left are for those who play (most_connections, most_of_one_address)"
    return str(error)  # of a refusal its code, of a game that is not ready which


def _to_program(status: int, detail: str, error: Exception, say: Language) -> Response:
    """An error as JSON, for bot accounts: the code of a refusal, and the words of the page."""
    if isinstance(error, Refused):
        told = {"code": detail, "message": refusal(detail, say)}
    else:
        code = detail if detail.islower() and detail.isidentifier() else str(status)
        told = {"code": code, "message": notice(status, detail, say).text}
    headers = {"retry-after": seconds(error)} if status in (429, 503) else {}
    headers |= {"www-authenticate": "Bearer"} if status == 401 else {}
    return JSONResponse(told, status, headers)


def seconds(error: Exception) -> str:
    """Whole seconds until a retry makes sense."""
    return str(max(1, math.ceil(error.wait)) if isinstance(error, TooMuch) else WAIT_SECONDS)


def _what(error: Exception) -> tuple[int, str]:
    if isinstance(error, HTTPException):
        return error.status_code, error.detail
    if isinstance(error, Unavailable):
        return 503, "unread"
    if isinstance(error, TooMuch):
        return 429, error.what
    if isinstance(error, Refused):
        return (503 if error.code in NOT_STORED else 400), error.code
    return (503 if isinstance(error, NotSaved) else 500), ""


def _came_from(request: Request, status: int) -> str:
    """The page of ours that the visitor came from; empty for the shelf or another site."""
    if status == 409:
        return request.url.path.rpartition("/")[0]
    try:
        address = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return ""
    ours = address.netloc == request.headers.get("host")
    return own_path(address.path).removesuffix("/") if ours else ""


def notice(status: int, detail: str, say: Language) -> Notice:
    """The texts for an error; `detail` says which thing was not found."""
    if status == 404:
        return _not_found(detail, say)
    if status == 429:
        return _too_much(detail, say)
    if status < 500:
        return _not_done(status, detail, say)
    if detail == "full":
        text = say("The server is full. Games in progress continue. Please come back in a minute.")
        return Notice("wait", say("The server is full"), text, say("Try again"))
    if status == 503:
        unread = say("The database is not responding. Nothing is lost. Please try again in a moment.")
        text = unread if detail == "unread" else refusal(detail if detail in NOT_STORED else "not_saved", say)
        return Notice("wait", say("One moment"), text, say("Try again"))
    text = say("Something went wrong on the server. No move is lost.")
    return Notice("fault", say("That’s our fault"), text, say("Go back"))


def _not_found(detail: str, say: Language) -> Notice:
    if detail == "table":
        text = say("There is no table at this address. Perhaps part of the link is missing.")
        return Notice("nothing", say("Table not found"), text)
    if detail == "game":
        return Notice("nothing", say("Game not found"), say("That game is not on this shelf."))
    if detail == "club":
        text = say("There is no club at this address, or you are not in it. Ask one of its members for the link.")
        return Notice("nothing", say("Club not found"), text)
    if detail == "call":
        text = say("Nobody is waiting for you there any more. The lobby shows who is looking for an opponent.")
        return Notice("returned", say("This invitation has expired"), text)
    if detail == "letter":
        text = say("A confirmation link works once, within a day. You can get a new one on your account page.")
        return Notice("returned", say("This link has expired"), text)
    if detail == "pass":
        text = say(
            "A link to another device works once and expires after a few minutes. You can get a new one at the table."
        )
        return Notice("returned", say("This link has expired"), text)
    return Notice("nothing", say("Nothing here"), say("There is nothing at this address."))


def _too_much(what: str, say: Language) -> Notice:
    texts = {
        "opening": say("You have opened a lot of tables. Please wait a minute before opening another."),
        "change": say("Too many changes. Please wait a minute."),
        "email": say("Too many emails requested. Please wait a few hours."),
        "guess": say("Too many attempts. Please wait a few minutes."),
        "replay": say("Too many requests. Please wait a minute."),
    }
    text = texts.get(what) or say("Too many requests. Please wait a moment and try again.")
    return Notice("wait", say("One moment"), text, say("Go back"))


def _not_done(status: int, detail: str, say: Language) -> Notice:
    back = say("Go back")
    if detail == "removed":
        text = say("The host has removed you from all tables. You can still use the shelf, rules and lessons.")
        return Notice("returned", say("You have been removed"), text)
    if detail == "day":
        text = say("A day’s seed is revealed once everyone has had time to finish.")
        return Notice("wait", say("Not yet"), text, back)
    if detail == "deal":
        text = say("Only finished games of one person against bots can be sent to a friend.")
        return Notice("returned", say("Not this game"), text, back)
    if status == 409:
        text = say("You can download a game once it is over.")
        return Notice("wait", say("Not over yet"), text, say("To the table"))
    if status == 421:
        text = say(
            "Tablée does not answer under this name. If this is your server, add the name with "
            "--allow-host. Otherwise, please use the address you were given."
        )
        return Notice("returned", say("Wrong address"), text, home=False)
    if detail.startswith("name_"):
        return Notice("returned", say("Please choose another name"), refusal(detail, say), back)
    if detail.startswith(("tournament_", "club_", "holidays_")) or detail == "too_many_clubs":
        return Notice("returned", say("That did not work"), refusal(detail, say), back)
    if status == 401:
        text = say("This token is not valid (any more). Its owner can create a new one on their account page.")
        return Notice("returned", say("Unknown"), text)
    if detail == "program":
        return Notice("returned", say("Not for bots"), say("Only people can do this, not bots."))
    if detail == "plan_shared":
        return Notice("returned", say("Not on this device"), refusal(detail, say), back)
    if detail == "rated":
        return Notice("returned", say("This game cannot be rated"), refusal(detail, say), back)
    if detail == "seek":
        text = say("Please choose at least one game for that number of players. Nothing has changed.")
        return Notice("returned", say("Please choose a game"), text, back)
    if status == 403:
        text = say("This request came from another website, so it was not accepted. Nothing has changed.")
        return Notice("returned", say("Not accepted"), text)
    if status == 405:
        text = say("This address only accepts forms. Nothing has changed.")
        return Notice("returned", say("Page not found"), text)
    if detail in ("game_goes_on", "bad_position", "not_now"):
        return Notice("returned", say("That did not work"), refusal(detail, say), back)
    text = say("The server did not understand the request. Nothing has changed.")
    return Notice("returned", say("That did not work"), text, back)
