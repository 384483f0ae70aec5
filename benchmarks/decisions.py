"""How long decisions of the strongest level take, and what its short cuts cost.

Positions come from games between quick bots. At some of them a new bot of the strongest level decides, on one core; the
time is that of the processor. With `--unhurried` it also decides by the former limits, which never stop early. Where it
then chooses otherwise, both positions that follow are searched for longer, and the difference of their values is what
the short cut has cost.

`python benchmarks/decisions.py [GAME …] [--seats 2 3 4] [--decisions 100] [--unhurried] [--record FILE]`
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from unittest.mock import patch

from tablee.bots.level_bots import LevelBot
from tablee.engine.contract import States
from tablee.games import GameDefinition, find_game, game_ids
from tablee.games.brains.levels import LEVELS, STRONGEST
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.shared.routes.brain import route_search

EVERY = 7
"""One decision in so many is measured."""
QUICK = Limit(simulations=48)
LONGER = 4
"""Times the former simulations, to value what two choices lead to."""
FORMER = LEVELS[STRONGEST]._replace(simulations=160_000, with_more=80_000, until_clear=False, wide=0)
FORMER_ROUTES = route_search.LEVELS[STRONGEST]._replace(simulations=6000, turns=0)


@contextmanager
def unhurried(times: int = 1) -> Iterator[None]:
    """The former limits, so many times."""
    tree = FORMER._replace(simulations=FORMER.simulations * times, with_more=times * (FORMER.with_more or 0))
    routes = FORMER_ROUTES._replace(simulations=FORMER_ROUTES.simulations * times)
    with patch.dict(LEVELS, {STRONGEST: tree}), patch.dict(route_search.LEVELS, {STRONGEST: routes}):
        yield


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


def decide(definition: GameDefinition, state: States, seed: int = 1) -> tuple[Thought, float]:
    """What a new bot thinks, and the seconds of the processor."""
    knowledge, bot = definition.knowledge(state, int(state[0].turn)), LevelBot(definition, STRONGEST, cores=1)
    began = time.process_time()
    return bot.choose(knowledge, seed=seed), time.process_time() - began


def worth(definition: GameDefinition, state: States, action: str, seat: int) -> float:
    """What an action is worth by a longer search of the position after it; chance takes one of its outcomes."""
    after, random = definition.apply(state, action), Random(1)
    while definition.to_act(after) == "chance":
        texts, weights = zip(*definition.outcomes(after), strict=True)
        after = definition.apply(after, random.choices(texts, weights)[0])
    if (result := definition.result(after)).over:
        return (seat in result.winners) / len(result.winners)
    bot = LevelBot(definition, STRONGEST, cores=1)
    thought = bot.choose(definition.knowledge(after, int(after[0].turn)), seed=2, even_if_forced=True)
    return thought.considered[0].values[seat]


Measured = list[float | None]
"""Of a decision: seconds, seconds unhurried, and the cost of the other choice (0 where it is the same)."""


def measure(definition: GameDefinition, seats: int, options: argparse.Namespace, done: int) -> Iterator[Measured]:
    """Decisions that are not done yet."""
    for number, state in enumerate(islice(positions(definition, seats), done, options.decisions)):
        if not number:
            decide(definition, state)  # so that nothing is compiled or loaded in what is measured
        quick, seconds = decide(definition, state)
        former, cost = None, None
        if options.unhurried:
            with unhurried():
                slow, former = decide(definition, state)
            cost = 0.0
            if slow.action != quick.action:
                with unhurried(LONGER):
                    better, played = (
                        worth(definition, state, one, int(state[0].turn)) for one in (slow.action, quick.action)
                    )
                cost = better - played
        yield [seconds, former, cost]


def report(name: str, seats: int, found: Sequence[Measured]) -> str:
    """One line: median, 99 % and longest time, before that those of the former limits, and what was lost."""
    parts = [f"{name:<10} {seats} {len(found):4}"]
    for column in (1, 0):
        times = sorted(row[column] for row in found if row[column] is not None)
        if times:
            slow = times[min(len(times) - 1, round(0.99 * (len(times) - 1)))]
            parts.append(f"{statistics.median(times):6.2f} {slow:6.2f} {times[-1]:6.2f}")
    costs = [row[2] for row in found if row[2] is not None]
    if len(costs) > 1:
        error = statistics.stdev(costs) / len(costs) ** 0.5
        parts.append(
            f"{sum(map(bool, costs)):3} otherwise, {100 * statistics.fmean(costs):+.2f} ±{196 * error:.2f} % of a win"
        )
    return "   ".join(parts)


def main() -> None:
    """Measure and print; continue from a record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--unhurried", action="store_true", help="compare with the former limits")
    parser.add_argument("--record", type=Path, help="keep the figures here; what is in the file is not measured again")
    options = parser.parse_args()
    kept = json.loads(options.record.read_text()) if options.record and options.record.exists() else {}
    print(
        "game   seats decisions   median, 99 %, longest: " + ("former limits, then now" if options.unhurried else "s")
    )
    for game_id in options.games or game_ids():
        definition = find_game(game_id)
        for seats in sorted(set(options.seats) & set(definition.players)):
            found = kept.setdefault(f"{game_id} {seats}", [])
            for one in measure(definition, seats, options, len(found)):
                found.append(one)
                if options.record:
                    options.record.write_text(json.dumps(kept))
            print(report(game_id, seats, found), flush=True)


if __name__ == "__main__":
    main()
