"""A step of a lesson: a table in the middle of a game, where chance and the other seats are scripted."""

from collections.abc import Iterator, Sequence

from tablee.engine.contract import States
from tablee.games import GameDefinition
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.lessons.ideas import Answer, Attempt, Idea
from tablee.server.table.events import Act, Chance, Event, Opening, Over, Refused, Step
from tablee.server.table.seating import Participant, Seating
from tablee.server.table.table import AND_THEN, MOST_AT_ONCE, THROW, Table

TIMELESS = 0
"""When things happen in a lesson."""


class Exercise:
    """A step being tried. Only `play` changes the table."""

    def __init__(self, definition: GameDefinition, idea: Idea, names: Sequence[str]) -> None:
        self.definition = definition
        self.idea = idea
        self.table = laid_table(definition, idea.position, names)
        self._tried: list[str] = []

    @property
    def state(self) -> States:
        """The truth."""
        assert self.table.state is not None
        return self.table.state

    def answer(self, action: str) -> Answer | None:
        """The lesson's answer to an action, if it has one; raises `Refused` if the action is illegal."""
        before, after = self.definition.truth(self.state), self.definition.truth(self._after(action))
        attempt = Attempt(action, before, after, self._tried)
        return next((answer for answer in self.idea.answers if answer.fits(attempt)), None)

    def play(self, action: str, answer: Answer) -> Iterator[tuple[Event, bool]]:
        """Play an action and what the script answers: yields each event, and whether it is the last."""
        self._tried.append(action)
        # A throw is no event of its own: its outcome follows.
        texts = [text for text in (*action.split(AND_THEN), *answer.then) if text != THROW]
        for place, text in enumerate(texts, start=1):
            event = next_step(self.table, self.definition, text)
            self.table.append(event)
            yield event, place == len(texts)
        if self.definition.to_act(self.state) is None:
            end = _over(self.table, self.definition)
            self.table.append(end)
            yield end, True

    def next_on_the_way(self, tried: Sequence[str]) -> str:
        """The next action of the lesson's solution or, off that path, any right action."""
        way = self.idea.way
        if len(tried) < len(way) and list(tried) == list(way[: len(tried)]):
            return way[len(tried)]
        answers = {action: self.answer(action) for action in self.table.actions(self.idea.seat)}
        verdicts = {action: answer.verdict for action, answer in answers.items() if answer}
        return next((action for verdict in ("right", "on") for action in verdicts if verdicts[action] == verdict), "")

    def _after(self, action: str) -> States:
        """The state after an action; a throw changes nothing before its outcome."""
        if self.table.to_act != self.idea.seat:
            raise Refused("not_now")
        if self.table.actions(self.idea.seat) == [THROW]:
            if action != THROW:
                raise Refused("illegal_action")
            return self.state
        state = self.state
        for text in action.split(AND_THEN, MOST_AT_ONCE):
            if self.definition.to_act(state) != self.idea.seat:
                raise Refused("illegal_action")
            try:
                state = self.definition.apply(state, text)
            except TableeError:
                raise Refused("illegal_action") from None
        return state


def next_step(table: Table, definition: GameDefinition, text: str) -> Step:
    """The event of an action or an outcome, whichever comes next at a table."""
    assert table.state is not None
    seat, number = definition.to_act(table.state), table.number + 1
    if isinstance(seat, int):
        return Act(number, TIMELESS, seat, text)
    return Chance(number, TIMELESS, int(table.state["turn"][0]), text)


def laid_table(definition: GameDefinition, position: Document, names: Sequence[str]) -> Table:
    """A table in the middle of a game."""
    state = definition.read(position)
    options = definition.full_options(position["players"], position.get("options", {}))
    opening = Opening("lesson", definition.id, definition.version, position["players"], options, commitment="")
    table = Table(opening, bytes(32), definition)
    seats = tuple(Participant(seat + 1, name, seat=seat) for seat, name in enumerate(names))
    table.seating = Seating(seats, seats)
    table.status = "playing"
    table.enter(state)
    if definition.to_act(state) is None:
        table.append(_over(table, definition))
    return table


def _over(table: Table, definition: GameDefinition) -> Over:
    assert table.state is not None
    result = definition.result(table.state)
    return Over(table.number + 1, TIMELESS, result.reason or "", result.scores, result.winners)
