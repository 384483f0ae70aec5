"""A bot's decision: knowledge in, the text of an action out.

A game's `brain.py` may offer `MARGIN`, the lead in points that is half as good as a boundless one, and
`forget(state, level, seed)`, the state as a bot of that level remembers it, which must not change what is legal. Where
it says `NOTHING_HIDDEN`, ends of games are worked out, and search trees live on from decision to decision. What else it
may tell the search is in `knowhow.py`. A game that is played better otherwise than by tree search offers
`choose(state, level, seed)`, which gives the action's code.
"""

import math
import time
from random import Random

from tablee.bots.forest import Clock, Search
from tablee.bots.levels import FAR, LEVELS
from tablee.bots.solve import action_values
from tablee.bots.tree import MOST_NODES
from tablee.games.document import Document
from tablee.games.errors import GameOver, TableeError
from tablee.games.folder import GameFolder
from tablee.kernel.contract import States

STEPS_A_SECOND = 1_000_000
"""Steps in which ends of games are worked out, on a slow machine: who has little time tries no more."""


def choose(folder: GameFolder, knowledge: Document, level: int, seed: int, seconds: float | None = None) -> str:
    """What a bot of that level, 1 to 5, plays for the seat to act, in at most about `seconds`.

    Without `seconds`, the same arguments always give the same action, on any number of cores.

    >>> from tablee.games import find_game
    >>> isis = find_game("isis")
    >>> opening = isis.words.knowledge(isis.new(2, {}, 0), 0)
    >>> choose(isis, opening, level=1, seed=7) == choose(isis, opening, level=1, seed=7)
    True
    """
    return Mind(folder, level).choose(knowledge, seed, seconds)


class Mind:
    """A bot of some level at one seat of one game, which goes on from what it thought before.

    Its trees of the last decision live on as far as they have met the state of the next, and only what lacks of the
    level's simulations is run. So it is as strong as a new mind and quicker, though it may choose otherwise: what it
    plays follows from all that it was asked, with which seeds, if there was time enough. It starts afresh where it
    finds nothing that it knows, as after a take-back. Nothing lives on where something is hidden, as what the others
    did meanwhile may say more about it, nor where the level does not see far, as its trees end where it saw no further.
    """

    def __init__(self, folder: GameFolder, level: int, cores: int | None = None) -> None:
        """It may use so many cores, all if not told."""
        if level not in LEVELS:
            raise TableeError(f"there is no level {level}")
        self._folder = folder
        self._level = level
        self._cores = cores
        self._search: Search | None = None

    def choose(self, knowledge: Document, seed: int, seconds: float | None = None) -> str:
        """What it plays for the seat to act, in at most about `seconds`."""
        end = math.inf if seconds is None else time.monotonic() + seconds
        state = self._folder.read(knowledge)
        actions = _actions(self._folder, state)
        if len(actions) == 1:
            return actions[0]
        brain = self._folder.brain
        remembered = brain.forget(state, self._level, seed) if hasattr(brain, "forget") else state
        if hasattr(brain, "choose"):
            text: str = self._folder.words.action_text(state, brain.choose(remembered, self._level, seed))
            return text
        return self._solve(remembered, seconds) or self._think(remembered, seed, end - time.monotonic())

    def _solve(self, state: States, seconds: float | None) -> str | None:
        steps = LEVELS[self._level].steps
        return _solution(self._folder, state, steps if seconds is None else min(steps, int(seconds * STEPS_A_SECOND)))

    def _think(self, state: States, seed: int, seconds: float) -> str:
        level = LEVELS[self._level]
        room = min(level.simulations + 1, MOST_NODES)
        search = Search(self._folder, state, seed, room, level.sight, level.trees, earlier=self._search)
        search.run(level.simulations, seconds, cores=self._cores)
        if level.sight == FAR and _nothing_is_hidden(self._folder):
            self._search = search
        return search.best()


def choose_random(folder: GameFolder, knowledge: Document, seed: int) -> str:
    """Any legal action, each as likely as the others: what bots are measured against."""
    return Random(seed).choice(_actions(folder, folder.read(knowledge)))


def think(
    folder: GameFolder,
    state: States,
    simulations: int,
    seed: int,
    seconds: float = math.inf,
    clock: Clock = time.monotonic,
) -> Search:
    """Search one tree until that many simulations have been run or, after at least some, the time is up."""
    search = Search(folder, state, seed, most_nodes=min(simulations + 1, MOST_NODES))
    search.run(simulations, seconds, clock)
    return search


def prepare(folder: GameFolder) -> None:
    """Compile, or load from the cache, all that a decision needs, so that the first one need not wait for it."""
    state = folder.read(folder.words.write(folder.new(folder.players[0], {}, 0)))
    while folder.to_act(state) == "chance":
        state = folder.apply(state, folder.outcomes(state)[0][0])
    folder.actions(state)
    if not hasattr(folder.brain, "choose"):
        search = think(folder, state, simulations=2, seed=0)
        Search(folder, state, seed=0, most_nodes=2, earlier=search).best()
        _solution(folder, state, steps=1)
        return
    for level in LEVELS:
        folder.brain.choose(state, level, 0)


def _solution(folder: GameFolder, state: States, steps: int) -> str | None:
    """The best action, where nothing is hidden and no more steps than that lie between the state and every end."""
    if not steps or not _nothing_is_hidden(folder):
        return None
    values = action_values(folder, state, steps)
    return None if values is None else max(values, key=values.__getitem__)


def _nothing_is_hidden(folder: GameFolder) -> bool:
    return getattr(folder.brain, "NOTHING_HIDDEN", False)


def _actions(folder: GameFolder, state: States) -> list[str]:
    seat = folder.to_act(state)
    if seat is None:
        raise GameOver("the game is over")
    if seat == "chance":
        raise TableeError("chance is to act, not a seat")
    return folder.actions(state)
