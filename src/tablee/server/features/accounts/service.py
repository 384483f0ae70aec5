"""Who comes: a cookie is a session, and a session is one of a person; a program shows a token instead.

Pages and sockets find out in the same way.
"""

from collections.abc import Mapping
from contextlib import suppress

from tablee.live.time import milliseconds_now
from tablee.people import Person
from tablee.people.programs import session_of_program, token_in
from tablee.people.tokens import PERSON_COOKIE, session_of
from tablee.store import NotSaved, Store, Unavailable


def session_in(cookies: Mapping[str, str]) -> str:
    """The session that a browser shows, or an empty text; it need not be anybody's."""
    return session_of(cookies.get(PERSON_COOKIE, ""))


class NotKnown(Exception):
    """Somebody shows the token of a program that nobody knows (any more), or a cookie besides."""


def program_in(headers: Mapping[str, str], cookies: Mapping[str, str]) -> str:
    """The session that a program shows, or an empty text for everybody else; raises `NotKnown`."""
    token = token_in(headers.get("authorization", ""))
    if token is None:
        return ""
    session = session_of_program(token)
    if not session or PERSON_COOKIE in cookies:
        raise NotKnown
    return session


async def recognise(store: Store, session: str) -> Person | None:
    """Whose session that is, and remember that it was there; None for somebody of whom nothing is kept."""
    person = await store.person_of(session) if session else None
    if person is not None:
        with suppress(NotSaved, Unavailable):  # a look must not fail for that
            await store.saw_session(session, milliseconds_now())
    return person
