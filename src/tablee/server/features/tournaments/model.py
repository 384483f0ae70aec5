"""Tournaments: who meets whom in which seat, which games are due, and how everybody stands.

Pure; callers pass the time, in milliseconds since 1970. Pairings and the ids of tables follow from what was stored when
the tournament started; results are those of the tables. So everything here can be computed again from the logs.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, Literal, NamedTuple

import msgspec

from tablee.games.brains.levels import DEFAULT_LEVEL
from tablee.server.features.notifications.model import zone_of
from tablee.server.table.clock import A_DAY, A_MINUTE, AN_HOUR, DAY_PACES
from tablee.server.table.dice import following_id
from tablee.server.table.directory import Entry
from tablee.server.table.events import Deal

LEAST, MOST = 3, 32
"""How many people a tournament needs, and takes."""
GROUP_SIZES = (4, 5, 6, 8)
"""The sizes of groups that are offered."""
PAUSE = A_MINUTE
"""Milliseconds between two rounds at one sitting."""
NO_SHOW = 3 * A_MINUTE
"""Milliseconds after which a game at one sitting starts without those who have not come; their clock runs."""
SECRET_LIVE, SECRET_BY_DAYS = 6 * AN_HOUR, 60 * A_DAY
"""How long the seed of a round stays secret: others may still play its deal."""
BOT = 0
"""The number of the bot that plays where somebody is missing."""
GROUPS, FINAL = 0, 1
"""The stages of a tournament with several groups: in the final their winners meet."""

Status = Literal["open", "running", "over", "cancelled"]


class TournamentSetup(msgspec.Struct, frozen=True):
    """What is fixed when a tournament is opened, and the order of its players once it has started."""

    id: str
    name: str
    game: str
    pace: str
    starts: int
    secret: bytes = b""
    """From it follow the draw, the deals and the ids of the tables."""
    options: dict[str, Any] = {}
    rated: bool = False
    listed: bool = False
    """Everybody may find it; otherwise one needs the link."""
    group_size: int = 0
    """The most players of a group; 0 if all play in one."""
    level: int = DEFAULT_LEVEL
    """The level of the bots that fill in."""
    host: str = ""
    """The person who opened it; empty for the server."""
    club: str = ""
    status: Status = "open"
    order: tuple[int, ...] = ()
    """The players by number, as they were drawn."""

    @property
    def is_by_days(self) -> bool:
        """Whether it is played by days: then all rounds of a stage begin together."""
        return self.pace in DAY_PACES

    def table_of(self, pairing: "TournamentGame") -> str:
        """The id of the table of a pairing: the same, whichever server opens it."""
        return following_id(self.secret, f"tournament {self.id} {' '.join(map(str, pairing))}")

    def seed_of(self, pairing: "TournamentGame") -> bytes:
        """The seed of a round. All tables of a round play the same deal."""
        return hmac.digest(self.secret, _round_name(self.id, pairing).encode(), hashlib.sha256)

    def deal_of(self, pairing: "TournamentGame", now: int) -> Deal:
        """The deal of a round, for the opening of a table."""
        until = now + (SECRET_BY_DAYS if self.is_by_days else SECRET_LIVE)
        return Deal(_round_name(self.id, pairing), 0, tournament=self.id, until=until)

    def drawn(self, players: Sequence["Player"]) -> tuple[int, ...]:
        """The order of the players: drawn by the secret, which was stored before anybody joined."""
        there = [one.number for one in players if not one.withdrew]
        return tuple(sorted(there, key=lambda number: hmac.digest(self.secret, f"draw {number}".encode(), "sha256")))


class Player(NamedTuple):
    """Somebody who takes part. `person` is empty if they were deleted."""

    number: int
    person: str
    name: str
    withdrew: int = 0
    """When they withdrew; 0 if they have not."""


class TournamentGame(NamedTuple):
    """A game: who sits first and who second, by number; `BOT` for a bot."""

    stage: int
    group: int
    round: int
    first: int
    second: int

    @property
    def people(self) -> tuple[int, ...]:
        """Those of the two who are no bots."""
        return tuple(number for number in (self.first, self.second) if number != BOT)


def _round_name(tournament: str, pairing: TournamentGame) -> str:
    return f"tournament {tournament} stage {pairing.stage} round {pairing.round}"


# ---- who meets whom ----------------------------------------------------------------------------------------


def everyone_against_everyone(players: Sequence[int], stage: int = GROUPS, group: int = 0) -> list[TournamentGame]:
    """All pairings by rounds, by the circle method; with an odd number a bot plays whoever would be free.

    Everybody has the first seat as often as the second, or once more or less.

    >>> [(one.round, one.first, one.second) for one in everyone_against_everyone([7, 8, 9])]
    [(0, 7, 0), (0, 8, 9), (1, 8, 7), (1, 9, 0), (2, 7, 9), (2, 0, 8)]
    """
    fixed, *circle = [*players, *[BOT] * (len(players) % 2)]
    found = []
    for round_number in range(len(circle)):
        row = [fixed, *circle[round_number:], *circle[:round_number]]
        pairs = [(row[place], row[-1 - place]) for place in range(len(row) // 2)]
        if round_number % 2:
            pairs[0] = pairs[0][::-1]
        found += [TournamentGame(stage, group, round_number, *pair) for pair in pairs]
    return found


def groups_of(tournament: TournamentSetup) -> list[list[int]]:
    """The players in groups of about the same size, dealt out in the order of the draw.

    >>> nine = TournamentSetup("t", "", "isis", "quick", 0, group_size=4, order=(*range(1, 10),))
    >>> groups_of(nine)
    [[1, 4, 7], [2, 5, 8], [3, 6, 9]]
    """
    order = list(tournament.order)
    count = -(-len(order) // tournament.group_size) if tournament.group_size else 1
    count = max(1, min(count, len(order) // LEAST))
    return [order[place::count] for place in range(count)]


def pairings_of(tournament: TournamentSetup, results: Mapping[str, Entry]) -> list[TournamentGame]:
    """All pairings that are known: those of the groups, and of the final once its players are known."""
    groups = groups_of(tournament)
    known = [one for place, group in enumerate(groups) for one in everyone_against_everyone(group, GROUPS, place)]
    if len(groups) == 1 or not all(is_played(tournament, one, results) for one in known):
        return known
    tables = [standings(tournament, known, results, place) for place in range(len(groups))]
    return [*known, *everyone_against_everyone([table[0].number for table in tables], FINAL)]


def is_played(tournament: TournamentSetup, pairing: TournamentGame, results: Mapping[str, Entry]) -> bool:
    """Whether a game has ended; one that the host has closed counts for nobody."""
    entry = results.get(tournament.table_of(pairing))
    return entry is not None and entry.status in ("over", "closed")


def is_over(tournament: TournamentSetup, results: Mapping[str, Entry]) -> bool:
    """Whether all games have been played."""
    pairings = pairings_of(tournament, results)
    has_final = len(groups_of(tournament)) == 1 or pairings[-1].stage == FINAL
    return has_final and all(is_played(tournament, one, results) for one in pairings)


def due_pairings(tournament: TournamentSetup, results: Mapping[str, Entry], now: int) -> list[TournamentGame]:
    """The games whose tables are to be open by now: at one sitting those of the current round, by days all of a stage.

    The next round begins a little after the last game of the one before has ended.
    """
    found: list[TournamentGame] = []
    for (stage, _), games in groupby(sorted(pairings_of(tournament, results), key=_by_round), key=_by_round):
        current = list(games)
        earlier = [one for one in found if one.stage < stage or not tournament.is_by_days]
        if not all(is_played(tournament, one, results) for one in earlier):
            break
        ended = max((results[tournament.table_of(one)].moved for one in earlier), default=0)
        if not tournament.is_by_days and earlier and now < ended + PAUSE:
            break
        found += current
    return found


def _by_round(pairing: TournamentGame) -> tuple[int, int]:
    return pairing.stage, pairing.round


# ---- how everybody stands ----------------------------------------------------------------------------------


class Standing(NamedTuple):
    """A row of the table. Points are counted in halves: 2 for a win, 1 for a shared one."""

    number: int
    rank: int
    played: int
    won: int
    shared: int
    lost: int
    points: int
    direct: int
    """Points against those with the same number of points."""
    beaten: int
    """Sonneborn-Berger: the points of those one has beaten, and half of those one has shared with."""
    lead: int
    """The sum of the leads in points of the game, negative where one was behind."""


def points_of(
    tournament: TournamentSetup, pairing: TournamentGame, results: Mapping[str, Entry]
) -> tuple[int, int] | None:
    """The points of a game for the first and the second seat, in halves; None if it has no result."""
    entry = results.get(tournament.table_of(pairing))
    if entry is None or entry.status != "over" or not entry.winners:
        return None
    if len(entry.winners) > 1:
        return 1, 1
    return (2, 0) if entry.winners == [0] else (0, 2)


def standings(
    tournament: TournamentSetup,
    pairings: Sequence[TournamentGame],
    results: Mapping[str, Entry],
    group: int | None = None,
    stage: int = GROUPS,
) -> list[Standing]:
    """The table of a group, the best first; equal in everything is the same rank, in the order of the draw."""
    games = [one for one in pairings if one.stage == stage and group in (None, one.group)]
    numbers = {number for one in games for number in one.people}
    points = dict.fromkeys((*numbers, BOT), 0)
    played: dict[int, list[tuple[int, int, int]]] = {number: [] for number in points}
    for one in games:
        if (gained := points_of(tournament, one, results)) is None:
            continue
        entry = results[tournament.table_of(one)]
        lead = entry.scores[0] - entry.scores[1]
        for seat, (number, other) in enumerate([(one.first, one.second), (one.second, one.first)]):
            if number == BOT or not _is_bot(entry, seat):  # what a bot wins in somebody's place is not theirs
                points[number] += gained[seat]
                played[number].append((other, gained[seat], -lead if seat else lead))
    rows = []
    for number in sorted(numbers, key=tournament.order.index):
        own = played[number]
        gains = [mine for _, mine, _ in own]
        direct = sum(mine for other, mine, _ in own if other in numbers and points[other] == points[number])
        beaten = sum(mine * points[other] for other, mine, _ in own)
        lead = sum(one for _, _, one in own)
        rows.append(
            Standing(number, 0, len(own), gains.count(2), gains.count(1), gains.count(0), points[number], direct,
                     beaten, lead)
        )  # fmt: skip
    rows.sort(key=_merit)
    return [row._replace(rank=1 + sum(_merit(other) < _merit(row) for other in rows)) for row in rows]


def _is_bot(entry: Entry, seat: int) -> bool:
    return any(one.level for one in entry.participants if one.seat == seat)


def _merit(row: Standing) -> tuple[int, ...]:
    """Smaller is better."""
    return -row.points, -row.direct, -row.beaten, -row.lead


# ---- the calendar ------------------------------------------------------------------------------------------


class CalendarEntry(NamedTuple):
    """What a calendar shows of a tournament."""

    tournament: str
    name: str
    starts: int
    about: str
    link: str


def calendar(entries: Sequence[CalendarEntry], now: int) -> str:
    """An iCalendar feed (RFC 5545)."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tablee//Tournaments//EN"]
    for one in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.tournament}@tablee",
            f"DTSTAMP:{_stamp(now)}",
            f"DTSTART:{_stamp(one.starts)}",
            f"DTEND:{_stamp(one.starts + AN_HOUR)}",
            f"SUMMARY:{_escaped(one.name)}",
            f"DESCRIPTION:{_escaped(one.about)}",
            f"URL:{one.link}",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _stamp(at: int) -> str:
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    r"""A text as iCalendar writes it.

    >>> _escaped("Isis; friends,\nall")
    'Isis\\; friends\\,\\nall'
    """
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A line in parts of at most 75 bytes."""
    parts, left = [], line.encode()
    while len(left) > 74:
        cut = 74
        while left[cut] & 0xC0 == 0x80:  # not within a letter
            cut -= 1
        parts.append(left[:cut].decode())
        left = left[cut:]
    return "\r\n ".join([*parts, left.decode()])


# ---- the host's schedule -----------------------------------------------------------------------------------

AHEAD = 6 * A_DAY
"""How long before it starts a tournament of the schedule can be joined."""


class Schedule(msgspec.Struct, frozen=True):
    """Tournaments that the server opens by itself: every week, or every month on the first, at an hour of a zone."""

    id: str
    tournament: TournamentSetup
    """What each of them is like."""
    every: Literal["week", "month"]
    hour: int
    weekday: int = 0
    """Monday is 0."""
    zone: str = "UTC"
    """The hour is that of the clock on the wall there, in summer as in winter."""

    def next_start(self, now: int) -> int:
        """When the next of them starts.

        >>> thursday = Schedule("s", TournamentSetup("", "", "isis", "quick", 0), "week", 20, 3)
        >>> _stamp(thursday.next_start(1_795_006_800_000))
        '20261119T200000Z'
        >>> _stamp(Schedule("s", thursday.tournament, "month", 8).next_start(1_795_006_800_000))
        '20261201T080000Z'
        >>> _stamp(Schedule("s", thursday.tournament, "week", 20, 3, "Europe/Paris").next_start(1_795_006_800_000))
        '20261119T190000Z'
        """
        day = datetime.fromtimestamp(now / 1000, zone_of(self.zone)).replace(
            hour=self.hour, minute=0, second=0, microsecond=0
        )
        while day.timestamp() * 1000 <= now or not self._is_day(day):
            day += timedelta(days=1)
        return round(day.timestamp() * 1000)

    def _is_day(self, day: datetime) -> bool:
        return day.weekday() == self.weekday if self.every == "week" else day.day == 1

    def opened(self, now: int) -> TournamentSetup | None:
        """The next tournament, once it can be joined. Its id and secret follow from the schedule's secret."""
        starts = self.next_start(now)
        if starts - now > AHEAD:
            return None
        secret = hmac.digest(self.tournament.secret, f"schedule {starts}".encode(), hashlib.sha256)
        own_id = following_id(secret, f"schedule {self.id} {starts}")
        return msgspec.structs.replace(self.tournament, id=own_id, secret=secret, starts=starts)
