"""Lines of a log as they are stored: written in one way, and read in every way they were ever written."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tablee.table.events import Event

_read: Callable[[bytes | str], Event] = msgspec.json.Decoder(Event).decode


class Unreadable(Exception):
    """A log, or a line of it, that this program does not understand; the message says why."""


encode_event: Callable[[Event], bytes] = msgspec.json.Encoder().encode
"""The line that is stored of an event, as bytes."""


def write_event(event: Event) -> str:
    """The line that is stored of an event."""
    return encode_event(event).decode()


def read_event(line: bytes | str) -> Event:
    """The event of a line, whichever version wrote it; raises `Unreadable`."""
    try:
        return _read(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return _read_flat(line, str(error))


def read_log(lines: Iterable[bytes | str], after: int = 0) -> tuple[list[Event], str]:
    """The events of a log up to the first that cannot be read, and why that one cannot; an empty text if all can.

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


# ---- the first way ------------------------------------------------------------------------------------------
# One flat struct for all kinds, named by "kind", with seconds, and "text" for whatever the kind was about.

_TEXT_WAS = {"sit": "name", "nonce": "nonce", "name": "name", "act": "text", "chance": "text", "close": "why",
             "next": "table"}  # fmt: skip


def _read_flat(line: bytes | str, fault: str) -> Event:
    try:
        event: Event = msgspec.convert(_unflattened(msgspec.json.decode(line, type=dict[str, Any])), Event)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError, TypeError, ValueError):
        raise Unreadable(fault) from None
    return event


def _unflattened(flat: dict[str, Any]) -> dict[str, Any]:
    """An event of the first way as it is written today."""
    kind, text = flat.pop("kind"), flat.pop("text", "")
    if not isinstance(text, str):
        raise TypeError("the text of an event is a text")
    told = {**flat, "event": kind, "at": flat.get("at", 0) * 1000}
    if kind in _TEXT_WAS:
        told[_TEXT_WAS[kind]] = text
    elif kind == "over":
        told["reason"], _, told["seed"] = text.partition(" ")
        told |= {"scores": flat.get("scores", []), "winners": flat.get("winners", [])}
    return told
