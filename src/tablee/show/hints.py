"""Hints in words, and who may ask for them."""

from typing import Any

from tablee.game import load
from tablee.games.levels import BOT_NAMES
from tablee.language import Language
from tablee.show.sentences import seat_names
from tablee.table.table import THROW, Table


def are_allowed(table: Table, seat: int | None) -> bool:
    """May whoever sits there ask for hints? Not with other people at the table, even if they have given up."""
    people = [sitter for sitter in table.sitters if not sitter.level]
    return seat is not None and len(people) == 1 and people[0].seat == seat


def hint(table: Table, seat: int, action: str, level: int, say: Language) -> dict[str, Any]:
    """The message that carries a hint: what a bot of some level would do in the place of a seat."""
    words = _in_words(table, seat, action, BOT_NAMES[level - 1], say)
    return {"say": "hint", "step": table.step, "action": action, "bot": level, "words": words}


def _in_words(table: Table, seat: int, action: str, bot: str, say: Language) -> str:
    """What the log would say if the bot sat there itself."""
    names = seat_names(table, say)
    names[seat] = bot
    if action == THROW or table.folder is None:
        return say("In your place: {sentence}", sentence=say("{name} throws the dice.", name=bot))
    sentences, game = [], load(table.knowledge(seat))
    for text in action.split("; "):
        before = game.view(seat)
        game.play(text)
        sentences.append(table.folder.words.sentence(text, seat, tuple(names), say))
        aftermath = table.folder.optional_words("aftermath")
        sentences.append(aftermath(text, seat, before, game.view(seat), tuple(names), say))
    return say("In your place: {sentence}", sentence=" ".join(filter(None, sentences)))
