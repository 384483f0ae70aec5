"""Verifiable dice: the seed, the table's id and the players' nonces determine every draw."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence

from tablee.engine.chance import Lots, draw

NONCE_DIGITS = 32


def new_seed() -> bytes:
    """A new seed, secret until the game is over."""
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """The hash of the seed that is shown before the game."""
    return hashlib.sha256(seed).hexdigest()


def new_id() -> str:
    """The id of a new table."""
    return _id_of(secrets.token_bytes(9))


def following_id(seed: bytes, table: str) -> str:
    """The id of the table that follows this one: the same, whoever opens it."""
    return _id_of(hmac.digest(seed, f"after {table}".encode(), hashlib.sha256)[:9])


def _id_of(chance: bytes) -> str:
    """Twelve letters for an address; none begins with a dash, or a command line would take it for an option.

    >>> _id_of(bytes(9)), _id_of(bytes([0xF8] + 8 * [0]))
    ('AAAAAAAAAAAA', '_AAAAAAAAAAA')
    """
    text = urlsafe_b64encode(chance).decode()
    return "_" + text[1:] if text.startswith("-") else text


def is_nonce(text: str) -> bool:
    """Is this a nonce as browsers send it?"""
    return len(text) == NONCE_DIGITS and all(digit in "0123456789abcdef" for digit in text)


def dealt_to(table: str, nonces: Sequence[str]) -> str:
    """The name of a table's draws. With the same seed, the same name gives the same draws."""
    return f"{table} {','.join(nonces)}"


class Dice:
    """The draws of a table, once its nonces are known. `name` comes from `dealt_to`."""

    def __init__(self, seed: bytes, name: str) -> None:
        self._seed = seed
        self._prefix = name

    @property
    def lots(self) -> Lots:
        """The lots of the set-up and of each seat."""
        return Lots(self._lot)

    def _lot(self, text: str) -> int:
        block = hmac.digest(self._seed, f"{self._prefix} {text}".encode(), hashlib.sha256)
        return int.from_bytes(block[:8], "big")

    def shuffled(self, number: int, items: Sequence[int]) -> list[int]:
        """The items in the random order of event `number`."""
        rest, shuffled = list(items), []
        while rest:
            context = f"{self._prefix} {number} {len(rest)} ".encode()
            shuffled.append(rest.pop(draw(self._seed, context, [1] * len(rest))))
        return shuffled
