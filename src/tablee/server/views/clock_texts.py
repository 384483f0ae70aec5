"""Clocks as messages, and paces in words."""

from datetime import UTC, datetime
from typing import Any

from tablee.games.language import Language
from tablee.server.table.clock import A_DAY, A_MINUTE, A_SECOND, DAY_PACES, HOLIDAYS, LIVE_PACES, NO_PACE, clock_of
from tablee.server.table.directory import Entry
from tablee.server.table.events import Clock
from tablee.server.table.table import Table


def clock_message(table: Table, now: int) -> dict[str, Any]:
    """The clocks as a message; pages count down by themselves. All times in milliseconds."""
    clock, times = table.opening.clock, table.times
    assert clock is not None
    seats = range(len(times.banks))
    return {
        "say": "clock",
        "now": now,
        "days": clock.is_by_days,
        "runs": times.seat,
        "until": times.until(clock),
        "left": [times.left(seat, clock, now) for seat in seats],
        "bank": [times.bank(seat, clock, now) for seat in seats],
    }


def deadline(entry: Entry, say: Language) -> dict[str, str]:
    """Until when the turn of a person at a table by days lasts; the browser shows it in its own time zone."""
    is_persons = any(one.participant == entry.turn and not (one.level or one.stand_in) for one in entry.participants)
    if not entry.is_by_days or entry.due is None or not is_persons:
        return {"until": "", "until_exactly": ""}
    exactly = datetime.fromtimestamp(entry.due // 1000, UTC)
    return {"until": say.moment(entry.due), "until_exactly": exactly.isoformat()}


def pace_words(clock: Clock | None, say: Language) -> str:
    """A clock in a few words; empty if there is none."""
    if clock is None:
        return ""
    if clock.is_by_days:
        turn = say.plural("{count} day per turn", "{count} days per turn", clock.turn // A_DAY)
        bank = say.plural("{count} day of holiday", "{count} days of holiday", clock.bank // A_DAY)
        return say("{turn}, plus {bank}", turn=turn, bank=bank)
    minutes = say.plural("{count} minute", "{count} minutes", max(1, round(clock.bank / A_MINUTE)))
    if clock.increment and clock.increment % A_MINUTE == 0:
        increment = say.plural("{count} minute", "{count} minutes", clock.increment // A_MINUTE)
    else:
        increment = say.plural("{count} second", "{count} seconds", clock.increment // A_SECOND)
    return say("{bank} plus {increment} per turn", bank=minutes, increment=increment)


def pace_choices(turns: int, seconds: int, say: Language) -> list[dict[str, str]]:
    """The paces of a game, by value, in words. Each seat has about `turns` turns of about `seconds` seconds."""
    names = {"quick": say("quick game"), "normal": say("standard game"), "slow": say("long game")}
    live = [
        {"value": one, "label": names[one], "about": pace_words(clock_of(one, turns, seconds), say)}
        for one in LIVE_PACES
    ]
    days = [
        {
            "value": one,
            "label": say.plural("{count} day per turn", "{count} days per turn", count),
            "about": say.plural("{count} day of holiday", "{count} days of holiday", HOLIDAYS[count]),
        }
        for one, count in DAY_PACES.items()
    ]
    return [{"value": NO_PACE, "label": say("no clock"), "about": ""}, *live, *days]


def pace_of(entry: Entry, say: Language) -> str:
    """The pace of a table, and whether it is rated."""
    return counting(pace_words(entry.clock, say) or say("no clock"), say, rated=entry.rated)


def counting(pace: str, say: Language, *, rated: bool) -> str:
    """A pace in words, with "rated" added if it is."""
    return ", ".join([pace, say("rated")]) if rated else pace
