"""Faults of games in their makers' words: the file, the line, and what was wrong there.

An error in a game's words or picture is raised, so that checks, tests and notebooks see it. On a server it must not
stop play: `forgive` makes the game's functions fall back to what the house can say or show, and `GameFaults` keeps what
went wrong, for the log and for the table.
"""

import ast
import builtins
import inspect
import linecache
import logging
import re
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from types import FrameType, ModuleType, TracebackType, UnionType
from typing import Any, get_origin

from tablee.engine.installed_games import ContractError

logger = logging.getLogger("tablee")

SIMILAR = 0.7  # how similar a name must be to be meant, from 0 to 1
LONGEST = 300  # the most characters of an error's own words
_ENGINE = Path(__file__).parent

# ---- an error in words ---------------------------------------------------------------------------------------


def told(error: BaseException, roots: Collection[Path] = ()) -> str:
    """An error, and its line in a game: the last one in one of these folders, else the last one.

    >>> told(ValueError("no such square"))
    'ValueError: no such square'
    """
    if isinstance(error.__cause__, SyntaxError):
        error = error.__cause__
    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or '').name}, line {error.lineno}: {error.msg}"
    if isinstance(error, CompileFault):
        return str(error)
    if isinstance(error, ContractError):
        cause = error.__cause__
        own = [_place(*one) for one in _frames_in(cause, roots)] if cause is not None else []
        return f"{own[-1]}: {error}" if own and own[-1] not in str(error) else str(error)
    frames = _frames_in(error, roots) or _frames(error)
    words = next(_explanations(error, frames), f"{type(error).__name__}: {error}")[:LONGEST]
    return f"{_place(*frames[-1])}: {words}" if frames else words


def _frames(error: BaseException) -> list[tuple[FrameType, int]]:
    return [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__) if line is not None]


def _frames_in(error: BaseException, roots: Collection[Path]) -> list[tuple[FrameType, int]]:
    paths = [(frame, Path(frame.f_code.co_filename)) for frame, _ in _frames(error)]
    own = [any(path.is_relative_to(root) for root in roots) for _, path in paths]
    return [one for one, is_own in zip(_frames(error), own, strict=True) if is_own]


def _place(frame: FrameType, line: int) -> str:
    return f"{Path(frame.f_code.co_filename).name}, line {line}"


def _explanations(error: BaseException, frames: list[tuple[FrameType, int]]) -> Iterator[str]:
    """Better words for errors that makers often meet."""
    frame, line = frames[-1] if frames else (None, 0)
    if frame is None:
        return
    source = linecache.getline(frame.f_code.co_filename, line)
    if isinstance(error, AttributeError) and (found := re.search(r"no attribute '?(\w+)'?", str(error))):
        for whose in re.findall(rf"(\w+)\.{found[1]}\b", source):
            names = getattr(getattr(frame.f_locals.get(whose), "dtype", None), "names", None)
            if names and found[1] in names:
                yield f"`{whose}.{found[1]}`: `{whose}` is an array of records; write `{whose}[0].{found[1]}`"
            elif names:
                yield no_field(whose, found[1], names)
    if isinstance(error, NameError) and error.name:
        known = [*frame.f_locals, *frame.f_globals, *vars(builtins)]
        yield f"`{error.name}` is not defined{meant(error.name, known)}"
    if isinstance(error, KeyError) and error.args and isinstance(wanted := error.args[0], str):
        for whose in re.findall(rf"""(\w+)\[["']{re.escape(wanted)}["']\]""", source):
            if isinstance(found := {**frame.f_globals, **frame.f_locals}.get(whose), Mapping):
                yield f"`{whose}[{wanted!r}]`: there is no such key{meant(wanted, map(str, found))}"
    named = re.match(r"cannot import name '(\w+)' from '([\w.]+)'", str(error))
    if isinstance(error, ImportError) and named:
        others = vars(sys.modules[named[2]]) if named[2] in sys.modules else {}
        yield f"{named[2]} has no `{named[1]}`{meant(named[1], others)}"
    if isinstance(error, IndexError) and source.strip():
        yield f"IndexError: {error}: `{source.strip()}`"


def line_of(module: ModuleType | None, name: str) -> str:
    """Where a module defines a name, like " (words.py, line 19)"; nothing if it does not."""
    file = getattr(module, "__file__", None)
    if not file or not Path(file).is_file():
        return ""
    for node in ast.parse(Path(file).read_text("utf8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if getattr(node, "name", "") == name or any(getattr(one, "id", "") == name for one in targets):
            return f" ({Path(file).name}, line {node.lineno})"
    return ""


def no_field(whose: str, name: str, names: Iterable[str]) -> str:
    """What is wrong with a field that a record has not.

    >>> no_field("state", "quite", ["turn", "quiet"])
    '`state.quite`: the record has no such field; did you mean `quiet`?'
    """
    names = list(names)
    known = meant(name, names) or f"; it has {', '.join(names)}"
    return f"`{whose}.{name}`: the record has no such field{known}"


def meant(name: str, known: Iterable[str]) -> str:
    """A question that names what was probably meant, or nothing."""
    found = get_close_matches(name, list(known), n=1, cutoff=SIMILAR)
    return f"; did you mean `{found[0]}`?" if found else ""


# ---- errors of the compiler ----------------------------------------------------------------------------------


class CompileFault(ContractError):
    """A function cannot be compiled; the message names its file, its line and what is wrong there."""


_AT = re.compile(r"(?:at|from) (/[^\n]*?|[A-Z]:[^\n]*?) \((\d+)\)")  # the place that numba names
_STEP = "Failed in nopython mode pipeline"
_RECORD = re.compile(r"\b(?:Record|unaligned array|array|nestedarray|Array)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
_NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")


def compile_fault(error: BaseException, functions: Collection[Callable[..., Any]]) -> CompileFault:
    """What a compiler's error means: its innermost place outside of the engine, and its words without type names.

    `functions` are those that may have been compiled: some errors do not say where they are.
    """
    path, line = _place_in_constraints(error) or _place_in_words(str(error)) or ("", 0)
    words = _own_words(str(error))
    if isinstance(error, KeyError):  # numba looks a field up
        whose, names = _record_in_constraints(error)
        words = no_field(whose or "…", str(error.args[0]), names) if names else f"there is no {error.args[0]!r}"
    elif found := _NOT_DEFINED.search(str(error)):
        path, line = _first_use(found[1], functions) or (path, line)
        words = f"`{found[1]}` is not defined{meant(found[1], _names_near(found[1], functions))}"
    source = linecache.getline(path, line).strip() if path else ""
    shown = f"`{source}` cannot be compiled: {words}" if source and "`" not in words else words
    return CompileFault(f"{Path(path).name}, line {line}: {shown}" if path else f"cannot be compiled: {shown}")


def _locations(trace: TracebackType | None) -> Iterator[tuple[Any, Any]]:
    """What numba was looking at, from the outside in: the constraint, and its place in a source."""
    for frame, _ in traceback.walk_tb(trace):
        looking = frame.f_locals.get("self")
        if hasattr(getattr(looking, "loc", None), "filename"):
            yield looking, looking.loc  # type: ignore[union-attr]


def _place_in_constraints(error: BaseException) -> tuple[str, int] | None:
    if not isinstance(error, KeyError):  # others are wrapped, and say it in words
        return None
    found = [(loc.filename, loc.line) for _, loc in _locations(error.__traceback__) if not _is_engine(loc.filename)]
    return found[-1] if found else None


def _record_in_constraints(error: BaseException) -> tuple[str, list[str]]:
    """The name of the record in which a field was looked up, and the names of its fields."""
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        record = frame.f_locals.get("self")
        if hasattr(record, "fields") and hasattr(record, "typeof"):
            whose = [getattr(getattr(one, "value", None), "name", "") for one, _ in _locations(error.__traceback__)]
            return next((name for name in reversed(whose) if name and "$" not in name), "state").partition(".")[0], [
                *record.fields  # type: ignore[union-attr]
            ]
    return "", []


def _place_in_words(words: str) -> tuple[str, int] | None:
    found = [(path, int(line)) for path, line in _AT.findall(words)]
    own = [one for one in found if not _is_engine(one[0])]
    return own[0] if own else None


def _is_engine(path: str) -> bool:
    return Path(path).is_relative_to(_ENGINE) or "numba" in Path(path).parts


def _own_words(words: str) -> str:
    """The innermost message of numba, in one line, without the types of records and arrays."""
    inner = words.rpartition(_STEP)[2].partition("\n")[2] if _STEP in words else words
    plain = _RECORD.sub(lambda found: found[0].partition("(")[0].lower(), inner)
    signature = re.search(r">>> (.*)", plain)
    if plain.lstrip().startswith("No implementation") and signature:
        return f"there is no {signature[1].strip()}"[:LONGEST]
    if found := re.search(r"Cannot bind .* to signature '\((.*?)\)[^']*' due to \"\w+: (.*?)\"", inner, re.DOTALL):
        parameters = re.sub(r": [^,]*", "", found[1])
        return f"{found[2].strip()}, it takes ({parameters})"
    kept = re.split(r"\n\s*(?:During|File|Raised|raised|There are)\b| Raised from", plain.strip())[0]
    return " ".join(kept.split())[:LONGEST]


def _first_use(name: str, functions: Collection[Callable[..., Any]]) -> tuple[str, int] | None:
    """Where a name is used that no function defines."""
    for function in functions:
        code = function.__code__
        known = {*code.co_varnames, *code.co_freevars, *function.__globals__, *vars(builtins)}
        if name in code.co_names and name not in known:
            lines, first = inspect.getsourcelines(function)
            for number, text in enumerate(lines):
                if re.search(rf"(?<![.\w]){name}\b", text.partition("#")[0]):
                    return code.co_filename, first + number
    return None


def _names_near(name: str, functions: Collection[Callable[..., Any]]) -> list[str]:
    using = [one for one in functions if name in one.__code__.co_names]
    return [known for one in using for known in (*one.__code__.co_varnames, *one.__globals__)]


# ---- faults at a running table -------------------------------------------------------------------------------

_forgiving: list[bool] = []
_strict = ContextVar("strict", default=False)


def forgive() -> None:
    """From now on, in this process, errors in words and pictures are noted and do not stop play."""
    _forgiving[:] = [True]


@contextmanager
def strictly() -> Iterator[None]:
    """Within this, errors are raised also on a forgiving server: somebody tries a game out."""
    token = _strict.set(True)
    try:
        yield
    finally:
        _strict.reset(token)


def is_forgiving() -> bool:
    """Are errors in words and pictures noted instead of raised?"""
    return bool(_forgiving) and not _strict.get()


class GameFaults:
    """The faults of one game that this process has met, each noted and logged once."""

    def __init__(self, game_id: str, path: Path) -> None:
        """`path` is the folder of the game."""
        self._game_id, self._path = game_id, path
        self.found: list[str] = []

    def note(self, function: str, error: BaseException | str) -> None:
        """Note an error in a function of the game."""
        words = error if isinstance(error, str) else told(error, [self._path])
        fault = f"{function}: {words}"
        if fault not in self.found:
            self.found.append(fault)
            logger.error("the game %s has a fault in %s", self._game_id, fault)

    def guarded(
        self, function: Callable[..., Any], name: str, instead: Callable[..., Any], kind: Any, through: Any = ()
    ) -> Any:
        """The function; on a forgiving server an error is noted and `instead` answers.

        So does it for a result that is not of the `kind` in the contract. Errors of the types `through` are part of the
        contract.
        """
        wanted = kind if isinstance(kind, UnionType) else get_origin(kind) or kind
        checked: Any = wanted if isinstance(wanted, type | UnionType) and wanted is not Any else object
        right = set[type]()  # types of results that were right: to ask an abstract type takes ten times as long

        @wraps(function)
        def guard(*values: Any, **named: Any) -> Any:
            try:
                found = function(*values, **named)
            except through:
                raise
            except Exception as error:
                if not is_forgiving():
                    raise
                self.note(name, error)
                return instead(*values, **named)
            if type(found) in right or not is_forgiving():
                return found
            if isinstance(found, checked):
                right.add(type(found))
                return found
            code = getattr(function, "__code__", None)
            where = f"{Path(code.co_filename).name}, line {code.co_firstlineno}: " if code else ""
            self.note(name, f"{where}it answers {found!r:.60}")
            return instead(*values, **named)

        return guard
