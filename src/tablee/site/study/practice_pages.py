"""The page on which one practises: a position, one action that is clearly best, and one more."""

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablee.live.limits import Limits, TooMuch
from tablee.live.settings import Settings
from tablee.live.socket import refusal_of
from tablee.show.practice import answer, puzzle_of, puzzles_of
from tablee.show.sentences import refusal
from tablee.site.pictures.addresses import game_preview
from tablee.site.printer import Printer
from tablee.site.visit import browser_of, game_of, read_body, say_to
from tablee.table.events import Refused


class PracticePages:
    """Answers requests for practice."""

    def __init__(self, limits: Limits, settings: Settings, printer: Printer) -> None:
        self._origins = settings.origins
        self._printer = printer
        self._limits = limits

    async def page(self, request: Request) -> Response:
        """The page, which asks for positions one by one."""
        folder = game_of(request)
        puzzles = puzzles_of(folder)
        if not puzzles:
            raise HTTPException(404)
        return await self._printer.page(
            request,
            "study/practice.html",
            game=folder,
            puzzles=[(puzzle.id, puzzle.grade) for puzzle in puzzles],
            shapes=Markup(folder.shapes),
            scene_css=f"/games/{folder.id}/scene.css",
            preview=game_preview(request, folder),
        )

    async def position(self, request: Request) -> Response:
        """What is answered to what somebody does in a position."""
        folder, say = game_of(request), say_to(request)
        try:
            self._limits.take("message", browser_of(request))
            puzzle = puzzle_of(folder, request.path_params["puzzle"])
            reply = answer(folder, puzzle, await read_body(request, self._origins), say)
        except Refused as refused:
            return JSONResponse({"message": refusal(refused.code, say)}, status_code=400)
        except TooMuch as much:
            return JSONResponse({"message": refusal(refusal_of(much).code, say)}, status_code=429)
        return Response(msgspec.json.encode(reply), media_type="application/json")
