"""What a server asks of its bots, the lines in which it asks a worker, and what it does if a bot fails."""

import json
import logging
import secrets
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from tablee.bots.bot_process import BABBLED, CRASHED, BotFault, parse_answer
from tablee.games import game_if_here
from tablee.games.brains.levels import LOWEST, MOST_QUICK
from tablee.games.brains.playing_styles import Style
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.document import Document

logger = logging.getLogger("tablee")

QUICK_SIMULATIONS, QUICK_SECONDS = 2000, 0.1
"""A question with a limit up to these is quick, whatever the level."""
FALLBACK_LIMIT = Limit(seconds=1.0)
"""The limit of a bot that answers in place of another."""

Values = tuple[float, ...]
"""By seat, its expected share of the win."""


class Question(msgspec.Struct, frozen=True):
    """What would a bot of some level play for the seat to act?

    `session` names one bot in one game; a worker continues from its last search in that session. `asker` is the person
    or the table that the bot thinks for, and `household` the address they ask from: turns are shared between
    households, then between askers (`FairQueue`). `style` is the bot's playing style (`playing_styles.py`), if any.
    """

    game: str
    knowledge: Document
    level: int
    seed: int = 0
    limit: Limit = Limit()
    session: str = ""
    asker: str = ""
    household: str = ""
    style: Style = ""
    steady: bool = False
    """The answer must be the same everywhere and at any time, so no clock may end the search."""
    can_wait: bool = False
    """Nobody is waiting for the answer, so everybody else comes first."""

    @property
    def is_quick(self) -> bool:
        """Is the answer so quick that it need not queue behind long searches?"""
        seconds, simulations = self.limit.seconds, self.limit.simulations
        return (
            self.level <= MOST_QUICK
            or (seconds is not None and seconds <= QUICK_SECONDS)
            or (simulations is not None and simulations <= QUICK_SIMULATIONS)
        )


class EvaluationRequest(msgspec.Struct, frozen=True):
    """What was a position of a finished game worth, and what would have been better than `action`?

    Those who play come first. If a worker does not finish within `seconds`, ask again in the same session: it continues
    where it stopped.
    """

    game: str
    state: Document
    action: str
    level: int
    limit: Limit
    outcomes: int = 0
    seconds: float = 0.5
    session: str = ""
    asker: str = ""
    household: str = ""
    is_quick = False
    can_wait = True


class Evaluation(msgspec.Struct, frozen=True):
    """The value of a position before a step, and what another action would have gained."""

    values: Values
    error: float
    best: str | None = None
    """The best action that was not played, or the one played if none comes near it; None where no seat chose."""
    gain: Values = ()
    """By seat, how much more that action is worth than the one played; empty if the one played is the best."""
    doubt: float = 0.0
    """The standard error of the gain."""


class Bots(Protocol):
    """Whatever answers for bots."""

    async def choose(self, question: Question) -> Thought:
        """Raises `BotFault`. The action may be illegal: the caller checks it."""

    async def evaluate(self, request: EvaluationRequest) -> Evaluation | None:
        """Evaluate once nobody who plays waits; None if the time was too short. Raises `BotFault`."""


async def choose_with_fallback(bots: Bots, question: Question, legal: Sequence[str]) -> Thought:
    """Return a legal action even if the bot fails: then ask a bot of the lowest level, with a short limit.

    If that fails too, the game itself is broken: return any legal action.
    """
    for asked in (question, msgspec.structs.replace(question, level=LOWEST, limit=FALLBACK_LIMIT)):
        try:
            thought = await bots.choose(asked)
        except Exception as error:
            logger.warning("%s: a bot of level %d failed: %r", asked.session, asked.level, error)
            if isinstance(error, Declined) and (definition := game_if_here(question.game)):
                definition.faults.note("brain or rules", str(error))
            continue
        if thought.action in legal:
            return thought
        logger.warning("%s: a bot of level %d wanted to play %.60r", asked.session, asked.level, thought.action)
    return Thought(secrets.choice(legal))


# ---- lines, as worker.py describes them ---------------------------------------------------------------------


def request_line(number: int, question: Question) -> bytes:
    """A question as a line to a worker."""
    fields = {"game": question.game, "knowledge": dict(question.knowledge), "level": question.level}
    named = {**msgspec.structs.asdict(question.limit), "session": question.session, "style": question.style}
    optional = {name: value for name, value in named.items() if value not in (None, "")}
    return json.dumps({"id": number, **fields, "seed": question.seed, **optional}).encode() + b"\n"


def evaluation_line(number: int, request: EvaluationRequest) -> bytes:
    """A request for an evaluation as a line to a worker."""
    return json.dumps({"id": number, "evaluate": msgspec.to_builtins(request)}).encode() + b"\n"


def read_answer(line: bytes | dict[str, Any], number: int) -> Thought:
    """The thought in a worker's answer to the request of that number; raises `BotFault`."""
    told = _told(line, number)
    try:
        return msgspec.convert(told, Thought)
    except msgspec.ValidationError as error:
        raise BotFault(BABBLED, f"an answer without an action that makes sense: {error}") from None


def read_evaluation(line: bytes, number: int) -> Evaluation | None:
    """The evaluation in a worker's answer; None if the worker did not finish. Raises `BotFault`."""
    told = _told(line, number)
    try:
        return msgspec.convert(told.get("evaluation"), Evaluation | None, strict=False)
    except msgspec.ValidationError as error:
        raise BotFault(BABBLED, f"an answer that makes no sense: {error}") from None


def _told(line: bytes | dict[str, Any], number: int) -> dict[str, Any]:
    told = parse_answer(line) if isinstance(line, bytes) else line
    if told.get("id") != number:
        raise BotFault(BABBLED, "an answer to another question")
    if (error := told.get("error")) is not None:
        raise Declined(error) if isinstance(error, str) else BotFault(BABBLED, "an error that is no text")
    return told


class Declined(BotFault):
    """A bot says why it cannot answer. Its process may go on."""

    def __init__(self, words: str) -> None:
        super().__init__(CRASHED, words)
