"""Compilation, and a cache of machine code that is never stale.

Numba's own cache does not notice that a *called* function in another file changed. So this cache uses folders named by
a digest of a function's source file and of all that it imports. Generic code calls the rules of a game without
importing them, so machine code for the states of a game is also keyed by a digest of that game. A changed rule
thus recompiles one game, and no other.
"""

import hashlib
import os
import pickle
import re
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
import platformdirs
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from tablee.engine.installed_games import game_entry_points

ENTRY_FILES = ("rules.py", "observation.py", "brain.py")
"""The files of a game that lead to its compiled code, even if all of it lies elsewhere."""
BASELINE = "x86-64-v2"
"""The processor for which it is compiled: any x86 since about 2009. Without popcnt (`generic`) games are slower."""
_BASELINE_FEATURES = ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_GENERIC = ("engine", "bots")
_KEPT_DAYS = 30

_HOME = Path(__file__).parent.parent
SHIPPED = _HOME / "machine_code"
"""The machine code that a platform wheel brings (`make wheel`); elsewhere there is no such folder."""
_IMPORT = re.compile(r"^\s*(?:from\s+(\.*)|import\s+)([\w.]*)(?:[ \t]+import\s+(\([^)]*\)|[^\n]*))?", re.MULTILINE)
_SEVERAL = re.compile(r"^\s*import\s+(\w[^\n#]*,[^\n#]*)", re.MULTILINE)
_TYPE_CHECKING_ONLY = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)*", re.MULTILINE)
_RECORD = re.compile(r"Record\((\w+)\[")
"""A state's numba type: its first field is named like the game."""
_KNOWN_VERSIONS = ("0.68",)
"""The versions of numba whose internals `lean_compile` knows; others compile in numba's usual way."""
_ANNOTATION = 6
"""The place of the annotated source in a reduced `CompileResult`; nobody reads it, and it has paths of this machine."""

uncached_games: set[str] = set()
"""Games that no installed package announces: nothing would tell that their rules have changed."""
save_errors: list[OSError] = []
"""Why machine code could not be kept in this process."""

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile `function` with numba on first use, and cache the machine code.

    The function may call the rules of a game through `tablee.engine.contract`. It is compiled anew when one of them,
    or a file that its own file imports, has changed. Without a source file (a notebook) nothing is cached.
    With `NUMBA_DISABLE_JIT=1` the function is returned as it is, for debugging.
    """
    return _compiled(function)


def compiled_for_threads(function: Function) -> Function:
    """Compile a long-running function that releases the interpreter's lock, so that threads run it in parallel.

    Releasing the lock costs a short call more than it gains.
    """
    return _compiled(function, nogil=True)


def compiled_within(function: Function) -> Function:
    """Compile a function that is inlined into every compiled caller.

    A call between compiled functions counts references to every array argument, which costs a short function more than
    its work. This is for functions that are called once for each of many games, with all their arrays.
    """
    return _compiled(function, inline="always")


def _compiled(function: Function, **how: bool | str) -> Function:
    if numba.config.DISABLE_JIT:
        return function
    if numba.__version__.rpartition(".")[0] in _KNOWN_VERSIONS:
        from tablee.engine.lean_compile import lean_njit

        jitted = lean_njit(function, **how)
    else:
        jitted = numba.njit(**how)(function)
    if Path(function.__code__.co_filename).is_file():
        jitted._cache = _Cache(function, how)
    return jitted  # type: ignore[no-any-return]


class _Cache(NullCache):  # type: ignore[misc]
    """The machine code of one function: a file for each signature, processor, and source of the games it is for.

    It is named by digests, not by the path of the source, so equal sources compile only once.
    """

    def __init__(self, function: Callable[..., Any], how: dict[str, bool | str]) -> None:
        self._function, self._how = function, how
        self._folder = Path(cache_folder(Path(function.__code__.co_filename)).name, function.__module__)

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """The compiled function for these types of arguments, if it is in the cache."""
        target_context.refresh()
        processor = target_context.codegen().magic_tuple()
        places = [(cache_root(), processor)]
        if can_use_shipped():
            places.append((SHIPPED, (processor[0], BASELINE, "")))
        for root, compiled_for in places:
            if (name := self._name(sig, compiled_for)) is None:
                return None
            # An ImportError or AttributeError means a type whose module or class is gone.
            with suppress(OSError, EOFError, pickle.PickleError, ImportError, AttributeError):
                return CompileResult._rebuild(target_context, *pickle.loads((root / name).read_bytes()))
        return None

    def save_overload(self, sig: Any, result: CompileResult) -> None:
        """Keep a compiled function, unless it is only IR or has addresses of this process in it."""
        if not callable(result.entry_point) or result.library.has_dynamic_globals:
            return
        if (name := self._name(sig, result.codegen.magic_tuple())) is None:
            return
        parts = list(result._reduce())
        parts[_ANNOTATION] = ""
        file = cache_root() / name
        own = file.with_suffix(f".{secrets.token_hex(4)}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            own.write_bytes(dumps(tuple(parts)))
            own.replace(file)  # other processes see all of it or nothing
        except OSError as error:  # without a place to keep it, it is compiled again next time
            own.unlink(missing_ok=True)
            save_errors.append(error)

    def _name(self, sig: Any, processor: tuple[str, str, str]) -> Path | None:
        """The file for a signature and a processor, below a root; None if nothing tells when it would be stale."""
        types = " ".join(map(str, getattr(sig, "args", sig)))
        records = sorted(set(_RECORD.findall(types)))
        code = self._function.__code__
        captured = [cell.cell_contents for cell in self._function.__closure__ or ()]
        if uncached_games.intersection(records) or any(map(callable, captured)):  # a captured function may be any
            return None
        games = [game_digest(record) for record in records]
        how = (processor, sorted(self._how.items()), numba.config.OPT, numba.config.BOUNDSCHECK)
        key = repr((types, games, code.co_firstlineno, _content(code), dumps(captured), how)).encode()
        return self._folder / f"{code.co_name}-{hashlib.sha256(key).hexdigest()[:16]}.code"


def _content(code: CodeType) -> tuple[Any, ...]:
    """What a function does, without addresses: its instructions, names and constants."""
    constants = [_content(one) if isinstance(one, CodeType) else one for one in code.co_consts]
    return code.co_code, code.co_names, constants


# ---- digests -------------------------------------------------------------------------------------------------


def cache_root() -> Path:
    """The folder of all machine code that is compiled here; `TABLEE_CACHE` names another."""
    return Path(os.environ.get("TABLEE_CACHE") or platformdirs.user_cache_path("tablee"))


@cache
def cache_folder(source: Path) -> Path:
    """The folder for the machine code of a source."""
    root = cache_root()
    folder = root / _digest((source,))
    with suppress(OSError):  # where nothing can be written, nothing is kept
        if folder.exists():
            os.utime(folder)  # it is in use
        else:
            _delete_old(root)
            folder.mkdir(parents=True, exist_ok=True)
    return folder


@cache
def can_use_shipped() -> bool:
    """Is there machine code in this package, and can this processor run it?"""
    features = llvmlite.binding.get_host_cpu_features()
    return SHIPPED.is_dir() and all(features.get(name) for name in _BASELINE_FEATURES)


@cache
def processor_digest(name: str | None = None, features: str = "") -> str:
    """A digest of the processor (this one, or the named one) and of what else machine code depends on."""
    if name is None:
        name = numba.config.CPU_NAME or llvmlite.binding.get_host_cpu_name()
        features = numba.config.CPU_FEATURES
        features = llvmlite.binding.get_host_cpu_features().flatten() if features is None else features
    key = repr((name, features, numba.config.OPT, numba.config.BOUNDSCHECK))
    return hashlib.sha256(key.encode()).hexdigest()[:8]


@cache
def generic_digest() -> str:
    """A digest of the compiled code that serves every game."""
    return _digest(tuple(path for name in _GENERIC for path in _compiled_in(_HOME / name)))


@cache
def game_digest(game_id: str) -> str:
    """A digest of a game's compiled code; empty if no installed package provides the game."""
    folders = [folder for point in game_entry_points() if point.name == game_id for folder in _folders(point.module)]
    doors = [folder / name for folder in folders for name in ENTRY_FILES if (folder / name).is_file()]
    return _digest((*doors, *(path for folder in folders for path in _compiled_in(folder)))) if folders else ""


def _digest(sources: tuple[Path, ...]) -> str:
    python = ".".join(map(str, sys.version_info[:2]))
    versions = f"{sys.implementation.name} {python} {numba.__version__} {llvmlite.__version__} {np.__version__}"
    digest = hashlib.sha256(versions.encode())
    for path in sorted(_closure(sources)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _compiled_in(folder: Path) -> list[Path]:
    """The sources of a folder that have compiled code: a new word or picture recompiles nothing."""
    return [path for path in sorted(folder.rglob("*.py")) if b"compiled" in path.read_bytes()]


def _closure(sources: tuple[Path, ...]) -> set[Path]:
    """Some sources and all that they import, from this package and from the packages of games."""
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
    text = _TYPE_CHECKING_ONLY.sub("", text)
    several = [name.split()[0] for names in _SEVERAL.findall(text) for name in names.split(",") if name.strip()]
    for dots, module, names in (*_IMPORT.findall(text), *(("", name, "") for name in several)):
        for base in [path.parents[len(dots) - 1]] if dots else (*_roots(module), *_beside(path, module)):
            place = base.joinpath(*module.split(".")) if module else base
            yield from (place.with_suffix(".py"), place / "__init__.py")
            yield from (place / f"{name}.py" for name in re.findall(r"\w+", names))


def _roots(module: str) -> Iterator[Path]:
    """The folders that may hold a module: this package's parent, or the parent of a game's package."""
    top = module.partition(".")[0]
    if top == "tablee":
        yield _HOME.parent
    elif any(point.module.partition(".")[0] == top for point in game_entry_points()):
        yield from (folder.parent for folder in _folders(top))


def _beside(path: Path, module: str) -> Iterator[Path]:
    """The folders from which a file outside this package may import a module: its own, and those of its packages."""
    if not path.is_relative_to(_HOME):
        yield path.parent
        top = module.partition(".")[0]
        yield from (folder for folder in path.parents[1:] if top and (folder / top).is_dir())


@cache
def _folders(module: str) -> tuple[Path, ...]:
    """The folders of a package. It is not imported: that could fail, or import this module."""
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
def _delete_old(root: Path) -> None:
    horizon = time.time() - _KEPT_DAYS * 86400
    for folder in root.glob("*/"):
        with suppress(FileNotFoundError):  # another process deletes it, too
            if re.fullmatch(r"[0-9a-f]{16}", folder.name) and folder.stat().st_mtime < horizon:
                shutil.rmtree(folder, ignore_errors=True)
