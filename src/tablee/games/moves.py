"""The parts of actions: which piece, where it goes, what is taken or paid.

A game says them once, in `words.py`, as texts of actions with gaps:

    MOVES = ("place {to}", "move {from} {to}", "take {takes}")

The page learns from them what to point at, one thing after the other (`games/shared/widgets/pieces.py`), sentences are
filled with them, and whoever plays by text may type them alone, as `notation` writes them.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

GAP = re.compile(r"\{(\w+)\}")
SIGNS = {"to": "-", "takes": "x", "pays": "+"}
"""What stands before a part in notation; before any other, a slash."""
NO_PARTS: Mapping[str, str] = MappingProxyType({})


def parts_of(moves: Sequence[str], text: str) -> Mapping[str, str]:
    """The parts of an action by name, in the order of its text; none if it reads like none of the moves.

    >>> dict(parts_of(("place {to}", "move {from} {to}"), "move a4 a7"))
    {'from': 'a4', 'to': 'a7'}
    """
    return _parts(tuple(moves), text)


@lru_cache(maxsize=8192)
def _parts(moves: tuple[str, ...], text: str) -> Mapping[str, str]:
    found = (pattern.fullmatch(text) for pattern in _patterns(moves))
    return next((MappingProxyType(match.groupdict()) for match in found if match), NO_PARTS)


@lru_cache(maxsize=256)
def _patterns(moves: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(GAP.sub(r"(?P<\1>\\S+)", re.sub(r"[.^$*+?|()\[\]\\]", r"\\\g<0>", move))) for move in moves)


def notation(parts: Mapping[str, str]) -> str:
    """The parts of an action as players note them.

    >>> notation({"from": "a4", "to": "a7", "takes": "d6"}), notation({"to": "a7"}), notation({"takes": "d6"})
    ('a4-a7xd6', 'a7', 'xd6')
    """
    text = ""
    for name, part in parts.items():
        text += (SIGNS.get(name, "/") if text or name == "takes" else "") + part
    return text


def moves_fault(moves: Sequence[str], actions: Sequence[str]) -> str:
    """What is wrong with the moves of a game; `actions` are the texts of its actions, if it lists them."""
    if isinstance(moves, str):
        return f"must be a tuple of texts: ({moves!r},)"
    for move in moves:
        names = GAP.findall(move)
        if not names or len(set(names)) < len(names) or not all(name.isidentifier() for name in names):
            return f"{move!r} must have gaps with different names, like 'move {{from}} {{to}}'"
        if actions and not any(_parts((move,), action) for action in actions):
            return f"{move!r} fits no text of words.ACTIONS"
    return ""
