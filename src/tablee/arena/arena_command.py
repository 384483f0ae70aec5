"""`tablee arena`: a tournament from the command line, with its progress, its table and its reports."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tablee.arena.entrants import check_outside, read_entrants
from tablee.arena.limits import Limits
from tablee.arena.page import page
from tablee.arena.play import GameRecord
from tablee.arena.record_file import RecordFile
from tablee.arena.report import as_json, running, table
from tablee.arena.schedule import Tournament, check, pairings
from tablee.arena.sprt import Hypotheses, Verdict, share_of, verdict
from tablee.arena.sprt import check as check_test
from tablee.arena.standings import Standings, standings
from tablee.arena.workers import NEVER, ArenaFailed, play_all
from tablee.games import find_game
from tablee.games.errors import TableeError
from tablee.games.options import read_options

GAMES, GAMES_OF_A_TEST = 100, 20_000
"""Of every set of bots, if nobody says how many; a sequential test mostly ends long before."""


def read_tournament(options: argparse.Namespace) -> Tournament:
    """The tournament that the arguments ask for; raises `TableeError` if it cannot be played."""
    folder = find_game(options.game)
    players = folder.players[0] if options.players is None else options.players
    tournament = Tournament(
        game=folder.id,
        players=players,
        options=folder.full_options(players, read_options(folder, options.option)),
        entrants=read_entrants(options.bots),
        games=_most_games(options),
        seed=options.seed,
        patience=options.patience,
        limits=Limits(options.simulations, options.seconds, options.game_seconds),
    )
    check(tournament)
    if test := read_test(options, players):
        check_test(test, tournament)
    check_outside(tournament.entrants)
    check_places(options)
    return tournament


def _most_games(options: argparse.Namespace) -> int:
    usual = GAMES if options.sprt is None and options.sprt_rate is None else GAMES_OF_A_TEST
    return usual if options.games is None else int(options.games)


def read_test(options: argparse.Namespace, players: int) -> Hypotheses | None:
    """The sequential test that the arguments ask for, if any."""
    if options.sprt is None and options.sprt_rate is None:
        return None
    low, high = options.sprt_rate or (share_of(elo, players) for elo in options.sprt)
    return Hypotheses(low, high, options.alpha, options.beta)


def run(tournament: Tournament, options: argparse.Namespace) -> int:
    """Play the tournament and report; after Ctrl+C, or if all workers are lost, report what was played.

    A sequential test ends it as soon as it is decided; games that are under way then are played to their ends.
    """
    records: list[GameRecord] = []
    trial = Trial(read_test(options, tournament.players), tournament, records)
    code, trouble = 0, ""
    with ExitStack() as stack:
        file = stack.enter_context(RecordFile(options.record, tournament)) if options.record else None
        records += wanted(tournament, file.records if file else [])
        try:
            missing = missing_games(tournament, records, options, trial.is_decided)
            for record in _progress(tournament, records, missing, trial):
                records.append(record)
                if file:
                    file.add(record)
        except KeyboardInterrupt:
            code, trouble = 130, "stopped"
        except ArenaFailed as error:
            code, trouble = 2, str(error)
    _report(standings(tournament, records, trial.verdict()), options, trouble)
    return code


def wanted(tournament: Tournament, records: Iterable[GameRecord]) -> list[GameRecord]:
    """Those of a file's games that belong to this tournament, each once."""
    found = {record.pairing: record for record in records}
    return [found[pairing] for pairing in pairings(tournament) if pairing in found]


class Trial:
    """A sequential test over records that are still being added to; without hypotheses it never decides anything."""

    def __init__(self, test: Hypotheses | None, tournament: Tournament, records: list[GameRecord]) -> None:
        self._test, self._tournament, self._records = test, tournament, records
        self._at, self._found = -1, None if test is None else verdict(test, tournament, [])

    def verdict(self) -> Verdict | None:
        """How the test stands by now."""
        if self._test is not None and self._at != len(self._records):
            self._at = len(self._records)
            self._found = verdict(self._test, self._tournament, self._records[: self._at])
        return self._found

    def is_decided(self) -> bool:
        """Need no more games be played?"""
        found = self.verdict()
        return found is not None and found.accepted is not None

    def in_short(self) -> str:
        """For the running line."""
        found = self.verdict()
        return "" if found is None else f" · LLR {found.llr:.2f} ({' … '.join(f'{b:.2f}' for b in found.test.bounds)})"


def missing_games(
    tournament: Tournament, done: list[GameRecord], options: argparse.Namespace, enough: Callable[[], bool] = NEVER
) -> Iterator[GameRecord]:
    """Play what is not done yet, where the options say, until it is enough."""
    played = {record.pairing for record in done}
    missing = [pairing for pairing in pairings(tournament) if pairing not in played]
    return play_all(tournament, missing, options.backend, options.jobs, options.scheduler, enough)


def _progress(
    tournament: Tournament, records: list[GameRecord], games: Iterator[GameRecord], trial: Trial
) -> Iterator[GameRecord]:
    """The games as they come, behind a bar that shows how the bots stand; `records` are those played so far."""
    total = tournament.deals * tournament.games_of_a_deal
    with bar_of(total, len(records)) as bar:
        for record in games:
            yield record
            if bar.update():
                bar.set_postfix_str(running(tournament, records) + trial.in_short(), refresh=False)


def _report(result: Standings | None, options: argparse.Namespace, trouble: str) -> None:
    if result is None:
        raise TableeError(f"{trouble}; as no deal was complete, there is nothing to report")
    tell_trouble(trouble, result.games)
    publish(options, table(result), as_json(result), lambda: page(result))


def bar_of(total: int, played: int) -> Any:
    """A bar that grows with the games that are played."""
    return tqdm(
        total=total,
        initial=played,
        file=sys.stderr,
        disable=None,  # unless there is a terminal to show it
        mininterval=0.5,
        bar_format="{n_fmt}/{total_fmt} games {bar:12} {remaining}{postfix}",
    )


def tell_trouble(trouble: str, games: int) -> None:
    """Say why there are fewer games than were asked for, if there are."""
    if trouble:
        print(f"tablee: {trouble}; what follows are the {games} games of complete deals", file=sys.stderr)


def publish(options: argparse.Namespace, words: str, data: str, pictures: Callable[[], str]) -> None:
    """Print a result in words or as data, and write the files that were asked for."""
    print(data if options.json == "-" else words)
    if options.json and options.json != "-":
        write(Path(options.json), data + "\n")
    if options.html:
        write(options.html, pictures())
        print(f"The report with pictures: {options.html}", file=sys.stderr)


def check_places(options: argparse.Namespace) -> None:
    """See that reports can be written before hours are spent on them."""
    for place in (options.html, options.json, getattr(options, "markdown", None)):
        if place and place != "-" and not Path(place).absolute().parent.is_dir():
            raise TableeError(f"there is no folder {Path(place).parent}")


def write(path: Path, text: str) -> None:
    """Write a report; raises `TableeError`."""
    try:
        path.write_text(text, "utf8")
    except OSError as error:
        raise TableeError(f"{path} cannot be written: {error.strerror}") from None
