"""What is observed with every step in a game of somebody else's: with the plain contract, and with what is quicker."""

from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy import install_heap, run_python

PLAIN = """
from typing import Any

from tablee.engine.compile_cache import compiled

OBSERVATION = {"stones": (1,), "seat": (1,)}


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    out[0] = state.stones / 10
    out[1] = seat
"""
QUICKER = """

@compiled
def observe_again(state: Any, seat: int, out: Any, looked: int, action: int) -> None:
    out[0] = round(out[0] * 10 - action) / 10
    out[1] += seat - looked
"""
OBSERVE_HEAP = """
import json
import random
import tablee

batch, chooser, same = tablee.Batch("heap", 7, 2, seed=1, autoreset="same_step", observe=True), random.Random(2), []
for _ in range(30):
    batch.step([chooser.choice(batch.legal_ids(game)) for game in range(7)])
    same.append(bool((batch.observation == batch.observe()).all()))
print(json.dumps([len(same), all(same), float(batch.observation.max())]))
"""


@pytest.mark.parametrize("source", [PLAIN, PLAIN + QUICKER], ids=["plain", "quicker"])
@pytest.mark.parametrize("interpreted", ["", "1"])
def test_what_is_written_down_is_what_is_observed(source: str, interpreted: str, tmp_path: Path) -> None:
    package = install_heap(tmp_path)
    (package / "observation.py").write_text(source)
    environment: dict[str, Any] = {"NUMBA_DISABLE_JIT": interpreted} if interpreted else {}
    count, same, most = run_python(OBSERVE_HEAP, tmp_path, cache=tmp_path / "kept", **environment)
    assert count == 30
    assert same
    assert most == 1
