"""What has happened since somebody's turn: of everybody else the latest thing that matters, in one line each."""

from collections.abc import Callable, Sequence
from typing import Any

from tablee.table.events import Act, Chance, Event, Leave, Step
from tablee.table.past import in_force
from tablee.table.table import Table

FURTHEST = 60
"""So many events are looked at: nobody waits longer for their turn."""


def own_turn(table: Table, seat: int | None) -> int:
    """The number of the latest action of a seat that is in force; for an onlooker, of the action before the latest."""
    return _own_turn(in_force(table.events[-FURTHEST:]), seat)


def _own_turn(events: Sequence[Event], seat: int | None) -> int:
    acts = [event for event in events if isinstance(event, Act)]
    if seat is None:
        return acts[-2].number if len(acts) > 1 else 0
    return next((event.number for event in reversed(acts) if event.seat == seat), 0)


def since_turn(
    table: Table, seat: int | None, tell: Callable[[Step | Leave], str], leaves: Callable[[Event], bool]
) -> list[dict[str, Any]]:
    """One line for everybody who has done something since a seat's turn, in the order in which it happened.

    `tell` says what the log says of an event, `leaves` whether a step has left something to be seen. What does not is
    told only if it was chance that decided it: a throw that lost a turn. One's own turn that dice lost is told, too.
    """
    events = in_force(table.events[-FURTHEST:])
    first = _own_turn(events, seat)
    told: dict[int, Step | Leave] = {}
    for event in events:
        if event.number > first and isinstance(event, (Act, Chance, Leave)) and _matters(table, event, seat, leaves):
            told.pop(event.seat, None)
            told[event.seat] = event
    lines = ((whose, tell(event)) for whose, event in told.items())
    return [{"seat": whose, "colour": table.colour(whose), "words": words} for whose, words in lines if words]


def _matters(table: Table, event: Step | Leave, seat: int | None, leaves: Callable[[Event], bool]) -> bool:
    if isinstance(event, Leave):
        return True
    if event.seat == seat:
        return isinstance(event, Chance) and table.to_act != seat and event.number == table.latest_step
    return isinstance(event, Chance) or leaves(event)
