"""One game by numbers, a compiled call a step, is the game that `Game` and `Batch` play."""

import random
from typing import Any

import numpy as np
import pytest

import tablee
from tablee.games import find_game
from tablee.games.errors import GameOver
from tests.cases import each

pytestmark = pytest.mark.xdist_group("batches")
"""In one worker, for these load the same machine code, which takes longer than what is tested."""


def stepper(game_id: str = "isis", **settings: Any) -> tablee.Stepper:
    return tablee.Stepper(game_id, **{"players": 2, "seed": 7, **settings})


def looks(one: tablee.Stepper) -> list[Any]:
    """All that can be seen of a stepper."""
    arrays = (one._state, one.mask, one.observation, one.rewards)
    return [one.to_act, one.steps, one.legal_ids(), one.terminated, *(array.tobytes() for array in arrays)]


@pytest.mark.parametrize("game_id", tablee.game_ids())
def test_it_is_the_game_step_by_step_chance_included(game_id: str) -> None:
    players = find_game(game_id).players[-1]
    one, game = stepper(game_id, players=players, chance="caller"), tablee.new(game_id, players, seed=7)
    rng, weighed = random.Random(1), 0
    for _ in range(200):
        seat = game.to_act
        assert one._state.tobytes() == game._state.tobytes()
        assert one.to_act == {"chance": -1, None: -2}.get(seat, seat)  # type: ignore[call-overload]
        assert one.legal_ids() == game.legal_ids()
        assert (one.mask == game.mask()).all()
        seen = game.observation(seat) if isinstance(seat, int) else np.zeros_like(one.observation)
        assert (one.observation == seen).all()
        assert (one.observe(players - 1) == game.observation(players - 1)).all()
        assert one.weights() == [] if seat != "chance" else len(one.legal_ids())
        assert one.rewards.tolist() == pytest.approx(game.returns())
        weighed += len(one.weights())
        if seat is None:
            break
        action = rng.choice(game.legal_ids())
        game.step(action)
        one.step(action)
    assert one.steps > 40
    assert (weighed > 0) == (game.num_outcomes > 0)


@each("game_id", tablee.game_ids())
def test_what_is_observed_goes_on_from_wherever_a_game_was_put(game_id: str) -> None:
    players, rng = find_game(game_id).players[-1], random.Random(4)
    one, game = stepper(game_id, players=players), tablee.new(game_id, players, seed=3)
    game.leave(players - 1)
    for at in (None, game, None):
        one.reset(seed=5, at=at)
        for _ in range(60):
            if one.to_act < 0:
                break
            assert (one.observation == one.observe(one.to_act)).all()
            one.step(rng.choice(one.legal_ids()))


@pytest.mark.parametrize("game_id", ["isis", "morfals", "morpyam"])
def test_with_chance_inside_it_plays_what_a_batch_plays_with_its_seed(game_id: str) -> None:
    batch, rng = tablee.Batch(game_id, 3, 2, seed=5, autoreset="disabled"), random.Random(2)
    ones = [stepper(game_id, seed=int(seed)) for seed in batch.seeds]
    for _ in range(80):
        rows = batch.observe()
        for number, one in enumerate(ones):
            assert one.legal_ids() == batch.legal_ids(number)
            assert one._state.tobytes() == batch.states[number].tobytes()
            assert (one.observation == rows[number]).all()
        actions = [rng.choice(one.legal_ids() or [-1]) for one in ones]
        batch.step(actions)
        for one, action in zip(ones, actions, strict=True):
            if one.to_act >= 0:
                assert one.step(action) == one.to_act


@each("game_id", ["isis", "netzwerk"])
@each("wrong", [-1, -2, -(2**31), 2**31, 10**30, 72.0, "1", None, np.float64(1)])
def test_what_is_not_legal_is_refused_and_changes_nothing(game_id: str, wrong: Any) -> None:
    one = stepper(game_id)
    before = looks(one)
    with pytest.raises(tablee.IllegalAction, match="is not legal now"):
        one.step(wrong)
    assert looks(one) == before


def test_numbers_of_numpy_are_ids_too() -> None:
    one = stepper()
    assert one.step(np.int64(20)) == 1
    assert one.step(np.uint8(21)) == 0


def test_an_outcome_that_cannot_fall_is_refused() -> None:
    one = stepper(chance="caller")
    assert one.step(72) == -1
    before = looks(one)
    assert 4 not in one.legal_ids()
    for wrong in (4, 9, 72, -1):
        with pytest.raises(tablee.IllegalAction):
            one.step(wrong)
    assert looks(one) == before


def test_a_game_that_is_over_takes_nothing_until_it_is_begun_anew() -> None:
    one, rng = stepper(), random.Random(3)
    while one.to_act >= 0:
        one.step(rng.choice(one.legal_ids()))
    before = looks(one)
    assert (one.to_act, one.terminated, one.truncated, one.mask.all()) == (-2, True, False, True)
    for action in (0, 72, -1):
        with pytest.raises(GameOver):
            one.step(action)
    assert looks(one) == before
    assert one.reset() == 0
    assert (one.terminated, one.steps, one.rewards.any()) == (False, 0, False)


@each("game_id", ["isis", "netzwerk"])
@each("seed", [0, 7, 2**63 - 1, 2**63, 10**30, -5])
def test_a_seed_means_what_it_means_to_a_game(game_id: str, seed: int) -> None:
    one = stepper(game_id)
    one.reset(seed)
    assert (one.seed, one.game()) == (seed, tablee.new(game_id, 2, seed=seed))
    one.reset()
    assert one.seed != seed


def test_it_goes_on_from_where_a_game_is() -> None:
    game = tablee.new("isis", 2, seed=1)
    game.play("pawn c4")
    game.play("draw")
    one = stepper(chance="caller")
    assert one.reset(at=game) == -1
    assert one.game() == game
    assert stepper(chance="inside").reset(at=game) == 1
    with pytest.raises(tablee.TableeError, match="this is not Isis & Osiris with 2 players"):
        one.reset(at=tablee.new("isis", 3))


def test_a_game_too_long_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_game("isis").rules, "MOST_STEPS", 6)
    one = stepper()
    while one.to_act >= 0:
        one.step(one.legal_ids()[0])
    assert (one.steps, one.truncated, one.terminated, one.legal_ids(), one.mask.all()) == (6, True, False, [], True)


def test_arrays_stay_the_same_ones_and_are_aligned() -> None:
    one = stepper("morfals")
    kept = one.mask, one.observation, one.rewards
    one.step(one.legal_ids()[0])
    one.reset()
    assert all(a is b for a, b in zip(kept, (one.mask, one.observation, one.rewards), strict=True))
    assert [array.ctypes.data % 64 for array in kept] == [0, 0, 0]
    assert np.flatnonzero(one.mask).tolist() == one.legal_ids()


def test_a_reset_clears_what_was_written_into_the_mask() -> None:
    one = stepper("netzwerk")
    one._buffers.mask[:] = True
    one.reset()
    assert np.flatnonzero(one.mask).tolist() == one.legal_ids()


def test_where_nobody_looks_nothing_is_written() -> None:
    one = stepper(observe=False)
    one.step(0)
    assert not one.observation.any()
    assert one.observe(1).any()
    with pytest.raises(tablee.TableeError, match="there is no seat 2"):
        one.observe(2)
    with pytest.raises(tablee.TableeError, match="out must be"):
        one.observe(0, np.zeros(3, np.float32))


@pytest.mark.parametrize("settings", [{"players": 9}, {"chance": "no"}, {"options": {"nothing": 1}}])
def test_a_stepper_that_cannot_be_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(tablee.TableeError):
        stepper(**settings)
