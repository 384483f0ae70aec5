"""The values of positions, from which the stories of games are computed.

A *state evaluator* answers for positions in which a seat is to act; `level_evaluator` makes one of a bot. Where chance
is to act, `PositionValues` takes the mean over the outcomes. Where the game is over, the rules give the value.
"""

import math
import zlib
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from tablee.bots.level_bots import LevelBot
from tablee.bots.requests import Evaluation, Values
from tablee.engine.contract import States
from tablee.games.brains.thoughts import Limit
from tablee.games.definition import GameDefinition

AHEAD = 1
"""How many chance nodes in a row are averaged over, and how many a followed line may reach: it might never end."""
DEALS = 12
"""How many deals are looked at where outcomes follow each other for certain."""
TURNS = 2
"""How many turns a line is followed."""
BY_EYE = {"morfals": 0.015, "morpyam": 0.03}
"""Standard error of brains that evaluate without playouts, measured against playouts (`docs/players/review.md`)."""
NOT_MEASURED = 0.03
"""The same for games in which it was not measured."""
STEPS = 60_000
"""Steps in which the endgame solver may try: a story asks about hundreds of positions, few of which can be solved."""
NEARLY = 0.1
"""An action is a rival of the best one if its value is less by no more than this part of a win."""


class StateValue(NamedTuple):
    """The value of a position by seat, its standard error, and what the evaluator would play there."""

    values: Values
    error: float
    best: str | None = None
    is_only: bool = False
    """There was no other action: the value is that of the next position."""
    is_exact: bool = False
    """It was solved, or evaluated to the end of the turn: more thinking gains nothing."""
    rival: str | None = None
    """The second best action, if it is nearly as good."""


StateEvaluator = Callable[[States], StateValue]
"""Evaluates a position in which a seat is to act."""


def level_evaluator(
    definition: GameDefinition, level: int, limit: Limit, asked: Callable[[], None] = lambda: None
) -> StateEvaluator:
    """Evaluate by a new bot of a level for each position, on one core; `asked` is called before each evaluation."""
    by_eye = BY_EYE.get(definition.id, NOT_MEASURED)

    def evaluate(state: States) -> StateValue:
        asked()
        seat = definition.to_act(state)
        assert isinstance(seat, int)
        known = state if definition.nothing_is_hidden else definition.read(definition.knowledge(state, seat))
        bot = LevelBot(definition, level, cores=1, steps=STEPS)
        considered = bot.think_of(known, limit, seed=zlib.crc32(state.tobytes())).considered
        first, worth = considered[0], considered[0].values[seat]
        error = 0.0 if worth in (0.0, 1.0) else by_eye  # a solved position has none
        if first.visits:  # that of the mean over the visits
            chance = min(max(worth, 0.01), 0.99)
            error = math.sqrt(chance * (1 - chance) / first.visits)
        return StateValue(
            first.values,
            error,
            first.action,
            is_only=len(considered) == 1,
            is_exact=not first.visits,
            rival=next((one.action for one in considered[1:] if one.values[seat] > worth - NEARLY), None),
        )

    return evaluate


class PositionValues:
    """Values of positions, each computed once.

    An evaluator overrates the seat to act, since it looks for that seat's best action. So a position is followed, as
    the evaluator would play, to where the turn passes on, and evaluated there for both seats: before the last action
    and after it. The value is the mean of both, averaged again with the same a turn later unless chance comes first: a
    search that looks further may see what an earlier one did not.
    """

    def __init__(self, definition: GameDefinition, evaluator: StateEvaluator, most: int = 0) -> None:
        """Where chance has more than `most` outcomes, only so many are looked at; 0 means all."""
        self._definition = definition
        self._evaluator = evaluator
        self._most = most
        self._known: dict[tuple[bytes, int], StateValue] = {}
        self._evaluated: dict[bytes, StateValue] = {}

    def of(self, state: States, ahead: int = AHEAD) -> StateValue:
        """The value of a position."""
        key = state.tobytes(), ahead
        if key not in self._known:
            if self._is_chance(state):
                self._known[key] = self._mean(state, ahead)
            elif (result := self._definition.result(state)).over:
                share = 1 / len(result.winners)
                values = tuple(share * (seat in result.winners) for seat in range(len(result.scores)))
                self._known[key] = StateValue(values, 0.0)
            else:
                self._known[key] = self._followed(state, ahead)
        return self._known[key]

    def evaluate(self, state: States, action: str = "") -> Evaluation:
        """The value of a position and, if an action was taken there, what the best other action would have gained."""
        found, seat = self.of(state), self._definition.to_act(state)
        plain = Evaluation(found.values, found.error)
        if not action or not isinstance(seat, int):
            return plain
        is_forced = len(self._definition.actions(state)) == 1
        other = self._evaluate(state).rival if found.best == action and not is_forced else found.best
        if other is None or other == action:
            return msgspec.structs.replace(plain, best=action)
        ideal, follows = (self.of(self._definition.apply(state, text)) for text in (other, action))
        gain = tuple(one - another for one, another in zip(ideal.values, follows.values, strict=True))
        doubt = math.hypot(ideal.error, follows.error)
        return msgspec.structs.replace(plain, best=other, gain=gain, doubt=doubt)

    def _is_chance(self, state: States) -> bool:
        return self._definition.to_act(state) == "chance"

    def _followed(self, state: States, ahead: int) -> StateValue:
        """Follow the line to where the turn passes on."""
        here = self._evaluate_choice(state)
        assert here.best is not None
        if here.is_exact:
            return here
        after = self._carried_out(state, here.best)
        seat, following = self._definition.to_act(state), self._definition.to_act(after)
        if following == "chance" and not ahead:
            return self._evaluate(state)
        if here.is_only or following in (seat, "chance", None):
            return self.of(after, ahead)._replace(best=here.best)
        return self._at_the_turn(here, after, TURNS - 1)

    def _at_the_turn(self, before: StateValue, after: States, turns: int) -> StateValue:
        """The mean of the values before and after the turn passes on, and of the same some turns later."""
        here, there = _mean_of_two(before, self._evaluate(after)), self._beyond(after, turns)
        return here if there is None else _mean_of_two(here, there)

    def _beyond(self, state: States, turns: int) -> StateValue | None:
        """The value so many turns later, as the evaluator would play them; None if chance comes before that."""
        while turns and (seat := self._definition.to_act(state)) != "chance":
            if seat is None:
                return self.of(state)
            here = self._evaluate_choice(state)
            assert here.best is not None
            if here.is_exact:
                return here
            state = self._carried_out(state, here.best)
            following = self._definition.to_act(state)
            if isinstance(following, int) and following != seat and not here.is_only:
                return self._at_the_turn(here, state, turns - 1)
        return None

    def _carried_out(self, state: States, action: str) -> States:
        """The position after an action and what it leaves no choice about, as the end of a turn mostly is."""
        seat, after = self._definition.to_act(state), self._definition.apply(state, action)
        while self._definition.to_act(after) == seat and (here := self._evaluate_choice(after)).is_only:
            assert here.best is not None
            after = self._definition.apply(after, here.best)
        return after

    def _evaluate_choice(self, state: States) -> StateValue:
        """Evaluate a position unless its only action is forced."""
        actions = self._definition.actions(state)
        return self._evaluate(state) if len(actions) > 1 else StateValue((), 0.0, actions[0], is_only=True)

    def _evaluate(self, state: States) -> StateValue:
        key = state.tobytes()
        if key not in self._evaluated:
            self._evaluated[key] = self._evaluator(state)
        return self._evaluated[key]

    def _mean(self, state: States, ahead: int) -> StateValue:
        """The mean over outcomes; at the last chance node looked at, over those that do not lead to another one."""
        outcomes = self._definition.outcomes(state)
        chosen = spread([weight for _, weight in outcomes], self._most)
        reached = [(weight, self._definition.apply(state, outcomes[at][0])) for at, weight in chosen]
        if all(self._is_chance(after) for _, after in reached):
            return self._mean_of_deals(state)
        found = [
            (weight, self._mean(after, ahead - 1) if self._is_chance(after) else self.of(after, max(ahead - 1, 0)))
            for weight, after in reached
            if ahead or not self._is_chance(after)
        ]
        total = sum(weight for weight, _ in found)
        values = tuple(
            sum(weight * value.values[seat] for weight, value in found) / total
            for seat in range(self._definition.seats(state))
        )
        error = math.sqrt(sum((weight * value.error) ** 2 for weight, value in found)) / total
        return StateValue(values, error)

    def _mean_of_deals(self, state: States) -> StateValue:
        """The mean over some random rows of outcomes, where several follow each other for certain, as cards are dealt:
        there are too many to look at all."""
        random, found = Random(state.tobytes()), list[Sequence[float]]()
        for _ in range(DEALS):
            after = state
            while self._is_chance(after):
                texts, weights = zip(*self._definition.outcomes(after), strict=True)
                after = self._definition.apply(after, random.choices(texts, weights)[0])
            found.append(self.of(after, 0).values)
        values = tuple(map(fmean, zip(*found, strict=True)))
        return StateValue(values, max(map(stdev, zip(*found, strict=True))) / math.sqrt(DEALS))


def spread(weights: Sequence[int], most: int) -> list[tuple[int, float]]:
    """Up to `most` of the weights (0: all), spread evenly over their sum, each with how much it stands for.

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


def _mean_of_two(before: StateValue, after: StateValue) -> StateValue:
    values = tuple((one + other) / 2 for one, other in zip(before.values, after.values, strict=True))
    return StateValue(values, math.hypot(before.error, after.error) / 2, before.best)
