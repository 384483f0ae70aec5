"""Our games compared with games of similar size in OpenSpiel: random play, and simulations of tree search.

OpenSpiel's games and its `MCTSBot` are compiled C++; random play calls them from Python step by step, as its users do.
Ours runs as in `tablee bench` and also through the Python API. Both search with one random playout per simulation and
without knowledge of the game, at every decision of random games, in trees of the same size. Both sides take turns,
round after round; each round gives a ratio. pip installs OpenSpiel into a temporary folder.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from figure import Pair, Panel, draw

OURS, THEIRS = (Path(__file__).with_name(name) for name in ("openspiel_ours.py", "openspiel_peer.py"))
PAIRS = (
    ("isis", "connect_four"),
    ("isis", "hex"),
    ("morfals", "othello"),
    ("morpyam", "yacht"),
    ("netzwerk", "backgammon"),
    ("morisi", "backgammon"),
)
TITLES = {"steps": "Random play: steps a second", "simulations": "Tree search: simulations a second"}
SIMULATIONS = 500
"""In one tree."""
SEED = 7

Ask = Callable[..., float]
"""Asks one side for a rate: what, of which game, with which seed."""


def main() -> int:
    """Measure, print, draw, and return an exit code."""
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        if not fetch(Path(folder), "open_spiel"):
            print("OpenSpiel cannot be fetched here: there is nothing to compare with", file=sys.stderr)
            return 1
        # In a cache of its own: the search is compiled here without what the games' brains know.
        with (
            program(OURS, options.seconds, TABLEE_CACHE=folder) as ask_us,
            program(THEIRS, options.seconds, PYTHONPATH=folder) as ask_them,
        ):
            found = [_compared(ours, theirs, ask_us, ask_them, options.rounds) for ours, theirs in PAIRS]
    print(json.dumps(found, indent=1) if options.json else _report(found))
    if options.svg:
        panels = [Panel(title, [_pair(one, what) for one in found]) for what, title in TITLES.items()]
        options.svg.write_text(draw(panels, "OpenSpiel"), "utf8")
    return 0


def _pair(one: Any, what: str) -> Pair:
    rates = one[what]
    return Pair(one["tablee"], one["openspiel"], rates["tablee"], rates["openspiel"], rates["ratio"])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured, in turn (default 3)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one measurement (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw a figure")
    return parser.parse_args()


def fetch(folder: Path, *packages: str) -> bool:
    """Install packages of others into a folder; returns whether that went well."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), *packages]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


@contextmanager
def program(path: Path, seconds: float, **environment: str) -> Iterator[Ask]:
    """A program that measures, for as long as it is needed."""
    with subprocess.Popen(
        [sys.executable, str(path)],
        env={**os.environ, **environment},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:

        def ask(what: str, game: str, seed: int) -> float:
            assert process.stdin is not None
            assert process.stdout is not None
            request = {"what": what, "game": game, "seconds": seconds, "simulations": SIMULATIONS, "seed": seed}
            print(json.dumps(request), file=process.stdin, flush=True)
            answer = json.loads(process.stdout.readline())
            return float(answer["count"] / answer["seconds"])

        yield ask
        process.communicate()


def _compared(ours: str, theirs: str, ask_us: Ask, ask_them: Ask, count: int) -> Any:
    """Both games, in turn, round after round."""
    rounds = []
    for number in range(count):
        if sys.stderr.isatty():
            print(f"\r\x1b[K{ours} and {theirs}: round {number + 1}", end="", file=sys.stderr, flush=True)
        seed = SEED + number
        rounds.append(
            {
                "steps": {
                    "tablee": ask_us("steps", ours, seed),
                    "tablee_from_python": ask_us("steps from Python", ours, seed),
                    "openspiel": ask_them("steps", theirs, seed),
                },
                "simulations": {
                    "tablee": ask_us("simulations", ours, seed),
                    "openspiel": ask_them("simulations", theirs, seed),
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
