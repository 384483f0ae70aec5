"""Games read anew while the house is open: a change is taken over as a whole, or not at all."""

import importlib
import linecache
import sys
import traceback
from collections.abc import Collection, Sequence
from pathlib import Path
from types import ModuleType

from tablee.games import working_games
from tablee.games.folder import GameFolder, open_folder
from tablee.kernel import contract
from tablee.language import ENGLISH
from tablee.site.async_cache import forget_everything

FOLLOWING = ("tablee.games", "tablee.show", "tablee.site.study.rulebooks", "tablee.site.extents")
"""Where something is remembered that follows from games. Catalogues are read anew only if one has changed."""

Stamps = dict[Path, tuple[int, int]]
"""When each file was changed, and how long it is."""


def stamps(folders: Collection[Path]) -> Stamps:
    """What the files of some folders are like now, but for those that programs leave behind."""
    found: Stamps = {}
    for path in {path for folder in folders for path in folder.rglob("*")}:
        if "__pycache__" in path.parts or path.name.startswith(".") or path.name.endswith(("~", ".swp", ".tmp")):
            continue
        try:
            status = path.stat()
        except OSError:  # it has gone in this very moment
            continue
        if path.is_file():
            found[path] = status.st_mtime_ns, status.st_size
    return found


def changes(before: Stamps, now: Stamps) -> list[Path]:
    """The files that have come, gone or changed."""
    return sorted(path for path in {*before, *now} if before.get(path) != now.get(path))


def games_of(paths: Collection[Path]) -> list[GameFolder]:
    """The games to which some files belong, or that share them."""
    return [folder for folder in working_games() if any(_is_in(path, folder.folders) for path in paths)]


def _is_in(path: Path, folders: Collection[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def renew(folders: Sequence[GameFolder], paths: Collection[Path]) -> str:
    """Read some games anew, of which files have changed; returns what is wrong, and then all is as it was."""
    roots = [folder.path for folder in folders]
    roots += [own for folder in folders for own in folder.folders if any(_is_in(path, [own]) for path in paths)]
    old = _modules_in(roots)
    _take_out(old)
    linecache.checkcache()
    try:
        for folder in folders:
            contract.forget(folder.id)
            _try_out(open_folder(folder.id, str(folder.rules.__package__)))
    except Exception as error:  # whatever stands there half written
        _take_out(_modules_in(roots))
        _put_in(old)
        for folder in folders:
            contract.forget(folder.id)
            contract.register(folder.id, folder.rules)
        return said(error, roots)
    _forget_what_is_remembered(any(path.suffix == ".po" for path in paths))
    return ""


def _modules_in(roots: Collection[Path]) -> dict[str, ModuleType]:
    """The modules whose sources lie in some folders, by name."""
    found = {}
    for name, module in list(sys.modules.items()):
        source = getattr(module, "__file__", None)
        if source and _is_in(Path(source), roots):
            found[name] = module
    return found


def _take_out(modules: dict[str, ModuleType]) -> None:
    for name in modules:
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


def _put_in(modules: dict[str, ModuleType]) -> None:
    sys.modules.update(modules)
    for name, module in modules.items():
        package, _, own = name.rpartition(".")
        if package in sys.modules:
            setattr(sys.modules[package], own, module)


def _try_out(folder: GameFolder) -> None:
    """What is wrong should be seen before anybody plays: a first picture is painted, and something said."""
    players = folder.players[0]
    state = folder.new(players, {}, 0)
    names = [f"{seat}" for seat in range(players)]
    folder.words.about(ENGLISH)
    for shape in folder.pictures.SHAPES:
        folder.paint(folder.sight(state, 0), 0, folder.actions(state), names, ENGLISH, shape=shape)
    if folder.actions(state):
        folder.words.prompt(folder.sight(state, 0), 0, names, ENGLISH)
    folder.read(folder.words.write(state))


def _forget_what_is_remembered(catalogues: bool) -> None:
    """Games, rulebooks, lessons, pictures: what our functions have been asked before."""
    rooms = (*FOLLOWING, "tablee.language") if catalogues else FOLLOWING
    for name, module in list(sys.modules.items()):
        if name.startswith(rooms):
            for value in list(vars(module).values()):
                if callable(getattr(value, "cache_clear", None)):
                    value.cache_clear()
    forget_everything()


def said(error: BaseException, roots: Collection[Path]) -> str:
    """What is wrong, and in which line of the game."""
    cause = error.__cause__ or error
    words = str(error) if isinstance(error, contract.ContractError) else f"{type(error).__name__}: {error}"
    if isinstance(cause, SyntaxError):
        return f"{Path(cause.filename or '').name}, line {cause.lineno}: {cause.msg}"
    own = [frame for frame in traceback.extract_tb(cause.__traceback__) if _is_in(Path(frame.filename), roots)]
    return f"{Path(own[-1].filename).name}, line {own[-1].lineno}: {words}" if own else words
