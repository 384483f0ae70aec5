"""Processes by their ids."""

import os
import time
from pathlib import Path

SOON = 60.0
"""Seconds within which something that should end must have ended, on however busy a machine."""


def is_gone(pid: int) -> bool:
    """Has a process ended? One that nobody has asked how it ended is still listed, and has."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return not Path(f"/proc/{pid}").exists() and not _answers(pid)


def _answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_gone_soon(pid: int) -> bool:
    """Does a process end before long?"""
    end = time.monotonic() + SOON
    while not is_gone(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
