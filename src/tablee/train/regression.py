"""Weights of features, by logistic regression: which would have foretold best how games ended.

The next generation plays with a mean of old and new. So for each number of players. The game's `learning.py` has the
names of its `FEATURES`; the weights of somebody `UNTRAINED`, by name; `play(weights, players, games, seed)`, which
gives features and whether what they speak for has won; and `think(weights, state, seed, limit)`, what a bot with these
weights thinks (`Opinion`, what it plays first).
"""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from tablee.arena.entrants import Entrant
from tablee.arena.play import play
from tablee.arena.schedule import Tournament, pairings
from tablee.arena.standings import Standings, standings
from tablee.bots.bot import NO_LIMIT, Bot
from tablee.bots.mind import considered_by
from tablee.games import GameFolder, find_game
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.learnt import Weights, as_weights
from tablee.games.thoughts import Limit, Thought
from tablee.train.course import Course, Made, learning_of

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


class Learnt(Made, frozen=True):
    """The file: how the weights were made, how far that has come, and the weights by name."""

    weights: dict[int, dict[str, float]]  # by number of players


class Regression:
    """Learns weights of features, for each number of players."""

    def __init__(self, folder: GameFolder) -> None:
        self._folder = folder
        self._learning = learning_of(folder)
        self._weights = self._read(dict.fromkeys(folder.players, self._learning.UNTRAINED))

    def go_on_from(self, path: Path) -> Made:
        """Take over the weights of a file."""
        try:
            learnt = msgspec.json.decode(path.read_bytes(), type=Learnt)
        except (OSError, msgspec.MsgspecError) as error:
            raise TableeError(f"{path} cannot be read: {error}") from None
        self._weights = self._read(learnt.weights)
        return learnt

    def learn(self, course: Course, generation: int) -> None:
        """Play with the weights so far, and take over some of what would have foretold it."""
        for players, known in self._weights.items():
            self._weights[players] = _generation(self._learning, known, players, course, generation)

    def write(self, made: Made, path: Path) -> Learnt:
        """Keep the weights by name."""
        learnt = Learnt(**msgspec.structs.asdict(made), weights=self._named())
        path.write_text(json.dumps(msgspec.to_builtins(learnt), indent=2) + "\n", "utf8")
        return learnt

    def measure(self, games: int) -> Standings:
        """Let the trained bot play the untrained one, with the fewest players."""
        return compare(self._folder.id, self._named()[self._folder.players[0]], games, {})

    def _read(self, named: dict[int, dict[str, float]]) -> dict[int, Weights]:
        return {players: as_weights(named[players], self._learning.FEATURES) for players in self._folder.players}

    def _named(self) -> dict[int, dict[str, float]]:
        names = self._learning.FEATURES
        return {players: dict(zip(names, found.tolist(), strict=True)) for players, found in self._weights.items()}


def _generation(learning: ModuleType, weights: Weights, players: int, course: Course, generation: int) -> Weights:
    seed = course.seed * 1_000_003 + generation
    features, won = learning.play(weights, players, course.games, seed)
    step = max(LEAST_STEP, 1 / (generation + 1))
    return (weights + step * (foretelling(features, won, weights) - weights)).round(DIGITS)


def foretelling(features: Weights, won: npt.NDArray[Any], weights: Weights) -> Weights:
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
    bots = [WeightsBot(folder, weights), WeightsBot(folder, learning_of(folder).UNTRAINED)]
    return played(folder, folder.players[0], bots, games, options)


def played(folder: GameFolder, players: int, bots: Sequence[Bot], games: int, options: dict[str, Any]) -> Standings:
    """What comes of games between somebody trained and somebody untrained."""
    entrants = (Entrant("trained", "weights"), Entrant("untrained", "weights"))
    tournament = Tournament(folder.id, players, folder.full_options(players, options), entrants, games)
    records = [
        play(tournament, folder, pairing, [bots[number] for number in pairing.seats])
        for pairing in tqdm(list(pairings(tournament)), unit="game", disable=None)
    ]
    result = standings(tournament, records)
    assert result is not None
    return result
