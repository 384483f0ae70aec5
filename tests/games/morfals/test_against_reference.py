"""The engine against the plain reference, step by step, in the API and through the protocol."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import tablee
from tests.games.agreement import answered, ask_for_step, assert_engine_agrees, assert_game_agrees, step
from tests.games.morfals.corners import CORNERS, transitions
from tests.games.morfals.random_play import (
    SETUPS,
    Habits,
    habits,
    new_game,
    options_of,
    random_habits,
    random_log,
    random_position,
    random_steps,
    seeds,
)
from tests.games.morfals.reference import Reference


@pytest.mark.parametrize(("match", "capture", "last_man"), SETUPS)
@settings(max_examples=20)
@given(seed=seeds(), habits=habits())
def test_random_play_agrees_with_the_reference_at_every_step(
    match: int, capture: str, last_man: str, seed: int, habits: Habits
) -> None:
    reference = Reference(match, capture, last_man)
    game = new_game(match, capture, last_man)
    for text in random_steps(reference, seed, habits):
        assert_game_agrees(game, reference)
        step(game, text)
    assert_game_agrees(game, reference)


@settings(max_examples=100)
@given(seed=seeds())
def test_whatever_is_placed_on_a_crowded_board_agrees_with_the_reference(seed: int) -> None:
    state = random_position(Random(seed))
    game = tablee.load(state)
    assert_game_agrees(game, Reference.of(state))
    for text in Reference.of(state).legal():
        after, reference = game.copy(), Reference.of(state)
        after.play(text)
        reference.step(text)
        assert_game_agrees(after, reference)


@pytest.mark.parametrize(("match", "capture", "last_man"), SETUPS)
@settings(max_examples=1)
@given(seed=seeds(), habits=habits())
def test_random_play_through_the_protocol_agrees_with_the_reference(
    engine_process: Any, match: int, capture: str, last_man: str, seed: int, habits: Habits
) -> None:
    reference = Reference(match, capture, last_man)
    options = options_of(match, capture, last_man)
    answer = answered(engine_process, "new", game="morfals", players=2, options=options)
    for text in random_steps(reference, seed, habits):
        assert answer == {"to_act": reference.to_act()}
        assert_engine_agrees(engine_process, reference)
        answer = ask_for_step(engine_process, text)
    assert answer == {"to_act": reference.to_act()}
    assert_engine_agrees(engine_process, reference)


def test_random_play_comes_to_every_corner_of_the_rules() -> None:
    missing = dict(CORNERS)
    for seed in range(800):
        setup = SETUPS[seed % len(SETUPS)]
        log = random_log(*setup, seed, random_habits(Random(seed)))
        for before, text, after in transitions(Reference(*setup), log):
            missing = {name: happens for name, happens in missing.items() if not happens(before, text, after)}
        if not missing:
            break
    assert list(missing) == []
