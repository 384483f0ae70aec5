"""A bot's decision: knowledge in, the text of an action out.

A game's `brain.py` may offer `MARGIN`, the lead in points that is half as good as a boundless one, and
`forget(state, level, seed)`, the state as a bot of that level remembers it, which must not change what is legal. Where
it says `NOTHING_HIDDEN`, ends of games are worked out. What else it may tell the search is in `knowhow.py`. A game that
is played better otherwise than by tree search offers `choose(state, level, seed)`, which gives the action's code.
"""

import math
import time
from collections.abc import Callable
from random import Random

from tablee.games.document import Document
from tablee.games.errors import GameOver, TableeError
from tablee.games.folder import GameFolder
from tablee.kernel.contract import States
from tablee.search.levels import FAR, LEVELS
from tablee.search.solve import action_values
from tablee.search.tree import MOST_NODES, Search

CHUNK = 250
"""Simulations between two looks at the clock."""


def choose(folder: GameFolder, knowledge: Document, level: int, seed: int, seconds: float | None = None) -> str:
    """What a bot of that level, 1 to 5, plays for the seat to act, in at most about `seconds`.

    Without `seconds`, the same arguments always give the same action.

    >>> from tablee.games import find_game
    >>> isis = find_game("isis")
    >>> opening = isis.words.knowledge(isis.new(2, {}, 0), 0)
    >>> choose(isis, opening, level=1, seed=7) == choose(isis, opening, level=1, seed=7)
    True
    """
    if level not in LEVELS:
        raise TableeError(f"there is no level {level}")
    state = folder.read(knowledge)
    actions = _actions(folder, state)
    if len(actions) == 1:
        return actions[0]
    forget = getattr(folder.brain, "forget", None)
    remembered = state if forget is None else forget(state, level, seed)
    decide = getattr(folder.brain, "choose", None)
    if decide is not None:
        text: str = folder.words.action_text(state, decide(remembered, level, seed))
        return text
    thought = LEVELS[level]
    solved = _solution(folder, remembered, thought.steps)
    return solved or think(folder, remembered, thought.simulations, seed, seconds, sight=thought.sight).best()


def choose_random(folder: GameFolder, knowledge: Document, seed: int) -> str:
    """Any legal action, each as likely as the others: what bots are measured against."""
    return Random(seed).choice(_actions(folder, folder.read(knowledge)))


def think(
    folder: GameFolder,
    state: States,
    simulations: int,
    seed: int,
    seconds: float | None = None,
    clock: Callable[[], float] = time.monotonic,
    sight: int = FAR,
) -> Search:
    """Search until that many simulations have been run or, after at least some, the time is up."""
    search = Search(folder, state, seed, most_nodes=min(simulations + 1, MOST_NODES), sight=sight)
    end = math.inf if seconds is None else clock() + seconds
    while search.simulations < simulations:
        search.run(min(CHUNK, simulations - search.simulations))
        if clock() >= end:
            break
    return search


def prepare(folder: GameFolder) -> None:
    """Compile, or load from the cache, all that a decision needs, so that the first one need not wait for it."""
    state = folder.read(folder.words.write(folder.new(folder.players[0], {}, 0)))
    while folder.to_act(state) == "chance":
        state = folder.apply(state, folder.outcomes(state)[0][0])
    folder.actions(state)
    if not hasattr(folder.brain, "choose"):
        think(folder, state, simulations=2, seed=0).best()
        _solution(folder, state, steps=1)
        return
    for level in LEVELS:
        folder.brain.choose(state, level, 0)


def _solution(folder: GameFolder, state: States, steps: int) -> str | None:
    """The best action, where nothing is hidden and no more steps than that lie between the state and every end."""
    if not steps or not getattr(folder.brain, "NOTHING_HIDDEN", False):
        return None
    values = action_values(folder, state, steps)
    return None if values is None else max(values, key=values.__getitem__)


def _actions(folder: GameFolder, state: States) -> list[str]:
    seat = folder.to_act(state)
    if seat is None:
        raise GameOver("the game is over")
    if seat == "chance":
        raise TableeError("chance is to act, not a seat")
    return folder.actions(state)
