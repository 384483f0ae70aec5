"""A play of a deal in words: compared with others and with level 5, in the calendar, on a card; the card's picture."""

from collections.abc import Collection
from html import escape
from itertools import dropwhile
from typing import Any

from tablee.games import GameDefinition, game_if_here
from tablee.games.brains.characters import bot_name
from tablee.games.brains.levels import BOT_NAMES, STRONGEST
from tablee.games.language import Language
from tablee.server.features.accounts.model import Person
from tablee.server.features.daily.model import (
    AHEAD,
    BEHIND,
    EVEN,
    WEEKS,
    Comparison,
    DealPlay,
    Outcome,
    begin_of,
    calendar,
    longest_streak,
    streak,
)
from tablee.server.features.previews.link_pictures import HEIGHT, WIDTH, icon, resolved_sheet
from tablee.server.storage import Store
from tablee.server.views.bot_characters import level_names
from tablee.server.views.sentences import listed

SIBYLLE = BOT_NAMES[STRONGEST - 1]
"""The bot that plays every deal of the day, in the same seat as everybody."""


def against(players: int, level: int, say: Language) -> str:
    """The opponents in a day's deal."""
    names: list[str] = []
    for _ in range(players - 1):
        names.append(bot_name("", level, names))
    told = names[0] if len(names) == 1 else listed(names, say)
    return say("against {bot} ({level})", bot=told, level=level_names(say)[level - 1])


def result_words(own: Outcome, say: Language) -> str:
    """A result, in short."""
    points = "\u00a0:\u00a0".join(map(say.number, (own.points, *own.others)))
    return say("won, {points}", points=points) if own.won else say("lost, {points}", points=points)


def beside_level_5(own: Outcome, other: Outcome | None, say: Language) -> str:
    """A result compared with that of level 5, which had the same seat and the same dice."""
    if other is None:
        return say("{bot} (level 5) is still thinking about your deal: look again in a few minutes.", bot=SIBYLLE)
    told = say("In your seat, {bot} (level 5) {result}.", bot=SIBYLLE, result=result_words(other, say))
    more = own.lead - other.lead
    points = say.plural("{count} point", "{count} points", abs(more))
    if own.won != other.won:
        verdict = say("You did better.") if own.won else say("That was better.")
    elif more > 0:
        verdict = say("Your lead is better by {points}.", points=points)
    elif more < 0:
        verdict = say("That lead is better by {points}.", points=points)
    else:
        verdict = say("You did as well.")
    return f"{told} {verdict}"


def beside_others(found: Comparison, say: Language) -> str:
    """A result compared with those of all others who have played the deal."""
    if not found.of:
        return say("Nobody else has finished it yet.")
    if found.of > 1:
        return say("You did better than {better} of {others} others.", better=found.better, others=found.of)
    if found.better:
        return say("You did better than the only other player so far.")
    if found.equal:
        return say("The only other player so far did as well as you.")
    return say("The only other player so far did better.")


def signs_in_words(signs: Collection[str], say: Language) -> str:
    """A row of signs as text, for screen readers."""
    words = {AHEAD: say("ahead"), EVEN: say("tied"), BEHIND: say("behind")}
    return ", ".join(words[sign] for sign in signs)


def card_text(
    definition: GameDefinition, day: str, signs: str, own: Outcome, days: int, link: str, say: Language
) -> str:
    """A card as text: how it went, but nothing of the position."""
    title = say("Tablée, deal of {day}", day=say.day(begin_of(day))) if day else say("Tablée: the same deal for you")
    row = say.plural("{count} day in a row", "{count} days in a row", days) if days > 1 else ""
    lines = [f"{title} · {definition.title(say)}", f"{signs} {result_words(own, say)}", row, link]
    return "\n".join(filter(None, lines))


MOST_PLAYS = 1000
"""Maximum number of a person's plays that are read: some years of them."""


async def own_days(store: Store, person: Person | None) -> list[str]:
    """The days whose deal a person finished on the day itself."""
    plays = await store.daily.of(person.id, MOST_PLAYS) if person else []
    return [play.deal for play in plays if play.is_over and play.is_of_its_day]


def streak_words(days: list[str], today: str, say: Language) -> str:
    """A person's current and longest streak of days."""
    now, best = streak(days, today), longest_streak(days)
    told = say.plural("{count} day in a row", "{count} days in a row", now) if now > 1 else ""
    if best > max(now, 1):
        once = say("best {count}", count=best)
        return f"{told}, {once}" if told else once
    return told


async def calendar_rows(store: Store, person: Person | None, today: str, say: Language) -> list[list[dict[str, Any]]]:
    """The latest weeks: the deal of each day, and the person's result; none before the server's first deal."""
    games = {day.day: day.game for day in await store.daily.latest(today, 7 * WEEKS)}
    plays = {play.deal: play for play in await store.daily.of(person.id, MOST_PLAYS)} if person else {}
    weeks = dropwhile(lambda week: not games.keys() & set(week), calendar(today))
    return [[_cell(day, games, plays.get(day), today, say) for day in week] for week in weeks]


def _cell(day: str, games: dict[str, str], play: DealPlay | None, today: str, say: Language) -> dict[str, Any]:
    if not day:  # it is to come
        return {"day": ""}
    definition = game_if_here(games.get(day, ""))
    outcome = play.outcome if play else None
    sign, words = ("", "") if play is None else (EVEN, say("started"))
    if outcome is not None:
        sign, words = (AHEAD, say("won")) if outcome.won else (BEHIND, say("lost"))
    return {
        "day": day,
        "number": int(day[-2:]),
        "date": say.day(begin_of(day)),
        "game": definition.title(say) if definition else "",
        "sign": sign,
        "words": words,
        "today": day == today,
        "of_its_day": play is not None and play.is_of_its_day,
    }


# ---- the card as a picture: the game and how it went, but nothing of the position ------------------------------

STYLE = """
.card { fill: var(--sheet); stroke: var(--line); stroke-width: 3; }
text { fill: var(--ink); font: 600 64px/1 Georgia, serif; text-anchor: middle; }
.small { fill: var(--quiet); font: 400 34px/1 sans-serif; }
.ahead { fill: var(--good); }
.level { fill: var(--quiet); }
.behind { fill: none; stroke: var(--accent); stroke-width: 9; }
"""
APART = 130
"""Distance between the centres of two signs."""


def card_svg(name: str, title: str, signs: str, result: str) -> bytes:
    """A card as SVG with resolved styles."""
    middle, left = WIDTH / 2, WIDTH / 2 - (len(signs) - 1) * APART / 2
    row = "".join(_sign(sign, left + place * APART) for place, sign in enumerate(signs))
    return resolved_sheet(
        f'<rect class="card" x="60" y="40" width="{WIDTH - 120}" height="{HEIGHT - 80}" rx="28"/>'
        f'{icon(middle - 36, 70, 72)}<text class="small" x="{middle}" y="190">Tablée · {escape(title)}</text>'
        f'<text x="{middle}" y="275">{escape(name)}</text>{row}'
        f'<text x="{middle}" y="535">{escape(result)}</text>',
        STYLE,
    )


def _sign(sign: str, x: float) -> str:
    """A sign as a shape: text would depend on the installed fonts."""
    y = 395
    if sign == AHEAD:
        return f'<path class="ahead" d="M{x - 44:g} {y + 38} L{x:g} {y - 42} L{x + 44:g} {y + 38} Z"/>'
    if sign == BEHIND:
        return f'<path class="behind" d="M{x - 40:g} {y - 34} L{x:g} {y + 36} L{x + 40:g} {y - 34} Z"/>'
    return f'<circle class="level" cx="{x:g}" cy="{y}" r="34"/>'
