"""Those who play for the house, as people meet them: how each of them is, and how they greet."""

from collections.abc import Sequence

from tablee.games.characters import Character, character, free_characters
from tablee.games.styles import Style
from tablee.language import Language
from tablee.table.seating import Sitter
from tablee.table.table import Table


def manner(one: Character, say: Language) -> str:
    """How somebody is, in half a sentence."""
    manners = {
        "Puce": say("counts on her fingers"),
        "Filou": say("plays first and looks afterwards"),
        "Mamita": say("is mostly here for the company"),
        "Malo": say("whistles sea songs"),
        "Rosalie": say("talks to her plants, and to the pieces"),
        "Gaston": say("plays between two dishes"),
        "Ada": say("writes everything down"),
        "Octave": say("plays as if on a stage"),
        "Inès": say("says little and flies high"),
        "Basile": say("has read all about it"),
        "Colette": say("misses no clue"),
        "Ambroise": say("has won many a war, on a table"),
        "Sibylle": say("knew that you would come"),
        "Célestin": say("counts the stars, and your moves"),
        "Hermine": say("has never hurried"),
    }
    return manners[one.name]


def way(style: Style, say: Language) -> str:
    """How somebody of a style plays, in a few words."""
    ways: dict[Style, str] = {
        "": "",
        "greedy": say("takes what there is"),
        "cautious": say("takes no risks"),
        "bold": say("likes to take risks"),
        "builder": say("builds for later"),
        "spoiler": say("gets in your way"),
    }
    return ways[style]


def greeting(one: Character, say: Language) -> str:
    """What somebody says when a game begins."""
    greetings = {
        "Puce": say("Hello! I learned this yesterday."),
        "Filou": say("Quick, quick, let us play!"),
        "Mamita": say("How nice that you are here."),
        "Malo": say("All aboard! Good game."),
        "Rosalie": say("Lovely weather for a game."),
        "Gaston": say("The soup is on: there is time for a game."),
        "Ada": say("My pencil is sharpened. Good game."),
        "Octave": say("The curtain rises!"),
        "Inès": say("Ready when you are."),
        "Basile": say("A quiet game, then. With pleasure."),
        "Colette": say("Let us see what you are up to."),
        "Ambroise": say("At your orders! May the better one win."),
        "Sibylle": say("The cards have spoken of you."),
        "Célestin": say("The sky is clear. Let us play."),
        "Hermine": say("Take your time. I take mine."),
    }
    return greetings[one.name]


def who_plays(table: Table, sitter: Sitter) -> Character | None:
    """The character who decides for a sitter: the bot itself, or the one that plays in a person's place."""
    if sitter.level:
        return character(sitter.name, sitter.level)
    return stand_in(table.seats, sitter.seat, sitter.stand_in) if sitter.stand_in and sitter.seat is not None else None


def stand_in(seats: Sequence[Sitter], seat: int, level: int) -> Character:
    """Who plays for the person of a seat: somebody who sits nowhere here, and another for every person."""
    free = free_characters(level, [one.name for one in seats if one.level])
    before = sum(not one.level for one in seats[:seat])
    return free[before % len(free)]
