"""The interface of a bot, the random bot, and bots of other people: a Python class or a program in its own process."""

import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count as count_up
from random import Random
from typing import Any

import msgspec

from tablee.bots.bot_process import BABBLED, CRASHED, BotClient, BotFault
from tablee.bots.requests import read_answer
from tablee.engine.contract import States
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.definition import GameDefinition
from tablee.games.document import Document
from tablee.games.errors import GameOver, TableeError

NO_LIMIT = Limit()
LEAST_SECONDS = 0.001
"""The least limit in seconds that a program is told."""


class Bot:
    """Decides for one seat, in one game after the other; it knows only what it is given."""

    def begin(self) -> None:
        """A new game begins."""

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """Choose for the seat to act; random choices come from the seed. May raise `BotFault`."""
        raise NotImplementedError

    def end(self) -> None:
        """The last game is over."""


class RandomBot(Bot):
    """Plays any legal action with equal probability: the baseline for other bots."""

    def __init__(self, definition: GameDefinition) -> None:
        self._definition = definition

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:  # noqa: ARG002
        """Any of the legal actions."""
        started = time.monotonic()
        action = Random(seed).choice(legal_actions(self._definition, self._definition.read(knowledge)))
        return Thought(action, seconds=time.monotonic() - started)


class PythonBot(Bot):
    """A Python class in the process of `external_runner.py`, asked in the lines of `worker.py`."""

    def __init__(self, definition: GameDefinition, command: Sequence[str], patience: float) -> None:
        self._definition = definition
        self._client = BotClient(command, patience, greets=True)
        self._numbers = count_up(1)
        self._games = 0

    def begin(self) -> None:
        """The next question makes a new object of the class. Starting the process does not count as thinking time."""
        self._games += 1
        with suppress(BotFault):  # the first question will show the fault
            self._client.start()

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """Ask the class. It gets the legal actions, and the limit if it has a parameter for it."""
        number = next(self._numbers)
        actions = legal_actions(self._definition, self._definition.read(knowledge))
        asked = {"id": number, "session": f"game {self._games}", "game": self._definition.id, "limit": _named(limit)}
        answer = self._client.ask({**asked, "knowledge": dict(knowledge), "actions": actions, "seed": seed})
        return read_answer(answer, number)

    def end(self) -> None:
        """End the process."""
        self._client.end()


class EngineBot(Bot):
    """A program that speaks the engine protocol: it loads the knowledge it is given, and its bot plays."""

    def __init__(self, command: Sequence[str], patience: float, level: int | None = None, asks: bool = False) -> None:
        """With `asks`, ask the program for its protocol version, as version 1 knows no limit but seconds."""
        self._client = BotClient(command, patience)
        self._request: dict[str, Any] = {"cmd": "bot"} if level is None else {"cmd": "bot", "level": level}
        self._protocol = 0 if asks else 1

    def begin(self) -> None:
        """Every position is loaded anew, so only the protocol version is asked for, once.

        It is 1 if the program does not know the question or ends over it.
        """
        if self._protocol == 0:
            self._protocol = 1
            with suppress(BotFault):
                answer = self._client.ask({"cmd": "version"})
                if answer.get("ok") is True and type(answer.get("protocol")) is int:
                    self._protocol = answer["protocol"]

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """Ask the program's bot. It gets the seconds of a limit, and the rest if its protocol has it."""
        started = time.monotonic()
        self._ask({"cmd": "load", "state": dict(knowledge), "seed": seed})
        told = {name: value for name, value in _named(limit).items() if name == "seconds" or self._protocol >= 2}
        answer = self._ask({**self._request, **told})
        action = answer.get("action")
        if not isinstance(action, str):
            raise BotFault(BABBLED, f"an answer without an action: {str(answer)[:80]}")
        return Thought(action, seconds=time.monotonic() - started)

    def end(self) -> None:
        """End the process."""
        self._client.end()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = self._client.ask(request)
        if answer.get("ok") is not True:
            raise BotFault(CRASHED, f"{request['cmd']} was refused: {answer.get('error')}")
        return answer


def _named(limit: Limit) -> dict[str, float]:
    """The parts of a limit by name; never zero seconds, which no program could keep to."""
    named = {name: value for name, value in msgspec.structs.asdict(limit).items() if value is not None}
    return named if "seconds" not in named else {**named, "seconds": max(named["seconds"], LEAST_SECONDS)}


def legal_actions(definition: GameDefinition, state: States) -> list[str]:
    """The actions of the seat to act; raises `TableeError` if no seat is to act."""
    seat = definition.to_act(state)
    if seat is None:
        raise GameOver("the game is over")
    if seat == "chance":
        raise TableeError("chance is to act, not a seat")
    return definition.actions(state)
