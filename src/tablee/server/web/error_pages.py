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
        text = say("Many people are in the house just now. Those who play go on; please come back in a minute.")
        return Notice("wait", say("The house is full"), text, say("Try again"))
    if status == 503:
        unread = say(
            "The database does not answer, so the house cannot look anything up just now. Nothing is lost. "
            "Please try again in a moment."
        )
        text = unread if detail == "unread" else refusal(detail if detail in NOT_STORED else "not_saved", say)
        return Notice("wait", say("One moment"), text, say("Try again"))
    text = say("Something went wrong in the house. Nothing that was played is lost.")
    return Notice("fault", say("That is our fault"), text, say("Back to where you were"))


def _not_found(detail: str, say: Language) -> Notice:
    if detail == "table":
        text = say("There is no table at this address. Perhaps a letter of the link is missing?")
        return Notice("nothing", say("No such table"), text)
    if detail == "game":
        return Notice("nothing", say("No such game"), say("This house does not have that game on its shelf."))
    if detail == "call":
        text = say("Nobody waits for you there any more. On the shelf you see who is looking for company.")
        return Notice("returned", say("This call is over"), text)
    if detail == "letter":
        text = say(
            "A link to confirm an address works once, within a day. Ask for a new one on the page about yourself."
        )
        return Notice("returned", say("This link has expired"), text)
    if detail == "pass":
        text = say(
            "A link to go on from another device works once, within a few minutes. Ask for a new one at the table."
        )
        return Notice("returned", say("This link has expired"), text)
    return Notice("nothing", say("Nothing here"), say("There is nothing at this address."))


def _too_much(what: str, say: Language) -> Notice:
    texts = {
        "opening": say("Many tables have just been opened from here. Please wait a minute before the next."),
        "change": say("Names and devices have just been changed many times from here. Please wait a minute."),
        "email": say("Letters have just been asked for several times. Please wait some hours."),
        "guess": say("Many keys have just been tried from here, or this one has. Please wait a few minutes."),
        "replay": say("Many replays and pictures have just been asked for from here. Please wait a minute."),
    }
    text = texts.get(what) or say("Much has just been asked for from here. Please wait a little and try again.")
    return Notice("wait", say("One moment"), text, say("Back to where you were"))


def _not_done(status: int, detail: str, say: Language) -> Notice:
    back = say("Back to where you were")
    if detail == "removed":
        text = say(
            "The host of this house has asked you to leave its tables. Shelf, rules and lessons stay open to you."
        )
        return Notice("returned", say("Not at this house"), text)
    if detail == "day":
        text = say("What went into the dice of a day is shown once everybody has had the time to finish it.")
        return Notice("wait", say("Not yet"), text, back)
    if detail == "deal":
        text = say("Only games of one person against bots, played to the end, can be sent to a friend.")
        return Notice("returned", say("Not this game"), text, back)
    if status == 409:
        text = say("A game can be downloaded once it is over.")
        return Notice("wait", say("Not over yet"), text, say("To the table"))
    if status == 421:
        text = say(
            "This is Tablée, but not under this name. If the house is yours, name it with --allow-host; "
            "else use the address you were given."
        )
        return Notice("returned", say("Not under this name"), text, home=False)
    if detail.startswith("name_"):
        return Notice("returned", say("Not this name"), refusal(detail, say), back)
    if status == 401:
        text = say("Nobody knows this token (any more). Its owner makes a new one on the page about themselves.")
        return Notice("returned", say("Not known here"), text)
    if detail == "program":
        return Notice("returned", say("Not for programs"), say("This is for people, and not for their programs."))
    if detail == "rated":
        return Notice("returned", say("This game cannot be rated"), refusal(detail, say), back)
    if detail == "seek":
        text = say("Please choose at least one game that can be played by so many. Nothing has changed.")
        return Notice("returned", say("With whom, and what?"), text, back)
    if status == 403:
        text = say("This came from a page at another address, so we have not accepted it. Nothing has changed.")
        return Notice("returned", say("Not from here"), text)
    if status == 405:
        text = say("This address only takes forms; there is no page to look at. Nothing has changed.")
        return Notice("returned", say("No page here"), text)
    if detail in ("game_goes_on", "bad_position", "not_now"):
        return Notice("returned", say("That did not work"), refusal(detail, say), back)
    text = say("The server did not understand what was asked for. Nothing has changed.")
    return Notice("returned", say("That did not work"), text, back)
