import os
import subprocess
import sys

from tests.engine.toy import OUR_SOURCES, install_heap


def compiled_with(cache, packages):
    """Compile a toy game: ours take a minute."""
    command = [sys.executable, "-m", "tablee.cli", "compile", "heap"]
    paths = os.pathsep.join(map(str, [packages, OUR_SOURCES]))
    environment = {**os.environ, "TABLEE_CACHE": str(cache), "PYTHONPATH": paths}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)


def test_the_first_run_shows_the_progress_of_compiling_and_the_second_has_nothing_to_do(tmp_path):
    install_heap(tmp_path)
    first = compiled_with(tmp_path / "cache", tmp_path)
    assert "Compiling the rules" in first.stderr
    assert "100 %" in first.stderr
    second = compiled_with(tmp_path / "cache", tmp_path)
    assert (second.stdout, second.stderr) == ("", "")


def test_a_game_that_is_not_there_cannot_be_compiled():
    command = [sys.executable, "-m", "tablee.cli", "compile", "nim"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (refused.returncode, refused.stderr) == (2, "tablee: there is no game 'nim'\n")
