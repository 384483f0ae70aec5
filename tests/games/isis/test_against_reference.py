"""The engine against the plain reference, step by step, in the API and through the protocol."""

from typing import Any

import pytest
from hypothesis import given, settings

from tests.games.agreement import answered, ask_for_step, assert_engine_agrees, assert_game_agrees, step
from tests.games.isis.random_play import SETUPS, Habits, habits, new_game, random_steps, seeds
from tests.games.isis.reference import Reference


@pytest.mark.parametrize(("players", "reserve", "memory"), SETUPS)
@settings(max_examples=30)
@given(seed=seeds(), habits=habits())
def test_random_play_agrees_with_the_reference_at_every_step(
    players: int, reserve: str, memory: str, seed: int, habits: Habits
) -> None:
    reference = Reference(players, reserve, memory)
    game = new_game(players, reserve, memory)
    for text in random_steps(reference, seed, habits):
        assert_game_agrees(game, reference)
        assert game.knowledge(0) == game.state()
        step(game, text)
    assert_game_agrees(game, reference)


@pytest.mark.parametrize(("players", "reserve", "memory"), SETUPS)
@settings(max_examples=1)
@given(seed=seeds(), habits=habits())
def test_random_play_through_the_protocol_agrees_with_the_reference(
    engine_process: Any, players: int, reserve: str, memory: str, seed: int, habits: Habits
) -> None:
    reference = Reference(players, reserve, memory)
    options = {"reserve": reserve, "memory": memory}
    answer = answered(engine_process, "new", game="isis", players=players, options=options)
    for text in random_steps(reference, seed, habits):
        assert answer == {"to_act": reference.to_act()}
        assert_engine_agrees(engine_process, reference)
        answer = ask_for_step(engine_process, text)
    assert answer == {"to_act": None}
    assert_engine_agrees(engine_process, reference)
