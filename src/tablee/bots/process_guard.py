"""A small process that kills the bot processes that its parent has left behind.

`bot_process.py` writes to its standard input which process groups have started (`+123`) and ended (`-123`). When the
input ends, even by a SIGKILL of the writer, the guard kills the remaining groups and exits. This file imports nothing
of Tablée, so that it starts at once and stays small.
"""

import contextlib
import os
import signal
import sys


def main() -> None:
    """Read until the input ends, then kill."""
    groups: set[int] = set()
    for line in sys.stdin:
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
