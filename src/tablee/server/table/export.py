"""A finished table as a document of its own, and the check that everything in it was honest."""

import msgspec

from tablee.games import GameFolder
from tablee.table.days import reveal_of
from tablee.table.dice import commitment
from tablee.table.events import (
    Act,
    Away,
    Back,
    Chance,
    Close,
    Colour,
    Event,
    First,
    Hand,
    Leave,
    Name,
    Next,
    Nonce,
    Opening,
    Refused,
    Return,
    Rise,
    Sit,
    Start,
)
from tablee.table.folded import NOT_SERVED_ONCE, THROW
from tablee.table.log import read_log
from tablee.table.table import Table
from tablee.table.time_up import away, time_up

FORMAT = 2
"""Of what is written; 1, in which events were written otherwise, is read as well."""


class Export(msgspec.Struct, frozen=True):
    """A finished table with its revealed seed."""

    tablee: int
    opening: Opening
    seed: str
    events: list[Event]


class _Lines(msgspec.Struct, frozen=True):
    """An export before its events are read."""

    tablee: int
    opening: Opening
    seed: str
    events: list[msgspec.Raw]


class Dishonest(Exception):
    """An exported game that is not what its rules and its dice would have made of it."""


def export(table: Table, now: int = 0) -> Export:
    """The document of a finished table; raises `Refused` before the end.

    As long as others may play the deal of a day, and by the time that is told, its seed is left out.
    """
    if table.status != "over":
        raise Refused("not_now")
    deal = table.opening.deal
    is_secret = deal is not None and bool(deal.day) and now < reveal_of(deal.day)
    return Export(FORMAT, table.opening, "" if is_secret else table.seed.hex(), table.events)


def read_export(text: bytes) -> Export:
    """An export from its JSON text; raises `ValueError` with what is wrong in it."""
    try:
        found = msgspec.json.decode(text, type=_Lines)
        bytes.fromhex(found.seed)
    except (msgspec.DecodeError, ValueError) as error:
        raise ValueError(f"not an exported game: {error}") from None
    if not 1 <= found.tablee <= FORMAT:
        raise ValueError(f"an export of format {found.tablee}, and this program knows formats up to {FORMAT}")
    events, fault = read_log(map(bytes, found.events))
    if fault:
        raise ValueError(f"not an exported game: {fault}")
    return Export(found.tablee, found.opening, found.seed, events)


def verify(exported: Export, folder: GameFolder) -> int:
    """Play the decisions of an exported game anew and compare; return how many draws were checked.

    Whatever the table did by itself (the seating, every outcome, the result) must come out the same. Raises
    `Dishonest` with the first thing that does not.
    """
    seed = bytes.fromhex(exported.seed)
    opening = exported.opening
    if not seed and opening.deal is not None:
        raise ValueError("the seed of that day is not revealed yet: download the game again the day after")
    if commitment(seed) != opening.commitment:
        raise Dishonest("the seed is not the one that was committed to before the game")
    if not folder.plays(opening.rules):
        raise ValueError(f"played under version {opening.rules} of the rules, and this program has {folder.version}")
    table = Table(opening, seed, folder)
    expected: list[Event] = []
    for event in exported.events:
        if not expected:
            expected = _replayed(table, event)
        _compare(expected.pop(0), event)
        table.append(event)
    if expected or table.status != "over":
        raise Dishonest("the game has been cut off before its end")
    return sum(isinstance(event, Start | Chance) for event in exported.events)


def _replayed(table: Table, event: Event) -> list[Event]:
    """What the table makes of the decision that an event records."""
    try:
        events = _decided(table, event)
    except Refused as refused:
        raise Dishonest(f"event {event.number}: {_in_short(event)} is refused: {refused.code}") from None
    if not events:
        raise Dishonest(f"event {event.number}: {event.kind} changes nothing")
    return events


def _decided(table: Table, event: Event) -> list[Event]:
    now = event.at
    match event:
        case Sit():
            return table.sit(event.name, now, level=event.level, program=event.program)
        case Nonce():
            return table.add_nonce(event.sitter, event.nonce, now)
        case Name(name=""):
            return [event]  # somebody is forgotten, whose names before were taken out; the game is what it was
        case Name():
            return table.rename(event.sitter, event.name, now)
        case Rise():
            return table.rise(event.sitter, now)
        case First():
            return table.begin_with(event.sitter, now)
        case Colour():
            return table.choose_colour(event.sitter, event.colour, now)
        case Start():
            return table.start(now)
        case Act():
            return table.act(event.seat, table.step, event.text, now, lag=event.lag, late=event.late)
        case Chance():
            return table.act(event.seat, table.step, THROW, now)
        case Back():
            return table.take_back(event.seat, table.step, now)
        case Leave(time=True) | Hand(time=True):
            return time_up(table, now)
        case Leave():
            return table.leave(event.seat, now)
        case Hand():
            return table.hand(event.seat, now, level=event.level)
        case Return():
            return table.give_back(event.seat, now)
        case Away():
            return away(table, [(event.since, now)], now)
        case Next():
            return table.follow(event.table, now)
        case Close(why=why) if why == NOT_SERVED_ONCE:
            return [event]  # an earlier version could not serve it for a while; nothing happened at the table
    raise Dishonest(f"event {event.number}: {event.kind} cannot happen here")


def _in_short(event: Event) -> str:
    return f"{event.kind} {getattr(event, 'text', '')}".strip()


def _compare(expected: Event, event: Event) -> None:
    if msgspec.structs.replace(expected, at=event.at) != event:
        raise Dishonest(f"event {event.number}: should be {_in_short(expected)!r}, is {_in_short(event)!r}")
