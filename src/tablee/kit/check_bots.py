"""Checks of bots: each level answers with a legal action in time. Also measures the speed of the rules."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from tablee.bots.level_bots import LevelBot, prepare, simulations_of
from tablee.engine import calls
from tablee.engine.chance import new_random
from tablee.engine.faults import told
from tablee.engine.playouts import measure
from tablee.games import GameDefinition, find_game
from tablee.games.brains.levels import LEVELS, LONGEST_THOUGHT, STRONGEST
from tablee.games.brains.thoughts import Limit
from tablee.games.document import Document
from tablee.games.language import ENGLISH
from tablee.kit.trial_tables import Bench, finished, play_randomly, started
from tablee.server.features.review.model import expected_searches, full_budget, moves_of
from tablee.server.table.table import Table

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
        yield told(error, definition.folders)
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
    """No faults; notes how fast rules and pictures are, how long a bot and a story take, and what is slow."""
    definition, seconds = bench.definition, MEASURED_QUICK if bench.quick else MEASURED
    fresh = definition.new(definition.players[0], {}, 0)
    games, steps, taken = measure(fresh, definition.rules.MOST_ACTIONS, seconds, new_random(0))
    bot = bot_seconds(definition, seconds)
    table = finished(definition.players[0], game=definition.id)
    searches, budget = expected_searches(definition, moves_of(table)), full_budget(definition)
    each = bot * (budget.limit.simulations or 0) / simulations_of(definition, STRONGEST, definition.players[0])
    limited = budget.limit.seconds
    story = searches * (min(each or bot, limited) if limited is not None else each or bot)
    slow = ", ".join(f"{name} {micro:,.1f} µs" for name, micro in slow_calls(definition, table))
    bench.note = "; ".join(
        [
            f"{round(steps / taken):,} steps a second, {round(games / taken):,} games a second on one core",
            f"the strongest bot decides in about {_about(bot)}, a story takes about {_about(story)} on one core",
            f"slow: {slow}" if slow else "nothing is slow",
        ]
    )
    yield from ()


def _about(seconds: float) -> str:
    """A duration, roughly.

    >>> _about(0.04), _about(3.21), _about(200)
    ('0.1 s', '3.2 s', '3 min')
    """
    return f"{max(0.1, seconds):.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def bot_seconds(definition: GameDefinition, seconds: float) -> float:
    """About how long the strongest bot thinks on one core, from the simulations that it makes in a while."""
    knowledge = _position(definition, definition.players[0], random.Random(1))
    began = time.perf_counter()
    thought = LevelBot(definition, STRONGEST, cores=1).choose(knowledge, Limit(seconds=max(seconds, 0.5)), seed=1)
    taken = time.perf_counter() - began
    wanted = simulations_of(definition, STRONGEST, definition.players[0])
    if not thought.simulations or thought.simulations >= wanted:
        return taken
    return min(LONGEST_THOUGHT, taken * wanted / thought.simulations)


SLOW, SLOW_PICTURE = 5.0, 20_000.0  # microseconds of a rule, and of a picture, that are noticed


def slow_calls(definition: GameDefinition, table: Table) -> Iterator[tuple[str, float]]:
    """The rules and pictures that take long, with microseconds a call; the cost of calling from Python is taken off."""
    states = [step.before for step in table.steps if definition.to_act(step.before) not in (None, "chance")][:200]
    codes = np.empty(definition.rules.MOST_ACTIONS, np.int32)
    scores, facts = np.zeros(max(definition.players), np.int32), None
    if hasattr(definition.rules, "FACTS"):
        facts = np.zeros(1, definition.rules.FACTS)
    first = [next(iter(definition.codes(state).values())) for state in states]
    work: dict[str, Callable[[int], object]] = {
        "to_act": lambda place: calls.to_act(states[place]),
        "rules.legal": lambda place: calls.legal(states[place], codes),
        "rules.apply": lambda place: calls.apply(calls.copy(states[place]), first[place]),
        "rules.scores, winners and reason": lambda place: calls.result(states[place], scores),
        **({"rules.facts": lambda place: calls.facts(states[place], facts)} if facts is not None else {}),
    }
    costs = {name: _microseconds(do, len(states)) for name, do in work.items()}
    yield from ((name, cost - costs["to_act"]) for name, cost in costs.items() if cost - costs["to_act"] > SLOW)
    sights, names = [definition.sight(state, 0) for state in states[:20]], table.names
    picture = _microseconds(lambda place: definition.paint(sights[place], 0, [], names, ENGLISH), len(sights))
    if picture > SLOW_PICTURE:
        yield "scene.scene", picture


def _microseconds(do: Callable[[int], object], count: int) -> float:
    for place in range(min(3, count)):
        do(place)
    began = time.perf_counter()
    for place in range(count):
        do(place)
    return 1e6 * (time.perf_counter() - began) / max(1, count)
