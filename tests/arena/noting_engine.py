"""A program that speaks the engine protocol and writes down what it was asked: python noting_engine.py FILE MANNER.

Of the first version it refuses what it does not know ("old") or ends over it ("brittle"); otherwise it speaks the
second.
"""

import json
import sys
from pathlib import Path

from tablee.api.protocol import Engine

NEW = {"version", "knowledge", "undo", "log"}

if __name__ == "__main__":
    notes, manner, engine = Path(sys.argv[1]), sys.argv[2], Engine()
    for line in sys.stdin:
        request = json.loads(line)
        with notes.open("a") as file:
            file.write(json.dumps({name: value for name, value in request.items() if name != "state"}) + "\n")
        if request["cmd"] in NEW and manner == "brittle":
            sys.exit(3)
        if request["cmd"] in NEW and manner == "old":
            request = {"cmd": "what?"}
        print(json.dumps(engine.answer(json.dumps(request).encode())), flush=True)
