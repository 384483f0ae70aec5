"""The page of a lesson, and what it asks for step by step."""

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablee.live.limits import Limits, TooMuch
from tablee.live.settings import Settings
from tablee.live.socket import refusal_of
from tablee.show.lesson import answer, lesson
from tablee.show.sentences import refusal
from tablee.site.pictures.addresses import game_preview
from tablee.site.printer import Printer
from tablee.site.visit import browser_of, game_of, read_body, say_to
from tablee.table.events import Refused


class LessonPages:
    """Answers requests for lessons."""

    def __init__(self, limits: Limits, settings: Settings, printer: Printer) -> None:
        self._origins = settings.origins
        self._printer = printer
        self._limits = limits

    async def lesson(self, request: Request) -> Response:
        """The page of a lesson, which asks for its steps one by one."""
        folder = game_of(request)
        steps = lesson(folder.id, say_to(request).code)
        if not steps:
            raise HTTPException(404)
        return await self._printer.page(
            request,
            "study/lesson.html",
            game=folder,
            steps=steps,
            shapes=Markup(folder.shapes),
            scene_css=f"/games/{folder.id}/scene.css",
            preview=game_preview(request, folder),
        )

    async def step(self, request: Request) -> Response:
        """What a step answers to what somebody tries."""
        folder, say = game_of(request), say_to(request)
        try:
            self._limits.take("message", browser_of(request))
            reply = answer(folder, _step(request), await read_body(request, self._origins), say)
        except Refused as refused:
            return JSONResponse({"message": refusal(refused.code, say)}, status_code=400)
        except TooMuch as much:
            return JSONResponse({"message": refusal(refusal_of(much).code, say)}, status_code=429)
        return Response(msgspec.json.encode(reply), media_type="application/json")


def _step(request: Request) -> int:
    """The number of a step; 0, which there is none of, for what is no number."""
    text: str = request.path_params["step"]
    return int(text) if text.isdecimal() and len(text) < 4 else 0
