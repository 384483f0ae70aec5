"""What a day is, and what is dealt on it: pure, and told what time it is.

A day is one of UTC, the same for everybody: so nobody further east has played tomorrow's deal today. Whoever has begun
the deal of a day has a while after it to come to an end; only then is its seed revealed.
"""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import msgspec

from tablee.kernel.lots import lot
from tablee.table.dice import commitment
from tablee.table.events import Opening

A_DAY = 86_400_000
"""In milliseconds."""
GRACE = 3 * 3_600_000
"""Milliseconds after a day in which its deal can be finished; then its seed is revealed."""
LEVEL = 3
"""Of the bots of a day: the strongest that thinks to its end everywhere, and so plays the same everywhere."""


def day_of(now: int) -> str:
    """The day of a time, in milliseconds since 1970.

    >>> day_of(0), day_of(A_DAY - 1), day_of(A_DAY)
    ('1970-01-01', '1970-01-01', '1970-01-02')
    """
    return datetime.fromtimestamp(now // 1000, UTC).date().isoformat()


def is_day(text: str) -> bool:
    """Is this how a day is written?

    >>> is_day("2026-11-17"), is_day("2026-11-31"), is_day("20261117")
    (True, False, False)
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def begin_of(day: str) -> int:
    """When a day begins."""
    return (date.fromisoformat(day) - date(1970, 1, 1)).days * A_DAY


def reveal_of(day: str) -> int:
    """When what was secret about a day is told, and nothing more counts for it."""
    return begin_of(day) + A_DAY + GRACE


def after(day: str, days: int = 1) -> str:
    """The day so many days later.

    >>> after("2026-12-31"), after("2024-03-01", -1)
    ('2027-01-01', '2024-02-29')
    """
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def game_of(day: str, games: Sequence[str]) -> str:
    """The game of a day: they take turns, in the order of their names, so that everybody knows when theirs comes.

    >>> [game_of(f"2026-11-{day}", ["b", "c", "a"]) for day in (17, 18, 19, 20)]
    ['c', 'a', 'b', 'c']
    """
    return sorted(games)[date.fromisoformat(day).toordinal() % len(games)]


def mixed(day: str, secret: bytes, nonces: Sequence[str]) -> bytes:
    """The seed of a day: from the secret of the house, and what the browsers of the day before added."""
    return hmac.digest(secret, f"deal {day} {','.join(nonces)}".encode(), hashlib.sha256)


def seat_in(day: str, commitment: str, players: int) -> int:
    """Where everybody sits in the deal of a day: it follows from what is known when the day begins."""
    return lot(f"seat {day} {commitment}") % players


class Proof(msgspec.Struct, frozen=True):
    """All that went into the seed of a day, for everybody to check."""

    day: str
    game: str
    players: int
    house: str
    """The SHA-256 of the secret, as it was shown from the beginning of the day before on."""
    secret: str
    nonces: list[str]
    """What browsers added the day before, in the order in which it is mixed in."""
    seed: str


def is_sound(proof: Proof) -> bool:
    """Is the secret the one that was committed to, and does the seed follow from it and from what was added?"""
    try:
        secret = bytes.fromhex(proof.secret)
    except ValueError:
        return False
    return commitment(secret) == proof.house and mixed(proof.day, secret, proof.nonces).hex() == proof.seed


class Testimony(msgspec.Struct, frozen=True):
    """What a game tells about a day, beside what the house tells about it: the opening, and what browsers added."""

    opening: Opening
    nonces: Sequence[str]


def contradiction(proof: Proof, game: Testimony) -> str | None:
    """What a finished game of that day, or of the day before, says otherwise than the proof of a day; None if nothing.

    Raises `ValueError` if it can say nothing about that day.
    """
    deal = game.opening.deal
    if deal is not None and deal.day == proof.day:
        if deal.house != proof.house:
            return "the table was opened with another fingerprint of the secret"
        if commitment(bytes.fromhex(proof.seed)) != game.opening.commitment:
            return "the table was dealt from another seed"
        return None
    if deal is not None and deal.day and after(deal.day) == proof.day:
        if deal.tomorrow != proof.house:
            return "the day before, another fingerprint of the secret was shown"
        if not set(game.nonces) <= set(proof.nonces):
            return "what this browser added the day before was left out"
        return None
    raise ValueError(f"a game that tells nothing about {proof.day}")
