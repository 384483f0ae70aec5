"""Keys by which somebody comes back, from whichever browser: passkeys, and keys of words to write down."""

import hashlib
import hmac
import secrets

import msgspec

PASSKEY, WORDS = "passkey", "words"
MOST_KEYS = 20
"""Of one person."""
LONGEST_NAME = 60
"""Of a key, by which its person knows it again."""

_SALT = 16
_EFFORT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 2**20}
"""What one guess costs: 32 MB, and a tenth of a second."""


class Key(msgspec.Struct, frozen=True):
    """What is kept of a key. Times are in milliseconds since 1970; `used` is 0 until it has been."""

    id: str
    person: str
    kind: str
    secret: bytes
    """The public key of a passkey; of words a slow digest."""
    counter: int = 0
    """How often a passkey says it has been used, if it counts: a copy of it would say less."""
    name: str = ""
    since: int = 0
    used: int = 0


class SignedIn(msgspec.Struct, frozen=True):
    """Somebody has come back."""

    person: str
    merged: str = ""
    """The guest whom they were until then, and who is nobody any more; empty if there was none."""
    ended: list[str] = []
    """Sessions that have ended by it."""
    tables: list[str] = []
    """Tables that have come along."""


def slow_digest(secret: str) -> bytes:
    """What is kept of a secret. Takes long, on purpose: not for the event loop."""
    salt = secrets.token_bytes(_SALT)
    return salt + _digest(secret, salt)


def opens(secret: str, kept: bytes) -> bool:
    """Is that the secret of which this is kept? Takes as long."""
    return hmac.compare_digest(_digest(secret, kept[:_SALT]), kept[_SALT:])


def _digest(secret: str, salt: bytes) -> bytes:
    return hashlib.scrypt(secret.encode(), salt=salt, dklen=32, **_EFFORT)
