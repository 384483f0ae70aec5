"""Our side of `openspiel.py`: as `openspiel_peer.py` for OpenSpiel, a program that measures one thing a line.

It knows no more of the games than their rules: what their brains tell the search is left out.
"""

import json
import random
import sys
import time
from dataclasses import replace
from types import ModuleType
from typing import Any

import tablee
from tablee.bots.mind import think
from tablee.games import find_game
from tablee.kernel.chance import new_random
from tablee.kernel.playout import measure

NO_TIME = 0.001


def main() -> None:
    """Answer every line."""
    measures = {"steps": _steps, "steps from Python": _steps_from_python, "simulations": _simulations}
    for line in sys.stdin:
        wish = json.loads(line)
        found = measures[wish["what"]]
        found({**wish, "seconds": NO_TIME})  # whatever is to be compiled is compiled before the clock starts
        count, seconds = found(wish)
        print(json.dumps({"count": count, "seconds": seconds}), flush=True)


def _steps(wish: dict[str, Any]) -> tuple[int, float]:
    """Random games in compiled code, as `tablee bench` plays them."""
    folder = find_game(wish["game"])
    fresh = folder.new(2, {}, wish["seed"])
    _, steps, elapsed = measure(fresh, folder.rules.MOST_ACTIONS, wish["seconds"], new_random(wish["seed"]))
    return steps, elapsed


def _steps_from_python(wish: dict[str, Any]) -> tuple[int, float]:
    """Random games by the calls of the Python API."""
    choose, count, began = random.Random(wish["seed"]), 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < wish["seconds"]:
        game = tablee.new(wish["game"], 2, {}, choose.getrandbits(32))
        while game.to_act is not None:
            if game.to_act == "chance":
                game.chance()
            else:
                game.play(choose.choice(game.legal()))
            count += 1
    return count, elapsed


def _simulations(wish: dict[str, Any]) -> tuple[int, float]:
    """A new tree at every decision of random games."""
    folder = replace(find_game(wish["game"]), brain=ModuleType("nothing"))
    choose, searched, spent = random.Random(wish["seed"]), 0, 0.0
    while spent < wish["seconds"]:
        state = folder.new(2, {}, choose.getrandbits(32))
        while (seat := folder.to_act(state)) is not None and spent < wish["seconds"]:
            codes = list(folder.codes(state).values())
            if seat != "chance" and len(codes) > 1:
                began = time.perf_counter()
                think(folder, state, wish["simulations"], wish["seed"])
                spent += time.perf_counter() - began
                searched += wish["simulations"]
            state = folder.step(state, choose.choice(codes))
    return searched, spent


if __name__ == "__main__":
    main()
