"""A table as lists show it. It is stored together with the events, so that no list ever folds a log."""

from typing import Any

import msgspec

from tablee.table.events import Clock
from tablee.table.table import Table
from tablee.table.time_up import due


class Seated(msgspec.Struct, frozen=True):
    """A sitter: a bot if there is a level, a person for whom a bot plays if there is a `stand_in`."""

    sitter: int
    name: str
    level: int = 0
    seat: int | None = None
    stand_in: int = 0
    program: bool = False


class Entry(msgspec.Struct, frozen=True):
    """What the directory of the house says of a table. Times are in milliseconds since 1970."""

    table: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    solo: bool
    status: str
    number: int
    """The latest event."""
    sitters: list[Seated]
    turn: int | None = None
    """The sitter to act, or to throw; None if nobody is, or this house could not tell."""
    opened: int = 0
    moved: int = 0
    """When something last happened."""
    scores: list[int] = []
    winners: list[int] = []
    reason: str = ""
    next_table: str = ""
    clock: Clock | None = None
    rated: bool = False
    due: int | None = None
    """When something must happen by itself if nobody acts; None if nothing must."""


def entry_of(table: Table) -> Entry:
    """The entry of a table as it is now."""
    opening, result, events = table.opening, table.result, table.events
    return Entry(
        table=opening.table,
        game=opening.game,
        rules=opening.rules,
        players=opening.players,
        options=opening.options,
        solo=opening.solo,
        status=table.status,
        number=table.number,
        sitters=[Seated(one.id, one.name, one.level, one.seat, one.stand_in, one.program) for one in table.sitters],
        turn=None if table.to_act is None else table.seats[table.to_act].id,
        opened=opening.opened or (events[0].at if events else 0),
        moved=events[-1].at if events else opening.opened,
        scores=result.scores if result else [],
        winners=result.winners if result else [],
        reason=(result.reason or "") if result else "",
        next_table=table.next_table,
        clock=opening.clock,
        rated=opening.rated,
        due=due(table),
    )
