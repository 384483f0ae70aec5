"""The pages of lessons, with the replies to their requests, and of how games are played well."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.games import working_games
from tablee.server.features.lessons.service import answer, lesson, lesson_as_text
from tablee.server.features.lessons.strategy_page import strategy_page
from tablee.server.features.previews.pages import game_preview
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.views.game_facts import facts
from tablee.server.web.rendering import PageGroup, scenes_of
from tablee.server.web.visit import browser_of, game_of, json_reply, say_to


class LessonPages(PageGroup):
    """Answers requests for lessons."""

    async def learn(self, request: Request) -> Response:
        """The lessons and rulebooks of all games."""
        say = say_to(request)
        games = [
            {"id": one.id, "name": one.title(say), "facts": facts(one, say), "goal": one.words.goal(say)}
            for one in working_games()
        ]
        return await self._printer.page(request, "lessons/learn.html", games=games)

    async def lesson(self, request: Request) -> Response:
        """The page of a lesson, which asks for its steps one by one."""
        definition = game_of(request)
        steps = lesson(definition.id, say_to(request).code)
        if not steps:
            raise HTTPException(404)
        return await self._printer.page(
            request,
            "lessons/lesson.html",
            **scenes_of(definition),
            steps=steps,
            preview=game_preview(request, definition),
        )

    async def text(self, request: Request) -> Response:
        """The lesson as a text with pictures, to read: on paper, without scripts, without a network."""
        definition = game_of(request)
        steps = await run_in_worker_thread(lesson_as_text, definition.id, say_to(request).code)
        if not steps:
            raise HTTPException(404)
        context = {**scenes_of(definition), "steps": steps, "preview": game_preview(request, definition), "kept": True}
        return await self._printer.page(request, "lessons/lesson_text.html", **context)

    async def strategy(self, request: Request) -> Response:
        """How a game is played well."""
        definition = game_of(request)
        found = await run_in_worker_thread(strategy_page, definition.id, say_to(request).code)
        if found is None:
            raise HTTPException(404)
        context = {
            **scenes_of(definition),
            "strategy": found,
            "preview": game_preview(request, definition),
            "kept": True,
        }
        return await self._printer.page(request, "lessons/strategy.html", **context)

    @json_reply
    async def step(self, request: Request) -> dict[str, Any]:
        """The reply to a request about a step."""
        definition, step = game_of(request), request.path_params["step"]
        self._hub.limits.take("look", browser_of(request))
        number = int(step) if step.isdecimal() and len(step) < 4 else 0  # no step has the number 0
        return await run_in_worker_thread(answer, definition, number, await self._read_body(request), say_to(request))
