"""How positions of Morpyam are judged: by what each seat has along the lines, by its points and its tokens."""

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import tablee
from tablee.engine.states import MOST_SEATS
from tablee.games import find_game
from tablee.games.morpyam.rules import GRID, SQUARE_NAMES
from tablee.games.morpyam.turn import NOTHING, TURN, solve
from tablee.games.morpyam.values import (
    CHANCE,
    FEATURES,
    POSITION,
    WEIGHTS,
    WINDOWS,
    WINDOWS_IN,
    evaluate,
    look_over,
    survey,
    take_notes,
    to_evaluator,
)
from tests.cases import each
from tests.games.morpyam.positions import position
from tests.games.morpyam.reference import runs

MORPYAM = find_game("morpyam")


def random_board(seed: int, players: int, tokens: int) -> dict[str, int]:
    """Tokens anywhere, but not five of a seat in a row."""
    random = Random(seed)
    while True:
        board = {square: number % players for number, square in enumerate(random.sample(SQUARE_NAMES, tokens))}
        if all(len(run) < 5 for seat in range(players) for run in runs(board, seat)):
            return board


def surveyed(game: tablee.Game) -> Any:
    positions = np.zeros(1, POSITION)
    survey(MORPYAM.read(game.state())[0], positions[0], to_evaluator(WEIGHTS[game.state()["players"]]))
    return positions[0]


@each("figure", sorted(set(GRID.values())))
def test_how_likely_a_figure_is_follows_from_the_dice(figure: str) -> None:
    turn = np.zeros(1, TURN)
    turn["placing"] = [[1.0 if GRID[name] == figure else NOTHING] * 2 for name in SQUARE_NAMES]
    assert solve(turn[0]) == pytest.approx(CHANCE[figure], abs=5e-5)


def test_only_windows_without_others_count_and_the_easier_the_more() -> None:
    def windows(board: dict[str, int], own: int, length: int) -> float:
        lines = surveyed(position("throw", board=board)).patterns[0]
        return float(WINDOWS_IN[lines, WINDOWS.index((own, length))].sum())

    row = {"a1": 0, "b1": 0, "c1": 0, "d1": 0}
    assert windows(row, 4, 5) == pytest.approx(CHANCE["5"] ** 0.45)
    assert windows(row | {"e1": 1}, 4, 5) == 0.0
    easy, hard = {"a1": 0, "a2": 0}, {"c3": 0, "d4": 0}
    assert windows(easy, 2, 5) > 0.0
    assert windows({"b2": 0, "c3": 0, "d4": 0, "e5": 0}, 4, 5) > windows({"a1": 0, "b2": 0, "c3": 0, "e5": 0}, 4, 5)
    assert windows(hard, 2, 5) > 0.0


@each("seed", range(6))
def test_points_are_those_of_the_rules(seed: int) -> None:
    game = position("throw", board=random_board(seed, 2, 24))
    assert surveyed(game).points[:2].tolist() == game.result().scores


@each("players", [2, 3, 4])
@each("tokens", [0, 7, 18])
def test_the_chance_of_winning_is_what_the_features_say(players: int, tokens: int) -> None:
    found = surveyed(position("throw", players, board=random_board(tokens, players, tokens)))
    notes, wins = np.zeros((MOST_SEATS, len(FEATURES))), np.zeros(MOST_SEATS)
    take_notes(found, players - 1, WINDOWS_IN, notes)
    evaluate(found, players - 1, to_evaluator(WEIGHTS[players]), wins)
    strengths = np.exp(notes[:players] @ WEIGHTS[players])
    assert wins[:players] == pytest.approx(strengths / strengths.sum())


def test_who_has_left_cannot_win() -> None:
    game = position("throw", 3, board=random_board(1, 3, 9), left=[False, True, False])
    wins = np.zeros(MOST_SEATS)
    evaluate(surveyed(game), 0, to_evaluator(WEIGHTS[3]), wins)
    assert wins[1] == 0.0
    assert wins.sum() == pytest.approx(1.0)


def squares_worth(board: dict[str, int], heeds: bool = True) -> npt.NDArray[np.float64]:
    state = MORPYAM.read(position("throw", board=board).state())
    turn = np.zeros(1, TURN)
    look_over(state[0], np.zeros(2, POSITION), to_evaluator(WEIGHTS[2], heeds), turn[0])
    worths: npt.NDArray[np.float64] = turn[0].placing[:, 0]
    return worths


def test_a_square_is_worth_nothing_if_it_is_taken_and_all_if_it_wins() -> None:
    worths = squares_worth({"b6": 0, "c6": 0, "d6": 0, "e6": 0, "a1": 1, "c1": 1})
    assert worths[SQUARE_NAMES.index("a6")] == worths[SQUARE_NAMES.index("f6")] == 1.0
    assert worths[SQUARE_NAMES.index("a1")] == NOTHING
    assert np.sum(worths == 1.0) == 2


def test_only_who_heeds_the_others_sees_what_stops_them() -> None:
    threat = {"b6": 1, "c6": 1, "d6": 1, "e6": 1, "c2": 0, "f6": 0}
    stop = SQUARE_NAMES.index("a6")
    assert squares_worth(threat).argmax() == stop
    assert squares_worth(threat, heeds=False).argmax() != stop
