"""Pictures painted by parts: a part whose fields have not changed is taken over without being called.

A game that wants it splits its `scene` into parts, each of which says which fields of the view it reads:

    @part("board", "facts.worth")
    def squares(view, say, shape):
        return [...]

    def scene(view, seat, actions, names, say, lately=NOTHING, shape=UPRIGHT, canvas=None):
        parts = painted(canvas, (squares, panels), {**view, "names": names}, seat, say, shape)
        return Scene(600, 800, parts, ...)

What `scene` knows beyond the view, it adds as fields: names, offered actions, what has just been taken. A part takes of
`view`, `seat`, `say` and `shape` what it needs; one without `seat` is painted once for all seats.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from inspect import signature
from itertools import chain
from operator import itemgetter
from typing import Any

from tablee.engine.contract import ContractError
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import Node

Painted = Sequence[Sequence[Node]]
"""What a part paints: parts of a scene (`Scene.parts`), each of them one object as long as it does not change."""

GIVEN = "view", "seat", "say", "shape"
"""The parameters that a part may have."""
FACTS = "facts."
_Kept = tuple[tuple[Any, ...] | None, Painted]  # what a part has read, and what it has painted
_NEVER: tuple[_Kept, _Kept] = ((None, ()), (None, ()))


class UndeclaredFieldError(Exception):
    """A part of a scene has read a field of the view that it does not declare."""


class ScenePart:
    """A part of a scene, and what it reads."""

    def __init__(self, function: Callable[..., Painted], reads: Sequence[str]) -> None:
        parameters = tuple(signature(function).parameters)
        if not set(parameters) <= set(GIVEN):
            raise ContractError(f"{function.__name__}: a part of a scene may take {', '.join(GIVEN)}")
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self.seat = "seat" in parameters
        self.fields = [name for name in reads if not name.startswith(FACTS)]
        self.facts = [name.removeprefix(FACTS) for name in reads if name.startswith(FACTS)]
        self._function, self._takes = function, [GIVEN.index(name) for name in parameters]

    def paint(self, *given: Any) -> Painted:
        """Its nodes, from a view, a seat, a language and a shape."""
        return self._function(*[given[at] for at in self._takes])


def part(*reads: str) -> Callable[[Callable[..., Painted]], ScenePart]:
    """Declare a part of a scene with the fields of the view, and of its `facts`, that it reads.

    A field that a view may lack is declared, too; facts are always there.
    """
    return lambda function: ScenePart(function, reads)


class PaintedParts(Sequence[Sequence[Node]]):
    """The parts of a scene, in `groups` by the function that has painted them; put together only where asked for."""

    def __init__(self, groups: Sequence[Painted]) -> None:
        self.groups = groups

    @cached_property
    def _all(self) -> list[Sequence[Node]]:
        return list(chain.from_iterable(self.groups))

    def __getitem__(self, at: Any) -> Any:
        return self._all[at]

    def __len__(self) -> int:
        return sum(map(len, self.groups))

    def __iter__(self) -> Iterator[Sequence[Node]]:
        return chain.from_iterable(self.groups)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all == list(other)

    __hash__ = None  # type: ignore[assignment]


class Canvas:
    """Remembers the latest paintings of one table, for all seats, languages and shapes."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Language, str], dict[tuple[ScenePart, int | None], tuple[_Kept, _Kept]]] = {}
        """By language and shape: the latest two paintings of each part. Those who may act are often shown another."""

    def painted(
        self, parts: Sequence[ScenePart], view: Document, seat: int | None, say: Language, shape: str
    ) -> PaintedParts:
        """The parts of a scene in painting order."""
        kept, facts, groups = self._kept.setdefault((say, shape), {}), view["facts"], []
        for one, fields_in, facts_in in _readers(tuple(parts), tuple(view)):
            looks = seat if one.seat else None
            inputs = fields_in, fields_in(view), facts_in(facts)
            latest, other = kept.get((one, looks), _NEVER)
            if latest[0] == inputs:
                nodes = latest[1]
            elif other[0] == inputs:
                nodes = other[1]
                kept[one, looks] = other, latest
            else:
                nodes = self.paint(one, view, looks, say, shape)
                kept[one, looks] = (inputs, nodes), latest
            groups.append(nodes)
        return PaintedParts(groups)

    def paint(self, one: ScenePart, view: Document, seat: int | None, say: Language, shape: str) -> Painted:
        """Paint a part anew."""
        return one.paint(view, seat, say, shape)


_Reader = Callable[[Document], Any]


@lru_cache(maxsize=512)
def _readers(parts: tuple[ScenePart, ...], fields: tuple[str, ...]) -> list[tuple[ScenePart, _Reader, _Reader]]:
    """Each part with the functions that read its fields of a view that has these `fields`, and its facts."""
    return [(one, _reader(*filter(fields.__contains__, one.fields)), _reader(*one.facts)) for one in parts]


@cache
def _reader(*names: str) -> _Reader:
    """Read these fields of a document: three times faster than one by one."""
    return itemgetter(*names) if names else _nothing


def _nothing(_: Document) -> None:
    """Read nothing."""


class StrictCanvas(Canvas):
    """A canvas for tests and `tablee check`: a part that reads what it does not declare raises an error."""

    def paint(self, one: ScenePart, view: Document, seat: int | None, say: Language, shape: str) -> Painted:
        """Paint a part from the fields that it declares."""
        facts = DeclaredFields(one.__name__, view["facts"], one.facts, FACTS)
        fields = {**view, "facts": facts}
        return one.paint(DeclaredFields(one.__name__, fields, [*one.fields, "facts"]), seat, say, shape)


def painted(
    canvas: Canvas | None,
    parts: Sequence[ScenePart],
    view: Document,
    seat: int | None,
    say: Language,
    shape: str,
) -> PaintedParts:
    """The parts of a scene: on a canvas as far as they have changed, without one from nothing."""
    return (canvas or Canvas()).painted(parts, view, seat, say, shape)


class DeclaredFields(Mapping[str, Any]):
    """A document of which only some fields may be read."""

    def __init__(self, reader: str, document: Document, declared: Sequence[str], prefix: str = "") -> None:
        self._reader, self._document, self._declared, self._prefix = reader, document, frozenset(declared), prefix

    def _checked(self, name: object) -> str:
        if name not in self._declared:
            raise UndeclaredFieldError(f"{self._reader} reads {self._prefix}{name}, a field that it does not declare")
        return str(name)

    def __getitem__(self, name: str) -> Any:
        return self._document[self._checked(name)]

    def __contains__(self, name: object) -> bool:
        return self._checked(name) in self._document

    def __iter__(self) -> Iterator[str]:
        raise UndeclaredFieldError(f"{self._reader} reads all fields, and has to declare each")

    def __len__(self) -> int:
        raise UndeclaredFieldError(f"{self._reader} counts all fields, and has to declare each")
