"""Small tournaments for the tests."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from tablee.arena.arena_game import GameRecord, play_batch
from tablee.arena.entrants import read_entrants
from tablee.arena.schedule import Pairing, Tournament, pairings

OUTSIDERS = Path(__file__).parent / "outsiders.py"
ENGINE = f"engine:{sys.executable} -m tablee.cli engine"


def outsider(name: str) -> str:
    return f"{name}=python:{OUTSIDERS}:{name}"


def rogue_engine(manner: str) -> str:
    return f"{manner}=engine:{sys.executable} -S {OUTSIDERS} {manner}"


def tournament(*bots: str, game: str = "morfals", games: int = 8, players: int = 2, **more: Any) -> Tournament:
    return Tournament(game, players, {}, read_entrants(bots), games, **more)


def played(given: Tournament) -> list[GameRecord]:
    """All games, here and now."""
    return play_batch(given, list(pairings(given)))[0]


def what_happened(records: Iterable[GameRecord]) -> dict[Pairing, GameRecord]:
    """The games without the time they took, which is never twice the same."""
    return {record.pairing: msgspec.structs.replace(record, seconds=(), thoughts=()) for record in records}
