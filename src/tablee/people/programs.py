"""Programs that play: persons of their own, each with somebody who answers for it. Their ids say what they are."""

import hashlib

import msgspec

from tablee.people.persons import new_person_id
from tablee.people.tokens import session_of

MOST_PROGRAMS = 5
"""Of one person."""
DEVICE = "Program"
"""What their sessions come from."""
_MARK = "program-"


class Program(msgspec.Struct, frozen=True):
    """A program that plays under its own name for as long as its owner lets it. Of its token only a digest is kept."""

    id: str
    owner: str
    name: str
    since: int = 0


def new_program_id() -> str:
    """An id for a program, by chance."""
    return _MARK + new_person_id()


def is_program(person: str) -> bool:
    """Is that person a program?

    >>> is_program(new_program_id()), is_program(new_person_id())
    (True, False)
    """
    return person.startswith(_MARK)


def session_of_program(token: str) -> str:
    """The session that a program's token stands for: another than if a browser showed the same as its cookie.

    >>> session_of_program("short"), session_of_program("a" * 43) == session_of("a" * 43)
    ('', False)
    """
    return hashlib.sha256(f"program {token}".encode()).hexdigest() if session_of(token) else ""


def token_in(authorization: str) -> str | None:
    """The token that a header `Authorization` shows; None if it is about something else, as passwords of proxies are.

    >>> token_in("Bearer abc"), token_in("Basic abc"), token_in("")
    ('abc', None, None)
    """
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
