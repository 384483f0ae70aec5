"""Programs of people are marked wherever they are named: by a small sign, and by a word for those who listen."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from tablee.games.scenery import Node
from tablee.language import Language

MARK = "⚙\ufe0e\u00a0"
"""Stands before the name, so that nothing cuts it off; it is a letter, and no picture in colours."""


def marked(name: str, *, program: bool) -> str:
    """A name with the sign before it, if it is a program's."""
    return MARK + name if program else name


def spoken(text: str, say: Language) -> str:
    """A text with the word in the place of the sign, for screen readers and where signs may be missing."""
    return text.replace(MARK, f"{say('program')} ") if MARK in text else text


def spoken_parts(parts: Sequence[Sequence[Node]], say: Language) -> list[Sequence[Node]]:
    """The same for all labels of a picture."""
    return [_spoken_part(tuple(part), say) for part in parts]


@lru_cache(maxsize=8192)
def _spoken_part(part: tuple[Node, ...], say: Language) -> tuple[Node, ...]:
    """Equal parts give the very same one, so that it is not taken for changed."""
    return tuple([msgspec.structs.replace(node, label=spoken(node.label, say)) for node in part])
