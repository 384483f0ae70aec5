"""What programs may do at tables: play. Names and talk are for people, and so are several seats on one device."""

from collections.abc import Mapping

from tablee.live import messages
from tablee.live.settings import Settings
from tablee.store import Store
from tablee.table.events import Refused

FOR_PEOPLE = (
    messages.Name,
    messages.Beside,
    messages.Hint,
    messages.Again,
    messages.Say,
    messages.Write,
    messages.Mute,
    messages.Report,
)
"""What no program may ask for."""
OF_FORMS = ("name", "beside_", "invite_", "opponent_")
"""How the fields of forms begin that are for people alone."""


class ProgramRules:
    """Raises `Refused` for what is not for programs, or more than those of one person may."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._most = settings.most_program_tables

    async def check_message(self, program: str, table: str, message: messages.Message) -> None:
        """May a program say that at a table?"""
        if isinstance(message, FOR_PEOPLE):
            raise Refused("not_for_programs")
        if isinstance(message, messages.Sit):
            await self.check_room(program, table)

    async def check_opening(self, program: str, form: Mapping[str, str]) -> None:
        """May a program open the table that a form asks for? Only one to which whoever likes may come."""
        if form.get("mode") != "friends" or form.get("open") != "yes" or any(one.startswith(OF_FORMS) for one in form):
            raise Refused("not_for_programs")
        await self.check_room(program, "")

    async def check_room(self, program: str, table: str) -> None:
        """May the programs of its owner sit at one more table? Where they sit already, they may."""
        if await self._store.programs.playing(program, table) >= self._most:
            raise Refused("too_many_programs")
