"""`tablee new-game`: copies `template/`, a whole game called pebbles, under another name."""

import argparse
import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from tablee.games import game_ids
from tablee.games.errors import TableeError

TEMPLATE = Path(__file__).parent / "template"
NAME = "pebbles"  # the name of the game in the template; nothing else there has this name
LONGEST_NAME = 30
FIELDS = {"players", "turn", "ended", "left", "board"}  # of the state, which also has one named like the game


class BadName(TableeError):
    """A game cannot have this name; the message says why."""


def new_game(name: str, into: Path | None = None) -> Path:
    """Write a new game into a folder of its name, here or in `into`; return that folder."""
    check_name(name)
    folder = (into or Path()) / name
    if folder.exists():
        raise BadName(f"{folder} is there already: choose another name, or another place with --into")
    title = title_of(name)
    for source in sorted(path for path in TEMPLATE.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        target = folder / source.relative_to(TEMPLATE).as_posix().replace(NAME, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text("utf8")
        target.write_text(text.replace(NAME, name).replace(NAME.capitalize(), title), "utf8")
    return folder


def run(options: argparse.Namespace) -> None:
    """Write a new game, and print the next commands."""
    folder = new_game(options.name, options.into)
    print(f"{folder} is a game that plays: two players, a board, stones. Make it yours.")
    print("Three commands to go on:")
    print(f"  pip install -e {folder}")
    print(f"  tablee check {options.name}")
    print(f"  tablee play --reload {options.name}")


def title_of(name: str) -> str:
    """A title made from a game's name.

    >>> title_of("sea_stones")
    'Sea stones'
    """
    return name.replace("_", " ").capitalize()


def check_name(name: str) -> None:
    """Raise `BadName` if a game cannot have this name."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadName(f"{name!r} is no name for a game: it needs small letters, digits and _, like sea_stones")
    if len(name) > LONGEST_NAME:
        raise BadName(f"{name!r} is too long for a name: {LONGEST_NAME} letters are enough")
    if name in game_ids():
        raise BadName(f"there is a game {name} already: choose another name")
    if name in FIELDS or find_spec(name) is not None:
        raise BadName(f"{name!r} means something else already (in Python: import {name}): choose another name")
