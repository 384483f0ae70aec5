"""The bots of levels 1 to 5: knowledge and a limit in, a thought out.

Besides what `game_advice.py` describes, a game's `brain.py` may offer `MARGIN`, the lead in points that is worth half
as much as an unlimited one; `forget(state, level, seed)`, the state as a bot of that level remembers it, which must not
change what is legal; and `think(state, level, seed, limit)`, which replaces the tree search and returns its `Opinion`
of actions, first the one that it plays. `PLIES` replaces the tree search by alpha-beta. In other games without hidden
information endgames are solved, and search trees are reused from decision to decision.
"""

import math
import time
from collections.abc import Mapping, Sequence
from random import Random

from tablee.bots.alpha_beta import FEW_STEPS, look_ahead
from tablee.bots.bot import NO_LIMIT, Bot, legal_actions
from tablee.bots.endgame_solver import solve_endgame
from tablee.bots.mcts import MOST_NODES, Choice
from tablee.bots.parallel_search import Clock, TreeSearch
from tablee.engine.contract import States
from tablee.games.brains.levels import FAR, LEVELS, slope_of, straightened
from tablee.games.brains.playing_styles import Style, in_style
from tablee.games.brains.thoughts import Considered, Limit, Opinion, Thought
from tablee.games.definition import GameDefinition
from tablee.games.document import Document
from tablee.games.errors import TableeError

STEPS_A_SECOND = 400_000
"""Steps of the endgame solver per second of a limit: they take a third of it on a slow machine."""
AT_ONCE = Limit(simulations=1)


class LevelBot(Bot):
    """A bot of some level at one seat of one game, which continues from its last search.

    The trees of the last decision are reused as far as they contain the current state; only the missing simulations are
    run. So the bot is as strong as a new one and quicker, though it may choose otherwise: its choices follow from all
    questions and seeds so far, if there was time enough. It starts afresh where the trees do not contain the state, as
    after an undo. Nothing is reused in games with hidden information, since the actions of others may reveal some of
    it, nor at levels that look only a few turns ahead, since their trees end there.

    >>> from tablee.games import find_game
    >>> isis = find_game("isis")
    >>> opening = isis.knowledge(isis.new(2, {}, 0), 0)
    >>> thought = LevelBot(isis, level=1).choose(opening, Limit(seconds=5.0), seed=7)
    >>> thought.action == thought.considered[0].action, thought.simulations
    (True, 500)
    """

    def __init__(
        self,
        definition: GameDefinition,
        level: int,
        cores: int | None = None,
        style: Style = "",
        steps: int | None = None,
    ) -> None:
        """Use at most `cores` (default: all); `style` decides between actions that are about equally good.

        `steps` bounds the endgame solver, whose own bound depends on the level.
        """
        if level not in LEVELS:
            raise TableeError(f"there is no level {level}")
        self._definition = definition
        self._level = level
        self._cores = cores
        self._style = style
        self._steps = LEVELS[level].steps if steps is None else min(steps, LEVELS[level].steps)
        self._search: TreeSearch | None = None

    def begin(self) -> None:
        """Forget the game before."""
        self._search = None

    @property
    def remembered_nodes(self) -> int:
        """How many nodes of its last search it keeps."""
        return self._search.nodes if self._search is not None else 0

    def choose(
        self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0, even_if_forced: bool = False
    ) -> Thought:
        """Choose for the seat to act, within about the limit.

        A new bot without a limit in seconds always chooses the same, on any number of cores. If only one action is
        legal, nothing is searched unless `even_if_forced` asks for its value.
        """
        started = time.monotonic()
        state = self._definition.read(knowledge)
        actions = legal_actions(self._definition, state)
        if len(actions) > 1 or even_if_forced:
            return self._thought(state, limit, started, seed)
        return Thought(actions[0], seconds=time.monotonic() - started)

    def think_of(self, state: States, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:
        """Search a state that holds no more than the seat to act knows, even if only one action is legal."""
        return self._thought(state, limit, time.monotonic(), seed)

    def _thought(self, state: States, limit: Limit, started: float, seed: int) -> Thought:
        considered, simulations = self._candidates(state, limit, started, seed)
        action = considered[0].action if considered else legal_actions(self._definition, state)[0]
        return Thought(action, considered, simulations, time.monotonic() - started)

    def _candidates(self, state: States, limit: Limit, started: float, seed: int) -> tuple[tuple[Considered, ...], int]:
        """The candidate moves, first the one to play, and the number of simulations."""
        brain = self._definition.brain
        remembered = brain.forget(state, self._level, seed)  # the style, too, knows only what is remembered
        if brain.has("think"):
            opinions = brain.think(remembered, self._level, seed, _rest(limit, started))
            simulations = sum(opinion.visits for opinion in opinions)
            return self._finished(considered_by(self._definition, state, opinions), remembered), simulations
        if brain.has("PLIES"):
            choices = self._looked_ahead(remembered, _rest(limit, started), seed)
            return self._finished(_considered(choices), remembered), sum(choice.visits for choice in choices)
        found = self._solved(remembered, _rest(limit, started))
        if found is not None:
            return _considered(found), 0
        choices, simulations = self._searched(remembered, _rest(limit, started), seed)
        return self._finished(_considered(choices), remembered), simulations

    def _finished(self, considered: tuple[Considered, ...], state: States) -> tuple[Considered, ...]:
        """Candidate moves with calibrated values, first the one to play in this bot's style."""
        slope = slope_of(self._definition.folders, int(state[0].players), self._level)
        calibrated = tuple(Considered(one.action, one.visits, straightened(one.values, slope)) for one in considered)
        return in_style(self._definition, state, calibrated, self._style)

    def _looked_ahead(self, state: States, limit: Limit, seed: int) -> list[Choice]:
        plies, steps = self._definition.brain.PLIES[self._level], limit.most(self._steps or FEW_STEPS)
        return look_ahead(self._definition, state, plies, steps, seed, limit.start())

    def _solved(self, state: States, limit: Limit) -> list[Choice] | None:
        """All actions with exact values, best first; None if the endgame solver does not get that far."""
        steps = self._steps if limit.seconds is None else min(self._steps, int(limit.seconds * STEPS_A_SECOND))
        if steps <= 0 or not self._definition.nothing_is_hidden:
            return None
        choices = solve_endgame(self._definition, state, steps)
        return None if choices is None else sorted(choices, key=lambda choice: -choice.reward)

    def _searched(self, state: States, limit: Limit, seed: int) -> tuple[list[Choice], int]:
        level, seats = LEVELS[self._level], int(state[0].players)
        judged = self._definition.brain.judged(state, self._level)
        most = judged or simulations_of(self._definition, self._level, seats)
        simulations = level.shortened(most, len(self._definition.actions(state)))
        is_up = limit.start()
        nodes = min(simulations + 1, MOST_NODES)
        sight = FAR if judged else level.sight
        search = TreeSearch(self._definition, state, seed, nodes, sight, level.trees, self._search, self._level)
        search.run(limit.most(simulations), is_up, self._cores, level.until_clear)
        if sight == FAR and self._definition.nothing_is_hidden:
            self._search = search
        return search.choices(), search.simulations


def simulations_of(definition: GameDefinition, level: int, seats: int) -> int:
    """How many simulations a level runs per decision, with that many seats."""
    with_more: Mapping[int, int] = getattr(definition.brain, "WITH_MORE", {})
    return with_more[level] if seats > 2 and level in with_more else LEVELS[level].games(seats)


def _considered(choices: Sequence[Choice]) -> tuple[Considered, ...]:
    return tuple(Considered(choice.action, choice.visits, choice.values) for choice in choices)


def considered_by(definition: GameDefinition, state: States, opinions: Sequence[Opinion]) -> tuple[Considered, ...]:
    """The opinions of a game's brain as candidate moves."""
    text = definition.words.action_text
    return tuple(Considered(text(state, code), visits, values) for code, values, visits in opinions)


def think(
    definition: GameDefinition,
    state: States,
    simulations: int,
    seed: int,
    seconds: float = math.inf,
    clock: Clock = time.monotonic,
) -> TreeSearch:
    """Search one tree until that many simulations have been run or, after the first ones, the time is up."""
    search = TreeSearch(definition, state, seed, most_nodes=min(simulations + 1, MOST_NODES))
    search.run(simulations, Limit(seconds=seconds).start(clock))
    return search


def prepare(definition: GameDefinition, levels: Sequence[int] = tuple(LEVELS)) -> None:
    """Compile (or load from the cache) all that decisions of some levels need, so that the first need not wait."""
    state = definition.read(definition.words.write(definition.new(definition.players[0], {}, 0)))
    random = Random(0)  # always the first outcome might never lead to a decision
    while definition.to_act(state) == "chance":
        state = definition.apply(state, random.choice(definition.outcomes(state))[0])
    definition.actions(state)
    if definition.brain.has("think"):
        for level in levels:
            definition.brain.think(state, level, 0, AT_ONCE)
        return
    if definition.brain.has("PLIES"):
        look_ahead(definition, state, plies=1, steps=1, seed=0, is_up=AT_ONCE.start())
    search = think(definition, state, simulations=2, seed=0)
    TreeSearch(definition, state, seed=0, most_nodes=2, earlier=search).best()
    if any(LEVELS[level].steps for level in levels):
        solve_endgame(definition, state, steps=1)


def _rest(limit: Limit, started: float) -> Limit:
    """What is left of a limit."""
    if limit.seconds is None:
        return limit
    return Limit(limit.simulations, max(0.0, limit.seconds - (time.monotonic() - started)))
