"""Find the sender of a request, for pages and sockets: a browser shows a session cookie, a bot account a token."""

from collections.abc import Mapping
from contextlib import suppress

from tablee.server.features.accounts.model import PERSON_COOKIE, Person, session_of
from tablee.server.features.bot_accounts.model import bot_session_of, token_in
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import NotSaved, Store, Unavailable


class UnknownToken(Exception):
    """A request shows the token of no bot account, or a token and a cookie."""


def session_in(cookies: Mapping[str, str]) -> str:
    """The session in a browser's cookies, or an empty text; it need not exist."""
    return session_of(cookies.get(PERSON_COOKIE, ""))


def bot_session_in(headers: Mapping[str, str], cookies: Mapping[str, str]) -> str:
    """The session of a bot account's token, or an empty text for everybody else; raises `UnknownToken`."""
    token = token_in(headers.get("authorization", ""))
    if token is None:
        return ""
    session = bot_session_of(token)
    if not session or PERSON_COOKIE in cookies:
        raise UnknownToken
    return session


async def recognise(store: Store, session: str) -> Person | None:
    """The person of a session, and note that they were here; None for anonymous visitors."""
    person = await store.person_of(session) if session else None
    if person is not None:
        with suppress(NotSaved, Unavailable):  # a look must not fail for that
            await store.saw_session(session, milliseconds_now())
    return person
