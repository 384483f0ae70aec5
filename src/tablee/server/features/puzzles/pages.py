"""The page of puzzles: a position, its best action, and the next position."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tablee.games import GameDefinition, working_games
from tablee.server.features.previews.pages import game_preview
from tablee.server.features.puzzles.service import answer, puzzle_of, puzzles_of
from tablee.server.features.ratings.service import check_engine_allowed
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.web.rendering import PageGroup, scenes_of
from tablee.server.web.visit import browser_of, game_of, json_reply, say_to


class PuzzlePages(PageGroup):
    """Answers requests for puzzles."""

    async def all_games(self, request: Request) -> Response:
        """The puzzles of all games."""
        say = say_to(request)
        games = [{"id": one.id, "name": one.title(say), "count": len(puzzles_of(one))} for one in working_games()]
        return await self._printer.page(request, "puzzles/practise.html", games=[one for one in games if one["count"]])

    async def page(self, request: Request) -> Response:
        """The page; its script asks for puzzles one by one."""
        definition = game_of(request)
        puzzles = puzzles_of(definition)
        if not puzzles:
            raise HTTPException(404)
        await self._check_allowed(request, definition)
        return await self._printer.page(
            request,
            "puzzles/puzzles.html",
            **scenes_of(definition),
            puzzles=[(puzzle.id, puzzle.grade) for puzzle in puzzles],
            preview=game_preview(request, definition),
        )

    @json_reply
    async def position(self, request: Request) -> dict[str, Any]:
        """The reply to an action in a puzzle."""
        definition = game_of(request)
        self._hub.limits.take("look", browser_of(request))
        await self._check_allowed(request, definition)
        puzzle = puzzle_of(definition, request.path_params["puzzle"])
        body = await self._read_body(request)
        return await run_in_worker_thread(answer, definition, puzzle, body, say_to(request))

    async def _check_allowed(self, request: Request, definition: GameDefinition) -> None:
        person = await self._visitor(request)
        await check_engine_allowed(self._store, definition.id, person.id if person else "")
