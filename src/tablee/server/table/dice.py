"""Dice that can be checked: every draw of a table follows from its seed, its id, the players' nonces and the event."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence

from tablee.kernel.chance import draw
from tablee.kernel.lots import Lots

NONCE_DIGITS = 32


def new_seed() -> bytes:
    """A table's secret until the game is over."""
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """What is shown of the seed beforehand."""
    return hashlib.sha256(seed).hexdigest()


def new_id() -> str:
    """The id of a new table."""
    return _id_of(secrets.token_bytes(9))


def following_id(seed: bytes, table: str) -> str:
    """The id of the table that is opened after this one is over: whoever opens it comes to the same."""
    return _id_of(hmac.digest(seed, f"after {table}".encode(), hashlib.sha256)[:9])


def _id_of(chance: bytes) -> str:
    """Twelve letters for an address; none begins with a dash, or a command line would take it for an option.

    >>> _id_of(bytes(9)), _id_of(bytes([0xF8] + 8 * [0]))
    ('AAAAAAAAAAAA', '_AAAAAAAAAAA')
    """
    text = urlsafe_b64encode(chance).decode()
    return "_" + text[1:] if text.startswith("-") else text


def is_nonce(text: str) -> bool:
    """Is this what a browser may add to the dice?"""
    return len(text) == NONCE_DIGITS and all(digit in "0123456789abcdef" for digit in text)


def dealt_to(table: str, nonces: Sequence[str]) -> str:
    """What the draws of a table are named by, with its seed: where the same are drawn again, they have this name."""
    return f"{table} {','.join(nonces)}"


class Dice:
    """The draws of one table, once its nonces are known; `name` says whose they are, see `dealt_to`.

    Tables of earlier versions draw by the number of the event; today every seat draws its own row of `lots`.
    """

    def __init__(self, seed: bytes, name: str) -> None:
        self._seed = seed
        self._prefix = name

    @property
    def lots(self) -> Lots:
        """The set-up and a row of lots for each seat."""
        return Lots(self._lot)

    def _lot(self, text: str) -> int:
        block = hmac.digest(self._seed, f"{self._prefix} {text}".encode(), hashlib.sha256)
        return int.from_bytes(block[:8], "big")

    def outcome(self, number: int, weights: Sequence[int]) -> int:
        """The index of the outcome that event `number` is."""
        return draw(self._seed, f"{self._prefix} {number} ".encode(), weights)

    def set_up(self, number: int) -> int:
        """The seed of everything random in the set-up of a game that event `number` starts."""
        block = hmac.digest(self._seed, f"{self._prefix} {number} set-up".encode(), hashlib.sha256)
        return int.from_bytes(block[:8], "big") >> 1

    def shuffled(self, number: int, items: Sequence[int]) -> list[int]:
        """The items in the order that event `number` gives them."""
        rest, shuffled = list(items), []
        while rest:
            context = f"{self._prefix} {number} {len(rest)} ".encode()
            shuffled.append(rest.pop(draw(self._seed, context, [1] * len(rest))))
        return shuffled
