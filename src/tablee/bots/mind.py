"""The bots of the house: knowledge and a limit in, a thought out.

A game's `brain.py` may offer `MARGIN`, the lead in points that is half as good as a boundless one, and
`forget(state, level, seed)`, the state as a bot of that level remembers it, which must not change what is legal. Where
nothing is ever hidden ends of games are worked out, and search trees live on from decision to decision. What else it
may tell the search is in `advice.py`. A game that is played better otherwise than by tree search offers
`think(state, level, seed, limit)`, which gives its `Opinion` of actions, first the one that it plays.
"""

import math
import time
from collections.abc import Mapping, Sequence
from random import Random

from tablee.bots.bot import NO_LIMIT, legal_actions
from tablee.bots.forest import Clock, Search
from tablee.bots.solve import work_out
from tablee.bots.tree import MOST_NODES, Choice
from tablee.games.calibration import slope_of, straightened
from tablee.games.document import Document
from tablee.games.errors import TableeError
from tablee.games.folder import GameFolder
from tablee.games.levels import FAR, LEVELS
from tablee.games.styles import Style, in_style
from tablee.games.thoughts import Considered, Limit, Opinion, Thought
from tablee.kernel.contract import States

STEPS_A_SECOND = 400_000
"""Steps in which ends of games are tried to be worked out, by seconds of a limit: a third of it, on a slow machine."""
AT_ONCE = Limit(simulations=1)


class Mind:
    """A bot of some level at one seat of one game, which goes on from what it thought before.

    Its trees of the last decision live on as far as they have met the state of the next, and only what lacks of the
    level's simulations is run. So it is as strong as a new mind and quicker, though it may choose otherwise: what it
    plays follows from all that it was asked, with which seeds, if there was time enough. It starts afresh where it
    finds nothing that it knows, as after a take-back. Nothing lives on where something is hidden, as what the others
    did meanwhile may say more about it, nor where the level does not see far, as its trees end where it saw no further.

    >>> from tablee.games import find_game
    >>> isis = find_game("isis")
    >>> opening = isis.knowledge(isis.new(2, {}, 0), 0)
    >>> thought = Mind(isis, level=1).choose(opening, Limit(seconds=5.0), seed=7)
    >>> thought.action == thought.considered[0].action, thought.simulations
    (True, 500)
    """

    def __init__(
        self, folder: GameFolder, level: int, cores: int | None = None, style: Style = "", steps: int | None = None
    ) -> None:
        """It may use so many cores, all if not told; its way of playing decides between what is about equally good.

        With `steps` it tries to work out ends in no more of them, however many its level may take.
        """
        if level not in LEVELS:
            raise TableeError(f"there is no level {level}")
        self._folder = folder
        self._level = level
        self._cores = cores
        self._style = style
        self._steps = LEVELS[level].steps if steps is None else min(steps, LEVELS[level].steps)
        self._search: Search | None = None

    def begin(self) -> None:
        """Nothing is remembered of the game before."""
        self._search = None

    def end(self) -> None:
        """Nothing is held."""

    def choose(
        self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0, even_if_forced: bool = False
    ) -> Thought:
        """What it plays for the seat to act, in at most about the limit.

        A new mind without a limit of seconds always thinks the same of the same, on any number of cores. Who has no
        choice does not think, unless it is asked for what that action is worth.
        """
        started = time.monotonic()
        state = self._folder.read(knowledge)
        actions = legal_actions(self._folder, state)
        if len(actions) > 1 or even_if_forced:
            return self._thought(state, limit, started, seed)
        return Thought(actions[0], seconds=time.monotonic() - started)

    def think_of(self, state: States, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """What it thinks of a state that holds no more than the seat to act knows, even if there is no choice."""
        return self._thought(state, limit, time.monotonic(), seed)

    def _thought(self, state: States, limit: Limit, started: float, seed: int) -> Thought:
        considered, simulations = self._consider(state, limit, started, seed)
        action = considered[0].action if considered else legal_actions(self._folder, state)[0]
        return Thought(action, considered, simulations, time.monotonic() - started)

    def _consider(self, state: States, limit: Limit, started: float, seed: int) -> tuple[tuple[Considered, ...], int]:
        """The actions that it considered, first the one that it plays, and the games played in thought."""
        brain = self._folder.brain
        remembered = brain.forget(state, self._level, seed)  # a taste, too, goes by what is remembered
        if brain.has("think"):
            opinions = brain.think(remembered, self._level, seed, _rest(limit, started))
            simulations = sum(opinion.visits for opinion in opinions)
            return self._finished(considered_by(self._folder, state, opinions), remembered), simulations
        found = self._worked_out(remembered, _rest(limit, started))
        if found is not None:
            return _considered(found), 0
        choices, simulations = self._searched(remembered, _rest(limit, started), seed)
        return self._finished(_considered(choices), remembered), simulations

    def _finished(self, considered: tuple[Considered, ...], state: States) -> tuple[Considered, ...]:
        """With values that can be trusted, as far as it is known how; first what is played in this mind's style."""
        slope = slope_of(self._folder.folders, int(state[0].players), self._level)
        trusted = tuple(Considered(one.action, one.visits, straightened(one.values, slope)) for one in considered)
        return in_style(self._folder, state, trusted, self._style)

    def _worked_out(self, state: States, limit: Limit) -> list[Choice] | None:
        """The best first, where nothing is hidden and few enough steps lie between the state and every end."""
        steps = self._steps
        steps = steps if limit.seconds is None else min(steps, int(limit.seconds * STEPS_A_SECOND))
        if steps <= 0 or not self._folder.nothing_is_hidden:
            return None
        choices = work_out(self._folder, state, steps)
        return None if choices is None else sorted(choices, key=lambda choice: -choice.reward)

    def _searched(self, state: States, limit: Limit, seed: int) -> tuple[list[Choice], int]:
        level, seats = LEVELS[self._level], int(state[0].players)
        games = self._folder.brain.judged(state, self._level) or games_in_thought(self._folder, self._level, seats)
        is_up = limit.start()
        room = min(games + 1, MOST_NODES)
        search = Search(self._folder, state, seed, room, level.sight, level.trees, self._search, self._level)
        search.run(limit.most(games), is_up, cores=self._cores)
        if level.sight == FAR and self._folder.nothing_is_hidden:
            self._search = search
        return search.choices(), search.simulations


def games_in_thought(folder: GameFolder, level: int, seats: int) -> int:
    """How many games a level plays in thought before a decision, where so many sit at the table."""
    with_more: Mapping[int, int] = getattr(folder.brain, "WITH_MORE", {})
    return with_more[level] if seats > 2 and level in with_more else LEVELS[level].games(seats)


def _considered(choices: Sequence[Choice]) -> tuple[Considered, ...]:
    return tuple(Considered(choice.action, choice.visits, choice.values) for choice in choices)


def considered_by(folder: GameFolder, state: States, opinions: Sequence[Opinion]) -> tuple[Considered, ...]:
    """What a game's brain thinks of actions, by their texts."""
    text = folder.words.action_text
    return tuple(Considered(text(state, code), visits, values) for code, values, visits in opinions)


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
    search.run(simulations, Limit(seconds=seconds).start(clock))
    return search


def prepare(folder: GameFolder) -> None:
    """Compile, or load from the cache, all that a decision needs, so that the first one need not wait for it."""
    state = folder.read(folder.words.write(folder.new(folder.players[0], {}, 0)))
    random = Random(0)  # always the first outcome might never lead to a decision
    while folder.to_act(state) == "chance":
        state = folder.apply(state, random.choice(folder.outcomes(state))[0])
    folder.actions(state)
    if not folder.brain.has("think"):
        search = think(folder, state, simulations=2, seed=0)
        Search(folder, state, seed=0, most_nodes=2, earlier=search).best()
        work_out(folder, state, steps=1)
        return
    for level in LEVELS:
        folder.brain.think(state, level, 0, AT_ONCE)


def _rest(limit: Limit, started: float) -> Limit:
    """What is left of a limit after some time."""
    if limit.seconds is None:
        return limit
    return Limit(limit.simulations, max(0.0, limit.seconds - (time.monotonic() - started)))
