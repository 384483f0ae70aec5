"""Persons, their sessions (browsers), device links and sign-in keys. Seats belong to persons; accounts are optional.

Pure, except that new ids and tokens are random. All times are milliseconds since 1970.
"""

import hashlib
import secrets

import msgspec

from tablee.server.table.clock import A_DAY

PERSON_COOKIE = "person"
LANGUAGE_COOKIE = "language"
PASSKEY, WORDS = "passkey", "words"
"""The kinds of keys."""
MOST_KEYS = 20
"""Keys of one person."""
LONGEST_NAME = 60
"""Letters of a key's name."""
LONGEST_AGENT = 500
"""Letters of a `User-Agent` header that are read."""

_TOKEN_LENGTHS = range(32, 65)

# Most browsers also claim to be others: the first match counts.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("Chromium", "Chromium"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays, or has taken a name."""

    id: str
    name: str = ""
    since: int = 0
    is_removed: bool = False
    """Whether the host has removed them, or the owner of this bot account, from all tables."""


class Session(msgspec.Struct, frozen=True):
    """One browser of a person. Its id is the digest of the token in the browser's cookie."""

    id: str
    person: str
    since: int = 0
    seen: int = 0
    """When the browser last asked for something, to within an hour."""
    device: str = ""
    """The kind of browser, see `device_of`; empty if unknown."""


class DeviceLink(msgspec.Struct, frozen=True):
    """A device link: it makes another browser the same person, once. Only the digest of its secret is stored."""

    digest: str
    person: str
    back: str
    """The path at which the other browser continues."""
    until: int = 0


class SignInKey(msgspec.Struct, frozen=True):
    """A key by which a person signs in: a passkey, or a key of words."""

    id: str
    person: str
    kind: str
    secret: bytes
    """The public key of a passkey; a slow digest of words."""
    counter: int = 0
    """The signature counter of a passkey: a cloned passkey would show a lower one."""
    name: str = ""
    since: int = 0
    used: int = 0
    """When it was last used; 0 for never."""


class SignedIn(msgspec.Struct, frozen=True):
    """The result of signing in."""

    person: str
    merged: str = ""
    """The former guest of this browser, now that person; empty if there was none."""
    ended: list[str] = []
    """Sessions that have ended."""
    tables: list[str] = []
    """Tables of the guest that now belong to the person."""


def new_person_id() -> str:
    """A random id for a person."""
    return secrets.token_hex(16)


def new_token() -> str:
    """A random token for a cookie or a link."""
    return secrets.token_urlsafe(32)


def session_of(token: str) -> str:
    """The session id of a token: its digest. Empty if the token cannot be one of ours."""
    if len(token) not in _TOKEN_LENGTHS or not token.isascii():
        return ""
    return hashlib.sha256(token.encode()).hexdigest()


def device_of(user_agent: str) -> str:
    """The browser and the system that a `User-Agent` header names, as far as they are known.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> device_of("curl/8.5.0")
    ''
    """
    known = user_agent[:LONGEST_AGENT]
    names = [next((name for sign, name in signs if sign in known), "") for signs in (_BROWSERS, _SYSTEMS)]
    return " on ".join(name for name in names if name)


def forgotten_before(now: int, days: int) -> int | None:
    """The time before which inactive people were last seen; None if nobody is ever deleted.

    >>> forgotten_before(500 * A_DAY, 400) == 100 * A_DAY, forgotten_before(500 * A_DAY, 0)
    (True, None)
    """
    return now - days * A_DAY if days else None
