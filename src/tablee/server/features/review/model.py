"""The story of a game: luck, mistakes and gifts, seat by seat.

An evaluator gives every position a value for each seat: its expected share of the win.

- Luck is the value after an outcome of chance, minus the mean over all outcomes.
- An action costs its seat the value after the best action, minus the value after this one.
- What an action brings the other seats is a gift.

Values are computed from the end of the game to its beginning (`hindsight.py`). The first position is evaluated by
itself; what the two disagree on stays unexplained. So, for every seat and any evaluator,
final − initial = luck − mistakes + gifts + unexplained.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from tablee.bots.requests import Evaluation, Values
from tablee.engine.contract import States
from tablee.games import GameDefinition
from tablee.games.brains.levels import STRONGEST
from tablee.games.brains.thoughts import Limit
from tablee.games.definition import ToAct
from tablee.server.features.review.hindsight import DEFAULT_ERRORS, ERRORS, EvaluatedStep, look_back
from tablee.server.table.events import Act, Chance, Leave, Refused
from tablee.server.table.table import Table

LEAVE, GAVE_UP = "leave", "gave_up"
VERSION = 4
"""The version of the computation. A story of an older version is computed again on request."""


class Move(NamedTuple):
    """A seat or chance, its action or outcome, and the state before."""

    who: ToAct
    text: str
    before: States


class StoryStep(msgspec.Struct, frozen=True):
    """A move with the values for every seat: before it, after the best action, and after it."""

    number: int
    who: int | str
    text: str
    before: Values
    """With hindsight; for the first step, as the position was evaluated by itself."""
    ideal: Values
    """After the best action. For chance the mean over all outcomes; for a seat that leaves the value of playing on."""
    after: Values
    best: str | None
    """The best action; None for chance and for a seat that leaves."""
    error: float
    """Standard deviation of the cost or of the luck, as far as the evaluator can tell."""
    kind: str = ""
    """The kind of mistake, if the game can name it."""

    @property
    def cost(self) -> float:
        """The cost to the seat that acted."""
        return self.ideal[self.who] - self.after[self.who] if isinstance(self.who, int) else 0.0

    @property
    def is_mistake(self) -> bool:
        """Is the cost beyond the evaluator's error?"""
        return self.cost > 2 * self.error

    def luck(self, seat: int) -> float:
        """The luck of a seat."""
        return self.after[seat] - self.ideal[seat] if self.who == "chance" else 0.0

    def gift(self, seat: int) -> float:
        """The gain of a seat by another seat's action."""
        return self.after[seat] - self.ideal[seat] if isinstance(self.who, int) and self.who != seat else 0.0


class Account(msgspec.Struct, frozen=True):
    """The sums of one seat: final − initial = luck − mistakes + gifts + unexplained."""

    initial: float
    final: float
    luck: float
    mistakes: float
    gifts: float
    unexplained: float


SOME_LUCK = 0.005
"""The least luck or bad luck that is worth a word."""


class Story(msgspec.Struct, frozen=True):
    """A finished game, evaluated."""

    game: str
    players: int
    seats: tuple[Account, ...]
    steps: tuple[StoryStep, ...]
    version: int = VERSION
    level: int = 0
    """Of the bot that evaluated; 0 if it was none."""
    limit: Limit = Limit()
    """Its limit for each position."""

    def worst_mistakes(self, count: int = 5) -> list[StoryStep]:
        """The costliest mistakes, the worst first."""
        return sorted((step for step in self.steps if step.is_mistake), key=lambda step: -step.cost)[:count]

    def throws(self, seat: int) -> tuple[StoryStep | None, StoryStep | None]:
        """The luckiest outcome for a seat and the unluckiest; None if none brought or cost it half a percent."""
        drawn = sorted((step for step in self.steps if step.who == "chance"), key=lambda step: step.luck(seat))
        best = next((step for step in reversed(drawn) if step.luck(seat) >= SOME_LUCK), None)
        return best, next((step for step in drawn if step.luck(seat) <= -SOME_LUCK), None)

    @property
    def plain(self) -> dict[str, Any]:
        """As plain values. Each step also has the value of the best action for the seat that acts."""
        document: dict[str, Any] = msgspec.to_builtins(self)
        for step in document["steps"]:
            step["worth"] = step["ideal"][step["who"]] if isinstance(step["who"], int) else None
        return document


# ---- budgets ---------------------------------------------------------------------------------------------------------

LONGEST = 0.5
"""Seconds for one position at most, where the budget is in seconds."""
SIMULATIONS = {"isis": 2_400, "netzwerk": 2_200, "morisi": 450}
"""For each position with two seats: a game of the usual length takes less than 20 s of one core."""
DEFAULT_SIMULATIONS = 4_000
OPENING = {"isis": 6}
"""Games where short searches overrate the seat that begins."""
FIRST_LOOK = 40
"""Divide the simulations by this at the first look."""


class Budget(msgspec.Struct, frozen=True):
    """The evaluator's level, its limit for each position, and how many outcomes of chance it looks at."""

    level: int = STRONGEST
    limit: Limit = Limit()
    outcomes: int = 0
    """0 for all."""
    opening: int = 1
    """Multiply the simulations by this for the first position by itself."""

    def of_opening(self) -> "Budget":
        """For the first position by itself."""
        simulations = self.limit.simulations
        longer = None if simulations is None else simulations * self.opening
        return msgspec.structs.replace(self, limit=Limit(longer, self.limit.seconds), opening=1)


def full_budget(definition: GameDefinition) -> Budget:
    """For the story that is stored."""
    limit = Limit(simulations=SIMULATIONS.get(definition.id, DEFAULT_SIMULATIONS))
    return Budget(limit=limit, opening=OPENING.get(definition.id, 1))


def first_look(definition: GameDefinition) -> Budget:
    """For a first picture within seconds."""
    simulations = SIMULATIONS.get(definition.id, DEFAULT_SIMULATIONS) // FIRST_LOOK
    return Budget(limit=Limit(simulations=simulations, seconds=0.02), outcomes=3)


def requested_budget(
    definition: GameDefinition, moves: Sequence[Move], level: int, simulations: int | None, seconds: float | None
) -> Budget:
    """From options: simulations for each position, or seconds for about the whole game."""
    if simulations is None and seconds is None:
        return msgspec.structs.replace(full_budget(definition), level=level)
    share = None if seconds is None else min(LONGEST, seconds / max(expected_searches(definition, moves), 1))
    return Budget(level, Limit(simulations, share))


def expected_searches(definition: GameDefinition, moves: Sequence[Move]) -> int:
    """About how many positions will be searched."""
    return sum(2 * len(definition.outcomes(move.before)) if move.who == "chance" else 2 for move in moves)


# ---- from a finished table to its story ------------------------------------------------------------------------------


def finished(table: Table) -> tuple[GameDefinition, States]:
    """The game and its last state; raises `Refused` while the game is not over."""
    if table.status != "over" or table.definition is None or table.state is None:
        raise Refused("not_now")
    return table.definition, table.state


def moves_of(table: Table) -> list[Move]:
    """All moves of a table, without those that were taken back."""
    moves = []
    for step in table.steps:
        match step.event:
            case Leave(seat=seat):
                moves.append(Move(seat, LEAVE, step.before))
            case Act(seat=seat, text=text):
                moves.append(Move(seat, text, step.before))
            case Chance(text=text):
                moves.append(Move("chance", text, step.before))
    return moves


def with_opening(evaluated: Sequence[Evaluation], first: Move, opening: Evaluation) -> list[Evaluation]:
    """Give the first move the values of the separate evaluation of its position, unless chance began."""
    if first.who == "chance":
        return list(evaluated)
    return [msgspec.structs.replace(evaluated[0], values=opening.values, error=opening.error), *evaluated[1:]]


def table_story(table: Table, evaluated: Sequence[Evaluation], budget: Budget) -> Story:
    """The story of a finished table from its evaluated moves, with kinds of mistakes; raises `Refused`."""
    definition, state = finished(table)
    moves = moves_of(table)
    story = make_story(definition, moves, state, evaluated)
    steps = list(story.steps)
    for at, (move, step) in enumerate(zip(moves, story.steps, strict=True)):
        if step.is_mistake and step.best is not None and isinstance(step.who, int):
            states = (move.before, *(definition.apply(move.before, text) for text in (step.text, step.best)))
            sights = [definition.sight(state, step.who) for state in states]
            kind = definition.words.mistake(step.text, step.best, step.who, *sights)
            steps[at] = msgspec.structs.replace(step, kind=kind)
    return msgspec.structs.replace(story, steps=tuple(steps), level=budget.level, limit=budget.limit)


def make_story(
    definition: GameDefinition, moves: Sequence[Move], final: States, evaluated: Sequence[Evaluation]
) -> Story:
    """The story of a finished game from its evaluated moves."""
    winners, players = definition.result(final).winners, definition.seats(final)
    last = tuple((seat in winners) / len(winners) for seat in range(players))
    errors = ERRORS.get(definition.id, DEFAULT_ERRORS)
    passed = []
    for move, one in zip(moves, evaluated, strict=True):
        weights = dict(definition.outcomes(move.before)) if move.who == "chance" else {}
        probability = weights[move.text] / sum(weights.values()) if weights else 0.0
        passed.append(
            EvaluatedStep(one, move.who if isinstance(move.who, int) and move.text != LEAVE else None, probability)
        )
    seen = look_back(passed, last, errors.shared)
    after = [*(one.values for one in seen[1:]), last]
    following = [*(one.error for one in evaluated[1:]), 0.0]
    steps = []
    for at, move in enumerate(moves):
        one, values = evaluated[at], seen[at].values
        if move.who == "chance" or move.text == LEAVE:
            error = math.hypot(one.error, following[at])
        else:
            error = math.hypot(one.doubt, errors.wrong) if one.doubt else 0.0  # what was solved is exact
        best = (seen[at].better or move.text) if one.best else None
        assert move.who is not None
        kind = GAVE_UP if move.text == LEAVE else ""
        steps.append(StoryStep(at + 1, move.who, move.text, values, values, after[at], best, error, kind))
    first = evaluated[0].values if evaluated else last
    steps[:1] = [msgspec.structs.replace(step, before=first) for step in steps[:1]]
    accounts = []
    for seat in range(players):
        luck, gifts = sum(step.luck(seat) for step in steps), sum(step.gift(seat) for step in steps)
        mistakes = sum(step.cost for step in steps if step.who == seat)
        unexplained = last[seat] - first[seat] - luck + mistakes - gifts
        accounts.append(Account(first[seat], last[seat], luck, mistakes, gifts, unexplained))
    return Story(definition.id, players, tuple(accounts), tuple(steps))
