"""What happens by itself at a table with a clock: time is up, bots play on with nobody there, the house was shut.

Like all decisions these change nothing: they are told what time it is, and return the events that would follow.
"""

from collections.abc import Iterable

from tablee.table.clock import A_MINUTE, A_SECOND
from tablee.table.events import Away, Event
from tablee.table.table import Table

BOTS_PATIENCE = 20 * A_SECOND
"""After how long without a move of the bot to act somebody looks after it: its server may be gone."""

Span = tuple[int, int]
"""From when to when, in milliseconds since 1970."""


def time_up(table: Table, now: int) -> list[Event]:
    """What follows if the time of the one to act is up: a bot plays on for them or, where it counts, they have left."""
    clock, seat = table.opening.clock, table.times.seat
    until = table.times.until(clock) if clock is not None else None
    if seat is None or until is None or now < until or table.unserved:
        return []
    return table.leave(seat, now, time=True) if table.opening.rated else table.hand(seat, now, time=True)


def due(table: Table) -> int | None:
    """When something must happen by itself at a table if nobody acts; None if nothing must."""
    clock = table.opening.clock
    if clock is None or table.to_act is None:
        return None
    until = table.times.until(clock)
    if until is not None:
        return until
    return table.times.at + BOTS_PATIENCE if somebody_waits(table) else None


def somebody_waits(table: Table) -> bool:
    """Does a person wait for a bot to play, here or elsewhere? At tables with a clock nobody need be connected."""
    people = (one for one in table.seats if not one.played_by and not table.has_left(one.seat))
    return table.opening.clock is not None and any(people)


def away(table: Table, spans: Iterable[Span], now: int) -> list[Event]:
    """What is to be written down of the times at which the house was shut, before anything else is decided.

    Those that ended before the latest event are known, or did not matter; so are those too short to matter by days.
    """
    clock = table.opening.clock
    if clock is None or table.times.seat is None:
        return []
    short = A_MINUTE if clock.is_by_days else 0
    long = [(since, until) for since, until in _between(spans, table.times.at, now) if until - since > short]
    return [Away(number, until, since) for number, (since, until) in enumerate(long, start=table.number + 1)]


def _between(spans: Iterable[Span], after: int, before: int) -> Iterable[Span]:
    """The parts of spans that lie between two times, one after the other."""
    return ((max(since, after), min(until, before)) for since, until in sorted(spans))
