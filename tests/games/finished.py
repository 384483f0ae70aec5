"""Finished games kept as files: written from a reference, read, and replayed by the engine."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import tablee
from tablee.games import find_game
from tests.games.agreement import Reference

Finished = dict[str, Any]
Ending = TypeVar("Ending")


def files(folder: Path) -> list[Path]:
    """The finished games kept in a folder."""
    return sorted(folder.glob("*.json"))


def read(path: Path) -> Finished:
    document: Finished = json.loads(path.read_text("utf8"))
    return document


def begun(finished: Finished) -> tablee.Game:
    """The game of the file before its first step, under the version of the rules that it was played by.

    A land is random: where there is one, the first state is in the file.
    """
    if "start" in finished:
        return tablee.load(finished["start"])
    definition = find_game(finished["game"])
    return tablee.Game(definition, definition.new(finished["players"], finished["options"], 0, finished["version"]), 0)


def path_of(folder: Path, name: str) -> Path:
    """Where the game that ends so is kept."""
    return folder / (name.replace(", ", "-").replace(" ", "_") + ".json")


def keep(
    folder: Path, endings: Mapping[str, Ending], find: Callable[[str, Ending], tuple[list[str], Any]], version: int
) -> None:
    """Keep a game for each way to end; those that are there already are left alone."""
    folder.mkdir(exist_ok=True)
    for name, ending in endings.items():
        path = path_of(folder, name)
        if not path.exists():
            log, reference = find(name, ending)
            path.write_text(as_json(name, reference, version, log))


def as_json(name: str, reference: Reference, version: int, log: Sequence[str]) -> str:
    """What is kept of a game that the reference has played to its end."""
    state = reference.state()
    options: Mapping[str, Any] = state["options"]
    result = {"scores": reference.scores(), "winners": reference.winners(), "reason": reference.reason}
    fields = {
        "ending": name,
        "game": state["game"],
        "players": state["players"],
        "options": dict(options),
        "version": version,
        "log": list(log),
        "result": result,
    }
    return "{\n" + ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in fields.items()) + "\n}\n"
