"""The page that waits until a game is ready and then goes on by itself, and what it asks for meanwhile."""

import math
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablee.bots.compile_stages import LOW, RULES, STAGES
from tablee.games import working_games
from tablee.games.language import Language
from tablee.server.features.readiness.model import Progress
from tablee.server.features.readiness.service import NotReady, Readiness
from tablee.server.views.game_facts import game_name
from tablee.server.web.rendering import PageRenderer
from tablee.server.web.visit import own_path, say_to

MOMENT = 3.0
"""Fewer seconds are not counted."""
ROUNDED = 5
"""Seconds are told in steps of so many: they are a guess, and a screen reader reads each change."""

Endpoint = Callable[[Request], Awaitable[Response]]
WhenReady = Callable[[Endpoint], Endpoint]


class ReadinessPages:
    """Tells pages how far games are, and keeps those waiting that need one which is not ready."""

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness

    @property
    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [Route("/readiness.json", self.progress, methods=["GET"])]

    async def progress(self, request: Request) -> Response:
        """How far all games are, at a stage."""
        stage = request.query_params.get("stage", LOW)
        stage = stage if stage in STAGES else LOW
        told = {game.id: on_box(self._readiness, game.id, say_to(request), stage) for game in working_games()}
        ready: dict[str, Any] = {"ready": True, "share": 1.0, "words": ""}
        found = {game: ready if one is None else {"ready": False, **one} for game, one in told.items()}
        return JSONResponse(found, headers={"cache-control": "no-store"})

    def when_ready(self, endpoint: Endpoint) -> Endpoint:
        """An endpoint below `/games/{game}` that needs the rules of the game."""

        @wraps(endpoint)
        async def answer(request: Request) -> Response:
            self._readiness.require(request.path_params["game"], RULES)
            return await endpoint(request)

        return answer


def on_box(readiness: Readiness, game: str, say: Language, stage: str = LOW) -> dict[str, Any] | None:
    """How far a game is, for its box; None if it is ready."""
    if readiness.is_ready(game, stage):
        return None
    progress = readiness.progress(game, stage)
    return {"share": round(progress.share, 2), "words": progress_words(progress, say)}


def progress_words(progress: Progress, say: Language) -> str:
    """When something will be ready, in words."""
    if progress.is_given_up:
        return say("The game could not be prepared. The host will find the reason in the server log.")
    if progress.fault:
        return say("Preparation was interrupted. It will be tried again automatically.")
    if progress.seconds <= MOMENT:
        return say("Ready in a moment")
    if progress.seconds <= 60:
        return say("Ready in about {count} s", count=ROUNDED * math.ceil(progress.seconds / ROUNDED))
    return say("Ready in about {count} min", count=math.ceil(progress.seconds / 60))


async def waiting_page(request: Request, error: NotReady, printer: PageRenderer) -> Response:
    """The answer to whoever asks for a game that is not ready: a page for people, else JSON.

    The page is 202 (it is being worked on): instead of a 503, the service worker shows that nobody is at home.
    """
    say = say_to(request)
    headers = {"retry-after": str(error.wait), "cache-control": "no-store"}
    name, words = game_name(error.game, say), progress_words(error.progress, say)
    title = say("{game} is being set up", game=name)
    if "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"code": "not_ready", "message": f"{title}: {words}"}, 503, headers)
    response = await printer.page(
        request,
        "readiness/waiting.html",
        title=title,
        words=words,
        share=error.progress.share,
        game=error.game,
        stage=error.stage,
        onward=request.url.path if request.method == "GET" else _came_from(request),
        query=request.url.query if request.method == "GET" else "",
    )
    response.status_code = 202
    response.headers.update(headers)
    return response


def _came_from(request: Request) -> str:
    """The page of ours whose form was sent: it can be sent again from there."""
    try:
        address = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    return own_path(address.path) if address.netloc == request.headers.get("host") else "/"
