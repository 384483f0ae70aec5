"""Checks of bots: each level answers with a legal action in time. Also measures the speed of the rules."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator

from tablee.bots.level_bots import LevelBot, prepare
from tablee.engine.chance import new_random
from tablee.engine.playouts import measure
from tablee.games import GameDefinition, find_game
from tablee.games.brains.levels import LEVELS, STRONGEST
from tablee.games.brains.thoughts import Limit
from tablee.games.document import Document
from tablee.kit.trial_tables import Bench, play_randomly, started

LIMIT = Limit(seconds=0.1)
SOON = 0.4  # the most processor seconds for an answer
PATIENCE = 120.0  # seconds for all answers, with compilation
MEASURED, MEASURED_QUICK = 1.0, 0.2  # seconds


def bots_answer(bench: Bench) -> Iterator[str]:
    """Levels whose bot fails, is late, or plays an illegal action. A bot that hangs is killed."""
    each, script = 1 if bench.quick else 4, "from tablee.kit.check_bots import ask_bots; ask_bots()"
    asking = subprocess.Popen(
        [sys.executable, "-c", script, bench.definition.id, str(each)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        out, err = asking.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        asking.kill()
        out, _ = asking.communicate()
        yield f"no bot answers after {PATIENCE:g} s{''.join(f' (level {line})' for line in out.split()[-1:])}"
        return
    if asking.returncode:
        yield err.strip().splitlines()[-1]
        return
    answer = json.loads(out.splitlines()[-1])
    yield from answer["faults"]
    bench.note = f"levels {min(LEVELS)} to {STRONGEST}, {answer['positions']} positions each"


def ask_bots() -> None:
    """In a child process: ask the bots of a game, printing each level, and at the end the faults."""
    definition, each = find_game(sys.argv[1]), int(sys.argv[2])
    prepare(definition)
    found, faults = list(positions(definition, each)), list[str]()
    for level in LEVELS:
        print(level, flush=True)
        for knowledge in found:
            # The first answer may have been late because of compilation.
            if any(_faults_of_answer(definition, level, knowledge)):
                faults += (f"level {level}: {fault}" for fault in _faults_of_answer(definition, level, knowledge))
    print(json.dumps({"faults": faults, "positions": len(found)}))


def positions(definition: GameDefinition, each: int) -> Iterator[Document]:
    """The knowledge of seats to act, for every number of players."""
    for players in definition.players:
        for seed in range(each):
            yield _position(definition, players, random.Random(seed))


def _position(definition: GameDefinition, players: int, rng: random.Random) -> Document:
    """A random position with a choice; nearer to the beginning if there is none."""
    steps = rng.randint(0, 30)
    while True:
        table = started(players, game=definition.id)
        play_randomly(table, rng, steps)
        while table.to_act is not None and table.actions(table.to_act) == ["throw"]:
            play_randomly(table, rng, 1)
        if table.to_act is not None and (len(table.actions(table.to_act)) > 1 or not steps):
            return table.knowledge(table.to_act)
        steps //= 2


def _faults_of_answer(definition: GameDefinition, level: int, knowledge: Document) -> Iterator[str]:
    began = time.process_time()
    try:
        thought = LevelBot(definition, level, cores=1).choose(knowledge, LIMIT, seed=level)
    except Exception as error:  # any error is a fault of the brain
        yield f"{type(error).__name__}: {error}"
        return
    taken = time.process_time() - began
    if thought.action not in definition.actions(definition.read(knowledge)):
        yield f"it answers {thought.action!r}, which is not legal"
    elif (
        definition.brain.has("think")
        and len(definition.actions(definition.read(knowledge))) > 1
        and not thought.considered
    ):
        yield "brain.think has no opinion of any action"
    if taken > SOON:
        yield f"it thinks for {taken:.2f} s, and has been given {LIMIT.seconds} s"


def speed(bench: Bench) -> Iterator[str]:
    """No faults; notes the speed of random games."""
    definition, seconds = bench.definition, MEASURED_QUICK if bench.quick else MEASURED
    fresh = definition.new(definition.players[0], {}, 0)
    games, steps, taken = measure(fresh, definition.rules.MOST_ACTIONS, seconds, new_random(0))
    bench.note = f"{round(steps / taken):,} steps a second, {round(games / taken):,} games a second on one core"
    yield from ()
