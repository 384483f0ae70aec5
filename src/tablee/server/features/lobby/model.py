"""Matchmaking and invitations.

Pure; callers pass the time, in milliseconds since 1970.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tablee.games import GameDefinition
from tablee.server.table.clock import NO_PACE, STEADY, clock_of
from tablee.server.table.dice import new_id
from tablee.server.table.events import Clock

AWAY = 30_000
"""Milliseconds without a sign of the person after which a match request is dropped."""
MATCH_HOLDS = 60_000
"""Milliseconds for which a seat found by matchmaking is kept; then anybody may take it."""
INVITATION_HOLDS = 2 * 86_400_000
"""Milliseconds for which a seat is kept after an invitation by a person, or in a game by days."""
TWICE = 10_000
"""Milliseconds for which asking again for the same is taken for the same click: it leads to the same table."""
MATCH, INVITATION, TOURNAMENT = "match", "invitation", "tournament"
"""The kinds of invitations: by matchmaking, by a person, or to a game of a tournament, where the seat is kept."""
DAYS = "days"
"""The pace of games by days: nobody need be online."""
PACES = {"": NO_PACE, STEADY: STEADY, DAYS: "days-2"}
"""The paces of matchmaking, and the table's pace that each means. Few, as two people must choose the same."""
NEAR = 150
"""People whose ratings differ by at most this many points are matched at once."""
A_POINT = 50
"""Milliseconds that one of two people must have waited for each point above that."""
A_POINT_BY_DAYS = 4000
"""The same by days: a thousand points take about an hour."""


class MatchRequest(msgspec.Struct, frozen=True):
    """Somebody looks for anybody who plays one of these games."""

    person: str
    games: list[str]
    players: int = 2
    pace: str = ""
    """Empty: now, without a clock. Only requests of the same pace match."""
    rated: bool = False
    points: dict[str, int] = {}
    """The person's ratings at that pace by game, as far as they are known."""
    since: int = 0
    seen: int = 0
    """When the person was last online."""
    name: str = ""
    """The name to bear at a table by days, where the person is seated without coming."""
    nonce: str = ""
    """What the person's browser adds to the dice there."""

    def is_there(self, now: int) -> bool:
        """Whether the person could begin at once, or need not."""
        return self.pace == DAYS or now - self.seen <= AWAY


class Match(NamedTuple):
    """People who play together, the one who has waited longest first, and the id of their table."""

    table: str
    game: str
    players: int
    people: list[str]
    pace: str = ""
    rated: bool = False
    arrivals: dict[str, tuple[str, str]] = {}  # noqa: RUF012
    """By person: the name and the nonce of the request; empty if the match was found for an invitation."""


class FoundTable(msgspec.Struct, frozen=True):
    """Where matchmaking leads a person: to an open table, to that of a match, or to a bot while the person `waits`."""

    table: str
    match: Match | None = None
    waits: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """Somebody is invited to a table, by matchmaking or by a person, or to a tournament of their club."""

    person: str
    table: str
    """The id of the table, or of the tournament."""
    host: str
    """The person who invites, or who has been matched."""
    kind: str
    game: str
    players: int
    at: int = 0
    until: int = 0
    name: str = ""
    """The name that the host has taken, if any."""
    pace: str = ""
    """The pace of the table, if it is not open yet."""
    rated: bool = False
    """Whether that table is to be rated."""
    club: str = ""
    """The name of the club whose members are called, if any."""
    tournament: bool = False
    """Whether it is to a tournament that has not started."""

    @property
    def path(self) -> str:
        """The page of what one is invited to."""
        return f"/tournaments/{self.table}" if self.tournament else f"/tables/{self.table}"

    def answers(self, request: MatchRequest) -> bool:
        """Whether a match was found for just such a request."""
        terms = self.players, self.pace, self.rated
        return self.kind == MATCH and self.game in request.games and terms == _terms(request)


def match_clock(definition: GameDefinition, pace: str) -> Clock | None:
    """The clock of a table found by matchmaking."""
    return clock_of(PACES[pace], definition.turns, definition.seconds)


def find_match(request: MatchRequest, others: Sequence[MatchRequest], now: int) -> Match | None:
    """The match for a request, if there are enough others. Near ratings come first, then long waits."""
    there = [one for one in others if one.person != request.person and one.is_there(now)]
    for game in request.games:
        alike = [one for one in there if _terms(one) == _terms(request) and game in one.games]
        found = _group(request, alike, game, now)
        if len(found) == request.players - 1:
            everybody = [*sorted(found, key=_order), request]
            arrivals = {one.person: (one.name, one.nonce) for one in everybody}
            return Match(new_id(), game, request.players, list(arrivals), request.pace, request.rated, arrivals)
    return None


def find_matches(requests: Sequence[MatchRequest], now: int) -> list[Match]:
    """All matches that are possible by now: the longer people wait, the farther they reach. Nobody is in two."""
    waiting, found = sorted((one for one in requests if one.is_there(now)), key=_order), []
    while waiting:
        longest, *waiting = waiting
        if match := find_match(longest, waiting, now):
            people = sorted(match.people, key=lambda person: person == longest.person, reverse=True)
            found.append(match._replace(people=people))
            waiting = [one for one in waiting if one.person not in people]
    return found


def _group(request: MatchRequest, others: Sequence[MatchRequest], game: str, now: int) -> list[MatchRequest]:
    """As many others as are needed, each near enough to all the rest."""
    found: list[MatchRequest] = []
    for one in sorted(others, key=lambda one: (_too_early(one, request, game, now), _order(one))):
        if len(found) < request.players - 1 and all(
            _too_early(one, other, game, now) <= 0 for other in (request, *found)
        ):
            found.append(one)
    return found


def _order(request: MatchRequest) -> tuple[int, str]:
    return request.since, request.person


def _terms(request: MatchRequest) -> tuple[int, str, bool]:
    return request.players, request.pace, request.rated


def _too_early(one: MatchRequest, other: MatchRequest, game: str, now: int) -> int:
    """By how many milliseconds it is too early to match two people; 0 or less if it is not.

    People without a known rating count as just near enough to everybody, so nearer ratings come first.
    """
    known = game in one.points and game in other.points
    distance = abs(one.points[game] - other.points[game]) if known else NEAR
    waited = now - min(one.since, other.since)
    return (distance - NEAR) * (A_POINT_BY_DAYS if one.pace == DAYS else A_POINT) - waited


def invitations_of(match: Match, now: int) -> list[Invitation]:
    """The invitations that bring everybody to the table; each names one of the others."""
    newest, longest = match.people[-1], match.people[0]
    until = now + (INVITATION_HOLDS if match.pace == DAYS else MATCH_HOLDS)
    return [
        Invitation(person, match.table, longest if person == newest else newest, MATCH, match.game, match.players, now,
                   until, pace=match.pace, rated=match.rated)
        for person in match.people
    ]  # fmt: skip
