"""Bots of other people: a Python class or a program, in a process of its own."""

import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count as count_up
from typing import Any

import msgspec

from tablee.bots.bot import NO_LIMIT, legal_actions
from tablee.bots.process import BABBLED, CRASHED, Asked, BotFault
from tablee.bots.questions import read_answer
from tablee.games.document import Document
from tablee.games.folder import GameFolder
from tablee.games.thoughts import Limit, Thought


class PythonBot:
    """A Python class in the process of `runner.py`, asked in the lines of `worker.py`."""

    def __init__(self, folder: GameFolder, command: Sequence[str], patience: float) -> None:
        self._folder = folder
        self._process = Asked(command, patience, greets=True)
        self._numbers = count_up(1)
        self._games = 0

    def begin(self) -> None:
        """The next question makes a new object of the class. What it takes to start is nobody's time to think."""
        self._games += 1
        with suppress(BotFault):  # whatever is wrong will be so when it is asked, too
            self._process.start()

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """What the class answers. It is told the legal actions, and a limit if there is one and it wants to know."""
        number = next(self._numbers)
        actions = legal_actions(self._folder, self._folder.read(knowledge))
        asked = {"id": number, "session": f"game {self._games}", "game": self._folder.id, "limit": _said(limit)}
        answer = self._process.ask({**asked, "knowledge": dict(knowledge), "actions": actions, "seed": seed})
        return read_answer(answer, number)

    def end(self) -> None:
        """End the process."""
        self._process.end()


class EngineBot:
    """A program that speaks the engine protocol: it loads the knowledge it is given, and says what its bot plays.

    With limits it is first asked which version of the protocol it speaks: of the first one only seconds are known.
    """

    def __init__(self, command: Sequence[str], patience: float, level: int | None = None, asks: bool = False) -> None:
        """Whoever `asks` for the version will set limits."""
        self._process = Asked(command, patience)
        self._request: dict[str, Any] = {"cmd": "bot"} if level is None else {"cmd": "bot", "level": level}
        self._protocol = 0 if asks else 1

    def begin(self) -> None:
        """Every position is loaded anew. The first time, a program that will have limits says what it speaks."""
        if self._protocol == 0:
            self._protocol = self._spoken()

    def _spoken(self) -> int:
        """The version of its protocol; the first, if it does not know the question, or ends over it."""
        try:
            answer = self._process.ask({"cmd": "version"})
        except BotFault:
            return 1
        version = answer.get("protocol")
        return version if answer.get("ok") is True and type(version) is int else 1

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """What the program's bot plays. Of a limit it is told the seconds, and what else its protocol has."""
        started = time.monotonic()
        self._ask({"cmd": "load", "state": dict(knowledge), "seed": seed})
        told = {name: value for name, value in _said(limit).items() if name == "seconds" or self._protocol >= 2}
        answer = self._ask({**self._request, **told})
        action = answer.get("action")
        if not isinstance(action, str):
            raise BotFault(BABBLED, f"an answer without an action: {str(answer)[:80]}")
        return Thought(action, seconds=time.monotonic() - started)

    def end(self) -> None:
        """End the process."""
        self._process.end()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = self._process.ask(request)
        if answer.get("ok") is not True:
            raise BotFault(CRASHED, f"{request['cmd']} was refused: {answer.get('error')}")
        return answer


def _said(limit: Limit) -> dict[str, float]:
    """What a limit says, by name; seconds are never none at all, which a program could not keep to."""
    said = {name: value for name, value in msgspec.structs.asdict(limit).items() if value is not None}
    return said if "seconds" not in said else {**said, "seconds": max(said["seconds"], LEAST)}


LEAST = 0.001
"""Seconds that a program is told at least."""
