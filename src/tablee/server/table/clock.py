"""Whose time runs, and what everybody has left: a function of the log and of what time it is, and of nothing else.

A *turn* is the unbroken span in which the same person is to act: all actions and throws of theirs, until somebody else
is to act, or a bot. Only people have time to lose: while a bot thinks, also one that plays for a person, nobody's clock
runs, and chance takes no time at all.

All that is counted is counted on one watch, which goes while anybody's clock runs and stands still otherwise. So a turn
that is taken back goes on as if it had never been passed on: whoever takes back pays for all that has run since they
began, and nobody else for anything.
"""

import msgspec

from tablee.table.events import Act, Away, Clock, Event

A_SECOND = 1000
A_MINUTE = 60 * A_SECOND
AN_HOUR = 60 * A_MINUTE
A_DAY = 24 * AN_HOUR

MOST_LAG = 500
"""Milliseconds that a turn is forgiven for the network at most, however many actions it has."""
GRACE = 30 * A_SECOND
"""What somebody has at least who comes back after their time was up; by days the turn's own time begins anew."""


class Times(msgspec.Struct, frozen=True, gc=False):
    """How the clocks stood after an event. All in milliseconds."""

    banks: tuple[int, ...] = ()
    """What each seat had when the present turn began."""
    seat: int | None = None
    """Whose clock runs."""
    at: int = 0
    """When the event was."""
    watch: int = 0
    """For how long anybody's clock had run until then."""
    began: int = 0
    """What the watch said when the turn began."""
    lag: int = 0
    """What is forgiven in this turn for the network."""
    late: int = 0
    """What is forgiven in this turn as the house was slow."""

    # ---- to be asked ---------------------------------------------------------------------------------------

    def used(self, now: int) -> int:
        """What the present turn has taken of its owner's time."""
        gone = self.watch + max(0, now - self.at) if self.seat is not None else self.watch
        return max(0, gone - self.began - min(self.lag, MOST_LAG) - self.late)

    def left(self, seat: int, clock: Clock, now: int) -> int:
        """What a seat has until its time is up, were it to think on from now; never less than nothing."""
        used = self.used(now) if seat == self.seat else 0
        return max(0, self.banks[seat] + clock.turn - used)

    def bank(self, seat: int, clock: Clock, now: int) -> int:
        """What a seat has for the whole game, or for holidays."""
        used = self.used(now) if seat == self.seat else 0
        return max(0, self.banks[seat] - max(0, used - clock.turn))

    def until(self, clock: Clock) -> int | None:
        """When somebody's time will be up if nothing happens; None if nobody's runs."""
        if self.seat is None:
            return None
        return self.at + self.banks[self.seat] + clock.turn - self.used(self.at)

    # ---- what events make of it ----------------------------------------------------------------------------

    def run(self, event: Event) -> "Times":
        """The watch goes on until an event; not while the house was shut."""
        now = max(self.at, event.at)
        gone = now - self.at
        if isinstance(event, Away):
            gone -= max(0, now - max(self.at, event.since))
        forgiven = (self.lag + event.lag, self.late + event.late) if isinstance(event, Act) else (self.lag, self.late)
        watch = self.watch + (gone if self.seat is not None else 0)
        return Times(self.banks, self.seat, now, watch, self.began, *forgiven)

    def pass_on(self, seat: int | None, clock: Clock, *, played: bool) -> "Times":
        """Another seat is to act, or nobody who has a clock; a turn that was `played` is worth its increment."""
        if seat == self.seat:
            return self
        banks = list(self.banks)
        if self.seat is not None:
            banks[self.seat] = self.bank(self.seat, clock, self.at) + (clock.increment if played else 0)
        return Times(tuple(banks), seat, self.at, self.watch, self.watch)

    def take_back(self, before: "Times") -> "Times":
        """A turn goes on that had been passed on: as it was `before`, but the watch has gone on."""
        return msgspec.structs.replace(before, at=self.at, watch=self.watch)

    def welcome(self, seat: int, clock: Clock) -> "Times":
        """Somebody comes back whose time may have been up."""
        grace = 0 if clock.is_by_days else min(GRACE, clock.bank)
        banks = (max(bank, grace) if one == seat else bank for one, bank in enumerate(self.banks))
        return msgspec.structs.replace(self, banks=tuple(banks))


def first_times(clock: Clock, players: int, now: int) -> Times:
    """How the clocks stand when a game starts."""
    return Times((clock.bank,) * players, at=now)
