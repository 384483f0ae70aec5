"""Clubs: their members, and the ladder of the games at their tables. Pure; times are in milliseconds since 1970."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from tablee.server.table.clock import A_DAY
from tablee.server.table.events import Refused
from tablee.server.table.names import SPACES, can_be_seen, is_of_house

MOST_MEMBERS = 60
MOST_CLUBS = 12
"""Clubs of one person. Whoever makes a club is in it, so that nobody can make more."""
LONGEST_NAME = 40
SEASON = 365 * A_DAY
"""How long a game counts on the ladder."""


class Club(msgspec.Struct, frozen=True):
    """People who gathered by one link. The member who joined first organises it; with the last one it goes."""

    id: str
    link: str
    """The secret part of the address by which people join."""
    name: str
    since: int


class Member(NamedTuple):
    """Somebody in a club."""

    person: str
    name: str
    joined: int
    called: bool
    """Whether they are called when a table is opened for the club."""


class Membership(NamedTuple):
    """A club of a person."""

    club: Club
    members: int
    joined: int
    called: bool


class ClubResult(NamedTuple):
    """How a game between people at a table of the club ended for one of them; `person` is empty for a deleted one."""

    table: str
    person: str
    won: bool


class Rung(NamedTuple):
    """Somebody on the ladder. Points are counted in halves."""

    person: str
    rank: int
    played: int
    won: int
    points: int


def club_name(typed: str) -> str:
    """The name of a club as it was typed; raises `Refused`.

    >>> club_name("  The  eight ")
    'The eight'
    """
    name = unicodedata.normalize("NFC", SPACES.sub(" ", typed).strip())
    if not name or len(name) > LONGEST_NAME or not can_be_seen(name):
        raise Refused("club_name")
    if is_of_house(name):
        raise Refused("name_of_house")
    return name


def club_ladder(results: Iterable[ClubResult], members: Sequence[str]) -> list[Rung]:
    """The members who have played, the best first.

    Who wins gets a point for each of the others who does not, and half a point for each who shares the win; so luck in
    a game of five weighs no more than four games of two. With equal points, fewer games are better.

    >>> told = [ClubResult("t", "ada", True), ClubResult("t", "bo", False), ClubResult("t", "guest", False)]
    >>> [(one.person, one.rank, one.points) for one in club_ladder(told, ["bo", "ada"])]
    [('ada', 1, 4), ('bo', 2, 0)]
    """
    tables: dict[str, list[ClubResult]] = {}
    for one in results:
        tables.setdefault(one.table, []).append(one)
    played, won, points = Counter[str](), Counter[str](), Counter[str]()
    for seats in tables.values():
        winners = sum(one.won for one in seats)
        for one in seats:
            played[one.person] += 1
            won[one.person] += one.won
            points[one.person] += one.won * (2 * (len(seats) - winners) + winners - 1)

    def merit(person: str) -> tuple[int, int]:
        return -points[person], played[person]

    there = sorted((one for one in members if played[one]), key=merit)
    return [
        Rung(one, 1 + sum(merit(other) < merit(one) for other in there), played[one], won[one], points[one])
        for one in there
    ]
