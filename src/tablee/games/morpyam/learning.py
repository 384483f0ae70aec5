"""How the weights of `values.py` are learnt: a bot plays against itself, and every turn remembers how it ended.

`tablee train morpyam` plays the games; what it needs of any game that can learn stands here.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.learnt import Weights
from tablee.games.morpyam import OPTIONS, values
from tablee.games.morpyam.brain import Sight, think_as
from tablee.games.morpyam.figures import SQUARES
from tablee.games.morpyam.patterns import WINDOWS_IN
from tablee.games.morpyam.rules import MOST_ACTIONS, apply, new, outcomes, to_act, winners
from tablee.games.morpyam.turn import NOTHING, TURN, solve, weigh_actions
from tablee.games.morpyam.values import FEATURES, POSITION, WEIGHTS, Judgement, look_over, take_notes, to_judgement
from tablee.games.thoughts import Limit, Opinion
from tablee.kernel.cache import compiled
from tablee.kernel.chance import below, new_random, weighted
from tablee.kernel.contract import CHANCE, OVER, States
from tablee.kernel.playout import buffers

UNTRAINED = {name: float(name[0]) / 10 if " of 5" in name else 0.0 for name in FEATURES}
"""What the trained bot is measured against: somebody who wants many tokens in rows of five that are still open."""
MOST_TURNS = 400
"""Turns of a game that are remembered; hardly one has a quarter of them."""
ADVENTURES = 20
"""One turn in so many is played for any squares, so that other positions are seen, too."""


def play(weights: Weights, players: int, games: int, seed: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Games of one bot against itself: by turn and loser, what speaks for the winner rather; and that it has won."""
    random, judgement, rows = new_random(seed), to_judgement(weights), []
    desk = _new_desk()
    for _ in range(games):
        state = new(players, {name: known[0] for name, known in OPTIONS.items()}, 0)
        turns = play_game(state, judgement, random, desk)
        rows += _differences(desk.notes[:turns], players, int(winners(state[0])))
    features = np.concatenate(rows)
    return features, np.ones(len(features), np.bool_)


def play_on(state: States, games: int, seed: int) -> npt.NDArray[np.float64]:
    """What each seat had of games that were played to their ends from a state: a row of shares of the win for each."""
    players = int(state[0].players)
    random, judgement, shares = new_random(seed), to_judgement(WEIGHTS[players]), np.zeros((games, players))
    desk = _new_desk()
    for number in range(games):
        end = state.copy()
        if to_act(end[0]) != OVER:  # a turn that has begun must be thought about before it goes on
            look_over(end[0], desk.positions, judgement, desk.turn[0])
            solve(desk.turn[0])
        play_game(end, judgement, random, desk)
        won = int(winners(end[0]))
        shares[number] = [won >> seat & 1 for seat in range(players)]
    parts: npt.NDArray[np.float64] = shares / shares.sum(axis=1, keepdims=True)
    return parts


def _new_desk() -> "Desk":
    notes, worths = np.zeros((MOST_TURNS, values.MOST_SEATS, len(FEATURES))), np.empty(MOST_ACTIONS)
    return Desk(np.zeros(2, POSITION), np.zeros(1, TURN), *buffers(MOST_ACTIONS), worths, WINDOWS_IN, notes)


def _differences(notes: npt.NDArray[Any], players: int, won: int) -> list[npt.NDArray[Any]]:
    """What each winner had more of than each loser, turn by turn."""
    winning = [seat for seat in range(players) if won >> seat & 1]
    losing = [seat for seat in range(players) if not won >> seat & 1]
    return [notes[:, winner] - notes[:, loser] for winner in winning for loser in losing]


def think(weights: Weights, state: States, seed: int, limit: Limit) -> list[Opinion]:  # noqa: ARG001
    """What a bot with these weights thinks."""
    return think_as(state, Sight(), to_judgement(weights))


# ---- a game against oneself --------------------------------------------------------------------------------


class Desk(NamedTuple):
    """Where a game is played: room to think, and what is remembered of it."""

    positions: Any
    turn: Any
    actions: Any
    weights: Any  # of outcomes
    worths: Any  # of actions
    windows: Any  # by pattern
    notes: Any  # by turn and seat: the features


@compiled
def play_game(states: Any, judgement: Judgement, random: Any, desk: Desk) -> int:
    """Play a game to its end, in place; return the number of turns that are remembered."""
    state, actions = states[0], desk.actions
    turns = 0
    while to_act(state) != OVER:
        if to_act(state) == CHANCE:
            count = outcomes(state, actions, desk.weights)
            apply(state, actions[weighted(random, desk.weights, count)])
            continue
        if state.throws == 0:
            _begin_turn(state, judgement, random, desk, turns)
            turns = min(turns + 1, MOST_TURNS - 1)
        count = weigh_actions(state, desk.turn[0], actions, desk.worths)
        apply(state, actions[np.argmax(desk.worths[:count])])
    return turns


@compiled
def _begin_turn(state: Any, judgement: Judgement, random: Any, desk: Desk, number: int) -> None:
    """Remember the position, and find out what everything in the turn is worth."""
    turn = desk.turn[0]
    look_over(state, desk.positions, judgement, turn)
    take_notes(desk.positions[0], state.turn, desk.windows, desk.notes[number])
    if below(random, ADVENTURES) == 0:
        for square in range(SQUARES):
            if turn.placing[square, 0] != NOTHING:
                turn.placing[square, 0] = turn.placing[square, 1] = below(random, 1000) / 1000.0
    solve(turn)
