"""What the log of a finished table says about who has done better than whom. No rules are needed for that."""

from collections.abc import Sequence
from typing import NamedTuple

from tablee.people.ratings import DAYS, SITTING, Contest, Contestant
from tablee.table.events import Clock, Event, Leave, Opening, Over, Sit, Start

STAYED = 2**62
"""Later than any event."""


def contest_of(opening: Opening, events: Sequence[Event], fault: str = "") -> Contest:
    """Who has won comes first, then by points; last who has left, the earlier the worse."""
    told = _told(events)
    return Contest(
        table=opening.table,
        game=opening.game,
        pace=pace_of(opening.clock),
        ended=told.over.at if told.over is not None else 0,
        seats=_seats(told),
        fault=fault or _fault(opening, told),
    )


def pace_of(clock: Clock | None) -> str:
    """The pace for which a table with that clock is rated."""
    return DAYS if clock is not None and clock.is_by_days else SITTING


class _Told(NamedTuple):
    levels: dict[int, int]
    order: list[int]
    left: dict[int, int]
    over: Over | None


def _told(events: Sequence[Event]) -> _Told:
    order = [event.order for event in events if isinstance(event, Start)]
    overs = [event for event in events if isinstance(event, Over)]
    return _Told(
        levels={event.number: event.level for event in events if isinstance(event, Sit)},
        order=order[-1] if order else [],
        left={event.seat: event.number for event in events if isinstance(event, Leave)},
        over=overs[-1] if overs else None,
    )


def _fault(opening: Opening, told: _Told) -> str:
    """Why nothing can be said of it."""
    if told.over is None or len(told.over.scores) != len(told.order) or not told.over.winners:
        return "it has not come to an end"
    if not opening.rated or opening.clock is None:
        return "it was not offered as one that counts"
    return ""


def _seats(told: _Told) -> tuple[Contestant, ...]:
    if told.over is None or len(told.over.scores) != len(told.order):
        return ()
    over = told.over
    standing = [
        (seat not in over.winners, -told.left.get(seat, STAYED), 0 if seat in told.left else -points)
        for seat, points in enumerate(over.scores)
    ]
    return tuple(
        Contestant(sitter, told.levels.get(sitter, 0), sum(other < standing[seat] for other in standing))
        for seat, sitter in enumerate(told.order)
    )
