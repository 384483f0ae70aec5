"""A real `tablee play --reload`, in which a game is being made."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.kit.workshop import Workshop
from tests.server.house import PATIENCE, House


class MakersHouse(House):
    """A server for a maker of games, and the newest version that a page would know."""

    def __init__(self, folder: Path, workshop: Workshop, *games: str) -> None:
        self._games = games
        super().__init__(folder, {**workshop.variables, "PYTHONFAULTHANDLER": "1"})

    def start(self) -> None:
        """Start it as its maker would."""
        where = ("--port", str(self.port), "--database", f"sqlite:///{self.database}")
        command = [sys.executable, "-m", "tablee.cli", "play", "--reload", *self._games, "--no-open", *where]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, env=self._environment)
        assert self.process.stdout is not None
        lines = iter(self.process.stdout.readline, b"")
        self.port = int(next(line for line in lines if b"open at" in line).decode().rpartition(":")[2])
        assert any(b"Watching" in line for line in lines), "the house looks after its games"

    def _wait(self) -> None:
        """Wait for its end; if it does not come, let it say what it is doing."""
        try:
            super()._wait()
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)
            raise

    @property
    def version(self) -> str:
        """What the pages are told that come now."""
        _, _, page = self.request("GET", "/")
        found = re.search(r'data-reload="([\d-]+)"', page)
        assert found
        return found[1]

    def news_after(self, version: str) -> dict[str, Any]:
        """Wait, as pages do, until something has changed."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            news: dict[str, Any] = json.loads(self.request("GET", f"/reload/after/{version}")[2])
            if news["version"] != version:
                return news
        raise AssertionError("nothing has changed")
