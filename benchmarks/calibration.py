"""Are the values of a level right? What it expects among its equals, and what comes of it; and what each seat wins.

`python benchmarks/calibration.py GAME [--players 2] [--level 4] [--games 300] [--seed 0] [--minutes M] [--record FILE]`
plays one game of each deal, in one process: equals play a deal alike in every rotation of the seats. It prints rows for
the tables in `docs/appendix/figures.md`. The same command continues from the record.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tablee.arena.arena_game import GameRecord, make_bot, play
from tablee.arena.decision_stats import Prediction, calibration
from tablee.arena.entrants import read_entrants
from tablee.arena.estimates import Estimate, share
from tablee.arena.record_file import RecordFile
from tablee.arena.schedule import Pairing, Tournament
from tablee.games import find_game


def main() -> None:
    """Play until there are as many games, or the time is up, and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--level", type=int, default=4)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    definition = find_game(options.game)
    tournament = Tournament(
        game=definition.id,
        players=options.players,
        options=definition.full_options(options.players, {}),
        entrants=read_entrants([f"level:{options.level}"] * options.players),
        games=options.games * options.players,
        seed=options.seed,
    )
    bots = [make_bot(entrant, definition, tournament.patience) for entrant in tournament.entrants]
    file = RecordFile(options.record, tournament) if options.record else None
    records, end = list(file.records if file else ()), time.monotonic() + 60 * options.minutes
    for deal in range(len(records), options.games):
        if time.monotonic() > end:
            break
        records.append(play(tournament, definition, Pairing(deal, tuple(range(options.players))), bots))
        if file:
            file.add(records[-1])
        print(f"\r{len(records)} games", end="", file=sys.stderr, flush=True)
    print(f"\n{options.game}, {options.players}, level {options.level}: {len(records)} games")
    print("| " + " | ".join(_expectations(records, options.players)) + " |")
    print("| " + " | ".join(_seats(records, options.players)) + " |")


def _expectations(records: Sequence[GameRecord], players: int) -> Iterator[str]:
    """By tenths of what was expected: what was said and what came, in per cent; and the slope."""
    found = calibration(
        [
            Prediction(record.deal, thought.expected, record.shares[thought.seat])
            for record in records
            for thought in record.thoughts
            if thought.expected is not None
        ],
        1 / players,
    )
    assert found is not None
    tenths = {round(10 * one.low): f"{100 * one.said:.0f} / {100 * one.came.value:.0f}" for one in found.bins}
    yield from (tenths.get(tenth, "–") for tenth in range(10))
    yield f"{found.slope:.2f}" if found.doubt is None else f"{found.slope:.2f} ±{found.doubt:.2f}"


def _seats(records: Sequence[GameRecord], players: int) -> Iterator[str]:
    """The share of each seat, bold where its interval leaves out an even share; and the widest interval."""
    found = [share([record.shares[seat] for record in records], imagined=1 / players) for seat in range(players)]
    for one in found:
        cell = f"{100 * one.value:.0f}"
        yield f"**{cell}**" if not one.low <= 1 / players <= one.high else cell
    yield f"±{100 * max(map(_reach, found)):.0f}"


def _reach(one: Estimate) -> float:
    return (one.high - one.low) / 2


if __name__ == "__main__":
    main()
