"""What can be printed for those who own the box: the rules, a score pad, boards and tiles, a random land.

A page of paper is 190 mm wide and at most 256 mm high, so that A4 and Letter both hold it, and the browser's own
choice of paper is the only one.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.api.game import new
from tablee.games import GameDefinition
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import PAPER_WIDTH, PrintSheet, to_figure
from tablee.games.score_sheets import ScorePad
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.web.rendering import PageGroup, scenes_of
from tablee.server.web.visit import game_of, say_to

SCORE_PAD = "score-pad"
"""The key of the score pad among the sheets of a game."""
MOST_DEALS = 1_000_000
"""Random lands have numbers below this, so that one can be printed again."""
MILLIMETRES = 190
"""The width of a page of paper without its margins."""
PAPER, NOTE, ROW = 240, 14, 8
"""Millimetres of a page for pads, of what is said above a pad, and of a line of it."""


class PrintPages(PageGroup):
    """Serves what can be printed."""

    @property
    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [Route("/games/{game}/print", self.sheets), Route("/games/{game}/print/{sheet}", self.sheet)]

    async def sheets(self, request: Request) -> Response:
        """What can be printed for a game."""
        definition, say = game_of(request), say_to(request)
        return await self._printer.page(
            request, "rulebooks/print.html", game=definition, sheets=sheets_of(definition, say)
        )

    async def sheet(self, request: Request) -> Response:
        """A sheet, as it will be printed."""
        definition, say = game_of(request), say_to(request)
        known = {sheet.key: sheet for sheet in sheets_of(definition, say)}
        sheet = known.get(request.path_params["sheet"])
        if sheet is None:
            raise HTTPException(404)
        shown: dict[str, Any] = {"pages": [], "pad": None, "players": 0, "deal": 0}
        pad = definition.words.score_pad(say) if sheet.key == SCORE_PAD else None
        if pad is not None:
            shown["pad"] = _pad(definition, pad)
        else:
            players, deal = _asked(request, definition)
            if sheet.dealt:
                self._hub.readiness.require(definition.id)
                shown |= {"players": players, "deal": deal, "next_deal": secrets.randbelow(MOST_DEALS)}
            shown["pages"] = await run_in_worker_thread(_drawn, definition, sheet, players, deal, say)
        return await self._printer.page(request, "rulebooks/paper.html", **scenes_of(definition), sheet=sheet, **shown)


def sheets_of(definition: GameDefinition, say: Language) -> list[PrintSheet]:
    """The sheets of a game: its score pad first."""
    about = say("A column for each player, a line for everything that scores.")
    pad = [PrintSheet(SCORE_PAD, say("Score pad"), about)] if definition.words.score_pad(say) else []
    return [*pad, *definition.pictures.print_sheets(say)]


def sheet_view(definition: GameDefinition, players: int, deal: int) -> Document:
    """What everybody sees of a new set-up; the same for the same number."""
    return new(definition.id, players, seed=deal).sight(None)


def _asked(request: Request, definition: GameDefinition) -> tuple[int, int]:
    """The number of players and the number of the deal in an address; a new deal if there is none."""
    numbers = [request.query_params.get(name, "") for name in ("players", "deal")]
    players, deal = (int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else -1 for text in numbers)
    if players not in definition.players:
        players = max(definition.players)
    return players, deal if deal >= 0 else secrets.randbelow(MOST_DEALS)


def _drawn(definition: GameDefinition, sheet: PrintSheet, players: int, deal: int, say: Language) -> Sequence[Markup]:
    """The pages of a sheet as SVG, all on one scale."""
    view = sheet_view(definition, players, deal) if sheet.dealt else None
    scale = MILLIMETRES / PAPER_WIDTH
    return [
        Markup(
            to_figure(scene).replace(
                f'width="{scene.width}" height="{scene.height}"',
                f'width="{scene.width * scale:.1f}mm" height="{scene.height * scale:.1f}mm"',
            )
        )
        for scene in definition.pictures.print_pages(sheet.key, view, say)
    ]


def _pad(definition: GameDefinition, pad: ScorePad) -> dict[str, Any]:
    """A pad, as often as it fits on a page."""
    high = NOTE + ROW * (2 + len(pad.rows))
    columns = list(pad.columns) or [""] * max(definition.players)
    return {"rows": pad.rows, "columns": columns, "note": pad.note, "copies": max(1, PAPER // high)}
