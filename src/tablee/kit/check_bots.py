"""Bots: at each level one answers with a legal action, in time. And how fast the rules are, which nobody judges."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator

from tablee.bots.mind import Mind, prepare
from tablee.games import GameFolder, find_game
from tablee.games.document import Document
from tablee.games.levels import LEVELS, STRONGEST
from tablee.games.thoughts import Limit
from tablee.kernel.chance import new_random
from tablee.kernel.playout import measure
from tablee.kit.bench import Bench
from tablee.kit.tables import play_randomly, started

LIMIT = Limit(seconds=0.1)
SOON = 0.4
"""Seconds of the processor in which the answer must have come: others may be busy here."""
PATIENCE = 120.0
"""Seconds for all of them, and for what must be compiled before."""
MEASURED, MEASURED_QUICK = 1.0, 0.2
"""Seconds."""


def bots_answer(bench: Bench) -> Iterator[str]:
    """Levels at which no bot answers, or too late, or with what is not legal. One that never ends is ended."""
    each, script = 1 if bench.quick else 4, "from tablee.kit.bots import ask_bots; ask_bots()"
    asking = subprocess.Popen(
        [sys.executable, "-c", script, bench.folder.id, str(each)],
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
    """In a process of its own: ask the bots of a game, print which level is asked, and in the end what is wrong."""
    folder, each = find_game(sys.argv[1]), int(sys.argv[2])
    prepare(folder)
    found, faults = list(positions(folder, each)), list[str]()
    for level in LEVELS:
        print(level, flush=True)
        for knowledge in found:
            # What comes too late once may have been compiled meanwhile.
            if any(_faults_of_answer(folder, level, knowledge)):
                faults += (f"level {level}: {fault}" for fault in _faults_of_answer(folder, level, knowledge))
    print(json.dumps({"faults": faults, "positions": len(found)}))


def positions(folder: GameFolder, each: int) -> Iterator[Document]:
    """What a seat knows that has to decide something, for every number of players."""
    for players in folder.players:
        for seed in range(each):
            yield _position(folder, players, random.Random(seed))


def _position(folder: GameFolder, players: int, rng: random.Random) -> Document:
    """Somewhere in a game; nearer to its beginning if it is over by then, or there is nothing to choose."""
    steps = rng.randint(0, 30)
    while True:
        table = started(players, game=folder.id)
        play_randomly(table, rng, steps)
        while table.to_act is not None and table.actions(table.to_act) == ["throw"]:
            play_randomly(table, rng, 1)
        if table.to_act is not None and (len(table.actions(table.to_act)) > 1 or not steps):
            return table.knowledge(table.to_act)
        steps //= 2


def _faults_of_answer(folder: GameFolder, level: int, knowledge: Document) -> Iterator[str]:
    began = time.process_time()
    try:
        thought = Mind(folder, level, cores=1).choose(knowledge, LIMIT, seed=level)
    except Exception as error:  # whatever a stranger's brain does
        yield f"{type(error).__name__}: {error}"
        return
    taken = time.process_time() - began
    if thought.action not in folder.actions(folder.read(knowledge)):
        yield f"it answers {thought.action!r}, which is not legal"
    elif folder.brain.has("think") and len(folder.actions(folder.read(knowledge))) > 1 and not thought.considered:
        yield "brain.think has no opinion of any action"
    if taken > SOON:
        yield f"it thinks for {taken:.2f} s, and has been given {LIMIT.seconds} s"


def speed(bench: Bench) -> Iterator[str]:
    """Nothing is wrong with being slow: it is said how fast random games are."""
    folder, seconds = bench.folder, MEASURED_QUICK if bench.quick else MEASURED
    fresh = folder.new(folder.players[0], {}, 0)
    games, steps, taken = measure(fresh, folder.rules.MOST_ACTIONS, seconds, new_random(0))
    bench.note = f"{round(steps / taken):,} steps a second, {round(games / taken):,} games a second on one core"
    yield from ()
