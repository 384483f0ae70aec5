"""The engine protocol: one JSON object a line in, one a line out. It is to these games what UCI is to chess."""

import json
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, BinaryIO, TextIO

import msgspec

from tablee.api.game import Game, load, new
from tablee.bots.bot_process import LONGEST_LINE, read_lines
from tablee.engine.contract import ContractError
from tablee.games import working_games
from tablee.games.brains.levels import LEVELS
from tablee.games.brains.thoughts import Limit
from tablee.games.errors import GameOver, TableeError

PROTOCOL = 2  # the version of the protocol, which includes the first one
LONGEST_MESSAGE = 500  # the most characters of a message, which may quote the request

Request = dict[str, Any]
Answer = dict[str, Any]

_REQUIRED: Any = object()
_NUMBER = (int, float)
_SEAT_OR_NONE = (int, type(None))
_FIELDS: dict[str, dict[str, tuple[Any, Any]]] = {
    "games": {},
    "new": {"game": (str, _REQUIRED), "players": (int, _REQUIRED), "options": (dict, {}), "seed": (int, 0)},
    "load": {"state": (dict, _REQUIRED), "seed": (int, 0)},
    "state": {},
    "view": {"seat": (_SEAT_OR_NONE, _REQUIRED)},
    "knowledge": {"seat": (int, _REQUIRED)},
    "legal": {"ids": (bool, False)},
    "apply": {"action": (str, None), "id": (int, None)},
    "chance": {},
    "leave": {"seat": (int, _REQUIRED)},
    "undo": {},
    "log": {},
    "result": {},
    "bot": {"level": (int, 3), "seconds": (_NUMBER, None), "simulations": (int, None), "values": (bool, False)},
    "version": {},
}
"""The fields of each request: type and default."""


class EngineError(TableeError):
    """A request that violates the protocol."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Engine:
    """Holds one game and answers requests.

    >>> engine = Engine()
    >>> engine.answer(b'{"cmd":"new","game":"isis","players":2}')
    {'ok': True, 'to_act': 0}
    >>> engine.answer(b'{"cmd":"apply","action":"pawn z9"}')["error"]["code"]
    'illegal_action'
    """

    def __init__(self) -> None:
        self._current: Game | None = None

    def answer(self, line: bytes) -> Answer:
        """The answer to one line; a refused request changes nothing."""
        try:
            request = _parse(line)
            command: Callable[..., Answer] = getattr(self, f"_{request.pop('cmd')}")
            return {"ok": True, **command(**request)}
        except TableeError as error:
            return _refusal(error.code, error)
        except ContractError as error:
            return _refusal("unknown_game", error)

    @property
    def _game(self) -> Game:
        if self._current is None:
            raise EngineError("no_game", "there is no game yet; send 'new' or 'load' first")
        return self._current

    @property
    def _running(self) -> Game:
        if self._game.to_act is None:
            raise GameOver("the game is over")
        return self._game

    def _games(self) -> Answer:
        return {
            "games": {
                definition.id: {"name": definition.name, "players": definition.players, "options": definition.options}
                for definition in working_games()
            }
        }

    def _new(self, game: str, players: int, options: dict[str, Any], seed: int) -> Answer:
        self._current = new(game, players, options, seed)
        return self._to_act()

    def _load(self, state: dict[str, Any], seed: int) -> Answer:
        self._current = load(state, seed)
        return self._to_act()

    def _state(self) -> Answer:
        return {"state": self._game.state()}

    def _view(self, seat: int | None) -> Answer:
        return {"state": self._game.view(seat)}

    def _knowledge(self, seat: int) -> Answer:
        return {"state": self._game.knowledge(seat)}

    def _legal(self, ids: bool) -> Answer:
        numbers = {"ids": self._game.legal_ids()} if ids else {}
        if self._game.to_act == "chance":
            return {"to_act": "chance", "outcomes": self._game.outcomes(), **numbers}
        return {**self._to_act(), "actions": self._game.legal(), **numbers}

    def _apply(self, action: str | None, id: int | None) -> Answer:
        if id is not None:
            self._running.step(id)
        else:
            self._running.play(action or "")
        return self._to_act()

    def _chance(self) -> Answer:
        action = self._running.chance()
        return {"action": action, **self._to_act()}

    def _leave(self, seat: int) -> Answer:
        self._running.leave(seat)
        return self._to_act()

    def _undo(self) -> Answer:
        self._game.undo()
        return self._to_act()

    def _log(self) -> Answer:
        return {"log": self._game.steps}

    def _result(self) -> Answer:
        answer: Answer = msgspec.to_builtins(self._game.result())
        return answer

    def _bot(self, level: int, seconds: float | None, simulations: int | None, values: bool) -> Answer:
        if not values:
            return {"action": self._running.think(level, Limit(simulations, seconds)).action}
        thought = self._running.analyse(simulations, seconds, level)
        return {"action": thought.action, "values": msgspec.to_builtins(thought.considered), "seconds": thought.seconds}

    def _version(self) -> Answer:
        rules = {definition.id: definition.version for definition in working_games()}
        return {"protocol": PROTOCOL, "program": version("tablee"), "rules": rules}

    def _to_act(self) -> Answer:
        return {"to_act": self._game.to_act}


def _refusal(code: str, error: Exception) -> Answer:
    return {"ok": False, "error": {"code": code, "message": str(error)[:LONGEST_MESSAGE]}}


def serve(source: BinaryIO, target: TextIO) -> None:
    """Answer every line of `source` on `target` until the input ends."""
    engine = Engine()
    for line in read_lines(source):
        target.write(json.dumps(engine.answer(line), separators=(",", ":")) + "\n")
        target.flush()


def _parse(line: bytes) -> Request:
    """The request with all its fields; raises `EngineError` if it is malformed."""
    if len(line) > LONGEST_LINE:
        raise EngineError("bad_request", f"a line may have at most {LONGEST_LINE} bytes")
    try:
        request = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise EngineError("bad_json", f"not a JSON object: {type(error).__name__}") from None
    if not isinstance(request, dict):
        raise EngineError("bad_request", "a request is a JSON object")
    command = request.get("cmd")
    fields = _FIELDS.get(command) if isinstance(command, str) else None
    if fields is None:
        raise EngineError("bad_request", f"'cmd' must be one of {', '.join(_FIELDS)}")
    checked = {name: _field(request, name, *kind) for name, kind in fields.items()}
    if checked.get("level", 1) not in LEVELS:
        raise EngineError("bad_request", "'level' is from 1 to 5")
    seconds = checked.get("seconds")
    if seconds is not None and not 0 < seconds < 3600:
        raise EngineError("bad_request", "'seconds' must be more than 0 and less than 3600")
    simulations = checked.get("simulations")
    if simulations is not None and not 0 < simulations < 2**31:
        raise EngineError("bad_request", "'simulations' must be more than 0 and less than 2147483648")
    if command == "apply" and (checked["action"] is None) == (checked["id"] is None):
        raise EngineError("bad_request", "either 'action' or 'id' must be there, and not both")
    return {"cmd": command, **checked}


def _field(request: Request, name: str, kinds: Any, default: Any) -> Any:
    if name not in request:
        if default is _REQUIRED:
            raise EngineError("bad_request", f"the field {name!r} is missing")
        return default
    value = request[name]
    if isinstance(value, bool) != (kinds is bool) or not isinstance(value, kinds):
        raise EngineError("bad_request", f"the field {name!r} is of the wrong type")
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
