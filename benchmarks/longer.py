"""What more simulations are worth, measured by decisions, where whole games would be needed by the hundred.

`python benchmarks/longer.py isis 4 300 20000 [--seconds 300]`: in games of four between bots with 300 simulations, some
decisions are searched again with 20,000. Where the action differs, quick bots play on after both actions with the same
random draws; the difference of the win rates is what the longer search was worth.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from math import sqrt
from random import Random

from tablee.bots.level_bots import LevelBot
from tablee.engine.contract import States
from tablee.games import GameDefinition, find_game
from tablee.games.brains.levels import STRONGEST
from tablee.games.brains.thoughts import Limit

ONE_IN = 4
"""Decisions that are thought about again."""
QUICK = Limit(simulations=60)
"""Of those who play on."""
NEVER_WORKED_OUT = 0
"""Steps in which ends are worked out: what is compared is games in thought."""


def play(definition: GameDefinition, state: States, limit: Limit, random: Random) -> Iterator[tuple[States, int, str]]:
    """Play a game to its end: every decision with the state before it and who took it."""
    while (who := definition.to_act(state)) is not None:
        if who == "chance":
            texts, weights = zip(*definition.outcomes(state), strict=True)
            text = random.choices(texts, weights)[0]
        else:
            text = chosen(definition, state, limit, random.getrandbits(32))
            yield state, int(who), text
        state = definition.apply(state, text)
    yield state, -1, ""


def chosen(definition: GameDefinition, state: States, limit: Limit, seed: int) -> str:
    """What the strongest bot would do after so much thought."""
    known = state if definition.nothing_is_hidden else definition.read(definition.knowledge(state, int(state[0].turn)))
    return LevelBot(definition, STRONGEST, cores=1, steps=NEVER_WORKED_OUT).think_of(known, limit, seed).action


def share(definition: GameDefinition, state: States, seat: int, seed: int) -> float:
    """Of the victory, if quick bots play on."""
    *_, (ended, _, _) = play(definition, state, QUICK, Random(seed))
    winners = definition.result(ended).winners or []
    return (seat in winners) / max(len(winners), 1)


def gain(definition: GameDefinition, state: States, seat: int, actions: tuple[str, str], games: int) -> float:
    """What the second action wins more often than the first."""
    first, second = (definition.apply(state, action) for action in actions)
    return statistics.fmean(
        share(definition, second, seat, lot) - share(definition, first, seat, lot) for lot in range(games)
    )


def gains(definition: GameDefinition, seats: int, few: Limit, many: Limit, games: int) -> Iterator[float]:
    """Of one decision after another: 0 where longer thinking leads to the same."""
    number = 0
    while True:
        random = Random(number)
        for state, seat, action in play(definition, definition.new(seats, {}, 90_000 + number), few, random):
            if seat >= 0 and random.randrange(ONE_IN) == 0 and len(definition.actions(state)) > 1:
                other = chosen(definition, state, many, random.getrandbits(32))
                yield 0.0 if other == action else gain(definition, state, seat, (action, other), games)
        number += 1


def main() -> None:
    """Print what longer thinking was worth, after as many decisions as there was time for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("few", type=int, help="games in thought")
    parser.add_argument("many", type=int)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--games", type=int, default=40, help="played on from each of two actions (default 40)")
    options = parser.parse_args()
    definition, started, found = find_game(options.game), time.monotonic(), list[float]()
    few, many = Limit(simulations=options.few), Limit(simulations=options.many)
    for one in gains(definition, options.seats, few, many, options.games):
        found.append(one)
        print(f"\r{len(found)} decisions", end="", file=sys.stderr, flush=True)
        if len(found) > 1 and time.monotonic() - started > options.seconds:
            break
    others = [one for one in found if one]
    error = statistics.stdev(found) / sqrt(len(found))
    print(f"\r{len(found)} decisions, {len(others)} of them otherwise")
    print(f"a decision wins {100 * statistics.fmean(found):+.2f} % more often (standard error {100 * error:.2f})")


if __name__ == "__main__":
    main()
