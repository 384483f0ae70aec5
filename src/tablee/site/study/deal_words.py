"""What somebody made of a deal, in words: beside others, beside level 5, and on a card to share."""

from collections.abc import Collection

from tablee.games import GameFolder
from tablee.games.characters import bot_name
from tablee.games.levels import BOT_NAMES, STRONGEST
from tablee.language import Language
from tablee.show.sentences import level_names, listed
from tablee.study.deals import AHEAD, BEHIND, LEVEL, Beside, Outcome
from tablee.table.days import begin_of

SIBYLLE = BOT_NAMES[STRONGEST - 1]
"""Who plays every deal of a day in everybody's place."""


def against(players: int, level: int, say: Language) -> str:
    """Against whom a day's deal is played."""
    names: list[str] = []
    for _ in range(players - 1):
        names.append(bot_name("", level, names))
    told = names[0] if len(names) == 1 else listed(names, say)
    return say("against {bot} ({level})", bot=told, level=level_names(say)[level - 1])


def result_words(own: Outcome, say: Language) -> str:
    """How one did, in short."""
    points = "\u00a0:\u00a0".join(map(say.number, (own.points, *own.others)))
    return say("won, {points}", points=points) if own.won else say("lost, {points}", points=points)


def beside_level_5(own: Outcome, other: Outcome | None, say: Language) -> str:
    """How one did beside level 5, which had the same seat and the same dice."""
    if other is None:
        return say("{bot} (level 5) is still thinking about your deal: look again in a few minutes.", bot=SIBYLLE)
    told = say("In your place {bot} (level 5) has {result}.", bot=SIBYLLE, result=result_words(other, say))
    more = own.lead - other.lead
    if own.won != other.won:
        verdict = say("You did better.") if own.won else say("That was better.")
    elif more:
        by = say.plural("{count} point", "{count} points", abs(more))
        verdict = (
            say("Your lead is better by {points}.", points=by)
            if more > 0
            else say("That lead is better by {points}.", points=by)
        )
    else:
        verdict = say("You did as well.")
    return f"{told} {verdict}"


def beside_others(found: Beside, say: Language) -> str:
    """How one did beside all others who have played the deal."""
    if not found.of:
        return say("Nobody else has played it to the end yet.")
    better = say("You did better than {better} of {others} others.", better=found.better, others=found.of)
    if found.of == 1:
        better = (
            say("You did better than the only other one so far.")
            if found.better
            else say("The only other one so far did as well as you.")
            if found.equal
            else say("The only other one so far did better.")
        )
    return better


def signs_in_words(signs: Collection[str], say: Language) -> str:
    """A row of signs for those who cannot see it."""
    words = {AHEAD: say("ahead"), LEVEL: say("level"), BEHIND: say("behind")}
    return ", ".join(words[sign] for sign in signs)


def card_text(folder: GameFolder, day: str, signs: str, own: Outcome, days: int, link: str, say: Language) -> str:
    """A card as text: how it went, and nothing of what lay on the table."""
    title = say("Tablée, deal of {day}", day=say.day(begin_of(day))) if day else say("Tablée, the same dice for you")
    row = say.plural("{count} day in a row", "{count} days in a row", days) if days > 1 else ""
    lines = [f"{title} · {folder.name}", f"{signs} {result_words(own, say)}", row, link]
    return "\n".join(filter(None, lines))
