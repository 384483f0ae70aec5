"""`tablee puzzles`: find puzzles in self-play games of bots and in downloaded games of people.

The findings are recorded game by game, one JSON line each, so that the same command continues from there. Each
self-play game follows from the seed and its number; the chosen puzzles follow from the findings.
"""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from tqdm import tqdm

from tablee import __version__
from tablee.games import GameDefinition, find_game
from tablee.games.document import read_json
from tablee.games.errors import TableeError
from tablee.games.lessons.puzzle_file import FILE, Puzzle, PuzzleFile
from tablee.server.features.puzzles.model import choose, is_wanted
from tablee.server.features.puzzles.puzzle_search import (
    GAMES,
    LEAST,
    SURE,
    TIMES,
    Candidate,
    puzzles_of,
    recorded,
    self_played,
)
from tablee.server.table.export import read_export
from tablee.server.table.log import Unreadable
from tablee.server.table.table import fold


class SearchedGame(msgspec.Struct, frozen=True):
    """A game that was searched, and its puzzles."""

    source: str
    puzzles: list[Puzzle]


def run(options: Namespace) -> int:
    """Search the games that were not searched yet, then choose puzzles."""
    definition = find_game(options.game)
    record = options.record or Path(f"{definition.id}-puzzles.jsonl")
    try:
        lines = record.read_bytes().splitlines() if record.exists() else []
        looked = [read_json(line, SearchedGame) for line in lines]
    except ValueError as error:
        raise TableeError(f"{record} is no record of a search for puzzles: {error}") from None
    try:
        for found in _look_through(definition, options, looked):
            looked.append(found)
            with record.open("ab") as file:
                file.write(msgspec.json.encode(found) + b"\n")
    except KeyboardInterrupt:
        print("stopped; the same command continues from here", file=sys.stderr)
    puzzle_file = puzzle_file_from(definition, looked, options)
    out = options.out or definition.path / FILE
    out.write_bytes(_text(puzzle_file))
    print(json.dumps(msgspec.to_builtins(puzzle_file)) if options.json else summary(puzzle_file, out))
    return 0


def _look_through(
    definition: GameDefinition, options: Namespace, looked: Sequence[SearchedGame]
) -> Iterator[SearchedGame]:
    """Search each game that was not searched before."""
    started, known = time.monotonic(), [puzzle for one in looked for puzzle in one.puzzles]
    done = {one.source for one in looked}
    sources = [*(str(file) for file in options.file), *(f"self-play {options.seed}/{n}" for n in range(options.games))]
    with tqdm(sources, file=sys.stderr, disable=None, unit="game") as bar:
        for number, source in enumerate(bar):
            if source in done:
                continue
            if options.minutes and time.monotonic() - started > 60 * options.minutes:
                return
            positions = _positions(definition, options, number)
            found: list[Puzzle] = []
            for puzzle in puzzles_of(definition, positions, number, lambda one: is_wanted(one, known, options.count)):
                found.append(puzzle)
                known.append(puzzle)
            bar.set_postfix_str(f"{len(known)} positions")
            yield SearchedGame(source, found)


def _positions(definition: GameDefinition, options: Namespace, number: int) -> list[Candidate]:
    if number >= len(options.file):
        return self_played(definition, options.seed, number - len(options.file))
    file = options.file[number]
    try:
        exported = read_export(file.read_bytes())
        table = fold(exported.opening, bytes.fromhex(exported.seed), definition, exported.events)
    except (OSError, ValueError, Unreadable) as error:
        raise TableeError(f"{file}: {error}") from None
    if exported.opening.game != definition.id:
        raise TableeError(f"{file}: a game of {exported.opening.game}")
    return recorded(definition, [(step.event, step.before) for step in table.steps], f"table {table.id}")


def puzzle_file_from(definition: GameDefinition, looked: Sequence[SearchedGame], options: Namespace) -> PuzzleFile:
    """The chosen puzzles, and the settings that made them."""
    found = [puzzle for one in looked for puzzle in one.puzzles]
    made: dict[str, Any] = {
        "program": __version__,
        "seed": options.seed,
        "games": len(looked),
        "found": len(found),
        "margin_at_least": LEAST,
        "errors_at_least": SURE,
        "times_the_thinking": TIMES,
        "games_played_on": GAMES[-1],
    }
    return PuzzleFile(definition.id, definition.version, made, choose(found, options.count))


def _text(puzzle_file: PuzzleFile) -> bytes:
    """One line per puzzle, so that diffs can be read."""
    head = msgspec.to_builtins(puzzle_file)
    lines = [json.dumps(puzzle, ensure_ascii=False) for puzzle in head.pop("puzzles")]
    start, inside = json.dumps(head, ensure_ascii=False)[:-1], ",\n".join(lines)
    return f'{start}, "puzzles": [\n{inside}\n]}}\n'.encode()


def summary(puzzle_file: PuzzleFile, out: Path) -> str:
    """A summary line."""
    grades = [sum(one.grade == grade for one in puzzle_file.puzzles) for grade in range(1, 6)]
    checks = sorted({one.check for one in puzzle_file.puzzles})
    how = ", ".join(f"{sum(one.check == name for one in puzzle_file.puzzles)} {name}" for name in checks)
    levels = ", ".join(f"{count} of grade {grade}" for grade, count in enumerate(grades, start=1))
    return f"{len(puzzle_file.puzzles)} positions in {out}: {levels}; checked: {how}"
