"""Our side of `openspiel.py`: measures Tablée, one request per line, as `openspiel_peer.py` describes.

The search knows only the rules: the brains of the games are left out.
"""

import json
import random
import sys
import time
from dataclasses import replace
from typing import Any

import tablee
from tablee.bots.level_bots import think
from tablee.engine.chance import new_random
from tablee.engine.playouts import measure
from tablee.games import find_game
from tablee.games.game_contract import Brain

NO_TIME = 0.001


def main() -> None:
    """Answer every line."""
    measures = {"steps": _steps, "steps from Python": _steps_from_python, "simulations": _simulations}
    for line in sys.stdin:
        request = json.loads(line)
        found = measures[request["what"]]
        found({**request, "seconds": NO_TIME})  # compile before the clock starts
        count, seconds = found(request)
        print(json.dumps({"count": count, "seconds": seconds}), flush=True)


def _steps(request: dict[str, Any]) -> tuple[int, float]:
    """Random games in compiled code, as `tablee bench` plays them."""
    definition = find_game(request["game"])
    fresh = definition.new(2, {}, request["seed"])
    _, steps, elapsed = measure(fresh, definition.rules.MOST_ACTIONS, request["seconds"], new_random(request["seed"]))
    return steps, elapsed


def _steps_from_python(request: dict[str, Any]) -> tuple[int, float]:
    """Random games by the calls of the Python API."""
    choose, count, began = random.Random(request["seed"]), 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < request["seconds"]:
        game = tablee.new(request["game"], 2, {}, choose.getrandbits(32))
        while game.to_act is not None:
            if game.to_act == "chance":
                game.chance()
            else:
                game.play(choose.choice(game.legal()))
            count += 1
    return count, elapsed


def _simulations(request: dict[str, Any]) -> tuple[int, float]:
    """A new tree at every decision of random games."""
    definition = replace(find_game(request["game"]), brain=Brain(request["game"], None))
    choose, searched, spent = random.Random(request["seed"]), 0, 0.0
    while spent < request["seconds"]:
        state = definition.new(2, {}, choose.getrandbits(32))
        while (seat := definition.to_act(state)) is not None and spent < request["seconds"]:
            codes = list(definition.codes(state).values())
            if seat != "chance" and len(codes) > 1:
                began = time.perf_counter()
                think(definition, state, request["simulations"], request["seed"])
                spent += time.perf_counter() - began
                searched += request["simulations"]
            state = definition.step(state, choose.choice(codes))
    return searched, spent


if __name__ == "__main__":
    main()
