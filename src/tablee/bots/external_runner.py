"""The process of an outside bot that is a Python class.

A bot is a class without constructor arguments that has `choose`:

    class Bot:
        def choose(self, knowledge: dict, actions: list[str], seed: int) -> str: ...

A new object is made for every game. `knowledge` is all that its seat knows, as the engine protocol writes states (the
bot's seat is to act). `actions` are the legal ones. Random choices should come from `seed`, so that a tournament can be
repeated. What the bot prints goes to standard error. If `choose` has a parameter `limit`, it gets a dict that may have
`simulations` and `seconds`.

`python external_runner.py FILE.py:CLASS` (or `MODULE:CLASS`) speaks the lines of `worker.py`: it says
`{"ready": true}`, and answers `{"id": 1, "session": "…", "knowledge": {…}, "actions": […], "seed": 7, "limit": {}}`
with `{"id": 1, "action": "…"}` or `{"id": 1, "error": "…"}`. Another session is another game. This file imports nothing
of Tablée, so that a bot starts at once.
"""

import contextlib
import importlib
import importlib.util
import inspect
import json
import os
import sys
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any


def main(target: str, check: bool = False) -> None:
    """Answer the lines of standard input until it ends; with `check`, only load the class."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    make = load(target)
    if check:
        return
    print(json.dumps({"ready": True}), file=answers, flush=True)
    bot, session, wants_limit = None, None, False
    with contextlib.suppress(TypeError, ValueError):  # a compiled class may have no signature
        wants_limit = "limit" in inspect.signature(make.choose).parameters
    for line in _lines():
        request = json.loads(line)
        try:
            if bot is None or request["session"] != session:
                bot, session = make(), request["session"]
            limit = {"limit": request.get("limit", {})} if wants_limit else {}
            answer = {"action": bot.choose(request["knowledge"], request["actions"], request["seed"], **limit)}
            text = json.dumps({"id": request["id"], **answer})
        except Exception as error:
            text = json.dumps({"id": request["id"], "error": _told(error)})
        print(text, file=answers, flush=True)


def load(target: str) -> Any:
    """The class of a `FILE.py:CLASS` or `MODULE:CLASS`; exits with a message if there is none."""
    place, _, name = target.rpartition(":")
    try:
        sys.path.insert(0, str(Path(place).parent if place.endswith(".py") else Path.cwd()))
        module = _load_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
        found = getattr(module, name)
    except Exception as error:
        sys.exit(f"{place} cannot be loaded: {_told(error)}")
    if not callable(getattr(found, "choose", None)):
        sys.exit(f"{name} of {place} has no method 'choose'")
    return found


def _load_file(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _lines() -> Iterator[str]:
    """Lines of standard input, read in a thread: when the input ends, even a bot that hangs ends with it."""
    lines: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield lines.get()


def _told(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}"[:400] + where


if __name__ == "__main__":
    main(sys.argv[1], "--check" in sys.argv[2:])
