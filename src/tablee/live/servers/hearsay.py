"""What servers of one house say to each other beside what is stored: who is where, is called, has ended, is too many.

It is hearsay: a word may get lost, and then the next one, or a look at the store, makes up for it.
"""

from collections.abc import Callable

import msgspec

from tablee.live.limits import Asker, What
from tablee.table.talk import Saying


class _Word(msgspec.Struct, frozen=True, tag_field="of"):
    pass


class Here(_Word, frozen=True, tag="here"):
    """Who is connected to a table at the server that says so: persons who sit there, and how many look on."""

    table: str
    sitting: list[str]
    watching: int


class Who(_Word, frozen=True, tag="who"):
    """Who is at this table? Every server where somebody is answers."""

    table: str


class Ended(_Word, frozen=True, tag="ended"):
    """A session has ended."""

    session: str


class Merged(_Word, frozen=True, tag="merged"):
    """A guest has signed in: this person is nobody any more, and their seats are another's."""

    person: str


class Spent(_Word, frozen=True, tag="spent"):
    """Somebody has asked for something that is counted on all servers together."""

    what: What
    asker: Asker


class Talked(_Word, frozen=True, tag="talked"):
    """Somebody has said something at a table; it is stored."""

    saying: Saying


class Minds(_Word, frozen=True, tag="minds"):
    """Somebody wants to be talked with otherwise from now on; how, is stored."""

    person: str


class Unsaid(_Word, frozen=True, tag="unsaid"):
    """Of what was said at these tables something is gone: somebody is forgotten."""

    tables: list[str]


class Alive(_Word, frozen=True, tag="alive"):
    """The server that says so is there, with so many people, and so many tables at which somebody plays."""

    people: int = 0
    tables: int = 0


class Called(_Word, frozen=True, tag="called"):
    """Where a person is called, or what they look for, has changed."""

    person: str


class Bye(_Word, frozen=True, tag="bye"):
    """The server that says so closes."""


Word = Here | Who | Ended | Merged | Spent | Talked | Minds | Unsaid | Called | Alive | Bye

KIND = "hearsay"
"""Under what a store announces it."""


def written(server: str, word: Word) -> str:
    """What a server says, as a text.

    >>> written("a", Ended("s"))
    '["a",{"of":"ended","session":"s"}]'
    """
    return _encode((server, word)).decode()


def read(text: str) -> tuple[str, Word] | None:
    """The server and what it says; None if that is of a program which says other things."""
    try:
        return _decode(text)
    except msgspec.MsgspecError:
        return None


_encode = msgspec.json.Encoder().encode
_decode: Callable[[str], tuple[str, Word]] = msgspec.json.Decoder(tuple[str, Word]).decode
