"""A table from what is stored of it, whatever has become of that."""

from collections.abc import Sequence

from tablee.games import GameFolder
from tablee.table.events import Event, Opening, Refused
from tablee.table.log import Unreadable
from tablee.table.snapshot import known_states
from tablee.table.table import Table, fold


def stored_table(
    opening: Opening,
    seed: bytes,
    folder: GameFolder | None,
    events: Sequence[Event],
    *,
    fault: str = "",
    snapshot: bytes = b"",
) -> Table:
    """The table that a stored log adds up to. `fault` says why the log could not be read further, if it could not.

    A log that cannot be read, or cannot have happened, makes a table that is `unserved`: it tells what is known without
    rules (names, seats, a result), and nothing can be decided at it. `folder` is None for a game that is missing.
    """
    if not fault:
        known = known_states(folder, opening, events, snapshot) if folder is not None and snapshot else None
        try:
            return fold(opening, seed, folder, events, known)
        except Unreadable as unreadable:
            fault = str(unreadable)
    return _told_without_rules(opening, seed, events, fault)


def _told_without_rules(opening: Opening, seed: bytes, events: Sequence[Event], fault: str) -> Table:
    table = Table(opening, seed, None)
    table.unserved, table.fault = "log", fault
    for event in events:
        try:
            table.append(event)
        except (Refused, ValueError, LookupError):
            break
    return table
