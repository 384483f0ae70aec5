"""One seat against bots, and many games against oneself, in Gymnasium."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tablee
from tablee.adapters.gymnasium import Env, SelfPlayVectorEnv
from tablee.games.errors import GameOver
from tests.cases import each

pytestmark = pytest.mark.xdist_group("batches")
"""In one worker, for these load the same machine code, which takes longer than what is tested."""


def play(env: Env, seed: int) -> tuple[float, list[int]]:
    """Play at random; returns the reward at the end, and what was played."""
    rng, played = random.Random(seed), list[int]()
    _, info = env.reset(seed=seed)
    while True:
        played.append(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
        _, reward, terminated, truncated, info = env.step(played[-1])
        if terminated or truncated:
            return reward, played
        assert reward == 0


# ---- one seat -------------------------------------------------------------------------------------------------


def test_all_games_have_ids() -> None:
    names = {"Isis", "Morfals", "Morisi", "Morpyam", "Netzwerk"}
    assert {f"Tablee/{name}-v0" for name in names} <= set(gymnasium.registry)
    assert {f"Tablee/{name}SelfPlay-v0" for name in names} <= set(gymnasium.registry)


@pytest.mark.parametrize("opponents", ["random", 1, lambda game: game.legal_ids()[0]])
def test_the_same_seed_is_the_same_game_whoever_the_others_are(opponents: Any) -> None:
    first, second = (play(Env("isis", opponents=opponents), 3) for _ in range(2))
    assert first == second
    assert first != play(Env("isis", opponents=opponents), 4)
    assert first[0] in (-1, 0, 1)


def test_others_play_until_it_is_ones_own_turn() -> None:
    seen: list[tuple[Any, int]] = []

    def noting(game: tablee.Game) -> int:
        seen.append((game.to_act, len(game.legal_ids())))
        return game.legal_ids()[0]

    env = Env("isis", players=4, seat=2, opponents=noting)
    _, info = env.reset(seed=1)
    assert (info["seat"], env._play.game().to_act, [seat for seat, _ in seen]) == (2, 2, [0, 1])
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert [seat for seat, _ in seen] == [0, 1, 3, 0, 1]
    assert env._play.game().to_act == 2


def test_one_sits_where_one_likes_or_elsewhere_in_every_game() -> None:
    env = Env("isis", opponents="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}
    assert env.reset(options={"seat": 1})[1]["seat"] == 1
    assert {Env("isis", seat=1, opponents="random").reset()[1]["seat"] for _ in range(5)} == {1}
    with pytest.raises(tablee.TableeError, match="no seat 2"):
        env.reset(options={"seat": 2})


def test_masks_are_where_trainers_look() -> None:
    env = gymnasium.make("Tablee/Morfals-v0", opponents="random")
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert (masks == info["action_mask"]).all()
    assert np.flatnonzero(masks).tolist() == env.unwrapped._play.game().legal_ids()  # type: ignore[attr-defined]


def test_an_id_that_is_not_legal_loses_without_touching_the_game() -> None:
    env = Env("isis", seat=0, opponents="random")
    env.reset(seed=1)
    env.step(20)
    before = bytes(env._play.game())
    _, reward, terminated, truncated, info = env.step(20)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, "the id 20 is not legal now")
    assert bytes(env._play.game()) == before
    assert info["action_mask"].all()
    for action in (20, 21):
        with pytest.raises(GameOver, match="an illegal action has ended it"):
            env.step(action)
    assert bytes(env._play.game()) == before
    env.reset()
    assert not env.action_masks().all()


@each("wrong", [-1, 73, "x", 1.5, None])
def test_what_is_no_id_is_always_an_error(wrong: Any) -> None:
    env = Env("isis", opponents="random")
    env.reset(seed=1)
    before = env._play.game().state()
    with pytest.raises(tablee.IllegalAction):
        env.step(wrong)
    assert env._play.game().state() == before


def test_one_may_ask_for_an_error_instead() -> None:
    env = Env("isis", seat=0, opponents="random", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(tablee.IllegalAction):
        env.step(35 + 2)


@each(
    "settings",
    [{"opponents": 6}, {"opponents": "strong"}, {"opponents": [1, 1]}, {"seat": 2}, {"illegal": "ignore"},
     {"options": {"memory": "short"}}, {"players": 1}, {"render_mode": "human"}],
)  # fmt: skip
def test_what_there_is_not_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(tablee.TableeError):
        Env("isis", **settings)


# ---- many games -----------------------------------------------------------------------------------------------

SIZE = 6


def any_actions(infos: dict[str, Any], rng: random.Random) -> list[int]:
    """A legal id in every game, and -1 where nobody is to act."""
    seats = infos["to_act"].tolist()
    return [
        rng.choice(np.flatnonzero(row).tolist()) if seat >= 0 else -1
        for row, seat in zip(infos["action_mask"], seats, strict=True)
    ]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_games_that_are_over_begin_anew_in_every_mode(mode: AutoresetMode) -> None:
    env = SelfPlayVectorEnv("isis", SIZE, players=3, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    rows, infos = env.reset(seed=1)
    rng, ends, over = random.Random(1), 0, np.zeros(SIZE, np.bool_)
    for _ in range(130):
        actors, was_over = infos["to_act"], over
        rows, rewards, terminated, truncated, infos = env.step(any_actions(infos, rng))
        over = terminated | truncated
        assert rows in env.observation_space
        for game in range(SIZE):
            if not terminated[game] or was_over[game]:
                assert rewards[game] == 0
                continue
            ends += 1
            assert rewards[game] == infos["returns"][game, actors[game]]
            assert sum(infos["returns"][game]) == pytest.approx(0)
            last = infos["final_obs"][game] if mode is AutoresetMode.SAME_STEP else rows[game]
            assert last[432 + 36 :].any()
            assert (infos["to_act"][game] >= 0) == (mode is AutoresetMode.SAME_STEP)
        if mode is AutoresetMode.NEXT_STEP:
            assert not (was_over & over).any()
    env.close()
    assert ends == SIZE if mode is AutoresetMode.DISABLED else ends > SIZE


def test_games_that_are_over_can_be_begun_anew_by_hand() -> None:
    env = SelfPlayVectorEnv("isis", 3, autoreset_mode="Disabled")
    _, infos = env.reset(seed=1)
    rng, over = random.Random(1), np.zeros(3, np.bool_)
    while not over.all():
        _, _, over, _, infos = env.step(any_actions(infos, rng))
    _, infos = env.reset(options={"reset_mask": np.array([False, True, False])})
    assert infos["to_act"].tolist() == [-2, 0, -2]
    with pytest.raises(tablee.TableeError, match="3 truth values"):
        env.reset(options={"reset_mask": [1, 0, 1]})


def test_the_same_seed_gives_the_same_games_and_arrays_are_ones_own() -> None:
    envs = [gymnasium.make_vec("Tablee/NetzwerkSelfPlay-v0", num_envs=2) for _ in range(2)]
    begun = [env.reset(seed=5) for env in envs]
    np.testing.assert_equal(begun[0], begun[1])
    kept = begun[0][0].copy()
    envs[0].step(any_actions(begun[0][1], random.Random(1)))
    assert (begun[0][0] == kept).all()
    again = envs[1].reset()
    assert (again[0] != kept).any()


def test_ids_that_are_not_legal_are_refused_for_all_games() -> None:
    env = SelfPlayVectorEnv("isis", SIZE)
    env.reset(seed=1)
    before = env._batch.states.tobytes()
    with pytest.raises(tablee.IllegalAction, match="game 5"):
        env.step([0] * 5 + [71])
    assert env._batch.states.tobytes() == before
    with pytest.raises(tablee.TableeError, match="whole number"):
        env.reset(seed=[1, 2, 3, 4, 5, 6])  # type: ignore[arg-type]
