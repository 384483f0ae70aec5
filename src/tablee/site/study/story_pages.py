"""The story of a game that is over, as a page of its own and as a part of its replay."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.live.hub import Hub
from tablee.live.settings import Settings
from tablee.live.study.stories import Look
from tablee.show.sentences import headline
from tablee.site.printer import Printer, scenes_of
from tablee.site.study.told import story_page
from tablee.site.visit import asker_of, read_form, say_to
from tablee.table.table import Table


class StoryPages:
    """Answers requests for stories."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer

    @property
    def routes(self) -> list[Route]:
        """The addresses of stories."""
        return [
            Route("/tables/{table}/story", self.page, methods=["GET"]),
            Route("/tables/{table}/story", self.ask, methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        """The story as far as it is told; with `part`, what the page of the replay shows of it."""
        table = await self._over(request)
        if table is None:
            return RedirectResponse(f"/tables/{request.path_params['table']}", status_code=303)
        look = await self._hub.stories.look(table.id)
        is_part = "part" in request.query_params
        template = "study/story_inside.html" if is_part else "study/story.html"
        return await self._printer.page(request, template, **_shown(table, look, request), is_part=is_part)

    async def ask(self, request: Request) -> Response:
        """Somebody wants to know: let it be told."""
        self._hub.limits.take("replay", await asker_of(request, self._hub.store))
        await read_form(request, self._settings.origins)
        table = await self._over(request)
        if table is None:
            raise HTTPException(409)
        await self._hub.stories.ask(table, await asker_of(request, self._hub.store))
        return RedirectResponse(f"/tables/{table.id}/story", status_code=303)

    async def _over(self, request: Request) -> Table | None:
        """The table, if its game is over."""
        known = await self._hub.peek(request.path_params["table"])
        if known is None:
            raise HTTPException(404, "table")
        table, _ = known
        return table if table.status == "over" and table.folder is not None and table.state is not None else None


def _shown(table: Table, look: Look, request: Request) -> dict[str, Any]:
    """What the templates need."""
    assert table.folder is not None
    say, kept = say_to(request), look.kept
    is_whole = kept is not None and kept.is_current
    story = story_page(table, kept.story, say, whole=is_whole) if kept is not None and kept.story else None
    return {
        **scenes_of(table.folder),
        "table": table.id,
        "headline": headline(table, say),
        "story": story,
        "is_whole": is_whole,
        "is_under_way": look.is_under_way,
        "progress": None if look.progress is None else round(100 * look.progress),
    }
