"""Who looks for whom: seeks, the tables they come to, and the calls that bring people there. Pure; told the time."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tablee.table.dice import new_id

AWAY = 30_000
"""Milliseconds after which somebody who looks for company without being anywhere in the house has gone."""
MATCH_HOLDS = 60_000
"""Milliseconds in which somebody who has been called over may come; then whoever comes may have the place."""
INVITATION_HOLDS = 2 * 86_400_000
"""The same for an invitation, and for who plays by days."""
MATCH, INVITATION = "match", "invitation"
"""The kinds of calls."""
DAYS = "days"
"""The pace of games by days: nobody need be there."""
NEAR = 150
"""Points of rating up to which two play together at once."""
A_POINT = 50
"""Milliseconds that the one who has waited longer must have waited for each point more."""
A_POINT_BY_DAYS = 4000
"""The same by days: a thousand points in about an hour."""


class Seek(msgspec.Struct, frozen=True):
    """Somebody would play one of these games with whoever comes. Times are in milliseconds since 1970."""

    person: str
    games: list[str]
    players: int = 2
    pace: str = ""
    """Empty for now and without a clock; else whoever is found has the same in mind."""
    rated: bool = False
    """Is the game to count?"""
    points: dict[str, int] = {}
    """How well the person plays these games at that pace, as far as it is known: ratings by game."""
    since: int = 0
    seen: int = 0
    """When the person was last anywhere in the house."""

    def is_there(self, now: int) -> bool:
        """Could the person come at once, or need not?"""
        return self.pace == DAYS or now - self.seen <= AWAY


class Match(NamedTuple):
    """People who have found each other, the one who has waited longest first, and the table that is to be theirs."""

    table: str
    game: str
    players: int
    people: list[str]
    pace: str = ""
    rated: bool = False


class Call(msgspec.Struct, frozen=True):
    """Somebody is called to a table: somebody has come for them, or invites them."""

    person: str
    table: str
    host: str
    """The person who has come, or invites."""
    kind: str
    game: str
    players: int
    at: int = 0
    until: int = 0
    name: str = ""
    """The name that the host has taken, if any."""
    pace: str = ""
    """That of the table, if it is not there yet."""
    rated: bool = False
    """The same: is it to count?"""


def find_match(seek: Seek, others: Sequence[Seek], now: int) -> Match | None:
    """Those who would play with somebody, if they are enough: who plays about as well comes first, and so does who has
    waited for long."""
    there = [one for one in others if one.person != seek.person and one.is_there(now)]
    for game in seek.games:
        found = _together(seek, [one for one in there if _wants_the_same(one, seek, game)], game, now)
        if len(found) == seek.players - 1:
            people = [one.person for one in sorted(found, key=_order)]
            return Match(new_id(), game, seek.players, [*people, seek.person], seek.pace, seek.rated)
    return None


def find_matches(seeks: Sequence[Seek], now: int) -> list[Match]:
    """All who have found each other by now, as those who wait reach farther and farther; nobody is in two of them."""
    waiting, found = sorted((one for one in seeks if one.is_there(now)), key=_order), []
    while waiting:
        longest, *waiting = waiting
        if match := find_match(longest, waiting, now):
            people = sorted(match.people, key=lambda person: person == longest.person, reverse=True)
            found.append(match._replace(people=people))
            waiting = [one for one in waiting if one.person not in people]
    return found


def _together(seek: Seek, others: Sequence[Seek], game: str, now: int) -> list[Seek]:
    """Those of others with whom somebody plays: as many as are needed, each near enough to all the rest."""
    found: list[Seek] = []
    for one in sorted(others, key=lambda one: (_farness(one, seek, game, now), _order(one))):
        if len(found) < seek.players - 1 and all(_farness(one, other, game, now) <= 0 for other in (seek, *found)):
            found.append(one)
    return found


def _order(seek: Seek) -> tuple[int, str]:
    return seek.since, seek.person


def _wants_the_same(one: Seek, other: Seek, game: str) -> bool:
    same = (one.players, one.pace, one.rated) == (other.players, other.pace, other.rated)
    return same and game in one.games


def _farness(one: Seek, other: Seek, game: str, now: int) -> int:
    """By how many milliseconds it is too early for two to play together; less than nothing if it is not.

    Who is not known yet is as far from everybody as may be at once: they find somebody, but not before who is nearer.
    """
    known = game in one.points and game in other.points
    distance = abs(one.points[game] - other.points[game]) if known else NEAR
    waited = now - min(one.since, other.since)
    return (distance - NEAR) * (A_POINT_BY_DAYS if one.pace == DAYS else A_POINT) - waited


def calls_of(match: Match, now: int) -> list[Call]:
    """The calls that bring everybody to the table: each is told of one of the others."""
    newest, longest = match.people[-1], match.people[0]
    until = now + (INVITATION_HOLDS if match.pace == DAYS else MATCH_HOLDS)
    return [
        Call(person, match.table, longest if person == newest else newest, MATCH, match.game, match.players, now,
             until, pace=match.pace, rated=match.rated)
        for person in match.people
    ]  # fmt: skip
