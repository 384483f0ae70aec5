"""Compilation with a cache that can be trusted.

Numba's own cache does not notice that a *called* function in another file changed. So ours lies in a folder whose
name carries a digest of every source that is compiled, and of the versions that compile it.
"""

import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import UserProvidedCacheLocator

GAMES_GROUP = "tablee.games"
"""The entry-point group through which any installed package brings games."""

_OUR_SOURCES = ("kernel", "games", "bots")
_FORGET_AFTER_DAYS = 30

_IMPORT = re.compile(r"^\s*(?:from\s+(\.*)|import\s+)([\w.]*)(?:[ \t]+import\s+(\([^)]*\)|[^\n]*))?", re.MULTILINE)

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile `function` with numba on first use, and keep the machine code in our own cache folder.

    `NUMBA_DISABLE_JIT=1` makes this return the function as it is, for debugging.
    """
    return _compiled(function)


def compiled_for_threads(function: Function) -> Function:
    """The same for what takes long: called by several threads at once, it runs on as many cores.

    It lets go of the interpreter's lock meanwhile, which costs a short call more than it brings.
    """
    return _compiled(function, nogil=True)


def _compiled(function: Function, **how: bool) -> Function:
    shared = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
    numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES = str(cache_folder()), f"{__name__}.ModuleLocator"
    try:
        jitted: Function = numba.njit(cache=True, **how)(function)
        return jitted
    finally:
        numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES = shared


class ModuleLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Finds machine code by the name of a module, not by where its file lies: equal sources compile only once."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        super().__init__(function, file)
        self._cache_path = str(Path(numba.config.CACHE_DIR, *function.__module__.split(".")[:-1]))


@cache
def cache_folder() -> Path:
    """Where the machine code of exactly these sources lies (`TABLEE_CACHE` names another root)."""
    root = Path(os.environ.get("TABLEE_CACHE") or platformdirs.user_cache_path("tablee"))
    folder = root / source_digest()
    if not folder.exists():
        _forget_old(root)
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@cache
def source_digest() -> str:
    """A digest of all compiled sources and of what compiles them."""
    versions = f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}"
    digest = hashlib.sha256(versions.encode())
    sources = {path: path.read_bytes() for path in sorted(_sources())}
    for path in sorted(_compiled_sources(sources)):
        digest.update(path.name.encode() + b"\0" + sources[path] + b"\0")
    return digest.hexdigest()[:16]


def _compiled_sources(sources: Mapping[Path, bytes]) -> set[Path]:
    """The sources in which something is compiled, and whatever they import: a new word or picture compiles nothing."""
    waiting = [path for path, text in sources.items() if b"compiled" in text]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [other for other in _imports(path, sources[path]) if other in sources]
    return found


def _imports(path: Path, text: bytes) -> Iterator[Path]:
    """The files that a source may import from; `from a.b import c` may mean the file b, or c in the folder b."""
    home = Path(__file__).parent.parent.parent
    for dots, module, names in _IMPORT.findall(text.decode("utf8", "replace")):
        base = path.parents[len(dots) - 1] if dots else home
        place = base.joinpath(*module.split(".")) if module else base
        yield from (place.with_suffix(".py"), place / "__init__.py")
        yield from (place / f"{name}.py" for name in re.findall(r"\w+", names))


def game_entry_points() -> list[EntryPoint]:
    """The games that the installed packages announce, by id."""
    return sorted(entry_points(group=GAMES_GROUP), key=lambda point: point.name)


def _sources() -> Iterator[Path]:
    home = Path(__file__).parent.parent
    for name in _OUR_SOURCES:
        yield from (home / name).rglob("*.py")
    for point in game_entry_points():
        if not point.module.startswith("tablee."):
            yield from _foreign_sources(point.module)


def _foreign_sources(module: str) -> Iterator[Path]:
    """The sources of somebody else's game. Nothing of it is imported here: that could go wrong, or ask for us."""
    top, _, rest = module.partition(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        yield from Path(folder, *rest.split(".")).rglob("*.py")


def _forget_old(root: Path) -> None:
    horizon = time.time() - _FORGET_AFTER_DAYS * 86400
    for folder in root.glob("*/"):
        if folder.stat().st_mtime < horizon:
            shutil.rmtree(folder, ignore_errors=True)
