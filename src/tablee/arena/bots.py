"""What sits at the seats of the arena: the bots of the house in this process, all others in processes of their own."""

from random import Random
from typing import Any, Protocol

from tablee.arena.entrants import Entrant
from tablee.arena.process import BABBLED, CRASHED, BotFault, BotProcess
from tablee.bots.mind import Mind
from tablee.games.document import Document
from tablee.games.folder import GameFolder


class Bot(Protocol):
    """Decides for one seat of one game after the other; what it is given is all that it may know."""

    def begin(self) -> None:
        """A new game begins."""

    def choose(self, knowledge: Document, actions: list[str], seed: int) -> str:
        """One of the actions; may raise `BotFault`."""

    def end(self) -> None:
        """The last game is over."""


def make_bot(entrant: Entrant, folder: GameFolder, patience: float) -> Bot:
    """The bot of an entrant; `patience` are the seconds that an outside one may think about an action."""
    if entrant.kind == "random":
        return RandomBot()
    if entrant.kind == "level":
        return HouseBot(folder, int(entrant.target))
    process = BotProcess(entrant.command, patience)
    return PythonBot(process) if entrant.kind == "python" else EngineBot(process, entrant.level)


class RandomBot:
    """Plays any legal action, each as likely as the others."""

    def begin(self) -> None:
        """Nothing is remembered."""

    def choose(self, knowledge: Document, actions: list[str], seed: int) -> str:  # noqa: ARG002
        """Any of the actions."""
        return Random(seed).choice(actions)

    def end(self) -> None:
        """Nothing is held."""


class HouseBot:
    """A bot of the house, of some level. It has no clock, so that it plays the same on every machine.

    It thinks on one core, as the games of a tournament take up all of them.
    """

    def __init__(self, folder: GameFolder, level: int) -> None:
        self._folder = folder
        self._level = level
        self.begin()

    def begin(self) -> None:
        """Nothing is remembered of the game before."""
        self._mind = Mind(self._folder, self._level, cores=1)

    def choose(self, knowledge: Document, actions: list[str], seed: int) -> str:  # noqa: ARG002
        """What the level plays."""
        try:
            return self._mind.choose(knowledge, seed)
        except Exception as error:  # its fault costs it the game, and nobody the tournament
            raise BotFault(CRASHED, f"{type(error).__name__}: {error}") from error

    def end(self) -> None:
        """Nothing is held."""


class PythonBot:
    """A Python class in the process of `runner.py`."""

    def __init__(self, process: BotProcess) -> None:
        self._process = process
        self._begins = True
        self._asked = 0

    def begin(self) -> None:
        """The next question makes a new object of the class."""
        self._begins = True

    def choose(self, knowledge: Document, actions: list[str], seed: int) -> str:
        """What the class answers."""
        self._asked += 1
        request = {"id": self._asked, "begin": self._begins}
        self._begins = False
        answer = self._process.ask({**request, "knowledge": dict(knowledge), "actions": actions, "seed": seed})
        if "error" in answer:
            raise BotFault(CRASHED, str(answer["error"]))
        if answer.get("id") != self._asked:
            self._process.end()
            raise BotFault(BABBLED, "an answer to another question")
        return _action(answer)

    def end(self) -> None:
        """End the process."""
        self._process.end()


class EngineBot:
    """A program that speaks the engine protocol: it loads the knowledge it is given, and says what its bot plays."""

    def __init__(self, process: BotProcess, level: int | None) -> None:
        self._process = process
        self._request: dict[str, Any] = {"cmd": "bot"} if level is None else {"cmd": "bot", "level": level}

    def begin(self) -> None:
        """Every position is loaded anew."""

    def choose(self, knowledge: Document, actions: list[str], seed: int) -> str:  # noqa: ARG002
        """What the program's bot plays."""
        self._ask({"cmd": "load", "state": dict(knowledge), "seed": seed})
        return _action(self._ask(self._request))

    def end(self) -> None:
        """End the process."""
        self._process.end()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = self._process.ask(request)
        if answer.get("ok") is not True:
            raise BotFault(CRASHED, f"{request['cmd']} was refused: {answer.get('error')}")
        return answer


def _action(answer: dict[str, Any]) -> str:
    action = answer.get("action")
    if not isinstance(action, str):
        raise BotFault(BABBLED, f"an answer without an action: {str(answer)[:80]}")
    return action
