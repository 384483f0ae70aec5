"""A card game with hidden hands from outside, played where it lies: its own tests, the check, and other libraries."""

import os
import re
import subprocess
import sys

import pytest

from tests.cases import each
from tests.examples.fresh import ROOT
from tests.examples.test_making_games import BLOCK

ECARTE = ROOT / "examples" / "ecarte"
GUIDE = ROOT / "docs" / "makers" / "cards.md"
ADAPTERS = """
import random, warnings
import numpy as np
from pettingzoo.test import api_test
import pyspiel
from tablee.adapters import openspiel, pettingzoo
warnings.simplefilter("ignore")
api_test(pettingzoo.env("ecarte", 2), num_cycles=200)
pyspiel.random_sim_test(openspiel.load("ecarte"), num_sims=2, serialize=False, verbose=False)
print("both play it")
"""


def run(*command):
    """Run Python where the game is found in its folder."""
    env = {
        **os.environ,
        "TABLEE_GAME_FOLDERS": str(ECARTE),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ECARTE / "src")]),
    }
    done = subprocess.run([sys.executable, *command], env=env, cwd=ECARTE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@each(("file", "text"), [(file, text) for _, _, file, text in BLOCK.findall(GUIDE.read_text("utf8")) if file])
def test_what_the_guide_shows_is_cut_from_the_game(file, text):
    whole = (ECARTE / "src" / "ecarte" / file).read_text("utf8")
    for piece in re.split(r"^ *…\n", text, flags=re.MULTILINE):
        assert piece.strip("\n") in whole


@pytest.mark.long
def test_its_own_tests_pass_and_no_frame_tells_what_others_hold():
    run("-m", "pytest", "-q", "-c", "pyproject.toml", "-p", "no:cacheprovider", "-p", "no:asyncio", "tests")


@pytest.mark.long
def test_it_is_fit_for_the_house():
    assert "ecarte is ready for the shelf" in run("-m", "tablee", "check", "--quick", "ecarte")


@pytest.mark.long
def test_other_libraries_play_it():
    assert "both play it" in run("-c", ADAPTERS)
