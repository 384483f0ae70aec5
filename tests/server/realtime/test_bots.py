"""Bots that misbehave in every way: the table goes on all the same."""

import asyncio
import contextlib
import json
import sys
import time
from pathlib import Path

import pytest

from tests.bots.processes import is_gone_soon
from tests.server.house import PATIENCE, Guest, House

READY = """
import json, sys, time

def say(**answer):
    print(json.dumps(answer), flush=True)

say(ready=True)
"""
ASKED = READY + "for line in sys.stdin:\n    id = json.loads(line)['id']\n    "

MISBEHAVIOURS = {
    "does not start": "raise SystemExit(3)",
    "never gets ready": "import time; time.sleep(1000)",
    "crashes when asked": ASKED + "raise SystemExit(1)",
    "hangs": ASKED + "time.sleep(1000)",
    "answers nonsense": ASKED + "print('banana', flush=True)",
    "answers an illegal action": ASKED + "say(id=id, action='pawn z9')",
    "answers no text": ASKED + "say(id=id, action=7)",
    "answers another question": ASKED + "say(id=-1, action='pawn a1')",
    "says that it failed": ASKED + "say(id=id, error='tired')",
    "answers late": ASKED + "time.sleep(3); say(id=id, action='draw')",
    "floods": ASKED + "print('x' * 10_000_000, flush=True)",
}


@pytest.fixture(params=MISBEHAVIOURS)
def house(request, tmp_path):
    script = tmp_path / "bot.py"
    script.write_text(MISBEHAVIOURS[request.param])
    house = House(
        tmp_path, bot_command=[sys.executable, str(script)], bot_patience=0.5, message_rate=1e6, message_burst=1e6
    )
    yield house
    house.kill()


async def test_a_table_goes_on_whatever_its_bot_does(house):
    guest = Guest(house)
    async with guest.at(guest.open(mode="bots", players=2)) as seat:
        await seat.sit()
        turns = 0
        while turns < 3:
            news = await seat.hear("events")
            if news["actions"]:
                await seat.act(next(action for action in news["actions"] if action != "draw"))
                turns += 1
        assert (await seat.hear("events"))["events"]


async def test_a_bot_that_fails_is_replaced_by_one_of_the_lowest_level_and_not_by_chance(tmp_path):
    script = tmp_path / "bot.py"
    script.write_text(
        ASKED + "request = json.loads(line)\n    "
        "known = request['knowledge']['board']\n    "
        "free = [file + rank for rank in '654321' for file in 'fedcba' if file + rank not in known]\n    "
        "say(id=id, action='pawn ' + free[0]) if request['level'] == 1 else say(id=id, error='tired')"
    )
    house = House(tmp_path, bot_command=[sys.executable, str(script)])
    try:
        guest = Guest(house)
        async with guest.at(guest.open(mode="bots", players=2, level=4)) as seat:
            await seat.sit()
            played = []
            while len(played) < 4:
                news = await seat.hear("events")
                played += [action for _, _, action in news["events"] if action.startswith("pawn") and action[-1] == "6"]
                if news["actions"]:
                    await seat.act(next(action for action in news["actions"] if action.endswith("1")))
        assert played[:4] == ["pawn f6", "pawn e6", "pawn d6", "pawn c6"]
    finally:
        house.kill()


def children_of(pid):
    """The processes that a process has started."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, _, rest = file.read_text().partition(" ")
            if int(rest.rpartition(")")[2].split()[1]) == pid:
                found.append(int(number))
    return found


def processor_time(pid):
    """Ticks that a process has used."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux lists processes so")


@needs_proc
async def test_a_worker_that_thinks_hard_is_gone_soon_after_its_server_was_killed(tmp_path):
    house = House(tmp_path, bot_command=None)
    try:
        guest = Guest(house)
        async with guest.at(guest.open(mode="bots", game="isis", level=5)) as seat:
            await seat.sit()
            while not (await seat.hear("events"))["actions"]:
                pass
            before = {pid: processor_time(pid) for pid in children_of(house.process.pid)}
            await seat.act_somewhere()
            end = time.monotonic() + PATIENCE
            # The worker may not have been there before: it is started when it is needed.
            while not any(processor_time(pid) > before.get(pid, 0) + 10 for pid in children_of(house.process.pid)):
                assert time.monotonic() < end, "nobody thinks"
                await asyncio.sleep(0.01)
            pids = children_of(house.process.pid)
            assert len(pids) >= 2  # the worker, and who watches over it
    finally:
        house.kill()
    assert all(map(is_gone_soon, pids))


@needs_proc
async def test_even_a_bot_that_never_looks_at_its_input_is_gone_soon_after_its_server_was_killed(tmp_path):
    script, heard = tmp_path / "bot.py", tmp_path / "heard"
    script.write_text(f"import os\n{ASKED}open({str(heard)!r}, 'w').write(str(os.getpid()))\n    while True: pass")
    house = House(tmp_path, bot_command=[sys.executable, str(script)], bot_patience=1000.0)
    try:
        guest = Guest(house)
        async with guest.at(guest.open(mode="bots", level=5)) as seat:
            await seat.sit()
            if (await seat.hear("events"))["actions"]:
                await seat.act_somewhere()
            end = time.monotonic() + PATIENCE
            while not (heard.exists() and heard.read_text()):
                assert time.monotonic() < end, "nobody was asked"
                await asyncio.sleep(0.01)
    finally:
        house.kill()
    assert is_gone_soon(int(heard.read_text()))


async def test_a_bot_that_works_answers_with_a_legal_action(tmp_path):
    house = House(tmp_path)
    try:
        guest = Guest(house)
        async with guest.at(guest.open(mode="bots", players=3, level=1)) as seat:
            await seat.sit()
            while not (news := await seat.hear("events"))["actions"]:
                pass
            await seat.act_somewhere()
            acting = {seat_number for _, seat_number, _ in news["events"]}
            while len(acting) < 3:
                acting |= {seat_number for _, seat_number, _ in (await seat.hear("events"))["events"]}
    finally:
        house.kill()


def listening_house(tmp_path):
    """A house whose bots write down what they are asked, and where that is."""
    script, heard = tmp_path / "bot.py", tmp_path / "heard"
    script.write_text(
        READY + f"for line in sys.stdin:\n    open({str(heard)!r}, 'a').write(line)\n"
        "    say(id=json.loads(line)['id'], error='only listening')"
    )
    return House(tmp_path, bot_command=[sys.executable, str(script)]), heard


async def test_a_bot_is_told_what_its_seat_has_been_shown(tmp_path):
    house, heard = listening_house(tmp_path)
    try:
        guest = Guest(house)
        async with guest.at(guest.open(mode="bots", players=2)) as seat:
            await seat.sit()
            while not (await seat.hear("events"))["actions"]:
                pass
            await seat.act("draw")
            value = (await seat.hear("events"))["events"][1][2].removeprefix("reveal ")
            square = seat.received[-1]["actions"][0].removeprefix("place ")
            await seat.act(f"place {square}")
            await seat.hear("events")
            await seat.hear("events")
    finally:
        house.kill()
    boards = [json.loads(line)["knowledge"]["board"] for line in heard.read_text().splitlines()]
    assert value in {board.get(square) for board in boards}
    assert not any("#" in board.values() for board in boards)


async def test_each_bot_has_a_session_of_its_own_at_its_table(tmp_path):
    house, heard = listening_house(tmp_path)
    try:
        guest = Guest(house)
        tables = [guest.open(mode="bots", players=3) for _ in range(2)]
        for table in tables:
            async with guest.at(table) as seat:
                await seat.sit()
                while not (await seat.hear("events"))["actions"]:
                    pass
                await seat.act_somewhere()
                while not (await seat.hear("events"))["actions"]:
                    pass
    finally:
        house.kill()
    requests = [json.loads(line) for line in heard.read_text().splitlines()]
    sessions = {request["session"] for request in requests}
    assert len(sessions) == 4
    assert {session.split()[0] for session in sessions} == set(tables)
    assert all(request["session"].split()[1] == str(request["knowledge"]["turn"]) for request in requests)


async def test_a_take_back_while_the_bot_thinks_makes_its_answer_void(tmp_path):
    script, signal = tmp_path / "bot.py", tmp_path / "signal"
    wait = f"while not os.path.exists({str(signal)!r}): time.sleep(0.01)\n    "
    script.write_text("import os\n" + ASKED + wait + "say(id=id, action='draw')")
    house = House(tmp_path, bot_command=[sys.executable, str(script)], bot_patience=60.0)
    try:
        guest = Guest(house)
        async with guest.at(guest.open(mode="bots", players=2)) as seat:
            await seat.sit()
            if not (await seat.hear("events"))["actions"]:
                signal.touch()  # the bot begins: it draws, and what it says then is not legal
                while not (await seat.hear("events"))["actions"]:
                    pass
                signal.unlink()
            await seat.act_somewhere()
            await seat.hear("events")
            await seat.say(do="back", step=seat.step)
            back = await seat.hear("events")
            assert back["actions"]
            signal.touch()
            assert await seat.hears_no("events", 1.0)
            action = await seat.act_somewhere()
            heard = await seat.hear("events")
            assert (heard["events"][0][2], heard["number"]) == (action, back["number"] + 1)
    finally:
        house.kill()
