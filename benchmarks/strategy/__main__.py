"""What is true of good play: bots play, and their games are counted.

`python -m benchmarks.strategy play` plays the games of all series that are still missing, round after round; it may be
broken off at any time. `python -m benchmarks.strategy write` counts what has been played, and writes
`strategy/figures.json` into the folder of each game, as far as its claims name them; `print` shows all.
"""

import argparse
import importlib
import json
import re
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.strategy.measures import Sample, seats_of
from benchmarks.strategy.self_play import SEED, Store, play_missing
from tablee.games import find_game
from tablee.games.lessons.strategy_text import FIGURES, FOLDER, TEXTS, strategy_in

GAMES = ("isis", "morfals", "morisi", "morpyam", "netzwerk")


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strategy", description=__doc__)
    parser.add_argument("do", choices=("play", "print", "write"))
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--record", type=Path, default=Path("strategy-games"), help="the folder of the games played")
    options = parser.parse_args()
    modules = {game: importlib.import_module(f"benchmarks.strategy.{game}") for game in options.games}
    if options.do == "play":
        before = time.process_time()
        for game, series, number in play_missing(modules, options.record):
            now = time.process_time()
            print(f"{game}, {series}: {number} ({now - before:.1f} s)", flush=True)
            before = now
        return
    for game, module in modules.items():
        told = counted(game, module, options.record)
        if options.do == "print":
            print(as_text(told))
            continue
        path = find_game(game).path / FOLDER
        text = as_text(needed(told, (path / TEXTS).read_text("utf8")))
        (path / FIGURES).write_text(text, "utf8")
        print(f"{game}: {len(text)} bytes, not borne out: {not_borne_out(game)}", file=sys.stderr)


def counted(game: str, module: ModuleType, folder: Path) -> dict[str, Any]:
    """The figures of a game, and what they are made with."""
    store = Store(folder, game)
    samples = {series.name: Sample(series, store.games(series)) for series in module.SERIES}
    return {
        "made_by": f"python -m benchmarks.strategy write {game}",
        "made_on": datetime.now(UTC).date().isoformat(),
        "rules": find_game(game).version,
        "seed": SEED,
        "series": {
            name: {"players": one.series.players, "bots": list(one.series.bots), "games": len(one)}
            for name, one in samples.items()
        },
        "seats": seats_of(samples, getattr(module, "begins", lambda _: 0)),
        **module.figures(samples),
    }


def needed(told: dict[str, Any], claims: str) -> dict[str, Any]:
    """Without the figures that no claim names."""
    return told | {
        kind: {name: one for name, one in told[kind].items() if re.search(rf"\b{name}\b", claims)}
        for kind in ("figures", "maps", "curves")
    }


def not_borne_out(game: str) -> dict[str, list[str]]:
    """The claims that the figures do not bear out, with what does not hold."""
    found = strategy_in(find_game(game).path)
    claims = found.all_claims if found else []
    failing = {one.title: [each for each in one.conditions if found and not found.holds(each)] for one in claims}
    return {title: some for title, some in failing.items() if some}


def as_text(told: dict[str, Any]) -> str:
    """JSON in which whatever is small stands on one line."""
    text = json.dumps(told, indent=1)
    text = re.sub(r"\[[^\[\]{}]*\]", _joined, text)
    text = re.sub(r"\{[^{}]*\}", lambda found: _joined(found) if len(found[0]) < 300 else found[0], text)
    return text + "\n"


def _joined(found: re.Match[str]) -> str:
    return " ".join(found[0].split()).replace("[ ", "[").replace(" ]", "]").replace("{ ", "{").replace(" }", "}")


main()
