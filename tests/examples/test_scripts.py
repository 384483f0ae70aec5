"""The scripts of the documentation run, shortened."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = {path.stem: path for path in sorted((ROOT / "examples" / "scripts").glob("*.py"))}
LONG = ("a_bot", "tournament")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in SCRIPTS]
)
def test_a_script_runs_to_its_end(name: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, str(SCRIPTS[name])],
        env=os.environ | {"TABLEE_SHORT": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout


def test_every_script_is_a_page_of_the_site() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf8")
    assert [name for name in SCRIPTS if f"examples/scripts/{name}\n" not in index] == []
