"""Those who look on in a crowd: what happens reaches them in slices, so that no player waits for a thousand of them."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol

CROWD = 40
"""Connections at a table above which it has a gallery."""
SLICE = 8
"""Onlookers who are sent something before the event loop turns to others."""


class Letter(Protocol):
    """A message, and the latest event in it that lies open for a while only."""

    @property
    def text(self) -> str:
        """The message."""

    @property
    def laid_open(self) -> int:
        """That event; 0 for none."""


class Reader(Protocol):
    """Somebody who looks on."""

    def send(self, message: str, laid_open: int = 0) -> None:
        """Put a message into their outbox."""


class _Waiting(NamedTuple):
    reader: Reader
    letters: Sequence[Letter]


class Gallery:
    """Everybody gets everything, in order."""

    def __init__(self) -> None:
        self._waiting: deque[_Waiting] = deque()
        self._is_under_way = False

    def is_wide(self, people: int) -> bool:
        """Are so many people worth the trouble? As long as somebody waits, others wait behind them."""
        return people > CROWD or bool(self._waiting)

    def send(self, letters: Sequence[tuple[Reader, Sequence[Letter]]]) -> None:
        """Send something to many, soon."""
        self._waiting += [_Waiting(reader, sent) for reader, sent in letters if sent]
        if self._waiting and not self._is_under_way:
            self._is_under_way = True
            asyncio.get_running_loop().call_soon(self._send_slice)

    def _send_slice(self) -> None:
        """Send to a few. What they are sent leaves the house before the next few have their turn."""
        for _ in range(min(SLICE, len(self._waiting))):
            reader, letters = self._waiting.popleft()
            for letter in letters:
                reader.send(letter.text, letter.laid_open)
        self._is_under_way = bool(self._waiting)
        if self._is_under_way:
            asyncio.get_running_loop().call_soon(self._send_slice)
