"""A network that judges positions, taught by what searches found in games against itself (`selfplay.py`).

The first generation plays games out in thought, the others ask the network of the one before. Each goes on from its
weights, with the positions of its own games alone. One game in twelve is held back, and says how far off the network
is. What searches find is nearer to even odds than what comes of it, so the file also has slopes, by stage of the game,
by which the share of the win is straightened where it is asked for; self-play learns without.

The game's `learning.py` has the shape of its `NETWORK`; for how many `SEATS` it is; `insight(weights)`, what the search
is told; `note_all`, the notes of many states; and where a game begins (`is_opening`) and ends (`is_end`).
"""

import time
import zipfile
from pathlib import Path

import msgspec
import numpy as np
from tqdm import tqdm

from tablee.arena.standings import Standings
from tablee.bots.bot import NO_LIMIT
from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.network import Numbers, Weights, read_weights, straightened, untaught, write_weights
from tablee.games.thoughts import Limit, Thought
from tablee.train.course import Course, Made, learning_of
from tablee.train.fitting import FIRST_RATE, RATE, Samples, fit, foretold
from tablee.train.regression import foretelling, played
from tablee.train.selfplay import Found, Searcher, joined, play_games

HELD_BACK = 12
"""One game in so many is not learnt from."""
FIRST_ROUNDS, ROUNDS = 8, 5
"""How often all positions are gone through: by the first generation, and by those that go on from it."""
FIRST_ENDS, ENDS = 0.3, 0.4
"""How much the end of a game counts beside what the search found; who plays better is worth more belief."""
DOUBTFUL, STEEPEST = 1e-3, 2.0
"""Shares of the win are not taken to be surer than this, and slopes not to be steeper."""
DOUBT = 100.0
"""What was visited so often counts half as much as what is known for certain."""


class Taught(Made, frozen=True):
    """How a network was made, and how far off it is in games that were held back."""

    off: tuple[float, float]  # of the share of the win and of the squeezed lead: the root of the mean square
    slopes: tuple[float, ...]  # by stage: what the logarithms of the odds of winning must be multiplied by


class Networked:
    """Learns the weights of a network."""

    def __init__(self, folder: GameFolder) -> None:
        self._folder = folder
        self._learning = learning_of(folder)
        self._weights: Weights | None = None
        self._off, self._slopes = (0.0, 0.0), tuple[float, ...]()

    def go_on_from(self, path: Path) -> Made:
        """Take over the weights of a file."""
        try:
            self._weights, made = read_weights(path)
            taught = msgspec.convert(made, Taught)
        except (OSError, ValueError, KeyError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
            raise TableeError(f"{path} cannot be read: {error}") from None
        self._off, self._slopes = taught.off, taught.slopes
        return taught

    def learn(self, course: Course, generation: int) -> None:
        """Play with the network so far, and learn what the searches found."""
        seeds = (_seed(course, generation, number) for number in range(course.games))
        games = play_games(self._folder, self._learning, self._weights, seeds)
        found = list(tqdm(games, total=course.games, unit="game", leave=False, disable=None))
        held_back = [one for number, one in enumerate(found) if number % HELD_BACK == 0]
        learnt_from = [one for number, one in enumerate(found) if number % HELD_BACK] or held_back
        self._weights = self._taught(self._samples(learnt_from))
        self._off = _off(self._weights, self._samples(held_back))
        self._slopes = _slopes(self._weights, self._samples(found), joined(found).ends[:, 0])

    def write(self, made: Made, path: Path) -> Taught:
        """Keep the weights, and how they were made."""
        assert self._weights is not None
        taught = Taught(**msgspec.structs.asdict(made), off=self._off, slopes=self._slopes)
        write_weights(path, self._weights, msgspec.to_builtins(taught))
        return taught

    def measure(self, games: int) -> Standings:
        """Let a search with the network play one that plays games out, with the simulations of self-play."""
        assert self._weights is not None
        trained = straightened(self._weights, self._slopes)
        bots = [SearchBot(self._folder, weights) for weights in (trained, None)]
        return played(self._folder, self._learning.SEATS, bots, games, {})

    def _taught(self, samples: Samples) -> Weights:
        if self._weights is None:
            return fit(untaught(self._learning.NETWORK), samples, FIRST_ROUNDS, FIRST_RATE)
        return fit(self._weights, samples, ROUNDS, RATE)

    def _samples(self, games: list[Found]) -> Samples:
        found, shape = joined(games), self._learning.NETWORK
        count = len(found.states)
        notes = np.zeros((count, shape.most_notes), np.int16)
        counts, stages = np.zeros(count, np.int16), np.zeros(count, np.int8)
        self._learning.note_all(found.states, notes, counts, stages)
        part = FIRST_ENDS if self._weights is None else ENDS
        worths = np.clip(found.worths, 0, 1)
        worths = np.where(np.isnan(found.ends), worths, (1 - part) * worths + part * found.ends)
        trust = (found.visits / (found.visits + DOUBT)).astype(np.float32)
        return Samples(notes, counts, stages, worths.astype(np.float32), trust)


def _seed(course: Course, generation: int, number: int) -> str:
    return f"{course.seed or ''} g{generation} {number}".strip()


def _off(weights: Weights, samples: Samples) -> tuple[float, float]:
    squares = (foretold(weights, samples) - samples.worths).astype(np.float64) ** 2 * samples.trust[:, None]
    share, lead = np.sqrt(squares.sum(axis=0) / samples.trust.sum()).round(4).tolist()
    return share, lead


def _slopes(weights: Weights, samples: Samples, ends: Numbers) -> tuple[float, ...]:
    """By stage: what foretells best, by logarithms of odds, how games ended; nothing is made less sure than it was."""
    told, shares = ~np.isnan(ends), foretold(weights, samples)[:, 0].astype(np.float64)
    odds = np.log(np.clip(shares, DOUBTFUL, 1 - DOUBTFUL) / np.clip(1 - shares, DOUBTFUL, 1 - DOUBTFUL))
    found = []
    for stage in range(len(weights.outer)):
        here = told & (samples.stages == stage)
        slope = foretelling(odds[here, None], ends[here].astype(np.float64), np.ones(1))[0] if here.any() else 1.0
        found.append(round(min(max(float(slope), 1.0), STEEPEST), 2))
    return tuple(found)


class SearchBot:
    """A bot of the arena that searches with given weights, or plays games out without."""

    def __init__(self, folder: GameFolder, weights: Weights | None) -> None:
        self._folder = folder
        self._searcher = Searcher(folder, learning_of(folder), weights)

    def begin(self) -> None:
        """Nothing is remembered."""

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:  # noqa: ARG002
        """What was tried most."""
        started = time.monotonic()
        state = self._folder.read(knowledge)
        self._searcher.search(state, seed)
        code = max(self._searcher.tried())[1]
        action = self._folder.words.action_text(state, code)
        return Thought(action, seconds=time.monotonic() - started)

    def end(self) -> None:
        """Nothing is held."""
