"""Every game against its plain reference, step by step, in the API and through the protocol.

At every step the state must also be plain values, and the very same when it is read back.
"""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tests.games.agreement import answered, ask_for_step, assert_engine_agrees, assert_game_agrees, in_order, step
from tests.games.every_game import GAMES, Setup, SharedTests

EVERY_GAME = pytest.mark.parametrize("game_id", GAMES)

seeds = st.integers(0, 2**32 - 1)


@EVERY_GAME
@settings(max_examples=12)
@given(data=st.data(), seed=seeds)
def test_random_play_agrees_with_the_reference_at_every_step(game_id: str, data: st.DataObject, seed: int) -> None:
    shared = GAMES[game_id]
    game = data.draw(st.sampled_from(shared.setups)).new(seed)
    reference = shared.reference(game.state())
    for number, text in enumerate(shared.steps(reference, seed, data.draw(shared.habits))):
        assert_game_agrees(in_order(game, shared.ordered), reference)
        if number % 3 == seed % 3:
            assert_is_read_back(game, shared)
        step(game, text)
    assert_game_agrees(in_order(game, shared.ordered), reference)
    assert_is_read_back(game, shared)


def assert_is_read_back(game: tablee.Game, shared: SharedTests) -> None:
    """What is written is plain, and byte for byte the same state when it is read, also without what is derived."""
    written = game.state()
    plain = json.loads(json.dumps(written))
    assert plain == written
    assert tablee.load(plain)._state.tobytes() == game._state.tobytes()
    assert tablee.load({name: plain[name] for name in plain if name not in shared.derived})._state == game._state


@EVERY_GAME
@settings(max_examples=4)
@given(data=st.data(), seed=seeds)
def test_random_play_through_the_protocol_agrees_with_the_reference(
    engine_process: Any, game_id: str, data: st.DataObject, seed: int
) -> None:
    shared = GAMES[game_id]
    setup: Setup = data.draw(st.sampled_from(shared.setups))
    begun = {"game": game_id, "players": setup.players, "options": dict(setup.options), "seed": seed}
    answer = answered(engine_process, "new", **begun)
    reference = shared.reference(answered(engine_process, "state")["state"])
    for text in shared.steps(reference, seed, data.draw(shared.habits)):
        assert answer == {"to_act": reference.to_act()}
        assert_engine_agrees(in_order(engine_process, shared.ordered), reference)
        answer = ask_for_step(engine_process, text)
    assert answer == {"to_act": reference.to_act()}
    assert_engine_agrees(in_order(engine_process, shared.ordered), reference)
