"""`tablee arena`: a tournament from the command line, with its progress, its table and its reports."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tablee.arena.entrants import check_outside, read_entrants
from tablee.arena.page import page
from tablee.arena.play import GameRecord
from tablee.arena.record_file import RecordFile
from tablee.arena.report import as_json, running, table
from tablee.arena.schedule import Tournament, check, pairings
from tablee.arena.standings import Standings, standings
from tablee.arena.workers import ArenaFailed, play_all
from tablee.games import GameFolder, find_game
from tablee.games.errors import TableeError


def read_tournament(options: argparse.Namespace) -> Tournament:
    """The tournament that the arguments ask for; raises `TableeError` if it cannot be played."""
    folder = find_game(options.game)
    players = folder.players[0] if options.players is None else options.players
    tournament = Tournament(
        game=folder.id,
        players=players,
        options=folder.full_options(players, _game_options(folder, options.option)),
        entrants=read_entrants(options.bots),
        games=options.games,
        seed=options.seed,
        patience=options.patience,
    )
    check(tournament)
    check_outside(tournament.entrants)
    _check_places(options)
    return tournament


def run(tournament: Tournament, options: argparse.Namespace) -> int:
    """Play the tournament and report; after Ctrl+C, or if all workers are lost, report what was played."""
    records: list[GameRecord] = []
    code, trouble = 0, ""
    with ExitStack() as stack:
        file = stack.enter_context(RecordFile(options.record, tournament)) if options.record else None
        records += _wanted(tournament, file.records if file else [])
        try:
            for record in _progress(tournament, records, _games(tournament, records, options)):
                records.append(record)
                if file:
                    file.add(record)
        except KeyboardInterrupt:
            code, trouble = 130, "stopped"
        except ArenaFailed as error:
            code, trouble = 2, str(error)
    _report(standings(tournament, records), options, trouble)
    return code


def _wanted(tournament: Tournament, records: Iterable[GameRecord]) -> list[GameRecord]:
    """Those of a file's games that belong to this tournament, each once."""
    found = {record.pairing: record for record in records}
    return [found[pairing] for pairing in pairings(tournament) if pairing in found]


def _games(tournament: Tournament, done: list[GameRecord], options: argparse.Namespace) -> Iterator[GameRecord]:
    played = {record.pairing for record in done}
    missing = [pairing for pairing in pairings(tournament) if pairing not in played]
    return play_all(tournament, missing, options.backend, options.jobs, options.scheduler)


def _progress(tournament: Tournament, records: list[GameRecord], games: Iterator[GameRecord]) -> Iterator[GameRecord]:
    """The games as they come, behind a bar that shows how the bots stand; `records` are those played so far."""
    total = tournament.deals * tournament.games_of_a_deal
    with tqdm(
        total=total,
        initial=len(records),
        file=sys.stderr,
        disable=None,  # unless there is a terminal to show it
        mininterval=0.5,
        bar_format="{n_fmt}/{total_fmt} games {bar:12} {remaining}{postfix}",
    ) as bar:
        for record in games:
            yield record
            if bar.update():
                bar.set_postfix_str(running(tournament, records), refresh=False)


def _report(result: Standings | None, options: argparse.Namespace, trouble: str) -> None:
    if result is None:
        raise TableeError(f"{trouble}; as no deal was complete, there is nothing to report")
    if trouble:
        print(f"tablee: {trouble}; what follows are the {result.games} games of complete deals", file=sys.stderr)
    if options.json == "-":
        print(as_json(result))
    else:
        print(table(result))
    if options.json and options.json != "-":
        _write(Path(options.json), as_json(result) + "\n")
    if options.html:
        _write(options.html, page(result))
        print(f"The report with pictures: {options.html}", file=sys.stderr)


def _check_places(options: argparse.Namespace) -> None:
    """See that reports can be written before hours are spent on them."""
    for place in (options.html, options.json):
        if place and place != "-" and not Path(place).absolute().parent.is_dir():
            raise TableeError(f"there is no folder {Path(place).parent}")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf8")
    except OSError as error:
        raise TableeError(f"{path} cannot be written: {error.strerror}") from None


def _game_options(folder: GameFolder, texts: Iterable[str]) -> dict[str, Any]:
    """The options as the game knows them: `4` is a number where it has numbers."""
    found = {}
    for text in texts:
        name, mark, value = text.partition("=")
        if not mark:
            raise TableeError(f"an option is written NAME=VALUE, not {text!r}")
        known = {str(each): each for each in folder.options.get(name, ())}
        found[name] = known.get(value, value)
    return found
