"""`tablee arena`: run a tournament from the command line, show its progress, and write its reports."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tablee.api.compile_all import compile_games
from tablee.arena import GAMES, GAMES_OF_A_TEST
from tablee.arena.arena_game import GameRecord
from tablee.arena.entrants import check_outside, read_entrants
from tablee.arena.parallel_games import NEVER, ArenaFailed, missing_games, play_all, recorded
from tablee.arena.record_file import RecordFile
from tablee.arena.report_rendering import ArenaReport, as_html, as_json, as_markdown, as_text
from tablee.arena.schedule import Tournament, TournamentLimits, check
from tablee.arena.sprt import Hypotheses, Trial, share_of
from tablee.arena.sprt import check as check_test
from tablee.arena.standings import standings
from tablee.arena.tournament_report import running, tournament_report
from tablee.games import find_game
from tablee.games.errors import TableeError


def read_tournament(options: argparse.Namespace) -> Tournament:
    """The tournament of the arguments; raises `TableeError` if it cannot be played."""
    definition = find_game(options.game)
    players = definition.players[0] if options.players is None else options.players
    is_test = options.sprt is not None or options.sprt_rate is not None
    tournament = Tournament(
        game=definition.id,
        players=players,
        options=definition.full_options(players, definition.typed_options(options.option)),
        entrants=read_entrants(options.bots),
        games=options.games if options.games is not None else GAMES_OF_A_TEST if is_test else GAMES,
        seed=options.seed,
        patience=options.patience,
        limits=TournamentLimits(options.simulations, options.seconds, options.game_seconds),
    )
    check(tournament)
    if test := read_test(options, players):
        check_test(test, tournament)
    check_outside(tournament.entrants)
    check_places(options)
    return tournament


def read_test(options: argparse.Namespace, players: int) -> Hypotheses | None:
    """The sequential test of the arguments, if any."""
    if options.sprt is None and options.sprt_rate is None:
        return None
    low, high = options.sprt_rate or (share_of(elo, players) for elo in options.sprt)
    return Hypotheses(low, high, options.alpha, options.beta)


def run(options: argparse.Namespace) -> int:
    """Play the tournament and report; after Ctrl+C, or if all workers are lost, report what was played.

    A decided sequential test ends the tournament once the running games are over.
    """
    tournament = read_tournament(options)
    compile_games([tournament.game])
    records: list[GameRecord] = []
    trial = Trial(read_test(options, tournament.players), tournament, records)
    code, trouble = 0, ""
    with ExitStack() as stack:
        file = stack.enter_context(RecordFile(options.record, tournament)) if options.record else None
        records += recorded(tournament, file.records if file else [])
        try:
            missing = rest_of(tournament, records, options, trial.is_decided)
            for record in _progress(tournament, records, missing, trial):
                records.append(record)
                if file:
                    file.add(record)
        except KeyboardInterrupt:
            code, trouble = 130, "stopped"
        except ArenaFailed as error:
            code, trouble = 2, str(error)
    result = standings(tournament, records, trial.verdict())
    if result is None:
        raise TableeError(f"{trouble}; as no deal was complete, there is nothing to report")
    tell_trouble(trouble, result.games)
    report = tournament_report(result)
    publish(options, report, report, as_json(result))
    return code


def rest_of(
    tournament: Tournament, done: list[GameRecord], options: argparse.Namespace, enough: Callable[[], bool] = NEVER
) -> Iterator[GameRecord]:
    """Play the remaining games until it is `enough`."""
    missing = missing_games(tournament, done)
    return play_all(tournament, missing, options.backend, options.jobs, options.scheduler, enough)


def _progress(
    tournament: Tournament, records: list[GameRecord], games: Iterator[GameRecord], trial: Trial
) -> Iterator[GameRecord]:
    """Pass games through, with a progress bar that shows the standings; `records` are the games so far."""
    total = tournament.deals * tournament.games_of_a_deal
    with bar_of(total, len(records)) as bar:
        for record in games:
            yield record
            if bar.update():
                bar.set_postfix_str(running(tournament, records) + trial.in_short(), refresh=False)


def bar_of(total: int, played: int) -> Any:
    """A progress bar of games."""
    return tqdm(
        total=total,
        initial=played,
        file=sys.stderr,
        disable=None,  # shown on a terminal only
        mininterval=0.5,
        bar_format="{n_fmt}/{total_fmt} games {bar:12} {remaining}{postfix}",
    )


def tell_trouble(trouble: str, games: int) -> None:
    """Say why there are fewer games than asked for, if there are."""
    if trouble:
        print(f"tablee: {trouble}; what follows are the {games} games of complete deals", file=sys.stderr)


def publish(options: argparse.Namespace, report: ArenaReport, document: ArenaReport, data: str) -> None:
    """Print a report, or its data as JSON, and write the files of the arguments; `document` is for Markdown."""
    print(data if options.json == "-" else as_text(report))
    if options.json and options.json != "-":
        _write(Path(options.json), data + "\n")
    if options.markdown:
        _write(options.markdown, as_markdown(document))
    if options.html:
        _write(options.html, as_html(report))
        print(f"The report with pictures: {options.html}", file=sys.stderr)


def check_places(options: argparse.Namespace) -> None:
    """Raise `TableeError` if a report could not be written, before hours are spent on it."""
    for place in (options.html, options.json, options.markdown):
        if place and place != "-" and not Path(place).absolute().parent.is_dir():
            raise TableeError(f"there is no folder {Path(place).parent}")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf8")
    except OSError as error:
        raise TableeError(f"{path} cannot be written: {error.strerror}") from None
