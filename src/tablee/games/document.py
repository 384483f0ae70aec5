"""State documents: a state as plain values, and the fields from which games write and read theirs.

A game's words list its fields in `FIELDS`, by name and in the order in which they are printed. `game`, `players` and
`options` come first by themselves; `turn` and `left` come last unless they are listed. A field of the document has the
name of the record's field, or names it with `of`. What one field cannot check or derive alone (pieces counted together,
a turn that must be passed on) the game does in `settle(document, states)`. Every reader raises `BadState`, which says
what is wrong.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec

from tablee.games.errors import BadState

Document = Mapping[str, Any]  # a state or a view as plain values, as JSON has them
Values = Mapping[str, Any]  # the fields of a record by name, as numbers and lists

_MISSING: Any = object()
Kind = TypeVar("Kind")
Function = TypeVar("Function", bound=Callable[..., Any])


def reads(*fields: str) -> Callable[[Function], Function]:
    """Declare which fields a function of a game reads, so that it is called only when one of them has changed.

    `tablee check` calls such a function with these fields alone.
    """

    def declare(function: Function) -> Function:
        function.reads = frozenset(fields)  # type: ignore[attr-defined]
        return function

    return declare


def reads_of(function: Callable[..., Any]) -> frozenset[str] | None:
    """The fields that a function declares to read; None if it does not say so."""
    return getattr(function, "reads", None)


def read_json(text: str | bytes, kind: type[Kind]) -> Kind:
    """Decode JSON that anybody may have written; raises `ValueError`, whatever its bytes and however deep it is.

    >>> read_json(b"[1, 2]", list[int])
    [1, 2]
    >>> read_json(b"[" * 100_000, list)
    Traceback (most recent call last):
    ValueError: it is nested too deeply
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def field(document: Document, name: str, kind: type, default: Any = _MISSING) -> Any:
    """The value of a field, which must be of exactly that type (a boolean is no number)."""
    value = document.get(name, _MISSING)
    if value is _MISSING:
        if default is _MISSING:
            raise BadState(f"the field {name!r} is missing")
        return default
    if type(value) is not kind and not (kind is dict and isinstance(value, dict)):
        raise BadState(f"the field {name!r} must be of type {kind.__name__}")
    return value


def refuse(wrong: object, why: str) -> None:
    """Raise `BadState` if something is wrong."""
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
    """How many of `each` pieces every seat has in hand, given those placed; a document may leave it out.

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


def left_seats(document: Document, players: int) -> list[bool]:
    """Which seats have left, none if the field is left out; at least one must remain."""
    given = by_seat(document, "left", players, [False] * players)
    left = [_flag(value, f"left[{seat}]") for seat, value in enumerate(given)]
    refuse(all(left), "every seat has left")
    return left


# ---- fields ------------------------------------------------------------------------------------------------

DERIVED: Any = object()  # the default of a field that is printed and never read: it follows from others
OPTIONAL: Any = object()
"""The default of a field that keeps its value of a new game if it is left out, for `settle` to work out."""
REQUIRED: Any = object()


def always(options: Document) -> bool:  # noqa: ARG001
    """True with any options."""
    return True


@dataclass(frozen=True)
class Field:
    """A field of a document."""

    write: Callable[[Any, Values], Any]  # makes the document's value from the record's value and all its fields
    read: Callable[[Any, str, Any], Any]
    """Makes the record's value from the document's value, its name for messages, and the record so far."""
    default: Any = REQUIRED  # the value if a document leaves it out
    given: Callable[[Document], bool] = always  # says with which options the field exists
    of: str = ""  # the name of the record's field, if it is another
    also: Sequence[str] | None = None
    """The record's fields that `write` reads besides its own and `players`; None if that is not said. A document is
    written anew only where the record has changed, and a field that does not say what it reads is always written."""

    def but(self, **changes: Any) -> "Field":
        """A copy with changes: `counts(12).but(default=DERIVED)`."""
        return replace(self, **({"also": None} if "write" in changes else {}) | changes)


def whole(most: int, least: int = 0) -> Field:
    """A whole number between bounds."""
    return Field(lambda value, _: value, lambda value, what, _: number(value, what, least, most), also=())


def flag() -> Field:
    """True or false; false if left out."""
    return Field(lambda value, _: bool(value), lambda value, what, _: _flag(value, what), default=False, also=())


def counts(most: int | Mapping[int, int], least: int = 0) -> Field:
    """A number for each seat; the maximum may depend on the number of players."""

    def read(value: Any, what: str, players: int) -> int:
        return number(value, what, least, most if isinstance(most, int) else most[players])

    return _by_seat(lambda value: value, read)


def flags() -> Field:
    """True or false for each seat; all false if left out."""
    return _by_seat(bool, lambda value, what, _: _flag(value, what)).but(default=OPTIONAL)


def seat(*, none_at: int | None = None) -> Field:
    """A seat; the number `none_at` means nobody and is printed as null."""

    def read(value: Any, what: str, state: Any) -> int:
        if value is None and none_at is not None:
            return none_at
        return number(value, what, 0, int(state.players) - 1)

    return Field(lambda value, _: None if value == none_at else value, read, also=())


def word(words: Sequence[str]) -> Field:
    """One of some words, stored as its index."""

    def read(value: Any, what: str, _: Any) -> int:
        if not isinstance(value, str) or value not in words:
            raise BadState(f"{what} must be one of {', '.join(words)}")
        return words.index(value)

    return Field(lambda value, _: words[value], read, also=())


def one_of(texts: Mapping[int, Any]) -> Field:
    """One of some texts or null, stored as its number; the first one if left out."""
    by_text = {(type(text), text): value for value, text in texts.items()}

    def read(value: Any, what: str, _: Any) -> int:
        found = by_text.get((type(value), value)) if isinstance(value, str | int | None) else None
        if found is None:
            raise BadState(f"the field {what!r}: {str(value)[:40]!r} is none of {', '.join(map(str, texts.values()))}")
        return found

    return Field(lambda value, _: texts[value], read, default=next(iter(texts.values())), also=())


def pieces(squares: Sequence[str], texts_of: Callable[[int], Mapping[int, Any]]) -> Field:
    """The pieces on squares, by the squares' names; the record has numbers, 0 for a free square.

    `texts_of(players)` gives the text, or the seat, of each number.
    """
    by_name = {name: square for square, name in enumerate(squares)}
    texts_of = cache(texts_of)

    def read(value: Any, what: str, state: Any) -> list[int]:
        if not isinstance(value, Mapping):
            raise BadState(f"the field {what!r} must be an object")
        by_text = {(type(text), text): piece for piece, text in texts_of(int(state.players)).items()}
        board = [0] * len(squares)
        for name, text in value.items():
            if name not in by_name:
                raise BadState(f"there is no square {str(name)[:40]!r}")
            piece = by_text.get((type(text), text)) if isinstance(text, str | int) else None
            if piece is None:
                raise BadState(f"on {name}: {str(text)[:40]!r} is no piece of this game")
            board[by_name[name]] = piece
        return board

    def write(board: Sequence[int], fields: Values) -> dict[str, Any]:
        texts = texts_of(fields["players"])
        return {name: texts[piece] for name, piece in zip(squares, board, strict=False) if piece}

    return Field(write, read, {}, also=())


def marked(squares: Sequence[str]) -> Field:
    """Some squares, by their names, stored as bits; none if left out."""

    def read(value: Any, what: str, _: Any) -> int:
        if not isinstance(value, list) or any(value.count(name) > 1 or name not in squares for name in value):
            raise BadState(f"the field {what!r} must be a list of squares, each once")
        return sum(1 << squares.index(name) for name in value)

    return Field(lambda bits, _: marked_by(bits, squares), read, [], also=())


def marked_by(bits: int, squares: Sequence[str]) -> list[str]:
    """The names of the squares whose bits are set.

    >>> marked_by(0b101, ["a1", "b1", "c1"])
    ['a1', 'c1']
    """
    return [name for square, name in enumerate(squares) if bits >> square & 1]


def dice(throws: Sequence[tuple[int, ...]], *, nothing: Any = None) -> Field:
    """Dice in any order, stored as 1 + the index of the throw among all; 0 for none."""

    def read(value: Any, what: str, _: Any) -> int:
        if value == nothing:
            return 0
        throw = tuple(sorted(value)) if isinstance(value, list) and all(type(die) is int for die in value) else ()
        if throw not in throws:
            raise BadState(f"the field {what!r}: {str(value)[:40]} is no throw")
        return 1 + throws.index(throw)

    return Field(lambda value, _: list(throws[value - 1]) if value else nothing, read, default=nothing, also=())


def _by_seat(write: Callable[[Any], Any], read: Callable[[Any, str, int], Any]) -> Field:
    def read_all(value: Any, what: str, state: Any) -> list[Any]:
        players = int(state.players)
        if not isinstance(value, list) or len(value) != players:
            raise BadState(f"the field {what!r} must have {players} entries")
        return [read(entry, f"{what}[{at}]", players) for at, entry in enumerate(value)]

    return Field(lambda value, fields: [write(entry) for entry in value[: fields["players"]]], read_all, also=())


def _flag(value: Any, what: str) -> bool:
    if type(value) is not bool:
        raise BadState(f"{what} must be true or false")
    return value


class RecordValues(dict[str, Any]):
    """The fields of a state's record by name, each converted when it is first asked for."""

    def __init__(self, states: Any) -> None:
        super().__init__()
        self._record: bytes = states.tobytes()
        self._places = _places_in(states.dtype)

    def __missing__(self, name: str) -> Any:
        start, end, code, shape = self._places[name]
        numbers: Any = memoryview(self._record)[start:end]
        value = self[name] = numbers.cast(code, shape).tolist() if shape else numbers.cast(code)[0]
        return value

    def raw(self, name: str) -> bytes:
        """The bytes of a field, as a key of a cache."""
        start, end, _, _ = self._places[name]
        return self._record[start:end]


@lru_cache(maxsize=256)
def _places_in(kind: Any) -> dict[str, tuple[int, int, str, tuple[int, ...]]]:
    """Where each field of a record begins and ends, the code of its numbers, and its shape."""
    return {
        name: (offset, offset + field.itemsize, field.base.char, field.shape)
        for name, (field, offset, *_) in kind.fields.items()
    }


# ---- whole documents ---------------------------------------------------------------------------------------


Fields = Mapping[str, Field]


def all_fields(fields: Fields) -> Fields:
    """A game's fields, completed by `turn` and `left`."""
    return {**fields, **{name: usual for name, usual in _USUAL.items() if name not in fields}}


_USUAL = {"turn": seat(), "left": flags()}


def written(game_id: str, values: Values, options: Document, fields: Fields) -> dict[str, Any]:
    """A state as a document; `fields` come from `all_fields`."""
    document = {"game": game_id, "players": values["players"], "options": options}
    for name, one in fields.items():
        if one.given(options):
            document[name] = one.write(values[one.of or name], values)
    return document


def fields_by_source(fields: Fields) -> dict[str, list[str]]:
    """The fields that follow from each field of the record; "" has those that do not say what they read."""
    found: dict[str, list[str]] = {"": []}
    for name, one in fields.items():
        for source in ("",) if one.also is None else (one.of or name, *one.also):
            found.setdefault(source, []).append(name)
    return found


def rewritten(
    values: Values,
    options: Document,
    fields: Fields,
    by_source: Mapping[str, Sequence[str]],
    before: Document,
    changed: AbstractSet[str],
) -> dict[str, Any]:
    """The document after a step: `before` with the fields that the `changed` fields of the record say anew."""
    document = {**before, "options": options}
    for source in ("", *changed):
        for name in by_source.get(source, ()):
            one = fields[name]
            if one.given(options):
                document[name] = one.write(values[one.of or name], values)
    return document


def fill(states: Any, document: Document, fields: Fields) -> None:
    """Fill a new state from a document; `fields` come from `all_fields`. Raises `BadState`."""
    state = states[0]
    for name, one in fields.items():
        if one.default is DERIVED or not one.given(document["options"]):
            continue
        value = document.get(name, one.default)
        if value is OPTIONAL:
            continue
        if value is REQUIRED:
            raise BadState(f"the field {name!r} is missing")
        kept = one.read(value, name, state)
        if isinstance(kept, list):
            state[one.of or name][: len(kept)] = kept
        else:
            state[one.of or name] = kept
    if all(state.left[: state.players]):
        raise BadState("every seat has left")
