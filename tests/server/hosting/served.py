"""`tablee serve` in processes of its own."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.server.house import PATIENCE, House


def clean_environment(**more: str) -> dict[str, str]:
    """The environment without what chooses something for Tablée."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("TABLEE_", "DATABASE_URL"))}
    return {**ours, **{name: os.environ[name] for name in ("TABLEE_CACHE",) if name in os.environ}, **more}


class Served(House):
    """A house as a host has it; what it can do as a house it has from there."""

    def __init__(self, folder: Path, settings: dict[str, Any], program: str = "tablee.cli") -> None:
        self.folder = folder
        self.program = ("-m", program)
        self.database = folder / "tables.db"
        self.config = folder / "tablee.toml"
        self.log_file = folder / "log"
        generous = {"message_rate": 1e6, "message_burst": 1e6, "opening_burst": 1e6, "replay_burst": 1e6}
        self.settings = {
            "database_url": f"sqlite:///{self.database}", "port": 0, "bots_at_once": False, "stop_spread": 0.2,
            **generous, **settings,
        }  # fmt: skip
        self.write_config()
        self.port = 0
        self.start()

    def write_config(self, **more: Any) -> None:
        """Choose something else, from the next reading on."""
        self.settings |= more
        self.config.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in self.settings.items()))

    def start(self) -> None:
        command = [sys.executable, *self.program, "serve", "--config", str(self.config)]
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=self.environment())
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        assert "http://localhost:" in line, line + self.log
        self.port = int(line.rpartition(":")[2])

    def environment(self) -> dict[str, str]:
        """The environment of its host: what it records about itself is not seen by other tests."""
        return clean_environment(XDG_STATE_HOME=str(self.folder / "state"))

    @property
    def log(self) -> str:
        """All that it has written to its log."""
        return self.log_file.read_text("utf8")

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The log, of a house that writes it as JSON."""
        return [json.loads(line) for line in self.log.splitlines()]

    def said(self, words: str) -> bool:
        """Has it written these words to its log?"""
        return words in self.log

    def metrics_text(self) -> str:
        """What Prometheus is told."""
        (address,) = {line["metrics"] for line in self.lines if "metrics" in line}
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def metrics(self) -> dict[str, float]:
        """All numbers, by name and labels as they are written."""
        lines = self.metrics_text().splitlines()
        return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}

    def children(self) -> list[int]:
        """The ids of the processes that serve."""
        pid = self.process.pid
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the parent."""
        self.process.send_signal(number)

    def end(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.send(signal.SIGTERM)
            self.send(signal.SIGTERM)
        self._wait()


def eventually(holds: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """What a function returns as soon as that is true; fails if it never is."""
    until = time.monotonic() + patience
    while not (found := holds()):
        assert time.monotonic() < until, "it never was"
        time.sleep(0.05)
    return found
