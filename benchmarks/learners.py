"""Steps per second of processor time from Python, compared with OpenSpiel, pgx, PettingZoo and PufferLib in one run.

Both sides take turns, round after round, on one core each; each round gives a ratio, and the median is shown. The games
are of similar size, not the same. pip installs the peers into a temporary folder, or `--peers FOLDER` has them.

- *one at a time*: `Stepper` and OpenSpiel's Python; list the legal actions, choose one at random, step. Outcomes of
  chance count as steps; ours are drawn inside, theirs in Python.
- *1,024 at once*: `Batch` and pgx, with observation and mask.
- *of the loop*: the same batch, and random play in one compiled loop (`tablee bench`).
- *sampled*: a batch whose ids come from `Batch.sample`, with mask, without observation, and the same loop.
- *PettingZoo*: our adapter and one of its own environments; left out if PettingZoo is not installed.
- *PufferLib*: the batch with observation and mask, and 1,024 of its C environments. Left out unless `--puffer FOLDER`
  is the unpacked source of PufferLib 3.0. Most of its board games have an opponent that answers within the step.
"""

import argparse
import json
import statistics
import sys
import tempfile
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from figure import Pair, Panel, draw
from openspiel import Ask, fetch, program

OURS, THEIRS = (Path(__file__).with_name(name) for name in ("learners_ours.py", "learners_peer.py"))
PEERS = ("open_spiel", "pgx", "pettingzoo", "pygame")

HEADLINE = f"{'':<15}{'Tablée':<10}{'peer':<28}{'Tablée':>12}{'peer':>12}{'ratio':>8}{'goal':>6}"


class Row(NamedTuple):
    """What is compared, and the ratio that is wished for."""

    kind: str
    ours: str
    game: str
    theirs: str
    peer: str
    goal: float


ROWS = (
    Row("one at a time", "one", "isis", "openspiel", "connect_four", 1.2),
    Row("one at a time", "one", "morfals", "openspiel", "othello", 4),
    *(Row("one at a time", "one", game, "openspiel", "backgammon", 4) for game in ("morpyam", "netzwerk", "morisi")),
    Row("1,024 at once", "batch", "isis", "pgx", "connect_four", 5),
    Row("1,024 at once", "batch", "morfals", "pgx", "othello", 10),
    Row("1,024 at once", "batch", "morpyam", "pgx", "backgammon", 50),
    *(Row("1,024 at once", "batch", game, "pgx", "backgammon", 15) for game in ("netzwerk", "morisi")),
    *(
        Row("of the loop", "batch", game, "loop", game, 0.3)
        for game in ("isis", "morfals", "morpyam", "netzwerk", "morisi")
    ),
    *(
        Row("sampled", "sampled", game, "loop", game, 0.33)
        for game in ("isis", "morfals", "morpyam", "netzwerk", "morisi")
    ),
    *(Row("PettingZoo", "aec", game, "pettingzoo", "connect_four_v3", 5) for game in ("isis", "morfals", "morpyam")),
    *(Row("PettingZoo", "aec", game, "pettingzoo", "connect_four_v3", 2) for game in ("netzwerk", "morisi")),
    Row("PufferLib", "batch", "isis", "pufferlib", "connect4", 1),
    *(Row("PufferLib", "batch", game, "pufferlib", "tripletriad", 1) for game in ("isis", "morfals", "morpyam")),
    Row("PufferLib", "batch", "morfals", "pufferlib", "go", 1),
    *(Row("PufferLib", "batch", game, "pufferlib", "checkers", 1) for game in ("netzwerk", "morisi")),
    Row("PufferLib", "batch", "isis", "pufferlib", "squared", 1),
)


def main() -> int:
    """Measure, print, and return an exit code."""
    options = _options()
    rows = [row for row in ROWS if row.kind in options.kinds and row.game in options.games and _can_run(row, options)]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as programs:
        ask_us = ask_them = programs.enter_context(program(OURS, options.seconds))
        if any(row.theirs != "loop" for row in rows):
            if not options.peers and not fetch(Path(folder), *PEERS):
                print("the peers cannot be fetched here: there is nothing to compare with", file=sys.stderr)
                return 1
            places = {"PYTHONPATH": str(options.peers or folder), "PUFFERLIB": str(options.puffer)}
            ask_them = programs.enter_context(program(THEIRS, options.seconds, **places))
        found = []
        print(HEADLINE, flush=True)
        for row in rows:
            found.append(_compared(row, ask_us, ask_them, options.rounds))
            print(_line(found[-1]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1), "utf8")
    if options.svg:
        options.svg.write_text(draw(_panels(found), "OpenSpiel, pgx"), "utf8")
    return 0


def _can_run(row: Row, options: argparse.Namespace) -> bool:
    """Is there all that it needs? The adapter is an extra, and PufferLib cannot be installed without torch."""
    if row.kind == "PufferLib":
        return options.puffer is not None
    return row.kind != "PettingZoo" or find_spec("pettingzoo") is not None


def _panels(found: list[dict[str, Any]]) -> list[Panel]:
    """What the figure shows: what is compared with the games of others in libraries of the kind."""
    titles = {
        "one at a time": "One at a time from Python: steps a second, and OpenSpiel",
        "1,024 at once": "1,024 at once, with observation and mask, and pgx",
    }
    return [Panel(title, [_pair(one) for one in found if one["kind"] == kind]) for kind, title in titles.items()]


def _pair(one: dict[str, Any]) -> Pair:
    return Pair(one["game"], one["peer"], one["rate"], one["peer_rate"], one["ratio"])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = list(dict.fromkeys(row.kind for row in ROWS))
    parser.add_argument("--kinds", nargs="*", choices=kinds, default=kinds, help="what is compared (default: all)")
    games = sorted({row.game for row in ROWS})
    parser.add_argument("--games", nargs="*", choices=games, default=games, help="of ours (default: all)")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured, in turn (default 3)")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one measurement (default 0.5)")
    parser.add_argument("--peers", type=Path, metavar="FOLDER", help="where they lie already")
    parser.add_argument("--puffer", type=Path, metavar="FOLDER", help="the unpacked source of PufferLib 3.0")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the figure of the README (of what was compared)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all of it as JSON")
    return parser.parse_args()


def _compared(row: Row, ask_us: Ask, ask_them: Ask, rounds: int) -> dict[str, Any]:
    """Both, in turn, round after round."""
    ask_peer = ask_us if row.theirs == "loop" else ask_them
    rates = [(ask_us(row.ours, row.game, 0), ask_peer(row.theirs, row.peer, 0)) for _ in range(rounds)]
    ours, theirs = (statistics.median(rate) for rate in zip(*rates, strict=True))
    ratios = sorted(one / other for one, other in rates)
    return {**row._asdict(), "rate": ours, "peer_rate": theirs, "ratio": statistics.median(ratios), "ratios": ratios}


def _line(one: dict[str, Any]) -> str:
    peer = f"{one['theirs']} {one['peer']}"
    goal = f"{one['goal']:g}" + (" " if one["ratio"] >= one["goal"] else "!")
    return (
        f"{one['kind']:<15}{one['game']:<10}{peer:<28}{one['rate']:>12,.0f}{one['peer_rate']:>12,.0f}"
        f"{one['ratio']:>8.2f}{goal:>6}"
    )


if __name__ == "__main__":
    sys.exit(main())
