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
from collections.abc import Sequence
from pathlib import Path

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


class Entrant(msgspec.Struct, frozen=True):
    """A bot that takes part.

    `kind` is "level", "random", "python" or "engine"; `target` is the level and style, the class or the command;
    `level` is the level that an engine is asked for.
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
    seen: Counter[str] = Counter()
    entrants = []
    for entrant in map(read_entrant, specs):
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
