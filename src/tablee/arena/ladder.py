"""What a ladder has shown: who wins more than an even share, how long each thinks, and whether to believe them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from tablee.arena.decisions import Calibration, Pace, Saying, calibration, pace
from tablee.arena.estimates import Estimate, share
from tablee.arena.play import Decision, GameRecord
from tablee.arena.rungs import Rung, tournament_of
from tablee.arena.standings import complete_deals, win_rates

Records = Mapping[Rung, Sequence[GameRecord]]


class RungFound(msgspec.Struct, frozen=True):
    """How one of a level did among others; `clear` if even the lower end of its interval is more than an even share."""

    level: int
    others: int
    deals: int
    games: int
    win_rate: Estimate
    clear: bool


class LevelFound(msgspec.Struct, frozen=True):
    """How a level thinks, where it had a choice."""

    level: int
    pace: Pace | None
    calibration: Calibration | None


class GameFound(msgspec.Struct, frozen=True):
    """All that was found in one game with one number of players; `seats` is the part of all games that each won."""

    game: str
    players: int
    rungs: list[RungFound]
    levels: list[LevelFound]
    seats: list[Estimate]

    @property
    def even(self) -> float:
        """What each would win if all played equally well."""
        return 1 / self.players


class Ladder(msgspec.Struct, frozen=True):
    """The whole measurement."""

    seed: int
    games: int
    found: list[GameFound]


def ladder(records: Records, seed: int) -> Ladder:
    """What these games show; deals of which a game is missing do not count, rungs without a complete one are left out.

    What a level expects of its decisions is compared with what came of it among its equals, as it takes all for such;
    where it has not played with them, in all its games.
    """
    complete = {rung: _complete(rung, played) for rung, played in records.items()}
    complete = {rung: deals for rung, deals in complete.items() if deals}
    tables = dict.fromkeys((rung.game, rung.players) for rung in complete)
    found = [
        _found(game, players, {rung: deals for rung, deals in complete.items() if _table(rung) == (game, players)})
        for game, players in tables
    ]
    return Ladder(seed, sum(len(deal) for deals in complete.values() for deal in deals), found)


Deals = list[list[GameRecord]]


def _table(rung: Rung) -> tuple[str, int]:
    return rung.game, rung.players


def _complete(rung: Rung, records: Iterable[GameRecord]) -> Deals:
    return complete_deals(tournament_of(rung, games=1), records)


def _found(game: str, players: int, complete: Mapping[Rung, Deals]) -> GameFound:
    levels = sorted({level for rung in complete for level in (rung.level, rung.others) if level})
    return GameFound(
        game=game,
        players=players,
        rungs=[_rung(rung, deals) for rung, deals in complete.items()],
        levels=[_level(level, complete, 1 / players) for level in levels],
        seats=[_seat(complete, seat) for seat in range(players)],
    )


def _rung(rung: Rung, deals: Deals) -> RungFound:
    rate = win_rates(tournament_of(rung, games=1), (record for deal in deals for record in deal))[0]
    games = sum(map(len, deals))
    return RungFound(rung.level, rung.others, len(deals), games, rate, clear=rate.low > rung.even)


def _level(level: int, complete: Mapping[Rung, Deals], even: float) -> LevelFound:
    seconds = [thought.seconds for rung in complete for _, thought in _thoughts(level, rung, complete[rung])]
    among_equals = [rung for rung in complete if rung.level == rung.others == level]
    sayings = [
        Saying(record.deal, thought.expected or 0.0, record.shares[thought.seat])
        for rung in among_equals or complete
        for record, thought in _thoughts(level, rung, complete[rung])
    ]
    return LevelFound(level, pace(seconds), calibration(sayings, even))


def _thoughts(level: int, rung: Rung, deals: Deals) -> Iterator[tuple[GameRecord, Decision]]:
    """The decisions of a level on a rung, with their games: those in which it had a choice."""
    entrants = [rung.level] + [rung.others] * (rung.players - 1)
    for record in (record for deal in deals for record in deal):
        for thought in record.thoughts:
            if entrants[record.seats[thought.seat]] == level and thought.expected is not None:
                yield record, thought


def _seat(complete: Mapping[Rung, Deals], seat: int) -> Estimate:
    """How much of all games a seat won. Rungs share their deals, so that all games of one are one witness."""
    parts: dict[int, list[float]] = defaultdict(list)
    for deals in complete.values():
        for record in (record for deal in deals for record in deal):
            parts[record.deal].append(record.shares[seat])
    most = max(map(len, parts.values()))
    players = len(next(iter(complete.values()))[0][0].seats)
    return share([sum(deal) / len(deal) for deal in parts.values()], imagined=players / most)
