"""A table: what its events add up to (`folded`), and what may happen next.

The functions that decide (`sit`, `start`, `act`, …) change nothing: they are told what time it is, and return the
events that would follow, or raise `Refused`. Once those events are stored, `append` makes them part of the table.
"""

from collections.abc import Mapping, Sequence

from tablee.games import GameFolder
from tablee.games.errors import TableeError
from tablee.games.levels import DEFAULT_LEVEL
from tablee.kernel.contract import States
from tablee.table.events import Act, Back, Chance, Close, Event, Leave, Next, Opening, Over, Refused, Start
from tablee.table.folded import BY_HOST, THROW, Folded, Played, thrower
from tablee.table.log import Unreadable
from tablee.table.seating import MOST_EVENTS

AND_THEN = "; "
"""Between actions that are played one after the other, or not at all."""
MOST_AT_ONCE = 4
"""Of such actions."""

Known = Mapping[int, States]
"""States that events are known to have led to, by the numbers of the events."""


class Table(Folded):
    """One play of a game, online."""

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
            if thrower(folder, state) is not None and not thrown:
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

    # ---- small things --------------------------------------------------------------------------------------

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


def _codes(folder: GameFolder, state: States, seat: int) -> dict[str, int]:
    """The codes of what a seat may do; none if it is not to act."""
    return folder.codes(state) if folder.to_act(state) == seat else {}
