"""A finished table as a document of its own, and the check that everything in it was honest."""

from typing import Any

import msgspec

from tablee.games import GameFolder
from tablee.table.dice import commitment
from tablee.table.events import Event, Opening, Refused
from tablee.table.table import THROW, Table

FORMAT = 1


class Export(msgspec.Struct, frozen=True):
    """A finished table with its revealed seed."""

    tablee: int
    opening: Opening
    seed: str
    events: list[Event]


class Dishonest(Exception):
    """An exported game that is not what its rules and its dice would have made of it."""


def export(table: Table) -> Export:
    """The document of a finished table; raises `Refused` before the end."""
    if table.status != "over":
        raise Refused("not_now")
    return Export(FORMAT, table.opening, table.seed.hex(), table.events)


def read_export(text: bytes) -> Export:
    """An export from its JSON text; raises `ValueError` with what is wrong in it."""
    try:
        found = msgspec.json.decode(text, type=Export)
        bytes.fromhex(found.seed)
    except (msgspec.DecodeError, ValueError) as error:
        raise ValueError(f"not an exported game: {error}") from None
    if found.tablee != FORMAT:
        raise ValueError(f"an export of format {found.tablee}, and this program knows format {FORMAT}")
    return found


def verify(exported: Export, folder: GameFolder) -> int:
    """Play the decisions of an exported game anew and compare; return how many draws were checked.

    Whatever the table did by itself (the seating, every outcome, the result) must come out the same. Raises
    `Dishonest` with the first thing that does not.
    """
    seed = bytes.fromhex(exported.seed)
    opening = exported.opening
    if commitment(seed) != opening.commitment:
        raise Dishonest("the seed is not the one that was committed to before the game")
    if opening.rules != folder.rules.VERSION:
        raise ValueError(
            f"played under version {opening.rules} of the rules, and this program has {folder.rules.VERSION}"
        )
    table = Table(opening, seed, folder)
    expected: list[Event] = []
    for event in exported.events:
        if not expected:
            expected = _replayed(table, event)
        _compare(expected.pop(0), event)
        table.append(event)
    if expected or table.status != "over":
        raise Dishonest("the game has been cut off before its end")
    return sum(event.kind in ("start", "chance") for event in exported.events)


def _replayed(table: Table, event: Event) -> list[Event]:
    """What the table makes of the decision that an event records."""
    decisions: dict[str, Any] = {
        "sit": lambda: table.sit(event.text, event.level),
        "nonce": lambda: table.add_nonce(event.sitter or 0, event.text),
        "name": lambda: table.rename(event.sitter or 0, event.text),
        "rise": lambda: table.rise(event.sitter or 0),
        "start": table.start,
        "act": lambda: table.act(_seat(event), event.number - 1, event.text),
        "chance": lambda: table.act(_seat(event), event.number - 1, THROW),
        "back": lambda: table.take_back(_seat(event), event.number - 1),
        "leave": lambda: table.leave(_seat(event)),
        "hand": lambda: table.hand(_seat(event), event.level),
        "return": lambda: table.give_back(_seat(event)),
        "next": lambda: table.follow(event.text),
    }
    decide = decisions.get(event.kind)
    if decide is None:
        raise Dishonest(f"event {event.number}: {event.kind} cannot happen here")
    try:
        events: list[Event] = decide()
    except Refused as refused:
        raise Dishonest(f"event {event.number}: {event.kind} {event.text} is refused: {refused.code}") from None
    if not events:
        raise Dishonest(f"event {event.number}: {event.kind} changes nothing")
    return events


def _seat(event: Event) -> int:
    return -1 if event.seat is None else event.seat


def _compare(expected: Event, event: Event) -> None:
    if msgspec.structs.replace(expected, at=event.at) != event:
        raise Dishonest(
            f"event {event.number}: should be {expected.kind} {expected.text!r}, is {event.kind} {event.text!r}"
        )
