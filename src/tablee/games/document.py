"""Reading state documents: each function takes what it needs or says, as `BadState`, what is wrong."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.games.errors import BadState

Document = Mapping[str, Any]
"""A state or a view as plain values, as JSON has them."""

_MISSING: Any = object()


def field(document: Document, name: str, kind: type, default: Any = _MISSING) -> Any:
    """A field of the document, of exactly that type (a boolean is no number)."""
    value = document.get(name, _MISSING)
    if value is _MISSING:
        if default is _MISSING:
            raise BadState(f"the field {name!r} is missing")
        return default
    if type(value) is not kind:
        raise BadState(f"the field {name!r} must be of type {kind.__name__}")
    return value


def refuse(wrong: object, why: str) -> None:
    """Refuse a document if something is wrong with it."""
    if wrong:
        raise BadState(why)


def number(value: Any, what: str, least: int, most: int) -> int:
    """A whole number between two bounds."""
    if type(value) is not int:
        raise BadState(f"{what} must be a whole number")
    if not least <= value <= most:
        raise BadState(f"{what} must be from {least} to {most}")
    return value


def in_hand(document: Document, name: str, placed: Sequence[int], each: int) -> list[int]:
    """What seats have in hand, of so many each, if so many are placed: a document may leave it out, but not be wrong.

    >>> in_hand({}, "hands", placed=[2, 0], each=8)
    [6, 8]
    """
    for seat, count in enumerate(placed):
        refuse(count > each, f"seat {seat} has {count} pieces on the board, and only {each} in all")
    hands = [each - count for count in placed]
    wrong = repr(document.get(name, hands)) != repr(hands)
    refuse(wrong, f"the field {name!r} must be {hands}, to make {each} a seat with those on the board")
    return hands


def by_seat(document: Document, name: str, players: int, default: Any = _MISSING) -> Sequence[Any]:
    """A list with one entry a seat."""
    values: list[Any] = field(document, name, list, default)
    if len(values) != players:
        raise BadState(f"the field {name!r} must have {players} entries")
    return values


def numbers_by_seat(document: Document, name: str, players: int, most: int) -> list[int]:
    """One number a seat, from 0 to `most`."""
    return [number(value, f"{name}[{seat}]", 0, most) for seat, value in enumerate(by_seat(document, name, players))]


def flags_by_seat(document: Document, name: str, players: int) -> list[bool]:
    """True or false for each seat, and false for all if it is left out."""
    flags = by_seat(document, name, players, [False] * players)
    if any(type(entry) is not bool for entry in flags):
        raise BadState(f"the entries of {name!r} must be true or false")
    return list(flags)


def left_seats(document: Document, players: int) -> list[bool]:
    """Who has left; at least one seat must remain."""
    left = flags_by_seat(document, "left", players)
    if all(left):
        raise BadState("every seat has left")
    return left
