"""What the events of a table add up to."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args
from zlib import crc32

import msgspec

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.folder import Result
from tablee.games.scenery import Happened
from tablee.games.secrets import Secrets, parts_people, told
from tablee.kernel.contract import States
from tablee.table.clock import Times, first_times
from tablee.table.events import (
    STEPS,
    Act,
    Away,
    Back,
    Beginning,
    Chance,
    Close,
    Event,
    Leave,
    Next,
    Opening,
    Over,
    Refused,
    Return,
    Start,
    Step,
)
from tablee.table.seating import Seating

THROW = "throw"
"""What a seat does at a chance node that waits for its hand: no action of the rules, and the log holds the outcome."""
BY_HOST = "host: "
"""How the reason begins why a host has closed a table."""
NOTHING_SECRET: Secrets = {}
NOT_SERVED_ONCE = "rules"
"""Why earlier versions closed tables that they could not serve: they go on where they can be served."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """An action, outcome or leaving that is in force, with the state before it, and what was the latest step then.

    `times` is how the clocks stood before it.
    """

    event: Act | Chance | Leave
    before: States
    latest: int
    times: Times


class Moment(NamedTuple):
    """What an event led to: the state after it (None before the start), and what was the latest step then."""

    state: States | None
    latest: int


class Folded(Seating):
    """A table as it is after its latest event: what there is, and how the next one changes it."""

    def __init__(self, opening: Opening, seed: bytes, folder: GameFolder | None) -> None:
        """`folder` is None if this house does not have the game at the moment.

        Then, or if it plays by other rules, or cannot read the log, `unserved` says why ("game", "rules" or "log"):
        the table is what can be told without rules, and nothing can be decided at it, here and now.
        """
        super().__init__(opening, seed)
        self.folder = folder if folder is not None and folder.plays(opening.rules) else None
        self.unserved = "" if self.folder else "game" if folder is None else "rules"
        self.step = 0
        """The number of the latest event that changed the state: what an action answers to."""
        self.moments: list[Moment] = []
        """One for each event, whether it was taken back or not."""
        self.next_table = ""
        self.closed_by_host: str | None = None
        """The host's reason, if the host has closed the table; it may be empty."""
        self.steps: list[Played] = []
        self.latest_step = 0
        """The number of the action or outcome after which nothing has been played, or 0."""
        self._state: States | None = None
        self._to_act: int | None = None
        self.going_on = False
        """Can anything still be played, by a seat or by chance?"""
        self.opens_with_chance = False
        """Did the game begin with an outcome, so that seat 0 was not simply the first?"""
        self._waits_for_throw = False
        self._secrets: Secrets = NOTHING_SECRET
        """The fields that do not lie open before everybody; none once the game is over."""
        self._places: dict[int, int] = {}
        self._codes: dict[str, int] | None = None
        self._decided: dict[int, tuple[Event, States]] = {}
        self.result: Result | None = None
        self.times = Times()
        """How the clocks stood after the latest event, if there are any."""

    # ---- what there is ------------------------------------------------------------------------------------

    @property
    def state(self) -> States | None:
        """The truth, once the game has started; None if this house cannot tell."""
        return self._state

    @state.setter
    def state(self, state: States) -> None:
        seat = self.folder.to_act(state) if self.folder is not None else None
        self._state = state
        by_hand = thrower(self.folder, state) if seat == "chance" and self.folder is not None else None
        self._waits_for_throw = by_hand is not None
        self._to_act = seat if isinstance(seat, int) else by_hand
        self.going_on = seat is not None
        self._codes = None
        options = self.opening.options
        self._secrets = self.folder.secrets(options) if self.folder is not None and self.going_on else NOTHING_SECRET

    @property
    def throws_for_start(self) -> bool:
        """Is it thrown for who begins, or has it begun long since, so that nobody can be named?"""
        return self.opening.begins is not None or (self.folder is not None and self.folder.throws_for_start)

    @property
    def palette(self) -> int:
        """How many colours there are to choose from: those of the box, however few play."""
        return 0 if self.folder is None else max(self.folder.players)

    @property
    def to_act(self) -> int | None:
        """The seat to act, or to throw, or None while nobody can."""
        return self._to_act if self.status == "playing" else None

    @property
    def is_secret_still(self) -> bool:
        """Does the end of this game not reveal the seed, as others play the same deal that day?"""
        return self.opening.deal is not None and bool(self.opening.deal.day)

    def has_left(self, seat: int | None) -> bool:
        """Has the seat given the game up?"""
        return any(isinstance(step.event, Leave) and step.event.seat == seat for step in self.steps)

    def actions(self, seat: int | None) -> list[str]:
        """What the seat may do now, `THROW` if it is to throw; empty if it is not to act."""
        return list(self._legal()) if seat is not None and seat == self.to_act else []

    def _legal(self) -> dict[str, int]:
        """The codes of what is legal now, found once a state: they are asked for by every message that is sent."""
        if self._codes is None:
            folder, state = self._running()
            self._codes = {THROW: 0} if self._waits_for_throw else folder.codes(state)
        return self._codes

    def view(self, seat: int | None) -> Document:
        """What lies before a seat now."""
        folder, state = self._running()
        return folder.sight(state, seat)

    def knowledge(self, seat: int) -> Document:
        """All that the seat has ever been shown."""
        folder, state = self._running()
        return folder.knowledge(state, seat)

    def has_secrets(self, seats: Sequence[int]) -> bool:
        """Do these seats see what others must not? Where the game says so, and in any case where their views differ."""
        folder, state = self._running()
        if not self.going_on:
            return False
        if parts_people(folder.secrets(self.opening.options)):
            return True
        common = folder.view(state, None)
        return any(folder.view(state, seat) != common for seat in seats)

    def as_known_now(self, event: Step, seat: int | None, *, unseen: bool = False) -> str:
        """The text of a past action or outcome as the seat may know it now; `unseen` if it was away until now."""
        latest = unseen or self.latest_step == event.number
        self._running()
        return told(event.text, event.seat, seat, latest, self._secrets)

    @property
    def hides_nothing(self) -> bool:
        """Does everything lie open before everybody, from the beginning of the game to its end?"""
        folder, _ = self._running()
        return not folder.secrets(self.opening.options)

    def lies_open(self, event: Event, seat: int | None) -> bool:
        """Does an event show a seat something that is hidden as soon as something else is played?"""
        if not isinstance(event, STEPS):
            return False
        self._running()
        now, later = (told(event.text, event.seat, seat, latest, self._secrets) for latest in (True, False))
        return now != later

    def around(self, event: Event, seat: int | None) -> tuple[Document, Document] | None:
        """What lay before a seat before and after a step; None if the step is not in force."""
        place = self._places.get(event.number)
        if place is None:
            return None
        folder, now = self._running()
        after = self.steps[place + 1].before if place + 1 < len(self.steps) else now
        look = folder.sight if event.number == self.latest_step else folder.hindsight
        return look(self.steps[place].before, seat), look(after, seat)

    def latest_steps(self, seat: int | None, count: int) -> list[Happened]:
        """The latest actions and outcomes in force, as the seat may know them now."""
        return self.told_steps([step.event for step in self.steps[-count:]], seat)

    def told_steps(self, events: Sequence[Event], seat: int | None) -> list[Happened]:
        """Those of some events that are actions and outcomes, as the seat may know them now."""
        told = (event for event in events if isinstance(event, STEPS))
        return [Happened(event.seat, self.as_known_now(event, seat), self._look(event)) for event in told]

    def _look(self, event: Step) -> int:
        return crc32(f"{self.id} {event.number}".encode())

    # ---- events become part of the table -------------------------------------------------------------------

    def append(self, event: Event) -> None:
        """Make a stored event part of the table."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        self.events.append(event)
        clock = self.opening.clock
        if clock is not None:
            self.times = self.times.run(event)
        _APPEND[type(event)](self, event)
        if clock is not None and not self._is_chances_turn:
            self.times = self.times.pass_on(self.whose_time, clock, played=isinstance(event, STEPS))
        self.moments.append(Moment(self._state, self.latest_step))

    @property
    def _is_chances_turn(self) -> bool:
        """Is an outcome about to follow by itself? Until then nobody's turn is over."""
        return self.status == "playing" and self.going_on and self._to_act is None

    @property
    def whose_time(self) -> int | None:
        """The seat that is to act, if a person does so for it."""
        return self.to_act if self.to_act is not None and not self.seats[self.to_act].played_by else None

    def _append_start(self, event: Start) -> None:
        self.status = "playing"
        for seat, sitter in enumerate(event.order):
            self._change(self._sitter(sitter), seat=seat)
        self.seats = [self._sitter(sitter) for sitter in event.order]
        self.colours = tuple(event.colours)
        if self.opening.clock is not None:
            self.times = first_times(self.opening.clock, len(event.order), event.at)
        if self.folder is not None:
            decided, state = self._decided.pop(event.number, (None, None))
            if state is None or decided is not event:
                state = self._set_up(self.folder, event.number)
            self.opens_with_chance = self.folder.to_act(state) == "chance" or self.opening.begins is not None
            self.state = state
        self.step = event.number

    def _set_up(self, folder: GameFolder, number: int) -> States:
        opening = self.opening
        seed = self._dice().lots.set_up() if opening.by_seat else self._dice().set_up(number)
        if opening.begins is not None:
            return begun(folder, opening.begins, seed)
        return folder.new(opening.players, opening.options, seed, opening.rules)

    def _append_act(self, event: Step) -> None:
        self._carry_out(event, lambda folder, state: folder.apply(state, event.text))

    _append_chance = _append_act

    def _append_leave(self, event: Leave) -> None:
        self._carry_out(event, lambda folder, state: folder.leave(state, event.seat))

    def _carry_out(self, event: Act | Chance | Leave, apply: Callable[[GameFolder, States], States]) -> None:
        self.step = event.number
        if self.folder is None:
            return
        _, state = self._running()
        decided, after = self._decided.pop(event.number, (None, state))
        self._places[event.number] = len(self.steps)
        self.steps.append(Played(event, state, self.latest_step, self.times))
        self.state = after if decided is event else apply(self.folder, state)
        if not isinstance(event, Leave):
            self.latest_step = event.number
        elif event.seat == state["turn"][0]:
            self.latest_step = 0  # a turn half played has been wound up with it

    def _append_back(self, event: Back) -> None:
        self.step = event.number
        while self.steps and self.steps[-1].event.number >= event.to:
            step = self.steps.pop()
            del self._places[step.event.number]
            self.state, self.latest_step = step.before, step.latest
            self.times = self.times.take_back(step.times)

    def _append_return(self, event: Return) -> None:
        super()._append_return(event)
        if self.opening.clock is not None:
            self.times = self.times.welcome(event.seat, self.opening.clock)

    def _append_away(self, event: Away) -> None:
        """The clocks know."""

    def _append_over(self, event: Over) -> None:
        self.status = "over"
        self.result = Result(over=True, scores=event.scores, winners=event.winners, reason=event.reason)

    def _append_close(self, event: Close) -> None:
        if event.why != NOT_SERVED_ONCE:
            self.status = "closed"
            self.closed_by_host = event.why.removeprefix(BY_HOST) if event.why.startswith(BY_HOST) else None

    def _append_next(self, event: Next) -> None:
        self.next_table = event.table

    def _running(self) -> tuple[GameFolder, States]:
        if self.folder is None or self._state is None:
            raise Refused("not_now")
        return self.folder, self._state


_APPEND: dict[type, Callable[[Folded, Any], None]] = {
    kind: getattr(Folded, f"_append_{kind.__name__.lower()}") for kind in get_args(Event)
}
"""How a table changes with each kind of event."""


def begun(folder: GameFolder, beginning: Beginning, seed: int) -> States:
    """The state in which a table begins; what nobody told of it follows from the seed."""
    state = folder.read(beginning.state)
    return state if beginning.known_to is None else folder.resample(state, beginning.known_to, seed)


def thrower(folder: GameFolder, state: States) -> int | None:
    """The seat that throws by its own hand at a chance node."""
    return folder.words.thrower(state)
