"""What people made of one deal, beside each other and beside level 5: pure, and told what day it is.

All who play a deal have the same set-up, the same lots and the same bots: what lies between their results is not the
luck of the draw, but what they did, and what the bots answered to it.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec

from tablee.table.days import Proof, after, begin_of, day_of, is_day, mixed, reveal_of, seat_in
from tablee.table.dice import commitment
from tablee.table.directory import Entry
from tablee.table.events import Deal
from tablee.table.table import Table

PARTS = 6
"""Into so many parts a game is cut to say who was ahead after each."""
AHEAD, LEVEL, BEHIND = "▲", "●", "▽"
"""The signs of a card: they say how a game went, and nothing about what lay on the table."""
WEEKS = 5
"""Of the calendar."""


class Day(msgspec.Struct, frozen=True):
    """The deal of a day."""

    day: str
    game: str
    players: int
    level: int
    secret: bytes
    """What the house puts into the seed; its SHA-256 is shown as soon as there is such a day."""
    planned: int
    """When that was, in milliseconds since 1970."""
    nonces: tuple[str, ...] = ()
    """What browsers added the day before."""
    seed: bytes = b""
    """What follows from both, once the day has begun."""
    reference: str = ""
    """The table at which level 5 plays it."""

    @property
    def house(self) -> str:
        """What is shown of the secret."""
        return commitment(self.secret)

    @property
    def was_committed(self) -> bool:
        """Was the secret chosen before the day began? Not if the house was shut the day before."""
        return self.planned < begin_of(self.day)

    def begun(self, nonces: Iterable[str]) -> "Day":
        """The same day with its seed."""
        added = tuple(nonces)
        return msgspec.structs.replace(self, nonces=added, seed=mixed(self.day, self.secret, added))

    def deal(self, tomorrow: "Day") -> Deal:
        """As a table opens with it."""
        seat = seat_in(self.day, commitment(self.seed), self.players)
        return Deal(self.day, seat, day=self.day, house=self.house, tomorrow=tomorrow.house)

    @property
    def proof(self) -> Proof:
        """All that went into it, which is for nobody's eyes before `reveal_of` it."""
        return Proof(
            self.day, self.game, self.players, self.house, self.secret.hex(), list(self.nonces), self.seed.hex()
        )


class Play(msgspec.Struct, frozen=True):
    """Somebody plays a deal, or has played it."""

    deal: str
    """A day, or the table where it was played first."""
    person: str
    name: str
    """An empty text if they do not like to be seen by all."""
    table: str
    card: str
    """The address of what they show others of it."""
    at: int
    """When they began."""
    ended: int | None = None
    entry: Entry | None = None

    @property
    def is_over(self) -> bool:
        """Is there a result?"""
        return self.entry is not None and self.entry.status == "over"

    @property
    def is_of_its_day(self) -> bool:
        """Was it begun on the very day, and ended while that was secret?"""
        return is_day(self.deal) and day_of(self.at) == self.deal and (self.ended or self.at) < reveal_of(self.deal)


class Outcome(NamedTuple):
    """How somebody did in a deal; the better is the greater one."""

    won: bool
    lead: int
    """Points more than the best of the others."""
    points: int
    others: tuple[int, ...]


def outcome_of(entry: Entry) -> Outcome | None:
    """How the person of a finished deal did, or level 5 in their place: the first who sat down."""
    person = min(entry.sitters, key=lambda one: (one.level > 0, one.sitter), default=None)
    if person is None or person.seat is None or entry.status != "over":
        return None
    others = tuple(points for seat, points in enumerate(entry.scores) if seat != person.seat)
    points = entry.scores[person.seat]
    return Outcome(person.seat in entry.winners, points - max(others, default=0), points, others)


class Beside(NamedTuple):
    """How somebody did beside others who had the same deal."""

    better: int
    """So many of them did not as well."""
    equal: int
    of: int


def beside(own: Outcome, others: Collection[Outcome]) -> Beside:
    """How one outcome stands among others.

    >>> one, other = Outcome(True, 4, 30, (26,)), Outcome(False, -2, 24, (26,))
    >>> beside(one, [other, one])
    Beside(better=1, equal=1, of=2)
    """
    keys = [(other.won, other.lead) for other in others]
    mine = own.won, own.lead
    return Beside(sum(key < mine for key in keys), keys.count(mine), len(keys))


def signs(table: Table, seat: int) -> str:
    """Who was ahead after each part of a game, as a row of signs."""
    if table.folder is None or table.state is None or not table.steps:
        return ""
    states = [*(step.before for step in table.steps[1:]), table.state]
    cuts = [max(len(states) * part // PARTS - 1, 0) for part in range(1, PARTS + 1)]
    return "".join(_sign(table.folder.result(states[cut]).scores, seat) for cut in cuts)


def _sign(scores: Sequence[int], seat: int) -> str:
    best = max(points for other, points in enumerate(scores) if other != seat)
    return AHEAD if scores[seat] > best else LEVEL if scores[seat] == best else BEHIND


def streak(days: Collection[str], today: str) -> int:
    """How many days in a row somebody has played, up to today, or to yesterday while today is not over.

    >>> streak({"2026-11-15", "2026-11-16"}, "2026-11-17"), streak({"2026-11-14"}, "2026-11-17")
    (2, 0)
    """
    day = today if today in days else after(today, -1)
    count = 0
    while day in days:
        day, count = after(day, -1), count + 1
    return count


def longest_streak(days: Collection[str]) -> int:
    """The most days in a row that somebody has played.

    >>> longest_streak({"2026-11-14", "2026-11-15", "2026-11-17"})
    2
    """
    return max((streak(days, day) for day in days), default=0)


def calendar(today: str, weeks: int = WEEKS) -> list[list[str]]:
    """The latest weeks, from Monday to Sunday, the last of them this one; an empty text for days to come.

    >>> [len(week) for week in calendar("2026-11-17", 2)], calendar("2026-11-17", 2)[1][:3]
    ([7, 7], ['2026-11-16', '2026-11-17', ''])
    """
    weekday = (begin_of(today) // 86_400_000 + 3) % 7  # 1970 began with a Thursday
    monday = after(today, -weekday - 7 * (weeks - 1))
    days = [after(monday, place) for place in range(7 * weeks)]
    shown = [day if day <= today else "" for day in days]
    return [shown[7 * week : 7 * week + 7] for week in range(weeks)]
