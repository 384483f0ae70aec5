"""A finished table as a document, and the check that it was played by the rules and its dice (`tablee verify`)."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from tablee.games import GameDefinition, find_game
from tablee.games.document import read_json
from tablee.server.features.daily.model import Proof, Testimony, contradiction, is_secret, is_sound
from tablee.server.table.dice import commitment
from tablee.server.table.events import (
    Act,
    Away,
    Back,
    Chance,
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
    UndoAnswer,
    UndoRequest,
)
from tablee.server.table.log import read_log
from tablee.server.table.table import THROW, Table
from tablee.server.table.timeouts import away, time_up

FORMAT = 1
"""The format of the document. Later versions read all earlier formats: `log.py` reads the events."""


class Export(msgspec.Struct, frozen=True):
    """A finished table with its revealed seed."""

    tablee: int
    opening: Opening
    seed: str
    events: list[Event]


class _Lines(msgspec.Struct, frozen=True):
    """An export whose events are not decoded yet."""

    tablee: int
    opening: Opening
    seed: str
    events: list[msgspec.Raw]


class Dishonest(Exception):
    """An exported game that does not follow from its rules and its dice."""


def export(table: Table, now: int = 0) -> Export:
    """The document of a finished table; raises `Refused` before the end.

    The seed of a deal is left out while others may still play that deal.
    """
    if table.status != "over":
        raise Refused("not_now")
    seed = "" if is_secret(table.opening.deal, now) else table.seed.hex()
    return Export(FORMAT, table.opening, seed, table.events)


def read_export(text: bytes) -> Export:
    """Read an export from JSON; raises `ValueError` with the reason."""
    try:
        found = read_json(text, _Lines)
        bytes.fromhex(found.seed)
    except ValueError as error:
        raise ValueError(f"not an exported game: {error}") from None
    if not 1 <= found.tablee <= FORMAT:
        raise ValueError(f"an export of format {found.tablee}: this version reads formats up to {FORMAT}")
    events, fault = read_log(map(bytes, found.events))
    if fault:
        raise ValueError(f"not an exported game: {fault}")
    return Export(found.tablee, found.opening, found.seed, events)


def verify(exported: Export, definition: GameDefinition) -> int:
    """Replay the decisions of an exported game and compare; return the number of draws checked.

    All that the table decided by itself (the seating, every outcome, the result) must come out the same. Raises
    `Dishonest` for the first difference.
    """
    seed = bytes.fromhex(exported.seed)
    opening = exported.opening
    if not seed and opening.deal is not None:
        raise ValueError("the seed of that deal is not revealed yet: download the game again later")
    if commitment(seed) != opening.commitment:
        raise Dishonest("the seed is not the one that was committed to before the game")
    if not definition.plays(opening.rules):
        raise ValueError(
            f"played under version {opening.rules} of the rules, and this program has {definition.version}"
        )
    table = Table(opening, seed, definition)
    expected: list[Event] = []
    for event in exported.events:
        if not expected:
            expected = _replayed(table, event)
        due = expected.pop(0)
        if msgspec.structs.replace(due, at=event.at) != event:
            raise Dishonest(f"event {event.number}: should be {_in_short(due)!r}, is {_in_short(event)!r}")
        table.append(event)
    if expected or table.status != "over":
        raise Dishonest("the game has been cut off before its end")
    return sum(isinstance(event, Start | Chance) for event in exported.events)


def _replayed(table: Table, event: Event) -> list[Event]:
    """The events that follow from the decision that an event records."""
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
            return table.add_nonce(event.participant, event.nonce, now)
        case Name(name=""):
            return [event]  # a person was deleted, with their earlier names; this does not affect the game
        case Name():
            return table.rename(event.participant, event.name, now)
        case Rise():
            return table.rise(event.participant, now)
        case First():
            return table.begin_with(event.participant, now)
        case Colour():
            return table.choose_colour(event.participant, event.colour, now)
        case Start():
            return table.start(now)
        case Act():
            return table.act(event.seat, table.step, event.text, now, lag=event.lag, late=event.late)
        case Chance():
            return table.act(event.seat, table.step, THROW, now)
        case Back():
            return table.ask_back(event.seat, table.step, now, event.to)
        case UndoRequest():
            return table.ask_back(event.seat, table.step, now, event.to)
        case UndoAnswer():
            return table.answer_back(event.seat, table.step, now, yes=event.yes)
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
    raise Dishonest(f"event {event.number}: {event.kind} cannot happen here")


def _in_short(event: Event) -> str:
    return f"{event.kind} {getattr(event, 'text', '')}".strip()


def verify_files(files: Sequence[Path]) -> int:
    """Check every file, and every game against every day; print the findings and return 1 if anything is not honest.

    Raises `ValueError` for other files, and for a game and a day that are unrelated.
    """
    found = [_read(file.read_bytes()) for file in files]
    days = [one for one in found if isinstance(one, Proof)]
    games = [one for one in found if isinstance(one, Export)]
    try:
        for day in days:
            _check_day(day)
        for game in games:
            _check_game(game)
            for day in days:
                _check_both(game, day)
    except Dishonest as problem:
        print(f"NOT honest: {problem}")
        return 1
    return 0


def _read(text: bytes) -> Export | Proof:
    """Read a proof of a day, or else an export: only a proof has a secret."""
    try:
        return read_json(text, Proof)
    except ValueError:
        return read_export(text)


def _check_game(game: Export) -> None:
    draws = verify(game, find_game(game.opening.game))
    print(f"Honest: every action was legal, and all {draws} draws follow from the seed that was committed to.")
    print(f"The seed's fingerprint, to compare with the one shown before the game: {game.opening.commitment}")


def _check_day(day: Proof) -> None:
    if not is_sound(day):
        raise Dishonest(f"{day.day}: the seed does not follow from what was committed to and what was added")
    print(f"Honest: the seed of {day.day} follows from the secret of the server and {len(day.nonces)} additions.")
    print(f"The secret's fingerprint, to compare with the one shown the day before: {day.house}")


def _check_both(game: Export, day: Proof) -> None:
    nonces = [event.nonce for event in game.events if isinstance(event, Nonce)]
    problem = contradiction(day, Testimony(game.opening, nonces))
    if problem:
        raise Dishonest(f"{day.day}: {problem}")
    print(f"The game bears witness to it: table {game.opening.table} and {day.day} agree.")
