"""A toy game as somebody else's installed package, and Python run beside it in a process of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import tablee

HEAP = Path(__file__).parent / "heap"
OUR_SOURCES = Path(tablee.__file__).parent.parent


def install_heap(folder: Path) -> Path:
    """Lay the toy game and what announces it into a folder, as an installer would; return its package folder."""
    package = folder / "heap_game"
    shutil.copytree(HEAP, package, ignore=shutil.ignore_patterns("__pycache__"))
    announce_heap(folder, "heap_game")
    return package


def install_newer_heap(folder: Path, version: int, older: tuple[int, ...] = ()) -> None:
    """Lay a later version of the toy game into a folder: one may take three stones, but not at a table of version 1."""
    package = install_heap(folder)
    rules, words = package / "rules.py", package / "words.py"
    text = rules.read_text().replace("VERSION = 1", f"VERSION = {version}").replace("ACTIONS = 2", "ACTIONS = 3")
    text = text.replace("min(MOST,", "min(MOST + (state.heap > 1),")
    if older:
        text = text.replace("MOST = 2", f"MOST = 2\nOLDER_VERSIONS = {older}")
        text = text.replace("seed: int)", "seed: int, version: int)").replace("OPTIONS, VERSION)", "OPTIONS, version)")
    rules.write_text(text)
    words.write_text(words.read_text().replace('"take 2", *[""] * 7', '"take 2", "take 3", *[""] * 6'))


def announce_heap(folder: Path, module: str) -> None:
    """Lay into a folder what tells Python that an installed package brings the game `heap` in some module."""
    package = module.partition(".")[0]
    announcement = folder / f"{package}-1.0.dist-info"
    announcement.mkdir()
    (announcement / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (announcement / "entry_points.txt").write_text(f"[tablee.games]\nheap = {module}\n")


def run_python(
    script: str, *paths: Path, cache: Path | None = None, python: Path | None = None, **environment: str
) -> Any:
    """What a script prints as JSON; it imports from these folders before ours, and keeps machine code in `cache`.

    Another `python` has its own Tablée, and imports nothing from here.
    """
    variables = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    sources = paths if python else (*paths, OUR_SOURCES)
    variables |= {"PYTHONPATH": os.pathsep.join(map(str, sources)), **environment}
    if cache is not None:
        variables["TABLEE_CACHE"] = str(cache)
    command = [str(python or sys.executable), "-W", "error", "-B", "-c", script]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)
