"""`tablee new-game`: a folder that plays, outside this repository too, under any name that can be had."""

import subprocess
import sys
from functools import partial

import pytest

from tablee.cli import main
from tablee.kit.new_game import NAME, TEMPLATE, BadName, check_name, new_game
from tests.cases import each
from tests.kit.workshop import Workshop


def test_a_new_game_has_its_name_everywhere_and_a_title(tmp_path):
    folder = new_game("sea_stones", tmp_path)
    files = {
        path.relative_to(folder).as_posix(): path.read_text("utf8") for path in folder.rglob("*") if path.is_file()
    }
    assert len(files) == sum(path.is_file() and "__pycache__" not in path.parts for path in TEMPLATE.rglob("*"))
    assert not [path for path, text in files.items() if NAME in f"{path} {text}".lower()]
    assert 'NAME = "Sea stones"' in files["src/sea_stones/__init__.py"]
    assert 'sea_stones = "sea_stones"' in files["pyproject.toml"]
    assert "# Sea stones" in files["src/sea_stones/rulebook.fr.md"]
    for command in ("pip install -e .", "tablee check sea_stones", "tablee play --reload sea_stones"):
        assert command in files["README.md"]


def test_the_command_says_how_to_go_on(tmp_path, capsys):
    assert main(["new-game", "sea_stones", "--into", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert f"pip install -e {tmp_path / 'sea_stones'}" in out
    assert "tablee check sea_stones" in out
    assert "tablee play --reload sea_stones" in out


def test_it_needs_nothing_but_what_the_engine_needs(tmp_path):
    lent = dict.fromkeys(("markdown_it", "jinja2", "starlette", "resvg_py"))
    script = f"import sys; sys.modules.update({lent}); from tablee.cli import main; sys.exit(main(sys.argv[1:]))"
    run = partial(subprocess.run, capture_output=True, text=True, timeout=60, check=False)
    made = run([sys.executable, "-c", script, "new-game", "sea_stones", "--into", tmp_path])
    assert (made.returncode, made.stderr) == (0, "")
    checked = run([sys.executable, "-c", script, "check", "isis"])
    assert checked.returncode == 2
    assert "pip install 'tablee[server]'" in checked.stderr


def test_what_is_there_is_not_written_over(tmp_path, capsys):
    (tmp_path / "sea_stones").mkdir()
    assert main(["new-game", "sea_stones", "--into", str(tmp_path)]) == 2
    assert "is there already: choose another name, or another place with --into" in capsys.readouterr().err
    assert list((tmp_path / "sea_stones").iterdir()) == []


@each(
    ("name", "why"),
    [
        ("", "is no name"), ("Sea", "is no name"), ("sea stones", "is no name"), ("3d", "is no name"),
        ("../x", "is no name"), ("été", "is no name"), ("class", "is no name"), ("x" * 31, "is too long"),
        ("isis", "there is a game isis already"), ("json", "means something else already"),
        ("tablee", "means something else already"), ("board", "means something else already"),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_had_is_refused_in_words(name, why):
    with pytest.raises(BadName, match=why):
        check_name(name)


@pytest.mark.long
def test_a_new_game_passes_the_check_and_its_own_tests(tmp_path):
    workshop = Workshop(tmp_path)
    project = workshop.make("sea_stones").parents[1]
    checked = workshop.run("-m", "tablee.cli", "check", "--quick", "sea_stones", compiled=True)
    assert (checked.returncode, "✗" in checked.stdout) == (0, False), checked.stdout
    assert "sea_stones is ready for the shelf" in checked.stdout
    examples = ["-k", "not missing", "-q", "-p", "no:cacheprovider"]
    tested = workshop.run("-m", "pytest", str(project / "tests"), *examples, compiled=True)
    assert tested.returncode == 0, tested.stdout
    assert "2 passed" in tested.stdout
