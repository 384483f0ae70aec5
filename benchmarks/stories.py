"""How good stories are: what stays unexplained in games of two, and the errors of position values.

- `python benchmarks/stories.py unexplained FILE [GAME …]` plays games between bots, computes their stories and adds
  a line for each to the file; it continues from the games that are in the file.
- `python benchmarks/stories.py errors FILE [GAME …]` compares values of positions with games that quick bots play on
  from there; it adds a line for each position.
- `python benchmarks/stories.py exact` compares values of endgames of Isis & Osiris with the exact ones.
- `python benchmarks/stories.py confirmed FILE [GAME …] [--first 0] [--stories 6]` looks again at what stories call
  mistakes, with ten times the simulations or, where a brain evaluates without them, by games that are played on; it
  adds a line for each.
- `python benchmarks/stories.py shared GAME` plays on from the played action and from its rival: the errors of values
  and costs, and how much of its error about the one the evaluator repeats about the other (`hindsight.py`).
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from tablee.arena.decision_stats import Prediction, doubt, slope
from tablee.bots.endgame_solver import solve_endgame
from tablee.bots.evaluation import BY_EYE, PositionValues, level_evaluator
from tablee.bots.level_bots import LevelBot
from tablee.engine.contract import States
from tablee.games import GameDefinition, find_game, game_ids
from tablee.games.brains.levels import straightened
from tablee.games.brains.thoughts import Limit
from tablee.server.features.review.model import Budget, Move, StoryStep, full_budget, make_story
from tablee.server.features.review.story_command import evaluate_moves

LEVELS = ((3, 3), (2, 4), (4, 2), (4, 4), (3, 1), (2, 2))
"""Who plays whom, game by game."""
THOUGHT = Limit(simulations=300)
"""Of those who play."""
PLAYS_ON = {"morpyam": 5, "morfals": 4}
"""The level of bots that play on from a position, as high as time allows; in other games 3."""
GAMES_ON = 12
"""Games that are played on from each of two positions."""
PLAYED_ON, MOST_AGAIN = {"morfals": 1000, "morpyam": 200}, 5
"""Games that are played on after each of two actions, and mistakes of a story that are looked at again."""
OF_A_GAME = 4
"""Positions of a game of which the value is compared with games that are played on."""
GAMES_FROM, PLAYED_OUT = {"netzwerk": 16, "morisi": 12}, 60
"""Games that are played on from each of them, where games are slow and elsewhere."""


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


def errors(path: Path, games: Sequence[str]) -> None:
    """The errors of position values against games that are played on, with what so few games leave open taken out."""
    there = {tuple(line[:3]) for line in _lines(path)}
    for number, levels in enumerate(LEVELS):
        for game_id in games:
            definition = find_game(game_id)
            moves, _ = play(definition, levels, 900 + number)
            budget = full_budget(definition)
            values = PositionValues(
                definition, level_evaluator(definition, budget.level, budget.limit), budget.outcomes
            )
            choices = [one for one in moves if isinstance(one.who, int) and len(definition.actions(one.before)) > 1]
            for at in range(len(choices) // (2 * OF_A_GAME), len(choices), max(1, len(choices) // OF_A_GAME)):
                if (game_id, number, at) not in there:
                    state, count = choices[at].before, GAMES_FROM.get(game_id, PLAYED_OUT)
                    found = [round(values.of(state).values[0], 4), list(_results(definition, state, count))]
                    with path.open("a") as file:
                        file.write(json.dumps([game_id, number, at, *found]) + "\n")
    for game_id in games:
        print(_errors(game_id, [line for line in _lines(path) if line[0] == game_id]), flush=True)


def _errors(game_id: str, lines: Sequence[list]) -> str:
    """Root mean square of the error, its mean, and the slope that would mend it best."""
    seen = [Prediction(number, said, statistics.mean(came)) for _, number, _, said, came in lines]
    apart = [one.expected - one.came for one in seen]
    open_ = statistics.mean(statistics.variance(came) / len(came) for *_, came in lines)
    factor = slope(seen, 0.5)
    size = max(statistics.mean(one * one for one in apart) - open_, 0.0) ** 0.5
    return (
        f"{game_id}: {len(lines)} positions of {len({line[1] for line in lines})} games, {len(lines[0][4])} each: "
        f"wrong by {100 * size:.1f} points, {100 * statistics.mean(apart):+.1f} for the first seat; slope {factor:.2f} "
        f"(standard error {doubt(seen, 0.5, factor) or 0:.2f}), with it wrong by {100 * _straight(lines, factor):.1f}"
    )


def _straight(lines: Sequence[list], factor: float) -> float:
    """The root mean square error of values straightened by a slope that other games gave."""
    squares = list[float]()
    for _, number, _, said, came in lines:
        others = [Prediction(line[1], line[3], statistics.mean(line[4])) for line in lines if line[1] != number]
        value = straightened((said, 1 - said), slope(others, 0.5) if others else factor)[0]
        squares.append((value - statistics.mean(came)) ** 2 - statistics.variance(came) / len(came))
    return max(statistics.mean(squares), 0.0) ** 0.5


def _ten_times(budget: Budget) -> Limit:
    return Limit(simulations=10 * (budget.limit.simulations or 1))


def _results(definition: GameDefinition, state: States, games: int, seat: int = 0) -> Iterator[float]:
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
        yield (seat in winners) / len(winners)


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


def confirmed(path: Path, games: Sequence[str], stories: Sequence[int]) -> None:
    """Of what stories call mistakes, how many still are with ten times the thinking."""
    there = {(line[0], line[1]) for line in _lines(path)}
    for number in stories:
        for game_id in games:
            if (game_id, number) not in there:
                definition, levels = find_game(game_id), LEVELS[number % len(LEVELS)]
                moves, final = play(definition, levels, 500 + number)
                began, budget = time.process_time(), full_budget(definition)
                story = make_story(definition, moves, final, evaluate_moves(definition, moves, budget))
                took = round(time.process_time() - began, 1)
                gains = [_again(definition, moves[step.number - 1], step) for step in story.worst_mistakes(MOST_AGAIN)]
                with path.open("a") as file:
                    file.write(json.dumps([game_id, number, len(moves), took, gains]) + "\n")
                print(game_id, number, f"{took} s", gains, flush=True)
    for game_id in games:
        lines = [line for line in _lines(path) if line[0] == game_id]
        found = [one for line in lines for one in line[4]]
        if lines:
            longest, usual = max(line[3] for line in lines), statistics.median(line[3] for line in lines)
            said, came = (sum(one[place] for one in found) for place in (0, 1))
            print(
                f"{game_id}: {len(lines)} stories of {usual:.1f} s (longest {longest:.1f}), "
                f"{sum(gain > 0 for _, gain, _ in found)} of {len(found)} mistakes confirmed; "
                f"they cost {said:.2f} by their stories, {came:.2f} now"
            )


def _again(definition: GameDefinition, move: Move, step: StoryStep) -> tuple[float, float, float]:
    """What a mistake costs by its story and with ten times the thinking, and the standard error of games played on."""
    seat, budget, error = int(step.who), full_budget(definition), 0.0
    after = [definition.apply(move.before, str(text)) for text in (step.best, step.text)]
    if definition.id in BY_EYE:
        count = PLAYED_ON[definition.id]
        results = [_results(definition, one, count, seat) for one in after]
        gains = [better - played for better, played in zip(*results, strict=True)]
        gain, error = statistics.mean(gains), statistics.stdev(gains) / count**0.5
    else:
        values = PositionValues(definition, level_evaluator(definition, budget.level, _ten_times(budget)))
        better, played = (values.of(one).values[seat] for one in after)
        gain = better - played
    return round(step.cost, 3), round(gain, 3), round(error, 3)


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


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("unexplained", "errors", "exact", "confirmed", "shared"))
    parser.add_argument("file", nargs="?", type=Path, help="where lines are added; for shared a game")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games (default: all)")
    parser.add_argument("--first", type=int, default=0, help="of confirmed: the number of the first game")
    parser.add_argument("--stories", type=int, default=len(LEVELS), help="of confirmed: how many games of each title")
    options = parser.parse_args()
    if options.what == "exact":
        exact()
        return
    if options.file is None:
        parser.error("name a file or, for shared, a game")
    games = options.games or game_ids()
    if options.what == "unexplained":
        unexplained(options.file, games)
    elif options.what == "errors":
        errors(options.file, games)
    elif options.what == "confirmed":
        confirmed(options.file, games, range(options.first, options.first + options.stories))
    else:
        shared(str(options.file))


if __name__ == "__main__":
    main()
