"""Nine Men's Morris, a game from outside that moves pieces: its size, its own tests, the check, and other libraries."""

import ast
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
MOST_LINES = 450
JUDGES = """
import pyspiel
from pettingzoo.test import api_test, seed_test
from tablee.adapters import openspiel, pettingzoo
for options in ({}, {"flying": "never"}):
    api_test(pettingzoo.env("morris", 2, options), num_cycles=300)
    seed_test(lambda: pettingzoo.env("morris", 2, options), 5)
    pyspiel.random_sim_test(openspiel.load("morris", **options), num_sims=5, serialize=False, verbose=False)
"""


def run(*arguments, **variables):
    """What Python prints where the games of the examples are known; it must not fail."""
    known = {**os.environ, "TABLEE_GAME_FOLDERS": str(ROOT / "examples"), **variables}
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, env=known, cwd=MORRIS, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def code_lines(path):
    """The lines of a module that are neither blank nor of docstrings."""
    text = path.read_text("utf8")
    docs = [
        range(node.lineno, (node.end_lineno or 0) + 1)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    lines = enumerate(text.splitlines(), start=1)
    return sum(bool(line.strip()) and not any(number in doc for doc in docs) for number, line in lines)


def test_it_has_few_lines_of_python():
    assert 300 < sum(map(code_lines, PACKAGE.glob("*.py"))) <= MOST_LINES


@each(("file", "text"), [(file, text) for _, _, file, text in BLOCK.findall(GUIDE.read_text("utf8")) if file])
def test_what_the_guide_shows_is_cut_from_the_game(file, text):
    whole = (PACKAGE / file).read_text("utf8")
    for piece in re.split(r"^ *…\n", text, flags=re.MULTILINE):
        assert piece.strip("\n") in whole


@pytest.mark.long
def test_its_own_tests_pass():
    run("-m", "pytest", "-q", "-c", "pyproject.toml", "-p", "no:cacheprovider", "-p", "no:asyncio", "tests")


@pytest.mark.long
def test_it_is_fit_for_the_house():
    assert "morris is ready for the shelf" in run("-m", "tablee.cli", "check", "morris")


@pytest.mark.long
def test_the_judges_of_other_libraries_find_nothing_wrong():
    run("-c", JUDGES)
