"""The engine against the plain reference, step by step, in the API and through the protocol."""

from typing import Any

import pytest
from hypothesis import given, settings

import tablee

from .random_play import SETUPS, Habits, habits, new_game, random_steps, seeds, step, what_counts
from .reference import Reference


def assert_outcomes_agree(outcomes: Any, reference: Reference) -> None:
    expected = reference.outcomes()
    assert sorted(text for text, _ in outcomes) == sorted(expected)
    assert all(probability == pytest.approx(float(expected[text]), abs=1e-9) for text, probability in outcomes)
    assert sum(probability for _, probability in outcomes) == pytest.approx(1 if expected else 0, abs=1e-9)


def assert_states_agree(state: Any, view: dict[int | None, Any], reference: Reference) -> None:
    over = reference.reason is not None
    assert what_counts(state, over) == what_counts(reference.state(), over)
    for seen in view.values():
        assert what_counts(seen, over) == what_counts(reference.view(), over)


def assert_game_agrees(game: tablee.Game, reference: Reference) -> None:
    assert game.to_act == reference.to_act()
    assert sorted(game.legal()) == sorted(reference.legal())
    assert_outcomes_agree(game.outcomes(), reference)
    seats = [None, *range(reference.players)]
    assert_states_agree(game.state(), {seat: game.view(seat) for seat in seats}, reference)
    assert game.knowledge(0) == game.state()
    over = reference.reason is not None
    assert game.result() == tablee.Result(over, reference.scores(), reference.winners(), reference.reason)


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
        step(game, text)
    assert_game_agrees(game, reference)


def answered(process: Any, cmd: str, **fields: Any) -> dict[str, Any]:
    """The answer to a request that must be served, without its `ok`."""
    answer = process.ask(cmd, **fields)
    assert answer.pop("ok") is True, answer
    return answer


def assert_engine_agrees(process: Any, reference: Reference) -> None:
    to_act = reference.to_act()
    legal = answered(process, "legal")
    assert legal.pop("to_act") == to_act
    if to_act == "chance":
        assert_outcomes_agree(legal.pop("outcomes"), reference)
    else:
        assert sorted(legal.pop("actions")) == sorted(reference.legal())
    assert legal == {}
    views = {seat: answered(process, "view", seat=seat)["state"] for seat in (None, reference.players - 1)}
    assert_states_agree(answered(process, "state")["state"], views, reference)
    assert answered(process, "result") == {
        "over": to_act is None,
        "scores": reference.scores(),
        "winners": reference.winners(),
        "reason": reference.reason,
    }


def ask_for_step(process: Any, text: str) -> Any:
    if text.startswith("leave "):
        return answered(process, "leave", seat=int(text.removeprefix("leave ")))
    return answered(process, "apply", action=text)


@pytest.mark.parametrize(("players", "reserve", "memory"), SETUPS)
@settings(max_examples=4)
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
