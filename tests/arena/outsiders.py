"""Bots of other people, as Python classes: some play, one tells what it was given, and all sorts of rogues."""

# ruff: noqa: ARG002

import json
import os
import sys
import time
from pathlib import Path


class First:
    def choose(self, knowledge, actions, seed):
        print("thinking aloud does no harm")
        return actions[0]


class Counting:
    """Crashes unless it is made anew for every game."""

    def __init__(self):
        self.steps = 0

    def choose(self, knowledge, actions, seed):
        self.steps += 1
        assert self.steps < 40, "an old one"
        return actions[seed % len(actions)]


class Witness:
    """Writes down all that it is given."""

    def choose(self, knowledge, actions, seed):
        with Path(os.environ["TABLEE_WITNESS"]).open("a") as file:
            file.write(json.dumps([knowledge, actions, seed]) + "\n")
        return actions[0]


class Gate:
    """Plays some games, then waits in the middle of one, having said which worker it plays for, until it may go on."""

    def __init__(self):
        self.folder = Path(os.environ["TABLEE_GATE"])
        (self.folder / f"game {time.monotonic_ns()}").touch()

    def choose(self, knowledge, actions, seed):
        if len(list(self.folder.glob("game *"))) > 8:
            (self.folder / f"worker {os.getppid()}").touch()
            while not (self.folder / "go").exists():
                time.sleep(0.005)
        return actions[seed % len(actions)]


class Raises:
    def choose(self, knowledge, actions, seed):
        raise RuntimeError("I am lost")


class Exits:
    def choose(self, knowledge, actions, seed):
        os._exit(3)


class Cheats:
    def choose(self, knowledge, actions, seed):
        return "win at once"


class Hangs:
    def choose(self, knowledge, actions, seed):
        if "TABLEE_SIGN" in os.environ:
            Path(os.environ["TABLEE_SIGN"]).write_text(str(os.getpid()))
        time.sleep(1000)


class SaysNumbers:
    def choose(self, knowledge, actions, seed):
        return 7


class SaysWhatIsNoJson:
    def choose(self, knowledge, actions, seed):
        return {1, 2}


class HangsNow:
    def __init__(self):
        time.sleep(1000)

    def choose(self, knowledge, actions, seed):
        return actions[0]


class Mute:
    pass


def engine(manner):
    """A program that speaks the engine protocol badly."""
    for line in sys.stdin:
        if manner == "dies":
            sys.exit(3)
        if manner == "closes":
            os.close(1)
            time.sleep(1000)
        if manner == "hangs":
            time.sleep(1000)
        if manner == "floods":
            while True:
                sys.stdout.write("x" * 65536)
        says = {"babbles": "banana", "lists": "[]", "refuses": '{"ok": false, "error": {"code": "bad_state"}}'}
        cheats = {"load": '{"ok": true, "to_act": 0}', "bot": '{"ok": true, "action": "win"}'}
        mutters = {"load": '{"ok": true}', "bot": '{"ok": true}'}
        command = json.loads(line)["cmd"]
        print(says.get(manner) or (cheats if manner == "cheats" else mutters)[command], flush=True)


if __name__ == "__main__":
    engine(sys.argv[1])
