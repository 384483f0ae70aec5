"""Rules as plain Python, in a process that compiles nothing: slow, within bounds, and with the line of an error."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

LONGEST = 60.0
"""Seconds of a processor after which such a process gives up: many times what a check asks for."""


class Endless(Exception):
    """A function does not come to an end."""


def ask_interpreted(answer: Callable[[Any], Any], wanted: Any) -> Any:
    """What this function of a module answers in such a process; raises `RuntimeError` with the last line it wrote."""
    script = (
        f"from {answer.__module__} import {answer.__name__}; from {__name__} import reply; reply({answer.__name__})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        input=json.dumps(wanted), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"interpreted, they break: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout.splitlines()[-1])


def reply(answer: Callable[[Any], Any]) -> None:
    """In the process: answer what is asked on stdin. What takes too long raises `Endless` where it is."""
    signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    print(json.dumps(answer(json.load(sys.stdin))))


def _give_up(*_: object) -> None:
    raise Endless(f"this has not come to an end after {LONGEST:g} s")
