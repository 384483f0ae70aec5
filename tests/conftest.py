"""What all tests share."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.live.house import House

settings.register_profile("tablee", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # machines are busy
settings.load_profile("tablee")


class EngineProcess:
    """A real `tablee engine`, asked one request at a time."""

    COMMAND = (sys.executable, "-m", "tablee.cli", "engine")

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """The answer to one request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"cmd": cmd, **fields}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


@pytest.fixture(scope="session")
def engine_process() -> Iterator[EngineProcess]:
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(
            EngineProcess.COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        yield EngineProcess(process)
        process.communicate(timeout=30)
        errors.seek(0)
        assert (process.returncode, errors.read()) == (0, b"")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that all tests may use that do no harm to it."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.kill()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server for one test, which may kill it."""
    house = House(tmp_path)
    yield house
    house.kill()
