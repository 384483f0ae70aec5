"""The fields of a state document: how each is written from the record, and read back with care.

A game's words list them in `FIELDS`, by name and in the order in which they are printed; `game`, `players` and
`options` come first by themselves, `turn` and `left` at the end unless they are listed. A field of the document has the
name of the record's, or says which one it stands `for`. What no field can know by itself – pieces counted together,
what is derived, a turn that must be passed on – a game does in `settle(document, states)`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tablee.games.document import Document, number
from tablee.games.errors import BadState
from tablee.games.secrets import always

Values = Mapping[str, Any]
"""The fields of a record by name, as numbers and lists."""

DERIVED: Any = object()
"""A field that is printed and not read: it follows from others."""
OPTIONAL: Any = object()
"""A field that is read only if it is there; else it stays as it is in a new game, for `settle` to work out."""
REQUIRED: Any = object()


@dataclass(frozen=True)
class Field:
    """A field of a document."""

    write: Callable[[Any, Values], Any]
    """From what the record holds, and all its fields."""
    read: Callable[[Any, str, Any], Any]
    """What the record is to hold, from the document's value, its name for messages, and the record so far."""
    default: Any = REQUIRED
    """What is taken for it where a document leaves it out."""
    given: Callable[[Document], bool] = always
    """The options with which there is such a field."""
    of: str = ""
    """The field of the record, if it has another name."""

    def but(self, **changes: Any) -> "Field":
        """The same with something else: `counts(12).but(default=DERIVED)`."""
        return replace(self, **changes)


def whole(most: int, least: int = 0) -> Field:
    """A whole number between bounds."""
    return Field(lambda value, _: value, lambda value, what, _: number(value, what, least, most))


def flag() -> Field:
    """True or false; false if it is left out."""
    return Field(lambda value, _: bool(value), lambda value, what, _: _flag(value, what), default=False)


def counts(most: int | Mapping[int, int], least: int = 0) -> Field:
    """A number for each seat; the most that one may have can depend on the number of players."""

    def read(value: Any, what: str, players: int) -> int:
        return number(value, what, least, most if isinstance(most, int) else most[players])

    return _by_seat(lambda value: value, read)


def flags() -> Field:
    """True or false for each seat; false for all if it is left out."""
    return _by_seat(bool, lambda value, what, _: _flag(value, what)).but(default=OPTIONAL)


def seat(*, none_at: int | None = None) -> Field:
    """A seat; `none_at` is the number that stands for nobody, printed as null."""

    def read(value: Any, what: str, state: Any) -> int:
        if value is None and none_at is not None:
            return none_at
        return number(value, what, 0, int(state.players) - 1)

    return Field(lambda value, _: None if value == none_at else value, read)


def word(words: Sequence[str]) -> Field:
    """One of some words, kept as its place among them."""

    def read(value: Any, what: str, _: Any) -> int:
        if not isinstance(value, str) or value not in words:
            raise BadState(f"{what} must be one of {', '.join(words)}")
        return words.index(value)

    return Field(lambda value, _: words[value], read)


def one_of(texts: Mapping[int, Any]) -> Field:
    """One of some texts, or null, by the numbers that stand for them; the first one if it is left out."""
    by_text = {(type(text), text): value for value, text in texts.items()}

    def read(value: Any, what: str, _: Any) -> int:
        found = by_text.get((type(value), value)) if isinstance(value, str | int | None) else None
        if found is None:
            raise BadState(f"the field {what!r}: {str(value)[:40]!r} is none of {', '.join(map(str, texts.values()))}")
        return found

    return Field(lambda value, _: texts[value], read, default=next(iter(texts.values())))


def pieces(squares: Sequence[str], texts_of: Callable[[int], Mapping[int, Any]]) -> Field:
    """What lies on squares, by their names: the record's numbers as texts, or seats; 0 is a free square.

    `texts_of` is asked with the number of players, as some pieces are there only if somebody plays them.
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

    return Field(write, read, {})


def marked(squares: Sequence[str]) -> Field:
    """Some squares, by their names, kept as bits; none if it is left out."""

    def read(value: Any, what: str, _: Any) -> int:
        if not isinstance(value, list) or any(value.count(name) > 1 or name not in squares for name in value):
            raise BadState(f"the field {what!r} must be a list of squares, each once")
        return sum(1 << squares.index(name) for name in value)

    return Field(lambda bits, _: marked_by(bits, squares), read, [])


def marked_by(bits: int, squares: Sequence[str]) -> list[str]:
    """The names of the squares whose bits are set.

    >>> marked_by(0b101, ["a1", "b1", "c1"])
    ['a1', 'c1']
    """
    return [name for square, name in enumerate(squares) if bits >> square & 1]


def dice(throws: Sequence[tuple[int, ...]], *, nothing: Any = None) -> Field:
    """Dice that lie there, kept as 1 + the place of the throw among all, in any order; 0 where there are none."""

    def read(value: Any, what: str, _: Any) -> int:
        if value == nothing:
            return 0
        throw = tuple(sorted(value)) if isinstance(value, list) and all(type(die) is int for die in value) else ()
        if throw not in throws:
            raise BadState(f"the field {what!r}: {str(value)[:40]} is no throw")
        return 1 + throws.index(throw)

    return Field(lambda value, _: list(throws[value - 1]) if value else nothing, read, default=nothing)


def _by_seat(write: Callable[[Any], Any], read: Callable[[Any, str, int], Any]) -> Field:
    def read_all(value: Any, what: str, state: Any) -> list[Any]:
        players = int(state.players)
        if not isinstance(value, list) or len(value) != players:
            raise BadState(f"the field {what!r} must have {players} entries")
        return [read(entry, f"{what}[{at}]", players) for at, entry in enumerate(value)]

    return Field(lambda value, fields: [write(entry) for entry in value[: fields["players"]]], read_all)


def _flag(value: Any, what: str) -> bool:
    if type(value) is not bool:
        raise BadState(f"{what} must be true or false")
    return value


# ---- whole documents ---------------------------------------------------------------------------------------


Fields = Mapping[str, Field]


def all_fields(fields: Fields) -> Fields:
    """The fields of a game with those that every game has."""
    return {**fields, **{name: usual for name, usual in _USUAL.items() if name not in fields}}


_USUAL = {"turn": seat(), "left": flags()}


def written(game_id: str, values: Values, options: Document, fields: Fields) -> dict[str, Any]:
    """A state as a document; `fields` are all of them."""
    document = {"game": game_id, "players": values["players"], "options": options}
    for name, one in fields.items():
        if one.given(options):
            document[name] = one.write(values[one.of or name], values)
    return document


def fill(states: Any, document: Document, fields: Fields) -> None:
    """Put what a document says into a fresh state; `fields` are all of them. Raises `BadState`."""
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
