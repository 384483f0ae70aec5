"""Whose clock runs, and how much time each seat has left. A pure function of the log and the current time.

A *turn* is the unbroken span in which the same person is to act, until another person or a bot is to act. Only people
have clocks: while a bot thinks (also one that stands in for a person) no clock runs, and chance takes no time.

One watch counts all time. It runs while any clock runs and stops otherwise. A turn that is taken back goes on as if it
had never ended: the seat that takes back pays for all the time since its turn began; nobody else pays.
"""

import msgspec

from tablee.games.errors import BadOptions
from tablee.server.table.events import Act, Away, Clock, Event

A_SECOND = 1000
A_MINUTE = 60 * A_SECOND
AN_HOUR = 60 * A_MINUTE
A_DAY = 24 * AN_HOUR

MOST_LAG = 500
"""Maximum network lag, in milliseconds, that a turn is not charged for."""
GRACE = 30 * A_SECOND
"""Minimum time for a person who returns after a timeout. With a clock by days, the turn's own time starts again."""


class Times(msgspec.Struct, frozen=True, gc=False):
    """The clocks after an event, in milliseconds."""

    banks: tuple[int, ...] = ()
    """The time of each seat when the current turn began."""
    seat: int | None = None
    """The seat whose clock runs."""
    at: int = 0
    """When the event happened."""
    watch: int = 0
    """For how long clocks had run until then."""
    began: int = 0
    """The watch when the turn began."""
    lag: int = 0
    """Network lag that this turn is not charged for."""
    late: int = 0
    """Server delay that this turn is not charged for."""

    # ---- queries -------------------------------------------------------------------------------------------

    def used(self, now: int) -> int:
        """The time that the current turn has used."""
        gone = self.watch + max(0, now - self.at) if self.seat is not None else self.watch
        return max(0, gone - self.began - min(self.lag, MOST_LAG) - self.late)

    def left(self, seat: int, clock: Clock, now: int) -> int:
        """The time until the seat's timeout; at least 0."""
        used = self.used(now) if seat == self.seat else 0
        return max(0, self.banks[seat] + clock.turn - used)

    def bank(self, seat: int, clock: Clock, now: int) -> int:
        """The time that a seat has for the rest of the game, or for holidays."""
        used = self.used(now) if seat == self.seat else 0
        return max(0, self.banks[seat] - max(0, used - clock.turn))

    def until(self, clock: Clock) -> int | None:
        """When the running clock will be up if nothing happens; None if no clock runs."""
        if self.seat is None:
            return None
        return self.at + self.banks[self.seat] + clock.turn - self.used(self.at)

    # ---- transitions ---------------------------------------------------------------------------------------

    def run(self, event: Event) -> "Times":
        """Advance the watch to an event. The time while the server was down does not count."""
        now = max(self.at, event.at)
        gone = now - self.at
        if isinstance(event, Away):
            gone -= max(0, now - max(self.at, event.since))
        forgiven = (self.lag + event.lag, self.late + event.late) if isinstance(event, Act) else (self.lag, self.late)
        watch = self.watch + (gone if self.seat is not None else 0)
        return Times(self.banks, self.seat, now, watch, self.began, *forgiven)

    def pass_on(self, seat: int | None, clock: Clock, *, played: bool) -> "Times":
        """Give the turn to another seat, or to nobody with a clock. A turn that was `played` earns its increment."""
        if seat == self.seat:
            return self
        banks = list(self.banks)
        if self.seat is not None:
            banks[self.seat] = self.bank(self.seat, clock, self.at) + (clock.increment if played else 0)
        return Times(tuple(banks), seat, self.at, self.watch, self.watch)

    def take_back(self, before: "Times") -> "Times":
        """Resume an earlier turn: restore the clocks as they were `before`, but keep the watch."""
        return msgspec.structs.replace(before, at=self.at, watch=self.watch)

    def begin_again(self, before: "Times", clock: Clock) -> "Times":
        """Play on from clocks `before`, by agreement: nobody's turn goes on, and nobody gets time back."""
        now = self.pass_on(None, clock, played=False)
        banks = tuple(map(min, now.banks, before.banks))
        return Times(banks, None, self.at, self.watch, self.watch)

    def welcome(self, seat: int, clock: Clock) -> "Times":
        """Give a person who returns at least the grace time."""
        grace = 0 if clock.is_by_days else min(GRACE, clock.bank)
        banks = (max(bank, grace) if one == seat else bank for one, bank in enumerate(self.banks))
        return msgspec.structs.replace(self, banks=tuple(banks))


def first_times(clock: Clock, players: int, now: int) -> Times:
    """The clocks at the start of a game."""
    return Times((clock.bank,) * players, at=now)


NO_PACE = ""
SECONDS = {"quick": 10, "normal": 30, "slow": 80}
"""Average seconds for a turn, in a game whose turns usually take `USUAL` seconds."""
STEADY = "normal"
"""The clock of a rated game for which nobody has chosen one."""
USUAL = 30
HOLIDAYS = {1: 3, 2: 5, 3: 7, 7: 14}
"""Clocks by days: days for each turn → days of holidays for the whole game."""
LIVE_PACES = tuple(SECONDS)
DAY_PACES = {f"days-{days}": days for days in HOLIDAYS}
SAME_HOUR = AN_HOUR
"""Extra time for each turn by days. A day has 25 hours when summer time ends: whoever plays at the same hour every day
must still be in time, in every time zone."""


def clock_of(pace: str, turns: int, seconds: int = USUAL) -> Clock | None:
    """The clock for a game with about `turns` turns a seat that take about `seconds` each; None for no hurry. Raises
    `BadOptions`."""
    if pace == NO_PACE:
        return None
    if pace in DAY_PACES:
        days = DAY_PACES[pace]
        return Clock(bank=HOLIDAYS[days] * A_DAY, turn=days * A_DAY + SAME_HOUR)
    if pace not in SECONDS:
        raise BadOptions("there is no such pace")
    half = SECONDS[pace] * seconds * A_SECOND // (2 * USUAL)
    minutes = max(1, -(-turns * half // A_MINUTE))
    return Clock(bank=minutes * A_MINUTE, increment=half)
