"""Morfals against its plain reference on crowded boards, and what random play comes to."""

from random import Random

from hypothesis import given, settings

import tablee
from tests.games.agreement import assert_game_agrees
from tests.games.morfals.corners import CORNERS, transitions
from tests.games.morfals.random_play import (
    SETUPS,
    random_habits,
    random_log,
    random_position,
    seeds,
)
from tests.games.morfals.reference import Reference


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
