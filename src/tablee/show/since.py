"""What has happened since somebody's turn: of everybody else the latest thing that matters, in one line each."""

from collections.abc import Callable, Iterator
from typing import Any

from tablee.table.events import Act, Chance, Event, Leave, Step
from tablee.table.table import Table

FURTHEST = 60
"""So many events are looked at: nobody waits longer for their turn."""


def own_turn(table: Table, seat: int | None) -> int:
    """The number of the latest action of a seat that is in force; for an onlooker, of the action before the latest."""
    to_skip = 1 if seat is None else 0
    for event in _backwards(table, table.number - FURTHEST):
        if isinstance(event, Act) and seat in (None, event.seat):
            if not to_skip:
                return event.number
            to_skip -= 1
    return 0


def _backwards(table: Table, after: int) -> Iterator[Step | Leave]:
    """What is in force of the events after one, the latest first."""
    for step in reversed(table.steps):
        if step.event.number <= after:
            return
        yield step.event


def since_turn(
    table: Table, seat: int | None, tell: Callable[[Step | Leave], str], leaves: Callable[[Event], bool]
) -> list[dict[str, Any]]:
    """One line for everybody who has done something since a seat's turn, in the order in which it happened.

    `tell` says what the log says of an event, `leaves` whether a step has left something to be seen. What does not is
    told only if it was chance that decided it: a throw that lost a turn. One's own turn that dice lost is told, too.
    """
    first = max(own_turn(table, seat), table.number - FURTHEST)
    told: dict[int, Step | Leave] = {}
    for event in _backwards(table, first):
        if event.seat not in told and _matters(table, event, seat, leaves):
            told[event.seat] = event
    lines = ((whose, tell(event)) for whose, event in reversed(told.items()))
    return [{"seat": whose, "colour": table.colour(whose), "words": words} for whose, words in lines if words]


def _matters(table: Table, event: Step | Leave, seat: int | None, leaves: Callable[[Event], bool]) -> bool:
    if isinstance(event, Leave):
        return True
    if event.seat == seat:
        return isinstance(event, Chance) and table.to_act != seat and event.number == table.latest_step
    return isinstance(event, Chance) or leaves(event)
