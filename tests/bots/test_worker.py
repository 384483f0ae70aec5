"""The process in which bots think: it answers every line with one line, and ends with its input."""

import json
import os
import re
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

import tablee
from tablee.bots import worker
from tablee.bots.bot_process import LONGEST_LINE
from tablee.bots.worker import answer
from tablee.games.brains.levels import LEVELS
from tablee.games.brains.thoughts import Limit, Thought
from tests.bots.asking import choose
from tests.bots.positions import ISIS, OPENING
from tests.cases import each

COMMAND = [sys.executable, "-m", "tablee.bots.worker"]
REQUEST = {"id": 1, "game": "isis", "knowledge": OPENING, "level": 1, "seed": 5}


class WorkerProcess:
    """A real worker, asked line by line."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def hear(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module")
def running() -> Iterator[WorkerProcess]:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        running = WorkerProcess(process)
        assert running.hear() == {"ready": True}
        yield running
        rest, errors = process.communicate(timeout=30)
        assert (process.returncode, rest, errors) == (0, b"", b"")


def test_it_answers_with_what_the_bot_of_that_level_plays(running: WorkerProcess) -> None:
    running.send(json.dumps(REQUEST).encode() + b"\n")
    heard = running.hear()
    assert (heard["id"], heard["action"]) == (1, choose(ISIS, OPENING, 1, 5))


def test_it_says_what_it_thinks_of_every_action_that_it_considered(running: WorkerProcess) -> None:
    running.send(json.dumps(REQUEST).encode() + b"\n")
    heard = running.hear()
    legal = tablee.new("isis", players=2).legal()
    assert heard["considered"][0][0] == heard["action"]
    assert {action for action, _, _ in heard["considered"]} <= set(legal)
    assert sum(visits for _, visits, _ in heard["considered"]) == heard["simulations"] == LEVELS[1].simulations
    assert [sum(values) for _, _, values in heard["considered"]] == pytest.approx([1.0] * len(heard["considered"]))


def test_every_line_gets_one_answer_in_order(running: WorkerProcess) -> None:
    lines = [b"banana", b"", b"[]", b"\xff\xfe", b"[" * 100_000, b"x" * (LONGEST_LINE + 10)]
    for number, line in enumerate(lines):
        running.send(line + b"\n" + json.dumps({**REQUEST, "id": number}).encode() + b"\n")
        assert set(running.hear()) == {"id", "error"}
        assert running.hear().keys() == {"id", "action", "considered", "simulations", "seconds"}


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="only POSIX has priorities")
def test_it_leaves_the_processor_to_others(running: WorkerProcess) -> None:
    niceness = os.getpriority(os.PRIO_PROCESS, running.process.pid)
    assert niceness == min(os.getpriority(os.PRIO_PROCESS, 0) + 5, 19)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_key_that_interrupts_the_server_does_not_interrupt_it(running: WorkerProcess) -> None:
    running.process.send_signal(2)
    running.send(json.dumps(REQUEST).encode() + b"\n")
    assert "action" in running.hear()


def test_it_ends_when_its_input_ends() -> None:
    done = subprocess.run(COMMAND, input=b"", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == {"ready": True}


def test_what_others_print_does_not_come_among_the_answers() -> None:
    script = """
import os
from tablee.bots import worker
def babble(folder):
    print("loading", folder.name)
    os.write(1, b"done")
    raise RuntimeError("a game that cannot be prepared")
worker.prepare = babble
worker.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", script], input=b"banana\n", capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert [set(json.loads(line)) for line in done.stdout.splitlines()] == [{"ready"}, {"id", "error"}]
    assert b"loading" in done.stderr


@each(
    ("wrong", "said"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"game": 7}, "'game'"),
        ({"knowledge": None}, "'knowledge'"),
        ({"knowledge": {}}, "players"),
        ({"knowledge": {**OPENING, "board": {"z9": "P0"}}}, "z9"),
        ({"level": 9}, "there is no level"),
        ({"level": True}, "'level'"),
        ({"seed": "x"}, "'seed'"),
        ({"seconds": "soon"}, "'seconds'"),
        ({"simulations": 0.5}, "'simulations'"),
        ({"simulations": True}, "'simulations'"),
        ({"session": 7}, "'session'"),
        ({"session": None}, "'session'"),
        ({"style": 7}, "'style'"),
        ({"style": "lazy"}, "there is no style"),
    ],
)
def test_a_request_that_cannot_be_served_is_told_why(wrong: dict[str, Any], said: str) -> None:
    found = answer(json.dumps({**REQUEST, **wrong}).encode())
    assert found["id"] == 1
    assert said in found["error"]


class Patient:
    """A mind that notes for how long it may think, and never comes to a decision."""

    limits: ClassVar[list[float | None]] = []

    def __init__(self, _definition: Any, _level: int, style: str) -> None:  # noqa: ARG002
        self.limits.clear()

    def choose(self, _knowledge: Any, limit: Limit, _seed: int) -> Thought:
        self.limits.append(limit.seconds)
        raise ZeroDivisionError("by zero")


def test_a_fault_in_a_game_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LevelBot", Patient)
    said = answer(json.dumps(REQUEST).encode())
    assert said["id"] == 1
    assert re.fullmatch(r"test_worker.py, line \d+: ZeroDivisionError: by zero", said["error"])


@pytest.mark.parametrize(("wish", "limit"), [({}, worker.LONGEST_THOUGHT), ({"seconds": 0.5}, 0.5)])
def test_thought_is_limited_even_if_nobody_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, wish: dict[str, float], limit: float
) -> None:
    monkeypatch.setattr(worker, "LevelBot", Patient)
    answer(json.dumps({**REQUEST, **wish}).encode())
    assert Patient.limits == [limit]


class Counting:
    """A bot that answers which decision of its own it is."""

    remembered_nodes = 1000

    def __init__(self, _definition: Any, _level: int, style: str) -> None:  # noqa: ARG002
        self._decisions = 0

    def choose(self, _knowledge: Any, _limit: Limit, _seed: int) -> Thought:
        self._decisions += 1
        return Thought(str(self._decisions))


@pytest.fixture
def counting_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has been asked yet, and bots count."""
    monkeypatch.setattr(worker, "LevelBot", Counting)
    monkeypatch.setattr(worker, "_bots", OrderedDict())


def decision(**more: Any) -> int:
    return int(answer(json.dumps({**REQUEST, **more}).encode())["action"])


@pytest.mark.usefixtures("counting_bots")
def test_a_session_goes_on_with_the_bot_it_has() -> None:
    assert [decision(session="table 0"), decision(session="table 1"), decision(session="table 0")] == [1, 1, 2]


@pytest.mark.usefixtures("counting_bots")
def test_without_a_session_every_decision_is_a_first() -> None:
    assert [decision(), decision(), decision(session=""), decision(session="")] == [1, 1, 1, 1]


@pytest.mark.usefixtures("counting_bots")
def test_another_level_style_or_game_is_another_bot() -> None:
    assert [decision(session="a", level=1), decision(session="a", level=2), decision(session="a", level=1)] == [1, 1, 2]
    assert decision(session="a", level=1, game="morfals") == 1
    assert decision(session="a", level=1, style="bold") == 1


@pytest.mark.usefixtures("counting_bots")
def test_only_the_latest_sessions_are_remembered() -> None:
    decision(session="old")
    decision(session="kept")
    for number in range(worker.MOST_SESSIONS - 2):
        decision(session=f"new {number}")
    assert decision(session="kept") == 2
    assert decision(session="one more") == 1
    assert decision(session="old") == 1
    assert decision(session="kept") == 3


@pytest.mark.usefixtures("counting_bots")
def test_where_memory_is_short_fewer_sessions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        worker, "memory", lambda: 2 * Counting.remembered_nodes * worker.NODE_BYTES * worker.SHARE_OF_MEMORY
    )
    assert [decision(session=session) for session in ("one", "two", "one", "three", "one", "two")] == [1, 1, 2, 1, 3, 1]
