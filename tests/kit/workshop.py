"""New games in a folder of their own, announced as an installer would, and Python run beside them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import tablee
from tablee.kit import new_game

OUR_SOURCES = Path(tablee.__file__).parent.parent


class Workshop:
    """A folder in which games are made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._paths = [folder, OUR_SOURCES]
        self.more: dict[str, str] = {}
        """Other variables of the environment."""

    def make(self, name: str) -> Path:
        """A new game, installed; returns the folder of its package."""
        project = new_game(name, self.folder)
        announcement = self.folder / f"{name}-1.0.dist-info"
        announcement.mkdir()
        (announcement / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (announcement / "entry_points.txt").write_text(f"[tablee.games]\n{name} = {name}\n")
        self._paths.insert(0, project / "src")
        return project / "src" / name

    @property
    def variables(self) -> dict[str, str]:
        """The environment of a process that finds the games, in which nothing is compiled."""
        paths = os.pathsep.join(map(str, self._paths))
        return {
            **os.environ,
            "PYTHONPATH": paths,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            **self.more,
        }

    def run(self, *arguments: str, compiled: bool = False) -> subprocess.CompletedProcess[str]:
        """Python with some arguments."""
        variables = self.variables
        if compiled:
            del variables["NUMBA_DISABLE_JIT"]
        return subprocess.run(
            [sys.executable, *arguments], env=variables, capture_output=True, text=True, timeout=300, check=False
        )

    def report(self, script: str) -> Any:
        """What a script prints as JSON."""
        done = self.run("-c", script)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return json.loads(done.stdout)


def edit(path: Path, old: str, new: str) -> None:
    """Change a text in a file, which must be there."""
    text = path.read_text("utf8") if old else ""
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new) if old else new, "utf8")
