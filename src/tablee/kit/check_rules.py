"""Do the rules hold? Whole games are played at random, compiled, and the same ones once more interpreted.

Compiled code looks at no bounds: what it writes beside its buffers goes unnoticed. The interpreter notices.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import numpy as np

from tablee.games import GameFolder, find_game
from tablee.kernel import calls
from tablee.kernel.contract import CHANCE, OVER, States
from tablee.kit.bench import Bench
from tablee.kit.tables import FOR_EVER

LEAST = 12
"""Games, however few ways there are to play."""
LEAVING = 0.004
"""How likely somebody leaves before a decision."""
SECONDS, SECONDS_QUICK = 5.0, 2.0
"""For what is interpreted: some rules take long so."""
PATIENCE = 60.0
NOT_OVER = f"it is not over after {FOR_EVER} steps"

Trace = dict[str, Any]
"""A game that was played: players, options, seed, its steps (a code, or [seat] for who left), and what came of each."""


def legal_play(bench: Bench) -> Iterator[str]:
    """Faults in whole games, of every number of players and set of options, with and without leaving."""
    played = _played(bench)
    for _, faults in played:
        yield from faults
    bench.note = f"{len(played)} games, {sum(len(trace['steps']) for trace, _ in played)} steps"


def same_interpreted(bench: Bench) -> Iterator[str]:
    """What comes otherwise if the rules are interpreted, or is then out of bounds."""
    traces = [trace for trace, faults in _played(bench) if not faults]
    wanted = {"game": bench.folder.id, "seconds": SECONDS_QUICK if bench.quick else SECONDS, "traces": traces}
    script = "from tablee.kit.rules import interpret; interpret()"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        input=json.dumps(wanted), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    if done.returncode:
        yield f"interpreted, they break: {done.stderr.strip().splitlines()[-1]}"
        return
    found = json.loads(done.stdout)
    bench.note = f"{found['steps']} steps"
    yield from found["faults"]


# ---- playing -----------------------------------------------------------------------------------------------


def _played(bench: Bench) -> list[tuple[Trace, list[str]]]:
    """Games of all ways, played once, with the faults found in them."""
    if "played" not in bench.kept:
        bench.kept["played"] = list(_play_all(bench))
    played: list[tuple[Trace, list[str]]] = bench.kept["played"]
    return played


def _play_all(bench: Bench) -> Iterator[tuple[Trace, list[str]]]:
    ways = bench.ways()
    for seed, (players, options) in enumerate(ways * max(1, LEAST // len(ways))):
        bench.tick()
        played = _play(bench.folder, players, options, seed, LEAVING * (seed % 2))
        yield played
        if any(NOT_OVER in fault for fault in played[1]):
            return  # the others would take as long


def _play(
    folder: GameFolder, players: int, options: dict[str, Any], seed: int, leaving: float
) -> tuple[Trace, list[str]]:
    """A whole game at random; playing ends with the first fault."""
    rng, state = random.Random(seed), folder.new(players, options, seed)
    trace: Trace = {"players": players, "options": options, "seed": seed, "steps": [], "marks": [_mark(folder, state)]}
    how = f"{players} players, {_shown(options)}" if options else f"{players} players"
    while (seat := calls.to_act(state)) != OVER:
        fault = _fault_of(folder, state, seat)
        if not fault and len(trace["steps"]) > FOR_EVER:
            fault = NOT_OVER
        if fault:
            return trace, [f"{how}, step {len(trace['steps'])}: {fault}"]
        staying = [other for other in range(players) if not state["left"][0][other]]
        if rng.random() < leaving:
            gone = rng.choice(staying)
            trace["steps"].append([gone])
            state = folder.leave(state, gone)
        else:
            code = rng.choice(_codes(folder, state, seat)[0])
            trace["steps"].append(code)
            state = folder.step(state, code)
        trace["marks"].append(_mark(folder, state))
    return trace, [f"{how}, at the end: {fault}" for fault in _faults_of_the_end(folder, state)]


def _codes(folder: GameFolder, state: States, seat: int) -> tuple[list[int], list[int]]:
    """The actions or outcomes, and the weights of the latter."""
    most = folder.rules.MOST_ACTIONS
    codes, weights = np.empty(most, np.int32), np.ones(most, np.int32)
    count = calls.outcomes(state, codes, weights) if seat == CHANCE else calls.legal(state, codes)
    return codes[: max(count, 0)].tolist(), weights[: max(count, 0)].tolist()


def _fault_of(folder: GameFolder, state: States, seat: int) -> str:
    if seat != CHANCE and not 0 <= seat < folder.seats(state):
        return f"to_act says {seat}, which is no seat"
    if seat >= 0 and state["left"][0][seat]:
        return f"seat {seat} is to act, but it has left"
    before = state.tobytes()
    codes, weights = _codes(folder, state, seat)
    what = "outcomes" if seat == CHANCE else "legal"
    if state.tobytes() != before:
        return f"rules.{what} changes the state"
    if not codes or len(codes) > folder.rules.MOST_ACTIONS:
        return f"rules.{what} finds {len(codes)} actions; there must be 1 to {folder.rules.MOST_ACTIONS} (MOST_ACTIONS)"
    if min(weights) <= 0:
        return "rules.outcomes gives a weight that is not above 0"
    return _fault_of_texts([folder.words.action_text(state, code) for code in codes])


def _fault_of_texts(texts: list[str]) -> str:
    twice = next((text for text in texts if texts.count(text) > 1), None)
    if twice is not None:
        return f"two actions are both called {twice!r}"
    wrong = next((text for text in texts if not text or text != " ".join(text.split()) or ";" in text), None)
    return f"{wrong!r} is no text of an action: words, with single spaces, without ;" if wrong is not None else ""


def _faults_of_the_end(folder: GameFolder, state: States) -> Iterator[str]:
    result = folder.result(state)
    if not result.winners:
        yield "nobody has won"
    if any(state["left"][0][seat] for seat in result.winners):
        yield "somebody has won who has left"
    if not result.reason:
        yield "rules.reason does not say why it is over"


def _shown(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def _mark(folder: GameFolder, state: States) -> int:
    """What a state and what may be done in it come to, as a number."""
    seat = calls.to_act(state)
    codes = [] if seat == OVER else _codes(folder, state, seat)
    result = folder.result(state)
    return crc32(f"{seat} {codes} {result.scores} {result.winners} {_facts(folder, state)}".encode() + state.tobytes())


def _facts(folder: GameFolder, state: States) -> str:
    if not hasattr(folder.rules, "FACTS"):
        return ""
    facts = np.zeros(1, folder.rules.FACTS)
    calls.facts(state, facts)
    return str(calls.values(facts))


# ---- in the interpreter --------------------------------------------------------------------------------------


def interpret() -> None:
    """In a process where nothing is compiled: play games again, and print what differs. Time is limited."""
    wanted = json.load(sys.stdin)
    folder, until = find_game(wanted["game"]), time.monotonic() + wanted["seconds"]
    faults: list[str] = []
    steps = 0
    for trace in wanted["traces"]:
        compared, fault = _again(folder, trace, until)
        steps += compared
        faults += [fault] if fault else []
    print(json.dumps({"steps": steps, "faults": faults}))


def _again(folder: GameFolder, trace: Trace, until: float) -> tuple[int, str]:
    """How many steps of a game were compared, and what was found."""
    number, fault = 0, ""
    try:
        state = folder.new(trace["players"], trace["options"], trace["seed"])
        for number, mark in enumerate(trace["marks"]):
            if time.monotonic() > until:
                break
            if _mark(folder, state) != mark:
                fault = "compiled and interpreted rules disagree"
                break
            if number < len(trace["steps"]):
                step = trace["steps"][number]
                state = folder.leave(state, step[0]) if isinstance(step, list) else folder.step(state, step)
    except Exception as error:  # whatever a stranger's rules do
        fault = f"{type(error).__name__}: {error}"
    how = f"{trace['players']} players, {_shown(trace['options'])}".removesuffix(", ")
    return number, f"{how}, step {number}: {fault}" if fault else ""
