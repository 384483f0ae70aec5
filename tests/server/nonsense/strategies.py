"""Typed nonsense: requests for every route of the app, and messages of every kind, as Hypothesis makes them.

Nothing here names a route, a field or a message. Routes come from the app, the fields of their forms from the sources
and templates of their feature, the shapes of JSON from the structs of their feature, messages from the commands.
"""

import inspect
import random
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
from hypothesis import strategies as st
from msgspec.inspect import type_info
from starlette.routing import Mount, Route

from tablee.games import working_games
from tablee.server.realtime import messages
from tablee.server.realtime.settings import Settings
from tablee.server.web.app import create_app

Nonsense = st.SearchStrategy[Any]


class Known(NamedTuple):
    """Something that the house has told or stored, of that kind; which, is decided when it is sent."""

    kind: str
    place: int


class Body(NamedTuple):
    """The fields of a form, or a value that is sent as JSON, or bytes."""

    fields: Sequence[tuple[str, Any]] | None = None
    json: Any = None
    raw: bytes | None = None


class Request(NamedTuple):
    """A request as it is made up; `Known` values are looked up when it is sent."""

    method: str
    route: str
    parameters: dict[str, Any]
    query: Sequence[tuple[str, Any]]
    body: Body
    who: int
    """Which of the people sends it; 0 is somebody new."""
    headers: dict[str, Any]


class Target(NamedTuple):
    """A method of a route, the names of fields that its feature reads, and the structs that it may decode."""

    method: str
    route: str
    fields: tuple[str, ...]
    structs: tuple[type, ...]


# ---- what there is ------------------------------------------------------------------------------------------------

READ_FIELDS = re.compile(r"""(?:form|asked|fields|query_params|query)\b[^\n"]{0,20}(?:\.get\(|\[)\s*f?"([a-z_]+)""")
SHOWN_FIELDS = re.compile(r"""\bname="([a-z_]+)""")


@cache
def targets() -> tuple[Target, ...]:
    """Every route of the app with each of its methods."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(f"sqlite:///{folder}/tables.db"))
        return tuple(target for route in app.site.routes for target in _targets_of(route))


def _targets_of(route: Any) -> Iterator[Target]:
    if isinstance(route, Mount):
        yield Target("GET", f"{route.path}/{{path}}", (), ())
        return
    assert isinstance(route, Route), route
    module = sys.modules[inspect.unwrap(route.endpoint).__module__]
    folder = Path(module.__file__ or "").parent
    sources = [file.read_text("utf8") for file in (*folder.glob("*.py"), *folder.glob("*.html"))]
    found = {name for text in sources for name in (*READ_FIELDS.findall(text), *SHOWN_FIELDS.findall(text))}
    beside = [one for name, one in sys.modules.items() if name.startswith(module.__package__ + ".")]
    structs = {
        one for there in beside for one in vars(there).values()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one.__module__ == there.__name__
    }  # fmt: skip
    for method in sorted(route.methods or ()):
        yield Target(method, route.path, tuple(sorted(found)), tuple(sorted(structs, key=lambda one: one.__name__)))


COMMANDS: tuple[type, ...] = get_args(messages.Command)
"""Every message that a client may send."""

# ---- values -------------------------------------------------------------------------------------------------------

TEXTS = (
    "", " ", "\0", "a\0b", "%00", "\ud800", "\x7f\x1b[31m", "\u202e", "²", "٣", "९", "-1", "0", "1", "2", "23", "24",
    "9" * 5000, "1" + "0" * 400, "-" + "9" * 20, str(2**31), str(2**63), str(2**64), "1e999", "NaN", "inf", "1_0",
    "../../etc/passwd", "..%2f..%2f", "'; DROP TABLE persons; --", "<script>alert(1)</script>", "{{ 7 * 7 }}", "%s%n",
    "yes", "on", "null", "true", "[]", "{}", "[" * 3000, '{"a":' * 1000, "a" * 300, "é" * 5000, "\u0301" * 50, "0x1",
    "a..b@c.de", "zoe@example.org", "https://[::127.0.0.1]/x", "https://push.example/x", "//evil.example", "/\\evil",
    "/me", "Europe/Paris", "each", "digest", "bots", "friends", "text", "table x 1", "table \0 1", "lesson 1",
    "days-2", "2026-11-17", "0000-00-00", "9999-99-99", "--", "\r\nX-Y: z", "Zoé", "Malo", "⚙ bot", "steady",
    "figure en 1", "\U0001f469\u200d\U0001f467" * 30,
)  # fmt: skip
NO_TEXT = (b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"%ff%zz%", b"\x00\x01\x02")
RAW_JSON = tuple(
    msgspec.Raw(raw)
    for raw in (
        *(b"[" * depth + b"]" * depth for depth in (50, 300, 900)),
        *(b'{"a":' * depth + b"1" + b"}" * depth for depth in (50, 300, 900)),
        b'"\xff"', b'"\\ud800"', b'"\\u0000"', b"1e999", b"-0", b"9" * 400, b"9" * 5000, b"1.5e308", b'{"a":1,"a":2}',
    )
)  # fmt: skip
RAW_BODIES = (
    b"", b"\xff" * 100, b"&" * 60, b"=" * 60, b"a=" + b"%00" * 10, b"%", b"a=%ff", b"\x00", b"a" * 9000,
    b"a=" + b"b" * 40_000, b"[" * 30_000, b'{"a":' * 6000, b'{"tried":' + b"[" * 8000, b"\xef\xbb\xbf{}",
    b'{"source":"text","state":{"a":' + b"[" * 5000, b'{"action":"\xff"}', b"state=" + b"[" * 6000,
    b'state={"game":"isis","a":' + b"[" * 6000, b'{"do":"act","step":1,"action":"\xff"}',
    b'{"do":"ping","now":1e400}', b"{}",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 3, 5, 100, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 10**30)

places = st.integers(0, 10**6)
anything = st.builds(Known, st.just("any"), places)
texts: Nonsense = st.one_of(st.sampled_from(TEXTS), st.text(max_size=20), anything)
bytes_or_texts: Nonsense = st.one_of(texts, texts, st.sampled_from(NO_TEXT), st.binary(max_size=12))
steps = st.builds(Known, st.just("step"), places)
numbers: Nonsense = st.one_of(st.sampled_from(NUMBERS), st.integers(-1, 4), st.integers(-5, 40), steps, steps)
leaves = st.one_of(st.none(), st.booleans(), numbers, st.floats(allow_nan=False), texts, st.sampled_from(RAW_JSON))
plain_texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=20))
documents: Nonsense = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(plain_texts, inner, max_size=4),
    max_leaves=6,
)


def named(name: str) -> Nonsense:
    """A value for a field or a parameter of that name: what the house has told under this name, or anything."""
    told = st.builds(Known, st.just(name), places)
    return st.one_of(told, told, bytes_or_texts)


@cache
def positions() -> tuple[dict[str, Any], ...]:
    """Positions of all games, as their words write them."""
    found = []
    for definition in working_games():
        for players in definition.players:
            state = definition.new(players, {}, 7)
            found.append(msgspec.to_builtins(definition.words.write(state)))
    return tuple(found)


def damaged(position: dict[str, Any], place: int, value: Any) -> Any:
    """A position in which one value, however deep, is another."""
    copy = msgspec.json.decode(msgspec.json.encode(position))
    spots = list(_spots(copy))
    holder, key = spots[place % len(spots)]
    holder[key] = value
    return copy


def _spots(document: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in document.items() if isinstance(document, dict) else enumerate(document):
        yield document, key
        if isinstance(value, dict | list):
            yield from _spots(value)


states: Nonsense = st.one_of(
    st.deferred(lambda: st.sampled_from(positions())),
    st.deferred(lambda: st.builds(damaged, st.sampled_from(positions()), places, documents)),
    documents,
)


def typed(kind: Any) -> Nonsense:
    """Values of a type as `msgspec.inspect` describes it, now and then something else."""
    return st.one_of(_of_type(kind), _of_type(kind), _of_type(kind), documents)


def _of_type(kind: Any) -> Nonsense:
    info = msgspec.inspect
    match kind:
        case info.StructType():
            return struct(kind.cls)
        case info.UnionType():
            return st.one_of(*map(_of_type, kind.types))
        case info.LiteralType():
            return st.sampled_from(kind.values)
        case info.EnumType():
            return st.sampled_from([one.value for one in kind.cls])
        case info.ListType():
            return st.lists(_of_type(kind.item_type), max_size=3)
        case info.DictType() | info.AnyType():
            return states
        case info.BoolType():
            return st.booleans()
        case info.IntType() | info.FloatType():
            return numbers
        case info.NoneType():
            return st.none()
    return texts


def struct(cls: type) -> Nonsense:
    """A struct as JSON: fields may be missing, of another type, or not its own."""
    described = type_info(cls)
    assert isinstance(described, msgspec.inspect.StructType)
    fields = {one.encode_name: _field(one.encode_name, one.type) for one in described.fields}
    tag = {described.tag_field: st.just(described.tag)} if described.tag_field else {}
    return st.one_of(
        st.fixed_dictionaries({**tag, **fields}),
        st.fixed_dictionaries(tag, optional={**fields, "more": documents}),
    )


def _field(name: str, kind: Any) -> Nonsense:
    told = st.builds(Known, st.just(name), places) if isinstance(kind, msgspec.inspect.StrType) else _of_type(kind)
    return st.one_of(_of_type(kind), told, told, typed(kind))


# ---- requests and messages ----------------------------------------------------------------------------------------

TOKENS = st.builds(Known, st.just("token"), places)
HEADERS = {
    "origin": st.sampled_from(("null", "http://evil.example", "http://localhost", "\xff")),
    "referer": st.sampled_from(("http://[", "http://localhost/me", "\xff\xfe")),
    "accept-language": st.sampled_from(("fr", "de", "\xff", "fr;q=nan", "*;q=1e999", "a," * 500)),
    "user-agent": st.sampled_from(("", "Firefox", "\xff" * 600, "iPhone Safari")),
    "authorization": st.one_of(TOKENS, st.sampled_from(("Bearer", "Bearer x", "Basic \xff", "Bearer " + "a" * 500))),
    "content-type": st.sampled_from(("application/json", "multipart/form-data; boundary=x", "text/plain; charset=x")),
    "host": st.sampled_from(("localhost:1", "127.0.0.1:x", "[::1]", "tablee.example", "evil.example")),
    "cookie": st.sampled_from(
        ("person=\xff", "person=" + "a" * 40, "language=xx; last-isis=%ff&players=" + "9" * 5000)
    ),
}


MOST_FIELDS = 38
"""A form may have 40."""


def _headers() -> Nonsense:
    few = st.fixed_dictionaries({}, optional=HEADERS)
    return st.one_of(st.just({}), st.just({}), st.just({}), few)


def _with_one_wrong(names: Sequence[str], values: Sequence[Any], place: int, wrong: Any) -> list[tuple[str, Any]]:
    """A form as the house would have it, but for one field."""
    fields = list(zip(names, values, strict=False))
    if fields:
        fields[place % len(fields)] = (fields[place % len(fields)][0], wrong)
    return fields


def request_to(target: Target) -> st.SearchStrategy[Request]:
    """Requests to a route."""
    parameters = {
        name: st.one_of(st.builds(Known, st.just(name), places), named(name))
        for name in re.findall(r"\{(\w+)\}", target.route)
    }
    names = st.sampled_from(target.fields) if target.fields else st.just("x")
    pairs = names.flatmap(lambda name: st.tuples(st.just(name), named(name)))
    whole = st.tuples(*(st.builds(Known, st.just(name), places) for name in target.fields[:MOST_FIELDS]))
    one_wrong = st.builds(_with_one_wrong, st.just(target.fields), whole, places, bytes_or_texts)
    forms = st.one_of(one_wrong, one_wrong, st.lists(pairs, max_size=5), st.lists(st.tuples(texts, texts), max_size=3))
    bodies: list[Nonsense] = [
        forms.map(lambda fields: Body(fields=fields)),
        forms.map(lambda fields: Body(fields=fields)),
        st.sampled_from(RAW_BODIES).map(lambda raw: Body(raw=raw)),
        st.sampled_from(RAW_BODIES).map(lambda raw: Body(raw=raw)),
        documents.map(lambda one: Body(json=one)),
    ]
    bodies += [struct(one).map(lambda value: Body(json=value)) for one in target.structs]
    return st.builds(
        Request,
        method=st.just(target.method),
        route=st.just(target.route),
        parameters=st.fixed_dictionaries(parameters),
        query=st.one_of(st.just([]), st.lists(pairs, max_size=3)),
        body=st.one_of(*bodies) if target.method == "POST" else st.just(Body()),
        who=st.integers(0, 3),
        headers=_headers(),
    )


def message(command: type) -> Nonsense:
    """Messages of a kind; now and then one that is no message."""
    raw = st.sampled_from(RAW_BODIES).map(lambda raw: Body(raw=raw))
    made = struct(command).map(lambda value: Body(json=value))
    return st.one_of(made, made, made, made, made, raw)


FEEDS = st.sampled_from(("events", "scenes", "\xff"))
handshakes = st.fixed_dictionaries({}, optional={"as": FEEDS, "after": bytes_or_texts, "shape": texts, "talk": texts})


def shuffled(some: Sequence[Any], seed: int) -> list[Any]:
    """The same in another order, so that every run combines others."""
    return random.Random(seed).sample(list(some), len(some))
