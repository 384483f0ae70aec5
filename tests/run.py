"""Run the tests; if a few of them fail, ask these once more by themselves, and name them.

Thousands of tests share one machine with browsers, databases and servers that are killed on purpose. What fails beside
all others and passes alone is unsteady: that is said at the end, for it is to be mended, and does not fail the run.
What fails twice, or with more than a few others, has failed. Arguments are handed on to pytest.
"""

import json
import subprocess
import sys
from pathlib import Path

FEW = 3
SOME_FAILED = 1
"""The code with which pytest ends when all was run, and not all has passed."""
FAILED = Path(".pytest_cache/v/cache/lastfailed")
"""Where pytest notes what has failed."""


def main(arguments: list[str]) -> int:
    """The code to end with."""
    FAILED.unlink(missing_ok=True)
    code = _pytest(*arguments)
    failed = list(json.loads(FAILED.read_text())) if FAILED.is_file() else []
    if code != SOME_FAILED or not 0 < len(failed) <= FEW:
        return code
    print("\nOnce more, by themselves:", *failed, sep="\n  ", flush=True)
    code = _pytest(*failed)
    if code == 0:
        print("\nUNSTEADY, to be mended (failed beside all others, passed alone):", *failed, sep="\n  ", flush=True)
    return code


def _pytest(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
