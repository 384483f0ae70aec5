"""Bells: how somebody is called to a table who is elsewhere, and what they want to be called for.

A *ring* is one such call. (A *call* of the hall is something else: it stands on the shelf, and is answered there.)
"""

import hashlib
from typing import Literal

import msgspec

MOST_BELLS = 10
"""Browsers of one person that can be rung."""
HOURS = (7, 9, 12, 18, 20)
"""At which hour of the day somebody may want to be told what waits."""
LONGEST_ADDRESS = 254

Kind = Literal["turn", "ending", "invitation", "match", "digest"]
"""It is one's turn; time runs out; somebody invites one; somebody has come; what waits, once a day."""


class Bell(msgspec.Struct, frozen=True):
    """A browser that can be rung through its push service, for as long as its session lasts."""

    session: str
    person: str
    endpoint: str
    """The address at its push service. Who knows it and the two keys can ring."""
    p256dh: str
    auth: str
    language: str = ""
    home: str = ""
    """The address of the house under which it was asked for."""
    since: int = 0


class Mailbox(msgspec.Struct, frozen=True):
    """An e-mail address. Nothing but one question is sent there until who reads it has said yes."""

    person: str
    address: str
    language: str = ""
    home: str = ""
    since: int = 0
    confirmed: int = 0
    """When that was; 0 until then."""
    leave: str = ""
    """The secret of the link by which one leaves: it can do nothing else."""


class Wishes(msgspec.Struct, frozen=True):
    """What somebody wants to be called for."""

    days: Literal["each", "digest", "no"] = "each"
    """Games by days: at each turn, once a day, or never."""
    ending: bool = True
    """When one's time at a game by days runs out."""
    live: bool = True
    """Games at one sitting, when one has looked away."""
    hall: bool = True
    """Invitations, and that somebody has come."""
    hour: int = 18
    """When one is told what waits, once a day."""
    zone: str = "UTC"
    since: int = 0
    """When it was first wished for: turns of before are not."""


def digest_of(secret: str) -> str:
    """What is kept of a secret that somebody else has.

    >>> digest_of("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def plain_address(typed: str) -> str:
    """An e-mail address as it is written to, or an empty text if it cannot be one.

    Whether anybody reads it only a letter can tell; this keeps out what would be more than one address, or a header.

    >>> plain_address(" zoe@example.org "), plain_address("zoe"), plain_address("a@b.c, d@e.f"), plain_address("a@b")
    ('zoe@example.org', '', '', '')
    """
    address = typed.strip()
    name, at, domain = address.rpartition("@")
    plain = address.isascii() and address.isprintable() and not set(address) & set(' ,;:<>()[]\\"')
    whole = bool(name and at and "." in domain.strip(".") and ".." not in domain)
    return address if plain and whole and "@" not in name and len(address) <= LONGEST_ADDRESS else ""
