"""Who comes: a cookie is a session, and a session is one of a person. Pages and sockets find out in the same way."""

from collections.abc import Mapping
from contextlib import suppress

from tablee.live.time import milliseconds_now
from tablee.people import Person
from tablee.people.tokens import PERSON_COOKIE, session_of
from tablee.store import NotSaved, Store, Unavailable


def session_in(cookies: Mapping[str, str]) -> str:
    """The session that a browser shows, or an empty text; it need not be anybody's."""
    return session_of(cookies.get(PERSON_COOKIE, ""))


async def recognise(store: Store, session: str) -> Person | None:
    """Whose session that is, and remember that it was there; None for somebody of whom nothing is kept."""
    person = await store.person_of(session) if session else None
    if person is not None:
        with suppress(NotSaved, Unavailable):  # a look must not fail for that
            await store.saw_session(session, milliseconds_now())
    return person
