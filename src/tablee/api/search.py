"""Search for others: one's own evaluator in the compiled tree search, over one game or over many at once.

>>> import numpy as np
>>> import tablee
>>> from tablee.search import Search, uniform
>>> batch = tablee.Batch("isis", size=8, players=2, seed=7)
>>> search = Search(batch, noise=0.25, seed=1)
>>> search.run(uniform, simulations=50)
>>> search.visits().sum(axis=1).tolist()
[50, 50, 50, 50, 50, 50, 50, 50]
>>> batch.step(search.choose(temperature=1.0))
"""

from collections.abc import Sequence

import numpy as np

from tablee.batch import Batch
from tablee.bots.evaluator import Evaluator, Leaves, one_by_one, uniform
from tablee.bots.guided import ALPHA, EXPLORATION, GuidedSearch
from tablee.game import Game, seed_or_fresh
from tablee.games import GameFolder
from tablee.games.errors import TableeError
from tablee.kernel.contract import OVER

__all__ = ["Evaluator", "Leaves", "Search", "one_by_one", "uniform"]


class Search(GuidedSearch):
    """A search from each of some games of one kind, or of those of a batch; it can be run on and on.

    `run(evaluator, simulations)` calls the evaluator; `ask` and `tell` leave that to you. `visits`, `policy`, `values`
    and `choose` say what was found. The games themselves stay where they are; after a step a new search is made.
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

        More of them let an evaluator work in larger portions, and the search look a little less sharply. `noise` is the
        part of the priors at the roots that is replaced by Dirichlet's with `alpha`, so that self-play tries other
        things, too. The same seed gives the same search, if the evaluator gives the same answers.
        """
        if isinstance(games, Batch):
            folder, states, seats = games._folder, games.states, games.to_act
        else:
            folder = _kind_of(games)
            states = np.concatenate([game._state for game in games])
            seats = np.array([_seat(game) for game in games], np.int8)
        super().__init__(folder, states, seats, seed_or_fresh(seed), leaves, exploration, noise, alpha, threads)


def _kind_of(games: Sequence[Game]) -> GameFolder:
    if len({(game.id, game.players) for game in games}) != 1:
        raise TableeError("a search needs at least one game, and all of one kind with the same number of players")
    return games[0]._folder


def _seat(game: Game) -> int:
    return game.to_act if isinstance(game.to_act, int) else OVER
