"""The arena: tournaments of bots, on all cores or a cluster, with ratings, intervals and a report."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tablee.arena.entrants import OwnBot, SearchBot

if TYPE_CHECKING:
    from tablee.api.game import Game
    from tablee.arena.arena_game import GameRecord
    from tablee.arena.schedule import Tournament
    from tablee.arena.sprt import Hypotheses
    from tablee.arena.standings import Standings

__all__ = ["BACKENDS", "GAMES", "GAMES_OF_A_TEST", "LADDER_SEED", "ArenaResult", "SearchBot", "play"]

BACKENDS = ("loky", "dask", "threading", "sequential")  # in processes, on a cluster, in threads, one after the other
LADDER_SEED = 271_828  # the seed of the ladder's deals: no setting of a bot may be chosen on them
GAMES, GAMES_OF_A_TEST = 100, 20_000  # by default, of every set of bots; a test mostly ends long before


class ArenaResult(NamedTuple):
    """What a tournament found: `standings` of complete deals, the `records` of all games; printed, the report."""

    standings: "Standings"
    records: "list[GameRecord]"
    tournament: "Tournament"

    def game(self, number: int) -> "Game":
        """A game of the records as it ended; `undo` goes back through it."""
        from tablee.arena.record_file import replayed

        return replayed(self.tournament, self.records[number])

    def __str__(self) -> str:
        from tablee.arena.report_rendering import as_text
        from tablee.arena.tournament_report import tournament_report

        return as_text(tournament_report(self.standings))


def play(
    bots: Mapping[str, OwnBot] | Iterable[OwnBot],
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    games: int | None = None,
    seed: int = 0,
    sprt: "tuple[float, float] | Hypotheses | None" = None,
    simulations: int | None = None,
    seconds: float | None = None,
    game_seconds: float | None = None,
    patience: float = 10.0,
    record: str | Path | None = None,
    jobs: int = -1,
    backend: str = "loky",
    scheduler: str | None = None,
) -> ArenaResult:
    """Let bots play each other, `games` of every pair (or set), and rate them with intervals, as `tablee arena` does.

    A bot is a name (`level:3`, `random`, `python:FILE.py:CLASS`, `engine:COMMAND`), a function from a `Game`, which
    holds what its seat knows, to an id or a text, or a `SearchBot` with an evaluator. With a mapping the keys are their
    names. `sprt=(0, 20)` stops when it is decided whether the first bot is 0 or 20 Elo points stronger. A bot that
    raises loses its game: see `standings.faults`. Objects travel to the processes of `jobs` by pickling; with
    `backend="sequential"` they stay here, as a network on a graphics card must.

    >>> result = play({"first": lambda game: game.legal_ids()[0], "any": "random"}, "isis", games=4, jobs=1)
    >>> [(bot.name, bot.games) for bot in result.standings.bots], len(result.records)
    ([('any', 4), ('first', 4)], 4)
    """
    from tablee.api.compile_all import compile_games
    from tablee.arena.entrants import check_outside, own_entrants
    from tablee.arena.parallel_games import missing_games, play_all, recorded
    from tablee.arena.record_file import RecordFile
    from tablee.arena.schedule import Tournament, TournamentLimits, check
    from tablee.arena.sprt import Hypotheses, Trial, share_of
    from tablee.arena.sprt import check as check_test
    from tablee.arena.standings import standings
    from tablee.games import find_game
    from tablee.games.errors import TableeError

    definition, (entrants, own) = find_game(game), own_entrants(bots)
    seats = definition.players[0] if players is None else players
    tournament = Tournament(
        definition.id,
        seats,
        definition.full_options(seats, dict(options or {})),
        entrants,
        games if games is not None else GAMES if sprt is None else GAMES_OF_A_TEST,
        seed,
        patience,
        TournamentLimits(simulations, seconds, game_seconds),
    )
    check(tournament)
    if backend not in BACKENDS:
        raise TableeError(f"backend is one of {', '.join(BACKENDS)}")
    if isinstance(sprt, tuple):
        sprt = Hypotheses(share_of(sprt[0], seats), share_of(sprt[1], seats))
    if sprt is not None:
        check_test(sprt, tournament)
    check_outside(entrants)
    compile_games([definition.id])
    records: list[GameRecord] = []
    trial = Trial(sprt, tournament, records)
    file = None if record is None else RecordFile(Path(record), tournament)
    try:
        records += recorded(tournament, file.records if file else ())
        missing = missing_games(tournament, records)
        for one in play_all(tournament, missing, backend, jobs, scheduler, trial.is_decided, own):
            records.append(one)
            if file:
                file.add(one)
    finally:
        if file:
            file.close()
    found = standings(tournament, records, trial.verdict())
    if found is None:
        raise TableeError("no deal was complete, so there is nothing to report")
    return ArenaResult(found, records, tournament)
