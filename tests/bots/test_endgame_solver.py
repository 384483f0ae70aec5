"""Ends of games are played exactly."""

import pytest

from tablee.bots import endgame_solver
from tablee.bots.endgame_solver import solve_endgame
from tablee.engine.contract import States
from tablee.games.brains.levels import LEVELS
from tablee.games.definition import GameDefinition
from tests.bots import expectimax
from tests.bots.asking import choose
from tests.bots.positions import ISIS, random_endgame

EXACT = [number for number, level in LEVELS.items() if level.steps]


def action_values(definition: GameDefinition, state: States, steps: int) -> dict[str, float] | None:
    """What each action is worth to the seat to act."""
    choices = solve_endgame(definition, state, steps)
    return None if choices is None else {choice.action: choice.reward for choice in choices}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_worked_out_is_what_trying_everything_finds(players: int) -> None:
    """To the last digits: that seats choose alike among equally good actions matters to the others at the table."""
    for seed in range(10):
        state = random_endgame(seed, free=4, players=players)
        found = action_values(ISIS, state, steps=10_000_000)
        exact = expectimax.action_values(ISIS, state)
        assert found == pytest.approx(exact, abs=1e-12), f"endgame {seed}"


@pytest.mark.parametrize(("players", "steps"), [(2, 20_000), (3, 80_000)])
def test_what_was_kept_is_what_would_be_found_again(players: int, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that hardly keeps anything finds the same, in many more steps."""
    states = [random_endgame(seed, free=5, players=players) for seed in range(40, 44)]
    found = [solve_endgame(ISIS, state, steps) for state in states]
    assert None not in found
    monkeypatch.setattr(endgame_solver, "MOST_KNOWN", 1)
    assert None in [solve_endgame(ISIS, state, steps) for state in states]
    assert [solve_endgame(ISIS, state, steps=10_000_000) for state in states] == found


def test_seats_that_have_left_are_passed_over() -> None:
    for seed in range(10):
        state = ISIS.leave(random_endgame(seed, free=3, players=3), 2)
        assert action_values(ISIS, state, steps=1_000_000) == pytest.approx(expectimax.action_values(ISIS, state))


@pytest.mark.parametrize("level", EXACT)
def test_the_higher_levels_play_the_end_perfectly(level: int) -> None:
    for seed in range(20):
        state = random_endgame(seed, free=3)
        exact = expectimax.action_values(ISIS, state)
        action = choose(ISIS, ISIS.knowledge(state, int(state[0].turn)), level, seed)
        assert exact[action] == pytest.approx(max(exact.values())), f"endgame {seed}"


def test_what_would_take_too_many_steps_is_not_worked_out() -> None:
    state = random_endgame(1, free=4)
    assert action_values(ISIS, state, steps=3) is None
    assert action_values(ISIS, ISIS.new(2, {}, 0), steps=100_000) is None


def test_the_state_is_left_as_it_was() -> None:
    state = random_endgame(2, free=3)
    before = state.tobytes()
    action_values(ISIS, state, steps=100_000)
    assert state.tobytes() == before
