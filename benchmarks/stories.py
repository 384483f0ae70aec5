"""How good stories are: what stays unexplained in games of two, and how far worths are from ten times the thinking.

- `python benchmarks/stories.py unexplained FILE [GAME …]` plays games between bots, tells their stories and adds a line
  for each to the file; games that are there already are left out, so that it can be broken off.
- `python benchmarks/stories.py errors` compares worths of positions with those that ten times the thinking gives, or
  with games played out where a brain judges by eye.
- `python benchmarks/stories.py exact` compares ends of Isis & Osiris with what they are worth exactly.
- `python benchmarks/stories.py shared GAME` plays on from what was played and from its rival: how far worths and
  costs are wrong, and how much of its error about the one the judge repeats about the other (`study/hindsight.py`).
"""

import json
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from tablee.bots.judging import judge_by
from tablee.bots.mind import Mind
from tablee.bots.solve import work_out
from tablee.bots.weighing import Worths
from tablee.games import GameFolder, find_game, game_ids
from tablee.games.thoughts import Limit
from tablee.kernel.contract import States
from tablee.study.budgets import Budget, whole
from tablee.study.story import Move, tell
from tablee.study.thinking import weigh

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


def play(folder: GameFolder, levels: tuple[int, ...], seed: int) -> tuple[list[Move], States]:
    """A game between bots that think a little; it follows from its seed."""
    random, state, moves = Random(seed), folder.new(len(levels), {}, seed), list[Move]()
    while (who := folder.to_act(state)) is not None:
        text = _drawn(folder, state, random) if who == "chance" else _chosen(folder, state, levels[int(who)], random)
        moves.append(Move(who, text, state))
        state = folder.apply(state, text)
    return moves, state


def _drawn(folder: GameFolder, state: States, random: Random) -> str:
    outcomes = folder.outcomes(state)
    return random.choices([text for text, _ in outcomes], [weight for _, weight in outcomes])[0]


def _chosen(folder: GameFolder, state: States, level: int, random: Random) -> str:
    seat = folder.to_act(state)
    assert isinstance(seat, int)
    mind = Mind(folder, level, cores=1)
    return mind.choose(folder.knowledge(state, seat), THOUGHT, random.getrandbits(32)).action


def unexplained(path: Path, games: Sequence[str]) -> None:
    """Add a line for each game that is not there yet."""
    there = {tuple(line[:2]) for line in _lines(path)}
    for number, levels in enumerate(LEVELS):
        for game_id in games:
            if (game_id, number) not in there:
                folder = find_game(game_id)
                moves, final = play(folder, levels, number)
                started, budget = time.process_time(), whole(folder)
                story = tell(folder, moves, final, weigh(folder, moves, budget))
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
    """How far the worths of positions are from better ones."""
    for game_id in game_ids():
        folder = find_game(game_id)
        moves, _ = play(folder, (3, 3), 7)
        chosen = [move for move in moves if isinstance(move.who, int) and len(folder.actions(move.before)) > 1]
        chosen = chosen[:: max(1, len(chosen) // count)][:count]
        budget = whole(folder)
        by_eye = game_id in ("morfals", "morpyam")
        worths = Worths(folder, judge_by(folder, budget.level, budget.limit))
        better = Worths(folder, judge_by(folder, budget.level, _ten_times(budget)))
        apart = []
        for move in chosen:
            found = worths.of(move.before)
            truth = played_out(folder, move.before) if by_eye else better.of(move.before).values[0]
            apart.append(found.values[0] - truth)
        size = statistics.mean(abs(one) for one in apart)
        print(game_id, len(apart), "positions", "played out" if by_eye else "ten times the thinking",
              f"mean size {size:.3f} mean {statistics.mean(apart):+.3f} spread {statistics.pstdev(apart):.3f}",
              flush=True)  # fmt: skip


def _ten_times(budget: Budget) -> Limit:
    return Limit(simulations=10 * (budget.limit.simulations or 1))


def played_out(folder: GameFolder, state: States, games: int = PLAYED_OUT) -> float:
    """The share of the win of the first seat where bots of the highest level play on."""
    return statistics.mean(_results(folder, state, games))


def _results(folder: GameFolder, state: States, games: int) -> Iterator[float]:
    level = PLAYS_ON.get(folder.id, 3)
    for seed in range(games):
        random, now = Random(seed), state
        while (who := folder.to_act(now)) is not None:
            if who == "chance":
                text = _drawn(folder, now, random)
            else:
                knowledge = folder.knowledge(now, int(who))
                text = Mind(folder, level, cores=1).choose(knowledge, seed=random.getrandbits(32)).action
            now = folder.apply(now, text)
        winners = folder.result(now).winners
        yield (0 in winners) / len(winners)


def shared(game_id: str) -> None:
    """How far the judge is wrong about what was played and about its rival, and how alike these errors are."""
    folder, found = find_game(game_id), list[tuple[float, float, float]]()
    budget = whole(folder)
    for number, levels in enumerate(LEVELS):
        moves, _ = play(folder, levels, number)
        worths = Worths(folder, judge_by(folder, budget.level, budget.limit), budget.outcomes)
        for move in moves[::2]:
            weighed = worths.weigh(move.before, "" if move.who == "chance" else move.text)
            if weighed.gain:
                found.append(_errors_of(folder, worths, move, str(weighed.best)))
                print(game_id, _repeated(found), end="\r", flush=True)
    print(game_id, _repeated(found))


def _errors_of(folder: GameFolder, worths: Worths, move: Move, rival: str) -> tuple[float, float, float]:
    """Of the worth of what was played, and of its rival; and what so few games leave open, squared."""
    errors, open_ = list[float](), 0.0
    for text in (move.text, rival):
        after = folder.apply(move.before, text)
        results = list(_results(folder, after, GAMES_ON))
        errors.append(statistics.mean(results) - worths.of(after).values[0])
        open_ += statistics.variance(results) / GAMES_ON / 2
    return errors[0], errors[1], open_


def _repeated(found: list[tuple[float, float, float]]) -> str:
    """The part of its error that the judge repeats, with what the games leave open taken out of its size."""
    size = statistics.mean((one * one + other * other) / 2 - open_ for one, other, open_ in found)
    common = statistics.mean(one * other for one, other, _ in found)
    apart = statistics.mean((one - other) ** 2 - 2 * open_ for one, other, open_ in found)
    return (
        f"{len(found)} pairs: worths wrong by {max(size, 0) ** 0.5:.3f}, costs by {max(apart, 0) ** 0.5:.3f}, "
        f"repeated {common / size if size > 0 else 0:.2f}"
    )


def exact(games: int = 8) -> None:
    """Ends of Isis & Osiris: what is thought of them by playing games in thought, and what they are worth."""
    folder, apart = find_game("isis"), list[float]()
    for seed in range(games):
        moves, _ = play(folder, (3, 3), seed)
        for move in moves[-24:]:
            if isinstance(move.who, int) and (known := work_out(folder, move.before, 200_000)):
                best = max(known, key=lambda one: one.reward)
                mind = Mind(folder, 3, cores=1)  # it works ends out of a few steps only
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
