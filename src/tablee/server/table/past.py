"""Past positions of a table. While the game goes on, they show only what may be known now."""

from collections.abc import Sequence

from tablee.games.document import Document
from tablee.games.scenery import Happened
from tablee.server.table.events import STEPS, Act, Back, Chance, Event, Leave, Refused, Step
from tablee.server.table.table import Table, fold


class Position:
    """A table after one of its events."""

    def __init__(self, table: Table, number: int) -> None:
        """Raises `Refused` if there is no such event, or if the game had not started."""
        moment = table.past_states[number - 1] if 1 <= number <= table.number else None
        if table.definition is None or moment is None or moment.state is None:
            raise Refused("not_now")
        self.number = number
        self._table = table
        self._definition = table.definition
        self._state = moment.state
        self._step = moment.latest
        self._latest = moment.latest != 0 and moment.latest == table.latest_step

    def former(self) -> "Position | None":
        """The previous position, if the game had started."""
        started = self.number > 1 and self._table.past_states[self.number - 2].state is not None
        return Position(self._table, self.number - 1) if started else None

    def view(self, seat: int | None) -> Document:
        """A seat's view: as it was then once the game is over; until then, as it may be known now.

        Raises `Refused` while the game goes on, if the step showed something that is hidden now and the game marks no
        field as fleeting.
        """
        table, definition = self._table, self._definition
        if table.status == "over" or self._state is table.state or self._latest:
            return definition.sight(self._state, seat)
        step = table.events[self._step - 1] if self._step else None
        fleeting = any(secret.fleeting for secret in definition.secrets(table.opening.options).values())
        if isinstance(step, STEPS) and not fleeting and self._is_forgotten(step, seat):
            raise Refused("not_now")
        return definition.hindsight(self._state, seat)

    def _is_forgotten(self, step: Step, seat: int | None) -> bool:
        """Did a step show something that may not be known any more?"""
        then, now = (self._table.as_known_now(step, seat, unseen=unseen) for unseen in (True, False))
        return then != now

    def truth(self) -> Document:
        """The whole state; only once the game is over."""
        if self._table.status != "over":
            raise Refused("not_now")
        return self._definition.truth(self._state)

    def latest_steps(self, seat: int | None, count: int) -> list[Happened]:
        """The latest steps in force, as the seat may know them now."""
        return self._table.told_steps(in_force(self._table.events[: self.number])[-count:], seat) if count else []


def table_at(table: Table, number: int) -> Table:
    """The table after an event, with the known states instead of computing them again."""
    events = table.events[:number]
    known = {event.number: moment.state for event, moment in zip(events, table.past_states, strict=False)}
    started = {number: state for number, state in known.items() if state is not None}
    return fold(table.opening, table.seed, table.definition, events, started)


def in_force(events: Sequence[Event]) -> list[Event]:
    """The actions, outcomes and leavings among some events that none of them takes back."""
    kept: list[Event] = []
    for event in events:
        if isinstance(event, (Act, Chance, Leave)):
            kept.append(event)
        elif isinstance(event, Back):
            kept = [earlier for earlier in kept if earlier.number < event.to]
    return kept
