"""A platform wheel in a fresh environment: every game is ready, and nothing is compiled."""

import sys
import zipfile
from pathlib import Path

import pytest

from deploy import platform_wheel
from tests.adapters import wheel
from tests.engine.toy import run_python

CALL_EVERYTHING = """
import json
from numba.core import event
from tablee.api.compile_all import compile_stage
from tablee.bots.compile_stages import STAGES, is_done
from tablee.engine.compile_cache import can_use_shipped
from tablee.games import working_games

compiled = []

class Compilations(event.Listener):
    def on_start(self, event):
        compiled.append(str(event.data["dispatcher"].py_func))

    def on_end(self, event):
        pass

event.register("numba:compile", Compilations())
games = [game.id for game in working_games()]
ready = [game for game in games if all(is_done(game, stage) for stage in STAGES)]
for game in games:
    for stage in STAGES:
        for _ in compile_stage(game, stage):
            pass
print(json.dumps({"can": can_use_shipped(), "games": games, "ready": ready, "compiled": compiled}))
"""


@pytest.mark.long
def test_a_platform_wheel_has_all_games_ready_and_compiles_nothing(tmp_path: Path) -> None:
    built = platform_wheel.main(tmp_path)
    assert f"cp{sys.version_info[0]}{sys.version_info[1]}" in built.name
    python = wheel.environment_with(built, sys.executable, extras="")
    report = run_python(CALL_EVERYTHING, cache=tmp_path / "cache", python=python)
    assert report["can"]
    assert report["ready"] == report["games"] != []
    assert report["compiled"] == []


def test_a_wheel_without_machine_code_stays_pure(tmp_path: Path) -> None:
    built = wheel.built_wheel(tmp_path)
    assert built.name.endswith("py3-none-any.whl")
    with zipfile.ZipFile(built) as files:
        assert not [name for name in files.namelist() if "machine_code" in name]
