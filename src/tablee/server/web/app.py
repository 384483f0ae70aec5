"""The ASGI application."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route

from tablee.bots.pool import BotPool
from tablee.bots.process import BotFault
from tablee.live.bells.deliveries import Deliveries
from tablee.live.bells.ringing import Ringer
from tablee.live.forgetting import Forgetting
from tablee.live.hub import Hub
from tablee.live.limits import Limits
from tablee.live.settings import WEB, Settings
from tablee.live.socket import Live
from tablee.live.study.days import Days
from tablee.site.errors import HANDLED, Errors
from tablee.site.hall import HallPages
from tablee.site.health import Health
from tablee.site.installing import Installing
from tablee.site.ladders import Ladders
from tablee.site.own.look_back import LookBack
from tablee.site.own.oneself import Oneself
from tablee.site.own.own_bells import OwnBells
from tablee.site.own.own_games import OwnGames
from tablee.site.own.own_keys import OwnKeys
from tablee.site.own.own_programs import OwnPrograms
from tablee.site.own.passes import PassPages
from tablee.site.own.signing_in import SigningIn
from tablee.site.pages import Pages
from tablee.site.pictures.addresses import Pictures
from tablee.site.printer import Printer
from tablee.site.reception import Reception
from tablee.site.shelf import Shelf
from tablee.site.slim_files import SlimFiles
from tablee.site.study.deals import DealPages
from tablee.site.study.lesson_pages import LessonPages
from tablee.site.study.practice_pages import PracticePages
from tablee.site.study.replay_pages import ReplayPages
from tablee.site.study.story_pages import StoryPages
from tablee.site.study.what_if_pages import WhatIfPages
from tablee.store import open_store

logger = logging.getLogger("tablee")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; "
    "form-action 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HOST = re.compile(rb"[\w.:\[\]-]+")
FOR_EVER = b"public, max-age=31536000, immutable"


def create_app(settings: Settings) -> "App":
    """The whole server as one ASGI application."""
    store = open_store(settings.database_url, settings.database_patience)
    pool = BotPool(settings.bot_workers, settings.bot_command, settings.bot_patience, quick=1)
    hub, health = Hub(store, pool, settings.absence, limits=Limits(settings)), Health(store)
    deliveries = Deliveries(store, settings, hub.clock)
    ringer = Ringer(store, hub.connections, deliveries, hub.clock)
    printer = Printer(store)
    own_bells = OwnBells(hub, deliveries, settings, printer)
    forgetting = Forgetting(hub, settings.forget_after_days, talk_days=settings.forget_talk_after_days)
    errors = Errors(printer)
    hall = HallPages(hub, settings, printer)
    days = Days(hub)
    deals = DealPages(hub, days, settings, printer)
    shelf, pages = Shelf(hub, settings, printer, hall, deals), Pages(hub, settings, printer)
    past, installing = ReplayPages(hub, printer), Installing(printer)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        starting = asyncio.create_task(_start(pool if settings.bots_at_once else None, health))
        await hub.start()
        await ringer.open()
        forgetting.start()
        days.start()
        yield
        await days.close()
        await ringer.close()
        await forgetting.close()
        await hub.close()
        await pool.close()
        await starting
        await store.close()

    site = Starlette(
        routes=[
            *Pictures(hub).routes,
            Route("/games/{game}/ladder", Ladders(hub, printer).page),
            *_practice_routes(PracticePages(hub.limits, settings, printer)),
            *_what_if_routes(WhatIfPages(hub, settings, printer)),
            *_routes(shelf, pages, LessonPages(hub.limits, settings, printer), past, installing),
            *own_bells.routes,
            *StoryPages(hub, settings, printer).routes,
            *_routes_of_people(hub, settings, printer, own_bells),
            *hall.routes,
            *deals.routes,
            Route("/health", health.health),
            Route("/ready", health.ready),
            Route("/openapi.json", _described, methods=["GET"]),
        ],
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, minimum_size=600)],
        exception_handlers={**dict.fromkeys(HANDLED, errors.message), ClientDisconnect: _gone},
    )
    site.state.standing = hub.standing
    return App(site, Live(hub, settings), hub, pool, health, Reception(hub, settings, errors))


class App:
    """Pages through Starlette; live connections past it, as every message would pass its layers for nothing."""

    def __init__(
        self, site: Starlette, live: Live, hub: Hub, bots: BotPool, health: Health, reception: Reception
    ) -> None:
        self.site = site
        self.hub = hub
        self.bots = bots
        self.health = health
        self._live = live
        self._reception = reception

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The ASGI entry."""
        if scope["type"] == "websocket":
            if not await self._reception.turn_away_socket(scope, receive, send):
                await self._live(scope, receive, send)
        elif scope["type"] == "http":
            send_it = partial(_send_with_headers, scope, send)
            if not await self._reception.turn_away(scope, receive, send_it):
                await self.site(scope, receive, send_it)
        else:
            await self.site(scope, receive, send)


async def _start(pool: BotPool | None, health: Health) -> None:
    """Start the bots beside everything else: people can play with each other even if no bot works."""
    try:
        if pool is not None:
            await pool.start()
        health.settle_bots(ready=True)
    except BotFault as failure:
        health.settle_bots(ready=False)
        logger.warning("the bots do not start: %s", failure)


def _routes_of_people(hub: Hub, settings: Settings, printer: Printer, own_bells: OwnBells) -> list[Any]:
    pass_pages, oneself = PassPages(hub, settings, printer), Oneself(hub, settings, printer, own_bells)
    games, programs = OwnGames(hub, settings, printer), OwnPrograms(hub, settings, printer)
    return [
        Route("/passes", pass_pages.give, methods=["POST"]),
        Route("/passes/{name}", pass_pages.ask, methods=["GET"]),
        Route("/passes/{name}", pass_pages.use, methods=["POST"]),
        Route("/me", oneself.page),
        Route("/me/name", oneself.rename, methods=["POST"]),
        Route("/me/sessions/end", oneself.end_session, methods=["POST"]),
        Route("/me/everything.json", oneself.download, methods=["GET"]),
        Route("/me/hear", oneself.hear_again, methods=["POST"]),
        Route("/me/delete", oneself.delete, methods=["POST"]),
        Route("/me/programs", programs.make, methods=["POST"]),
        Route("/me/programs/remove", programs.remove, methods=["POST"]),
        Route("/privacy", oneself.privacy),
        *_routes_of_keys(OwnKeys(hub, settings, printer), SigningIn(hub, settings, printer)),
        Route("/me/games", games.page),
        Route("/me/look-back", LookBack(hub, printer).page),
        Route("/me/public", games.publish, methods=["POST"]),
        Route("/people/{address}", games.profile),
    ]


def _routes_of_keys(own_keys: OwnKeys, signing_in: SigningIn) -> list[Any]:
    return [
        Route("/sign-in", signing_in.page, methods=["GET"]),
        Route("/sign-in", signing_in.by_words, methods=["POST"]),
        Route("/sign-in/options", signing_in.options, methods=["POST"]),
        Route("/sign-in/passkey", signing_in.by_passkey, methods=["POST"]),
        Route("/me/keys/options", own_keys.options, methods=["POST"]),
        Route("/me/keys/passkey", own_keys.add_passkey, methods=["POST"]),
        Route("/me/keys/words", own_keys.make_words, methods=["POST"]),
        Route("/me/keys/remove", own_keys.remove, methods=["POST"]),
    ]


def _practice_routes(practice: PracticePages) -> list[Any]:
    return [
        Route("/games/{game}/practice", practice.page),
        Route("/games/{game}/practice/{puzzle}", practice.position, methods=["POST"]),
    ]


def _what_if_routes(what_if: WhatIfPages) -> list[Any]:
    return [
        Route("/games/{game}/what-if", what_if.page),
        Route("/games/{game}/what-if", what_if.pasted, methods=["POST"]),
        Route("/games/{game}/what-if/try", what_if.attempt, methods=["POST"]),
        Route("/games/{game}/what-if/table", what_if.open_table, methods=["POST"]),
    ]


def _routes(shelf: Shelf, pages: Pages, lessons: LessonPages, past: ReplayPages, installing: Installing) -> list[Any]:
    return [
        Route("/", shelf.home),
        Route("/games/{game}/rules", pages.rules),
        Route("/games/{game}/lesson", lessons.lesson),
        Route("/games/{game}/lesson/{step}", lessons.step, methods=["POST"]),
        Route("/games/{game}/cover.svg", pages.cover),
        Route("/games/{game}/scene.css", pages.scene_style),
        Route("/games/{game}/{mode}", shelf.open_form),
        Route("/tables", shelf.open_table, methods=["POST"]),
        Route("/tables/{table}", pages.table),
        Route("/tables/{table}/export.json", pages.export),
        Route("/talk", pages.talk),
        Route("/tables/{table}/replay", past.page),
        Route("/tables/{table}/replay.json", past.data),
        Route("/language", pages.choose_language, methods=["POST"]),
        Route("/manifest.{language}.webmanifest", installing.manifest),
        Route("/icons/{name}.png", installing.icon),
        Route("/service-worker.js", installing.worker),
        Route("/offline/{language}", installing.offline),
        Mount("/static/{version}", SlimFiles(directory=WEB / "static")),
    ]


async def _described(_: Request) -> Response:
    """What goes over HTTP here, for programs and those who write them."""
    return FileResponse(WEB / "openapi.json", media_type="application/json")


async def _gone(_: Request, __: Exception) -> Response:
    """Somebody has hung up amid a form, or never sent the rest of it: nobody reads this, and nothing is wrong."""
    return Response(status_code=400)


async def _send_with_headers(scope: Any, send: Any, message: Any) -> None:
    """Add the headers that every answer has, errors included; policies are for pages, and not for their many parts."""
    if message["type"] == "http.response.start":
        kept = scope["path"].startswith("/static/") and message["status"] == 200
        added = [(b"x-content-type-options", b"nosniff")]
        if not (kept and scope["path"].endswith((".js", ".css"))):
            added += [(b"content-security-policy", _policy(scope).encode()), (b"referrer-policy", b"same-origin")]
        if kept:
            added.append((b"cache-control", FOR_EVER))
        message["headers"] = [*message["headers"], *added]
    await send(message)


def _policy(scope: Any) -> str:
    """The content security policy. Older browsers do not see that 'self' includes our WebSockets: name them."""
    host = dict(scope["headers"]).get(b"host", b"")
    named = HOST.fullmatch(host)
    return POLICY.format(sockets=f" ws://{host.decode()} wss://{host.decode()}" if named else "")
