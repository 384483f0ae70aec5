"""Automatic events at a table with a clock: timeouts, bots that play while nobody is connected, server downtime.

Like all decisions, these functions change nothing. They take the current time and return the events that would follow.
"""

from collections.abc import Iterable

from tablee.server.table.clock import A_MINUTE, A_SECOND
from tablee.server.table.events import Away, Event
from tablee.server.table.table import Table

BOTS_PATIENCE = 20 * A_SECOND
"""How long the bot to act may take before another server looks after the table: its own may be gone."""

Span = tuple[int, int]
"""Start and end, in milliseconds since 1970."""


def time_up(table: Table, now: int) -> list[Event]:
    """The events of a timeout: a bot takes over or, at a rated table, the seat leaves the game."""
    clock, seat = table.opening.clock, table.times.seat
    until = table.times.until(clock) if clock is not None else None
    if seat is None or until is None or now < until or table.unserved:
        return []
    return table.leave(seat, now, time=True) if table.opening.rated else table.hand(seat, now, time=True)


def due(table: Table) -> int | None:
    """When the server must act at a table if nobody does; None if it need not."""
    clock = table.opening.clock
    if clock is None or table.to_act is None:
        return None
    until = table.times.until(clock)
    if until is not None:
        return until
    return table.times.at + BOTS_PATIENCE if somebody_waits(table) else None


def somebody_waits(table: Table) -> bool:
    """Does a person wait for a bot? At tables with a clock the person need not be connected."""
    people = (one for one in table.seats if not one.played_by and not table.has_left(one.seat))
    return table.opening.clock is not None and any(people)


def away(table: Table, spans: Iterable[Span], now: int) -> list[Event]:
    """The events that record when the server was down, to be stored before any other decision.

    Spans that ended before the latest event are ignored, and so are short ones with a clock by days.
    """
    clock = table.opening.clock
    if clock is None or table.times.seat is None:
        return []
    short = A_MINUTE if clock.is_by_days else 0
    cut = ((max(since, table.times.at), min(until, now)) for since, until in sorted(spans))
    long = [(since, until) for since, until in cut if until - since > short]
    return [Away(number, until, since) for number, (since, until) in enumerate(long, start=table.number + 1)]
