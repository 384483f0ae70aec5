"""`tablee new-rulebook`: copies `booklet/`, a rulebook without a program, under another name."""

import argparse
import re
from pathlib import Path

from tablee.kit.new_game import BadName, title_of

BOOKLET = Path(__file__).parent / "booklet"
TITLE = "Pebbles"  # the name of the game in it


def new_rulebook(name: str, into: Path | None = None) -> Path:
    """Write a new rulebook into a folder of its name, here or in `into`; return that folder."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", name):
        raise BadName(f"{name!r} is part of an address: small letters, digits, - and _, like game-of-goose")
    folder = (into or Path()) / name
    if folder.exists():
        raise BadName(f"{folder} is there already: choose another name, or another place with --into")
    folder.mkdir(parents=True)
    for source in sorted(BOOKLET.iterdir()):
        text = source.read_text("utf8").replace(TITLE, title_of(name.replace("-", "_")))
        (folder / source.name).write_text(text, "utf8")
    return folder


def run(options: argparse.Namespace) -> None:
    """Write a new rulebook, and print the next commands."""
    folder = new_rulebook(options.name, options.into)
    print(f"{folder} is a rulebook: what the box says, a cover, the rules with a figure, in English and French.")
    print("Make it yours, and look at it:")
    print(f"  tablee check {folder}")
    print(f"  tablee play --rulebooks {folder}")
