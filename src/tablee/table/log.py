"""Lines of a log as they are stored: written in one way, and read in every way they were ever written."""

from collections.abc import Callable, Iterable

import msgspec

from tablee.table.events import Event

_read: Callable[[bytes | str], Event] = msgspec.json.Decoder(Event).decode
_write = msgspec.json.Encoder().encode


class Unreadable(Exception):
    """A log, or a line of it, that this program does not understand; the message says why."""


def write_event(event: Event) -> str:
    """The line that is stored of an event."""
    return _write(event).decode()


def read_event(line: bytes | str) -> Event:
    """The event of a line, whichever version wrote it; raises `Unreadable`."""
    try:
        return _read(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(str(error)) from None


def read_log(lines: Iterable[bytes | str]) -> tuple[list[Event], str]:
    """The events of a log up to the first that cannot be read, and why that one cannot; an empty text if all can."""
    events: list[Event] = []
    for line in lines:
        try:
            event = read_event(line)
        except Unreadable as unreadable:
            return events, f"event {len(events) + 1}: {unreadable}"
        if event.number != len(events) + 1:
            return events, f"event {len(events) + 1}: it says that it is event {event.number}"
        events.append(event)
    return events, ""
