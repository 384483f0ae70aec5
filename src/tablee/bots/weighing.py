"""What positions are worth, as a judge thinks: what stories of games are reckoned from.

A *judge* is asked about positions in which a seat is to act. What chance may bring is a mean over all outcomes, and
what is over is worth what the rules say.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from tablee.games.folder import GameFolder
from tablee.kernel.contract import States

Values = tuple[float, ...]
"""What each seat may expect: its share of the win."""
AHEAD = 1
"""So often chance may follow on chance in a mean, and what is followed may lead to chance: else it would never end."""


TURNS = 2
"""So many times a turn passes on in what is followed."""


class Judged(NamedTuple):
    """What a position is thought to be worth, to within what, and what the judge would play there."""

    values: Values
    error: float
    best: str | None = None
    is_only: bool = False
    """There was nothing else to be thought of: it is worth what comes of it."""
    is_exact: bool = False
    """It was worked out, or judged to the end of the turn: nothing is gained by thinking on."""
    rival: str | None = None
    """What it would play if that could not be played, if it is nearly as good."""


Judge = Callable[[States], Judged]
"""Asked about a position in which a seat is to act."""


class Weighed(msgspec.Struct, frozen=True):
    """A step as it was weighed: what the position before it is worth, and what another action would have brought."""

    values: Values
    error: float
    best: str | None = None
    """The best of what was not played, or what was played if nothing comes near it; None where nobody chose."""
    gain: Values = ()
    """What each seat would have more of that than of what was played; nothing if that is the best."""
    doubt: float = 0.0
    """The error of that."""


class Worths:
    """What positions are worth: by the rules once a game is over, as a mean where chance is to act, else as judged.

    Who is to act is thought to stand better than is so, as it is for that seat that the best is looked for. So a
    position is followed, as the judge would play, to where the turn passes on, and judged there by both: by a thought
    of the seat that acts last, and by one of the next. It is worth the mean of that and of the same a turn later, if
    chance does not come first: a thought that looks further may see what an earlier one did not.
    """

    def __init__(self, folder: GameFolder, judge: Judge, most: int = 0) -> None:
        """Of more than `most` outcomes of chance only so many are looked at, if it is not 0."""
        self._folder = folder
        self._judge = judge
        self._most = most
        self._known: dict[tuple[bytes, int], Judged] = {}
        self._thoughts: dict[bytes, Judged] = {}

    def of(self, state: States, ahead: int = AHEAD) -> Judged:
        """The worth of a position; each is thought about once."""
        key = state.tobytes(), ahead
        if key not in self._known:
            self._known[key] = self._mean(state, ahead) if self._chance(state) else self._settled(state, ahead)
        return self._known[key]

    def weigh(self, state: States, action: str = "") -> Weighed:
        """The worth of a position and, if an action was taken there, what the best other would have brought."""
        found, seat = self.of(state), self._folder.to_act(state)
        plain = Weighed(found.values, found.error)
        if not action or not isinstance(seat, int):
            return plain
        other = self._thought(state).rival if found.best == action and not self._is_forced(state) else found.best
        if other in (None, action):
            return msgspec.structs.replace(plain, best=action)
        ideal, follows = self._after(state, str(other)), self._after(state, action)
        gain = tuple(one - another for one, another in zip(ideal.values, follows.values, strict=True))
        doubt = math.hypot(ideal.error, follows.error)
        return msgspec.structs.replace(plain, best=other, gain=gain, doubt=doubt)

    def _is_forced(self, state: States) -> bool:
        return len(self._folder.actions(state)) == 1

    def _after(self, state: States, action: str) -> Judged:
        return self.of(self._folder.apply(state, action))

    def _chance(self, state: States) -> bool:
        return self._folder.to_act(state) == "chance"

    def _settled(self, state: States, ahead: int) -> Judged:
        result = self._folder.result(state)
        if not result.over:
            return self._followed(state, ahead)
        share = 1 / len(result.winners)
        return Judged(tuple(share * (seat in result.winners) for seat in range(len(result.scores))), 0.0)

    def _followed(self, state: States, ahead: int) -> Judged:
        """Up to where the turn passes on."""
        actions = self._folder.actions(state)
        thought = self._thought(state) if len(actions) > 1 else Judged((), 0.0, actions[0], is_only=True)
        assert thought.best is not None
        if thought.is_exact:
            return thought
        after = self._folder.apply(state, thought.best)
        seat, following = self._folder.to_act(state), self._folder.to_act(after)
        if following == "chance" and not ahead:
            return self._thought(state)
        if thought.is_only or following in (seat, "chance", None):
            return self.of(after, ahead)._replace(best=thought.best)
        here, there = _between(thought, self._thought(after)), self._beyond(after, TURNS - 1)
        return here if there is None else _between(here, there)

    def _beyond(self, state: States, turns: int) -> Judged | None:
        """The same so many turns later, as the judge would play them; None if chance comes before that."""
        while turns and (seat := self._folder.to_act(state)) != "chance":
            if seat is None:
                return self.of(state)
            actions = self._folder.actions(state)
            thought = self._thought(state) if len(actions) > 1 else Judged((), 0.0, actions[0], is_only=True)
            assert thought.best is not None
            if thought.is_exact:
                return thought
            state = self._folder.apply(state, thought.best)
            following = self._folder.to_act(state)
            if isinstance(following, int) and following != seat and not thought.is_only:
                here, there = _between(thought, self._thought(state)), self._beyond(state, turns - 1)
                return here if there is None else _between(here, there)
        return None

    def _thought(self, state: States) -> Judged:
        key = state.tobytes()
        if key not in self._thoughts:
            self._thoughts[key] = self._judge(state)
        return self._thoughts[key]

    def _mean(self, state: States, ahead: int) -> Judged:
        """Over all outcomes; where chance follows on chance for long, over those that lead to something else."""
        found = [(weight, after) for weight, after in self._outcomes(state) if ahead or not self._chance(after)]
        worths = [(weight, self._next(after, ahead)) for weight, after in found]
        total = sum(weight for weight, _ in worths)
        values = tuple(
            sum(weight * worth.values[seat] for weight, worth in worths) / total
            for seat in range(self._folder.seats(state))
        )
        error = math.sqrt(sum((weight * worth.error) ** 2 for weight, worth in worths)) / total
        return Judged(values, error)

    def _next(self, state: States, ahead: int) -> Judged:
        return self._mean(state, ahead - 1) if self._chance(state) else self.of(state, max(ahead - 1, 0))

    def _outcomes(self, state: States) -> list[tuple[float, States]]:
        outcomes = self._folder.outcomes(state)
        chosen = spread([weight for _, weight in outcomes], self._most)
        return [(weight, self._folder.apply(state, outcomes[at][0])) for at, weight in chosen]


def spread(weights: Sequence[int], most: int) -> list[tuple[int, float]]:
    """So many of some weights, spread evenly over all of them, and how much each stands for; all of them if it is 0.

    >>> spread([1, 1, 1, 1], 2), spread([6, 1, 1, 1], 3), spread([2, 3], 3)
    ([(1, 1.0), (3, 1.0)], [(0, 2.0), (2, 1.0)], [(0, 2.0), (1, 3.0)])
    """
    if not most or len(weights) <= most:
        return [(at, float(weight)) for at, weight in enumerate(weights)]
    total, found, at, passed = sum(weights), dict[int, float](), 0, 0
    for number in range(most):
        while passed + weights[at] <= (number + 0.5) * total / most:
            passed += weights[at]
            at += 1
        found[at] = found.get(at, 0.0) + 1.0
    return list(found.items())


def _between(thought: Judged, following: Judged) -> Judged:
    """Halfway between what two seats think."""
    values = tuple((one + other) / 2 for one, other in zip(thought.values, following.values, strict=True))
    return Judged(values, math.hypot(thought.error, following.error) / 2, thought.best)
