"""Callees stay IR until something that Python calls is linked, and what comes out is the same."""

from pathlib import Path
from typing import Any

import pytest

from tests.engine.test_compile_cache import PLAY_HEAP
from tests.engine.toy import install_heap, run_python

UNKNOWN_NUMBA = "import numba\nnumba.__version__ = '0.99.0'\n"
KERNEL = """
import numba
from tablee.engine.compile_cache import compiled

@numba.njit
def foreign(number):
    return number + 1

@compiled
def calls_foreign(number):
    return foreign(number) + 1

@compiled
def share(whole, parts):
    if parts == 0:
        raise ValueError("nobody to share with")
    return whole // parts

@compiled
def twice(whole):
    return share(whole, 2) + share(whole, 1)

@compiled
def down(number):
    return 0 if number == 0 else 1 + down(number - 1)

@compiled
def deep(number):
    return down(number)
"""
USE_KERNEL = """
import json
from kernel import calls_foreign, deep, down, foreign, share, twice

report = {"twice": twice(8), "versions": len(share.signatures), "kind": type(twice).__name__}
try:
    share(8, 0)
except ValueError as error:
    report["error"] = str(error)
report |= {"share": share(9, 3), "deep": deep(5), "down": down(4)}
report |= {"calls foreign": calls_foreign(1), "foreign": foreign(1)}
print(json.dumps(report))
"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a small kernel does, compiled in both ways, and from what was kept of each."""
    folder = tmp_path_factory.mktemp("kernel")
    (folder / "kernel.py").write_text(KERNEL)
    scripts = {"lean": USE_KERNEL, "usual": UNKNOWN_NUMBA + USE_KERNEL}
    return {
        f"{way} {time}": run_python(script, folder, cache=folder / way)
        for way, script in scripts.items()
        for time in ("first", "again")
    }


def test_a_version_of_numba_that_is_not_known_compiles_in_the_usual_way(reports: dict[str, Any]) -> None:
    assert {reports[f"lean {time}"]["kind"] for time in ("first", "again")} == {"_LeanDispatcher"}
    assert {reports[f"usual {time}"]["kind"] for time in ("first", "again")} == {"CPUDispatcher"}


def test_a_literal_number_in_a_call_does_not_compile_the_callee_again(reports: dict[str, Any]) -> None:
    assert reports["lean first"]["versions"] == 1


def test_python_can_call_what_only_compiled_code_has_called_so_far(reports: dict[str, Any]) -> None:
    wanted = {"twice": 12, "share": 3, "deep": 5, "down": 4, "error": "nobody to share with"}
    wanted |= {"calls foreign": 3, "foreign": 2}  # compiled by somebody else, with numba itself
    for report in reports.values():
        assert {name: report[name] for name in wanted} == wanted


def test_both_ways_play_the_same_games_and_lean_keeps_only_what_python_calls(tmp_path: Path) -> None:
    install_heap(tmp_path)
    lean, usual = (
        run_python(script, tmp_path, cache=tmp_path / way)
        for way, script in {"lean": PLAY_HEAP, "usual": UNKNOWN_NUMBA + PLAY_HEAP}.items()
    )
    assert (lean["steps"], lean["actions"]) == (usual["steps"], usual["actions"])
    kept = {way: len(list((tmp_path / way).rglob("*.code"))) for way in ("lean", "usual")}
    assert 0 < kept["lean"] < kept["usual"]
