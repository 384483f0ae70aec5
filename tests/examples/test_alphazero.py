"""The example that learns from nothing but the rules, in its shortest form."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "alphazero"


@pytest.mark.long
def test_it_learns_and_sits_down_in_the_arena(tmp_path: Path) -> None:
    """One generation of a few games: nothing is learnt yet, and everything has run."""
    network = tmp_path / "network.npz"
    short = ["--minutes", "0", "--games", "12", "--simulations", "4"]
    said = run([sys.executable, str(EXAMPLE / "train.py"), *short, str(network)])
    assert "generation 1" in said
    with np.load(network) as kept:
        assert all(np.isfinite(kept[name]).all() for name in kept.files)
    arena = [sys.executable, "-m", "tablee.cli", "arena", "isis", "--backend", "sequential", "--jobs", "1"]
    bots = ["--bots", f"learnt=python:{EXAMPLE / 'bot.py'}", "random", "--games", "2", "--json", "-"]
    told = json.loads(run([*arena, *bots], NETWORK=str(network), SIMULATIONS="4"))
    assert told["games"] == 2
    assert told["faults"] == []


@pytest.mark.long
def test_its_network_is_kept_and_beats_random_play_as_an_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kept network learnt with the README's command; it is used as the Gymnasium adapter uses any function."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.setenv("SIMULATIONS", "16")
    opponent = importlib.import_module("bot").opponent
    env = gymnasium.make("tablee.adapters.gymnasium:Tablee/Isis-v0", opponents=opponent)
    won = 0.0
    for seed in range(10):
        _, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            action = int(np.flatnonzero(info["action_mask"])[0])
            _, reward, over, _, info = env.step(action)
        won += float(reward)
    assert won <= -8
    assert (EXAMPLE / "network.npz").stat().st_size < 100_000


def run(command: list[str], **environment: str) -> str:
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
