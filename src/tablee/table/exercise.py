"""A step of a lesson, played: a table in the middle of a game, where all that chance and the others do is fixed."""

from collections.abc import Iterator, Sequence

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.lessons import Answer, Moment, Step
from tablee.kernel.contract import States
from tablee.table.events import Event, Opening, Refused
from tablee.table.seating import Sitter
from tablee.table.table import AND_THEN, MOST_AT_ONCE, THROW, Table

Answered = tuple[Answer | None, Moment]
"""The answer of the lesson, if it has one, and the moment that it is about."""


class Exercise:
    """Somebody tries a step. The table is changed by `play` alone."""

    def __init__(self, folder: GameFolder, step: Step, names: Sequence[str]) -> None:
        self.folder = folder
        self.step = step
        self.table = _laid_table(folder, step.position, names)

    @property
    def state(self) -> States:
        """The truth."""
        assert self.table.state is not None
        return self.table.state

    def answer(self, action: str) -> Answered:
        """What is to be said to an action; raises `Refused` if it is not legal."""
        moment = Moment(action, self._written(self.state), self._written(self._after(action)))
        return next((answer for answer in self.step.answers if answer.fits(moment)), None), moment

    def play(self, action: str, answer: Answer) -> Iterator[tuple[Event, bool]]:
        """Let an action happen and what follows from it, event by event, with whether it is the last of them."""
        # A throw is no event of its own: its outcome follows.
        texts = [text for text in (*action.split(AND_THEN), *answer.then) if text != THROW]
        for place, text in enumerate(texts, start=1):
            event = self._event(text)
            self.table.append(event)
            yield event, place == len(texts)
        if self.folder.to_act(self.state) is None:
            event = _over(self.table, self.folder)
            self.table.append(event)
            yield event, True

    def next_on_the_way(self, tried: Sequence[str]) -> str:
        """What to do next: as the lesson shows it or, for who has gone another way, whatever else is right."""
        way = self.step.way
        if len(tried) < len(way) and list(tried) == list(way[: len(tried)]):
            return way[len(tried)]
        accepted = {action: self._verdict(action) for action in self.table.actions(self.step.seat)}
        return next((action for verdict in ("right", "on") for action in accepted if accepted[action] == verdict), "")

    def _verdict(self, action: str) -> str:
        answer, _ = self.answer(action)
        return answer.verdict if answer else "wrong"

    def _after(self, action: str) -> States:
        """The state after what a seat does by itself; a throw changes nothing until the dice lie there."""
        if self.table.to_act != self.step.seat:
            raise Refused("not_now")
        if self.table.actions(self.step.seat) == [THROW]:
            return self._expect(action == THROW)
        state = self.state
        for text in action.split(AND_THEN, MOST_AT_ONCE):
            try:
                self._expect(self.folder.to_act(state) == self.step.seat)
                state = self.folder.apply(state, text)
            except TableeError:
                raise Refused("illegal_action") from None
        return state

    def _expect(self, legal: bool) -> States:
        if not legal:
            raise Refused("illegal_action")
        return self.state

    def _written(self, state: States) -> Document:
        document: Document = self.folder.words.write(state)
        return document

    def _event(self, text: str) -> Event:
        seat = self.folder.to_act(self.state)
        if seat == "chance":
            return Event(self.table.number + 1, "chance", seat=int(self.state["turn"][0]), text=text)
        return Event(self.table.number + 1, "act", seat=seat, text=text)


def _laid_table(folder: GameFolder, position: Document, names: Sequence[str]) -> Table:
    """A table at which a game has come to some position."""
    state = folder.read(position)
    options = folder.full_options(position["players"], position["options"])
    opening = Opening("lesson", folder.id, folder.rules.VERSION, position["players"], options, commitment="")
    table = Table(opening, bytes(32), folder)
    table.seats = [Sitter(seat + 1, name, seat=seat) for seat, name in enumerate(names)]
    table.sitters = list(table.seats)
    table.status = "playing"
    table.state = state
    if folder.to_act(state) is None:
        table.append(_over(table, folder))
    return table


def _over(table: Table, folder: GameFolder) -> Event:
    assert table.state is not None
    result = folder.result(table.state)
    return Event(table.number + 1, "over", text=f"{result.reason}", scores=result.scores, winners=result.winners)
