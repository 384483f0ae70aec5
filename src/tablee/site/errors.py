"""Errors are pages, too: what happened, in the house's voice, and a way on."""

from urllib.parse import urlsplit

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.language import Language
from tablee.site.printer import Printer
from tablee.site.visit import own_path, say_to
from tablee.store import NotSaved

HANDLED = (400, 403, 404, 405, 409, 413, 429, 500, 503, NotSaved)
"""What has a page."""
WAIT_SECONDS = 10
"""How long to wait before trying again what was asked for too often, or could not be stored."""


class Notice(msgspec.Struct, frozen=True):
    """What a page says that has nothing else to show, with one of the drawings of the house."""

    drawing: str
    title: str
    text: str
    back: str = ""
    """What a link says that leads back to where one came from, if that is a good idea."""


class Errors:
    """Says on a page what went wrong, and how to go on."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    async def message(self, request: Request, error: Exception) -> Response:
        """The page for an error."""
        status, detail = _what(error)
        said = notice(status, detail, say_to(request))
        back = _came_from(request, status) if said.back else ""
        response = await self._printer.page(request, "message.html", notice=said, back=back)
        response.status_code = status
        if status in (429, 503):
            response.headers["retry-after"] = str(WAIT_SECONDS)
        if isinstance(error, HTTPException):
            response.headers.update(error.headers or {})
        return response


def _what(error: Exception) -> tuple[int, str]:
    if isinstance(error, HTTPException):
        return error.status_code, error.detail
    return (503 if isinstance(error, NotSaved) else 500), ""


def _came_from(request: Request, status: int) -> str:
    """The page of ours that somebody came from, or an empty text if that is the shelf, or elsewhere."""
    if status == 409:
        return request.url.path.rpartition("/")[0]
    try:
        address = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return ""
    ours = address.netloc == request.headers.get("host")
    return own_path(address.path).removesuffix("/") if ours else ""


def notice(status: int, detail: str, say: Language) -> Notice:
    """What is said of an error; `detail` tells which thing was not found."""
    if status == 404:
        return _not_found(detail, say)
    if status < 500:
        return _removed(say) if detail == "removed" else _not_done(status, say)
    if status == 503:
        return Notice(
            "wait",
            say("One moment"),
            say("This could not be saved just now, so it has not happened. Please try again."),
            say("Try again"),
        )
    text = say("Something went wrong in the house. Nothing that was played is lost.")
    return Notice("fault", say("That is our fault"), text, say("Back to where you were"))


def _not_found(detail: str, say: Language) -> Notice:
    if detail == "table":
        text = say("There is no table at this address. Perhaps a letter of the link is missing?")
        return Notice("nothing", say("No such table"), text)
    if detail == "game":
        return Notice("nothing", say("No such game"), say("This house does not have that game on its shelf."))
    if detail == "pass":
        text = say(
            "A link to go on from another device works once, within a few minutes. Ask for a new one at the table."
        )
        return Notice("returned", say("This link has expired"), text)
    return Notice("nothing", say("Nothing here"), say("There is nothing at this address."))


def _removed(say: Language) -> Notice:
    text = say("The host of this house has asked you to leave its tables. Shelf, rules and lessons stay open to you.")
    return Notice("returned", say("Not at this house"), text)


def _not_done(status: int, say: Language) -> Notice:
    back = say("Back to where you were")
    if status == 409:
        return Notice(
            "wait", say("Not over yet"), say("A game can be downloaded once it is over."), say("To the table")
        )
    if status == 429:
        text = say("Much has just been asked for from here. Please wait a little and try again.")
        return Notice("wait", say("One moment"), text, back)
    if status == 403:
        text = say("This came from a page at another address, so we have not accepted it. Nothing has changed.")
        return Notice("returned", say("Not from here"), text)
    if status == 405:
        text = say("This address only takes forms; there is no page to look at. Nothing has changed.")
        return Notice("returned", say("No page here"), text)
    text = say("The server did not understand what was asked for. Nothing has changed.")
    return Notice("returned", say("That did not work"), text, back)
