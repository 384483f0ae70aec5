import os
import subprocess
import sys


def warm(cache):
    command = [sys.executable, "-m", "tablee.cli", "warm"]
    environment = {**os.environ, "TABLEE_CACHE": str(cache)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)


def test_the_first_run_shows_the_progress_of_compiling_and_the_second_has_nothing_to_do(tmp_path):
    first = warm(tmp_path)
    assert "Compiling the rules" in first.stderr
    assert "100 %" in first.stderr
    second = warm(tmp_path)
    assert (second.stdout, second.stderr) == ("", "")
