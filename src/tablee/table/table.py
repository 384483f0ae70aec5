"""A table: what its events add up to, and what may happen next.

The functions that decide (`sit`, `start`, `act`, …) change nothing: they are told what time it is, and return the
events that would follow, or raise `Refused`. Once those events are stored, `append` makes them part of the table.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, get_args
from zlib import crc32

import msgspec

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.folder import Result
from tablee.games.levels import DEFAULT_LEVEL
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
from tablee.table.log import Unreadable
from tablee.table.seating import MOST_EVENTS, Seating

THROW = "throw"
"""What a seat does at a chance node that waits for its hand: no action of the rules, and the log holds the outcome."""
AND_THEN = "; "
"""Between actions that are played one after the other, or not at all."""
MOST_AT_ONCE = 4
"""Of such actions."""


BY_HOST = "host: "
"""How the reason begins why a host has closed a table."""
NOTHING_SECRET: Secrets = {}
NOT_SERVED_ONCE = "rules"
"""Why earlier versions closed tables that they could not serve: they go on where they can be served."""

Known = Mapping[int, States]
"""States that events are known to have led to, by the numbers of the events."""


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


class Table(Seating):
    """One play of a game, online."""

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
        thrower = _thrower(self.folder, state) if seat == "chance" and self.folder is not None else None
        self._waits_for_throw = thrower is not None
        self._to_act = seat if isinstance(seat, int) else thrower
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

    # ---- what may happen: nothing changes here -------------------------------------------------------------

    def start(self, now: int) -> list[Event]:
        """The game starts: empty seats get bots, the seats are given out."""
        self._expect("waiting")
        ahead = self.ahead()
        while len(ahead.sitters) < self.opening.players:
            ahead.append(ahead.sit("", now, level=DEFAULT_LEVEL)[0])
        number = ahead.number + 1
        order = ahead.order(number)
        ahead.append(Start(number, now, order, ahead.worn(order)))
        return [*ahead.events[self.number :], *ahead._consequences(now)]

    def act(self, seat: int, step: int, text: str, now: int, *, lag: int = 0, late: int = 0) -> list[Event]:
        """A seat plays an action, having seen everything up to `step`; chance answers at once.

        The text may name several actions, one after the other: all of them are played, or none. `lag` and `late` are
        what is forgiven of the time it took, if there is a clock.
        """
        self._expect("playing")
        self._expect_step(step)
        if seat != self.to_act:
            raise Refused("not_your_turn")
        if self._waits_for_throw:
            if text != THROW:
                raise Refused("illegal_action")
            return self._consequences(now, thrown=True)
        folder, state = self._running()
        events: list[Event] = []
        for action in text.split(AND_THEN, MOST_AT_ONCE):
            code = (_codes(folder, state, seat) if events else self._legal()).get(action)
            if code is None:
                raise Refused("illegal_action")
            forgiven = (lag, late) if self.opening.clock and not events else (0, 0)
            event = Act(self.number + len(events) + 1, now, seat, action, *forgiven)
            state = self._decide(event, folder.step(state, code))
            events.append(event)
        return [*events, *self._consequences(now, state, self.number + len(events))]

    def come_back(self, seat: int, step: int, text: str, now: int, *, lag: int = 0, late: int = 0) -> list[Event]:
        """A person for whom a bot has played takes the seat back by playing."""
        returned = self.give_back(seat, now)
        return [*returned, *self.ahead(*returned).act(seat, step, text, now, lag=lag, late=late)]

    def take_back(self, seat: int, step: int, now: int) -> list[Event]:
        """A seat takes back its latest action."""
        self._expect("playing")
        self._expect_step(step)
        target = self.can_take_back(seat)
        if target is None:
            raise Refused("no_take_back")
        return [Back(self.number + 1, now, seat, target)]

    def can_take_back(self, seat: int | None) -> int | None:
        """The event from which on a seat may take back, if it may.

        Its latest action, until an outcome is drawn or another seat acts; against bots alone, also past their answers.
        What the game calls final stands, and so does whatever was played before it; and all of it where it counts. In a
        deal that others play, too, what bots answer is not tried out.
        """
        if seat is None or self.status != "playing" or self.number >= MOST_EVENTS or self.opening.rated:
            return None
        for step in reversed(self.steps):
            if not isinstance(step.event, Act) or self._is_final(step):
                return None
            if step.event.seat == seat:
                return step.event.number
            if self.opening.deal is not None:
                return None
            if not all(sitter.level for sitter in self.seats if sitter.seat != seat):
                return None
        return None

    def _is_final(self, step: Played) -> bool:
        folder, _ = self._running()
        return isinstance(step.event, Act) and folder.words.is_final(step.before, step.event.text)

    def leave(self, seat: int, now: int, *, time: bool = False) -> list[Event]:
        """A seat gives the game up, or must, as its `time` is up."""
        self._expect("playing")
        folder, state = self._running()
        try:
            after = folder.leave(state, seat)
        except TableeError:
            raise Refused("not_now") from None
        event = Leave(self.number + 1, now, seat, time)
        return [event, *self._consequences(now, self._decide(event, after), event.number)]

    def follow(self, table: str, now: int) -> list[Event]:
        """Another table like this one was opened."""
        self._expect("over")
        if self.next_table:
            raise Refused("not_now")
        return [Next(self.number + 1, now, table)]

    def close(self, why: str, now: int) -> list[Event]:
        """The host closes the table, for good."""
        self._expect_served()
        if self.status not in ("waiting", "playing"):
            raise Refused("not_now")
        return [Close(self.number + 1, now, BY_HOST + why)]

    def unfinished(self, now: int) -> list[Event]:
        """What must happen by itself before anyone can act: none, unless a log was cut off."""
        return self._consequences(now) if self.status == "playing" and not self.unserved else []

    def _consequences(
        self, now: int, state: States | None = None, number: int | None = None, *, thrown: bool = False
    ) -> list[Event]:
        """What follows by itself from a state: outcomes, the first of them perhaps thrown by hand, and the end."""
        folder, present = self._running()
        state = present if state is None else state
        number = self.number if number is None else number
        events: list[Event] = []
        while weighted := folder.outcomes(state):
            if _thrower(folder, state) is not None and not thrown:
                return events
            thrown = False
            number += 1
            seat = int(state["turn"][0])
            drawn = sum(isinstance(one, Chance) and one.seat == seat for one in events)
            text = weighted[self._drawn(number, seat, drawn, [weight for _, weight in weighted])][0]
            event = Chance(number, now, seat, text)
            state = self._decide(event, folder.apply(state, text))
            events.append(event)
        if folder.to_act(state) is None:
            result = folder.result(state)
            seed = "" if self.is_secret_still else self.seed.hex()
            events.append(Over(number + 1, now, result.reason or "", result.scores, result.winners, seed))
        return events

    def _drawn(self, number: int, seat: int, more: int, weights: Sequence[int]) -> int:
        """The index that event `number` draws for a seat, which has drawn so many more times than the table knows."""
        if not self.opening.by_seat:
            return self._dice().outcome(number, weights)
        return self._dice().lots.outcome(seat, self._count(Chance, seat) + more, weights)

    def _count(self, kind: type[Act | Chance], seat: int) -> int:
        """How many steps of a kind are in force for a seat."""
        return sum(isinstance(step.event, kind) and step.event.seat == seat for step in self.steps)

    def seed_of_thought(self, seat: int) -> int:
        """What a bot's next thought at a seat begins with, so that in the same deal it thinks the same of the same."""
        return self._dice().lots.thought(f"seat {seat}", self._count(Act, seat))

    def _decide(self, event: Act | Chance | Leave, after: States) -> States:
        """Remember what a step leads to: it will most likely happen, and need not be worked out twice."""
        self._decided[event.number] = (event, after)
        return after

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

    # ---- small things --------------------------------------------------------------------------------------

    def _running(self) -> tuple[GameFolder, States]:
        if self.folder is None or self._state is None:
            raise Refused("not_now")
        return self.folder, self._state

    def _expect_step(self, step: int) -> None:
        if step != self.step:
            raise Refused("stale")

    def ahead(self, *events: Event) -> "Table":
        """A table that is some events further; this one stays as it is."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.events, twin.moments, twin.steps = self.events.copy(), self.moments.copy(), self.steps.copy()
        twin._places, twin._decided = self._places.copy(), self._decided.copy()
        for event in events:
            twin.append(event)
        return twin


def fold(
    opening: Opening, seed: bytes, folder: GameFolder | None, events: Sequence[Event], known: Known | None = None
) -> Table:
    """The table that a log adds up to; what is `known` of its states need not be worked out again.

    Raises `Unreadable` if the log cannot have happened by these rules.
    """
    table = Table(opening, seed, folder)
    for event in events:
        if known and event.number in known:
            table._decided[event.number] = (event, known[event.number])
        try:
            table.append(event)
        except Exception as error:  # rules of any game, told nonsense
            raise Unreadable(f"event {event.number}: {error}") from error
    return table


_APPEND: dict[type, Callable[[Table, Any], None]] = {
    kind: getattr(Table, f"_append_{kind.__name__.lower()}") for kind in get_args(Event)
}
"""How a table changes with each kind of event."""


def begun(folder: GameFolder, beginning: Beginning, seed: int) -> States:
    """The state in which a table begins; what nobody told of it follows from the seed."""
    state = folder.read(beginning.state)
    return state if beginning.known_to is None else folder.resample(state, beginning.known_to, seed)


def _thrower(folder: GameFolder, state: States) -> int | None:
    """The seat that throws by its own hand at a chance node."""
    return folder.words.thrower(state)


def _codes(folder: GameFolder, state: States, seat: int) -> dict[str, int]:
    """The codes of what a seat may do; none if it is not to act."""
    return folder.codes(state) if folder.to_act(state) == seat else {}
