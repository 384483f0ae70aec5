"""`tablee ladder`: measure all levels by one command, which continues where it was interrupted."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from tablee.api.compile_all import compile_games
from tablee.arena.arena_command import bar_of, check_places, publish, rest_of, tell_trouble
from tablee.arena.arena_game import GameRecord
from tablee.arena.ladder import LadderRung, bots_of, ladder, rungs, tournament_of
from tablee.arena.ladder_report import ladder_report, ladder_tables
from tablee.arena.parallel_games import ArenaFailed, recorded
from tablee.arena.record_file import RecordFile, read_records
from tablee.arena.report_rendering import about, as_json
from tablee.arena.sprt import Trial
from tablee.arena.standings import win_rates
from tablee.games import find_game, game_ids
from tablee.games.brains.levels import LEVELS, MOST_QUICK
from tablee.games.errors import TableeError

LONG, SHORT = 200, 4  # the least number of games per rung: with `--long` and with `--short`
TESTED = 2_000  # the most games per rung with `--sprt`; tests that are undecided then end
ROUNDS = (0.25, 0.5, 1.0)  # rungs are played in turns, up to these parts, so that an interrupted run has all
ROUNDS_OF_TESTS = (0.02, 0.06, 0.2, 1.0)  # the same with `--sprt`: most tests end early


class LadderPlan(msgspec.Struct, frozen=True):
    """The rungs to measure, the number of games of each, and the seed of the deals."""

    rungs: tuple[LadderRung, ...]
    games: int
    seed: int
    sprt: bool = False

    @property
    def all_games(self) -> int:
        """The number of games of all rungs."""
        return sum(tournament_of(rung, self.games).deals * rung.players for rung in self.rungs)


def read_plan(options: argparse.Namespace) -> LadderPlan:
    """The plan of the arguments; raises `TableeError` if it cannot be played."""
    games = [find_game(game).id for game in options.game] or game_ids()
    levels = set(options.levels or (level for level in LEVELS if not options.short or level <= MOST_QUICK))
    most = options.games or (SHORT if options.short else TESTED if options.sprt else LONG)
    players = set(options.players or (2, 3, 4))
    found = tuple(rungs(list(dict.fromkeys(games)), players, levels, peers=not (options.short or options.sprt)))
    if not found:
        raise TableeError("there is no such rung: no game named has so many players, or there are no such levels")
    check_places(options)
    if options.sprt:  # the quickest first
        found = tuple(sorted(found, key=lambda rung: (rung.level, rung.players)))
    return _played(found, options) if options.played else LadderPlan(found, most, options.seed, options.sprt)


def _played(found: Iterable[LadderRung], options: argparse.Namespace) -> LadderPlan:
    """A plan of all games in the record folder, and no others."""
    if options.record is None:
        raise TableeError("--played reports what a folder holds: name it by --record")
    kept = {rung: place for rung in found if (place := options.record / f"{rung.name}.jsonl").exists()}
    if not kept:
        raise TableeError(f"{options.record} holds no game of these rungs")
    return LadderPlan(
        tuple(kept), max(len(read_records(place)[1]) for place in kept.values()), options.seed, options.sprt
    )


def run(options: argparse.Namespace) -> int:
    """Play, and report; after Ctrl+C, or if all workers are lost, report what was played."""
    plan = read_plan(options)
    compile_games(list({rung.game: None for rung in plan.rungs}))
    code, trouble = 0, ""
    with _opened(plan, options.record) as files:
        records = {
            rung: recorded(tournament_of(rung, plan.games, plan.seed), files[rung].records if files else ())
            for rung in plan.rungs
        }
        try:
            for rung, record in () if options.played else _progress(plan, records, options):
                records[rung].append(record)
                if files:
                    files[rung].add(record)
        except KeyboardInterrupt:
            code, trouble = 130, "stopped"
        except ArenaFailed as error:
            code, trouble = 2, str(error)
    result = ladder(records, plan.seed, plan.sprt)
    if not result.found:
        raise TableeError(f"{trouble}; as no deal was complete, there is nothing to report")
    tell_trouble(trouble, result.games)
    publish(options, ladder_report(result), ladder_tables(result), as_json(result))
    return code


@contextmanager
def _opened(plan: LadderPlan, folder: Path | None) -> Iterator[dict[LadderRung, RecordFile]]:
    """A record file for each rung, if there is a folder."""
    if folder is None:
        yield {}
        return
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise TableeError(f"{folder} cannot be used: {error.strerror}") from None
    bots = {rung.game: bots_of(find_game(rung.game)) for rung in plan.rungs}
    with ExitStack() as stack:
        yield {
            rung: stack.enter_context(
                RecordFile(folder / f"{rung.name}.jsonl", tournament_of(rung, plan.games, plan.seed), bots[rung.game])
            )
            for rung in plan.rungs
        }


def _progress(
    plan: LadderPlan, records: dict[LadderRung, list[GameRecord]], options: argparse.Namespace
) -> Iterator[tuple[LadderRung, GameRecord]]:
    """Play the games, with a progress bar that shows the running rung."""
    with bar_of(plan.all_games, sum(map(len, records.values()))) as bar:
        for part in ROUNDS_OF_TESTS if plan.sprt else ROUNDS:
            for rung in plan.rungs:
                tournament = tournament_of(rung, max(1, round(part * plan.games)), plan.seed)
                trial = Trial(rung.test if plan.sprt else None, tournament, records[rung])
                for record in rest_of(tournament, records[rung], options, trial.is_decided):
                    yield rung, record
                    if bar.update():
                        rates = win_rates(tournament_of(rung, games=1), records[rung])
                        bar.set_postfix_str(f"{rung.name} {about(rates[0])}" if rates else rung.name, refresh=False)
