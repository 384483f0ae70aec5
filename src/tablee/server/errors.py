"""Errors are pages, too."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.language import Language
from tablee.server.printer import Printer
from tablee.server.visit import say_to

STATUSES = (400, 403, 404, 405, 409, 413, 429, 500)
"""Those that have a page."""


class Errors:
    """Says on a page what went wrong, and how to go on."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    async def message(self, request: Request, error: Exception) -> Response:
        """The page for an error."""
        status = error.status_code if isinstance(error, HTTPException) else 500
        detail = error.detail if isinstance(error, HTTPException) else ""
        title, text = _texts(status, detail, say_to(request))
        response = await self._printer.page(request, "message.html", title=title, text=text)
        response.status_code = status
        return response


def _texts(status: int, detail: str, say: Language) -> tuple[str, str]:
    if detail == "table":
        return say("No such table"), say("There is no table at this address. Perhaps a letter of the link is missing?")
    if detail == "game":
        return say("No such game"), say("This house does not have that game on its shelf.")
    if status == 404:
        return say("Nothing here"), say("There is nothing at this address.")
    if status == 409:
        return say("Not over yet"), say("A game can be downloaded once it is over.")
    if status == 429:
        return say("One moment"), say(
            "Many tables have just been opened from here. Please wait a little and try again."
        )
    if status < 500:
        return say("That did not work"), say("The server did not understand what was asked for. Nothing has changed.")
    return say("That is our fault"), say("Something went wrong in the house. Nothing that was played is lost.")
