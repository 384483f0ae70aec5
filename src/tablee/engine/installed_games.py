"""Which games there are: no more than their names, so nothing here needs numba.

Games are announced by installed packages, and by packages in folders that are named in `TABLEE_GAME_FOLDERS`: these are
used where they lie, without being installed.
"""

import os
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

GAMES_GROUP = "tablee.games"
"""The entry-point group by which packages announce their games."""
FOLDERS = "TABLEE_GAME_FOLDERS"
"""The environment variable with folders of packages, separated as in `PATH`."""


class ContractError(Exception):
    """A game does not fulfil the contract; the message says where."""


def game_entry_points() -> list[EntryPoint]:
    """The games that packages provide, sorted by id."""
    found = {*entry_points(group=GAMES_GROUP), *_points_in(os.environ.get(FOLDERS, ""))}
    return sorted(found, key=lambda point: (point.name, point.value))


def use_folders(folders: Iterable[Path]) -> None:
    """Use the packages of games in these folders, in this process and its children; raises `ContractError`."""
    folders = [folder.resolve() for folder in folders]
    for folder in folders:
        if not any(_packages_in(folder)):
            raise ContractError(f"{folder} holds no package with a game: no pyproject.toml announces any")
    known = os.environ.get(FOLDERS, "").split(os.pathsep)
    os.environ[FOLDERS] = os.pathsep.join(dict.fromkeys(filter(None, [*known, *map(str, folders)])))


@cache
def _points_in(folders: str) -> tuple[EntryPoint, ...]:
    """The games of packages in some folders, whose sources can be imported from now on."""
    points = []
    for folder in filter(None, folders.split(os.pathsep)):
        for package, games in _packages_in(Path(folder)):
            source = str(package / "src" if (package / "src").is_dir() else package)
            if source not in sys.path:
                sys.path.append(source)
            points += [EntryPoint(name, module, GAMES_GROUP) for name, module in games.items()]
    return tuple(points)


def _packages_in(folder: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    """The packages with games: the folder itself, or those right in it."""
    for file in sorted([folder / "pyproject.toml", *folder.glob("*/pyproject.toml")]):
        if file.is_file():
            project = tomllib.loads(file.read_text("utf8")).get("project", {})
            if games := project.get("entry-points", {}).get(GAMES_GROUP):
                yield file.parent, games
