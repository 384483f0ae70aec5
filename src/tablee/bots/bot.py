"""What a bot is, whoever asks and whatever thinks behind it."""

import time
from random import Random
from typing import Protocol

from tablee.games.document import Document
from tablee.games.errors import GameOver, TableeError
from tablee.games.folder import GameFolder
from tablee.games.thoughts import Limit, Thought
from tablee.kernel.contract import States

NO_LIMIT = Limit()


class Bot(Protocol):
    """Decides for one seat of one game after the other; what it is given is all that it may know."""

    def begin(self) -> None:
        """A new game begins."""

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """What it plays for the seat to act; whoever draws lots draws them from the seed. May raise `BotFault`."""

    def end(self) -> None:
        """The last game is over."""


class RandomBot:
    """Plays any legal action, each as likely as the others: what bots are measured against."""

    def __init__(self, folder: GameFolder) -> None:
        self._folder = folder

    def begin(self) -> None:
        """Nothing is remembered."""

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:  # noqa: ARG002
        """Any of the actions."""
        started = time.monotonic()
        action = Random(seed).choice(legal_actions(self._folder, self._folder.read(knowledge)))
        return Thought(action, seconds=time.monotonic() - started)

    def end(self) -> None:
        """Nothing is held."""


def legal_actions(folder: GameFolder, state: States) -> list[str]:
    """The actions of the seat to act; raises `TableeError` where there is none."""
    seat = folder.to_act(state)
    if seat is None:
        raise GameOver("the game is over")
    if seat == "chance":
        raise TableeError("chance is to act, not a seat")
    return folder.actions(state)
