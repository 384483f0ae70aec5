"""What is told of a game while it is played."""

from collections.abc import Sequence
from types import ModuleType

import tablee
from tablee.games.language import ENGLISH


def told(words: ModuleType, game: tablee.Game, text: str, names: Sequence[str]) -> str:
    """The line of the log for a step, which is carried out."""
    seat = game.state()["turn"] or 0
    before = game.sight(None)
    game.play(text)
    after = words.aftermath(text, seat, before, game.sight(None), tuple(names), ENGLISH)
    return f"{words.sentence(text, seat, tuple(names), ENGLISH)} {after}".strip()
