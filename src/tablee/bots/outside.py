"""Bots of other people: a Python class or a program, in a process of its own."""

import time
from collections.abc import Sequence
from itertools import count as count_up
from typing import Any

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
        """The next question makes a new object of the class."""
        self._games += 1

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:  # noqa: ARG002
        """What the class answers. It is told the legal actions, and no limit: the patience with its process is one."""
        number = next(self._numbers)
        actions = legal_actions(self._folder, self._folder.read(knowledge))
        asked = {"id": number, "session": f"game {self._games}", "game": self._folder.id}
        answer = self._process.ask({**asked, "knowledge": dict(knowledge), "actions": actions, "seed": seed})
        return read_answer(answer, number)

    def end(self) -> None:
        """End the process."""
        self._process.end()


class EngineBot:
    """A program that speaks the engine protocol: it loads the knowledge it is given, and says what its bot plays."""

    def __init__(self, command: Sequence[str], patience: float, level: int | None = None) -> None:
        self._process = Asked(command, patience)
        self._request: dict[str, Any] = {"cmd": "bot"} if level is None else {"cmd": "bot", "level": level}

    def begin(self) -> None:
        """Every position is loaded anew."""

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """What the program's bot plays. Of a limit it is told the seconds."""
        started = time.monotonic()
        self._ask({"cmd": "load", "state": dict(knowledge), "seed": seed})
        seconds = {} if limit.seconds is None else {"seconds": limit.seconds}
        answer = self._ask({**self._request, **seconds})
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
