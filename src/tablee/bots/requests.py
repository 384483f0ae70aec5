"""What is asked of bots that think elsewhere, the lines in which it is asked, and what is done if a bot fails."""

import json
import logging
import secrets
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from tablee.bots.process import BABBLED, CRASHED, BotFault, parsed
from tablee.bots.weighing import Weighed
from tablee.games.document import Document
from tablee.games.levels import LOWEST, MOST_QUICK
from tablee.games.styles import Style
from tablee.games.thoughts import Considered, Limit, Thought

logger = logging.getLogger("tablee")

QUICK_SIMULATIONS, QUICK_SECONDS = 2000, 0.1
"""Who asks for no more than this asks for something quick, whatever the level."""
AT_A_PINCH = Limit(seconds=1.0)
"""What a bot may think that is asked in the place of another."""


class Question(msgspec.Struct, frozen=True):
    """What a bot of some level would play for the seat to act.

    `session` names one bot in one game, which can go on from what it thought before. `asker` is the person, or the
    table, for whom it thinks, and `household` the address they ask from: those who ask much, or are many in one place,
    wait for each other, and not others for them. `style` is the bot's way of playing (`games/styles.py`), if any.
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
    """Must the same be thought of the same, wherever and whenever? Then no clock ends the thought."""
    can_wait: bool = False
    """Does nobody sit there and wait? Then everybody else is answered first."""

    @property
    def is_quick(self) -> bool:
        """Is it answered so soon that it need not stand in line behind long thoughts?"""
        seconds, simulations = self.limit.seconds, self.limit.simulations
        return (
            self.level <= MOST_QUICK
            or (seconds is not None and seconds <= QUICK_SECONDS)
            or (simulations is not None and simulations <= QUICK_SIMULATIONS)
        )


class Weighing(msgspec.Struct, frozen=True):
    """What a position of a finished game is worth, and what would have been better than what was played there.

    It has time: whoever plays comes first. What a worker does not come to the end of within `seconds` is asked again in
    the same session, where it goes on.
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


class Bots(Protocol):
    """Whoever thinks for others."""

    async def choose(self, question: Question) -> Thought:
        """Raises `BotFault`. Whether the action is legal is not looked at."""

    async def weigh(self, weighing: Weighing) -> Weighed | None:
        """Once nobody who plays waits; None if there was not time enough. Raises `BotFault`."""


async def choose_surely(bots: Bots, question: Question, legal: Sequence[str]) -> Thought:
    """A legal action, whatever becomes of the bot: if it fails, a bot of the lowest level is asked, for a moment.

    Only where that fails, too, which means that the game itself is broken, it is any legal action.
    """
    for asked in (question, msgspec.structs.replace(question, level=LOWEST, limit=AT_A_PINCH)):
        try:
            thought = await bots.choose(asked)
        except Exception as error:
            logger.warning("%s: a bot of level %d failed: %r", asked.session, asked.level, error)
            continue
        if thought.action in legal:
            return thought
        logger.warning("%s: a bot of level %d wanted to play %.60r", asked.session, asked.level, thought.action)
    return Thought(secrets.choice(legal))


# ---- lines, as worker.py describes them ---------------------------------------------------------------------


def request_line(number: int, question: Question) -> bytes:
    """A question as a worker is sent it."""
    fields = {"game": question.game, "knowledge": dict(question.knowledge), "level": question.level}
    limit = {name: value for name, value in msgspec.structs.asdict(question.limit).items() if value is not None}
    session = {"session": question.session} if question.session else {}
    style = {"style": question.style} if question.style else {}
    return json.dumps({"id": number, **fields, "seed": question.seed, **limit, **session, **style}).encode() + b"\n"


def weighing_line(number: int, weighing: Weighing) -> bytes:
    """A position to be weighed as a worker is sent it."""
    asked: dict[str, Any] = msgspec.to_builtins(weighing)
    return json.dumps({"id": number, "weigh": asked}).encode() + b"\n"


def answer_of(number: Any, thought: Thought) -> dict[str, Any]:
    """A thought as a worker answers it."""
    answer: dict[str, Any] = msgspec.to_builtins(thought)
    return {"id": number, **answer}


class _Answer(msgspec.Struct):
    id: int
    action: str = ""
    error: str | None = None
    considered: tuple[Considered, ...] = ()
    simulations: int = 0
    seconds: float = 0.0


def read_answer(line: bytes | dict[str, Any], number: int) -> Thought:
    """The thought in a worker's answer to the request of that number; raises `BotFault`."""
    told = parsed(line) if isinstance(line, bytes) else line
    if "action" not in told and "error" not in told:
        raise BotFault(BABBLED, f"an answer without an action: {str(told)[:80]}")
    try:
        answer = msgspec.convert(told, _Answer)
    except msgspec.ValidationError as error:
        raise BotFault(BABBLED, f"an answer without an action that makes sense: {error}") from None
    if answer.id != number:
        raise BotFault(BABBLED, "an answer to another question")
    if answer.error is not None:
        raise Declined(answer.error)
    return Thought(answer.action, answer.considered, answer.simulations, answer.seconds)


def read_weighed(line: bytes, number: int) -> Weighed | None:
    """What a worker has found a position to be worth; None if it did not come to the end. Raises `BotFault`."""
    told = parsed(line)
    if told.get("id") != number:
        raise BotFault(BABBLED, "an answer to another question")
    if told.get("error") is not None:
        raise Declined(str(told["error"]))
    try:
        return msgspec.convert(told.get("weighed"), Weighed | None, strict=False)
    except msgspec.ValidationError as error:
        raise BotFault(BABBLED, f"an answer that makes no sense: {error}") from None


class Declined(BotFault):
    """A bot says why it cannot answer. Its process is none the worse for it."""

    def __init__(self, words: str) -> None:
        super().__init__(CRASHED, words)
