"""Texts about a game before it is played: players, duration, age, authors, house rules."""

from collections.abc import Mapping
from typing import Any

from tablee.games import GameDefinition, game_if_here
from tablee.games.about import About, Option
from tablee.games.language import Language


def game_name(game: str) -> str:
    """The name of a game by its id; the id itself if the game is not installed."""
    definition = game_if_here(game)
    return definition.name if definition else game


def facts(definition: GameDefinition, say: Language) -> list[str]:
    """The number of players, the duration and the ages."""
    about: About = definition.words.about(say)
    least, most = min(definition.players), max(definition.players)
    players = say("{least} to {most} players", least=least, most=most)
    if least == most:
        players = say.plural("{count} player", "{count} players", most)
    minutes, age = about.minutes, about.age
    return [
        players,
        say("about {minutes} minutes", minutes=minutes)
        if isinstance(minutes, int)
        else say("{least} to {most} minutes", least=minutes[0], most=minutes[1]),
        say("from {age} years", age=age)
        if isinstance(age, int)
        else say("from {least} to {most} years", least=age[0], most=age[1]),
    ]


def credit(definition: GameDefinition, say: Language) -> str:
    """The author, publisher and year: "Corné van Moorsel, Cwali 2000"; empty if unknown."""
    about: About = definition.words.about(say)
    box = " ".join(filter(None, (about.publisher, str(about.year or ""))))
    return ", ".join(filter(None, (about.author, box)))


def credits_of(definition: GameDefinition, say: Language) -> list[str]:
    """Credits in sentences: the authors, the translators, and the source of the rules."""
    about: About = definition.words.about(say)
    made = credit(definition, say)
    return [
        *([say("A game by {makers}.", makers=made)] if made else []),
        *([say("French rules: {name}.", name=about.translator)] if about.translator else []),
        say("Thanks to the collectors of {name}, who have put its rules online.", name=about.thanks)
        if about.thanks
        else say("Thanks to the collectors who have put its rules online."),
    ]


# ---- house rules --------------------------------------------------------------------------------------------


def option_of(definition: GameDefinition, name: str, say: Language) -> Option:
    """A house rule in words."""
    option: Option = definition.words.option_text(name, say)
    return option


def house_rules(definition: GameDefinition, options: Mapping[str, Any], say: Language) -> list[str]:
    """The options that differ from the printed rules, in short: "Cities – may lie side by side"."""
    told = []
    for name, values in definition.options.items():
        value, option = options.get(name, values[0]), option_of(definition, name, say)
        if value != (option.printed or values[0]):
            told.append(f"{option.question} – {option.answers[value]}")
    return told
