"""The analysis board: the visitor plays for every seat, and chance is drawn. The server keeps nothing.

Each request names the first position and the actions tried since; the reply shows the position reached.
"""

import zlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tablee.engine.contract import States
from tablee.games import GameDefinition
from tablee.games.brains.thoughts import Thought
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.language import Language
from tablee.server.features.lessons.model import laid_table, next_step
from tablee.server.table.events import Beginning, Refused
from tablee.server.table.table import AND_THEN, MOST_AT_ONCE, THROW, begun
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.scenes import shape_of
from tablee.server.views.sentences import seat_colours

MOST_TRIED = 400
"""Steps from one position at most."""
MOST_SHOWN = 6
"""Actions whose values are shown."""
ANYTHING = (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)
"""What a reader may raise for a document that may be anything."""
ENOUGH = 0.02
"""Actions with less than this share of the visits of the most visited one are "hardly looked at"."""


def read_position(definition: GameDefinition, document: Any) -> Document:
    """Normalise a pasted position; raises `Refused` with what is wrong."""
    try:
        if not isinstance(document, Mapping) or document.get("game") != definition.id:
            raise TableeError(f"this is no position of {definition.name}")
        return definition.words.write(definition.read(document))
    except TableeError as error:
        raise Refused("bad_position", str(error)) from None
    except ANYTHING:
        raise Refused("bad_position") from None


def known_to(definition: GameDefinition, position: Document) -> int | None:
    """For an incomplete position, the seat that knows exactly this much; None if the position is complete."""
    if all(secret.shown for secret in definition.secrets(position["options"]).values()):
        return None
    state = definition.read(position)
    seats = range(definition.seats(state))
    return next((seat for seat in seats if definition.knowledge(state, seat) == definition.words.write(state)), None)


def beginning_of(definition: GameDefinition, position: Document, source: str) -> Beginning:
    """The beginning of a table at a position; the person who opens it gets the seat to act."""
    state = definition.read(position)
    seat = definition.to_act(state)
    if seat is None:
        raise Refused("not_now")
    place = seat if isinstance(seat, int) else max(int(state["turn"][0]), 0)
    return Beginning(dict(position), place, known_to(definition, position), source)


class AnalysisBoard:
    """A position and the steps tried from it."""

    def __init__(self, definition: GameDefinition, position: Document, tried: Sequence[str], say: Language) -> None:
        if len(tried) > MOST_TRIED:
            raise Refused("bad_message")
        self._definition = definition
        self.say = say
        seed = zlib.crc32(repr(position).encode())
        state = begun(definition, Beginning(dict(position), known_to=known_to(definition, position)), seed)
        self.names = seat_colours(definition, definition.seats(state), say)
        self.table = laid_table(definition, definition.words.write(state), self.names)
        self.tried: list[str] = []
        for text in tried:
            self._happen(text)

    @property
    def state(self) -> States:
        """The truth."""
        assert self.table.state is not None
        return self.table.state

    def play(self, action: str, random: Random) -> None:
        """Play an action, or several of one seat; then draw chance."""
        seat = self.table.to_act
        for text in action.split(AND_THEN, MOST_AT_ONCE):
            if seat is None or self.table.to_act != seat:
                raise Refused("illegal_action")
            if text != THROW:
                self._happen(text)
        self.draw(random)

    def draw(self, random: Random) -> None:
        """Draw outcomes while chance is to act."""
        while outcomes := self._definition.outcomes(self.state):
            texts, weights = zip(*outcomes, strict=True)
            self._happen(random.choices(texts, weights)[0])

    def _happen(self, text: str) -> None:
        try:
            self.table.append(next_step(self.table, self._definition, text))
        except TableeError:
            raise Refused("illegal_action") from None
        self.tried.append(text)

    def picture(self, shape: str) -> dict[str, Any]:
        """The reply for the page: frame, turn, result and the steps tried."""
        seat = self.table.to_act
        builder = FrameBuilder(seat, self.say, shape_of(self._definition, shape), finales=False)
        result = self._definition.result(self.state)
        who = ", ".join(self.names[seat] for seat in result.winners)
        points = ", ".join(f"{name} {score}" for name, score in zip(self.names, result.scores, strict=True))
        return {
            "frames": [builder.first_frame(self.table, last=True)],
            "tried": self.tried,
            "turn": "" if seat is None else self.say("You play for {seat}.", seat=self.names[seat]),
            "result": self.say("It is over: {who} ({points}).", who=who, points=points) if result.over else "",
        }

    def opinion(self, thought: Thought, bot: str) -> dict[str, Any]:
        """A bot's candidate moves in words, the best first."""
        seat = self.table.to_act
        assert seat is not None
        most = max((one.visits for one in thought.considered), default=0)
        by_visits = sorted(thought.considered, key=lambda one: -one.visits)[:MOST_SHOWN]
        best_first = sorted(by_visits, key=lambda one: (one.visits < ENOUGH * most, -one.values[seat]))
        actions = []
        for one in best_first:
            wins = self.say("{count} of 100", count=round(100 * one.values[seat]))
            worth = self.say("hardly considered") if one.visits < ENOUGH * most else wins
            sentence = str(self._definition.words.sentence(one.action, seat, tuple(self.names), self.say))
            actions.append({"action": one.action, "words": sentence or one.action, "worth": worth})
        return {
            "words": self.say("{bot}’s estimate: {seat} wins", bot=bot, seat=self.names[seat]),
            "actions": actions,
        }
