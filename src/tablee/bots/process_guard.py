"""A small process that outlives whoever started it by a moment, to end what that has left behind.

`process.py` tells it on standard input which groups of processes it has started (`+123`) and ended (`-123`). When that
input ends, however its writer ended, a SIGKILL included, it kills the groups that are left, and ends, too. This file
imports nothing of Tablée, so that it starts at once and stays small.
"""

import contextlib
import os
import signal
import sys


def main() -> None:
    """Listen until the input ends, then kill."""
    groups: set[int] = set()
    for line in sys.stdin:
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
