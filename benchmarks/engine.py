"""The speed of the engine: random play of every game, the same loop in C, and the calls of the Python API."""

import argparse
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import tablee
from tablee.api.compile_all import compile_games
from tablee.engine.chance import new_random
from tablee.engine.playouts import buffers, measure, play_out_many
from tablee.games import GameDefinition, find_game
from tablee.games.language import ENGLISH

SOURCE = Path(__file__).parent / "isis.c"
C_LOOPS = {"C": (), "C, no branch": ("-DNO_BRANCH",)}
"""The C versions: as one would write it, and with the list of free squares made as `rules.py` makes it."""
SEED = 7
CHECKED_GAMES = 20_000

Speed = dict[str, float]
Rates = dict[str, list[float]]


def main() -> int:
    """Measure, print, and return an exit code."""
    options = _options()
    compile_games()
    with tempfile.TemporaryDirectory() as folder:
        programs = _compile_c(Path(folder))
        playouts = [
            _playout(find_game(game_id), players, programs if game_id == "isis" else {}, options)
            for game_id in tablee.game_ids()
            for players in find_game(game_id).players
        ]
    calls = [_calls(find_game(game_id), options) for game_id in tablee.game_ids()]
    figures = {"compiler": bool(programs), "playouts": playouts, "calls": calls}
    print(json.dumps(figures, indent=1, ensure_ascii=False) if options.json else _report(figures))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each loop is measured, in turn (default 5)")
    parser.add_argument("--seconds", type=float, default=0.4, help="length of one measurement (default 0.4)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


# ---- random play ------------------------------------------------------------------------------------------


def _compile_c(folder: Path) -> dict[str, Path]:
    """The C programs by name; none if there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return {}
    programs = {}
    for number, (name, flags) in enumerate(C_LOOPS.items()):
        programs[name] = folder / f"isis{number}"
        subprocess.run([compiler, "-O3", "-march=native", *flags, SOURCE, "-o", programs[name]], check=True)
    return programs


def _playout(definition: GameDefinition, players: int, programs: dict[str, Path], options: argparse.Namespace) -> Any:
    """The speed of random play for one number of players; every loop is measured in turn, round after round."""
    fresh = definition.new(players, {}, SEED)
    for program in programs.values():
        _check_same_games(definition, fresh, program)
    rates: Rates = {name: [] for name in ("Tablée", *programs)}
    length = 0.0
    for number in range(options.rounds):
        _progress(f"{definition.id}, {players} players: round {number + 1} of {options.rounds}")
        games, steps, seconds = measure(
            fresh, definition.rules.MOST_ACTIONS, options.seconds, new_random(SEED + number)
        )
        rates["Tablée"].append(steps / seconds)
        length = steps / games
        for name, program in programs.items():
            steps, seconds, _ = _run_c(program, players, games, SEED + number)
            rates[name].append(steps / seconds)
    _progress("")
    speeds = {name: _speed(found) for name, found in rates.items()}
    ratios = {name: _speed(_quotients(rates["Tablée"], rates[name])) for name in programs}
    return {"game": definition.id, "players": players, "steps_a_game": length, "speeds": speeds, "ratios": ratios}


def _run_c(program: Path, players: int, games: int, seed: int) -> tuple[int, float, list[int]]:
    """Steps, seconds, and the board of the last game."""
    command = [str(program), str(players), str(games), str(seed)]
    steps, seconds, *board = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return int(steps), float(seconds), [int(piece) for piece in board]


def _check_same_games(definition: GameDefinition, fresh: Any, program: Path) -> None:
    """Both must play the very same games: all come from one stream of numbers, so the last board tells of all."""
    last = fresh.copy()
    room = buffers(definition.rules.MOST_ACTIONS)
    steps = play_out_many(fresh, last, CHECKED_GAMES, new_random(SEED), *room)
    found = _run_c(program, int(fresh[0].players), CHECKED_GAMES, SEED)
    if (steps, last[0].board.tolist()) != (found[0], found[2]):
        raise SystemExit("isis.c no longer plays by the rules of rules.py: there is nothing to compare")


def _speed(rates: list[float]) -> Speed:
    return {"best": max(rates), "median": statistics.median(rates)}


def _quotients(ours: list[float], theirs: list[float]) -> list[float]:
    """Round by round, so that a slow moment of the machine is in both."""
    return [our / their for our, their in zip(ours, theirs, strict=True)]


# ---- the Python API ----------------------------------------------------------------------------------------


def _calls(definition: GameDefinition, options: argparse.Namespace) -> Any:
    """Microseconds of a call, mean over whole random games; the median and the best of the rounds."""
    rounds: list[dict[str, float]] = []
    for number in range(options.rounds):
        _progress(f"{definition.id}: Python calls, round {number + 1} of {options.rounds}")
        rounds.append(_timed_games(definition, options.seconds, random.Random(SEED + number)))
    _progress("")
    times = {name: [found[name] for found in rounds] for name in rounds[0]}
    calls = {name: {"best": min(found), "median": statistics.median(found)} for name, found in times.items()}
    return {"game": definition.id, "players": definition.players[0], "microseconds": calls}


def _timed_games(definition: GameDefinition, seconds: float, choose: random.Random) -> dict[str, float]:
    clock = Stopwatch()
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        for name, call in _calls_of_a_game(definition, choose):
            clock.time(name, call)
    return clock.means()


def _calls_of_a_game(definition: GameDefinition, choose: random.Random) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every call of one random game, each to be made before the next is asked for."""
    game = tablee.new(definition.id, definition.players[0], seed=choose.getrandbits(32))
    names = [definition.words.seat_name(seat, ENGLISH) for seat in range(game.players)]
    while (seat := game.to_act) is not None:
        if seat == "chance":
            yield "chance()", game.chance
            continue
        yield "legal()", game.legal
        yield "view()", lambda: game.view(seat)
        view, actions = game.view(seat), game.legal()
        yield "scene()", lambda: definition.paint(view, seat, actions, names, ENGLISH)  # noqa: B023
        action = choose.choice(actions)
        yield "play()", lambda: game.play(action)  # noqa: B023


class Stopwatch:
    """Adds up the time of calls by name."""

    def __init__(self) -> None:
        self._times: dict[str, list[int]] = {}

    def time(self, name: str, call: Callable[[], object]) -> None:
        """Make a call and note how long it took."""
        began = time.perf_counter_ns()
        call()
        self._times.setdefault(name, []).append(time.perf_counter_ns() - began)

    def means(self) -> dict[str, float]:
        """Microseconds by name."""
        return {name: float(np.mean(times)) / 1000 for name, times in sorted(self._times.items())}


# ---- the report --------------------------------------------------------------------------------------------


def _report(figures: dict[str, Any]) -> str:
    lines = ["Random play in compiled code on one core, million steps a second (best / median of the rounds);"]
    lines += ["each ratio is Tablée to the C on its left, the median of those within a round.", ""]
    lines.append(f"{'game':<10} {'players':>7} {'Tablée':>14} {'C':>14} {'ratio':>6} {'C, no branch':>14} {'ratio':>6}")
    lines += [_playout_line(found) for found in figures["playouts"]]
    if not figures["compiler"]:
        lines.append("There is no C compiler here: nothing to compare with.")
    lines += ["", "Calls of the Python API, microseconds (best / median of the rounds).", ""]
    names = list(figures["calls"][0]["microseconds"]) if figures["calls"] else []
    lines.append(f"{'game':<10} {'players':>7} " + " ".join(f"{name:>14}" for name in names))
    lines += [_calls_line(found) for found in figures["calls"]]
    return "\n".join(lines)


def _playout_line(found: Any) -> str:
    cells = [f"{found['game']:<10} {found['players']:>7} {_millions(found['speeds']['Tablée']):>14}"]
    for name, ratio in found["ratios"].items():
        cells.append(f"{_millions(found['speeds'][name]):>14} {ratio['median']:>6.2f}")
    return " ".join(cells)


def _millions(speed: Speed) -> str:
    return f"{speed['best'] / 1e6:.1f} / {speed['median'] / 1e6:.1f}"


def _calls_line(found: Any) -> str:
    times = found["microseconds"].values()
    cells = [f"{time['best']:.1f} / {time['median']:.1f}" for time in times]
    return f"{found['game']:<10} {found['players']:>7} " + " ".join(f"{cell:>14}" for cell in cells)


if __name__ == "__main__":
    sys.exit(main())
