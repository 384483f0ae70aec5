"""Bots that misbehave in every way: the pool says so, and serves the next request."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablee
from tablee.bots import worker_pool as pool_module
from tablee.bots.bot_process import BotFault
from tablee.bots.requests import Evaluation, EvaluationRequest, Question, evaluation_line
from tablee.bots.worker import answer
from tablee.bots.worker_pool import BotPool, FairQueue
from tablee.games.brains.levels import LONGEST_THOUGHT
from tablee.games.brains.thoughts import Limit, Thought
from tests.bots.positions import OPENING
from tests.bots.processes import is_gone
from tests.cases import each

SCRIPT = str(Path(__file__).parent / "pool_bot.py")
COMMAND = [sys.executable, "-S", SCRIPT]
LONG = 60.0
"""Seconds after which a test gives up: far more than anything takes."""


@pytest.fixture
async def pool() -> AsyncIterator[BotPool]:
    pool = BotPool(1, COMMAND, patience=LONG)
    await pool.start()
    yield pool
    await pool.close()


@pytest.fixture
async def two() -> AsyncIterator[BotPool]:
    """A pool of two workers."""
    two = BotPool(2, COMMAND, patience=LONG)
    await two.start()
    yield two
    await two.close()


async def ask(pool: BotPool, do: str, session: str = "", level: int = 1, asker: str = "", **more: str) -> str:
    question = Question("isis", {"do": do, **more}, level, seed=1, session=session, asker=asker)
    return (await pool.choose(question)).action


async def pid_of(pool: BotPool, session: str = "") -> int:
    """The process that answers now."""
    pid, said = (await ask(pool, "answer", session, say="good")).split()
    assert said == "good"
    return int(pid)


async def until(true: Callable[[], object]) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < end, "it never came true"
        await asyncio.sleep(0.005)


async def test_a_good_bot_answers_again_and_again_from_one_process(pool: BotPool) -> None:
    assert len({await pid_of(pool) for _ in range(3)}) == 1


@pytest.mark.parametrize("do", ["crash", "close its output", "flood with one line", "flood with lines"])
async def test_a_bot_that_goes_wrong_is_replaced(pool: BotPool, do: str) -> None:
    before = await pid_of(pool)
    with pytest.raises(BotFault):
        await ask(pool, do)
    assert await pid_of(pool) != before
    assert is_gone(before)


@pytest.mark.parametrize(
    "line",
    [
        "banana",
        "",
        "[]",
        "7",
        '"pawn a1"',
        "{}",
        '{"id": ID}',
        '{"id": ID, "action": null}',
        '{"id": ID, "action": 7}',
        '{"id": ID, "error": ["no", "text"]}',
        '{"action": "pawn a1"}',
        '{"id": -1, "action": "pawn a1"}',
        '{"id": true, "action": "pawn a1"}',
        '{"id": "ID", "action": "pawn a1"}',
        '{"id": ID, "action": "pawn a1"',
        '{"ready": true}',
        "[" * 100_000,
    ],
)
async def test_nonsense_is_no_answer_and_its_bot_is_replaced(pool: BotPool, line: str) -> None:
    before = await pid_of(pool)
    with pytest.raises(BotFault):
        await ask(pool, "say", line=line)
    assert await pid_of(pool) != before
    assert is_gone(before)


async def test_a_bot_that_says_why_it_cannot_answer_is_kept(pool: BotPool) -> None:
    before = await pid_of(pool)
    with pytest.raises(BotFault, match="no such game"):
        await ask(pool, "say", line='{"id": ID, "error": "no such game"}')
    assert await pid_of(pool) == before


async def test_a_bot_that_hangs_is_killed_and_replaced(tmp_path: Path) -> None:
    pool = BotPool(1, COMMAND, patience=0.5)
    await pool.start()
    sign = tmp_path / "sign"
    try:
        with pytest.raises(BotFault, match=r"within 0\.5 s"):
            await ask(pool, "hang", sign=str(sign))
        await pool.start()
        assert is_gone(int(sign.read_text()))
        assert await pid_of(pool) > 0
    finally:
        await pool.close()


async def test_the_late_answer_to_a_cancelled_request_reaches_nobody(pool: BotPool, tmp_path: Path) -> None:
    sign, when = tmp_path / "sign", tmp_path / "when"
    request = asyncio.create_task(ask(pool, "answer late", sign=str(sign), when=str(when)))
    await until(lambda: sign.exists() and sign.read_text())
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    when.touch()
    assert await pid_of(pool) != int(sign.read_text())
    assert is_gone(int(sign.read_text()))


async def test_a_request_cancelled_while_it_waits_harms_nobody(pool: BotPool, tmp_path: Path) -> None:
    sign, when = tmp_path / "sign", tmp_path / "when"
    thinking = asyncio.create_task(ask(pool, "answer late", sign=str(sign), when=str(when)))
    await until(sign.exists)
    waiting = [asyncio.create_task(pid_of(pool)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    when.touch()
    assert await thinking == "late"
    assert await waiting[0] == await waiting[2]
    assert waiting[1].cancelled()


async def test_who_waits_is_served_though_another_goes_away_in_the_moment_in_which_its_turn_comes(
    pool: BotPool, tmp_path: Path
) -> None:
    sign, when = tmp_path / "sign", tmp_path / "when"
    thinking = asyncio.create_task(ask(pool, "answer late", sign=str(sign), when=str(when)))
    await until(sign.exists)
    waiting = [asyncio.create_task(pid_of(pool)) for _ in range(2)]
    await asyncio.sleep(0)
    thinking.cancel()
    waiting[0].cancel()
    assert await waiting[1] > 0
    assert thinking.cancelled()
    assert waiting[0].cancelled()


async def test_an_answer_too_many_is_not_taken_for_the_next(pool: BotPool) -> None:
    assert await ask(pool, "answer twice") == "once"
    with pytest.raises(BotFault):
        await pid_of(pool)
    assert await pid_of(pool) > 0


async def test_a_bot_that_died_after_its_answer_is_replaced_before_the_next(pool: BotPool) -> None:
    child = pool._workers[0]._process
    assert child is not None
    assert await ask(pool, "answer and die") == "dying"
    await until(child.gone.done)
    assert await pid_of(pool) != child.pid


@pytest.mark.parametrize("fault", ["die", "rude", "flooding"])
async def test_a_bot_that_does_not_start_properly_fails_each_time(fault: str) -> None:
    pool = BotPool(2, [*COMMAND, fault], patience=LONG)
    try:
        with pytest.raises(BotFault):
            await pool.start()
        for _ in range(3):
            with pytest.raises(BotFault):
                await pid_of(pool)
    finally:
        await pool.close()


async def test_a_bot_that_never_gets_ready_keeps_nobody_waiting_for_longer_than_patience() -> None:
    pool = BotPool(1, [*COMMAND, "silent"], patience=0.05)
    try:
        for _ in range(2):
            with pytest.raises(BotFault, match="not ready"):
                await pid_of(pool)
    finally:
        await pool.close()


async def test_impatience_does_not_make_a_bot_that_gets_ready_slowly_begin_again(tmp_path: Path) -> None:
    pool = BotPool(1, [*COMMAND, "slow", str(tmp_path)], patience=0.05)
    starting = asyncio.create_task(pool.start())
    await until(lambda: count_started(tmp_path))
    try:
        for _ in range(3):
            with pytest.raises(BotFault, match="not ready"):
                await pid_of(pool)
        (tmp_path / "go").touch()
        await starting
        await pool.start()
        assert count_started(tmp_path) == 1
    finally:
        await pool.close()


def count_started(folder: Path) -> int:
    return len(list(folder.glob("started *")))


async def test_a_command_that_does_not_exist_is_a_failure_too(tmp_path: Path) -> None:
    pool = BotPool(1, [str(tmp_path / "nothing")], patience=LONG)
    with pytest.raises(BotFault, match="cannot be started"):
        await pid_of(pool)
    await pool.close()


async def test_requests_queue_for_the_workers_and_each_gets_its_own_answer() -> None:
    pool = BotPool(2, COMMAND, patience=LONG)
    try:
        answers = await asyncio.gather(*(ask(pool, "answer", say=f"number-{number}") for number in range(20)))
        pids, said = zip(*(answer.split() for answer in answers), strict=True)
        assert list(said) == [f"number-{number}" for number in range(20)]
        assert len(set(pids)) == 2
    finally:
        await pool.close()


async def test_one_bot_that_is_stuck_does_not_hold_up_the_others(tmp_path: Path) -> None:
    pool = BotPool(2, COMMAND, patience=LONG)
    sign, when = tmp_path / "sign", tmp_path / "when"
    try:
        stuck = asyncio.create_task(ask(pool, "answer late", sign=str(sign), when=str(when)))
        await until(sign.exists)
        assert len({await pid_of(pool) for _ in range(5)}) == 1
        when.touch()
        assert await stuck == "late"
    finally:
        await pool.close()


async def test_a_session_stays_with_its_worker(two: BotPool) -> None:
    homes = {session: await pid_of(two, session) for session in ("a", "b")}
    assert len(set(homes.values())) == 2
    for session in "aabbabba":
        assert await pid_of(two, session) == homes[session]


async def test_a_session_whose_worker_is_busy_goes_to_another_and_stays_there(two: BotPool, tmp_path: Path) -> None:
    home = await pid_of(two, "a")
    sign, when = tmp_path / "sign", tmp_path / "when"
    busy = asyncio.create_task(ask(two, "answer late", "a", sign=str(sign), when=str(when)))
    await until(lambda: sign.exists() and sign.read_text())
    assert int(sign.read_text()) == home
    other = await pid_of(two, "a")
    assert other != home
    when.touch()
    await busy
    assert await pid_of(two, "a") == other


async def test_a_session_whose_worker_has_crashed_is_served_all_the_same(pool: BotPool) -> None:
    before = await pid_of(pool, "a")
    with pytest.raises(BotFault):
        await ask(pool, "crash", "a")
    assert await pid_of(pool, "a") != before


async def test_a_worker_is_told_the_session_if_there_is_one(pool: BotPool) -> None:
    assert await ask(pool, "name the session", "table 7") == "table 7"
    assert await ask(pool, "name the session") == "none"


async def test_where_sessions_were_is_not_remembered_for_ever(two: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "MOST_SESSIONS", 3)
    for session in range(10):
        await pid_of(two, f"session {session}")
    assert list(two._dispatcher._asked_last) == ["session 7", "session 8", "session 9"]


# ---- who is served first ------------------------------------------------------------------------------------


class Line:
    """Who waits while a worker is busy, and in which order they were served."""

    def __init__(self, pool: BotPool, folder: Path) -> None:
        self._pool = pool
        self._sign, self._when = folder / "sign", folder / "when"
        self._asked: list[asyncio.Task[None]] = []
        self.served: list[str] = []

    async def keep_busy(self) -> None:
        """Give a worker something to do until `go`."""
        late = ask(self._pool, "answer late", level=5, sign=str(self._sign), when=str(self._when))
        self._asked.append(asyncio.create_task(self._serve("busy", late)))
        await until(self._sign.exists)

    async def ask(self, name: str, level: int, asker: str = "") -> None:
        """Somebody asks, and waits."""
        question = ask(self._pool, "answer", level=level, asker=asker, say=name)
        self._asked.append(asyncio.create_task(self._serve(name, question)))
        await asyncio.sleep(0)

    async def go(self) -> list[str]:
        """Let all be served; returns in which order."""
        self._when.touch()
        await asyncio.gather(*self._asked)
        return self.served

    async def _serve(self, name: str, question: Awaitable[str]) -> None:
        await question
        self.served.append(name)


async def test_quick_questions_are_served_before_long_ones_that_came_first(pool: BotPool, tmp_path: Path) -> None:
    line = Line(pool, tmp_path)
    await line.keep_busy()
    for name, level in [("long 1", 5), ("long 2", 4), ("quick 1", 1), ("quick 2", 3)]:
        await line.ask(name, level)
    assert await line.go() == ["busy", "quick 1", "quick 2", "long 1", "long 2"]


@pytest.mark.parametrize("level", [1, 5])
async def test_who_asks_much_waits_for_itself_and_not_others_for_it(pool: BotPool, tmp_path: Path, level: int) -> None:
    line = Line(pool, tmp_path)
    await line.keep_busy()
    for name in ("a1", "a2", "a3", "b1", "c1", "b2"):
        await line.ask(name, level, asker=name[0])
    assert await line.go() == ["busy", "a1", "b1", "c1", "a2", "b2", "a3"]


async def test_a_worker_in_reserve_answers_quick_questions_while_all_others_think(tmp_path: Path) -> None:
    pool = BotPool(1, COMMAND, patience=LONG, quick=1)
    try:
        await pool.start()
        thinker = await pid_of(pool)
        line = Line(pool, tmp_path)
        await line.keep_busy()
        await line.ask("another long one", level=5)
        assert len({await pid_of(pool) for _ in range(5)} - {thinker}) == 1
        assert float(await ask(pool, "name the seconds")) == LONGEST_THOUGHT
        assert line.served == []
        assert await line.go() == ["busy", "another long one"]
    finally:
        await pool.close()


async def test_the_reserve_is_not_started_for_quick_questions(tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    pool = BotPool(1, [*COMMAND, "slow", str(tmp_path)], patience=LONG, quick=1)
    try:
        for _ in range(3):
            await pid_of(pool)
        assert count_started(tmp_path) == 1
        await ask(pool, "answer", level=5, say="good")
        await until(lambda: count_started(tmp_path) == 2)
    finally:
        await pool.close()


async def test_a_reserve_that_does_not_start_harms_nobody(tmp_path: Path) -> None:
    script = tmp_path / "once.py"
    script.write_text(
        f"import pathlib, runpy, sys\n"
        f"started = pathlib.Path({str(tmp_path / 'started')!r})\n"
        f"sys.exit(3) if started.exists() else started.touch()\n"
        f"runpy.run_path({SCRIPT!r}, run_name='__main__')\n"
    )
    pool = BotPool(1, [sys.executable, str(script)], patience=LONG, quick=1)
    try:
        await pool.start()  # so that it is the reserve that comes second, and does not start
        for level in (5, 1, 5, 1):
            assert (await ask(pool, "answer", level=level, say="good")).endswith("good")
    finally:
        await pool.close()


async def test_long_thoughts_are_shorter_when_many_wait(pool: BotPool) -> None:
    alone = float(await ask(pool, "name the seconds", level=5))
    crowd = await asyncio.gather(*(ask(pool, "name the seconds", level=5) for _ in range(60)))
    seconds = [float(answer) for answer in crowd]
    assert alone == seconds[-1] == LONGEST_THOUGHT
    assert seconds[1] == pool_module.SHORTEST_THOUGHT  # 58 wait behind it
    assert seconds[1:] == sorted(seconds[1:])


async def test_a_long_thought_is_short_as_long_as_nobody_is_in_reserve(tmp_path: Path) -> None:
    pool = BotPool(1, [*COMMAND, "slow", str(tmp_path)], patience=LONG, quick=1)
    (tmp_path / "go").touch()
    try:
        await pool.start()
        (tmp_path / "go").unlink()
        assert float(await ask(pool, "name the seconds", level=5)) == pool_module.WITHOUT_RESERVE
        (tmp_path / "go").touch()
        await asyncio.gather(*pool._called.values())
        assert float(await ask(pool, "name the seconds", level=5)) == LONGEST_THOUGHT
    finally:
        await pool.close()


async def test_a_limit_that_was_asked_for_is_kept_if_it_is_shorter(pool: BotPool) -> None:
    for asked, given in [(0.01, 0.01), (1.0, 1.0), (100.0, LONGEST_THOUGHT)]:
        question = Question("isis", {"do": "name the seconds"}, 5, limit=Limit(seconds=asked))
        assert float((await pool.choose(question)).action) == given


async def test_closing_ends_every_process_and_fails_every_request(tmp_path: Path) -> None:
    pool = BotPool(1, COMMAND, patience=LONG)
    sign = tmp_path / "sign"
    thinking = asyncio.create_task(ask(pool, "hang", sign=str(sign)))
    await until(lambda: sign.exists() and sign.read_text())
    waiting = asyncio.create_task(pid_of(pool))
    await asyncio.sleep(0)
    await pool.close()
    for request in (thinking, waiting):
        with pytest.raises(BotFault):
            await request
    assert is_gone(int(sign.read_text()))
    with pytest.raises(BotFault, match="closed"):
        await pid_of(pool)
    await pool.close()


@each("turns_of_the_loop", [0, 1, 2, 5, 1000])
async def test_closing_while_a_bot_starts_ends_it(turns_of_the_loop: int) -> None:
    pool = BotPool(1, [*COMMAND, "silent"], patience=LONG)
    starting = asyncio.create_task(pool.start())
    for _ in range(turns_of_the_loop):
        await asyncio.sleep(0)
    await pool.close()
    with pytest.raises(BotFault):
        await starting


async def test_renewing_again_and_again_leaves_one_process(pool: BotPool) -> None:
    before = await pid_of(pool)
    for turns_of_the_loop in (0, 1, 3, 0):
        pool.renew()
        for _ in range(turns_of_the_loop):
            await asyncio.sleep(0)
    await until(lambda: is_gone(before))
    now = await pid_of(pool)
    assert bots_of_ours() == {now}


def bots_of_ours() -> set[int]:
    """Our children that are bots of these tests, and live."""
    threads = Path("/proc/self/task").iterdir()
    pids = {int(pid) for thread in threads for pid in (thread / "children").read_text().split()}
    return {pid for pid in pids if SCRIPT.encode() in Path(f"/proc/{pid}/cmdline").read_bytes() and not is_gone(pid)}


async def test_the_real_worker_serves_and_says_what_it_cannot_serve() -> None:
    pool = BotPool(1, patience=LONG)
    try:
        await pool.start()
        thought = await pool.choose(Question("isis", OPENING, level=2, seed=3))
        assert thought.action in tablee.new("isis", players=2).legal()
        with pytest.raises(BotFault, match="there is no game 'chess'"):
            await pool.choose(Question("chess", OPENING, level=1, seed=1))
        assert await pool.choose(Question("isis", OPENING, level=1, seed=3)) != Thought("")
    finally:
        await pool.close()


def test_workers_die_with_a_server_that_is_killed() -> None:
    """The worker has the server's standard error: it is gone when nobody holds that any more."""
    script = """
import asyncio
from tablee.bots.worker_pool import BotPool
async def serve():
    pool = BotPool(1)
    await pool.start()
    print("started", flush=True)
    await asyncio.sleep(1000)
asyncio.run(serve())
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"started\n"
        server.kill()
        assert server.communicate(timeout=LONG) == (b"", b"")


async def test_evaluations_leave_a_worker_to_those_who_play_and_are_all_made(two: BotPool, tmp_path: Path) -> None:
    when = tmp_path / "when"
    asked = EvaluationRequest("isis", {"when": str(when)}, "", 5, Limit())
    tasks = [asyncio.create_task(two.evaluate(asked)) for _ in range(3)]
    await asyncio.sleep(0)
    assert await ask(two, "answer", level=5, say="good")
    assert not any(task.done() for task in tasks)
    when.touch()
    assert await asyncio.gather(*tasks) == [Evaluation((0.5, 0.5), 0.1)] * 3


def test_a_worker_goes_on_evaluating_where_it_had_to_stop() -> None:
    game = tablee.new("isis", 2, seed=1)
    asked = EvaluationRequest("isis", game.state(), "draw", 1, Limit(20), seconds=0.0, session="story")

    def evaluated(seconds: float) -> dict[str, Any]:
        return answer(evaluation_line(7, msgspec.structs.replace(asked, seconds=seconds)))

    assert evaluated(0.0) == {"id": 7, "evaluation": None}
    found = evaluated(60.0)["evaluation"]
    assert sum(found["values"]) == pytest.approx(1)
    assert evaluated(0.0)["evaluation"] == found


# ---- the queue ----------------------------------------------------------------------------------------------


def all_of(queue: FairQueue[str]) -> list[str]:
    return [queue.pop() for _ in range(len(queue))]


def test_many_from_one_house_take_turns_as_one() -> None:
    queue = FairQueue[str]()
    for number in range(4):
        queue.put(f"person {number}", f"evil {number}", "192.0.2.66")
    queue.put("zoé", "zoé 1", "192.0.2.1")
    queue.put("person 0", "evil 0 again", "192.0.2.66")
    queue.put("zoé", "zoé 2", "192.0.2.1")
    assert all_of(queue) == ["evil 0", "zoé 1", "evil 1", "zoé 2", "evil 2", "evil 3", "evil 0 again"]


def test_who_goes_away_leaves_no_gap() -> None:
    queue = FairQueue[str]()
    for asker, household in (("a", "x"), ("b", "x"), ("c", "")):
        queue.put(asker, asker, household)
    queue.discard("a", "a", "x")
    queue.discard("c", "c")
    queue.discard("c", "c")
    assert (len(queue), all_of(queue), len(queue)) == (1, ["b"], 0)
