"""Workers that are forked answer as others do, and never outlive whoever asked for them."""

import json
import signal
import subprocess
import sys

import pytest

from tests.bots.processes import is_gone, is_gone_soon

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux only")

ASKER = """
import json, os, sys, time
from tablee.bots.bot_process import BotProcess
from tablee.bots.fork_server import ForkServer

loaded = []

def work():
    print(json.dumps({"loaded": loaded, "parent": os.getppid()}), flush=True)
    for line in sys.stdin:
        if line == "end\\n":
            os._exit(3)
        time.sleep(1000)

forks = ForkServer.start(lambda: loaded.append("all"), work)
instead = [sys.executable, "-c", "print('{}'); import time; time.sleep(1000)"]
bots = [BotProcess(instead, forks=forks) for _ in range(3)]
greetings = [json.loads(bot.ask(b"").result()) for bot in bots]
bots[0].ask(b"end\\n").result()
bots[1].ask(b"hang\\n")
bots[1].kill()
codes = [bot.gone.result() for bot in bots[:2]]
print(json.dumps([greetings, codes, [bot.pid for bot in bots]]), flush=True)
for line in sys.stdin:
    bot = BotProcess(instead, forks=forks)
    greeting = bot.ask(b"").result()
    if not greeting:  # its fork server had just gone
        bot = BotProcess(instead, forks=forks)
        greeting = bot.ask(b"").result()
    print(json.dumps([bot.pid, json.loads(greeting)]), flush=True)
"""


@pytest.fixture
def asker():
    """A process that has let three workers be forked, of which one has ended and one was killed."""
    command = [sys.executable, "-c", ASKER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def test_workers_share_what_was_loaded_once_and_tell_how_they_ended(asker):
    greetings, codes, pids = json.loads(asker.stdout.readline())
    assert [one["loaded"] for one in greetings] == [["all"]] * 3
    assert len({one["parent"] for one in greetings}) == 1
    assert codes == [3, -signal.SIGKILL]
    assert [is_gone(pid) for pid in pids] == [True, True, False]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_and_their_fork_server_end_with_who_asked_for_them(asker, number):
    greetings, _, pids = json.loads(asker.stdout.readline())
    asker.send_signal(number)
    asker.wait()
    assert is_gone_soon(pids[2])
    assert is_gone_soon(greetings[0]["parent"])


def test_where_the_fork_server_has_died_workers_are_started_by_their_command(asker):
    greetings, _, _ = json.loads(asker.stdout.readline())
    subprocess.run(["kill", "-KILL", str(greetings[0]["parent"])], check=True)
    assert is_gone_soon(greetings[0]["parent"])
    asker.stdin.write("another\n")
    asker.stdin.flush()
    pid, greeting = json.loads(asker.stdout.readline())
    assert greeting == {}
    asker.kill()
    asker.wait()
    assert is_gone_soon(pid)
