"""What seats see of states, each made by its difference to the state before.

The bytes of two records are compared field by field. What the changed fields say is written anew; all other values are
the very objects of the document before. So a picture or a sentence that has read them can be taken over, too.
"""

from collections import deque
from collections.abc import Callable, Mapping
from functools import lru_cache
from struct import Struct
from typing import Any
from weakref import WeakValueDictionary

from tablee.engine.contract import States
from tablee.games.document import Document
from tablee.games.secrets import Look, Secrets

LATEST_STATES = 512
"""So many states are cached as documents, as all at a table look at the same; others as long as they are held."""

Chunks = tuple[bytes, ...]
"""The bytes of a record, by field."""


class WrittenState:
    """A state as a document, with its facts, the secrets in force, and the views that have been asked for."""

    __slots__ = (
        "__weakref__", "before", "chunks", "document", "facts", "found", "has_own_secrets", "kind", "secret", "views",
    )  # fmt: skip

    def __init__(self, kind: Any, chunks: Chunks, before: "WrittenState | None") -> None:
        self.kind = kind
        self.chunks = chunks
        self.before = before
        self.document: Document = {}
        self.facts: Mapping[str, Any] = {}
        self.found: Chunks = ()
        """The facts that the rules have worked out, as bytes."""
        self.secret: Secrets = {}
        self.has_own_secrets = False
        self.views: dict[tuple[int | None, Look], Document] = {}

    def changed(self) -> set[str] | None:
        """The fields of the record that differ from the state before; None if that is unknown."""
        return None if self.before is None else differing(self.kind, self.before.chunks, self.chunks)


class Sights:
    """The states of a game that somebody looks at: the latest, and those that are held."""

    def __init__(self, write: Callable[[WrittenState, States], None]) -> None:
        """`write` fills in document, facts and secrets."""
        self._write = write
        self._states: WeakValueDictionary[bytes, WrittenState] = WeakValueDictionary()
        self._latest: deque[WrittenState] = deque(maxlen=LATEST_STATES)

    def written(self, state: States, before: States | None = None) -> WrittenState:
        """A state as a document; `before` is the state before it, if the caller knows it."""
        record, kind = state.tobytes(), state.dtype
        known = self._states.get(record)
        if known is not None and known.kind == kind:
            return known
        base = None if before is None else self._states.get(before.tobytes())
        if base is not None and base.kind == kind:
            new = WrittenState(kind, split(kind, record, base.chunks), base)
        else:
            new = WrittenState(kind, split(kind, record), None)
        self._write(new, state)
        if base is not None:
            base.before = None  # a chain would keep all states of a game
        self._states[record] = new
        self._latest.append(new)
        return new

    def view(self, state: States, seat: int | None, look: Look, hidden: Document, before: States | None) -> Document:
        """A seat's view; `hidden` are facts that nobody sees while there are secrets."""
        written = self.written(state, before)
        key = seat if written.has_own_secrets else None, look
        view = written.views.get(key)
        if view is None:
            base = written.before
            known = None
            if base is not None and base.secret is written.secret and (earlier := base.views.get(key)) is not None:
                known = base.document, earlier
            facts = {**written.facts, **hidden} if written.secret and hidden else written.facts
            view = {**look(written.document, key[0], written.secret, known), "facts": facts}
            written.views[key] = view
        return view


def split(kind: Any, record: bytes, before: Chunks = ()) -> Chunks:
    """The bytes of a record by field: the very objects of a record `before`, where they have not changed."""
    chunks: Chunks = _splitter(kind)[1].unpack(record)
    return tuple([old if old == new else new for old, new in zip(before, chunks, strict=True)]) if before else chunks


def differing(kind: Any, one: Chunks, other: Chunks) -> set[str]:
    """The names of the fields in which two records differ."""
    return {name for name, here, there in zip(_splitter(kind)[0], one, other, strict=True) if here != there}


@lru_cache(maxsize=256)
def _splitter(kind: Any) -> tuple[tuple[str, ...], Struct]:
    fields = sorted((offset, name, field.itemsize) for name, (field, offset, *_) in kind.fields.items())
    layout, at = "", 0
    for offset, _, size in fields:
        layout += f"{offset - at}x{size}s"
        at = offset + size
    return tuple(name for _, name, _ in fields), Struct(f"={layout}{kind.itemsize - at}x")
