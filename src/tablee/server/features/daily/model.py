"""The deal of a day, its proof, and how plays of one deal compare. Pure: the time is a parameter.

Days are UTC days, the same for everybody. After a day there is a grace period to finish its deal; only then is the seed
revealed. All who play a deal have the same set-up, lots and bots, so that results differ by what people did.
"""

import hashlib
import hmac
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import msgspec

from tablee.engine.chance import lot
from tablee.server.table.clock import A_DAY, AN_HOUR
from tablee.server.table.dice import commitment
from tablee.server.table.directory import Entry
from tablee.server.table.events import Deal, Opening
from tablee.server.table.table import Table

GRACE = 3 * AN_HOUR
"""Milliseconds after a day to finish its deal; then the seed is revealed."""
BOT_LEVEL = 3
"""The strongest level that never depends on the clock, and so plays the same everywhere."""


def day_of(now: int) -> str:
    """The day of a time, in milliseconds since 1970.

    >>> day_of(0), day_of(A_DAY - 1), day_of(A_DAY)
    ('1970-01-01', '1970-01-01', '1970-01-02')
    """
    return datetime.fromtimestamp(now // 1000, UTC).date().isoformat()


def is_day(text: str) -> bool:
    """Is this how a day is written?

    >>> is_day("2026-11-17"), is_day("2026-11-31"), is_day("20261117")
    (True, False, False)
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def begin_of(day: str) -> int:
    """When a day begins, in milliseconds since 1970."""
    return (date.fromisoformat(day) - date(1970, 1, 1)).days * A_DAY


def reveal_of(day: str) -> int:
    """When a day's secret is revealed and its results become final."""
    return begin_of(day) + A_DAY + GRACE


def is_secret(deal: Deal | None, now: int) -> bool:
    """Is the seed of a deal kept secret, because others may still play it?"""
    return deal is not None and now < max(reveal_of(deal.day) if deal.day else 0, deal.until)


def after(day: str, days: int = 1) -> str:
    """The day a number of days later.

    >>> after("2026-12-31"), after("2024-03-01", -1)
    ('2027-01-01', '2024-02-29')
    """
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def game_of(day: str, games: Sequence[str]) -> str:
    """The game of a day: games take turns, in the order of their names, so that people know when theirs comes.

    >>> [game_of(f"2026-11-{day}", ["b", "c", "a"]) for day in (17, 18, 19, 20)]
    ['c', 'a', 'b', 'c']
    """
    return sorted(games)[date.fromisoformat(day).toordinal() % len(games)]


def mixed(day: str, secret: bytes, nonces: Sequence[str]) -> bytes:
    """The seed of a day: from the server's secret and the browser nonces of the day before."""
    return hmac.digest(secret, f"deal {day} {','.join(nonces)}".encode(), hashlib.sha256)


class Proof(msgspec.Struct, frozen=True):
    """Everything that went into the seed of a day, for anybody to check."""

    day: str
    game: str
    players: int
    house: str
    """The SHA-256 of the secret, as published from the beginning of the day before."""
    secret: str
    nonces: list[str]
    """The browser nonces of the day before, in the order in which they are mixed in."""
    seed: str


def is_sound(proof: Proof) -> bool:
    """Does the secret match its commitment, and does the seed follow from it and the nonces?"""
    try:
        secret = bytes.fromhex(proof.secret)
    except ValueError:
        return False
    return commitment(secret) == proof.house and mixed(proof.day, secret, proof.nonces).hex() == proof.seed


class Testimony(msgspec.Struct, frozen=True):
    """A finished game, to compare with the proof of a day: its opening and its nonces."""

    opening: Opening
    nonces: Sequence[str]


def contradiction(proof: Proof, game: Testimony) -> str | None:
    """How a finished game contradicts the proof of a day; None if it does not.

    Raises `ValueError` unless the game is a deal of that day or of the day before.
    """
    deal = game.opening.deal
    if deal is not None and deal.day == proof.day:
        if deal.house != proof.house:
            return "the table was opened with another fingerprint of the secret"
        if commitment(bytes.fromhex(proof.seed)) != game.opening.commitment:
            return "the table was dealt from another seed"
        return None
    if deal is not None and deal.day and after(deal.day) == proof.day:
        if deal.tomorrow != proof.house:
            return "the day before, another fingerprint of the secret was shown"
        if not set(game.nonces) <= set(proof.nonces):
            return "what this browser added the day before was left out"
        return None
    raise ValueError(f"a game that tells nothing about {proof.day}")


PARTS = 6
"""Number of parts of a game; a card says who was ahead after each."""
AHEAD, EVEN, BEHIND = "▲", "●", "▽"
"""The signs of a card: they say how a game went, and nothing about the position."""
WEEKS = 5
"""Weeks in the calendar."""


class Day(msgspec.Struct, frozen=True):
    """The deal of a day."""

    day: str
    game: str
    players: int
    level: int
    secret: bytes
    """The server's secret part of the seed; its SHA-256 is shown from the beginning."""
    planned: int
    """When the secret was chosen, in milliseconds since 1970."""
    nonces: tuple[str, ...] = ()
    """The browser nonces of the day before."""
    seed: bytes = b""
    """The seed that follows from both, once the day has begun."""
    reference: str = ""
    """The table at which level 5 plays the deal."""

    @property
    def house(self) -> str:
        """The SHA-256 of the secret."""
        return commitment(self.secret)

    @property
    def was_committed(self) -> bool:
        """Was the secret chosen before the day began? Not if the server was down the day before."""
        return self.planned < begin_of(self.day)

    def begun(self, nonces: Iterable[str]) -> "Day":
        """The same day with its seed."""
        added = tuple(nonces)
        return msgspec.structs.replace(self, nonces=added, seed=mixed(self.day, self.secret, added))

    def deal(self, tomorrow: "Day") -> Deal:
        """The deal for a table's opening."""
        # Everybody has the same seat; what is published before the day begins determines it.
        seat = lot(f"seat {self.day} {commitment(self.seed)}") % self.players
        return Deal(self.day, seat, day=self.day, house=self.house, tomorrow=tomorrow.house)

    @property
    def proof(self) -> Proof:
        """The proof of the day; secret until `reveal_of` the day."""
        secret, seed = self.secret.hex(), self.seed.hex()
        return Proof(self.day, self.game, self.players, self.house, secret, list(self.nonces), seed)


class DealPlay(msgspec.Struct, frozen=True):
    """A person's play of a deal."""

    deal: str
    """A day, or the first table that played the deal."""
    person: str
    name: str
    """Empty if the person does not want to be listed."""
    table: str
    card: str
    """The address of the card that the person shares."""
    at: int
    """When it began."""
    ended: int | None = None
    entry: Entry | None = None

    @property
    def is_over(self) -> bool:
        """Is there a result?"""
        return self.entry is not None and self.entry.status == "over"

    @property
    def outcome(self) -> "Outcome | None":
        """The person's result, once there is one."""
        return outcome_of(self.entry) if self.entry else None

    @property
    def is_of_its_day(self) -> bool:
        """Did it begin on the deal's day, and end while the seed was secret?"""
        return is_day(self.deal) and day_of(self.at) == self.deal and (self.ended or self.at) < reveal_of(self.deal)


class Outcome(NamedTuple):
    """A result in a deal; better results compare as greater."""

    won: bool
    lead: int
    """Points ahead of the best of the others."""
    points: int
    others: tuple[int, ...]


def outcome_of(entry: Entry) -> Outcome | None:
    """The result of the first participant of a finished deal: the person, or level 5 instead."""
    person = min(entry.participants, key=lambda one: (one.level > 0, one.participant), default=None)
    if person is None or person.seat is None or entry.status != "over":
        return None
    others = tuple(points for seat, points in enumerate(entry.scores) if seat != person.seat)
    points = entry.scores[person.seat]
    return Outcome(person.seat in entry.winners, points - max(others, default=0), points, others)


class Comparison(NamedTuple):
    """A result compared with others of the same deal."""

    better: int
    """The number of others who did worse."""
    equal: int
    of: int


def compare(own: Outcome, others: Collection[Outcome]) -> Comparison:
    """How one outcome stands among others.

    >>> one, other = Outcome(True, 4, 30, (26,)), Outcome(False, -2, 24, (26,))
    >>> compare(one, [other, one])
    Comparison(better=1, equal=1, of=2)
    """
    keys = [(other.won, other.lead) for other in others]
    mine = own.won, own.lead
    return Comparison(sum(key < mine for key in keys), keys.count(mine), len(keys))


def signs(table: Table, seat: int) -> str:
    """Who was ahead after each part of a game, as a row of signs."""
    if table.definition is None or table.state is None or not table.steps:
        return ""
    states = [*(step.before for step in table.steps[1:]), table.state]
    cuts = [max(len(states) * part // PARTS - 1, 0) for part in range(1, PARTS + 1)]
    row = ""
    for cut in cuts:
        scores = table.definition.result(states[cut]).scores
        best = max(points for other, points in enumerate(scores) if other != seat)
        row += AHEAD if scores[seat] > best else EVEN if scores[seat] == best else BEHIND
    return row


def streak(days: Collection[str], today: str) -> int:
    """The number of days in a row with a play, up to today, or up to yesterday while today is not over.

    >>> streak({"2026-11-15", "2026-11-16"}, "2026-11-17"), streak({"2026-11-14"}, "2026-11-17")
    (2, 0)
    """
    day = today if today in days else after(today, -1)
    count = 0
    while day in days:
        day, count = after(day, -1), count + 1
    return count


def longest_streak(days: Collection[str]) -> int:
    """The longest row of days with a play.

    >>> longest_streak({"2026-11-14", "2026-11-15", "2026-11-17"})
    2
    """
    return max((streak(days, day) for day in days), default=0)


def calendar(today: str, weeks: int = WEEKS) -> list[list[str]]:
    """The latest weeks, from Monday to Sunday, the last of them this one; an empty text for days to come.

    >>> [len(week) for week in calendar("2026-11-17", 2)], calendar("2026-11-17", 2)[1][:3]
    ([7, 7], ['2026-11-16', '2026-11-17', ''])
    """
    monday = after(today, -date.fromisoformat(today).weekday() - 7 * (weeks - 1))
    days = [after(monday, place) for place in range(7 * weeks)]
    shown = [day if day <= today else "" for day in days]
    return [shown[7 * week : 7 * week + 7] for week in range(weeks)]
