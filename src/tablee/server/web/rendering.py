"""Render templates as pages; and the base of the groups of pages."""

import hashlib
import re
from functools import cache
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from tablee.games import GameDefinition
from tablee.games.language import languages
from tablee.server.features.accounts.model import Person
from tablee.server.features.lessons.service import teaches
from tablee.server.features.lessons.strategy_page import has_strategy, seat_lines
from tablee.server.features.moderation.model import READ_COOKIE, AnnouncementBoard
from tablee.server.features.puzzles.service import can_be_practised
from tablee.server.features.rulebooks.model import has_sources
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.rate_limits import Asker
from tablee.server.realtime.settings import LONGEST_FORM, WEB, Settings
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import Store, Unavailable
from tablee.server.table.table import Table
from tablee.server.views.friendly_names import friendly_name
from tablee.server.web.portraits import portrait_number
from tablee.server.web.static_files import slim
from tablee.server.web.visit import asker_of, introduced, keep_token, read_body, read_form, say_to, token_of, visitor

TEMPLATES = (WEB / "templates", WEB.parent / "features")
"""Where templates lie: those that pages share, and `FEATURE/NAME.html` in the folder of a feature."""
_templates = Jinja2Templates(directory=TEMPLATES)
_templates.env.trim_blocks = _templates.env.lstrip_blocks = True
_templates.env.globals["portrait_number"] = portrait_number


class PageRenderer:
    """Renders pages in the visitor's language, with their name."""

    def __init__(self, store: Store, announcements: AnnouncementBoard) -> None:
        self._store = store
        self._announcements = announcements

    async def page(self, request: Request, template: str, **context: Any) -> Response:
        """Render a template; the response is not to be cached."""
        person = await visitor(request, self._store)
        say = context.get("say") or say_to(request)
        path = context.get("path", request.url.path)
        # A page that the browser keeps says nothing of who fetched it.
        turns, invited = await self._waiting_for("" if person is None or "kept" in context else person.id)
        context |= {
            "say": say,
            "language": say.code,
            "languages": languages(),
            "static": static,
            "worker": f"/service-worker.js?version={static_version()}&language={say.code}&person={_digest(person)}",
            "teaches": teaches,
            "has_strategy": has_strategy,
            "seat_lines": seat_lines,
            "has_sources": has_sources,
            "can_be_practised": can_be_practised,
            "path": path,
            "section": section_of(path),
            "turns": turns,
            "invited": invited,
            "person": person.name if person else "",
            "friendly": friendly_name(person.id, say) if person else "",
            "announcements": self._announcements.shown(
                say.code, milliseconds_now(), request.cookies.get(READ_COOKIE, "").split(".")
            ),
        }
        response = _templates.TemplateResponse(request, template, context, headers={"cache-control": "no-store"})
        keep_token(request, response, token_of(request))
        return response

    async def _waiting_for(self, person: str) -> tuple[int, int]:
        """How many tables wait for a person, and how many invitations they have not answered."""
        if not person:
            return 0, 0
        try:
            turns = len(await self._store.waiting_tables(person))
            return turns, await self._store.lobby.count_invitations(person, milliseconds_now())
        except Unavailable:  # the page itself says so, if it needs more
            return 0, 0


def _digest(person: Person | None) -> str:
    """Tells apart for whom a browser keeps something, and says nothing else; empty for anonymous visitors."""
    return hashlib.sha256(f"{person.id} keeps".encode()).hexdigest()[:8] if person else ""


class PageGroup:
    """Handlers of some pages, with what they all do: find out who asks, read forms, count against rate limits."""

    def __init__(self, hub: Hub, settings: Settings, printer: PageRenderer) -> None:
        self._hub = hub
        self._store = hub.store
        self._settings = settings
        self._printer = printer

    async def _visitor(self, request: Request) -> Person | None:
        return await visitor(request, self._store)

    async def _introduced(self, request: Request) -> Person:
        return await introduced(request, self._store)

    async def _asker(self, request: Request) -> Asker:
        return await asker_of(request, self._store)

    async def _read_body(self, request: Request, most: int = LONGEST_FORM) -> bytes:
        return await read_body(request, self._settings.origins, most)

    async def _read_form(self, request: Request, most: int = LONGEST_FORM) -> dict[str, str]:
        return await read_form(request, self._settings.origins, most)

    async def _read_change(self, request: Request) -> dict[str, str]:
        """Read a form that changes something, and count it against the rate limit."""
        form = await self._read_form(request)
        await self._count_change(request)
        return form

    async def _count_change(self, request: Request) -> None:
        self._hub.limits.take("change", await self._asker(request))

    async def _count_look(self, request: Request) -> None:
        """Count a page that is expensive to make."""
        self._hub.limits.take("replay", await self._asker(request))

    async def _table(self, request: Request) -> tuple[Table, dict[int, str]]:
        """The table in the address, and which person each participant is; 404 if there is none."""
        known = await self._hub.peek(request.path_params["table"])
        if known is None:
            raise HTTPException(404, "table")
        return known


_SECTIONS = {
    "learn": re.compile(r"/learn|/games/[^/]+/(rules|sources|lesson|strategy|print)(/.*)?|/rulebooks/.*"),
    "practise": re.compile(r"/practise|/games/[^/]+/puzzles"),
    "daily": re.compile(r"/day(/.*)?|/cards/.*"),
    "watch": re.compile(r"/watch"),
    "games": re.compile(r"/me/(games|look-back).*|/tables/[^/]+/(replay|story)"),
    "me": re.compile(r"/me(/profile)?|/sign-in"),
    "play": re.compile(r"/|/games/[^/]+/(bots|friends|ladder)|/tournaments.*|/clubs.*"),
}


def section_of(path: str) -> str:
    """The entry of the main menu to which a page belongs; empty if to none.

    >>> section_of("/games/isis/rules"), section_of("/games/isis/lesson/text"), section_of("/"), section_of("/privacy")
    ('learn', 'learn', 'play', '')
    """
    return next((name for name, pages in _SECTIONS.items() if pages.fullmatch(path)), "")


def scenes_of(definition: GameDefinition) -> dict[str, Any]:
    """Template variables for showing scenes of a game."""
    shapes = Markup(slim(definition.shapes))
    return {"game": definition, "shapes": shapes, "scene_css": f"/games/{definition.id}/scene.css"}


def static(path: str) -> str:
    """The address of a static file."""
    return f"/static/{static_version()}/{path}"


@cache
def static_version() -> str:
    """A digest of all static files, part of their addresses, so that browsers may cache them for ever."""
    digest = hashlib.sha256()
    folder = WEB / "static"
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]
