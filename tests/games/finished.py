"""Finished games kept as files: written from a reference, read, and replayed by the engine."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tablee

from .agreement import Reference, replay, step

Finished = dict[str, Any]


def files(folder: Path) -> list[Path]:
    """The finished games kept in a folder."""
    return sorted(folder.glob("*.json"))


def read(path: Path) -> Finished:
    document: Finished = json.loads(path.read_text("utf8"))
    return document


def assert_ends_as_it_did(finished: Finished) -> None:
    """The game of the file, played anew, runs until its last step and ends with the same result."""
    game = tablee.new(finished["game"], finished["players"], finished["options"])
    replay(game, finished["log"][:-1])
    assert game.to_act is not None
    step(game, finished["log"][-1])
    assert game.to_act is None
    assert game.result() == tablee.Result(over=True, **finished["result"])
    assert game.log == finished["log"]


def path_of(folder: Path, name: str) -> Path:
    """Where the game that ends so is kept."""
    return folder / (name.replace(", ", "-").replace(" ", "_") + ".json")


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
