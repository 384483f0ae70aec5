"""Ratings by game and pace. docs/players/ratings.md says what counts.

Plackett–Luce after Weng and Lin, "A Bayesian approximation method for online ranking" (2011), algorithm 4, without
teams. Ratings are whole millionths, so that the same games give the same ratings on every machine.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from math import exp, log, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from tablee.games import GameDefinition, game_if_here
from tablee.games.about import RuleKind
from tablee.games.brains.levels import DEFAULT_LEVEL, STRONGEST
from tablee.server.table.events import Act, Clock, Event, Leave, Opening, Over, Refused, Sit, Start

MILLION = 1_000_000
BETA = 25 / 6
"""Standard deviation of performance in one game."""
TAU = 25 / 300
"""Added deviation for each game: strength changes."""
LEAST = 0.0001
"""The least factor by which a game shrinks the variance."""
POINTS = 30
"""Points on a page for one unit of the scale: a lead of 100 points then means what it does in chess, 64 wins of 100."""
MIDDLE = 1500
SURE = 150
"""Show ratings whose deviation is at most this many points."""
SITTING, DAYS = "sitting", "days"
"""The two paces, which are rated separately."""
MOST_TOGETHER = 5
"""Rated games of the same two people within the day before a game began, with which that game does not count."""
OFTEN, ALONE, UNMOVED, UNKNOWN = "often", "alone", "unmoved", "unknown"
"""Why a game does not count: the same two people had played often when it began; it could not change anybody's rating;
it ended before anybody had made a move; or the result is unknown. After the first move nothing that a player does is
among the reasons."""


class Rating(NamedTuple):
    """Mean and standard deviation of a strength, in millionths."""

    mu: int = 25 * MILLION
    sigma: int = 25 * MILLION // 3

    @property
    def points(self) -> int:
        """Points, as pages show them."""
        return MIDDLE + round((self.mu / MILLION - 25) * POINTS)

    @property
    def doubt(self) -> int:
        """The deviation in points."""
        return round(self.sigma / MILLION * POINTS)

    @property
    def is_sure(self) -> bool:
        """May it be shown?"""
        return self.doubt <= SURE


class RatedSeat(NamedTuple):
    """A seat of a finished game: participant, level of a house bot or 0, and rank from 0, equal in a tie."""

    participant: int
    level: int
    rank: int


class RatedGame(NamedTuple):
    """A finished game at a rated table."""

    table: str
    game: str
    pace: str
    started: int
    ended: int
    seats: tuple[RatedSeat, ...]
    fault: str = ""
    is_unmoved: bool = False
    """Whether somebody left before anybody had made a move, and that ended it."""


# ---- what counts ---------------------------------------------------------------------------------------------


def may_be_rated(
    definition: GameDefinition,
    options: Mapping[str, Any],
    clock: Clock | None,
    *,
    is_given: bool = False,
    is_shared: bool = False,
) -> bool:
    """Whether a table may be opened as rated. Everything that opens tables asks this: forms, the lobby, `Hub.open`.

    `is_given`: it begins with a given state or deal; `is_shared`: several play on one device.
    """
    is_of_the_box = definition.rule_kind(options) is not RuleKind.HOUSE
    return is_of_the_box and clock is not None and not is_given and not is_shared


def check_one_seat_each(opening: Opening, people: Collection[str]) -> None:
    """Raise `Refused` if a rated game would start in which one person has several seats."""
    if opening.rated and len(set(people)) < len(people):
        raise Refused("several_seats")


def accounts_of(game_result: RatedGame, people: Mapping[int, str], merged: Collection[int]) -> dict[int, str]:
    """For whom the seats of people count, by participant: for those who sat down there.

    Somebody unknown takes the place of a deleted person, of a guest who has become another person since the start
    (`merged`), and of the further seats of one person: so nobody can void a game, or choose which games are theirs.
    """
    accounts: dict[int, str] = {}
    for participant in sorted(one.participant for one in game_result.seats if not one.level):
        person = "" if participant in merged else people.get(participant, "")
        is_known = person and person not in accounts.values()
        accounts[participant] = person if is_known else f"{game_result.table} {participant}"
    return accounts


def why_not(game_result: RatedGame, people: Collection[str], together: int) -> str:
    """Why a finished game does not count; empty if it does. `people` are those whose ratings it changes; `together` is
    the largest number of games that two of them had played within the day before it began."""
    if game_result.fault:
        return UNKNOWN
    if not people or len(game_result.seats) < 2:
        return ALONE
    if game_result.is_unmoved:
        return UNMOVED
    return OFTEN if together >= MOST_TOGETHER else ""


# ---- how ratings change --------------------------------------------------------------------------------------


def update_ratings(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game, seat by seat. Ratings without deviation, as those of bots, do not change.

    >>> [one.points for one in update_ratings([Rating(), Rating()], [0, 1])]
    [1579, 1421]
    """
    mus = [one.mu / MILLION for one in ratings]
    variances = [(one.sigma / MILLION) ** 2 + TAU**2 if one.sigma else 0.0 for one in ratings]
    scale = sqrt(sum(variance + BETA**2 for variance in variances))
    strengths = [exp((mu - max(mus)) / scale) for mu in mus]
    # Sum in order of strength: floating-point results must not depend on the seats.
    left = [sum(sorted(s for s, rank in zip(strengths, ranks, strict=True) if rank >= own)) for own in ranks]
    after = []
    for seat, (one, variance) in enumerate(zip(ratings, variances, strict=True)):
        better, told = _surprise(seat, strengths, ranks, left)
        mu = one.mu / MILLION + variance / scale * better
        shrink = max(1 - variance / scale**2 * told * sqrt(variance) / scale, LEAST)
        new = Rating(round(mu * MILLION), round(sqrt(variance * shrink) * MILLION))
        after.append(new if one.sigma else one)
    return after


def _surprise(
    seat: int, strengths: Sequence[float], ranks: Sequence[int], left: Sequence[float]
) -> tuple[float, float]:
    """How much better a seat did than expected, and how informative that is."""
    better, told = [], []
    for other, rank in enumerate(ranks):
        if rank <= ranks[seat]:
            expected, alike = strengths[seat] / left[other], ranks.count(rank)
            better.append(((other == seat) - expected) / alike)
            told.append(expected * (1 - expected) / alike)
    return sum(sorted(better)), sum(sorted(told))


STAYED = 2**62
"""Later than any event's number."""


def rated_game(opening: Opening, events: Sequence[Event], fault: str = "") -> RatedGame:
    """Rank winners first, then by points, then those who left, the earliest last."""
    levels = {event.number: event.level for event in events if isinstance(event, Sit)}
    left = {event.seat: event.number for event in events if isinstance(event, Leave)}
    start = next((event for event in reversed(events) if isinstance(event, Start)), None)
    order = start.order if start is not None else []
    over = next((event for event in reversed(events) if isinstance(event, Over)), None)
    seats: tuple[RatedSeat, ...] = ()
    if over is not None and len(over.scores) == len(order):
        merits = [
            (seat not in over.winners, -left.get(seat, STAYED), 0 if seat in left else -points)
            for seat, points in enumerate(over.scores)
        ]
        seats = tuple(
            RatedSeat(participant, levels.get(participant, 0), sum(other < merits[seat] for other in merits))
            for seat, participant in enumerate(order)
        )
    if over is None or not over.winners or len(over.scores) != len(order):
        fault = fault or "it has not come to an end"
    elif not opening.rated or opening.clock is None:
        fault = fault or "it was not offered as one that counts"
    ended = over.at if over is not None else 0
    started = start.at if start is not None else ended
    is_unmoved = over is not None and over.reason == "left" and not any(isinstance(one, Act) for one in events)
    return RatedGame(opening.table, opening.game, pace_of(opening.clock), started, ended, seats, fault, is_unmoved)


def pace_of(clock: Clock | None) -> str:
    """The rated pace of a table with that clock."""
    return DAYS if clock is not None and clock.is_by_days else SITTING


# ---- ratings of the server's bots --------------------------------------------------------------------------

UNMEASURED = 0.65
"""The assumed win share against the level below, where nothing was measured."""
MEASURED = "strength.json"
"""The file beside each game in which the arena notes results of games of two, level against level."""


def anchor(game: str, level: int) -> Rating:
    """The rating of a bot, without deviation: the fixed points of the scale, whose middle is the default level."""
    definition = game_if_here(game)
    heights = _heights(definition.path / MEASURED if definition is not None else None)
    return Rating(round((25 + heights[level] - heights[DEFAULT_LEVEL]) * MILLION), 0)


@cache
def _heights(file: Path | None) -> dict[int, float]:
    """The distance of each level from the first, from its odds against the level below, on the scale of ratings."""
    steps = json.loads(file.read_text("utf8"))["steps"] if file is not None and file.exists() else []
    won = {one["level"]: one["won"] for one in steps if one["against"] == one["level"] - 1}
    heights = {1: 0.0}
    for level in range(2, STRONGEST + 1):
        share = won.get(level, UNMEASURED)
        heights[level] = heights[level - 1] + sqrt(2) * BETA * log(share / (1 - share))
    return heights
