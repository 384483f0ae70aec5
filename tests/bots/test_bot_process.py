"""Processes of bots never outlive whoever started them, however that ends, nor leave anything behind themselves."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.bots.bot_process import BotProcess
from tests.bots.processes import is_gone, is_gone_soon

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="only POSIX has groups of processes")

STUBBORN = """
import signal, subprocess, sys, time
grandchild = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(1000)"])
print(grandchild.pid, flush=True)
for line in sys.stdin:
    if line == "end\\n":
        sys.exit(3)
    time.sleep(1000)
time.sleep(1000)
"""
"""A bot that does not notice the end of its input, and has started another process."""
COMMAND = [sys.executable, "-S", "-c", STUBBORN]
SERVER = f"""
import signal, sys, time
from tablee.bots.bot_process import BotProcess
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let what runs behind them ignore it
child = BotProcess([sys.executable, "-S", "-c", {STUBBORN!r}])
print(child.pid, int(child.ask(b"").result()), flush=True)
if sys.argv[1] == "raise":
    raise SystemExit(1)
time.sleep(1000)
"""
LONG = 60.0


def started(manner: str) -> "tuple[subprocess.Popen[bytes], list[int]]":
    """Something that has started a bot, and the ids of the bot and of what that has started."""
    server = subprocess.Popen([sys.executable, "-c", SERVER, manner], stdout=subprocess.PIPE)
    assert server.stdout is not None
    return server, [int(word) for word in server.stdout.readline().split()]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_bot_and_all_that_it_has_started_end_with_a_server_that_is_killed(number: int) -> None:
    server, pids = started("sleep")
    with server:
        assert not any(map(is_gone, pids))
        server.send_signal(number)
    assert all(map(is_gone_soon, pids))


def test_when_a_server_ends_by_itself_nothing_is_left_at_that_moment() -> None:
    server, pids = started("raise")
    with server:
        assert server.wait(LONG) == 1
        assert all(map(is_gone_soon, pids))


def test_a_child_is_killed_with_all_that_it_has_started() -> None:
    child = BotProcess(COMMAND)
    grandchild = int(child.ask(b"").result(LONG))
    child.ask(b"hang\n")
    child.kill()
    assert child.gone.result(LONG) == -signal.SIGKILL
    assert is_gone_soon(grandchild)


def test_what_a_child_leaves_behind_when_it_ends_by_itself_is_ended_too() -> None:
    child = BotProcess(COMMAND)
    grandchild = int(child.ask(b"").result(LONG))
    assert child.ask(b"end\n").result(LONG) == b""
    assert child.gone.result(LONG) == 3
    assert is_gone_soon(grandchild)


def test_who_has_ended_answers_nothing_at_once() -> None:
    child = BotProcess([sys.executable, "-S", "-c", ""])
    assert child.gone.result(LONG) == 0
    assert [child.ask(b"hello\n").result(LONG) for _ in range(2)] == [b"", b""]
    child.kill()


def test_a_key_that_interrupts_us_is_not_for_our_children() -> None:
    child = BotProcess(COMMAND)
    try:
        child.ask(b"").result(LONG)
        assert os.getpgid(child.pid) == child.pid != os.getpgid(0)
    finally:
        child.kill()
        child.gone.result(LONG)


def test_our_own_worker_ends_in_the_middle_of_a_thought_even_if_nobody_kills_it(tmp_path: Path) -> None:
    """Started by somebody who is killed and has no guard."""
    script = f"""
import json, pathlib, subprocess, sys, time
worker = subprocess.Popen([sys.executable, "-m", "tablee.bots.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
worker.stdout.readline()
import tablee
request = {{"id": 1, "game": "isis", "knowledge": tablee.new("isis", 2).knowledge(0), "level": 5, "seed": 0}}
worker.stdin.write(json.dumps({{**request, "seconds": 1000}}).encode() + b"\\n")
worker.stdin.flush()
pathlib.Path({str(tmp_path / "pid")!r}).write_text(str(worker.pid))
print("asked", flush=True)
time.sleep(1000)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"asked\n"
        server.kill()
    assert is_gone_soon(int((tmp_path / "pid").read_text()))
