"""The ladder of levels: one bot of a level among bots of the level below, and what its games show.

A rung is a tournament like any other, with deals, rotations and records. The deals come from a seed that is reserved
for the ladder: settings of bots are chosen on other seeds.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from tablee.arena import LADDER_SEED
from tablee.arena.arena_game import Decision, GameRecord
from tablee.arena.decision_stats import Calibration, Pace, Prediction, calibration, pace
from tablee.arena.entrants import read_entrants
from tablee.arena.estimates import Estimate, share
from tablee.arena.schedule import Tournament
from tablee.arena.sprt import Hypotheses, Verdict, verdict
from tablee.arena.standings import complete_deals, win_rates
from tablee.engine.compile_cache import game_digest, generic_digest
from tablee.games import GameDefinition, find_game
from tablee.games.brains import levels as levels_module
from tablee.games.brains.levels import LEVELS
from tablee.server.features.ratings.model import MEASURED

RANDOM = 0  # the level below level 1: random bots
LEARNT = ("*.json", "*.npz")  # files of a game's folder that hold what its bots have learnt
AIMS = {2: 0.6, 3: 0.42, 4: 0.33}  # the win rate that a level aims at among those of the level below, by seats
TRUSTED = (4, 5)  # levels that give hints and analysis; they also play among their equals, as their values assume


class LadderRung(msgspec.Struct, frozen=True):
    """One bot of a level among bots of the level below, or among its equals."""

    game: str
    players: int
    level: int
    others: int

    @property
    def name(self) -> str:
        """The name of its record file."""
        return f"{self.game}-{self.players}-level-{self.level}-among-{self.others}"

    @property
    def even(self) -> float:
        """The win rate of each seat if all played equally well."""
        return 1 / self.players

    @property
    def test(self) -> Hypotheses:
        """Does the level win an even share only (H₀), or as much as it aims at (H₁)?"""
        return Hypotheses(self.even, AIMS.get(self.players, 1.2 * self.even))


def rungs(games: Sequence[str], players: Collection[int], levels: Collection[int], peers: bool) -> Iterator[LadderRung]:
    """All rungs of these games, with those of the numbers of players that each has.

    With `peers` the trusted levels play among their equals, too.

    >>> [rung.name for rung in rungs(["morfals"], {2, 4}, {1, 2}, peers=True)]
    ['morfals-2-level-1-among-0', 'morfals-2-level-2-among-1']
    """
    for game in games:
        for seats in sorted(set(players) & set(find_game(game).players)):
            yield from (LadderRung(game, seats, level, level - 1) for level in LEVELS if level in levels)
            if peers:
                yield from (LadderRung(game, seats, level, level) for level in sorted(levels) if level in TRUSTED)


def tournament_of(rung: LadderRung, games: int, seed: int = LADDER_SEED) -> Tournament:
    """The tournament of a rung; its own bot is the first entrant."""
    definition = find_game(rung.game)
    other = "random" if rung.others == RANDOM else f"level:{rung.others}"
    return Tournament(
        game=rung.game,
        players=rung.players,
        options=definition.full_options(rung.players, {}),
        entrants=read_entrants([f"level:{rung.level}", *[other] * (rung.players - 1)]),
        games=games,
        seed=seed,
    )


def bots_of(definition: GameDefinition) -> str:
    """A digest of everything that decides how a game's bots play: records of other bots must not be continued."""
    digest = hashlib.sha256((generic_digest() + game_digest(definition.id)).encode())
    digest.update(Path(levels_module.__file__).read_bytes())
    for file in sorted(path for folder in definition.folders for kind in LEARNT for path in folder.glob(kind)):
        if file.name != MEASURED:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


class RungResult(msgspec.Struct, frozen=True):
    """The result of a rung; `clear` if even the lower end of the interval is more than an even share.

    A ladder of sequential tests has a verdict, too.
    """

    level: int
    others: int
    deals: int
    games: int
    win_rate: Estimate
    clear: bool
    verdict: Verdict | None = None


class LevelResult(msgspec.Struct, frozen=True):
    """Time and calibration of a level's decisions, where it had a choice."""

    level: int
    pace: Pace | None
    calibration: Calibration | None


class LadderGameResult(msgspec.Struct, frozen=True):
    """The results of one game with one number of players; `seats` are the shares of games that each seat won."""

    game: str
    players: int
    rungs: list[RungResult]
    levels: list[LevelResult]
    seats: list[Estimate]

    @property
    def even(self) -> float:
        """The win rate of each seat if all played equally well."""
        return 1 / self.players


class Ladder(msgspec.Struct, frozen=True):
    """The results of all games."""

    seed: int
    games: int
    found: list[LadderGameResult]


Records = Mapping[LadderRung, Sequence[GameRecord]]
Deals = list[list[GameRecord]]


def ladder(records: Records, seed: int, sprt: bool = False) -> Ladder:
    """The results of these games. Incomplete deals do not count; rungs without a complete one are left out.

    With `sprt` each rung has the verdict of its sequential test.

    The expectations of a level are compared with its results among its equals, as its search takes all seats for such;
    if it has not played among them, with all its games.
    """
    complete = {
        rung: deals
        for rung, played in records.items()
        if (deals := complete_deals(tournament_of(rung, games=1), played))
    }
    tables = dict.fromkeys((rung.game, rung.players) for rung in complete)
    found = [
        _found({rung: deals for rung, deals in complete.items() if (rung.game, rung.players) == table}, sprt)
        for table in tables
    ]
    return Ladder(seed, sum(len(deal) for deals in complete.values() for deal in deals), found)


def _found(complete: Mapping[LadderRung, Deals], sprt: bool) -> LadderGameResult:
    first = next(iter(complete))
    levels = sorted({level for rung in complete for level in (rung.level, rung.others) if level})
    return LadderGameResult(
        game=first.game,
        players=first.players,
        rungs=[_rung(rung, deals, sprt) for rung, deals in complete.items()],
        levels=[_level(level, complete, first.even) for level in levels],
        seats=[_seat(complete, seat) for seat in range(first.players)],
    )


def _rung(rung: LadderRung, deals: Deals, sprt: bool) -> RungResult:
    tournament, played = tournament_of(rung, games=1), [record for deal in deals for record in deal]
    rate = win_rates(tournament, played)[0]
    decided = verdict(rung.test, tournament, played) if sprt else None
    return RungResult(rung.level, rung.others, len(deals), len(played), rate, rate.low > rung.even, decided)


def _level(level: int, complete: Mapping[LadderRung, Deals], even: float) -> LevelResult:
    seconds = [thought.seconds for rung in complete for _, thought in _thoughts(level, rung, complete[rung])]
    among_equals = [rung for rung in complete if rung.level == rung.others == level]
    predictions = [
        Prediction(record.deal, thought.expected or 0.0, record.shares[thought.seat])
        for rung in among_equals or complete
        for record, thought in _thoughts(level, rung, complete[rung])
    ]
    return LevelResult(level, pace(seconds), calibration(predictions, even))


def _thoughts(level: int, rung: LadderRung, deals: Deals) -> Iterator[tuple[GameRecord, Decision]]:
    """The decisions of a level on a rung in which it had a choice, with their games."""
    entrants = [rung.level] + [rung.others] * (rung.players - 1)
    for record in (record for deal in deals for record in deal):
        for thought in record.thoughts:
            if entrants[record.seats[thought.seat]] == level and thought.expected is not None:
                yield record, thought


def _seat(complete: Mapping[LadderRung, Deals], seat: int) -> Estimate:
    """The share of games that a seat won. Rungs share their deals, so all games of a deal are one observation."""
    parts: dict[int, list[float]] = defaultdict(list)
    for deals in complete.values():
        for record in (record for deal in deals for record in deal):
            parts[record.deal].append(record.shares[seat])
    most = max(map(len, parts.values()))
    return share([sum(deal) / len(deal) for deal in parts.values()], imagined=next(iter(complete)).players / most)
