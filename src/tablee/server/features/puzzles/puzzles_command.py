"""`tablee puzzles`: find positions for practice in games that bots play, and in games that people have played.

What was found is kept game by game, one JSON line each, so that the same command goes on from there. Every game follows
from the seed and its number, and what is chosen in the end from what was found.
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
from tablee.games import GameFolder, find_game
from tablee.games.errors import TableeError
from tablee.games.practice import FILE, Practice, Puzzle
from tablee.study.checking import GAMES, LEAST, SURE, TIMES
from tablee.study.choosing import choose, is_wanted
from tablee.study.puzzles import Found, puzzles_of, recorded, self_played
from tablee.study.tables import moves_of
from tablee.table.export import read_export
from tablee.table.log import Unreadable
from tablee.table.table import fold


class Looked(msgspec.Struct, frozen=True):
    """A game that was looked through, and what it gave."""

    source: str
    puzzles: list[Puzzle]


def run(options: Namespace) -> int:
    """Look through games, as far as they were not, and choose."""
    folder = find_game(options.game)
    record = options.record or Path(f"{folder.id}-puzzles.jsonl")
    looked = _read(record)
    try:
        for found in _look_through(folder, options, looked):
            looked.append(found)
            with record.open("ab") as file:
                file.write(msgspec.json.encode(found) + b"\n")
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
    practice = practice_from(folder, looked, options)
    out = options.out or folder.path / FILE
    out.write_bytes(_text(practice))
    print(json.dumps(msgspec.to_builtins(practice)) if options.json else summary(practice, out))
    return 0


def _look_through(folder: GameFolder, options: Namespace, looked: Sequence[Looked]) -> Iterator[Looked]:
    """What each game gives that was not looked through before."""
    started, known = time.monotonic(), [puzzle for one in looked for puzzle in one.puzzles]
    done = {one.source for one in looked}
    sources = [*(str(file) for file in options.file), *(f"self-play {options.seed}/{n}" for n in range(options.games))]
    with tqdm(sources, file=sys.stderr, disable=None, unit="game") as bar:
        for number, source in enumerate(bar):
            if source in done:
                continue
            if options.minutes and time.monotonic() - started > 60 * options.minutes:
                return
            positions = _positions(folder, options, number)
            found: list[Puzzle] = []
            for puzzle in puzzles_of(folder, positions, number, lambda one: is_wanted(one, known, options.count)):
                found.append(puzzle)
                known.append(puzzle)
            bar.set_postfix_str(f"{len(known)} positions")
            yield Looked(source, found)


def _positions(folder: GameFolder, options: Namespace, number: int) -> list[Found]:
    if number >= len(options.file):
        return self_played(folder, options.seed, number - len(options.file))
    file = options.file[number]
    try:
        exported = read_export(file.read_bytes())
        table = fold(exported.opening, bytes.fromhex(exported.seed), folder, exported.events)
    except (OSError, ValueError, Unreadable) as error:
        raise TableeError(f"{file}: {error}") from None
    if exported.opening.game != folder.id:
        raise TableeError(f"{file}: a game of {exported.opening.game}")
    return recorded(folder, [(move.who, move.before) for move in moves_of(table)], f"table {table.id}")


def _read(record: Path) -> list[Looked]:
    lines = record.read_bytes().splitlines() if record.is_file() else []
    return [msgspec.json.decode(line, type=Looked) for line in lines]


def practice_from(folder: GameFolder, looked: Sequence[Looked], options: Namespace) -> Practice:
    """The chosen positions, and what they were made with."""
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
    return Practice(folder.id, folder.version, made, choose(found, options.count))


def _text(practice: Practice) -> bytes:
    """One line a position, so that a change can be read."""
    head = msgspec.to_builtins(practice)
    lines = [json.dumps(puzzle, ensure_ascii=False) for puzzle in head.pop("puzzles")]
    start, inside = json.dumps(head, ensure_ascii=False)[:-1], ",\n".join(lines)
    return f'{start}, "puzzles": [\n{inside}\n]}}\n'.encode()


def summary(practice: Practice, out: Path) -> str:
    """What was chosen, in words."""
    grades = [sum(one.grade == grade for one in practice.puzzles) for grade in range(1, 6)]
    checks = sorted({one.check for one in practice.puzzles})
    how = ", ".join(f"{sum(one.check == name for one in practice.puzzles)} {name}" for name in checks)
    levels = ", ".join(f"{count} of grade {grade}" for grade, count in enumerate(grades, start=1))
    return f"{len(practice.puzzles)} positions in {out}: {levels}; checked: {how}"
