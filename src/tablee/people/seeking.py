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


class Seek(msgspec.Struct, frozen=True):
    """Somebody would play one of these games with whoever comes. Times are in milliseconds since 1970."""

    person: str
    games: list[str]
    players: int = 2
    pace: str = ""
    """Empty for now and without a clock; else whoever is found has the same in mind."""
    strength: str = ""
    """Empty for anyone; nothing else is known yet."""
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


def find_match(seek: Seek, others: Sequence[Seek], now: int) -> Match | None:
    """Those who would play with somebody who has come just now, if they are enough; who has waited longest is first."""
    there = sorted((one for one in others if one.person != seek.person and one.is_there(now)), key=_order)
    for game in seek.games:
        fitting = [one for one in there if _fits(one, seek, game)][: seek.players - 1]
        if len(fitting) == seek.players - 1:
            people = [*(one.person for one in fitting), seek.person]
            return Match(new_id(), game, seek.players, people, seek.pace)
    return None


def _order(seek: Seek) -> tuple[int, str]:
    return seek.since, seek.person


def _fits(one: Seek, other: Seek, game: str) -> bool:
    same = one.players == other.players and one.pace == other.pace and one.strength == other.strength
    return same and game in one.games


def calls_of(match: Match, now: int) -> list[Call]:
    """The calls that bring everybody to the table: each is told of one of the others."""
    newest, longest = match.people[-1], match.people[0]
    until = now + (INVITATION_HOLDS if match.pace == DAYS else MATCH_HOLDS)
    return [
        Call(person, match.table, longest if person == newest else newest, MATCH, match.game, match.players, now,
             until, pace=match.pace)
        for person in match.people
    ]  # fmt: skip
