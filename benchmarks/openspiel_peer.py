"""OpenSpiel's side of `openspiel.py`: measures OpenSpiel, one request per line; it imports nothing of Tablée.

`{"what": "steps", "game": "othello", "seconds": 0.5, "simulations": 500, "seed": 7}` is answered by
`{"count": 71234, "seconds": 0.501}`.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import pyspiel

EXPLORATION = 1.4
MEGABYTES = 1000


def main() -> None:
    """Answer every line."""
    measures = {"steps": _steps, "simulations": _simulations}
    for line in sys.stdin:
        request = json.loads(line)
        game = pyspiel.load_game(request["game"])
        count, seconds = measures[request["what"]](game, request)
        print(json.dumps({"count": count, "seconds": seconds}), flush=True)


def _steps(game: Any, request: dict[str, Any]) -> tuple[int, float]:
    """Random games, played from Python: how many steps in how much time."""
    choose = random.Random(request["seed"])
    count, began = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < request["seconds"]:
        count += _play(game, choose)
    return count, elapsed


def _simulations(game: Any, request: dict[str, Any]) -> tuple[int, float]:
    """OpenSpiel's own search at every decision of random games: how many simulations in how much time."""
    choose = random.Random(request["seed"])
    evaluator = pyspiel.RandomRolloutEvaluator(1, request["seed"])
    simulations, seed = request["simulations"], request["seed"]
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEGABYTES, False, seed, False)
    spent: list[float] = []

    def search(state: Any) -> None:
        if sum(spent) < request["seconds"]:
            began = time.perf_counter()
            bot.mcts_search(state)
            spent.append(time.perf_counter() - began)

    while sum(spent) < request["seconds"]:
        _play(game, choose, search)
    return request["simulations"] * len(spent), sum(spent)


def _play(game: Any, choose: random.Random, at_decision: Callable[[Any], None] | None = None) -> int:
    """Play a random game to its end; returns its steps."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = choose.choices(outcomes, weights)[0]
        else:
            if at_decision is not None and len(state.legal_actions()) > 1:
                at_decision(state)
            action = choose.choice(state.legal_actions())
        state.apply_action(action)
        steps += 1
    return steps


if __name__ == "__main__":
    main()
