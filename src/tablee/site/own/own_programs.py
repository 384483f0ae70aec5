"""Programs that play for somebody: letting one in, and sending it away."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.language import Language
from tablee.live.forgetting import forget
from tablee.live.hub import Hub
from tablee.live.settings import Settings
from tablee.live.time import milliseconds_now
from tablee.people.programs import MOST_PROGRAMS, Program, new_program_id, session_of_program
from tablee.people.tokens import new_token
from tablee.site.printer import Printer
from tablee.site.visit import asker_of, introduced, read_form, visitor
from tablee.store import Store
from tablee.table.events import Refused
from tablee.table.names import chosen_name

BACK = "/me#programs"


class OwnPrograms:
    """Answers requests of people about their programs."""

    def __init__(self, hub: Hub, settings: Settings, printer: Printer) -> None:
        self._hub = hub
        self._settings = settings
        self._printer = printer

    async def make(self, request: Request) -> Response:
        """Let a program in under a name, and show its token this once."""
        form = await self._form(request)
        name = chosen_name(form.get("name", ""))
        if not name:
            raise Refused("name_unseen")
        person = await introduced(request, self._hub.store)
        token = new_token()
        program = Program(new_program_id(), person.id, name, milliseconds_now())
        if not await self._hub.store.programs.add(program, session_of_program(token), MOST_PROGRAMS):
            return RedirectResponse(BACK, status_code=303)
        return await self._printer.page(request, "own/program.html", name=name, token=token, path="/me")

    async def remove(self, request: Request) -> Response:
        """Send one of one's own programs away at once, wherever it is; any other is left alone."""
        form = await self._form(request)
        person = await visitor(request, self._hub.store)
        own = await self._hub.store.programs.of(person.id) if person else []
        for program in own:
            if program.id == form.get("program"):
                await forget(self._hub, program.id)
        return RedirectResponse(BACK, status_code=303)

    async def _form(self, request: Request) -> dict[str, str]:
        form = await read_form(request, self._settings.origins)
        await self._hub.limits.take_shared("change", await asker_of(request, self._hub.store))
        return form


async def program_rows(store: Store, person: str, say: Language) -> dict[str, Any]:
    """The programs of somebody as a page shows them, and whether there is room for more."""
    own = await store.programs.of(person) if person else []
    rows = [{"id": one.id, "name": one.name, "since": say.day(one.since)} for one in own]
    return {"rows": rows, "more": len(rows) < MOST_PROGRAMS}
