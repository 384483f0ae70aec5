"""Refuse analysis to people who play a rated game of the same title at that time, or any with others.

All that an engine knows shares the first check. Three more make cheating harder from another browser of a person, from
a fresh browser beside it, and by asking somebody else. `docs/players/puzzles.md` says what they do not prevent.
"""

from collections.abc import Sequence

from tablee.engine.contract import States
from tablee.games import GameDefinition
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.server.features.accounts.model import Person
from tablee.server.features.ratings.service import check_engine_allowed
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.rate_limits import Asker
from tablee.server.realtime.tasks import run_in_worker_thread
from tablee.server.table.events import Refused
from tablee.server.table.table import Table

MOST_TABLES = 400
"""Unfinished tables of one person to look at."""
LATEST = 6
"""The latest positions of a running game, which nobody may analyse."""


async def check_fair(hub: Hub, definition: GameDefinition, state: States, asker: Asker, person: Person | None) -> None:
    """Raise `Refused` if the answer could be used in a running game."""
    await check_engine_allowed(hub.store, definition.id, person.id if person else "")
    if person is not None and await sits_with_others(hub, definition.id, person.id):
        raise Refused("game_goes_on")
    running = [live for live in hub.tables.values() if is_running(live.table, definition.id)]
    for live in running:
        is_newer = person is None or person.since > live.table.opening.opened
        playing = [one for one in live.broadcaster.connections if live.presence.participant_of(one.person)]
        if is_newer and any(one.asker.address == asker.address for one in playing):
            raise Refused("game_goes_on")
    if await run_in_worker_thread(_is_played, definition, [live.table for live in running], state):
        raise Refused("game_goes_on")


async def sits_with_others(hub: Hub, game: str, person: str) -> bool:
    """Does a person play this game with others, or a deal that others play, too?"""
    entries = await hub.store.entries_of(person, unfinished=True, most=MOST_TABLES)
    here = [entry for entry, _ in entries if entry.game == game and entry.status == "playing"]
    if any(sum(not one.level for one in entry.participants) > 1 for entry in here):
        return True
    for entry in here:  # the directory entry does not say whether it is a deal
        known = await hub.peek(entry.table)
        if known is not None and known[0].opening.deal is not None:
            return True
    return False


def is_running(table: Table, game: str) -> bool:
    """Is this title being played here between people, as a shared deal or for ratings?"""
    if table.opening.game != game or table.status != "playing":
        return False
    counts = table.opening.rated or table.opening.deal is not None
    return counts or sum(not participant.level for participant in table.participants) > 1


def _is_played(definition: GameDefinition, tables: Sequence[Table], state: States) -> bool:
    """Is the state one of the latest positions of a table, whatever options it was given?"""
    written = definition.words.write(state)
    return any(_is_there(definition, table, written) for table in tables if table.definition is definition)


def _is_there(definition: GameDefinition, table: Table, written: Document) -> bool:
    try:
        renamed = definition.read({**written, "options": table.opening.options})
    except TableeError:
        return False
    asked = definition.view(renamed, None)
    latest = [moment.state for moment in table.past_states[-LATEST:] if moment.state is not None]
    return any(definition.view(one, None) == asked for one in latest)
