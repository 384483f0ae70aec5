"""`tablee train`: fit what a bot knows to games that the bot plays against itself.

Each generation plays some games with what has been learnt so far and fits it to how they ended, for each number of
players. The file is written after each generation, and the same command continues from it.

A game's `learning.py` says what is learnt. All have `think(learnt, state, seed, limit)`, the `Opinion`s of a bot that
knows this, the best action first.

- **Weights of features**: the names of the `FEATURES`; the weights of an `UNTRAINED` bot, by name; and
  `play(weights, players, games, seed)`, which returns rows of features and whether the seat that they speak for has
  won. A logistic regression is fitted; the next generation plays with a mean of the old and the new weights.
- **A value network**: the names of the numbers that it reads, `OWN` of each seat and `COMMON` ones; and
  `play(network, players, games, seed)`, which returns `TrainingData`. The network is `None` in the first generation,
  which may play in a quicker way; later ones go on from the network before, in shorter steps.
"""

import argparse
import json
import re
import shlex
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import msgspec
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from tablee.api.compile_all import compile_games
from tablee.arena.arena_game import play
from tablee.arena.entrants import Entrant
from tablee.arena.network_fit import RATE, fit, fresh_network
from tablee.arena.report_rendering import as_text
from tablee.arena.schedule import Tournament, pairings
from tablee.arena.standings import Standings, standings
from tablee.arena.tournament_report import tournament_report
from tablee.bots.bot import NO_LIMIT, Bot
from tablee.bots.level_bots import considered_by
from tablee.games import GameDefinition, find_game
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.brains.value_network import TrainingData, ValueNetwork, as_network
from tablee.games.brains.weights import Weights, as_weights
from tablee.games.document import Document, read_json
from tablee.games.errors import TableeError

LEAST_STEP = 0.1  # the least share of a generation's new weights in the mean of old and new
RIDGE = 1.0  # the penalty that keeps the weights of rare features near 0
CLOSE, MOST_ROUNDS = 1e-4, 25  # Newton's method stops when weights change by less, or after so many rounds
LONGEST_STEP, CERTAIN = 5.0, 30.0  # of a weight in one round, and of log odds: few games could make them diverge
HIDDEN = 32  # units of a network
AT_ONCE = 25  # games between two steps of the progress bar
LAYER_DIGITS = 4  # of a network's weights
DIGITS = 6  # of weights, in the file and while learning, so that interrupting a course changes nothing


class Course(msgspec.Struct, frozen=True):
    """How to train: the same course always gives the same weights."""

    game: str
    generations: int
    games: int
    seed: int
    players: tuple[int, ...] = ()  # all numbers of players if none is named

    @property
    def command(self) -> str:
        """The command that makes these weights."""
        parts = ["tablee", "train", self.game, "--generations", self.generations, "--games", self.games]
        some = ["--players", *self.players] if self.players else []
        return shlex.join(map(str, [*parts, "--seed", self.seed, *some]))


class TrainedWeights(msgspec.Struct, frozen=True):
    """The file that `tablee train` writes."""

    made_by: str
    made_on: str
    generation: int
    games: int  # a generation
    seed: int
    weights: dict[int, dict[str, Any]]  # by number of players: features by name, or the layers of a network


def run(options: argparse.Namespace) -> None:
    """Train, then measure the trained bot against the untrained one."""
    definition = find_game(options.game)
    learning_of(definition)
    some = tuple(sorted(set(options.players or ())))
    if unknown := set(some) - set(definition.players):
        raise TableeError(f"{definition.id} is not played by {min(unknown)}")
    compile_games([definition.id])
    path = options.file or Path(f"{definition.id}-weights.json")
    trained = train(Course(definition.id, options.generations, options.games, options.seed, some), path)
    print(f"{path}: {trained.made_by}", file=sys.stderr)
    if options.measure:
        result = compare(definition.id, trained.weights, options.measure, {})
        print(as_text(tournament_report(result)))


def train(course: Course, path: Path) -> TrainedWeights:
    """Train, continuing from the file if it belongs to the same course. The file is written after each generation."""
    definition = find_game(course.game)
    learner = learner_of(definition)
    trained = _read(course, path)
    learnt = {
        players: learner.read(trained.weights[players]) if trained else learner.untrained
        for players in course.players or definition.players
    }
    first = trained.generation if trained else 0
    numbers = range(first, course.generations)
    for generation in tqdm(numbers, initial=first, total=course.generations, unit="generation", disable=None):
        for players in learnt:
            learnt[players] = learner.better(learnt[players], players, course, generation)
        trained = _write(course, generation + 1, {some: learner.named(one) for some, one in learnt.items()}, path)
    assert trained is not None
    return trained


def learning_of(definition: GameDefinition) -> ModuleType:
    """The game's `learning.py`; raises `TableeError` if there is none."""
    if definition.learning is None:
        raise TableeError(f"the bots of {definition.id} do not learn by playing")
    return definition.learning


def _read(course: Course, path: Path) -> TrainedWeights | None:
    """What the file has of this course; raises `TableeError` if it has anything else."""
    if not path.exists():
        return None
    try:
        trained = read_json(path.read_bytes(), TrainedWeights)
    except (OSError, ValueError) as error:
        raise TableeError(f"{path} cannot be read: {error}") from None
    same = trained.made_by == msgspec.structs.replace(course, generations=trained.generation).command
    if not same or trained.generation > course.generations:
        raise TableeError(f"{path} is of another course ({trained.made_by}); name another file")
    return trained


def _write(course: Course, generation: int, weights: dict[int, dict[str, Any]], path: Path) -> TrainedWeights:
    trained = TrainedWeights(
        made_by=msgspec.structs.replace(course, generations=generation).command,
        made_on=datetime.now(UTC).date().isoformat(),
        generation=generation,
        games=course.games,
        seed=course.seed,
        weights=weights,
    )
    path.write_text(_as_text(msgspec.to_builtins(trained)), "utf8")
    return trained


def _as_text(told: dict[str, Any]) -> str:
    """JSON with rows of numbers on one line each."""
    text = json.dumps(told, indent=2)
    return (
        re.sub(r"\[\s+(-?[\d.e-]+(?:,\s+-?[\d.e-]+)*)\s+\]", lambda row: f"[{' '.join(row[1].split())}]", text) + "\n"
    )


# ---- what is learnt: weights of features, or a network ------------------------------------------------------------


class Learner(Protocol):
    """What a game's bots learn."""

    untrained: Any

    def better(self, learnt: Any, players: int, course: Course, generation: int) -> Any:
        """What is known after one more generation."""

    def named(self, learnt: Any) -> dict[str, Any]:
        """What has been learnt, for the file."""

    def read(self, named: dict[str, Any]) -> Any:
        """What the file has."""


def learner_of(definition: GameDefinition) -> Learner:
    """How a game's bots learn; raises `TableeError` if they do not."""
    learning = learning_of(definition)
    return NetworkLearner(learning) if hasattr(learning, "OWN") else FeatureLearner(learning)


class FeatureLearner:
    """Weights of features, by logistic regression."""

    def __init__(self, learning: ModuleType) -> None:
        self._learning = learning
        self.untrained = as_weights(learning.UNTRAINED, learning.FEATURES)

    def better(self, learnt: Weights, players: int, course: Course, generation: int) -> Weights:
        """A mean of the weights before and those of this generation."""
        features, won = self._learning.play(learnt, players, course.games, _seed(course, generation))
        step = max(LEAST_STEP, 1 / (generation + 1))
        return (learnt + step * (logistic_regression(features, won, learnt) - learnt)).round(DIGITS)

    def named(self, learnt: Weights) -> dict[str, Any]:
        """The weights by name."""
        return dict(zip(self._learning.FEATURES, learnt.tolist(), strict=True))

    def read(self, named: dict[str, Any]) -> Weights:
        """The weights in order."""
        return as_weights(named, self._learning.FEATURES)


class NetworkLearner:
    """A value network, by gradient descent."""

    def __init__(self, learning: ModuleType) -> None:
        self._learning = learning
        self.untrained = None

    def better(self, learnt: ValueNetwork | None, players: int, course: Course, generation: int) -> ValueNetwork:
        """The network after this generation's games."""
        seed, own, common = _seed(course, generation), self._learning.OWN, self._learning.COMMON
        some = range(0, course.games, AT_ONCE)
        parts = [
            self._learning.play(learnt, players, min(AT_ONCE, course.games - first), seed * 1_009 + first)
            for first in tqdm(some, unit=f"×{AT_ONCE} games of {players}", leave=False, disable=None)
        ]
        data = TrainingData(*map(np.concatenate, zip(*parts, strict=True)))
        start = learnt or fresh_network(len(own), len(common), HIDDEN, course.seed)
        rate = RATE / (1 + generation) ** 2
        return self.read(self.named(fit(start, data, seed, rate)))

    def named(self, learnt: ValueNetwork) -> dict[str, Any]:
        """The layers, and what they read."""
        layers = {name: _rounded(layer.tolist()) for name, layer in learnt._asdict().items()}
        return {"reads": [*self._learning.OWN, *self._learning.COMMON], **layers}

    def read(self, named: dict[str, Any]) -> ValueNetwork:
        """The network of the file."""
        try:
            return as_network(named, self._learning.OWN, self._learning.COMMON)
        except (KeyError, TypeError, ValueError) as error:
            raise TableeError(f"the network cannot be used: {error}") from None


def _seed(course: Course, generation: int) -> int:
    return course.seed * 1_000_003 + generation


def _rounded(layer: Any) -> Any:
    """Lists of numbers with few digits."""
    return [_rounded(one) for one in layer] if isinstance(layer, list) else round(layer, LAYER_DIGITS)


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


class WeightsBot(Bot):
    """A bot of the arena that plays with what has been learnt."""

    def __init__(self, definition: GameDefinition, learnt: Any) -> None:
        self._definition = definition
        self._learning = learning_of(definition)
        self._learnt = learnt

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """Play what has the highest value by what has been learnt."""
        started = time.monotonic()
        state = self._definition.read(knowledge)
        considered = considered_by(self._definition, state, self._learning.think(self._learnt, state, seed, limit))
        return Thought(considered[0].action, considered, seconds=time.monotonic() - started)


def compare(game: str, weights: dict[int, dict[str, Any]], games: int, options: dict[str, Any]) -> Standings:
    """Let the trained bot play the untrained one, in deals as the arena does, with the fewest players."""
    definition = find_game(game)
    players = min(weights)
    learner = learner_of(definition)
    bots = [WeightsBot(definition, learner.read(weights[players])), WeightsBot(definition, learner.untrained)]
    entrants = (Entrant("trained", "weights"), Entrant("untrained", "weights"))
    tournament = Tournament(definition.id, players, definition.full_options(players, options), entrants, games)
    records = [
        play(tournament, definition, pairing, [bots[number] for number in pairing.seats])
        for pairing in tqdm(list(pairings(tournament)), unit="game", disable=None)
    ]
    result = standings(tournament, records)
    assert result is not None
    return result
