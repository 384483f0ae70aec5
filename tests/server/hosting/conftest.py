"""A server as a host runs it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.hosting.served import Served


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts `tablee serve` with these settings; whatever is left of it afterwards is ended."""
    started: list[Served] = []

    def start(**settings: Any) -> Served:
        started.append(Served(tmp_path, settings))
        return started[-1]

    yield start
    for served in started:
        served.end()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One that several tests may look at."""
    served = Served(tmp_path_factory.mktemp("served"), {"metrics_address": "127.0.0.1:0", "log_format": "json"})
    yield served
    served.end()
