"""The engine against the plain reference, step by step, in the API and through the protocol."""

from typing import Any

import pytest
from hypothesis import given, settings

from tests.games.agreement import answered, ask_for_step, assert_engine_agrees, assert_game_agrees, step
from tests.games.morpyam.random_play import SETUPS, Habits, Options, habits, new_game, random_steps, seeds
from tests.games.morpyam.reference import Reference


@pytest.mark.parametrize(("players", "options"), SETUPS)
@settings(max_examples=12)
@given(seed=seeds(), habits=habits())
def test_random_play_agrees_with_the_reference_at_every_step(
    players: int, options: Options, seed: int, habits: Habits
) -> None:
    reference = Reference(players, **options)
    game = new_game(players, **options)
    for text in random_steps(reference, seed, habits):
        assert_game_agrees(game, reference)
        step(game, text)
    assert_game_agrees(game, reference)


@pytest.mark.parametrize(("players", "options"), SETUPS)
@settings(max_examples=1)
@given(seed=seeds(), habits=habits())
def test_random_play_through_the_protocol_agrees_with_the_reference(
    engine_process: Any, players: int, options: Options, seed: int, habits: Habits
) -> None:
    reference = Reference(players, **options)
    answer = answered(engine_process, "new", game="morpyam", players=players, options=options)
    for text in random_steps(reference, seed, habits):
        assert answer == {"to_act": reference.to_act()}
        assert_engine_agrees(engine_process, reference)
        answer = ask_for_step(engine_process, text)
    assert answer == {"to_act": None}
    assert_engine_agrees(engine_process, reference)
