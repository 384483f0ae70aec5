"""Hints in words, and who may ask for them."""

from typing import Any

from tablee.game import load
from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.levels import BOT_NAMES
from tablee.language import Language
from tablee.show.sentences import seat_names
from tablee.table.folded import THROW
from tablee.table.table import Table

Step = tuple[str, int, Document, Document]
"""An action, the seat that takes it, and what that seat sees before and after it."""


def are_allowed(table: Table, seat: int | None) -> bool:
    """May whoever sits there ask for hints? Not with other people at the table, even if they have given up.

    Nor where it counts, or where what others make of the same deal is looked at beside it.
    """
    people = [sitter for sitter in table.sitters if not sitter.level]
    counts = table.opening.rated or table.opening.deal is not None
    return seat is not None and len(people) == 1 and people[0].seat == seat and not counts


def hint(table: Table, seat: int, action: str, level: int, say: Language) -> dict[str, Any]:
    """The message that carries a hint: what a bot of some level would do in the place of a seat, and why."""
    told, why = _in_words(table, seat, action, BOT_NAMES[level - 1], say)
    words = say("In your place: {sentence}", sentence=told)
    return {"say": "hint", "step": table.step, "action": action, "bot": level, "words": words, "why": why}


def _in_words(table: Table, seat: int, action: str, bot: str, say: Language) -> tuple[str, str]:
    """What the log would say if the bot sat there itself, and what the game has to say for it."""
    if action == THROW or table.folder is None:
        return say("{name} throws the dice.", name=bot), ""
    say = say.in_colours(table.colours)
    told, reasons, game = [], [], load(table.knowledge(seat))
    for text in action.split("; "):
        before = game.sight(seat)
        game.play(text)
        step = text, seat, before, game.sight(seat)
        told += _told(table.folder, step, seat_names(table, say), bot, say)
        reasons.append(_reason(table.folder, step, seat_names(table, say), say))
    return " ".join(filter(None, told)), " ".join(filter(None, reasons))


def _told(folder: GameFolder, step: Step, names: list[str], bot: str, say: Language) -> list[str]:
    """A step as the log tells it."""
    text, seat, before, after = step
    names[seat] = bot
    followed = folder.words.aftermath(text, seat, before, after, tuple(names), say)
    return [folder.words.sentence(text, seat, tuple(names), say), followed]


def _reason(folder: GameFolder, step: Step, names: list[str], say: Language) -> str:
    """What a step is good for, if the game's words can tell: `advice` has the same arguments as `aftermath`."""
    return folder.words.advice(*step, tuple(names), say)
