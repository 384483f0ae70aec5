"""No opinion of an engine, and no table to try things out at, for who plays that game with other people just now.

Three questions, so that neither another browser of the same person, nor a fresh one beside it, nor somebody else who
is asked to look, gets an answer cheaply. docs/study.md says what they do not prevent.
"""

from tablee.games import GameFolder
from tablee.games.errors import TableeError
from tablee.kernel.contract import States
from tablee.live.hub import Hub
from tablee.live.limits import Asker
from tablee.live.live_table import LiveTable
from tablee.people.persons import Person
from tablee.table.directory import Entry
from tablee.table.events import Refused
from tablee.table.table import Table

MOST_TABLES = 400
"""Unfinished tables of one person that are looked at."""
LATEST = 6
"""Positions of a game that goes on which nobody is told anything about."""


async def check_fair(hub: Hub, folder: GameFolder, state: States, asker: Asker, person: Person | None) -> None:
    """Raise `Refused` if whoever asks may use it in a game that goes on."""
    if person is not None and await sits_with_others(hub, folder.id, person.id):
        raise Refused("game_goes_on")
    running = [live for live in hub.tables.values() if is_running(live.table, folder.id)]
    if any(_came_since(live, asker, person) for live in running):
        raise Refused("game_goes_on")
    if any(_is_there(folder, live.table, state) for live in running):
        raise Refused("game_goes_on")


async def sits_with_others(hub: Hub, game: str, person: str) -> bool:
    """Does a person sit at an unfinished table of a game at which others play, too, or the same deal elsewhere?"""
    entries = await hub.store.entries_of(person, unfinished=True, most=MOST_TABLES)
    here = [entry for entry, _ in entries if entry.game == game and entry.status == "playing"]
    if any(_has_people(entry) for entry in here):
        return True
    for entry in here:  # a deal that others play cannot be told by the entry
        known = await hub.peek(entry.table)
        if known is not None and known[0].opening.deal is not None:
            return True
    return False


def _has_people(entry: Entry) -> bool:
    return sum(not sitter.level for sitter in entry.sitters) > 1


def is_running(table: Table, game: str) -> bool:
    """Is it a game of that title that goes on between people?"""
    if table.opening.game != game or table.status != "playing":
        return False
    return table.opening.deal is not None or sum(not sitter.level for sitter in table.sitters) > 1


def _came_since(live: LiveTable, asker: Asker, person: Person | None) -> bool:
    """Has who asks come to the house since that game was opened, from where somebody plays it?"""
    since = person.since if person is not None else live.table.opening.opened + 1
    if since <= live.table.opening.opened:
        return False
    playing = [one for one in live.audience.connections if live.presence.sitter_of(one.person)]
    return any(one.asker.address == asker.address for one in playing)


def _is_there(folder: GameFolder, table: Table, state: States) -> bool:
    """Is it one of the latest positions of a game, whichever options somebody has written to it?"""
    if table.folder is not folder:
        return False
    try:
        renamed = folder.read({**folder.words.write(state), "options": table.opening.options})
    except TableeError:
        return False
    asked = folder.view(renamed, None)
    latest = [moment.state for moment in table.moments[-LATEST:] if moment.state is not None]
    return any(folder.view(one, None) == asked for one in latest)
