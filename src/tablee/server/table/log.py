"""Stored log lines: one JSON object for each event, tagged with its kind (`"event"`).

Stored logs stay readable for ever. To change how a kind of event is written, give it a new tag in `events.py`, and add
a conversion from the old tag to `OLDER_KINDS`.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tablee.server.table.events import Event

Line = dict[str, Any]
OLDER_KINDS: dict[str, Callable[[Line], Line]] = {}
"""Retired tags → the function that converts such a line to the current tag."""

_read: Callable[[bytes | str], Event] = msgspec.json.Decoder(Event).decode
_FAULTS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Unreadable(Exception):
    """A log, or a line of it, that this version cannot read; the message says why."""


encode_event: Callable[[Event], bytes] = msgspec.json.Encoder().encode
"""Encode an event as a stored line, in bytes."""


def read_event(line: bytes | str) -> Event:
    """Decode a stored line; raises `Unreadable`."""
    try:
        return _read(line)
    except _FAULTS as error:
        fault = str(error)
    try:
        decoded = msgspec.json.decode(line, type=Line)
        while (kind := decoded.get("event")) in OLDER_KINDS:
            decoded = OLDER_KINDS[kind](decoded)
        event: Event = msgspec.convert(decoded, Event)
    except (*_FAULTS, TypeError):
        raise Unreadable(fault) from None
    return event


def read_log(lines: Iterable[bytes | str], after: int = 0) -> tuple[list[Event], str]:
    """The events up to the first unreadable line, and why it is unreadable; an empty text if all can be read.

    `after` is the number of the event before the first line.
    """
    events: list[Event] = []
    for number, line in enumerate(lines, start=after + 1):
        try:
            event = read_event(line)
        except Unreadable as unreadable:
            return events, f"event {number}: {unreadable}"
        if event.number != number:
            return events, f"event {number}: it says that it is event {event.number}"
        events.append(event)
    return events, ""
