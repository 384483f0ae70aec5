"""A step of a lesson, played: a table in the middle of a game, where all that chance and the others do is fixed."""

from collections.abc import Iterator, Sequence

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.lessons import Answer, Attempt, Idea
from tablee.kernel.contract import States
from tablee.table.events import Act, Chance, Event, Opening, Over, Refused, Step
from tablee.table.folded import THROW
from tablee.table.seating import Sitter
from tablee.table.table import AND_THEN, MOST_AT_ONCE, Table

TIMELESS = 0
"""When things happen in a lesson."""


class Exercise:
    """Somebody tries a step. The table is changed by `play` alone."""

    def __init__(self, folder: GameFolder, idea: Idea, names: Sequence[str]) -> None:
        self.folder = folder
        self.idea = idea
        self.table = laid_table(folder, idea.position, names)
        self._tried: list[str] = []

    @property
    def state(self) -> States:
        """The truth."""
        assert self.table.state is not None
        return self.table.state

    def answer(self, action: str) -> Answer | None:
        """What is to be said to an action, if the lesson knows; raises `Refused` if it is not legal."""
        attempt = Attempt(action, self._written(self.state), self._written(self._after(action)), self._tried)
        return next((answer for answer in self.idea.answers if answer.fits(attempt)), None)

    def play(self, action: str, answer: Answer) -> Iterator[tuple[Event, bool]]:
        """Let an action happen and what follows from it, event by event, with whether it is the last of them."""
        self._tried.append(action)
        # A throw is no event of its own: its outcome follows.
        texts = [text for text in (*action.split(AND_THEN), *answer.then) if text != THROW]
        for place, text in enumerate(texts, start=1):
            event = self._event(text)
            self.table.append(event)
            yield event, place == len(texts)
        if self.folder.to_act(self.state) is None:
            end = _over(self.table, self.folder)
            self.table.append(end)
            yield end, True

    def next_on_the_way(self, tried: Sequence[str]) -> str:
        """What to do next: as the lesson shows it or, for who has gone another way, whatever else is right."""
        way = self.idea.way
        if len(tried) < len(way) and list(tried) == list(way[: len(tried)]):
            return way[len(tried)]
        accepted = {action: self._verdict(action) for action in self.table.actions(self.idea.seat)}
        return next((action for verdict in ("right", "on") for action in accepted if accepted[action] == verdict), "")

    def _verdict(self, action: str) -> str:
        answer = self.answer(action)
        return answer.verdict if answer else "wrong"

    def _after(self, action: str) -> States:
        """The state after what a seat does by itself; a throw changes nothing until the dice lie there."""
        if self.table.to_act != self.idea.seat:
            raise Refused("not_now")
        if self.table.actions(self.idea.seat) == [THROW]:
            return self._expect(action == THROW)
        state = self.state
        for text in action.split(AND_THEN, MOST_AT_ONCE):
            try:
                self._expect(self.folder.to_act(state) == self.idea.seat)
                state = self.folder.apply(state, text)
            except TableeError:
                raise Refused("illegal_action") from None
        return state

    def _expect(self, legal: bool) -> States:
        if not legal:
            raise Refused("illegal_action")
        return self.state

    def _written(self, state: States) -> Document:
        return self.folder.truth(state)

    def _event(self, text: str) -> Step:
        seat, number = self.folder.to_act(self.state), self.table.number + 1
        if isinstance(seat, int):
            return Act(number, TIMELESS, seat, text)
        return Chance(number, TIMELESS, int(self.state["turn"][0]), text)


def laid_table(folder: GameFolder, position: Document, names: Sequence[str]) -> Table:
    """A table at which a game has come to some position."""
    state = folder.read(position)
    options = folder.full_options(position["players"], position["options"])
    opening = Opening("lesson", folder.id, folder.version, position["players"], options, commitment="")
    table = Table(opening, bytes(32), folder)
    table.seats = [Sitter(seat + 1, name, seat=seat) for seat, name in enumerate(names)]
    table.sitters = list(table.seats)
    table.status = "playing"
    table.state = state
    if folder.to_act(state) is None:
        table.append(_over(table, folder))
    return table


def _over(table: Table, folder: GameFolder) -> Over:
    assert table.state is not None
    result = folder.result(table.state)
    return Over(table.number + 1, TIMELESS, result.reason or "", result.scores, result.winners)
