"""The ASGI application."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route

from tablee.bots.bot_process import BotFault
from tablee.bots.fork_server import ForkServer
from tablee.bots.worker_pool import BotPool
from tablee.games import game_ids, working_games
from tablee.server.features.accounts.deletion import InactivityDeletion
from tablee.server.features.accounts.device_links import DeviceLinkPages
from tablee.server.features.accounts.pages import AccountPages
from tablee.server.features.accounts.sign_in_pages import SignInPages
from tablee.server.features.analysis.pages import AnalysisPages
from tablee.server.features.analysis.plan_pages import PlanPages
from tablee.server.features.bot_accounts.pages import BotAccountPages
from tablee.server.features.clubs.pages import ClubPages
from tablee.server.features.daily.pages import DealPages
from tablee.server.features.daily.service import DailyService
from tablee.server.features.history.pages import HistoryPages
from tablee.server.features.history.profile_pages import ProfilePages
from tablee.server.features.history.season_pages import SeasonPages
from tablee.server.features.lessons.pages import LessonPages
from tablee.server.features.lobby.pages import LobbyPages
from tablee.server.features.moderation.host_service import HostService
from tablee.server.features.moderation.pages import HostPages
from tablee.server.features.notifications.deliveries import Deliveries
from tablee.server.features.notifications.pages import NotificationPages
from tablee.server.features.notifications.service import Notifier
from tablee.server.features.previews.pages import PicturePages
from tablee.server.features.puzzles.pages import PuzzlePages
from tablee.server.features.ratings.pages import LadderPages
from tablee.server.features.readiness.compilers import Compilers
from tablee.server.features.readiness.pages import ReadinessPages, WhenReady
from tablee.server.features.readiness.service import Readiness
from tablee.server.features.replays.pages import ReplayPages
from tablee.server.features.review.pages import StoryPages
from tablee.server.features.rulebooks.booklets import open_booklets
from tablee.server.features.rulebooks.pages import RulebookPages
from tablee.server.features.rulebooks.print_pages import PrintPages
from tablee.server.features.shelf.pages import ShelfPages
from tablee.server.features.tournaments.pages import TournamentPages
from tablee.server.features.tournaments.service import TournamentService
from tablee.server.hosting.serve_settings import Serving
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.rate_limits import Limits
from tablee.server.realtime.settings import WEB, Settings
from tablee.server.realtime.socket import TRY_LATER, Live
from tablee.server.storage import open_store
from tablee.server.web.admission import Admission
from tablee.server.web.error_pages import HANDLED, Errors
from tablee.server.web.health import Health
from tablee.server.web.installing import Installing
from tablee.server.web.portraits import portrait_file
from tablee.server.web.rendering import PageRenderer
from tablee.server.web.static_files import SlimFiles
from tablee.server.web.table_pages import FRAMES, Pages

logger = logging.getLogger("tablee")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; "
    "form-action 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors {frames}"
)
HOST = re.compile(rb"[\w.:\[\]-]+")
COMPRESSED_BESIDE = 32 * 1024
"""Bytes of an answer from which on a thread compresses it: 128 kB would take the event loop 5 ms."""
FOR_EVER = b"max-age=31536000, immutable"


def create_app(settings: Settings, serving: Serving | None = None, forks: ForkServer | None = None) -> "App":
    """The whole server as one ASGI application.

    `serving` is how `tablee serve` runs, for the host's page; `forks` forks the bot workers.
    """
    store = open_store(settings.database_url, settings.database_patience)
    pool = BotPool(settings.bot_workers, settings.bot_command, settings.bot_patience, quick=1, forks=forks)
    readiness = Readiness(definition.id for definition in working_games())
    compilers, waiting = Compilers(readiness), ReadinessPages(readiness)
    hub = Hub(store, pool, settings.absence, limits=Limits(settings), readiness=readiness)
    health = Health(store, readiness)
    deliveries = Deliveries(store, settings, hub.clock)
    notifier = Notifier(store, hub.connections, deliveries, hub.clock)
    host = HostService(store, hub.connections, hub.announcements, deliveries, hub.clock)
    printer = PageRenderer(store, hub.announcements)
    notifications = NotificationPages(hub, deliveries, settings, printer)
    forgetting = InactivityDeletion(hub, settings.forget_after_days, chat_days=settings.forget_chat_after_days)
    errors = Errors(printer)
    lobby = LobbyPages(hub, settings, printer)
    days, tournaments = DailyService(hub), TournamentService(hub)
    deals = DealPages(hub, days, settings, printer)
    booklets = open_booklets(settings.rulebooks, game_ids())
    shelf, pages = ShelfPages(hub, settings, printer, lobby, deals, booklets), Pages(hub, settings, printer)
    past, installing = ReplayPages(hub, settings, printer), Installing(printer, store)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        compilers.start()
        starting = asyncio.create_task(_start(pool if settings.bots_at_once else None, health))
        await hub.start()
        await notifier.open()
        running = [asyncio.create_task(service.run()) for service in (host, forgetting, days, tournaments)]
        yield
        readiness.close()
        for task in running:
            task.cancel()
        await asyncio.wait(running)
        await notifier.close()
        await hub.close()
        await pool.close()
        await compilers.close()
        await starting
        await store.close()

    site = Starlette(
        routes=[
            *waiting.routes,
            *PicturePages(hub, settings, printer).routes,
            Route("/games/{game}/ladder", LadderPages(hub, settings, printer).page),
            *_puzzle_routes(PuzzlePages(hub, settings, printer), waiting.when_ready),
            *_analysis_routes(
                AnalysisPages(hub, settings, printer), PlanPages(hub, settings, printer), waiting.when_ready
            ),
            *PrintPages(hub, settings, printer).routes,
            *RulebookPages(hub, settings, printer, booklets).routes,
            *_lesson_routes(LessonPages(hub, settings, printer), waiting.when_ready),
            *_routes(shelf, pages, past, installing),
            *notifications.routes,
            *StoryPages(hub, settings, printer).routes,
            *_routes_of_people(hub, settings, printer, notifications),
            *lobby.routes,
            *HostPages(hub, settings, printer, host, notifications, serving).routes,
            *deals.routes,
            *TournamentPages(hub, settings, printer, tournaments).routes,
            *ClubPages(hub, settings, printer).routes,
            Route("/health", health.health),
            Route("/ready", health.ready),
            Route("/openapi.json", _described, methods=["GET"]),
        ],
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, minimum_size=600, thread_minimum_size=COMPRESSED_BESIDE)],
        exception_handlers={**dict.fromkeys(HANDLED, errors.message), ClientDisconnect: _gone},
    )
    return App(site, Live(hub, settings), hub, pool, health, Admission(hub, settings, errors))


class App:
    """Pages go through Starlette; live connections bypass its middleware, which would cost time for every message."""

    def __init__(
        self, site: Starlette, live: Live, hub: Hub, bots: BotPool, health: Health, admission: Admission
    ) -> None:
        self.site = site
        self.hub = hub
        self.bots = bots
        self.health = health
        self._live = live
        self._admission = admission

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """The ASGI entry."""
        try:
            await self._serve(scope, receive, send)
        except asyncio.CancelledError:  # the server stops, and has no more patience with this request
            if scope["type"] == "lifespan":
                raise
            with suppress(Exception):  # an answer may have begun, or nobody may be there any more
                await _break_off(scope, receive, send)

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            if not await self._admission.turn_away_socket(scope, receive, send):
                await self._live(scope, receive, send)
        elif scope["type"] == "http":
            send_it = partial(_send_with_headers, scope, send)
            if not await self._admission.turn_away(scope, receive, send_it):
                await self.site(scope, receive, send_it)
        else:
            await self.site(scope, receive, send)


async def _start(pool: BotPool | None, health: Health) -> None:
    """Start the bots in the background: people can play with each other without them."""
    try:
        if pool is not None:
            await pool.start()
        health.settle_bots(ready=True)
    except BotFault as failure:
        health.settle_bots(ready=False)
        logger.warning("the bots do not start: %s", failure)


def _routes_of_people(
    hub: Hub, settings: Settings, printer: PageRenderer, notifications: NotificationPages
) -> list[Any]:
    device_links, account = DeviceLinkPages(hub, settings, printer), AccountPages(hub, settings, printer, notifications)
    games, bot_accounts = HistoryPages(hub, settings, printer), BotAccountPages(hub, settings, printer)
    profiles = ProfilePages(hub, settings, printer)
    return [
        Route("/device-links", device_links.give, methods=["POST"]),
        Route("/device-links/{name}", device_links.ask, methods=["GET"]),
        Route("/device-links/{name}", device_links.use, methods=["POST"]),
        Route("/me", account.page),
        Route("/me/name", account.rename, methods=["POST"]),
        Route("/me/holidays", account.announce_holidays, methods=["POST"]),
        Route("/me/sessions/end", account.end_session, methods=["POST"]),
        Route("/me/everything.json", account.download, methods=["GET"]),
        Route("/me/unmute", account.unmute, methods=["POST"]),
        Route("/me/delete", account.delete, methods=["POST"]),
        Route("/me/bot-accounts", bot_accounts.make, methods=["POST"]),
        Route("/me/bot-accounts/remove", bot_accounts.remove, methods=["POST"]),
        Route("/privacy", account.privacy),
        *SignInPages(hub, settings, printer).routes,
        Route("/me/games", games.page),
        Route("/me/next-table.json", games.next_table),
        Route("/me/look-back", SeasonPages(hub, settings, printer).page),
        Route("/me/profile", profiles.own),
        Route("/me/public", profiles.publish, methods=["POST"]),
        Route("/people/{address}", profiles.public),
    ]


def _puzzle_routes(puzzles: PuzzlePages, when_ready: WhenReady) -> list[Any]:
    return [
        Route("/practise", puzzles.all_games),
        Route("/games/{game}/puzzles", when_ready(puzzles.page)),
        Route("/games/{game}/puzzles/{puzzle}", when_ready(puzzles.position), methods=["POST"]),
    ]


def _analysis_routes(analysis: AnalysisPages, plans: PlanPages, when_ready: WhenReady) -> list[Any]:
    return [
        Route("/games/{game}/analysis", when_ready(analysis.page)),
        Route("/games/{game}/analysis", when_ready(analysis.pasted), methods=["POST"]),
        Route("/games/{game}/analysis/try", when_ready(analysis.attempt), methods=["POST"]),
        Route("/games/{game}/analysis/table", when_ready(analysis.open_table), methods=["POST"]),
        Route("/tables/{table}/plan", plans.page, methods=["GET"]),
        Route("/tables/{table}/plan", plans.change, methods=["POST"]),
        Route("/tables/{table}/plan/try", plans.attempt, methods=["POST"]),
    ]


def _lesson_routes(lessons: LessonPages, when_ready: WhenReady) -> list[Any]:
    return [
        Route("/learn", lessons.learn),
        Route("/games/{game}/lesson", when_ready(lessons.lesson)),
        Route("/games/{game}/lesson/text", when_ready(lessons.text)),
        Route("/games/{game}/strategy", when_ready(lessons.strategy)),
        Route("/games/{game}/lesson/{step}", when_ready(lessons.step), methods=["POST"]),
    ]


def _routes(shelf: ShelfPages, pages: Pages, past: ReplayPages, installing: Installing) -> list[Any]:
    return [
        Route("/", shelf.home),
        Route("/games/{game}/cover.svg", pages.cover),
        Route("/games/{game}/scene.css", pages.scene_style),
        Route("/games/{game}/{mode}", shelf.open_form),
        Route("/tables", shelf.open_table, methods=["POST"]),
        Route("/tables/{table}", pages.table),
        Route("/tables/{table}/screen", pages.screen),
        Route("/tables/{table}/export.json", pages.export),
        Route("/tables/{table}/away.json", pages.away, methods=["GET"]),
        Route("/chat", pages.chat),
        Route("/tables/{table}/replay", past.page),
        Route("/tables/{table}/replay.json", past.data),
        Route("/language", pages.choose_language, methods=["POST"]),
        Route("/manifest.{language}.webmanifest", installing.manifest),
        Route("/icons/{name}.png", installing.icon),
        Route("/faces/{number}.svg", portrait_file),
        Route("/service-worker.js", installing.worker),
        Route("/offline/{language}", installing.offline),
        Route("/me/offline.json", installing.pages),
        Mount("/static/{version}", SlimFiles(directory=WEB / "static")),
    ]


async def _described(_: Request) -> Response:
    """The OpenAPI description of the HTTP interface."""
    return FileResponse(WEB / "openapi.json", media_type="application/json")


async def _break_off(scope: Any, receive: Any, send: Any) -> None:
    """Tell whoever waits for an answer that the server stops."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": TRY_LATER})
    else:
        await PlainTextResponse("503 The server stops", 503, {"retry-after": "10"})(scope, receive, send)


async def _gone(_: Request, __: Exception) -> Response:
    """The client disconnected while sending a body: nobody reads this answer."""
    return Response(status_code=400)


async def _send_with_headers(scope: Any, send: Any, message: Any) -> None:
    """Add security and cache headers to every answer; the content policy only to pages."""
    if message["type"] == "http.response.start":
        kept = scope["path"].startswith("/static/") and message["status"] == 200
        added = [(b"x-content-type-options", b"nosniff")]
        if not (kept and scope["path"].endswith((".js", ".css"))):
            host = dict(scope["headers"]).get(b"host", b"")
            # Older browsers do not include our WebSockets in 'self'.
            sockets = f" ws://{host.decode()} wss://{host.decode()}" if HOST.fullmatch(host) else ""
            added.append((b"referrer-policy", b"same-origin"))
            if not any(name == b"content-security-policy" for name, _ in message["headers"]):  # some are stricter
                added.append(
                    (
                        b"content-security-policy",
                        POLICY.format(sockets=sockets, frames=scope.get(FRAMES, "'none'")).encode(),
                    )
                )
        if kept:
            added.append((b"cache-control", FOR_EVER))
        message["headers"] = [*message["headers"], *added]
    await send(message)
