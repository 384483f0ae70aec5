"""The games, one folder each; installed packages add more through the entry-point group `tablee.games`."""

import logging
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.engine import installed_games
from tablee.engine.installed_games import ContractError, game_entry_points
from tablee.games.errors import UnknownGame

if TYPE_CHECKING:
    from tablee.games.definition import GameDefinition

__all__ = [
    "GameDefinition",
    "find_game",
    "game_ids",
    "game_if_here",
    "only",
    "text_folders",
    "use_folders",
    "working_games",
]

logger = logging.getLogger("tablee")

ONLY = "TABLEE_GAMES"  # the environment variable that limits the games to some, with commas


def __getattr__(name: str) -> Any:
    """Import the definition when it is asked for: whoever needs names and errors alone does without the engine."""
    if name == "GameDefinition":
        from tablee.games.definition import GameDefinition

        return GameDefinition
    raise AttributeError(name)


@cache
def _packages() -> dict[str, set[str]]:
    packages: dict[str, set[str]] = {}
    wanted = os.environ.get(ONLY, "")
    for point in game_entry_points():
        if not wanted or point.name in wanted.split(","):
            packages.setdefault(point.name, set()).add(point.module)
    return packages


def only(game_ids: Iterable[str]) -> None:
    """Limit the games to these, in this process and its children."""
    os.environ[ONLY] = ",".join(game_ids)
    _forget()


def use_folders(folders: Iterable[Path]) -> None:
    """Use the packages of games in these folders, too, in this process and its children; raises `ContractError`."""
    installed_games.use_folders(folders)
    _forget()


def _forget() -> None:
    for remembered in (_packages, find_game, working_games):
        remembered.cache_clear()


def game_ids() -> list[str]:
    """The ids of all installed games."""
    return list(_packages())


@cache
def find_game(game_id: str) -> "GameDefinition":
    """The definition of a game; raises `UnknownGame`, or `ContractError` for an incomplete game."""
    from tablee.games.definition import open_definition

    packages = _packages().get(game_id)
    if packages is None:
        raise UnknownGame(f"there is no game {game_id[:80]!r}")
    if len(packages) > 1:
        raise ContractError(f"{game_id}: announced by more than one package: {', '.join(sorted(packages))}")
    return open_definition(game_id, next(iter(packages)))


def game_if_here(game_id: str) -> "GameDefinition | None":
    """The definition of a game, or None if it is not installed or not complete."""
    try:
        return find_game(game_id)
    except (UnknownGame, ContractError):
        return None


@cache
def working_games() -> "list[GameDefinition]":
    """All games that can be played; a broken one is left out with a warning."""
    definitions = []
    for game_id in game_ids():
        try:
            definitions.append(find_game(game_id))
        except ContractError as error:
            logger.warning("the game %s cannot be played: %s", game_id, error)
    return definitions


def text_folders() -> list[Path]:
    """The folders with the catalogues of all games: their own and shared ones."""
    return list(dict.fromkeys(path for definition in working_games() for path in definition.folders))
