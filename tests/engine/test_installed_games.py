"""Games of packages that are used where they lie, without being installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.engine.installed_games import FOLDERS, ContractError, use_folders

EXAMPLES = Path(__file__).parents[2] / "examples"
LIST = "import tablee; print(*tablee.game_ids()); tablee.new('morris', 2).legal()"


def games_with(folders: str) -> list[str]:
    variables = {**os.environ, FOLDERS: folders, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", LIST], env=variables, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("folder", [EXAMPLES, EXAMPLES / "nine-mens-morris"])
def test_packages_are_found_in_a_folder_or_are_the_folder(folder: Path) -> None:
    found = games_with(str(folder))
    assert {"isis", "morris"} <= set(found)
    assert ("ur" in found) == (folder == EXAMPLES)


def test_a_folder_without_a_game_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    before = os.environ.get(FOLDERS)
    with pytest.raises(ContractError, match="holds no package with a game"):
        use_folders([tmp_path])
    assert os.environ.get(FOLDERS) == before
