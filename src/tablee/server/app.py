"""The ASGI application."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tablee.search.pool import BotFailed, BotPool
from tablee.server.hub import Hub
from tablee.server.live import Live
from tablee.server.pages import Pages
from tablee.server.settings import WEB, Settings
from tablee.store import open_store

logger = logging.getLogger("tablee")

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
        "form-action 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}
FOR_EVER = "public, max-age=31536000, immutable"


def create_app(settings: Settings) -> "App":
    """The whole server as one ASGI application."""
    store = open_store(settings.database_url)
    pool = BotPool(settings.bot_workers, settings.bot_command, settings.bot_patience)
    hub = Hub(store, pool, settings.bot_patience)
    pages = Pages(hub, settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        starting = asyncio.create_task(_start(pool))
        yield
        await pool.close()
        await starting
        await store.close()

    site = Starlette(
        routes=_routes(pages),
        lifespan=lifespan,
        middleware=[Middleware(_Headers), Middleware(GZipMiddleware, minimum_size=600)],
        exception_handlers=dict.fromkeys((400, 403, 404, 405, 409, 413, 429, 500), pages.message),
    )
    return App(site, Live(hub, settings))


class App:
    """Pages through Starlette; live connections past it, as every message would pass its layers for nothing."""

    def __init__(self, site: Starlette, live: Live) -> None:
        self._site = site
        self._live = live

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The ASGI entry."""
        await (self._live if scope["type"] == "websocket" else self._site)(scope, receive, send)


async def _start(pool: BotPool) -> None:
    """Start the bots beside everything else: people can play with each other even if no bot works."""
    try:
        await pool.start()
    except BotFailed as failure:
        logger.warning("the bots do not start: %s", failure)


def _routes(pages: Pages) -> list[Any]:
    return [
        Route("/", pages.shelf),
        Route("/games/{game}/rules", pages.rules),
        *(Route(f"/games/{{game}}/{file}", partial(pages.game_file, file)) for file in ("cover.svg", "scene.css")),
        Route("/games/{game}/{mode}", pages.open_form),
        Route("/tables", pages.open_table, methods=["POST"]),
        Route("/tables/{table}", pages.table),
        Route("/tables/{table}/export.json", pages.export),
        Route("/language", pages.choose_language, methods=["POST"]),
        Route("/health", _health),
        Mount("/static/{version}", StaticFiles(directory=WEB / "static")),
    ]


async def _health(_: Request) -> Response:
    return PlainTextResponse("ok")


class _Headers:
    """Adds the headers that every answer has."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":  # the lifespan
            await self._app(scope, receive, send)
            return
        added = dict(HEADERS)
        if scope["path"].startswith("/static/"):
            added["cache-control"] = FOR_EVER

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in added.items()),
                ]
            await send(message)

        await self._app(scope, receive, send_with_headers)
