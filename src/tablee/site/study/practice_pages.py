"""The page on which one practises: a position, one action that is clearly best, and one more."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.live.limits import Limits
from tablee.live.settings import Settings
from tablee.show.practice import answer, puzzle_of, puzzles_of
from tablee.site.pictures.addresses import game_preview
from tablee.site.printer import Printer, scenes_of
from tablee.site.study.trying import answered
from tablee.site.visit import browser_of, game_of, read_body, say_to


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
            **scenes_of(folder),
            puzzles=[(puzzle.id, puzzle.grade) for puzzle in puzzles],
            preview=game_preview(request, folder),
        )

    async def position(self, request: Request) -> Response:
        """What is answered to what somebody does in a position."""
        return await answered(self._reply(request), say_to(request))

    async def _reply(self, request: Request) -> dict[str, Any]:
        folder = game_of(request)
        self._limits.take("message", browser_of(request))
        puzzle = puzzle_of(folder, request.path_params["puzzle"])
        return answer(folder, puzzle, await read_body(request, self._origins), say_to(request))
