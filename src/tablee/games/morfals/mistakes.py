"""What kinds of mistakes there are in Morfals, and which one an action was."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablee.games.document import Document
from tablee.games.morfals.outlook import EATS_MOST, OPEN, WEIGHTS, new_slate, take_notes
from tablee.games.morfals.rules import FIRST_COLUMN, SIDE, STATE
from tablee.language import Language

CLEARLY_MORE = 0.08
"""Cannibals that the enemy may expect to eat with a throw, or of which lines lie open, beyond which it is said."""


def mistakes(say: Language) -> Mapping[str, str]:
    """Kinds of mistakes, in a few words."""
    return {
        "missed_meal": say("did not eat where it was possible"),
        "left_to_be_eaten": say("left cannibals to be eaten by the next throw"),
        "left_line_open": say("left a line open at both ends"),
        "forgot_to_announce": say("did not announce the last cannibal"),
    }


def mistake(played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:
    """Which kind it was to play something and not what was best; empty if it is none of these."""
    verb, _, square = played.partition(" ")
    if best == "announce":
        return "forgot_to_announce"
    if verb == "done" or (verb == "place" and _meal(before, best) > _meal(before, square)):
        return "missed_meal"
    if verb != "place" or not best.startswith("place"):
        return ""
    ours, theirs = _notes(after, seat), _notes(ideal, seat)
    if ours[0, EATS_MOST] > theirs[0, EATS_MOST] + CLEARLY_MORE:
        return "left_to_be_eaten"
    return "left_line_open" if ours[1, OPEN] > theirs[1, OPEN] + CLEARLY_MORE else ""


def _meal(before: Document, action: str) -> int:
    """How many are trapped by a token there."""
    return len((before["facts"].get("traps") or {}).get(action.rpartition(" ")[2], ()))


def _notes(view: Document, seat: int) -> Any:
    """What a glance finds if the enemy throws next: the enemy's side first."""
    state, slate = np.zeros(1, STATE), new_slate(WEIGHTS)
    for name, owner in view["board"].items():
        state[0].board[(int(name[0]) - FIRST_COLUMN) * SIDE + ord(name[1]) - ord("a")] = owner + 1
    state[0].turn = 1 - seat
    state[0].hands[:] = [max(1, hand) for hand in view["hands"]]
    take_notes(state[0], slate)
    return slate.sums
