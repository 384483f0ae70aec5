"""The entrants of a tournament: bots by name.

`level:1` to `level:5` are the built-in bots, `level:4:builder` is one with a playing style
(`games/brains/playing_styles.py`), `random` plays any legal action. Bots of other people are
`python:path/to/file.py:Class` or `python:package.module:Class` (`external_runner.py`), or `engine:COMMAND LINE` for a
program that speaks the engine protocol; `engine:COMMAND LINE#level=3` asks it for a level. `NAME=` before any of these
sets the name in the tables.
"""

import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from tablee.bots import external_runner
from tablee.games.brains.levels import LEVELS
from tablee.games.brains.playing_styles import STYLES
from tablee.games.errors import TableeError

KINDS = "level:1 to level:5, random, level:4:STYLE, python:FILE.py:CLASS, python:MODULE:CLASS, engine:COMMAND"
RUNNER = Path(external_runner.__file__)
_START_PATIENCE = 60.0
_HOUSE = {f"{level}{style}" for level in LEVELS for style in ("", *(f":{style}" for style in STYLES))}
_SPEC = re.compile(r"(?:(?P<name>[^:=]+)=)?(?P<kind>[a-z]+)(?::(?P<target>.+))?", re.S)


class BadEntrant(TableeError):
    """A bot that cannot take part; the message says why."""


@dataclass(frozen=True)
class SearchBot:
    """A bot that searches with an evaluator of yours (`tablee.api.search`); its games are searched side by side.

    With a `checkpoint`, `evaluator` is a function that loads one from that file, once in every process:
    `SearchBot(Network.load, checkpoint="network.npz")`. A limit of the tournament makes its search shorter.
    """

    evaluator: Callable[..., Any]
    simulations: int = 200
    leaves: int = 1
    checkpoint: str | Path | None = None

    def load(self) -> Callable[..., Any]:
        """The evaluator."""
        if self.checkpoint is None:
            return self.evaluator
        file = Path(self.checkpoint).resolve()
        key = f"{_name_of(self.evaluator)} {file} {file.stat().st_mtime_ns}"
        if key not in _loaded:
            _loaded[key] = self.evaluator(file)
        return _loaded[key]  # type: ignore[no-any-return]


_loaded: dict[str, Any] = {}
"""The checkpoints of this process."""

OwnBot = str | Callable[[Any], int | str] | SearchBot
"""A bot of `tablee.arena.play`: a name, a function from a `Game` to an id or a text, or a search."""


def _name_of(function: Any) -> str:
    return str(getattr(function, "__qualname__", type(function).__qualname__))


def own_entrants(bots: Mapping[str, OwnBot] | Iterable[OwnBot]) -> tuple[tuple["Entrant", ...], dict[str, Any]]:
    """The entrants of `tablee.arena.play`, and by name those that are objects; raises `BadEntrant`.

    >>> entrants, own = own_entrants(["random", {"first": lambda game: game.legal_ids()[0]}["first"]])
    >>> [(entrant.name, entrant.kind) for entrant in entrants]
    [('random', 'random'), ('<lambda>', 'function')]
    """
    named = list(bots.items()) if isinstance(bots, Mapping) else [("", bot) for bot in bots]
    found, objects = [], []
    for name, bot in named:
        if isinstance(bot, str):
            found.append(read_entrant(f"{name}={bot}" if name else bot))
        elif isinstance(bot, SearchBot):
            target = str(bot.checkpoint or _name_of(bot.evaluator))
            found.append(Entrant(name or f"search:{target}", "search", f"{target} {bot.simulations} {bot.leaves}"))
        elif callable(bot):
            found.append(Entrant(name or _name_of(bot), "function", _name_of(bot)))
        else:
            raise BadEntrant(f"a bot is {KINDS}, a function from a Game to an id, or a SearchBot, not {bot!r:.40}")
        objects.append(bot)
    entrants = _numbered(found)
    return entrants, {one.name: bot for one, bot in zip(entrants, objects, strict=True) if not isinstance(bot, str)}


class Entrant(msgspec.Struct, frozen=True):
    """A bot that takes part.

    `kind` is "level", "random", "python" or "engine"; `target` is the level and style, the class or the command;
    `level` is the level that an engine is asked for. A "function" or a "search" is handed over beside it.
    """

    name: str
    kind: str
    target: str = ""
    level: int | None = None

    @property
    def is_outside(self) -> bool:
        """Does it run in a process of its own?"""
        return self.kind in ("python", "engine")

    @property
    def command(self) -> list[str]:
        """The command that starts an outside bot."""
        if self.kind == "python":
            return [sys.executable, "-P", str(RUNNER), self.target]
        return shlex.split(self.target)


def read_entrants(specs: Sequence[str]) -> tuple[Entrant, ...]:
    """The entrants of these names; repeated names are numbered. Raises `BadEntrant`.

    >>> [entrant.name for entrant in read_entrants(["level:3", "random", "random", "mine=level:2"])]
    ['level:3', 'random', 'random (2)', 'mine']
    """
    return _numbered(map(read_entrant, specs))


def _numbered(given: Iterable[Entrant]) -> tuple[Entrant, ...]:
    seen: Counter[str] = Counter()
    entrants = []
    for entrant in given:
        seen[entrant.name] += 1
        count = seen[entrant.name]
        entrants.append(msgspec.structs.replace(entrant, name=f"{entrant.name} ({count})") if count > 1 else entrant)
    return tuple(entrants)


def read_entrant(spec: str) -> Entrant:
    """The entrant of a name; raises `BadEntrant`.

    >>> read_entrant("engine:tablee engine#level=4")
    Entrant(name='engine:tablee engine#level=4', kind='engine', target='tablee engine', level=4)
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise _unknown(spec)
    kind, target, name = match["kind"], match["target"] or "", match["name"] or spec
    if kind == "random" and not target:
        return Entrant(name, kind)
    if kind == "level" and target in _HOUSE:
        return Entrant(name, kind, target)
    if kind == "python" and target:
        return Entrant(name, kind, _with_class(target))
    if kind == "engine" and target:
        command, level = _command_and_level(spec, target)
        return Entrant(name, kind, command, level)
    raise _unknown(spec)


def check_outside(entrants: Sequence[Entrant]) -> None:
    """Raise `BadEntrant` if an outside bot cannot be started."""
    for entrant in entrants:
        if entrant.kind == "engine":
            program = entrant.command[0]
            if shutil.which(program) is None:
                raise BadEntrant(f"{entrant.name}: there is no program {program!r}")
        elif entrant.kind == "python":
            place = entrant.target.rpartition(":")[0]
            if place.endswith(".py") and not Path(place).is_file():
                raise BadEntrant(f"{entrant.name}: there is no file {place!r}")
            try:
                done = subprocess.run(
                    [*entrant.command, "--check"],
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    timeout=_START_PATIENCE,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise BadEntrant(f"{entrant.name}: cannot be loaded within {_START_PATIENCE:g} s") from None
            if done.returncode:
                lines = done.stderr.strip().splitlines() or ["it ended without a word"]
                raise BadEntrant(f"{entrant.name}: {lines[-1]}")


def _unknown(spec: str) -> BadEntrant:
    return BadEntrant(f"there is no bot {spec!r}; there are {KINDS}")


def _with_class(target: str) -> str:
    """The target with an absolute path and a class, by default `Bot`."""
    place, _, name = target.rpartition(":")
    if not place or not name.isidentifier():
        place, name = target, "Bot"
    return f"{Path(place).resolve() if place.endswith('.py') else place}:{name}"


def _command_and_level(spec: str, target: str) -> tuple[str, int | None]:
    command, mark, level = target.rpartition("#level=")
    if not mark:
        command, level = target, ""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadEntrant(f"{spec!r} is no command line: {error}") from None
    if not words or (mark and level not in map(str, LEVELS)):
        raise _unknown(spec)
    return command, int(level) if mark else None
