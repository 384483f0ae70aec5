"""Nine Men's Morris, a game from outside that moves pieces: its size, its own tests, the check, and other libraries."""

import os
import re
import subprocess
import sys

import pytest

from tests.cases import each
from tests.examples.fresh import ROOT
from tests.examples.test_making_games import BLOCK

MORRIS = ROOT / "examples" / "nine-mens-morris"
PACKAGE = MORRIS / "src" / "nine_mens_morris"
GUIDE = ROOT / "docs" / "makers" / "moving-pieces.md"
JUDGES = """
import pyspiel
from pettingzoo.test import api_test, seed_test
from tablee.adapters import openspiel, pettingzoo
for game, options in (("morris", {}), ("morris", {"flying": "never"}), ("ur", {"pieces": 5})):
    api_test(pettingzoo.env(game, 2, options), num_cycles=300)
    seed_test(lambda: pettingzoo.env(game, 2, options), 5)
    pyspiel.random_sim_test(openspiel.load(game, **options), num_sims=5, serialize=False, verbose=False)
"""


def run(*arguments, **variables):
    """What Python prints where the games of the examples are known; it must not fail."""
    known = {**os.environ, "TABLEE_GAME_FOLDERS": str(ROOT / "examples"), **variables}
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, env=known, cwd=MORRIS, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@each(("file", "text"), [(file, text) for _, _, file, text in BLOCK.findall(GUIDE.read_text("utf8")) if file])
def test_what_the_guide_shows_is_cut_from_the_game(file, text):
    whole = (PACKAGE / file).read_text("utf8")
    for piece in re.split(r"^ *…\n", text, flags=re.MULTILINE):
        assert piece.strip("\n") in whole


PRACTICE = """
from tablee.games import find_game
from tablee.games.lessons.puzzle_file import puzzle_file_of
from tablee.kit.check_books import puzzles
from tablee.kit.trial_tables import Bench
for game in ("morris", "ecarte"):
    definition = find_game(game)
    found = puzzle_file_of(definition.path).puzzles
    assert list(puzzles(Bench(definition, quick=True))) == []
    print(game, len(found) >= 24, len({one.grade for one in found}) >= 4, len({one.id for one in found}) == len(found))
"""


def test_two_examples_have_puzzles_of_several_grades_that_their_rules_allow():
    assert run("-c", PRACTICE, NUMBA_DISABLE_JIT="1").split() == [
        *("morris", "True", "True", "True"),
        *("ecarte", "True", "True", "True"),
    ]


@pytest.mark.long
def test_its_own_tests_pass():
    run("-m", "pytest", "-q", "-c", "pyproject.toml", "-p", "no:cacheprovider", "-p", "no:asyncio", "tests")


@pytest.mark.long
def test_it_is_fit_for_the_house():
    assert "morris is ready for the shelf" in run("-m", "tablee.cli", "check", "morris")


@pytest.mark.long
def test_the_judges_of_other_libraries_find_nothing_wrong():
    run("-c", JUDGES)
