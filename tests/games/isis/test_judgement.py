"""What the network is told of a position, and what it says: exchanged seats and mirrors change nothing."""

from typing import Any

import numpy as np
import pytest

from tablee.games import find_game
from tablee.games.isis.aspects import SHAPE, stage_of, take_notes
from tablee.games.isis.brain import judge
from tablee.games.isis.rules import PAWN, UNKNOWN
from tablee.games.network import Weights, nobody, ready, untaught
from tablee.kernel.contract import States
from tests.games.isis.random_play import new_game, random_log, replay

ISIS = find_game("isis")
EXCHANGED = np.array([PAWN + 1, PAWN], np.int8)


def weights(seed: int = 3) -> Weights:
    return untaught(SHAPE, seed)


def positions(players: int = 2, reserve: str = "own") -> list[States]:
    """Positions on the way through two games, chance to act in some."""
    found = []
    for seed in (4, 5):
        log = random_log(players, reserve, "open", seed=seed)
        for steps in range(0, len(log) - 1, 5):
            found.append(ISIS.read(replay(new_game(players, reserve=reserve, memory="open"), log[:steps]).state()))
    return found


def judged(state: States, network: Any) -> tuple[list[float], list[float]]:
    leads, shares = np.zeros(2), np.zeros(2)
    assert judge(state[0], network, leads, shares)
    return leads.tolist(), shares.tolist()


def notes(state: States) -> list[int]:
    found = np.zeros(SHAPE.most_notes, np.int32)
    count = take_notes(state[0], found, np.zeros(SHAPE.desk, np.int32))
    return sorted(found[:count].tolist())


def with_seats_exchanged(state: States) -> States:
    other = state.copy()
    board = state[0].board
    pawns = board >= PAWN
    other[0].board[pawns] = EXCHANGED[board[pawns] - PAWN]
    other[0].pawns[:2], other[0].tiles[:2] = state[0].pawns[1::-1], state[0].tiles[1::-1]
    other[0].turn = 1 - state[0].turn
    return other


def mirrors(state: States) -> list[States]:
    """The position in its eight ways to lie."""
    board = state[0].board.reshape(6, 6)
    found = []
    for turned in range(4):
        for one in (np.rot90(board, turned), np.rot90(board, turned).T):
            found.append(state.copy())
            found[-1][0].board = one.reshape(36)
    return found


def test_with_the_seats_exchanged_each_may_expect_what_the_other_did() -> None:
    network = ready(weights(), SHAPE)
    for state in positions():
        (lead, other_lead), (share, other_share) = judged(state, network)
        assert judged(with_seats_exchanged(state), network) == ([other_lead, lead], [other_share, share])


def test_shares_and_leads_of_both_seats_are_one_in_all() -> None:
    network = ready(weights(), SHAPE)
    for leads, shares in (judged(state, network) for state in positions()):
        assert sum(leads) == pytest.approx(1.0)
        assert sum(shares) == pytest.approx(1.0)


def test_a_mirror_changes_nothing_that_is_told() -> None:
    for state in positions():
        assert all(notes(other) == notes(state) for other in mirrors(state))


def test_every_row_that_is_told_is_one_of_the_network_and_every_stage_too() -> None:
    for state in positions():
        assert 0 <= min(notes(state)) <= max(notes(state)) < SHAPE.rows
        assert 0 <= stage_of(state[0]) < SHAPE.stages
        assert len(notes(state)) == state[0].free + 14


def test_a_piece_more_anywhere_is_told() -> None:
    state = positions()[2]
    told = {tuple(notes(state))}
    for field in ("pawns", "tiles"):
        for seat in (0, 1):
            other = state.copy()
            other[0][field][seat] -= 1
            told.add(tuple(notes(other)))
    for drawn in (-4, -3, 1, 4, UNKNOWN):
        other = state.copy()
        other[0].drawn = drawn
        told.add(tuple(notes(other)))
    assert len(told) >= 9


@pytest.mark.parametrize(("players", "reserve"), [(3, "own"), (4, "common"), (2, "common")])
def test_it_has_no_opinion_of_what_it_has_not_learnt(players: int, reserve: str) -> None:
    network = ready(weights(), SHAPE)
    for state in positions(players, reserve):
        assert not judge(state[0], network, np.zeros(4), np.zeros(4))


def test_it_has_no_opinion_where_the_game_is_over_or_nobody_is_asked() -> None:
    state = positions()[3]
    assert not judge(state[0], nobody(), np.zeros(2), np.zeros(2))
    state[0].ended = 1
    assert not judge(state[0], ready(weights(), SHAPE), np.zeros(2), np.zeros(2))
