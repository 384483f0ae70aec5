"""`docs/makers/making-games.md`, read as a maker follows it: its code is the game’s, its table is whole.

That its examples run is tested where the game is installed, in `test_royal_game_of_ur.py`.

After a wanted change of the contract, write the table anew: TABLEE_SNAPSHOTS=write pytest tests/examples -k contract
"""

import ast
import os
import re
import shlex
from importlib.util import find_spec

import pytest

from tablee.cli import _parser
from tests.cases import each
from tests.examples.contract_table import contract_table
from tests.examples.fresh import ROOT, UR

GUIDE = ROOT / "docs" / "makers" / "making-games.md"
CONTRACT = ROOT / "docs" / "makers" / "contract.md"
BLOCK = re.compile(r"^(?P<fence>```+)(\w+) ?(\S*)\n(.*?)^(?P=fence)$", re.DOTALL | re.MULTILINE)
TABLE = re.compile(r"(?<=<!-- contract -->\n).*?(?=<!-- end -->)", re.DOTALL)
PACKAGE = UR / "src" / "royal_game_of_ur"


def blocks(kind):
    """The blocks of a kind: the file that each names, and what is in it."""
    return [(file, text) for _, found, file, text in BLOCK.findall(GUIDE.read_text("utf8")) if found == kind]


def cut_from_files():
    found = BLOCK.findall(GUIDE.read_text("utf8"))
    return [(file, text) for _, _, file, text in found if file]


@each(("file", "text"), cut_from_files())
def test_what_it_shows_is_cut_from_the_game(file, text):
    path = UR / file if file == "pyproject.toml" else PACKAGE / file
    whole = path.read_text("utf8")
    for piece in re.split(r"^ *…\n", text, flags=re.MULTILINE):  # what is left out between two pieces
        assert piece.strip("\n") in whole


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


def package_lines(example):
    """The lines of code of an example."""
    return sum(map(code_lines, (ROOT / "examples" / example / "src").rglob("*.py")))


def test_no_example_has_more_than_450_lines_and_the_pages_count_them():
    for example, page in (
        ("royal-game-of-ur", "making-games.md"), ("nine-mens-morris", "moving-pieces.md"), ("ecarte", "cards.md"),
    ):  # fmt: skip
        lines = package_lines(example)
        assert 300 < lines <= 450, example
        assert f"{lines} lines of Python code" in (GUIDE.parent / page).read_text("utf8"), page


def test_it_shows_something_of_every_file_that_a_maker_writes():
    shown = {file for _, _, file, _ in BLOCK.findall(GUIDE.read_text("utf8"))}
    assert shown >= {"pyproject.toml", "__init__.py", "rules.py", "words.py", "scene.py", "scene.svg", "scene.css",
                     "rulebook.en.md", "lesson.md", "brain.py", "fr.po"}  # fmt: skip


def commands():
    """The commands of the house that it tells to run."""
    lines = [line.partition("#")[0] for _, text in blocks("sh") for line in text.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("tablee ")]


@pytest.mark.skipif(find_spec("tablee.kit") is None, reason="the kit for makers is not in this house")
def test_every_command_that_it_names_is_one():
    assert len(commands()) >= 5
    for command in commands():
        _parser().parse_args(command)


def test_the_contract_is_listed_whole():
    text = CONTRACT.read_text("utf8")
    if os.environ.get("TABLEE_SNAPSHOTS") == "write":
        CONTRACT.write_text(TABLE.sub(lambda _: contract_table() + "\n", text), "utf8")
    (listed,) = TABLE.findall(CONTRACT.read_text("utf8"))
    assert listed == contract_table() + "\n"
