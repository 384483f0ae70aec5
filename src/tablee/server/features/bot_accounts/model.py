"""Bot accounts: programs that play as persons of their own, each with an owner. The id tells them from people."""

import hashlib

import msgspec

from tablee.server.features.accounts.model import new_person_id, session_of

MOST_BOT_ACCOUNTS = 5
"""Bot accounts of one person."""
DEVICE = "Program"
"""The device of their sessions."""
_MARK = "program-"


class BotAccount(msgspec.Struct, frozen=True):
    """A program that plays under a name of its own. Only a digest of its token is stored."""

    id: str
    owner: str
    name: str
    since: int = 0


def new_bot_account_id() -> str:
    """A random id for a bot account."""
    return _MARK + new_person_id()


def is_bot_account(person: str) -> bool:
    """Whether a person is a bot account.

    >>> is_bot_account(new_bot_account_id()), is_bot_account(new_person_id())
    (True, False)
    """
    return person.startswith(_MARK)


def bot_session_of(token: str) -> str:
    """The session id of a bot account's token; it differs from that of a cookie with the same text.

    >>> bot_session_of("short"), bot_session_of("a" * 43) == session_of("a" * 43)
    ('', False)
    """
    return hashlib.sha256(f"program {token}".encode()).hexdigest() if session_of(token) else ""


def token_in(authorization: str) -> str | None:
    """The token in an `Authorization` header; None for other schemes, such as the passwords of proxies.

    >>> token_in("Bearer abc"), token_in("Basic abc"), token_in("")
    ('abc', None, None)
    """
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
