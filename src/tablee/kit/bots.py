"""Bots: at each level one answers with a legal action, in time. And how fast the rules are, which nobody judges."""

import random
import time
from collections.abc import Iterator

from tablee.bots.mind import Mind, prepare
from tablee.games import GameFolder
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
MEASURED, MEASURED_QUICK = 1.0, 0.2
"""Seconds."""


def bots_answer(bench: Bench) -> Iterator[str]:
    """Levels at which no bot answers, or too late, or with what is not legal."""
    folder = bench.folder
    prepare(folder)
    found = list(positions(folder, 1 if bench.quick else 4))
    for level in LEVELS:
        for knowledge in found:
            bench.tick()
            # What comes too late once may have been compiled meanwhile.
            if any(_faults_of_answer(folder, level, knowledge)):
                yield from (f"level {level}: {fault}" for fault in _faults_of_answer(folder, level, knowledge))
    bench.note = f"levels {min(LEVELS)} to {STRONGEST}, {len(found)} positions each"


def positions(folder: GameFolder, each: int) -> Iterator[Document]:
    """What a seat knows that has to decide something, for every number of players."""
    for players in folder.players:
        for seed in range(each):
            rng, table = random.Random(seed), started(players, game=folder.id)
            play_randomly(table, rng, rng.randint(0, 30))
            while table.to_act is not None and table.actions(table.to_act) == ["throw"]:
                play_randomly(table, rng, 1)
            if table.to_act is not None:
                yield table.knowledge(table.to_act)


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
    if taken > SOON:
        yield f"it thinks for {taken:.2f} s, and has been given {LIMIT.seconds} s"


def speed(bench: Bench) -> Iterator[str]:
    """Nothing is wrong with being slow: it is said how fast random games are."""
    folder, seconds = bench.folder, MEASURED_QUICK if bench.quick else MEASURED
    fresh = folder.new(folder.players[0], {}, 0)
    games, steps, taken = measure(fresh, folder.rules.MOST_ACTIONS, seconds, new_random(0))
    bench.note = f"{round(steps / taken):,} steps a second, {round(games / taken):,} games a second on one core"
    yield from ()
