"""Texts about a game before it is played: players, duration, age, authors, variants, house rules."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablee.games import GameDefinition, game_if_here
from tablee.games.about import About, Option, RuleKind
from tablee.games.language import Language


def game_name(game: str, say: Language) -> str:
    """The name of a game by its id; the id itself if the game is not installed."""
    definition = game_if_here(game)
    return definition.title(say) if definition else game


def facts(definition: GameDefinition, say: Language) -> list[str]:
    """The number of players, the duration and the ages."""
    return box_facts(definition.players, definition.words.about(say), say)


def box_facts(players: Sequence[int], about: About, say: Language) -> list[str]:
    """The number of players, the duration and the ages, as far as they are known."""
    least, most = min(players), max(players)
    told = [
        say.plural("{count} player", "{count} players", most)
        if least == most
        else say("{least} to {most} players", least=least, most=most)
    ]
    minutes, age = about.minutes, about.age
    if isinstance(minutes, tuple):
        told.append(say("{least} to {most} minutes", least=minutes[0], most=minutes[1]))
    elif minutes:
        told.append(say("about {minutes} minutes", minutes=minutes))
    if isinstance(age, tuple):
        told.append(say("Ages {least}–{most}", least=age[0], most=age[1]))
    elif age:
        told.append(say("Ages {age}+", age=age))
    return told


def kind_names(say: Language) -> dict[str, str]:
    """The kinds of games in words, by `KINDS`."""
    return {
        "alignment": say("in a row"),
        "auction": say("auction"),
        "blocking": say("blocking"),
        "bluff": say("bluff"),
        "capture": say("capture"),
        "cards": say("cards"),
        "collecting": say("collecting"),
        "cooperation": say("cooperation"),
        "deduction": say("deduction"),
        "dice": say("dice"),
        "drawing": say("drawing"),
        "majority": say("majority"),
        "memory": say("memory"),
        "patience": say("solitaire"),
        "questions": say("questions"),
        "race": say("race"),
        "routes": say("routes"),
        "skill": say("dexterity"),
        "tiles": say("tiles"),
        "trading": say("trading"),
        "words": say("words"),
    }


def credit(about: About) -> str:
    """The author, publisher and year: "Corné van Moorsel, Cwali 2000"; empty if unknown."""
    box = " ".join(filter(None, (about.publisher, str(about.year or ""))))
    return ", ".join(filter(None, (about.author, box)))


def credits_of(about: About, say: Language) -> list[str]:
    """Credits in sentences: the authors, the translators, and the source of the rules."""
    made = credit(about)
    return [
        *([say("A game by {makers}.", makers=made)] if made else []),
        *([say("French rules: {name}.", name=about.translator)] if about.translator else []),
        *([say("Thanks to {name}, who put its rules online.", name=about.thanks)] if about.thanks else []),
    ]


def thanks_of(definitions: Iterable[GameDefinition], say: Language) -> list[str]:
    """Thanks to those who have put rules online and who have translated them, for the whole shelf."""
    told, online = (
        [(definition.title(say), definition.words.about(say)) for definition in definitions],
        defaultdict(list),
    )
    for name, about in told:
        if about.thanks:
            online[about.thanks].append(name)
    return [
        *(
            say("Thanks to {name}, who put the rules online: {games}.", name=name, games=", ".join(games))
            for name, games in online.items()
        ),
        *(
            say("French rules of {game}: {name}.", game=name, name=about.translator)
            for name, about in told
            if about.translator
        ),
    ]


# ---- variants and house rules ----------------------------------------------------------------------------


def option_of(definition: GameDefinition, name: str, say: Language) -> Option:
    """An option in words."""
    option: Option = definition.words.option_text(name, say)
    return option


def house_rules(definition: GameDefinition, options: Mapping[str, Any], say: Language) -> list[str]:
    """The options of a table that are not in the box, in short: "Cities – may lie side by side"."""
    return _departures(definition, options, RuleKind.HOUSE, say)


def variants(definition: GameDefinition, options: Mapping[str, Any], say: Language) -> list[str]:
    """The printed variants of a table, in short: "Tiles – one common reserve"."""
    return _departures(definition, options, RuleKind.VARIANT, say)


def _departures(definition: GameDefinition, options: Mapping[str, Any], kind: RuleKind, say: Language) -> list[str]:
    chosen = [name for name in definition.options if name in options]
    found = [name for name in chosen if definition.option_kind(name, options[name]) is kind]
    texts = [(option_of(definition, name, say), options[name]) for name in found]
    return [f"{option.question} – {option.answers[value]}" for option, value in texts]
