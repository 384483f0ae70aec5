"""The page of a lesson, and what it asks for step by step."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.live.limits import Limits
from tablee.live.settings import Settings
from tablee.show.lesson import answer, lesson
from tablee.site.pictures.addresses import game_preview
from tablee.site.printer import Printer, scenes_of
from tablee.site.study.trying import answered
from tablee.site.visit import browser_of, game_of, read_body, say_to


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
            **scenes_of(folder),
            steps=steps,
            preview=game_preview(request, folder),
        )

    async def step(self, request: Request) -> Response:
        """What a step answers to what somebody tries."""
        return await answered(self._reply(request), say_to(request))

    async def _reply(self, request: Request) -> dict[str, Any]:
        folder = game_of(request)
        self._limits.take("message", browser_of(request))
        return answer(folder, _step(request), await read_body(request, self._origins), say_to(request))


def _step(request: Request) -> int:
    """The number of a step; 0, which there is none of, for what is no number."""
    text: str = request.path_params["step"]
    return int(text) if text.isdecimal() and len(text) < 4 else 0
