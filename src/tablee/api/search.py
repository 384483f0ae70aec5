"""`Search`: the compiled tree search with an evaluator of your own, over one game or many.

>>> import numpy as np
>>> import tablee
>>> from tablee.api.search import Search, uniform
>>> batch = tablee.Batch("isis", size=8, players=2, seed=7)
>>> search = Search(batch, noise=0.25, seed=1)
>>> search.run(uniform, simulations=50)
>>> search.visits().sum(axis=1).tolist()
[50, 50, 50, 50, 50, 50, 50, 50]
>>> batch.step(search.choose(temperature=1.0))
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tablee.api.batch import Batch
from tablee.api.game import Game, seed_or_fresh
from tablee.bots.batch_search import ALPHA, EXPLORATION, GuidedSearch
from tablee.bots.evaluator import Evaluator, Leaves, one_by_one, uniform
from tablee.engine.contract import OVER, States
from tablee.games import GameDefinition
from tablee.games.errors import TableeError

__all__ = ["Evaluator", "Leaves", "Search", "one_by_one", "uniform"]


class Search(GuidedSearch):
    """A search from each of some games of one title, or of a batch; it can be continued.

    `run(evaluator, simulations)` calls the evaluator; with `ask` and `tell` you do. `visits`, `policy`, `values` and
    `choose` give the results. The search does not change the games; after a step, `advance` or make a new search.
    """

    def __init__(
        self,
        games: Batch | Sequence[Game],
        *,
        leaves: int = 1,
        exploration: float = EXPLORATION,
        noise: float = 0.0,
        alpha: float = ALPHA,
        seed: int | None = None,
        threads: int = 1,
    ) -> None:
        """Each game asks about up to `leaves` positions at once.

        More leaves make larger batches for the evaluator, and a slightly weaker search. `noise` is the share of the
        root priors that is replaced by Dirichlet noise with `alpha`, for self-play. The same seed gives the same
        search if the evaluator gives the same answers.
        """
        definition, states, seats = _positions_of(games)
        super().__init__(definition, states, seats, seed_or_fresh(seed), leaves, exploration, noise, alpha, threads)

    def advance(self, games: Batch | Sequence[Game]) -> None:
        """Go on from where the same games are after a step, and keep the subtrees of what was played and drawn.

        What is kept counts as simulations: `run(evaluator, 100)` searches until each game has 100 with them. A game
        that restarted, or whose position was never visited, begins anew. Nodes that are left behind keep their memory
        until the search is dropped.

        >>> batch = Batch("isis", size=4, players=2, seed=7)
        >>> search = Search(batch, seed=1)
        >>> search.run(uniform, simulations=200)
        >>> batch.step(search.choose())
        >>> search.advance(batch)
        >>> search.simulations > 0
        True
        """
        definition, states, seats = _positions_of(games)
        if definition is not self._definition or len(states) != len(self._roots) or states.dtype != self._roots.dtype:
            raise TableeError(f"a search goes on with the same {len(self._roots)} games, after a step")
        if (states["players"] != self._roots["players"]).any():
            raise TableeError("a search goes on with games of the same number of players")
        self.go_on_from(states, seats)


def _positions_of(games: Batch | Sequence[Game]) -> "tuple[GameDefinition, States, npt.NDArray[np.int8]]":
    """The game, the states and the seats to act."""
    if isinstance(games, Batch):
        with games._use:  # refuses one that is closed, or that another thread is stepping
            return games._definition, games.states.copy(), games.to_act.copy()
    definition, states = _kind_of(games), np.concatenate([game._state for game in games])
    seats = [game.to_act if isinstance(game.to_act, int) else OVER for game in games]
    return definition, states, np.array(seats, np.int8)


def _kind_of(games: Sequence[Game]) -> GameDefinition:
    if len({(game.id, game.players) for game in games}) != 1:
        raise TableeError("a search needs at least one game, and all of one kind with the same number of players")
    return games[0]._definition
