"""What a stranger would run against an installed Tablée: the judges of other libraries, and what those judges miss.

`test_wheel.py` runs it in an environment of its own, where nothing of this checkout can be imported: it prints a line
for each thing that holds, and stops at the first that does not.
"""

import contextlib
import io
import pickle
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import tablee
from tablee.adapters import openspiel, pettingzoo
from tablee.adapters.gymnasium import SelfPlayVectorEnv
from tablee.games import GameDefinition, find_game

Setting = tuple[str, int, Mapping[str, Any]]


def settings(definition: GameDefinition) -> Iterator[Setting]:
    """Every number of players, and every value of every option with one of them."""
    for players in definition.players:
        yield definition.id, players, {}
    others = [(name, value) for name, values in definition.options.items() for value in list(values)[1:]]
    for place, (name, value) in enumerate(others):
        yield definition.id, definition.players[place % len(definition.players)], {name: value}
    yield definition.id, definition.players[-1], {name: list(values)[-1] for name, values in definition.options.items()}


def all_settings() -> list[Setting]:
    return [setting for game in tablee.game_ids() for setting in settings(find_game(game))]


def positions(setting: Setting, seed: int, most: int = 60) -> Iterator[tablee.Game]:
    """Positions of one game at random."""
    rng, game = random.Random(seed), tablee.new(*setting, seed=seed)
    while game.to_act is not None and len(game.log) < most:
        yield game
        game.step(rng.choice(game.legal_ids()))


# ---- the judges -----------------------------------------------------------------------------------------------


def pettingzoo_judges() -> None:
    for setting in all_settings():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for known in ("Observation is not a NumPy array", "Observation space for each agent probably should be"):
                warnings.filterwarnings("ignore", known)  # they know dictionaries with masks in their own games alone
            api_test(pettingzoo.env(*setting), num_cycles=12)
        seed_test(lambda setting=setting: pettingzoo.env(*setting), num_cycles=8)


def gymnasium_judges() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for game in tablee.game_ids():
            env = gymnasium.make(f"Tablee/{game.capitalize()}-v0", opponents="random")
            check_env(env.unwrapped)
        check_env(gymnasium.make("Tablee/Isis-v0", players=3, opponents=1).unwrapped)


def openspiel_judges() -> None:
    openspiel.register()
    for game in tablee.game_ids():
        for _, players, options in [*settings(find_game(game))][:: 5 if game == "morpyam" else 3]:
            loaded = pyspiel.load_game(f"tablee_{game}", {"players": players, "seed": 3, **options})
            pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


# ---- what they miss -------------------------------------------------------------------------------------------


def masks_are_what_is_legal_and_ids_are_texts() -> None:
    for setting in all_settings():
        for game in positions(setting, 1, 25):
            ids, chance = game.legal_ids(), game.to_act == "chance"
            texts = [text for text, _ in game.outcomes()] if chance else game.legal()
            assert np.flatnonzero(game.mask()).tolist() == (list(range(game.num_actions)) if chance else ids)
            assert ids == sorted(set(ids))
            assert [game.id_text(one) for one in ids] == texts
            assert [game.text_id(text) for text in texts] == ids


def a_batch_is_its_games_byte_for_byte() -> None:
    for setting in all_settings():
        game, players, options = setting
        batch = tablee.Batch(game, 3, players, options, seed=5, autoreset="disabled", chance="caller", lands=2)
        alone, rng = [batch.game(number) for number in range(3)], random.Random(1)
        for _ in range(40):
            actions = [rng.choice(batch.legal_ids(number) or [-1]) for number in range(3)]
            for one, action in zip(alone, actions, strict=True):
                if one.to_act is not None:
                    one.step(action)
            batch.step(actions)
            for number, one in enumerate(alone):
                assert bytes(batch.game(number)) == bytes(one)
                assert batch.game(number) == one
                assert batch.legal_ids(number) == one.legal_ids()
                assert (batch.mask[number] == one.mask()).all()
                for seat in range(players):
                    assert (batch.observe(seat)[number] == one.observation(seat)).all()


def what_is_hidden_can_be_swapped() -> None:
    swapped = 0
    for seed in range(4):
        setting = ("morisi", 2 + seed % 3, {"predictions": "on"})
        state = openspiel.load("morisi", players=setting[1], predictions="on", seed=seed).new_initial_state()
        rng = random.Random(seed)
        for number, game in enumerate(positions(setting, seed)):
            if number % 7 == 0:
                for seat in range(game.players):
                    other = game.resample(seat, seed=number)
                    assert (other.observation(seat) == game.observation(seat)).all()
                    assert other.knowledge(seat) == game.knowledge(seat)
                    assert other.text(seat) == game.text(seat)
                    swapped += other != game
        for number in range(40):
            for seat in range(setting[1] if number % 7 == 0 else 0):
                twin = state.resample_from_infostate(seat, rng.random)
                assert twin.information_state_string(seat) == state.information_state_string(seat)
                assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
                assert twin.observation_string(seat) == state.observation_string(seat)
                swapped += twin.history() != state.history()
            state.apply_action(rng.choice(state.legal_actions()))
    assert swapped > 20


def refused_ids_change_nothing() -> None:
    for game_id in tablee.game_ids():
        env, vector = pettingzoo.env(game_id), SelfPlayVectorEnv(game_id, 2)
        env.reset(seed=1)
        _, infos = vector.reset(seed=1)
        game = tablee.new(game_id, 2, seed=1)
        while game.to_act == "chance":
            game.chance()
        before = [bytes(game), env.state().tobytes(), vector._batch.states.tobytes()]
        second = int(np.flatnonzero(infos["action_mask"][1])[0])
        for one in wrong_ids(game.mask()):
            refused(game.step, one)
        for one in wrong_ids(env.infos[env.agent_selection]["action_mask"]):
            refused(env.step, one)
        for one in wrong_ids(infos["action_mask"][0]):
            refused(vector.step, [one, second])
        assert [bytes(game), env.state().tobytes(), vector._batch.states.tobytes()] == before


def wrong_ids(mask: Any) -> list[Any]:
    illegal = np.flatnonzero(np.asarray(mask) == 0).tolist()
    return [-1, len(mask), 2**31, 2**63, -(2**63), 10**30, 0.5, "1", None, *illegal[:20], *illegal[-20:]]


def refused(step: Callable[[Any], object], action: Any) -> None:
    try:
        step(action)
    except tablee.TableeError:
        return
    raise AssertionError("it was not refused")


def every_value_survives_pickling() -> None:
    for setting in all_settings():
        for number, game in enumerate(positions(setting, 2, 30)):
            if number % 9 == 0:
                for other in (pickle.loads(pickle.dumps(game)), deepcopy(game), tablee.from_bytes(bytes(game))):
                    assert (other, hash(other), other.legal_ids()) == (game, hash(game), game.legal_ids())
                assert pickle.loads(pickle.dumps(game)).log == game.log
    state = openspiel.load("morpyam", players=3).new_initial_state()
    for _ in range(20):
        state.apply_action(state.legal_actions()[-1])
    assert pickle.loads(pickle.dumps(state)).history() == state.history()
    thought = tablee.new("isis", 2, seed=1).analyse(simulations=50)
    assert pickle.loads(pickle.dumps(thought)) == thought


CHECKS = (
    pettingzoo_judges,
    gymnasium_judges,
    openspiel_judges,
    masks_are_what_is_legal_and_ids_are_texts,
    a_batch_is_its_games_byte_for_byte,
    what_is_hidden_can_be_swapped,
    refused_ids_change_nothing,
    every_value_survives_pickling,
)


def main() -> None:
    print(f"Python {sys.version.split()[0]}, {tablee.__file__}")
    for check in CHECKS:
        started = time.process_time()
        with contextlib.redirect_stdout(io.StringIO()):
            check()
        print(f"{check.__name__}: holds, {time.process_time() - started:.1f} s")


if __name__ == "__main__":
    main()
