"""How good stories are: what stays unexplained in games of two, and the errors of position values.

- `python benchmarks/stories.py unexplained FILE [GAME …]` plays games between bots, computes their stories and adds
  a line for each to the file; it continues from the games that are in the file.
- `python benchmarks/stories.py errors` compares values of positions with those of ten times as many simulations, or
  with playouts where a brain evaluates without them.
- `python benchmarks/stories.py exact` compares values of endgames of Isis & Osiris with the exact ones.
- `python benchmarks/stories.py shared GAME` plays on from the played action and from its rival: the errors of values
  and costs, and how much of its error about the one the evaluator repeats about the other (`hindsight.py`).
"""

import json
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from tablee.bots.endgame_solver import solve_endgame
from tablee.bots.evaluation import PositionValues, level_evaluator
from tablee.bots.level_bots import LevelBot
from tablee.engine.contract import States
from tablee.games import GameDefinition, find_game, game_ids
from tablee.games.brains.thoughts import Limit
from tablee.server.features.review.model import Budget, Move, full_budget, make_story
from tablee.server.features.review.story_command import evaluate_moves

LEVELS = ((3, 3), (2, 4), (4, 2), (4, 4), (3, 1), (2, 2))
"""Who plays whom, game by game."""
THOUGHT = Limit(simulations=300)
"""Of those who play."""
PLAYS_ON = {"morpyam": 5, "morfals": 4}
"""The level of bots that play on from a position, as high as time allows; in other games 3."""
GAMES_ON = 12
"""Games that are played on from each of two positions."""
PLAYED_OUT = 200
"""Games that are played out from a position by bots of the highest level."""


def play(definition: GameDefinition, levels: tuple[int, ...], seed: int) -> tuple[list[Move], States]:
    """A game between bots that think a little; it follows from its seed."""
    random, state, moves = Random(seed), definition.new(len(levels), {}, seed), list[Move]()
    while (who := definition.to_act(state)) is not None:
        text = (
            _drawn(definition, state, random)
            if who == "chance"
            else _chosen(definition, state, levels[int(who)], random)
        )
        moves.append(Move(who, text, state))
        state = definition.apply(state, text)
    return moves, state


def _drawn(definition: GameDefinition, state: States, random: Random) -> str:
    outcomes = definition.outcomes(state)
    return random.choices([text for text, _ in outcomes], [weight for _, weight in outcomes])[0]


def _chosen(definition: GameDefinition, state: States, level: int, random: Random) -> str:
    seat = definition.to_act(state)
    assert isinstance(seat, int)
    mind = LevelBot(definition, level, cores=1)
    return mind.choose(definition.knowledge(state, seat), THOUGHT, random.getrandbits(32)).action


def unexplained(path: Path, games: Sequence[str]) -> None:
    """Add a line for each game that is not there yet."""
    there = {tuple(line[:2]) for line in _lines(path)}
    for number, levels in enumerate(LEVELS):
        for game_id in games:
            if (game_id, number) not in there:
                definition = find_game(game_id)
                moves, final = play(definition, levels, number)
                started, budget = time.process_time(), full_budget(definition)
                story = make_story(definition, moves, final, evaluate_moves(definition, moves, budget))
                first, took = story.seats[0], time.process_time() - started
                line = (game_id, number, len(moves), round(took, 1), msgspec.to_builtins(first))
                with path.open("a") as file:
                    file.write(json.dumps(line) + "\n")
                print(*line, flush=True)
    for game_id in games:
        sizes = [abs(line[4]["unexplained"]) for line in _lines(path) if line[0] == game_id]
        print(game_id, len(sizes), "games, unexplained on average", round(100 * statistics.mean(sizes), 1))


def _lines(path: Path) -> list[list]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def errors(count: int = 12) -> None:
    """The errors of position values."""
    for game_id in game_ids():
        definition = find_game(game_id)
        moves, _ = play(definition, (3, 3), 7)
        chosen = [move for move in moves if isinstance(move.who, int) and len(definition.actions(move.before)) > 1]
        chosen = chosen[:: max(1, len(chosen) // count)][:count]
        budget = full_budget(definition)
        by_eye = game_id in ("morfals", "morpyam")
        values = PositionValues(definition, level_evaluator(definition, budget.level, budget.limit))
        better = PositionValues(definition, level_evaluator(definition, budget.level, _ten_times(budget)))
        apart = []
        for move in chosen:
            found = values.of(move.before)
            truth = played_out(definition, move.before) if by_eye else better.of(move.before).values[0]
            apart.append(found.values[0] - truth)
        size = statistics.mean(abs(one) for one in apart)
        print(game_id, len(apart), "positions", "played out" if by_eye else "ten times the thinking",
              f"mean size {size:.3f} mean {statistics.mean(apart):+.3f} spread {statistics.pstdev(apart):.3f}",
              flush=True)  # fmt: skip


def _ten_times(budget: Budget) -> Limit:
    return Limit(simulations=10 * (budget.limit.simulations or 1))


def played_out(definition: GameDefinition, state: States, games: int = PLAYED_OUT) -> float:
    """The share of the win of the first seat where bots of the highest level play on."""
    return statistics.mean(_results(definition, state, games))


def _results(definition: GameDefinition, state: States, games: int) -> Iterator[float]:
    level = PLAYS_ON.get(definition.id, 3)
    for seed in range(games):
        random, now = Random(seed), state
        while (who := definition.to_act(now)) is not None:
            if who == "chance":
                text = _drawn(definition, now, random)
            else:
                knowledge = definition.knowledge(now, int(who))
                text = LevelBot(definition, level, cores=1).choose(knowledge, seed=random.getrandbits(32)).action
            now = definition.apply(now, text)
        winners = definition.result(now).winners
        yield (0 in winners) / len(winners)


def shared(game_id: str) -> None:
    """How far the judge is wrong about what was played and about its rival, and how alike these errors are."""
    definition, found = find_game(game_id), list[tuple[float, float, float]]()
    budget = full_budget(definition)
    for number, levels in enumerate(LEVELS):
        moves, _ = play(definition, levels, number)
        values = PositionValues(definition, level_evaluator(definition, budget.level, budget.limit), budget.outcomes)
        for move in moves[::2]:
            weighed = values.evaluate(move.before, "" if move.who == "chance" else move.text)
            if weighed.gain:
                found.append(_errors_of(definition, values, move, str(weighed.best)))
                print(game_id, _repeated(found), end="\r", flush=True)
    print(game_id, _repeated(found))


def _errors_of(
    definition: GameDefinition, values: PositionValues, move: Move, rival: str
) -> tuple[float, float, float]:
    """Of the worth of what was played, and of its rival; and what so few games leave open, squared."""
    errors, open_ = list[float](), 0.0
    for text in (move.text, rival):
        after = definition.apply(move.before, text)
        results = list(_results(definition, after, GAMES_ON))
        errors.append(statistics.mean(results) - values.of(after).values[0])
        open_ += statistics.variance(results) / GAMES_ON / 2
    return errors[0], errors[1], open_


def _repeated(found: list[tuple[float, float, float]]) -> str:
    """The part of its error that the judge repeats, with what the games leave open taken out of its size."""
    size = statistics.mean((one * one + other * other) / 2 - open_ for one, other, open_ in found)
    common = statistics.mean(one * other for one, other, _ in found)
    apart = statistics.mean((one - other) ** 2 - 2 * open_ for one, other, open_ in found)
    return (
        f"{len(found)} pairs: values wrong by {max(size, 0) ** 0.5:.3f}, costs by {max(apart, 0) ** 0.5:.3f}, "
        f"repeated {common / size if size > 0 else 0:.2f}"
    )


def exact(games: int = 8) -> None:
    """Ends of Isis & Osiris: what is thought of them by playing games in thought, and what they are worth."""
    definition, apart = find_game("isis"), list[float]()
    for seed in range(games):
        moves, _ = play(definition, (3, 3), seed)
        for move in moves[-24:]:
            if isinstance(move.who, int) and (known := solve_endgame(definition, move.before, 200_000)):
                best = max(known, key=lambda one: one.reward)
                mind = LevelBot(definition, 3, cores=1)  # it works ends out of a few steps only
                search, _ = mind._searched(move.before, Limit(simulations=6_000), seed)
                apart.append(search[0].values[0] - best.values[0])
    size = statistics.mean(abs(one) for one in apart)
    print(f"isis: {len(apart)} ends, mean size {size:.3f}, mean {statistics.mean(apart):+.3f}")


if __name__ == "__main__":
    what = sys.argv[1]
    if what == "unexplained":
        unexplained(Path(sys.argv[2]), sys.argv[3:] or game_ids())
    elif what == "shared":
        shared(sys.argv[2])
    else:
        {"errors": errors, "exact": exact}[what]()
