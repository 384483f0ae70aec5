"""Route games against their plain reference where random play from the start seldom comes: on small lands."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings

import tablee
from tests.games.agreement import answered, step
from tests.games.shared.routes.agreement import assert_agrees, assert_process_agrees
from tests.games.shared.routes.corners import CORNERS, watched
from tests.games.shared.routes.games import SETUPS, reference_of
from tests.games.shared.routes.position import Document
from tests.games.shared.routes.random_play import LEAVING, random_habits, random_steps, seeds
from tests.games.shared.routes.random_positions import random_position


@settings(max_examples=100)
@given(seed=seeds())
def test_whatever_is_done_on_a_small_land_agrees_with_the_reference(seed: int) -> None:
    random = Random(seed)
    state = random_position(random)
    playing, reference = tablee.load(state), reference_of(state)
    for text in random_steps(reference, seed, random_habits(random), most=20):
        assert_agrees(playing, reference)
        step(playing, text)
    assert_agrees(playing, reference)


@settings(max_examples=30)
@given(seed=seeds())
def test_all_complete_routes_of_a_position_are_those_of_the_reference(seed: int) -> None:
    state = {**random_position(Random(seed)), "phase": "build"}
    state["cubes"] = [dict(list(hand.items())[:3]) for hand in state["cubes"]]
    playing, reference = tablee.load(state), reference_of(state)
    if reference.phase == "build":
        sticks = {tuple(map(str, route)) for route in reference.complete_routes()}
        assert set(_routes(playing, [])) == sticks


def _routes(playing: tablee.Game, laid: list[str]) -> Iterator[tuple[str, ...]]:
    """Every route that the engine lets the seat complete, as its sticks."""
    for text in playing.legal():
        if text.startswith("stick"):
            after = playing.copy()
            after.play(text)
            if after.state()["route"] is None:
                yield (*laid, text)
            else:
                yield from _routes(after, [*laid, text])


@settings(max_examples=20)
@given(seed=seeds())
def test_a_position_loaded_through_the_protocol_agrees_with_the_reference(engine_process: Any, seed: int) -> None:
    state = random_position(Random(seed))
    reference = reference_of(state)
    assert answered(engine_process, "load", state=state) == {"to_act": reference.to_act()}
    assert_process_agrees(engine_process, reference)


HARDLY_EVER = {
    "a pawn jumps over three",
    "a stick costs 4",
    "a seat leaves in predict on its own turn",
    *(f"a seat leaves in {phase} on its own turn and the game goes on" for phase in ("predict", "move", "build")),
    "the last turn is given up",
    "the cities decide",
    "the houses decide",
}
"""What random play does not come to soon enough to wait for it; there are tests and finished games of their own."""


def test_random_play_comes_to_nearly_every_corner_of_the_rules() -> None:
    missing = {name: happens for name, happens in CORNERS.items() if name not in HARDLY_EVER}
    for seed, state in enumerate(_starts()):
        reference = reference_of(state)
        habits = replace(random_habits(Random(seed)), leaving=list(LEAVING)[seed // 2 % len(LEAVING)])
        for before, text, after in watched(reference, random_steps(reference, seed, habits)):
            missing = {name: happens for name, happens in missing.items() if not happens(before, text, after)}
        if not missing:
            break
    assert list(missing) == []


def _starts() -> Iterator[Document]:
    """Games from their start, and positions on small lands."""
    for seed in range(500):
        yield SETUPS[7 * seed % len(SETUPS)].new(seed).state()
        yield random_position(Random(seed))
