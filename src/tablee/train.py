"""`tablee train`: a bot learns by playing against itself what speaks for winning.

A generation plays some games with the weights so far, and then finds the weights that would have foretold best how they
ended (logistic regression); the next generation plays with a mean of old and new. So for each number of players. What
is known after each generation is in a file, from which the same command goes on.

What is to be learnt stands in the game's `learning.py`: the names of its `FEATURES`; the weights of somebody
`UNTRAINED`, by name; `play(weights, players, games, seed)`, which gives features and whether what they speak for has
won; and `think(weights, state, seed, limit)`, what a bot with these weights thinks (`Opinion`, what it plays first).
"""

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

from tablee.arena.entrants import Entrant
from tablee.arena.play import play
from tablee.arena.report import table
from tablee.arena.schedule import Tournament, pairings
from tablee.arena.standings import Standings, standings
from tablee.bots.bot import NO_LIMIT
from tablee.bots.mind import considered_by
from tablee.games import GameFolder, find_game
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.learnt import Weights, as_weights
from tablee.games.thoughts import Limit, Thought

LEAST_STEP = 0.1
"""So much of what a generation has found is taken over, even late."""
RIDGE = 1.0
"""Keeps weights of features that hardly occur near 0."""
CLOSE, MOST_ROUNDS = 1e-4, 25
"""When Newton's method has come close enough, and how long it may take."""
LONGEST_STEP, CERTAIN = 5.0, 30.0
"""The most by which a weight changes, and odds beyond doubt: from a handful of games it would leap to no end."""
DIGITS = 6
"""Of a weight, in the file and while learning alike: so it does not matter where it was broken off."""


class Course(msgspec.Struct, frozen=True):
    """What is to be learnt, and how: the same course always gives the same weights."""

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
    weights: dict[int, dict[str, float]]  # by number of players


def train(course: Course, path: Path) -> Learnt:
    """Learn, going on from the file if it is of the same course; the file is written after each generation."""
    folder = find_game(course.game)
    learning = learning_of(folder)
    learnt = _begun(course, path)
    first = learnt.generation if learnt else 0
    named = learnt.weights if learnt else dict.fromkeys(folder.players, learning.UNTRAINED)
    weights = {players: as_weights(named[players], learning.FEATURES) for players in folder.players}
    numbers = range(first, course.generations)
    for generation in tqdm(numbers, initial=first, total=course.generations, unit="generation", disable=None):
        for players, known in weights.items():
            weights[players] = _generation(learning, known, players, course, generation)
        learnt = _written(course, learning, generation + 1, weights, path)
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


def _generation(learning: ModuleType, weights: Weights, players: int, course: Course, generation: int) -> Weights:
    seed = course.seed * 1_000_003 + generation
    features, won = learning.play(weights, players, course.games, seed)
    step = max(LEAST_STEP, 1 / (generation + 1))
    return (weights + step * (foretelling(features, won, weights) - weights)).round(DIGITS)


def foretelling(features: Weights, won: npt.NDArray[np.bool_], weights: Weights) -> Weights:
    """The weights by which the odds of winning are foretold best: logistic regression by Newton's method.

    It starts from given weights, which saves rounds if these are good already.
    """
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


# ---- the file ---------------------------------------------------------------------------------------------


def _begun(course: Course, path: Path) -> Learnt | None:
    """What the file already knows of this course."""
    if not path.exists():
        return None
    try:
        learnt = msgspec.json.decode(path.read_bytes(), type=Learnt)
    except (OSError, msgspec.MsgspecError) as error:
        raise TableeError(f"{path} cannot be read: {error}") from None
    if (learnt.games, learnt.seed) != (course.games, course.seed) or learnt.generation > course.generations:
        raise TableeError(f"{path} is of another course ({learnt.made_by}); name another file")
    return learnt


def _written(course: Course, learning: ModuleType, generation: int, weights: dict[int, Weights], path: Path) -> Learnt:
    done = msgspec.structs.replace(course, generations=generation)
    learnt = Learnt(
        made_by=done.command,
        made_on=datetime.now(UTC).date().isoformat(),
        generation=generation,
        games=course.games,
        seed=course.seed,
        weights={
            players: dict(zip(learning.FEATURES, found.tolist(), strict=True)) for players, found in weights.items()
        },
    )
    path.write_text(json.dumps(msgspec.to_builtins(learnt), indent=2) + "\n", "utf8")
    return learnt


# ---- what it is worth -------------------------------------------------------------------------------------


class WeightsBot:
    """A bot of the arena that plays with given weights."""

    def __init__(self, folder: GameFolder, weights: dict[str, float]) -> None:
        self._folder = folder
        self._learning = learning_of(folder)
        self._weights = as_weights(weights, self._learning.FEATURES)

    def begin(self) -> None:
        """Nothing is remembered."""

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """What promises most by the weights."""
        started = time.monotonic()
        state = self._folder.read(knowledge)
        considered = considered_by(self._folder, state, self._learning.think(self._weights, state, seed, limit))
        return Thought(considered[0].action, considered, seconds=time.monotonic() - started)

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


def run(course: Course, path: Path, measure: int) -> None:
    """Learn, and say by how much the trained bot beats the untrained one."""
    learnt = train(course, path)
    print(f"{path}: {learnt.made_by}", file=sys.stderr)
    if measure:
        fewest = min(learnt.weights)
        print(table(compare(course.game, learnt.weights[fewest], measure, {})))
