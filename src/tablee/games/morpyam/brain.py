"""The bot of Morpyam.

Every level evaluates a token on each square as a chance of winning, solves the dice of the turn for these values, and
plays the action of the highest value. Low levels see only short rows and their own tokens, and misjudge squares; the
highest level plays the learnt weights exactly. Nothing is random: a level misjudges a square in the same way until a
token is placed, and never overrates a square that helps nobody.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.engine.contract import States
from tablee.games.brains.playing_styles import Traits
from tablee.games.brains.thoughts import Limit, Opinion, values_for
from tablee.games.brains.weights import Weights
from tablee.games.morpyam import rules, values
from tablee.games.morpyam.rules import APPEL, BIT, MOST_ACTIONS, SQUARE_NAMES, SQUARES, came_out
from tablee.games.morpyam.turn import BEARS, NOTHING, TURN, solve, weigh_actions, worth_of

GIVES = 0.005  # how much value one decision may give up for a style; small, since a turn has several decisions


class MorpyamLevel(NamedTuple):
    """How well a level sees."""

    blur: float = 0.0  # the standard deviation of its error on a square, in log-odds
    sees_long_rows: bool = True
    heeds: bool = True  # whether it sees the rows of other seats
    calls: bool = True
    stubborn: float = 0.0  # the share of its gain that every square but the best one loses


LEVELS = {
    1: MorpyamLevel(blur=1.2, sees_long_rows=False, heeds=False, calls=False, stubborn=0.97),
    2: MorpyamLevel(blur=1.0, heeds=False, calls=False, stubborn=0.7),
    3: MorpyamLevel(blur=0.9, stubborn=0.3),
    4: MorpyamLevel(blur=0.4),
    5: MorpyamLevel(),
}

SHORT_ROWS = {"1 of 3": 0.1, "2 of 3": 0.3, "3 of 3": 0.8}
"""Weights for levels that do not see that a row of three can grow."""

ANOTHER_MORPYAM = 0.03  # the approximate chance of five alike in the extra turn, used only where two morpyams win


def think(state: States, level: int, seed: int, limit: Limit) -> list[Opinion]:  # noqa: ARG001
    """The candidate moves of a level with their values, the best first. Takes about a millisecond."""
    return think_as(state, LEVELS[level], _evaluator(int(state[0].players), level))


@cache
def _evaluator(players: int, level: int) -> values.PatternEvaluator:
    seen = LEVELS[level]
    return values.to_evaluator(
        values.WEIGHTS[players] if seen.sees_long_rows else short_sighted(values.WEIGHTS[players]), seen.heeds
    )


def short_sighted(weights: Weights) -> Weights:
    """The weights of a level that sees only rows of three."""
    rows = [SHORT_ROWS.get(name.partition(",")[0], 0.0) for name in values.FEATURES]
    return np.where([" of " in name for name in values.FEATURES], rows, weights)


def think_as(state: States, sees: MorpyamLevel, evaluator: values.PatternEvaluator) -> list[Opinion]:
    """The candidate moves of a bot that sees as well as `sees`, with this evaluator."""
    turn = _solved_turn(state, sees, evaluator)
    actions, worths = np.empty(MOST_ACTIONS, np.int32), np.empty(MOST_ACTIONS)
    count = weigh_actions(state[0], turn[0], actions, worths)
    order = np.argsort(-worths[:count], kind="stable").tolist()
    possible = [place for place in order if worths[place] > NOTHING] or order[:1]
    return [Opinion(int(actions[place]), values_for(state, float(worths[place]))) for place in possible]


def _solved_turn(state: States, sees: MorpyamLevel, evaluator: values.PatternEvaluator) -> npt.NDArray[Any]:
    """The turn, solved for the values that the level sees."""
    turn = np.zeros(1, TURN)
    values.look_over(state[0], np.zeros(2, values.POSITION), evaluator, turn[0])
    placing = _with_double(turn[0].placing, state)
    if sees.blur:
        placing = _blurred(placing, _errors(state, sees.blur))
    if not sees.calls and not came_out(state[0]):
        placing[BEARS == APPEL] = NOTHING  # appel squares are covered by calling only
    if sees.stubborn:
        placing = _with_one_wish(placing, float(turn[0].passing), sees.stubborn)
    turn["placing"] = placing
    solve(turn[0])
    return turn


def _with_double(placing: npt.NDArray[np.float64], state: States) -> npt.NDArray[np.float64]:
    """Raise the values with five alike if two morpyams in one turn win."""
    certainty = 1.0 if state[0].morpyams else ANOTHER_MORPYAM
    if state[0].double_morpyam:
        free = placing[:, 1] != NOTHING  # 0 × infinity would be NaN, with a warning
        placing[free, 1] = certainty + (1.0 - certainty) * placing[free, 1]
    return placing


def _with_one_wish(placing: npt.NDArray[np.float64], passing: float, stubborn: float) -> npt.NDArray[np.float64]:
    """Reduce the gains of all squares but the best one."""
    wished = placing == placing[:, 0].max()
    gains = np.maximum(placing - passing, 0.0)
    modest = (placing > passing) & (placing < 1.0) & ~wished
    return np.where(modest, passing + (1.0 - stubborn) * gains, placing)


# ---- misjudging -------------------------------------------------------------------------------------------


def _in_line(count: int) -> list[int]:
    """All runs of `count` neighbouring squares on a line, as bitboards."""
    return [
        sum(int(BIT[SQUARE_NAMES.index(name)]) for name in line[first : first + count])
        for line in values.LINES
        for first in range(len(line) - count + 1)
    ]


THREES, FIVES = _in_line(3), _in_line(rules.FIVE)


def _errors(state: States, blur: float) -> npt.NDArray[np.float64]:
    """The error on each square, derived from the tokens and the turn."""
    tokens, turn = state[0].tokens.tolist(), int(state[0].turn)
    random = Random(f"{tokens} {turn}")
    errors = np.array([random.gauss(0.0, blur) for _ in range(SQUARES)])
    own, others = tokens[turn], sum(tokens) - tokens[turn]
    return np.where([helps(int(bit), own, others) for bit in BIT], errors, np.minimum(errors, 0.0))


def helps(square: int, own: int, others: int) -> bool:
    """Can a token on the square become part of a row of three, own or another seat's?"""
    through = [three for three in THREES if three & square]
    return any(not three & others or not three & own for three in through)


def _blurred(placing: npt.NDArray[np.float64], errors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Apply the errors to all values that do not end the game."""
    undecided = (placing > 0.0) & (placing < 1.0)
    chances = np.where(undecided, placing, 0.5)
    seen = 1.0 / (1.0 + (1.0 / chances - 1.0) * np.exp(-errors)[:, None])
    return np.where(undecided, np.minimum(seen, values.SURE), placing)


# ---- traits of actions, for playing styles -----------------------------------------------------------------


def traits(state: States, codes: Sequence[int]) -> list[Traits]:
    """The traits of each action, or of the best square that it leads to."""
    tokens, seat = state[0].tokens.tolist(), int(state[0].turn)
    squares = _of_squares(tokens[seat], sum(tokens) - tokens[seat], int(state[0].players))
    solved = [_solved(state, trait) for trait in squares]
    return [Traits(*(max(0.0, worth_of(state[0], turn[0], code)) for turn in solved)) for code in codes]


@lru_cache(maxsize=64)
def _of_squares(own: int, others: int, players: int) -> tuple[tuple[float, ...], ...]:
    """By trait: its value for a token on each square. Placing any token counts as safe."""
    before, bits = rules.points_in_rows(own, players), list(map(int, BIT))
    return (
        tuple(float(rules.points_in_rows(own | bit, players) - before) for bit in bits),
        (1.0,) * SQUARES,
        tuple(_rows(bit, own, others) for bit in bits),
        tuple(_rows(bit, others, own) for bit in bits),
    )


def _rows(square: int, of: int, against: int) -> float:
    """Over the fives through a square without tokens of `against`: the sum of the squared counts of tokens of `of`."""
    return float(sum((five & of).bit_count() ** 2 for five in FIVES if five & square and not five & against))


def _solved(state: States, worths: Sequence[float]) -> npt.NDArray[Any]:
    """The dice of the turn, solved for these values of the squares."""
    turn = np.zeros(1, TURN)
    free = [not rules.taken(state[0]) & int(BIT[square]) for square in range(SQUARES)]
    turn["placing"] = np.where(free, worths, NOTHING)[:, None]
    turn["five_alike"], turn["sure_call"] = state[0].five_alike, state[0].sure_call
    solve(turn[0])
    return turn
