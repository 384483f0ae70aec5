"""Bot accounts are marked wherever they are named: by a small sign, or by a word for screen readers."""

from functools import lru_cache

import msgspec

from tablee.games.language import Language
from tablee.games.scenery import Node

MARK = "⚙\ufe0e\u00a0"
"""Stands before the name, so that nothing cuts it off. The variation selector makes it text, and no emoji."""


def marked(name: str, *, program: bool) -> str:
    """A name, with the sign before it if it is a bot account's."""
    return MARK + name if program else name


def spoken(text: str, say: Language) -> str:
    """A text with the word instead of the sign, for screen readers and where signs may be missing."""
    return text.replace(MARK, f"{say('bot')} ") if MARK in text else text


@lru_cache(maxsize=8192)
def spoken_part(part: tuple[Node, ...], say: Language) -> tuple[Node, ...]:
    """The same for all labels of a part of a scene. Cached, so that equal parts are one object, which is not resent."""
    return tuple([msgspec.structs.replace(node, label=spoken(node.label, say)) for node in part])
