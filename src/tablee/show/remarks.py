"""Who says what at a table now and then: the bots, when a game begins and ends, and when somebody plays finely.

All of it follows from the table and the event: whoever looks hears the same, however often it is asked. A fine stroke
is judged by what an onlooker sees (a game's `fine_stroke`), so that no remark gives away what is hidden.
"""

from collections.abc import Sequence
from typing import TypedDict
from zlib import crc32

from tablee.games.characters import Character, character
from tablee.language import Language
from tablee.show.characters import greeting
from tablee.show.remark_lines import Occasion, lines
from tablee.table.events import Act, Event, Over, Start
from tablee.table.seating import Sitter
from tablee.table.table import Table

SELDOM = 2
"""Of so many fine strokes one is spoken of."""


class Remark(TypedDict):
    """Something that a bot says; `face` is that of the bot."""

    seat: int
    name: str
    face: int
    words: str


def remark(table: Table, news: Sequence[Event], say: Language) -> Remark | None:
    """What a bot says to what has just happened, if anything; nothing to what is told of the past."""
    bots = [sitter for sitter in table.seats if sitter.level]
    if len(news) != 1 or not bots or table.folder is None:
        return None
    match news[0]:
        case Start() as event:
            bot = _one_of(bots, table, event)
            return _said(bot, greeting(_who(bot), say))
        case Act() as event:
            return _to_a_stroke(table, event, bots, say)
        case Over() as event:
            return _at_the_end(table, event, bots, say)
    return None


def _to_a_stroke(table: Table, event: Act, bots: Sequence[Sitter], say: Language) -> Remark | None:
    """Bots are proud of their own strokes, and praise those of people; they do not flatter each other."""
    actor = table.seats[event.seat]
    if actor.stand_in or _number(table, event) % SELDOM or not _is_fine(table, event):
        return None
    if actor.level:
        return _speak(table, event, actor, "stroke", say)
    return _speak(table, event, _one_of(bots, table, event), "praise", say)


def _is_fine(table: Table, event: Act) -> bool:
    """Was it much, by what everybody could see?"""
    around = table.around(event, None)
    return bool(table.folder and around and table.folder.words.fine_stroke(*around, event.seat))


def _at_the_end(table: Table, event: Over, bots: Sequence[Sitter], say: Language) -> Remark:
    """One of the winners speaks if bots have won, else anyone of them to those who have."""
    winners = [bot for bot in bots if bot.seat in event.winners]
    occasion: Occasion = "won" if winners else "lost"
    if event.reason == "left":
        occasion = "left"
    elif len(event.winners) > 1:
        occasion = "shared"
    return _speak(table, event, _one_of(winners or bots, table, event), occasion, say)


def _speak(table: Table, event: Event, bot: Sitter, occasion: Occasion, say: Language) -> Remark:
    found = lines(_who(bot).temper, occasion, say)
    return _said(bot, found[_number(table, event) // SELDOM % len(found)])


def _said(bot: Sitter, words: str) -> Remark:
    assert bot.seat is not None
    return {"seat": bot.seat, "name": bot.name, "face": _who(bot).face, "words": words}


def _who(bot: Sitter) -> Character:
    return character(bot.name, bot.level)


def _one_of(bots: Sequence[Sitter], table: Table, event: Event) -> Sitter:
    return bots[_number(table, event) // 7 % len(bots)]


def _number(table: Table, event: Event) -> int:
    """A number by which chance is imitated: the same for this event whenever it is asked for."""
    return crc32(f"{table.id} remark {event.number}".encode())
