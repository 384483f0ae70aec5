"""Our games next to games of like size in OpenSpiel: random play, and simulations of tree search.

OpenSpiel's games and its `MCTSBot` are compiled C++; as its users do, random play calls them from Python, a step at a
time. Ours runs as `tablee bench` does, and, for those who drive it from Python too, by the calls of its own API.
Both search with one random game a simulation, at every decision of random games, in trees of the same size. They take
turns, round after round, and a ratio is that of one round. OpenSpiel is fetched by pip into a temporary folder.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from openspiel_figure import draw

import tablee
from tablee.games import find_game
from tablee.kernel.chance import new_random
from tablee.kernel.playout import measure
from tablee.search.bot import think
from tablee.warm import warm

PEER = Path(__file__).with_name("openspiel_peer.py")
PAIRS = (
    ("isis", "connect_four"),
    ("isis", "hex"),
    ("morfals", "othello"),
    ("morpyam", "yacht"),
    ("netzwerk", "backgammon"),
    ("morisi", "backgammon"),
)
SIMULATIONS = 500
"""In one tree."""
SEED = 7

Ask = Callable[..., float]
"""Asks OpenSpiel for a rate: what, of which game, with which seed."""


def main() -> int:
    """Measure, print, draw, and return an exit code."""
    options = _options()
    warm()
    with tempfile.TemporaryDirectory() as folder:
        if not _fetch(Path(folder)):
            print("OpenSpiel cannot be fetched here: there is nothing to compare with", file=sys.stderr)
            return 1
        with _openspiel(Path(folder), options.seconds) as ask:
            found = [_compared(ours, theirs, ask, options) for ours, theirs in PAIRS]
    print(json.dumps(found, indent=1) if options.json else _report(found))
    if options.svg:
        options.svg.write_text(draw(found), "utf8")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured, in turn (default 3)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one measurement (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the figure of the README")
    return parser.parse_args()


def _fetch(folder: Path) -> bool:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), "open_spiel"]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


@contextmanager
def _openspiel(folder: Path, seconds: float) -> Iterator[Ask]:
    """The other program, for as long as it is needed."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    with subprocess.Popen(
        [sys.executable, str(PEER)], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:

        def ask(what: str, game: str, seed: int) -> float:
            assert process.stdin is not None
            assert process.stdout is not None
            wish = {"what": what, "game": game, "seconds": seconds, "simulations": SIMULATIONS, "seed": seed}
            print(json.dumps(wish), file=process.stdin, flush=True)
            answer = json.loads(process.stdout.readline())
            return float(answer["count"] / answer["seconds"])

        yield ask
        process.communicate()


# ---- ours --------------------------------------------------------------------------------------------------


def _compared(ours: str, theirs: str, ask: Ask, options: argparse.Namespace) -> Any:
    """Both games, in turn, round after round."""
    rounds = []
    for number in range(options.rounds):
        if sys.stderr.isatty():
            print(f"\r\x1b[K{ours} and {theirs}: round {number + 1}", end="", file=sys.stderr, flush=True)
        seed = SEED + number
        rounds.append(
            {
                "steps": {
                    "tablee": _steps(ours, options.seconds, seed),
                    "tablee_from_python": _steps_from_python(ours, options.seconds, seed),
                    "openspiel": ask("steps", theirs, seed),
                },
                "simulations": {
                    "tablee": _simulations(ours, options.seconds, seed),
                    "openspiel": ask("simulations", theirs, seed),
                },
            }
        )
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return {"tablee": ours, "openspiel": theirs, **{what: _summary(rounds, what) for what in rounds[0]}}


def _summary(rounds: list[dict[str, dict[str, float]]], what: str) -> dict[str, float]:
    """The medians of the rates, and of their ratios round by round."""
    found = {name: statistics.median(one[what][name] for one in rounds) for name in rounds[0][what]}
    ratio = statistics.median(one[what]["tablee"] / one[what]["openspiel"] for one in rounds)
    return {**found, "ratio": ratio}


def _steps(game_id: str, seconds: float, seed: int) -> float:
    folder = find_game(game_id)
    fresh = folder.new(2, {}, seed)
    _, steps, elapsed = measure(fresh, folder.rules.MOST_ACTIONS, seconds, new_random(seed))
    return steps / elapsed


def _steps_from_python(game_id: str, seconds: float, seed: int) -> float:
    choose, count, began = random.Random(seed), 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        game = tablee.new(game_id, 2, {}, choose.getrandbits(32))
        while game.to_act is not None:
            if game.to_act == "chance":
                game.chance()
            else:
                game.play(choose.choice(game.legal()))
            count += 1
    return count / elapsed


def _simulations(game_id: str, seconds: float, seed: int) -> float:
    """A new tree at every decision of random games."""
    folder, choose = find_game(game_id), random.Random(seed)
    think(folder, folder.new(2, {}, seed), 1, seed)  # games with a bot of their own have it not compiled yet
    searched, spent = 0, 0.0
    while spent < seconds:
        state = folder.new(2, {}, choose.getrandbits(32))
        while (seat := folder.to_act(state)) is not None and spent < seconds:
            codes = list(folder.codes(state).values())
            if seat != "chance" and len(codes) > 1:
                began = time.perf_counter()
                think(folder, state, SIMULATIONS, seed)
                spent += time.perf_counter() - began
                searched += SIMULATIONS
            state = folder.step(state, choose.choice(codes))
    return searched / spent


def _report(found: Any) -> str:
    lines = [
        f"{'':<24} {'steps a second':^46} {'simulations a second':^36}",
        f"{'Tablée':<10} {'OpenSpiel':<13} {'Tablée':>12} {'from Python':>12} {'OpenSpiel':>11} {'ratio':>8}"
        f" {'Tablée':>12} {'OpenSpiel':>11} {'ratio':>8}",
    ]
    for one in found:
        steps, simulations = one["steps"], one["simulations"]
        lines.append(
            f"{one['tablee']:<10} {one['openspiel']:<13}"
            f" {steps['tablee']:>12,.0f} {steps['tablee_from_python']:>12,.0f}"
            f" {steps['openspiel']:>11,.0f} {steps['ratio']:>8.1f} {simulations['tablee']:>12,.0f}"
            f" {simulations['openspiel']:>11,.0f} {simulations['ratio']:>8.1f}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
