"""A bot for the tests of the pool, run as a script: it does what the knowledge of a request tells it to."""

import json
import os
import sys
import time
from pathlib import Path


def say(message):
    print(json.dumps(message), flush=True)


def flood(text):
    while True:
        sys.stdout.write(text)


def obey(number, knowledge, request):
    do = knowledge["do"]
    if "sign" in knowledge:
        Path(knowledge["sign"]).write_text(str(os.getpid()))
    if do == "answer":
        say({"id": number, "action": f"{os.getpid()} {knowledge['say']}"})
    elif do == "name the session":
        say({"id": number, "action": request.get("session", "none")})
    elif do == "name the seconds":
        say({"id": number, "action": str(request["seconds"])})
    elif do == "crash":
        os._exit(3)
    elif do == "hang":
        time.sleep(1000)
    elif do == "close its output":
        os.close(1)
        time.sleep(1000)
    elif do == "answer late":
        while not Path(knowledge["when"]).exists():
            time.sleep(0.01)
        say({"id": number, "action": "late"})
    elif do == "answer and die":
        say({"id": number, "action": "dying"})
        os._exit(0)
    elif do == "answer twice":
        say({"id": number, "action": "once"})
        say({"id": number, "action": "twice"})
    elif do == "flood with one line":
        flood("x" * 65536)
    elif do == "flood with lines":
        flood("banana\n" * 10_000)
    else:
        print(knowledge["line"].replace("ID", str(number)), flush=True)


def evaluate(number, state):
    while not Path(state["when"]).exists():
        time.sleep(0.01)
    say({"id": number, "evaluation": {"values": [0.5, 0.5], "error": 0.1}})


def get_ready_slowly(folder):
    (folder / f"started {os.getpid()}").touch()
    while not (folder / "go").exists():
        time.sleep(0.01)


def main():
    if "die" in sys.argv:
        sys.exit(3)
    if "silent" in sys.argv:
        time.sleep(1000)
    if "rude" in sys.argv:
        say("hello")
    if "flooding" in sys.argv:
        flood("x" * 65536)
    if "slow" in sys.argv:
        get_ready_slowly(Path(sys.argv[-1]))
    say({"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        if "evaluate" in request:
            evaluate(request["id"], request["evaluate"]["state"])
        else:
            obey(request["id"], request["knowledge"], request)


if __name__ == "__main__":
    main()
