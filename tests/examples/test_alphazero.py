"""The example that learns from nothing but the rules, in its shortest form."""

import json
import os
import subprocess
import sys
from pathlib import Path

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


def run(command: list[str], **environment: str) -> str:
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
