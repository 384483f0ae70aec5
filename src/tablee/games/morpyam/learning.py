"""Learn the weights of `values.py`: a bot plays itself, and every turn is labelled with the result of its game.

`tablee train morpyam` calls `play` and `think`.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.engine import playouts
from tablee.engine.chance import below, new_random, weighted
from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, OVER, States
from tablee.engine.states import MOST_SEATS
from tablee.games.brains.thoughts import Limit, Opinion
from tablee.games.brains.weights import Weights
from tablee.games.morpyam import OPTIONS
from tablee.games.morpyam.brain import MorpyamLevel, think_as
from tablee.games.morpyam.rules import MOST_ACTIONS, SQUARES, apply, new, outcomes, to_act, winners
from tablee.games.morpyam.turn import NOTHING, TURN, solve, weigh_actions
from tablee.games.morpyam.values import (
    FEATURES,
    POSITION,
    WEIGHTS,
    WINDOWS_IN,
    PatternEvaluator,
    look_over,
    take_notes,
    to_evaluator,
)

UNTRAINED = {name: float(name[0]) / 10 if " of 5" in name else 0.0 for name in FEATURES}
"""The weights of the opponent that measures training: it wants many tokens in windows of five."""
MOST_TURNS = 400  # the most turns of a game that are recorded; few games have a quarter as many
ADVENTURES = 20  # one turn in this many values its squares at random, to explore other positions


class GameBuffers(NamedTuple):
    """Buffers for one game: the search's room, and the recorded features."""

    positions: Any
    turn: Any
    actions: Any
    weights: Any  # of outcomes
    worths: Any  # of actions
    windows: Any  # by pattern
    notes: Any  # by turn and seat: the features


def play(weights: Weights, players: int, games: int, seed: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Play a bot against itself: by turn, winner and loser, the winner's features minus the loser's; and all True."""
    random, evaluator, rows = new_random(seed), to_evaluator(weights), []
    buffers = _new_buffers()
    for _ in range(games):
        state = new(players, {name: known[0] for name, known in OPTIONS.items()}, 0)
        turns = play_game(state, evaluator, random, buffers)
        notes, won = buffers.notes[:turns], int(winners(state[0]))
        winning = [seat for seat in range(players) if won >> seat & 1]
        losing = [seat for seat in range(players) if not won >> seat & 1]
        rows += [notes[:, winner] - notes[:, loser] for winner in winning for loser in losing]
    features = np.concatenate(rows)
    return features, np.ones(len(features), np.bool_)


def play_on(state: States, games: int, seed: int) -> npt.NDArray[np.float64]:
    """Play games from a state to their ends; return a row for each game: every seat's share of the win."""
    players = int(state[0].players)
    random, evaluator, shares = new_random(seed), to_evaluator(WEIGHTS[players]), np.zeros((games, players))
    buffers = _new_buffers()
    for number in range(games):
        end = state.copy()
        if to_act(end[0]) != OVER:  # `play_game` solves a turn only at its start
            look_over(end[0], buffers.positions, evaluator, buffers.turn[0])
            solve(buffers.turn[0])
        play_game(end, evaluator, random, buffers)
        won = int(winners(end[0]))
        shares[number] = [won >> seat & 1 for seat in range(players)]
    parts: npt.NDArray[np.float64] = shares / shares.sum(axis=1, keepdims=True)
    return parts


def _new_buffers() -> GameBuffers:
    notes, worths = np.zeros((MOST_TURNS, MOST_SEATS, len(FEATURES))), np.empty(MOST_ACTIONS)
    return GameBuffers(
        np.zeros(2, POSITION), np.zeros(1, TURN), *playouts.buffers(MOST_ACTIONS), worths, WINDOWS_IN, notes
    )


def think(weights: Weights, state: States, seed: int, limit: Limit) -> list[Opinion]:  # noqa: ARG001
    """The candidate moves of a bot with these weights."""
    return think_as(state, MorpyamLevel(), to_evaluator(weights))


# ---- self-play ---------------------------------------------------------------------------------------------


@compiled
def play_game(states: Any, evaluator: PatternEvaluator, random: Any, buffers: GameBuffers) -> int:
    """Play a game to its end, in place; return the number of recorded turns."""
    state, actions = states[0], buffers.actions
    turns = 0
    while to_act(state) != OVER:
        if to_act(state) == CHANCE:
            count = outcomes(state, actions, buffers.weights)
            apply(state, actions[weighted(random, buffers.weights, count)])
            continue
        if state.throws == 0:
            _begin_turn(state, evaluator, random, buffers, turns)
            turns = min(turns + 1, MOST_TURNS - 1)
        count = weigh_actions(state, buffers.turn[0], actions, buffers.worths)
        apply(state, actions[np.argmax(buffers.worths[:count])])
    return turns


@compiled
def _begin_turn(state: Any, evaluator: PatternEvaluator, random: Any, buffers: GameBuffers, number: int) -> None:
    """Record the features of the position, and solve the turn."""
    turn = buffers.turn[0]
    look_over(state, buffers.positions, evaluator, turn)
    take_notes(buffers.positions[0], state.turn, buffers.windows, buffers.notes[number])
    if below(random, ADVENTURES) == 0:
        for square in range(SQUARES):
            if turn.placing[square, 0] != NOTHING:
                turn.placing[square, 0] = turn.placing[square, 1] = below(random, 1000) / 1000.0
    solve(turn)
