"""How long a single position of the route games may take: the slowest list of legal actions, and a new land.

Which sticks are legal is a search, so here the worst counts and not the mean. Positions come from random games, once
as they are played and once with twenty cubes in the hand of the seat to build; in some games these are played on with,
so that there are many sticks, too. Times are those of the processor, the best of a few for each position.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tablee.api.compile_all import compile_games
from tablee.engine import calls
from tablee.games import GameDefinition, find_game
from tablee.games.shared.routes.rules.route_turn import BUILD, END

GAMES = {"netzwerk": 10, "morisi": 14}
"""The route games, and how many cubes of each colour there are."""
CUBES = 20
KEPT = (0.0, 0.2, 1.0)
"""How often twenty cubes are kept to play on with, in turn."""
BUILDING = 0.8
"""How often a seat builds if it can."""
MOST_STEPS = 400
REPEATS = 4
SEED = 7

Times = dict[str, list[float]]


def main() -> int:
    """Measure, print, and return an exit code."""
    options = _options()
    compile_games()
    tables = [(find_game(game_id), players) for game_id in GAMES for players in find_game(game_id).players]
    figures = [_measured(definition, players, options) for definition, players in tables]
    print(json.dumps(figures, indent=1) if options.json else _report(figures))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="random games of each number of players (default 100)")
    parser.add_argument("--lands", type=int, default=300, help="new lands of each (default 300)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def _measured(definition: GameDefinition, players: int, options: argparse.Namespace) -> Any:
    times: Times = {"as played": [], "twenty cubes": []}
    for number in range(options.games):
        choose = random.Random(SEED + number)
        for what, state in _positions(definition, players, choose, KEPT[number % len(KEPT)]):
            times[what].append(_best_time(lambda: calls.legal(state, _ROOM)))  # noqa: B023
    lands = [_time(lambda: definition.new(players, {}, seed)) for seed in range(options.lands)]  # noqa: B023
    legal = {what: _summary(found) for what, found in times.items()}
    return {"game": definition.id, "players": players, "legal": legal, "new": _summary(lands)}


_ROOM = np.empty(1000, np.int32)


def _positions(
    definition: GameDefinition, players: int, choose: random.Random, kept: float
) -> Iterator[tuple[str, Any]]:
    """The positions of one random game in which something is built, each also with twenty cubes."""
    state = definition.new(players, {}, choose.getrandbits(32))
    for _ in range(MOST_STEPS):
        if definition.to_act(state) is None:
            return
        if state[0].phase == BUILD:
            yield "as played", state
            rich = calls.copy(state)
            rich[0].cubes[rich[0].turn] = _hand(choose, GAMES[definition.id])
            if calls.legal(rich, _ROOM):  # a route that was begun may have become one that cannot be paid
                yield "twenty cubes", rich
                state = rich if choose.random() < kept else state
        actions = _ROOM[: calls.legal(state, _ROOM)].tolist()
        if actions[-1] == END and len(actions) > 1 and choose.random() < BUILDING:
            actions.pop()
        calls.apply(state, choose.choice(actions))


def _hand(choose: random.Random, most: int) -> list[int]:
    """Twenty cubes: four of each colour, or some colours more often than others."""
    if choose.random() < 0.25:
        return [CUBES // 5] * 5
    weights = [choose.random() ** choose.choice([1, 3, 6]) + 0.001 for _ in range(5)]
    hand = [0] * 5
    while sum(hand) < CUBES:
        colour = choose.choices(range(5), weights)[0]
        hand[colour] += hand[colour] < most
    return hand


def _best_time(call: Callable[[], object]) -> float:
    return min(_time(call) for _ in range(REPEATS))


def _time(call: Callable[[], object]) -> float:
    """Microseconds."""
    began = time.thread_time_ns()
    call()
    return (time.thread_time_ns() - began) / 1000


def _summary(times: list[float]) -> dict[str, float]:
    return {"count": len(times), "mean": float(np.mean(times)), "worst": max(times)}


def _report(figures: Any) -> str:
    lines = ["Milliseconds for the legal actions of one position in which something is built, and for a new land.", ""]
    lines.append(
        f"{'game':<10} {'players':>7}   {'as played: mean':>15} {'worst':>8}   {'20 cubes: mean':>15} {'worst':>8}"
    )
    lines[-1] += f" {'positions':>10}   {'land: mean':>10} {'worst':>8}"
    lines += [_line(found) for found in figures]
    return "\n".join(lines)


def _line(found: Any) -> str:
    played, rich, new = found["legal"]["as played"], found["legal"]["twenty cubes"], found["new"]
    cells = f"{found['game']:<10} {found['players']:>7}"
    for times, width in ((played, 15), (rich, 15)):
        cells += f"   {times['mean'] / 1000:>{width}.4f} {times['worst'] / 1000:>8.3f}"
    return cells + f" {played['count'] + rich['count']:>10}   {new['mean'] / 1000:>10.2f} {new['worst'] / 1000:>8.2f}"


if __name__ == "__main__":
    sys.exit(main())
