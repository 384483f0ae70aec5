"""Prints pages: templates with what every page needs."""

import hashlib
from functools import cache
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from tablee.games import GameFolder
from tablee.language import languages
from tablee.live.settings import WEB
from tablee.show.friendly_names import friendly_name
from tablee.show.lesson import teaches
from tablee.show.practice import can_be_practised
from tablee.site.visit import keep_token, say_to, token_of, visitor
from tablee.store import Store

_templates = Jinja2Templates(directory=WEB / "templates")
_templates.env.trim_blocks = _templates.env.lstrip_blocks = True


class Printer:
    """Prints pages for whoever asks, in their language and with their name."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, request: Request, template: str, **context: Any) -> Response:
        """A template as a page, which nobody keeps."""
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


def scenes_of(folder: GameFolder) -> dict[str, Any]:
    """What a template needs to show scenes of a game."""
    return {"game": folder, "shapes": Markup(folder.shapes), "scene_css": f"/games/{folder.id}/scene.css"}


def static(path: str) -> str:
    """The address of a static file."""
    return f"/static/{static_version()}/{path}"


def worker_address(language_code: str) -> str:
    """The address of the worker between page and network: for other static files, or another language, another one."""
    return f"/service-worker.js?version={static_version()}&language={language_code}"


@cache
def static_version() -> str:
    """A digest in the address of every static file, so that browsers may keep them for ever."""
    digest = hashlib.sha256()
    folder = WEB / "static"
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]
