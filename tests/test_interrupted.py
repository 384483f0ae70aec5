"""A run of tests that is broken off, at whatever moment, leaves no process behind."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.guard import MARK, marked
from tests.quick import ROOT

PATIENCE = 60.0
WITH_ALL = """
import os
from pathlib import Path
from threading import Event

from tests.server.house import Guest


async def test_busy(own_house, postgres_url, own_postgres, engine_process):
    guest = Guest(own_house)
    async with guest.at(guest.open(mode="bots", level=5)) as seat:
        await seat.sit()
        if (await seat.hear("events"))["actions"]:
            await seat.act_somewhere()
        Path(os.environ["READY"]).touch()
        Event().wait()
"""
PARTS = ("tests.server.nursery", "nursed_bot.py", "postgres -D", "tablee.cli engine")
DEAF = """
import os, signal, subprocess, sys

SCRIPT = '''
import os, signal, time
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
open(os.environ["READY"], "w").close()
time.sleep(600)
'''


def test_deaf():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    subprocess.run([sys.executable, "-c", SCRIPT], start_new_session=True)
"""
"""A test and a program that do not hear, in sessions of their own."""
Run = Callable[[str], tuple[subprocess.Popen[bytes], str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Starts a run of tests in a process group of its own, and waits until its test runs; says how it is marked."""
    started: list[subprocess.Popen[bytes]] = []
    monkeypatch.setenv("READY", str(tmp_path / "ready"))
    monkeypatch.setenv(MARK, f"{os.environ.get(MARK, '')}/{tmp_path.name}")
    monkeypatch.delenv("PYTEST_XDIST_TESTRUNUID", raising=False)

    def start(text: str) -> tuple[subprocess.Popen[bytes], str]:
        (tmp_path / "test_inner.py").write_text(text)
        how = ("-p", "tests.conftest", "-p", "no:cacheprovider", "-n", "1", "-c", "pyproject.toml", "--rootdir", ".")
        command = [sys.executable, "-m", "pytest", *how, str(tmp_path / "test_inner.py")]
        with (tmp_path / "said").open("wb") as said:
            process = subprocess.Popen(command, cwd=ROOT, process_group=0, stdout=said, stderr=said)
        started.append(process)
        until = time.monotonic() + PATIENCE
        while not (tmp_path / "ready").exists():
            assert process.poll() is None, (tmp_path / "said").read_text()
            assert time.monotonic() < until, (tmp_path / "said").read_text()
            time.sleep(0.02)
        return process, os.environ[MARK]

    yield start
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


def commands_of(mark: str) -> Iterator[str]:
    for process in marked(mark):
        with contextlib.suppress(psutil.NoSuchProcess):
            yield " ".join(process.cmdline())


def are_gone(mark: str) -> bool:
    """Does every process end within the patience of the guard, and of a busy machine?"""
    until = time.monotonic() + PATIENCE
    while left := marked(mark):
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return not left


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_servers_bots_and_databases_end_with_the_run(run: Run, number: signal.Signals) -> None:
    process, mark = run(WITH_ALL)
    until = time.monotonic() + PATIENCE
    while not all(part in (commands := " ".join(commands_of(mark))) for part in PARTS):  # a bot starts when it is asked
        assert time.monotonic() < until, commands
        time.sleep(0.05)
    os.killpg(process.pid, number)
    assert process.wait(PATIENCE) != 0
    assert are_gone(mark)


@pytest.mark.parametrize(
    "number", [signal.SIGINT, *(pytest.param(one, marks=pytest.mark.long) for one in (signal.SIGTERM, signal.SIGKILL))]
)
def test_what_does_not_hear_is_killed(run: Run, number: signal.Signals) -> None:
    process, mark = run(DEAF)
    os.killpg(process.pid, number)
    assert process.wait(PATIENCE) != 0
    assert are_gone(mark)
