"""The scripts of the documentation run, shortened."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "examples" / "scripts").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_runs_to_its_end(script: Path, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, str(script)],
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
    assert [path.stem for path in SCRIPTS if f"examples/scripts/{path.stem}\n" not in index] == []
