"""Compilation with a cache that can be trusted.

Numba's own cache does not notice that a *called* function in another file changed. So ours lies in folders whose names
carry a digest of the source of a function and of all that it imports. Generic code calls the rules of a game without
importing them; so what is compiled for the states of a game is also known by a digest of that game. A changed rule
thus compiles one game anew, and no other.
"""

import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

GAMES_GROUP = "tablee.games"
"""The entry-point group through which any installed package brings games."""

DOORS = ("rules.py", "observation.py", "brain.py")
"""The files of a game through which compiled code is found, even if all of it lies elsewhere."""
_GENERIC = ("kernel", "bots")
_FORGET_AFTER_DAYS = 30

_HOME = Path(__file__).parent.parent
_IMPORT = re.compile(r"^\s*(?:from\s+(\.*)|import\s+)([\w.]*)(?:[ \t]+import\s+(\([^)]*\)|[^\n]*))?", re.MULTILINE)
_FOR_TYPES_ALONE = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)*", re.MULTILINE)
_RECORD = re.compile(r"Record\((\w+)\[")
"""A state in numba's words: its first field has the name of its game."""

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile `function` with numba on first use, and keep the machine code in our own cache folder.

    For kernels of anybody's: it may call the rules of a game through `tablee.kernel.contract`, and is compiled anew
    when one of them, or a file that its own imports, has changed. Without a source file (a notebook) nothing is kept.
    `NUMBA_DISABLE_JIT=1` makes this return the function as it is, for debugging.
    """
    return _compiled(function)


def compiled_for_threads(function: Function) -> Function:
    """The same for what takes long: called by several threads at once, it runs on as many cores.

    It lets go of the interpreter's lock meanwhile, which costs a short call more than it brings.
    """
    return _compiled(function, nogil=True)


def compiled_within(function: Function) -> Function:
    """The same for a part of a longer one, which takes it in as if it were written there.

    Between compiled functions every array of an argument is counted in and out, which costs a short one more than its
    work: it is for what is called once for each of many games, with all their arrays.
    """
    return _compiled(function, inline="always")


def _compiled(function: Function, **how: bool | str) -> Function:
    jitted: Any = numba.njit(**how)(function)
    if not numba.config.DISABLE_JIT and Path(function.__code__.co_filename).is_file():
        jitted._cache = _Cache(function)
    return jitted  # type: ignore[no-any-return]


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Finds machine code by what was compiled, not by where its file lies: equal sources compile only once."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._cache_path = str(cache_folder(Path(file)) / function.__module__)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator":
        return cls(py_func, py_file)

    def get_source_stamp(self) -> str:
        return ""  # the folder's name says all about the source


class _Results(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Cache(FunctionCache):  # type: ignore[misc]
    """The machine code of one function, by the types of its arguments and the digests of the games they belong to."""

    _impl_class = _Results

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        games = sorted(set(_RECORD.findall(" ".join(map(str, getattr(sig, "args", sig))))))
        return (*super()._index_key(sig, codegen), *(game_digest(game) for game in games))


# ---- digests -------------------------------------------------------------------------------------------------


@cache
def cache_folder(source: Path) -> Path:
    """Where the machine code of a source lies (`TABLEE_CACHE` names another root)."""
    root = Path(os.environ.get("TABLEE_CACHE") or platformdirs.user_cache_path("tablee"))
    folder = root / _digest((source,))
    if not folder.exists():
        _forget_old(root)
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@cache
def generic_digest() -> str:
    """A digest of all that is compiled for any game."""
    return _digest(tuple(path for name in _GENERIC for path in _compiled_in(_HOME / name)))


@cache
def game_digest(game_id: str) -> str:
    """A digest of what is compiled of a game, its doors first; empty if nobody announces it."""
    folders = [folder for point in game_entry_points() if point.name == game_id for folder in _folders(point.module)]
    doors = [folder / name for folder in folders for name in DOORS if (folder / name).is_file()]
    return _digest((*doors, *(path for folder in folders for path in _compiled_in(folder)))) if folders else ""


def _digest(sources: tuple[Path, ...]) -> str:
    versions = f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}"
    digest = hashlib.sha256(versions.encode())
    for path in sorted(_closure(sources)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _compiled_in(folder: Path) -> list[Path]:
    """The sources of a folder in which something is compiled: a new word or picture compiles nothing."""
    return [path for path in sorted(folder.rglob("*.py")) if b"compiled" in path.read_bytes()]


def _closure(sources: tuple[Path, ...]) -> set[Path]:
    """Some sources, and whatever they import that is ours or theirs."""
    waiting, found = list(sources), set[Path]()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(path)
    return found


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    return tuple(other for other in _named_in(path, path.read_text("utf8", "replace")) if other.is_file())


def _named_in(path: Path, text: str) -> Iterator[Path]:
    """The files that a source may import from; `from a.b import c` may mean the file b, or c in the folder b."""
    for dots, module, names in _IMPORT.findall(_FOR_TYPES_ALONE.sub("", text)):
        for base in [path.parents[len(dots) - 1]] if dots else (*_roots(module), *_beside(path)):
            place = base.joinpath(*module.split(".")) if module else base
            yield from (place.with_suffix(".py"), place / "__init__.py")
            yield from (place / f"{name}.py" for name in re.findall(r"\w+", names))


def _roots(module: str) -> Iterator[Path]:
    """Where a module is looked for: among ours, or beside the package of a game that it belongs to."""
    top = module.partition(".")[0]
    if top == "tablee":
        yield _HOME.parent
    elif any(point.module.partition(".")[0] == top for point in game_entry_points()):
        yield from (folder.parent for folder in _folders(top))


def _beside(path: Path) -> Iterator[Path]:
    """A file of somebody else's may import its neighbours by their names alone."""
    if not path.is_relative_to(_HOME):
        yield path.parent


@cache
def _folders(module: str) -> tuple[Path, ...]:
    """The folders of a package. Nothing of it is imported here: that could go wrong, or ask for us."""
    top, _, rest = module.partition(".")
    if top == "tablee":
        return (_HOME.joinpath(*rest.split(".")),)
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return ()
    found = (spec.submodule_search_locations or ()) if spec is not None else ()
    return tuple(Path(folder, *rest.split(".")) if rest else Path(folder) for folder in found)


@cache
def game_entry_points() -> list[EntryPoint]:
    """The games that the installed packages announce, by id."""
    return sorted(entry_points(group=GAMES_GROUP), key=lambda point: point.name)


def _forget_old(root: Path) -> None:
    horizon = time.time() - _FORGET_AFTER_DAYS * 86400
    for folder in root.glob("*/"):
        if folder.stat().st_mtime < horizon:
            shutil.rmtree(folder, ignore_errors=True)
