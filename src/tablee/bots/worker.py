"""The process in which a server's bots think: one JSON object a line in, one a line out.

`python -m tablee.bots.worker` says `{"ready": true}` when it can begin. To
`{"id": 1, "game": "isis", "knowledge": {…}, "level": 3, "seed": 123}` it answers with a thought,
`{"id": 1, "action": "pawn c4", "considered": [["pawn c4", 120, [0.6, 0.4]], …], "simulations": 400, "seconds": 0.02}`
(each action considered, its visits, the value for each seat), or with `{"id": 1, "error": "…"}`. Of an answer `action`
alone is required. Optional `seconds` and `simulations` limit the thought. An optional `session`, any text, says which
of its requests are decisions of one bot in one game, so that it can go on from what it thought before. That is a matter
of time alone: it remembers the latest sessions only. An optional `style` is the bot's way of playing
(`games/styles.py`). A request with `weigh` asks what a position of a finished game is worth (`Weighing` in
`questions.py`); the answer has it as `weighed`, or null if that takes longer. It ends with its input, and in the middle
of a thought if whoever started it is gone: so it never outlives the server.

Python classes of other people are asked in the same lines (`runner.py`).
"""

import json
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

import msgspec

from tablee.bots.judging import judge_by
from tablee.bots.mind import Mind, prepare
from tablee.bots.questions import Weighing, answer_of
from tablee.bots.weighing import Weighed, Worths
from tablee.games import GameFolder, find_game, game_ids
from tablee.games.errors import TableeError
from tablee.games.levels import LONGEST_THOUGHT
from tablee.games.styles import Style, style_named
from tablee.games.thoughts import Limit, Thought
from tablee.lines import LONGEST_LINE, read_lines

MOST_SESSIONS = 16
"""Sessions that a worker remembers. The trees of the strongest level take about 3 MB in Isis & Osiris."""

MOST_WEIGHED = 4
"""Games of which a worker remembers what it has thought of their positions."""

_NICENESS = 5
_LOOK_EVERY = 0.1
"""Seconds between two looks at whether somebody is still there, once the input has ended."""
_FIELDS: dict[str, Any] = {"game": str, "knowledge": dict, "level": int, "seed": int}


def main() -> None:
    """Answer the lines of standard input until it ends."""
    answers = _keep_output_to_ourselves()
    _stand_back()
    lines = _lines()
    _prepare_games()
    with suppress(BrokenPipeError):
        _say(answers, {"ready": True})
        for line in lines:
            _say(answers, answer(line))
    os._exit(0)  # where nobody listens any more, a thread still reads, and would not let go of the input


def answer(line: bytes) -> dict[str, Any]:
    """The answer to one line, whatever is in it.

    >>> answer(b"[1, 2]")
    {'id': None, 'error': 'TableeError: a request is a JSON object'}
    >>> answer(b'{"id": 7, "game": "go", "knowledge": {}, "level": 1, "seed": 0}')
    {'id': 7, 'error': "UnknownGame: there is no game 'go'"}
    """
    number = None
    try:
        request = _parse(line)
        number = request.get("id")
        if "weigh" in request:
            return {"id": number, "weighed": msgspec.to_builtins(_weigh(msgspec.convert(request["weigh"], Weighing)))}
        return answer_of(number, _decide(request))
    except Exception as error:  # a game's fault must not take the process with it
        return {"id": number, "error": f"{type(error).__name__}: {error}"[:500]}


def _parse(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise TableeError(f"a line may have at most {LONGEST_LINE} bytes")
    request = json.loads(line)
    if not isinstance(request, dict):
        raise TableeError("a request is a JSON object")
    return request


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
    mind = _mind(session, request["game"], request["level"], style_named(style))
    return mind.choose(request["knowledge"], Limit(simulations, seconds), request["seed"])


class _TimeIsUp(Exception):
    """It would take longer than was allowed."""


_worths: OrderedDict[tuple[Any, ...], Worths] = OrderedDict()
"""What is known of games that are being weighed, the latest last."""
_until = [0.0]
"""When to think no more."""


def _weigh(asked: Weighing) -> Weighed | None:
    """What a position is worth; what was thought so far is remembered."""
    folder = find_game(asked.game)
    _until[0] = time.monotonic() + asked.seconds
    try:
        return _worths_for(asked, folder).weigh(folder.read(asked.state), asked.action)
    except _TimeIsUp:
        return None


def _worths_for(asked: Weighing, folder: GameFolder) -> Worths:
    key = asked.session, asked.game, asked.level, asked.limit, asked.outcomes
    worths = _worths.pop(key, None)
    if worths is None:
        worths = Worths(folder, judge_by(folder, asked.level, asked.limit, _look_at_the_clock), asked.outcomes)
    _worths[key] = worths
    if len(_worths) > MOST_WEIGHED:
        _worths.popitem(last=False)
    return worths


def _look_at_the_clock() -> None:
    if time.monotonic() >= _until[0]:
        raise _TimeIsUp


_minds: OrderedDict[tuple[str, str, int, Style], Mind] = OrderedDict()
"""Those of the latest sessions, the latest last."""


def _mind(session: str, game: str, level: int, style: Style) -> Mind:
    """The mind that has thought in that session, or a new one; without a session always a new one."""
    mind = _minds.pop((session, game, level, style), None) or Mind(find_game(game), level, style=style)
    if session:
        _minds[session, game, level, style] = mind
        if len(_minds) > MOST_SESSIONS:
            _minds.popitem(last=False)
    return mind


def _lines() -> Iterator[bytes]:
    """Lines of standard input, read beside the thinking, so that their end is noticed in the middle of a thought."""
    lines: SimpleQueue[bytes | None] = SimpleQueue()
    Thread(target=_read, args=(lines, os.getppid()), daemon=True).start()
    return iter(lines.get, None)


def _read(lines: "SimpleQueue[bytes | None]", parent: int) -> None:
    for line in read_lines(sys.stdin.buffer):
        lines.put(line)
    lines.put(None)
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY)
    os._exit(0)  # nobody is there to hear the answer


def _keep_output_to_ourselves() -> TextIO:
    """Standard output for answers alone: what anything else prints goes to standard error instead."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _stand_back() -> None:
    """Leave the server the better part of the processor, and the decision when to end."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _prepare_games() -> None:
    for game_id in game_ids():
        with suppress(Exception):  # a broken game spoils its own requests only
            prepare(find_game(game_id))


def _say(answers: TextIO, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
