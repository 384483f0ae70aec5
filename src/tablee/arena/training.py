"""`tablee train`: fit the weights of a bot's features to games that the bot plays against itself.

Each generation plays some games with the current weights and fits a logistic regression to how they ended, for each
number of players. The next generation plays with a mean of the old and the new weights. The file is written after
each generation, and the same command continues from it.

The game's `learning.py` has the names of its `FEATURES`; the weights of an `UNTRAINED` bot, by name;
`play(weights, players, games, seed)`, which returns rows of features and whether the seat that they speak for has won;
and `think(weights, state, seed, limit)`, the `Opinion`s of a bot with these weights, the best action first.
"""

import argparse
import json
import shlex
import sys
import time
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from tablee.api.compile_all import compile_games
from tablee.arena.arena_game import play
from tablee.arena.entrants import Entrant
from tablee.arena.report_rendering import as_text
from tablee.arena.schedule import Tournament, pairings
from tablee.arena.standings import Standings, standings
from tablee.arena.tournament_report import tournament_report
from tablee.bots.bot import NO_LIMIT
from tablee.bots.level_bots import considered_by
from tablee.games import GameDefinition, find_game
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.brains.weights import Weights, as_weights
from tablee.games.document import Document, read_json
from tablee.games.errors import TableeError

LEAST_STEP = 0.1  # the least share of a generation's new weights in the mean of old and new
RIDGE = 1.0  # the penalty that keeps the weights of rare features near 0
CLOSE, MOST_ROUNDS = 1e-4, 25  # Newton's method stops when weights change by less, or after so many rounds
LONGEST_STEP, CERTAIN = 5.0, 30.0  # of a weight in one round, and of log odds: few games could make them diverge
DIGITS = 6  # of weights, in the file and while learning, so that interrupting a course changes nothing


class Course(msgspec.Struct, frozen=True):
    """How to train: the same course always gives the same weights."""

    game: str
    generations: int
    games: int
    seed: int

    @property
    def command(self) -> str:
        """The command that makes these weights."""
        parts = ["tablee", "train", self.game, "--generations", self.generations, "--games", self.games]
        return shlex.join(map(str, [*parts, "--seed", self.seed]))


class TrainedWeights(msgspec.Struct, frozen=True):
    """The file that `tablee train` writes."""

    made_by: str
    made_on: str
    generation: int
    games: int  # a generation
    seed: int
    weights: dict[int, dict[str, float]]  # by number of players


def run(options: argparse.Namespace) -> None:
    """Train, then measure the trained bot against the untrained one, with the fewest players."""
    definition = find_game(options.game)
    learning_of(definition)
    compile_games([definition.id])
    path = options.file or Path(f"{definition.id}-weights.json")
    trained = train(Course(definition.id, options.generations, options.games, options.seed), path)
    print(f"{path}: {trained.made_by}", file=sys.stderr)
    if options.measure:
        result = compare(definition.id, trained.weights[definition.players[0]], options.measure, {})
        print(as_text(tournament_report(result)))


def train(course: Course, path: Path) -> TrainedWeights:
    """Train, continuing from the file if it belongs to the same course. The file is written after each generation."""
    definition = find_game(course.game)
    learning = learning_of(definition)
    trained = _read(course, path)
    named = trained.weights if trained else dict.fromkeys(definition.players, learning.UNTRAINED)
    weights = {players: as_weights(named[players], learning.FEATURES) for players in definition.players}
    first = trained.generation if trained else 0
    numbers = range(first, course.generations)
    for generation in tqdm(numbers, initial=first, total=course.generations, unit="generation", disable=None):
        for players in weights:
            weights[players] = _generation(learning, weights[players], players, course, generation)
        trained = _write(course, generation + 1, learning.FEATURES, weights, path)
    assert trained is not None
    return trained


def learning_of(definition: GameDefinition) -> ModuleType:
    """The game's `learning.py`; raises `TableeError` if there is none."""
    name = f"{definition.rules.__name__.rpartition('.')[0]}.learning"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise TableeError(f"the bots of {definition.id} do not learn by playing") from None


def _read(course: Course, path: Path) -> TrainedWeights | None:
    """What the file has of this course; raises `TableeError` if it has anything else."""
    if not path.exists():
        return None
    try:
        trained = read_json(path.read_bytes(), TrainedWeights)
    except (OSError, ValueError) as error:
        raise TableeError(f"{path} cannot be read: {error}") from None
    if (trained.games, trained.seed) != (course.games, course.seed) or trained.generation > course.generations:
        raise TableeError(f"{path} is of another course ({trained.made_by}); name another file")
    return trained


def _write(
    course: Course, generation: int, features: list[str], weights: dict[int, Weights], path: Path
) -> TrainedWeights:
    trained = TrainedWeights(
        made_by=msgspec.structs.replace(course, generations=generation).command,
        made_on=datetime.now(UTC).date().isoformat(),
        generation=generation,
        games=course.games,
        seed=course.seed,
        weights={players: dict(zip(features, found.tolist(), strict=True)) for players, found in weights.items()},
    )
    path.write_text(json.dumps(msgspec.to_builtins(trained), indent=2) + "\n", "utf8")
    return trained


def _generation(learning: ModuleType, weights: Weights, players: int, course: Course, generation: int) -> Weights:
    seed = course.seed * 1_000_003 + generation
    features, won = learning.play(weights, players, course.games, seed)
    step = max(LEAST_STEP, 1 / (generation + 1))
    return (weights + step * (logistic_regression(features, won, weights) - weights)).round(DIGITS)


def logistic_regression(features: Weights, won: npt.NDArray[Any], weights: Weights) -> Weights:
    """The weights that predict the odds of winning best, by Newton's method from given weights."""
    for _ in range(MOST_ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(features @ weights, -CERTAIN, CERTAIN)))
        slope = features.T @ (won - chances) - RIDGE * weights
        bend = (features.T * (chances * (1 - chances))) @ features + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        longest = np.abs(step).max()
        weights = weights + step * min(1.0, LONGEST_STEP / longest)
        if longest < CLOSE:
            break
    return weights


class WeightsBot:
    """A bot of the arena that plays with given weights."""

    def __init__(self, definition: GameDefinition, weights: dict[str, float]) -> None:
        self._definition = definition
        self._learning = learning_of(definition)
        self._weights = as_weights(weights, self._learning.FEATURES)

    def begin(self) -> None:
        """Nothing to prepare."""

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """Play what has the highest value by the weights."""
        started = time.monotonic()
        state = self._definition.read(knowledge)
        considered = considered_by(self._definition, state, self._learning.think(self._weights, state, seed, limit))
        return Thought(considered[0].action, considered, seconds=time.monotonic() - started)

    def end(self) -> None:
        """Nothing to release."""


def compare(game: str, weights: dict[str, float], games: int, options: dict[str, Any]) -> Standings:
    """Let the trained bot play the untrained one, in deals as the arena does."""
    definition = find_game(game)
    players = definition.players[0]
    bots = [WeightsBot(definition, weights), WeightsBot(definition, learning_of(definition).UNTRAINED)]
    entrants = (Entrant("trained", "weights"), Entrant("untrained", "weights"))
    tournament = Tournament(definition.id, players, definition.full_options(players, options), entrants, games)
    records = [
        play(tournament, definition, pairing, [bots[number] for number in pairing.seats])
        for pairing in tqdm(list(pairings(tournament)), unit="game", disable=None)
    ]
    result = standings(tournament, records)
    assert result is not None
    return result
