"""Trying things out in some position: whoever looks plays for every seat, and chance is drawn. Nothing is kept here.

A page says where it began and what has been tried since; it is told how that looks, and what may be done now.
"""

import zlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.thoughts import Considered, Thought
from tablee.kernel.contract import States
from tablee.language import Language
from tablee.show.frames import Painter
from tablee.show.scenes import shape_of
from tablee.show.sentences import seat_colours
from tablee.table.events import Act, Beginning, Chance, Refused
from tablee.table.exercise import TIMELESS, laid_table
from tablee.table.folded import THROW, begun
from tablee.table.table import AND_THEN, MOST_AT_ONCE

MOST_TRIED = 400
"""Steps that are tried out from one position."""
MOST_SHOWN = 6
"""Actions of which it is said what they are worth."""
ENOUGH = 0.02
"""An action that had so small a part of the games of the most tried one was hardly looked at."""


def read_position(folder: GameFolder, document: Any) -> Document:
    """A position that somebody brings along, as the game writes it; raises `Refused` with what is wrong in it."""
    try:
        if not isinstance(document, Mapping) or document.get("game") != folder.id:
            raise TableeError(f"this is no position of {folder.name}")
        return folder.words.write(folder.read(document))
    except TableeError as error:
        raise Refused("bad_position", str(error)) from None
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError):  # whatever a stranger has written
        raise Refused("bad_position") from None


def known_to(folder: GameFolder, position: Document) -> int | None:
    """The seat whose knowledge a position is, if something in it is not known; None if it is all there."""
    if all(secret.shown for secret in folder.secrets(position["options"]).values()):
        return None
    state = folder.read(position)
    seats = range(folder.seats(state))
    return next((seat for seat in seats if folder.knowledge(state, seat) == folder.words.write(state)), None)


def beginning_of(folder: GameFolder, position: Document, source: str) -> Beginning:
    """How a table begins there: who opens it takes the place of the seat to act."""
    state = folder.read(position)
    seat = folder.to_act(state)
    if seat is None:
        raise Refused("not_now")
    place = seat if isinstance(seat, int) else max(int(state["turn"][0]), 0)
    return Beginning(dict(position), place, known_to(folder, position), source)


class Sketch:
    """A position as far as it has been tried."""

    def __init__(self, folder: GameFolder, position: Document, tried: Sequence[str], say: Language) -> None:
        if len(tried) > MOST_TRIED:
            raise Refused("bad_message")
        self._folder = folder
        self.say = say
        seed = zlib.crc32(repr(position).encode())
        state = begun(folder, Beginning(dict(position), known_to=known_to(folder, position)), seed)
        self.names = seat_colours(folder, folder.seats(state), say)
        self.table = laid_table(folder, folder.words.write(state), self.names)
        self.tried: list[str] = []
        for text in tried:
            self._happen(text)

    @property
    def state(self) -> States:
        """The truth."""
        assert self.table.state is not None
        return self.table.state

    def play(self, action: str, random: Random) -> None:
        """Play an action, or several of one seat; chance answers at once."""
        seat = self.table.to_act
        for text in action.split(AND_THEN, MOST_AT_ONCE):
            if seat is None or self.table.to_act != seat:
                raise Refused("illegal_action")
            if text != THROW:
                self._happen(text)
        self.draw(random)

    def draw(self, random: Random) -> None:
        """Let chance answer for as long as it is to act."""
        while outcomes := self._folder.outcomes(self.state):
            texts, weights = zip(*outcomes, strict=True)
            self._happen(random.choices(texts, weights)[0])

    def _happen(self, text: str) -> None:
        seat, number = self._folder.to_act(self.state), self.table.number + 1
        turn = int(self.state["turn"][0])
        event = Act(number, TIMELESS, seat, text) if isinstance(seat, int) else Chance(number, TIMELESS, turn, text)
        try:
            self.table.append(event)
        except TableeError:
            raise Refused("illegal_action") from None
        self.tried.append(text)

    def picture(self, shape: str) -> dict[str, Any]:
        """What the page is told: how it looks, whose turn it is, and what has been tried."""
        seat = self.table.to_act
        painter = Painter(seat, self.say, shape_of(self._folder, shape), finales=False)
        result = self._folder.result(self.state)
        return {
            "frames": [painter.first_frame(self.table, last=True)],
            "tried": self.tried,
            "turn": "" if seat is None else self.say("You play for {seat}.", seat=self.names[seat]),
            "result": self._result_words(result.winners, result.scores) if result.over else "",
        }

    def _result_words(self, winners: Sequence[int], scores: Sequence[int]) -> str:
        points = ", ".join(f"{name} {score}" for name, score in zip(self.names, scores, strict=True))
        who = ", ".join(self.names[seat] for seat in winners)
        return self.say("It is over: {who} ({points}).", who=who, points=points)

    def opinion(self, thought: Thought, bot: str) -> dict[str, Any]:
        """What a bot thinks of actions here, in words: the better first."""
        seat = self.table.to_act
        assert seat is not None
        most = max((one.visits for one in thought.considered), default=0)
        by_visits = sorted(thought.considered, key=lambda one: -one.visits)[:MOST_SHOWN]
        best_first = sorted(by_visits, key=lambda one: (one.visits < ENOUGH * most, -one.values[seat]))
        return {
            "words": self.say("{bot} thinks that {seat} wins:", bot=bot, seat=self.names[seat]),
            "actions": [
                {"action": one.action, "words": self._sentence(one.action, seat), "worth": self._worth(one, seat, most)}
                for one in best_first
            ],
        }

    def _worth(self, one: Considered, seat: int, most: int) -> str:
        """In how many games of a hundred; not of what was hardly looked at."""
        if one.visits < ENOUGH * most:
            return self.say("hardly looked at")
        return self.say("{count} of 100", count=round(100 * one.values[seat]))

    def _sentence(self, action: str, seat: int) -> str:
        return str(self._folder.words.sentence(action, seat, tuple(self.names), self.say)) or action
