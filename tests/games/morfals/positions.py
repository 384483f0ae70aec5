"""Positions of Morfals made by hand: whose cannibals stand where, and what is thrown."""

from typing import Any

import tablee
from tests.games.morfals.reference import COLUMNS, ROWS

DEFAULTS = {"match": 1, "capture": "auto", "last_man": "auto"}
THROW_FOR = {"3": "111", "4": "112", "5": "122", "6": "222", "7": "223", "8": "233", "9": "333"}
"""A throw for each column; those for the columns 3, 6 and 9 are triples, as they must be."""


def column(number: int | str) -> str:
    """All squares of a column."""
    return " ".join(f"{number}{row}" for row in ROWS)


FAR_LEFT = " ".join(map(column, COLUMNS[:2])).split()
FAR_RIGHT = " ".join(map(column, reversed(COLUMNS[-2:]))).split()


def state_of(yours: str, enemies: str, throw: str = "", **fields: Any) -> dict[str, Any]:
    """A state: `yours` stand where the seat whose turn it is has its cannibals, `enemies` where the other has."""
    turn = fields.get("turn", 0)
    board = dict.fromkeys(yours.split(), turn) | dict.fromkeys(enemies.split(), 1 - turn)
    hands = [12 - sum(owner == seat for owner in board.values()) for seat in (0, 1)]
    return {
        "game": "morfals",
        "players": 2,
        "board": board,
        "hands": hands,
        "turn": 0,
        "dice": [int(face) for face in throw] or None,
        "phase": "place" if throw else "roll",
        "trapped": [],
        "announced": [False, False],
        "skip": [False, False],
        "match_score": [0, 0],
        "left": [False, False],
        **fields,
        "options": DEFAULTS | fields.get("options", {}),
    }


def position(yours: str, enemies: str, throw: str = "", **fields: Any) -> tablee.Game:
    return tablee.load(state_of(yours, enemies, throw, **fields))


def placing(yours: str, enemies: str, square: str, **fields: Any) -> tablee.Game:
    """The game after a cannibal was placed there."""
    game = position(yours, enemies, THROW_FOR[square[0]], **fields)
    game.play(f"place {square}")
    return game


def eaten(yours: str, enemies: str, square: str, **fields: Any) -> set[str]:
    """Which enemies a placing eats: they are in hand again, and everything else stays where it was."""
    before = state_of(yours, enemies, **fields)
    turn = before["turn"]
    after = placing(yours, enemies, square, **fields).state()
    gone = set(before["board"]) - set(after["board"])
    staying = {place: owner for place, owner in before["board"].items() if place not in gone}
    assert gone <= set(enemies.split())
    assert after["board"] == {**staying, square: turn}
    assert after["hands"][turn] == before["hands"][turn] - 1
    assert after["hands"][1 - turn] == before["hands"][1 - turn] + len(gone)
    return gone


def far_apart(hand: int, enemy_hand: int, throw: str = "", exposed: str = "", **fields: Any) -> tablee.Game:
    """You stand in the columns 3 and 4, row by row, the enemies in 9 and 8, so that nobody is near anybody.

    Those of yours that are named exposed stand there instead of at the end of the row.
    """
    yours = FAR_LEFT[: 12 - hand - len(exposed.split())] + exposed.split()
    return position(" ".join(yours), " ".join(FAR_RIGHT[: 12 - enemy_hand]), throw, **fields)
