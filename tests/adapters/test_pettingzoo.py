"""Every game as an environment of PettingZoo; its own judges are asked in `conformance.py`, from a built wheel."""

import copy
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import wrappers

import tablee
from tablee.adapters import pettingzoo
from tablee.games import find_game
from tests.cases import each

pytestmark = pytest.mark.xdist_group("batches")
"""In one worker, for these load the same machine code, which takes longer than what is tested."""


def play(env: pettingzoo.TableEnv, seed: int, most: int = 400) -> dict[str, float]:
    """Play at random; returns what each agent was told at its end."""
    env.reset(seed=seed)
    rng, told = random.Random(seed), dict[str, float]()
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            told[agent] = reward
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return told


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_agent_is_told_at_the_end_what_the_game_was_worth_to_it(players: int) -> None:
    env = pettingzoo.env("isis", players)
    told = play(env, seed=players)
    assert list(told) == env.possible_agents
    assert sum(told.values()) == pytest.approx(0)
    assert max(told.values()) > 0


@each("game_id", tablee.game_ids())
def test_only_the_agent_whose_turn_it_is_may_do_something_and_that_is_what_is_legal(game_id: str) -> None:
    definition = find_game(game_id)
    options = {name: list(values)[-1] for name, values in definition.options.items()}
    env, rng = pettingzoo.env(game_id, definition.players[-1], options), random.Random(1)
    env.reset(seed=1)
    for _ in range(30):
        game = env.unwrapped._play.game()
        for agent, seat in zip(env.agents, range(game.players), strict=True):
            seen = env.observe(agent)
            assert (seen["observation"] == game.observation(seat)).all()
            assert seen["action_mask"].any() == (agent == env.agent_selection) == (game.to_act == seat)
            assert (env.infos[agent]["action_mask"] == seen["action_mask"]).all()
            assert seen in env.observation_space(agent)
        assert np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist() == game.legal_ids()
        assert env.state() in env.state_space
        env.step(rng.choice(game.legal_ids()))


@each("wrong", [72.0, -1, 73, 10**30, "1", True, None])
def test_what_is_not_legal_is_refused_and_changes_nothing(wrong: Any) -> None:
    env = pettingzoo.env("isis")
    env.reset(seed=1)
    for action in (20, 21):
        env.step(action)
    before = env.last(), env.agent_selection, env.state()
    for refused in (wrong, 20):
        with pytest.raises(tablee.IllegalAction):
            env.step(refused)
    after = env.last(), env.agent_selection, env.state()
    np.testing.assert_equal(after, before)


def test_whoever_wants_to_learn_from_what_is_not_legal_wraps_it() -> None:
    env = wrappers.TerminateIllegalWrapper(pettingzoo.env("isis"), illegal_reward=-1)
    env.reset(seed=1)
    env.step(20)
    env.step(20)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": 0, "seat_1": -1}


def test_a_seed_is_followed_by_others_and_the_whole_row_is_the_same_again() -> None:
    env, again = pettingzoo.env("netzwerk"), pettingzoo.env("netzwerk")
    lands = []
    for one in (env, again):
        one.reset(seed=5)
        first = one.state()
        one.reset()
        lands.append((first, one.state()))
    np.testing.assert_equal(lands[0], lands[1])
    assert (lands[0][0] != lands[0][1]).any()


def test_a_copy_has_the_very_same_future() -> None:
    env = pettingzoo.env("morpyam", 3)
    env.reset(seed=4)
    for _ in range(9):
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[-1]))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(20):
        action = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0])
        for one in (env, *twins):
            one.step(action)
        assert all((one.state() == env.state()).all() for one in twins)
    env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    assert (twins[0].state() != env.state()).any()


def test_it_is_shown_as_text_and_as_a_picture_of_what_everybody_sees() -> None:
    env = pettingzoo.env("morisi", options={"predictions": "on"}, render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    env.render_mode = "ansi"
    before = env.render()
    env.step(int(np.flatnonzero(env.infos["seat_0"]["action_mask"])[0]))
    assert "seat 0" in before
    assert env.render() == env.unwrapped._play.game().text(None)


@each(
    ("settings", "error"),
    [
        ({"game": "chess"}, tablee.UnknownGame),
        ({"game": "isis", "players": 7}, tablee.BadOptions),
        ({"game": "isis", "options": {"memory": "short"}}, tablee.BadOptions),
        ({"game": "isis", "render_mode": "human"}, tablee.TableeError),
    ],
)
def test_what_there_is_not_is_refused(settings: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        pettingzoo.env(**settings)


@pytest.mark.parametrize("step", [lambda env: env.step(0), lambda env: env.observe("seat_0"), lambda env: env.state()])
def test_before_reset_it_says_so(step: Any) -> None:
    with pytest.raises(tablee.TableeError, match="reset"):
        step(pettingzoo.env("isis"))


@pytest.mark.parametrize(
    ("adapter", "library"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_without_its_library_an_adapter_names_the_extra(adapter: str, library: str) -> None:
    script = f"import sys; sys.modules[{library!r}] = None; import tablee; import tablee.adapters.{adapter}"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert f"this adapter needs {library}: pip install 'tablee[{adapter}]'" in run.stderr


def test_nothing_of_them_is_imported_unless_it_is_asked_for() -> None:
    script = (
        "import sys, tablee, tablee.adapters; print([*{'gymnasium', 'pettingzoo', 'pyspiel', 'mcp'} & {*sys.modules}])"
    )
    assert subprocess.check_output([sys.executable, "-c", script], text=True).strip() == "[]"
