"""`tablee train`: a bot learns by playing against itself what speaks for winning.

A generation plays some games with the weights so far, and then finds the weights that would have foretold best how they
ended (logistic regression); the next generation plays with a mean of old and new. What is known after each is in a
file, from which the same command goes on.
"""

import json
import shlex
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from tablee.arena.entrants import Entrant
from tablee.arena.play import play
from tablee.arena.report import table
from tablee.arena.schedule import Tournament, pairings
from tablee.arena.standings import Standings, standings
from tablee.games import GameFolder, find_game
from tablee.games.document import Document
from tablee.games.errors import TableeError

Weights = npt.NDArray[np.float64]

LEAST_STEP = 0.1
"""So much of what a generation has found is taken over, even late."""
RIDGE = 1.0
"""Keeps weights of features that hardly occur near 0."""
MOST_ROUNDS = 25
"""Newton's method has long converged by then."""


class Lesson(msgspec.Struct, frozen=True):
    """What is to be learnt, and how: the same lesson always gives the same weights."""

    game: str
    generations: int
    games: int
    seed: int

    @property
    def command(self) -> str:
        """What makes these weights anew."""
        parts = ["tablee", "train", self.game, "--generations", self.generations, "--games", self.games]
        return shlex.join(map(str, [*parts, "--seed", self.seed]))


class Learnt(msgspec.Struct, frozen=True):
    """The file: how the weights were made, how far that has come, and the weights by name."""

    made_by: str
    made_on: str
    generation: int
    games: int  # a generation
    seed: int
    weights: dict[str, float]


def train(lesson: Lesson, path: Path) -> Learnt:
    """Learn, going on from the file if it is of the same lesson; the file is written after each generation."""
    learning = learning_of(find_game(lesson.game))
    learnt = _begun(lesson, path)
    weights = np.array(list(learnt.weights.values())) if learnt else np.zeros(len(learning.FEATURES))
    first = learnt.generation if learnt else 0
    bar = tqdm(
        range(first, lesson.generations), initial=first, total=lesson.generations, unit="generation", disable=None
    )
    for generation in bar:
        weights = _generation(learning, weights, lesson, generation)
        learnt = _written(lesson, learning, generation + 1, weights, path)
    assert learnt is not None
    return learnt


def learning_of(folder: GameFolder) -> ModuleType:
    """What the game says about learning; raises `TableeError` if it does not learn."""
    name = f"{folder.rules.__name__.rpartition('.')[0]}.learning"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise TableeError(f"the bots of {folder.id} do not learn by playing") from None


def _generation(learning: ModuleType, weights: Weights, lesson: Lesson, generation: int) -> Weights:
    seed = lesson.seed * 1_000_003 + generation
    features, won = learning.play(weights, lesson.games, seed)
    step = max(LEAST_STEP, 1 / (generation + 1))
    return weights + step * (foretelling(features, won) - weights)


def foretelling(features: Weights, won: npt.NDArray[np.bool_]) -> Weights:
    """The weights by which the odds of winning are foretold best: logistic regression by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(MOST_ROUNDS):
        chances = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (won - chances) - RIDGE * weights
        bend = (features.T * (chances * (1 - chances))) @ features + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-6:
            break
    return weights


# ---- the file ---------------------------------------------------------------------------------------------


def _begun(lesson: Lesson, path: Path) -> Learnt | None:
    """What the file already knows of this lesson."""
    if not path.exists():
        return None
    try:
        learnt = msgspec.json.decode(path.read_bytes(), type=Learnt)
    except (OSError, msgspec.MsgspecError) as error:
        raise TableeError(f"{path} cannot be read: {error}") from None
    if (learnt.games, learnt.seed) != (lesson.games, lesson.seed) or learnt.generation > lesson.generations:
        raise TableeError(f"{path} is of another lesson ({learnt.made_by}); name another file")
    return learnt


def _written(lesson: Lesson, learning: ModuleType, generation: int, weights: Weights, path: Path) -> Learnt:
    done = msgspec.structs.replace(lesson, generations=generation)
    learnt = Learnt(
        made_by=done.command,
        made_on=datetime.now(UTC).date().isoformat(),
        generation=generation,
        games=lesson.games,
        seed=lesson.seed,
        weights=dict(zip(learning.FEATURES, weights.tolist(), strict=True)),
    )
    path.write_text(json.dumps(msgspec.to_builtins(learnt), indent=2) + "\n", "utf8")
    return learnt


# ---- what it is worth -------------------------------------------------------------------------------------


class WeightsBot:
    """A bot of the arena that plays with given weights."""

    def __init__(self, folder: GameFolder, weights: dict[str, float]) -> None:
        self._folder = folder
        self._learning = learning_of(folder)
        self._weights = np.array([weights[name] for name in self._learning.FEATURES])

    def begin(self) -> None:
        """Nothing is remembered."""

    def choose(self, knowledge: Document, actions: list[str], seed: int) -> str:  # noqa: ARG002
        """What promises most by the weights."""
        state = self._folder.read(knowledge)
        code = self._learning.choose(self._weights, state, seed)
        text: str = self._folder.words.action_text(state, code)
        return text

    def end(self) -> None:
        """Nothing is held."""


def compare(game: str, weights: dict[str, float], games: int, options: dict[str, Any]) -> Standings:
    """Let the trained bot play the untrained one, in deals as the arena does."""
    folder = find_game(game)
    entrants = (Entrant("trained", "weights"), Entrant("untrained", "weights"))
    players = folder.players[0]
    tournament = Tournament(folder.id, players, folder.full_options(players, options), entrants, games)
    bots = [WeightsBot(folder, weights), WeightsBot(folder, learning_of(folder).UNTRAINED)]
    records = [
        play(tournament, folder, pairing, [bots[number] for number in pairing.seats])
        for pairing in tqdm(list(pairings(tournament)), unit="game", disable=None)
    ]
    result = standings(tournament, records)
    assert result is not None
    return result


def run(lesson: Lesson, path: Path, measure: int) -> None:
    """Learn, and say by how much the trained bot beats the untrained one."""
    learnt = train(lesson, path)
    print(f"{path}: {learnt.made_by}", file=sys.stderr)
    if measure:
        print(table(compare(lesson.game, learnt.weights, measure, {})))
