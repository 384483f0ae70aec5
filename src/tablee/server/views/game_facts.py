"""What is said of a game before anyone plays, alike wherever it is read: for whom, how long, by whom, which rules."""

from collections.abc import Mapping
from typing import Any

from tablee.games import GameFolder
from tablee.games.about import About, Option, Span
from tablee.language import Language


def facts(folder: GameFolder, say: Language) -> list[str]:
    """For how many it is, how long it takes, and for which ages."""
    about: About = folder.words.about(say)
    return [_players(folder.players, say), _minutes(about.minutes, say), _age(about.age, say)]


def _players(counts: tuple[int, ...], say: Language) -> str:
    least, most = min(counts), max(counts)
    if least == most:
        return say.plural("{count} player", "{count} players", most)
    return say("{least} to {most} players", least=least, most=most)


def _minutes(minutes: Span, say: Language) -> str:
    if isinstance(minutes, int):
        return say("about {minutes} minutes", minutes=minutes)
    return say("{least} to {most} minutes", least=minutes[0], most=minutes[1])


def _age(age: Span, say: Language) -> str:
    if isinstance(age, int):
        return say("from {age} years", age=age)
    return say("from {least} to {most} years", least=age[0], most=age[1])


def credit(folder: GameFolder, say: Language) -> str:
    """Who has made the game, as far as it is known: "Corné van Moorsel, Cwali 2000"; empty if nobody knows."""
    about: About = folder.words.about(say)
    box = " ".join(filter(None, (about.publisher, str(about.year or ""))))
    return ", ".join(filter(None, (about.author, box)))


def credits_of(folder: GameFolder, say: Language) -> list[str]:
    """Whom the game is owed to, in sentences: who made it, who translated it, and who keeps its rules online."""
    about: About = folder.words.about(say)
    made = credit(folder, say)
    return [
        *([say("A game by {makers}.", makers=made)] if made else []),
        *([say("French rules: {name}.", name=about.translator)] if about.translator else []),
        say("Thanks to the collectors of {name}, who have put its rules online.", name=about.thanks)
        if about.thanks
        else say("Thanks to the collectors who have put its rules online."),
    ]


# ---- house rules --------------------------------------------------------------------------------------------


def option_of(folder: GameFolder, name: str, say: Language) -> Option:
    """A house rule in words."""
    option: Option = folder.words.option_text(name, say)
    return option


def house_rules(folder: GameFolder, options: Mapping[str, Any], say: Language) -> list[str]:
    """What is not as the printed rules have it, in short: "Cities – may lie side by side"; nothing if all is."""
    told = []
    for name, values in folder.options.items():
        value, option = options.get(name, values[0]), option_of(folder, name, say)
        if value != (option.printed or values[0]):
            told.append(f"{option.question} – {option.answers[value]}")
    return told
