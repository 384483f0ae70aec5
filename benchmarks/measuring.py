"""What both sides of `learners.py` do: measure one thing a line, in steps for each second of processor.

`{"what": "batch", "game": "isis", "seconds": 0.5, "seed": 7}` is answered by `{"count": 71234, "seconds": 0.501}`.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping

Work = Callable[[], int]
"""Does something for a while, and says how many steps that were."""


def answer_all(measures: Mapping[str, Callable[[str], Work]]) -> None:
    """Answer every line that comes in."""
    for line in sys.stdin:
        wish = json.loads(line)
        count, seconds = _timed(measures[wish["what"]](wish["game"]), wish["seconds"])
        print(json.dumps({"count": count, "seconds": seconds}), flush=True)


def _timed(work: Work, seconds: float) -> tuple[int, float]:
    """How often something happens in some time of processor, after one go that may compile."""
    work()
    began, done = time.process_time(), 0
    while (taken := time.process_time() - began) < seconds:
        done += work()
    return done, taken
