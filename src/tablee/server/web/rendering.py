"""Render templates as pages, with what every page needs."""

import hashlib
from functools import cache
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from tablee.games import GameDefinition
from tablee.games.language import languages
from tablee.server.features.lessons.service import teaches
from tablee.server.features.puzzles.service import can_be_practised
from tablee.server.realtime.settings import WEB
from tablee.server.storage import Store
from tablee.server.views.friendly_names import friendly_name
from tablee.server.web.visit import keep_token, say_to, token_of, visitor

TEMPLATES = (WEB / "templates", WEB.parent / "features")
"""Where templates lie: those that pages share, and `FEATURE/NAME.html` in the folder of a feature."""
_templates = Jinja2Templates(directory=TEMPLATES)
_templates.env.trim_blocks = _templates.env.lstrip_blocks = True


class PageRenderer:
    """Renders pages in the visitor's language, with their name."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, request: Request, template: str, **context: Any) -> Response:
        """Render a template; the response is not to be cached."""
        person = await visitor(request, self._store)
        say = context.get("say") or say_to(request)
        context |= {
            "say": say,
            "language": say.code,
            "languages": languages(),
            "static": static,
            "worker": worker_address(say.code),
            "teaches": teaches,
            "can_be_practised": can_be_practised,
            "path": context.get("path", request.url.path),
            "person": person.name if person else "",
            "friendly": friendly_name(person.id, say) if person else "",
        }
        response = _templates.TemplateResponse(request, template, context, headers={"cache-control": "no-store"})
        keep_token(request, response, token_of(request))
        return response


def scenes_of(definition: GameDefinition) -> dict[str, Any]:
    """Template variables for showing scenes of a game."""
    return {"game": definition, "shapes": Markup(definition.shapes), "scene_css": f"/games/{definition.id}/scene.css"}


def static(path: str) -> str:
    """The address of a static file."""
    return f"/static/{static_version()}/{path}"


def worker_address(language_code: str) -> str:
    """The address of the service worker; it changes with the static files and the language."""
    return f"/service-worker.js?version={static_version()}&language={language_code}"


@cache
def static_version() -> str:
    """A digest of all static files, part of their addresses, so that browsers may cache them for ever."""
    digest = hashlib.sha256()
    folder = WEB / "static"
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]
