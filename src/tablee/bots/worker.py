"""The worker process in which a server's bots think: one JSON object per line in, one per line out.

`python -m tablee.bots.worker` loads what is in the cache of machine code and sends `{"ready": true}`. To
`{"id": 1, "game": "isis", "knowledge": {…}, "level": 3, "seed": 123}` it answers with a thought,
`{"id": 1, "action": "pawn c4", "considered": [["pawn c4", 120, [0.6, 0.4]], …], "simulations": 400, "seconds": 0.02}`
(each candidate move with its visits and its value for each seat), or with `{"id": 1, "error": "…"}`. Only `action` is
required in an answer. Optional fields of a request:

- `seconds` and `simulations` limit the search;
- `session`, any text, names one bot in one game: the worker continues from its last search, which only saves time. It
  remembers the latest sessions only;
- `style` is the bot's playing style (`playing_styles.py`);
- `evaluate` asks for the value of a position of a finished game instead (`EvaluationRequest` in `requests.py`). The
  answer has `evaluation`, which is null if the time was too short.

The worker ends when its input ends, even in the middle of a search if its parent is gone: it never outlives the server.
Python bots of other people are asked in the same lines (`external_runner.py`).
"""

import json
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

import msgspec

from tablee.bots.bot_process import LONGEST_LINE, read_lines
from tablee.bots.compile_stages import ALL, LOW, LOW_LEVELS, is_done
from tablee.bots.evaluation import PositionValues, level_evaluator
from tablee.bots.level_bots import LevelBot, prepare
from tablee.bots.requests import Evaluation, EvaluationRequest
from tablee.engine.faults import told
from tablee.games import find_game, game_ids, game_if_here
from tablee.games.brains.levels import LONGEST_THOUGHT
from tablee.games.brains.playing_styles import Style, style_named
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.errors import TableeError

MOST_SESSIONS = 16
"""Sessions that a worker remembers. The trees of the strongest level take up to 15 MB in Isis & Osiris."""
SHARE_OF_MEMORY = 16
"""Their trees may take this fraction of the memory: on a machine with 4 GB they always do, with 512 MB two or three."""
NODE_BYTES = 48
"""Of a node in a tree, with the results of four seats."""
MOST_EVALUATED = 4
"""Games of which a worker remembers the values of positions."""

_NICENESS = 5
_CHECK_EVERY = 0.1
"""Seconds between two checks whether the parent is still there, once the input has ended."""
_FIELDS: dict[str, Any] = {"game": str, "knowledge": dict, "level": int, "seed": int}


def main() -> None:
    """Answer the lines of standard input until it ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anything else prints must not mix with the answers
    if hasattr(os, "nice"):
        os.nice(_NICENESS)  # the server comes first
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to end
    lines = _lines()
    load_games()
    with suppress(BrokenPipeError):
        _say(answers, {"ready": True})
        for line in lines:
            _say(answers, answer(line))
    os._exit(0)  # if the reader of the answers is gone, a thread still reads the input and would block the exit


def load_games() -> None:
    """Load what the cache has of all games. Whoever starts the worker must not wait for a compiler."""
    for game_id in game_ids():
        with suppress(Exception):  # a broken game spoils its own requests only
            if is_done(game_id, ALL):
                prepare(find_game(game_id))
            elif is_done(game_id, LOW):
                prepare(find_game(game_id), LOW_LEVELS)


def answer(line: bytes) -> dict[str, Any]:
    """The answer to one line, whatever is in it.

    >>> answer(b"[1, 2]")
    {'id': None, 'error': 'TableeError: a request is a JSON object'}
    >>> answer(b'{"id": 7, "game": "go", "knowledge": {}, "level": 1, "seed": 0}')
    {'id': 7, 'error': "UnknownGame: there is no game 'go'"}
    """
    number, game = None, ""
    try:
        if len(line) > LONGEST_LINE:
            raise TableeError(f"a line may have at most {LONGEST_LINE} bytes")
        request = json.loads(line)
        if not isinstance(request, dict):
            raise TableeError("a request is a JSON object")
        number, game = request.get("id"), str(request.get("game") or request.get("evaluate", {}).get("game"))
        if "evaluate" in request:
            found = _evaluate(msgspec.convert(request["evaluate"], EvaluationRequest))
            return {"id": number, "evaluation": msgspec.to_builtins(found)}
        return {"id": number, **msgspec.to_builtins(_decide(request))}
    except Exception as error:  # a fault in a game must not end the process
        return {"id": number, "error": _told(error, game)[:500]}


def _told(error: Exception, game: str) -> str:
    """An error in words, with its place in the game if it is one of the game's."""
    definition = None if isinstance(error, TableeError) else game_if_here(game)
    return told(error, [definition.path]) if definition else f"{type(error).__name__}: {error}"


def _decide(request: dict[str, Any]) -> Thought:
    for name, kind in _FIELDS.items():
        if type(request.get(name)) is not kind:
            raise TableeError(f"the field {name!r} must be of type {kind.__name__}")
    seconds = request.get("seconds", LONGEST_THOUGHT)
    if type(seconds) not in (int, float):
        raise TableeError("the field 'seconds' must be a number")
    simulations = request.get("simulations")
    if type(simulations) not in (int, type(None)):
        raise TableeError("the field 'simulations' must be a whole number")
    session, style = request.get("session", ""), request.get("style", "")
    if type(session) is not str or type(style) is not str:
        raise TableeError("the fields 'session' and 'style' must be of type str")
    bot = _bot(session, request["game"], request["level"], style_named(style))
    thought = bot.choose(request["knowledge"], Limit(simulations, seconds), request["seed"])
    while _bots and NODE_BYTES * sum(one.remembered_nodes for one in _bots.values()) > memory() // SHARE_OF_MEMORY:
        _bots.popitem(last=False)
    return thought


_bots: OrderedDict[tuple[str, str, int, Style], LevelBot] = OrderedDict()
"""The bots of the latest sessions, the latest last."""


def _bot(session: str, game: str, level: int, style: Style) -> LevelBot:
    """The bot of a session, or a new one; without a session always a new one."""
    bot = _bots.pop((session, game, level, style), None) or LevelBot(find_game(game), level, style=style)
    if session:
        _bots[session, game, level, style] = bot
        if len(_bots) > MOST_SESSIONS:
            _bots.popitem(last=False)
    return bot


@cache
def memory() -> int:
    """The memory in bytes that this process may use with all others: the machine's, or the limit of its cgroup."""
    sizes = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 1 << 40]
    with suppress(OSError):
        groups = [line.split(":", 2)[2].strip("/") for line in Path("/proc/self/cgroup").read_text().splitlines()]
        for group in {"", *groups}:  # in a container, its own is the root
            for file in (f"{group}/memory.max", f"memory/{group}/memory.limit_in_bytes"):
                with suppress(OSError, ValueError):  # "max" is no limit
                    sizes.append(int((Path("/sys/fs/cgroup") / file).read_text()))
    return min(sizes)


class _TimeIsUp(Exception):
    """The time of a request is over."""


_values: OrderedDict[tuple[Any, ...], PositionValues] = OrderedDict()
"""The values known of the latest games that were evaluated, the latest last."""
_deadline = [0.0]
"""When the running evaluation must stop."""


def _evaluate(request: EvaluationRequest) -> Evaluation | None:
    """Evaluate a position; what was found before the time was up is remembered."""
    definition = find_game(request.game)
    _deadline[0] = time.monotonic() + request.seconds
    key = request.session, request.game, request.level, request.limit, request.outcomes
    values = _values.pop(key, None)
    if values is None:
        evaluator = level_evaluator(definition, request.level, request.limit, _check_deadline)
        values = PositionValues(definition, evaluator, request.outcomes)
    _values[key] = values
    if len(_values) > MOST_EVALUATED:
        _values.popitem(last=False)
    try:
        return values.evaluate(definition.read(request.state), request.action)
    except _TimeIsUp:
        return None


def _check_deadline() -> None:
    if time.monotonic() >= _deadline[0]:
        raise _TimeIsUp


def _lines() -> Iterator[bytes]:
    """Lines of standard input, read in a thread, so that the end is noticed in the middle of a search."""
    lines: SimpleQueue[bytes | None] = SimpleQueue()
    Thread(target=_read, args=(lines, os.getppid()), daemon=True).start()
    return iter(lines.get, None)


def _read(lines: "SimpleQueue[bytes | None]", parent: int) -> None:
    for line in read_lines(sys.stdin.buffer):
        lines.put(line)
    lines.put(None)
    while os.getppid() == parent:
        time.sleep(_CHECK_EVERY)
    os._exit(0)  # nobody is left to read the answer


def _say(answers: TextIO, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
