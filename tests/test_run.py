"""What becomes of tests that fail in a whole run."""

import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).parent / "run.py"
PASSES_AT_THE_SECOND_TRY = """
from pathlib import Path

def test_unsteady():
    was_here = Path("was-here").exists()
    Path("was-here").touch()
    assert was_here

def test_steady():
    assert True
"""
NEVER_PASSES = "def test_wrong():\n    assert False\n"
MANY_FAIL = "import pytest\n\n@pytest.mark.parametrize('number', range(4))\ndef test_wrong(number):\n    assert False\n"


def run(folder: Path, tests: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_some.py").write_text(tests)
    command = [sys.executable, str(RUN), "-q", "-p", "no:xdist", "-p", "no:asyncio"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_what_fails_beside_others_and_passes_alone_is_named_as_unsteady(tmp_path: Path) -> None:
    ended = run(tmp_path, PASSES_AT_THE_SECOND_TRY)
    assert ended.returncode == 0
    assert "UNSTEADY" in ended.stdout
    assert "test_some.py::test_unsteady" in ended.stdout.partition("UNSTEADY")[2]


def test_what_fails_twice_has_failed(tmp_path: Path) -> None:
    ended = run(tmp_path, NEVER_PASSES)
    assert ended.returncode == 1
    assert "Once more" in ended.stdout
    assert "UNSTEADY" not in ended.stdout


def test_where_many_fail_none_is_asked_again(tmp_path: Path) -> None:
    ended = run(tmp_path, MANY_FAIL)
    assert ended.returncode == 1
    assert "Once more" not in ended.stdout
