"""On which days somebody has played the deal of the day, as a calendar."""

from itertools import dropwhile
from typing import Any

from tablee.games import game_if_here
from tablee.language import Language
from tablee.people import Person
from tablee.store import Store
from tablee.study.deals import AHEAD, BEHIND, LEVEL, WEEKS, Play, calendar, longest_streak, outcome_of, streak
from tablee.table.days import begin_of, is_day

MOST_PLAYS = 1000
"""Deals of one person that are looked at: some years of them."""


async def own_days(store: Store, person: Person | None) -> list[str]:
    """The days whose deal somebody has played to its end on the day itself."""
    plays = await store.deals.of(person.id, MOST_PLAYS) if person else []
    return [play.deal for play in plays if play.is_over and play.is_of_its_day]


def streak_words(days: list[str], today: str, say: Language) -> str:
    """How many days in a row somebody has played, and how many it once were."""
    now, best = streak(days, today), longest_streak(days)
    told = say.plural("{count} day in a row", "{count} days in a row", now) if now > 1 else ""
    if best > max(now, 1):
        once = say("best {count}", count=best)
        return f"{told}, {once}" if told else once
    return told


async def calendar_rows(store: Store, person: Person | None, today: str, say: Language) -> list[list[dict[str, Any]]]:
    """The latest weeks: what was dealt, and what somebody made of it; none before the first deal of the house."""
    games = {day.day: day.game for day in await store.deals.latest(today, 7 * WEEKS)}
    plays = {play.deal: play for play in await store.deals.of(person.id, MOST_PLAYS)} if person else {}
    weeks = dropwhile(lambda week: not games.keys() & set(week), calendar(today))
    return [[_cell(day, games, plays.get(day), today, say) for day in week] for week in weeks]


def _cell(day: str, games: dict[str, str], play: Play | None, today: str, say: Language) -> dict[str, Any]:
    if not day or not is_day(day):
        return {"day": ""}
    folder = game_if_here(games.get(day, ""))
    sign, words = _mark(play, say)
    return {
        "day": day,
        "number": int(day[-2:]),
        "date": say.day(begin_of(day)),
        "game": folder.name if folder else "",
        "sign": sign,
        "words": words,
        "today": day == today,
        "of_its_day": play is not None and play.is_of_its_day,
    }


def _mark(play: Play | None, say: Language) -> tuple[str, str]:
    """A sign and a word for what somebody made of a day."""
    if play is None:
        return "", ""
    outcome = outcome_of(play.entry) if play.entry else None
    if outcome is None:
        return LEVEL, say("begun")
    return (AHEAD, say("won")) if outcome.won else (BEHIND, say("lost"))
