"""How long decisions of the strongest level take.

Positions come from games between quick bots. At some of them a new bot of the strongest level decides, on one core; the
time is that of the processor.

`python benchmarks/decisions.py [GAME …] [--seats 2 3 4] [--decisions 100] [--record FILE]`
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from tablee.bots.level_bots import LevelBot
from tablee.engine.contract import States
from tablee.games import GameDefinition, find_game, game_ids
from tablee.games.brains.levels import STRONGEST
from tablee.games.brains.thoughts import Limit

EVERY = 7
"""One decision in so many is measured."""
QUICK = Limit(simulations=48)


def positions(definition: GameDefinition, seats: int) -> Iterator[States]:
    """Positions with a choice, of one quick game after the other."""
    number = 0
    while True:
        random, state, count = Random(number), definition.new(seats, {}, 70_000 + number), number
        while (who := definition.to_act(state)) is not None:
            if who == "chance":
                texts, weights = zip(*definition.outcomes(state), strict=True)
                text = random.choices(texts, weights)[0]
            elif len(actions := definition.actions(state)) == 1:
                text = actions[0]
            else:
                count += 1
                if count % EVERY == 0:
                    yield state
                bot = LevelBot(definition, STRONGEST - 2, cores=1)
                text = bot.choose(definition.knowledge(state, int(who)), QUICK, random.getrandbits(31)).action
            state = definition.apply(state, text)
        number += 1


def decide(definition: GameDefinition, state: States) -> float:
    """The seconds of the processor for a decision of a new bot."""
    knowledge, bot = definition.knowledge(state, int(state[0].turn)), LevelBot(definition, STRONGEST, cores=1)
    began = time.process_time()
    bot.choose(knowledge, seed=1)
    return time.process_time() - began


def measure(definition: GameDefinition, seats: int, decisions: int, done: int) -> Iterator[float]:
    """The seconds of decisions that are not done yet."""
    for number, state in enumerate(islice(positions(definition, seats), done, decisions)):
        if not number:
            decide(definition, state)  # so that nothing is compiled or loaded in what is measured
        yield decide(definition, state)


def report(name: str, seats: int, found: Sequence[float]) -> str:
    """One line: median, 99 % and longest time."""
    times = sorted(found)
    slow = times[min(len(times) - 1, round(0.99 * (len(times) - 1)))]
    return f"{name:<10} {seats} {len(found):4}   {statistics.median(times):6.2f} {slow:6.2f} {times[-1]:6.2f}"


def main() -> None:
    """Measure and print; continue from a record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--record", type=Path, help="keep the figures here; what is in the file is not measured again")
    options = parser.parse_args()
    kept = json.loads(options.record.read_text()) if options.record and options.record.exists() else {}
    print("game   seats decisions   median, 99 %, longest: s")
    for game_id in options.games or game_ids():
        definition = find_game(game_id)
        for seats in sorted(set(options.seats) & set(definition.players)):
            found = kept.setdefault(f"{game_id} {seats}", [])
            for one in measure(definition, seats, options.decisions, len(found)):
                found.append(one)
                if options.record:
                    options.record.write_text(json.dumps(kept))
            print(report(game_id, seats, found), flush=True)


if __name__ == "__main__":
    main()
